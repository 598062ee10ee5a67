//! Chooses the first game of a session.

use std::rc::Rc;

use super::dialog::Setting;
use super::files::load_saved;
use super::games::PlayedGame;
use super::winnable::deal_winnable;
use crate::cli::args::PlayArgs;
use crate::cli::deal::ChosenDeal;
use crate::cli::input::ask;
use crate::cli::save::SavedGame;
use crate::cli::start::Start;
use crate::cli::store::{Autosave, find_interrupted};
use crate::cli::{Error, Streams, find, welcome};
use crate::text::pluralize;

/// The first game of a session.
pub(super) struct Chosen {
    pub(super) game: PlayedGame,
    /// What the player is told first.
    pub(super) notes: Vec<String>,
    /// Where the game is kept already, if it was interrupted.
    pub(super) autosave: Option<Autosave>,
    /// The game that was offered, if the player deleted it.
    pub(super) abandoned: Option<Box<PlayedGame>>,
}

/// What became of the game that was left last.
enum Resumed {
    /// The player continues it.
    Chosen(Box<Chosen>),
    /// The player leaves the program.
    Left,
    /// There is none, or the player wants another game. This one was deleted.
    None(Option<Box<PlayedGame>>),
}

/// Chooses the game that the arguments name, a saved one, or one that was interrupted. Returns `None` if the player
/// chooses none.
pub(super) fn choose(args: &PlayArgs, streams: &mut Streams<'_>) -> Result<Option<Chosen>, Error> {
    if let Some(path) = &args.load {
        let (game, note) = load_saved(&SavedGame::load(path)?, streams.library())?;
        return Ok(Some(Chosen {
            game,
            notes: note.into_iter().collect(),
            autosave: None,
            abandoned: None,
        }));
    }
    let name = args.game.join(" ");
    let source = &args.source;
    let is_any_deal = !args.winnable
        && source.deal.is_none()
        && source.deck.is_none()
        && source.position.is_none();
    let mut abandoned = None;
    if args.resume || streams.is_interactive && is_any_deal {
        let wanted = (!name.is_empty()).then_some(name.as_str());
        match resume(wanted, args.resume, streams)? {
            Resumed::Chosen(chosen) => return Ok(Some(*chosen)),
            Resumed::Left => return Ok(None),
            Resumed::None(found) => abandoned = found,
        }
        if args.resume {
            return Err(Error::Usage("no game was left or interrupted".to_owned()));
        }
    }
    let name = if name.is_empty() {
        match welcome::choose(streams)? {
            Some(name) => name,
            None => return Ok(None),
        }
    } else {
        name
    };
    let start = Rc::new(Start::from_args(&name, source, streams.library())?);
    let (game, notes) = if args.winnable {
        begin_winnable(&start, Setting::of(streams))?
    } else {
        let deal = start.first_deal();
        let opening = start.begin(deal.as_ref())?;
        (PlayedGame::new(start, deal, opening, 0), Vec::new())
    };
    Ok(Some(Chosen {
        game,
        notes,
        autosave: None,
        abandoned,
    }))
}

/// The first deal that can be won, and what the player is told of it.
fn begin_winnable(start: &Rc<Start>, setting: Setting) -> Result<(PlayedGame, Vec<String>), Error> {
    let next = |deal: Option<&ChosenDeal>| {
        let first = start.first_deal().filter(|_| deal.is_none());
        first.unwrap_or_else(|| start.next_deal(deal))
    };
    let begin = |deal: ChosenDeal| {
        let opening = start.begin(Some(&deal))?;
        Ok(PlayedGame::new(Rc::clone(start), Some(deal), opening, 0))
    };
    let (game, note) = deal_winnable(setting, next, begin)?;
    Ok((game, vec![note]))
}

/// Continues the game that was interrupted last, if there is one: without asking if `at_once`, else if the player wants
/// to. `wanted` is the only game that is offered, if it is given.
fn resume(
    wanted: Option<&str>,
    at_once: bool,
    streams: &mut Streams<'_>,
) -> Result<Resumed, Error> {
    let Some(folder) = streams.data_folder.clone() else {
        return Ok(Resumed::None(None));
    };
    let wanted = match wanted {
        Some(name) => {
            let found = find::load(name, &[], &streams.library())?;
            Some(found.name)
        }
        None => None,
    };
    let (mut found, unreadable) = find_interrupted(&folder);
    if at_once {
        for error in unreadable {
            writeln!(streams.errors, "warning: {error}")?;
        }
    }
    found.retain(|kept| wanted.as_ref().is_none_or(|game| *game == kept.game.game));
    let count = found.len();
    let Some(kept) = found.into_iter().next() else {
        return Ok(Resumed::None(None));
    };
    let (game, note) = match load_saved(&kept.game, streams.library()) {
        Ok(loaded) => loaded,
        Err(error) if at_once => return Err(error),
        // The rules file is gone, perhaps for now. The game stays where it is.
        Err(_) => return Ok(Resumed::None(None)),
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
            Some(Wish::Later) => return Ok(Resumed::None(None)),
            Some(Wish::Delete) => {
                kept.autosave.finish();
                return Ok(Resumed::None(Some(Box::new(game))));
            }
            None => return Ok(Resumed::Left),
        }
    }
    Ok(Resumed::Chosen(Box::new(Chosen {
        game,
        notes: note.into_iter().collect(),
        autosave: Some(kept.autosave),
        abandoned: None,
    })))
}

/// What a player wants to do with a game that was left.
enum Wish {
    Continue,
    Later,
    Delete,
}

/// Asks what to do with a game that was left, until there is an answer. Returns `None` at the end of the input.
fn ask_for_wish(streams: &mut Streams<'_>) -> Result<Option<Wish>, Error> {
    while let Some(answer) = ask("Continue it? Yes, not now, or delete it [Y/n/d]", streams)? {
        match answer.to_ascii_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(Some(Wish::Continue)),
            "n" | "no" | "not now" => return Ok(Some(Wish::Later)),
            "d" | "delete" => return Ok(Some(Wish::Delete)),
            _ => {}
        }
    }
    Ok(None)
}
