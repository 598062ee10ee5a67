//! Chooses the first game of a session.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::kept::{Kept, PlayedGame};
use super::program::Setting;
use super::recorder::Recorder;
use crate::args::PlayArgs;
use crate::deal::random_deal;
use crate::input::ask;
use crate::save::SavedGame;
use crate::start::Start;
use crate::store::find_interrupted;
use crate::{Error, Streams, welcome};
use patience::dialogue::ChosenDeal;
use patience::internals::{find, pluralize};

/// The first game of a session, and what the player is told first; `None` if the player chooses no game.
type Chosen = Option<(PlayedGame, Vec<String>)>;

/// Chooses the game that the arguments name, a saved one, or one that was interrupted.
pub(super) fn choose(
    args: &PlayArgs,
    recorder: Option<&mut Recorder>,
    streams: &mut Streams<'_>,
) -> Result<Chosen, Error> {
    if let Some(path) = &args.load {
        let (game, note) = Kept::load(&SavedGame::load(path)?, streams.library())?;
        return Ok(Some((game, Vec::from_iter(note))));
    }
    let mut name = args.game.join(" ");
    let source = &args.source;
    let names_no_deal = !args.winnable && !source.is_given();
    let mut notes = Vec::new();
    if args.resume || (streams.is_interactive && names_no_deal) {
        match resume(&name, args.resume, recorder, streams)? {
            ControlFlow::Break(chosen) => return Ok(chosen),
            ControlFlow::Continue(_) if args.resume => {
                let of = if name.is_empty() {
                    String::new()
                } else {
                    format!(" of `{name}`")
                };
                let message = format!("no game{of} was left or interrupted");
                return Err(Error::Usage(message));
            }
            ControlFlow::Continue(note) => notes.extend(note),
        }
    }
    if name.is_empty() {
        let Some(chosen) = welcome::choose(streams)? else {
            return Ok(None);
        };
        name = chosen;
    }
    let found = find(&name, &source.with.variants(), &streams.library())?;
    let start = Rc::new(Start::from_found(&found, source, streams.library())?);
    if !args.winnable {
        return Ok(Some((Kept::first(&start)?, notes)));
    }
    let first = start.first_deal();
    let first = first.unwrap_or_else(|| ChosenDeal::new(random_deal().into()));
    let begin = |deal| Kept::begin(&start, Some(deal));
    let (game, note) = Setting::of(streams).find_winnable(first, begin)?;
    notes.push(note);
    Ok(Some((game, notes)))
}

/// Offers the game that was interrupted last, of `wanted` unless that is empty; continues it without asking if
/// `at_once`. If another game is to be chosen, returns what the player is told before.
fn resume(
    wanted: &str,
    at_once: bool,
    recorder: Option<&mut Recorder>,
    streams: &mut Streams<'_>,
) -> Result<ControlFlow<Chosen, Option<String>>, Error> {
    let Some(folder) = streams.data_folder.clone() else {
        return Ok(ControlFlow::Continue(None));
    };
    let (mut found, unreadable) = find_interrupted(&folder);
    if !wanted.is_empty() {
        let name = find(wanted, &[], &streams.library())?.name;
        found.retain(|kept| kept.game.game == name);
    }
    if at_once {
        for error in unreadable {
            writeln!(streams.errors, "warning: {error}")?;
        }
    }
    let count = found.len();
    let mut loaded = None;
    for kept in found {
        match Kept::load(&kept.game, streams.library()) {
            Ok((game, note)) => {
                loaded = Some((kept, game, note));
                break;
            }
            Err(error) if at_once => return Err(error),
            // The rules file is gone, perhaps for now. The game stays where it is, and an earlier one is offered.
            Err(_) => {}
        }
    }
    let Some((kept, mut game, note)) = loaded else {
        return Ok(ControlFlow::Continue(None));
    };
    if !at_once {
        let moves = pluralize(game.session.moves().len(), "move");
        writeln!(streams.output, "{} was left after {moves}.", game.title)?;
        if count > 1 {
            writeln!(
                streams.output,
                "`patience play --resume GAME` continues another one."
            )?;
        }
        match ask_for_wish(streams)? {
            Some(Wish::Continue) => {}
            Some(Wish::Later) => return Ok(ControlFlow::Continue(None)),
            Some(Wish::Delete) => {
                kept.autosave.finish();
                let note = recorder.and_then(|recorder| recorder.leave(&mut game));
                return Ok(ControlFlow::Continue(note));
            }
            None => return Ok(ControlFlow::Break(None)),
        }
    }
    if let Some(recorder) = recorder {
        recorder.autosave = Some(kept.autosave);
    }
    Ok(ControlFlow::Break(Some((game, Vec::from_iter(note)))))
}

/// What a player wants to do with a game that was left.
enum Wish {
    Continue,
    Later,
    Delete,
}

/// Asks what to do with a game that was left, until there is an answer. Returns `None` at the end of the input.
fn ask_for_wish(streams: &mut Streams<'_>) -> Result<Option<Wish>, Error> {
    while let Some(answer) = ask("Continue it? [Yes/not now/delete]", streams)? {
        match answer.to_ascii_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(Some(Wish::Continue)),
            "n" | "no" | "not now" => return Ok(Some(Wish::Later)),
            // Nothing that loses a game is one letter.
            "delete" => return Ok(Some(Wish::Delete)),
            _ => {}
        }
    }
    Ok(None)
}
