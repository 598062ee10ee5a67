//! Chooses the game with which a session begins.

use std::io::{BufRead, Read};
use std::rc::Rc;

use super::files::load_saved;
use super::games::PlayedGame;
use crate::cli::args::PlayArgs;
use crate::cli::save::{Autosave, SavedGame, find_interrupted, name_of_game};
use crate::cli::start::Start;
use crate::cli::{Error, Streams, find, welcome};
use crate::text::pluralize;

/// The maximum length of an answer, in bytes.
const MAX_ANSWER: u64 = 1000;

/// The game with which a session begins.
pub(super) struct Chosen {
    pub(super) game: PlayedGame,
    /// What the player is told first.
    pub(super) notes: Vec<String>,
    /// Where the game is kept already, if it was interrupted.
    pub(super) autosave: Option<Autosave>,
}

/// Chooses the game that the arguments name, a saved one, or one that was interrupted. Returns `None` if the player
/// chooses none.
pub(super) fn choose(args: &PlayArgs, streams: &mut Streams<'_>) -> Result<Option<Chosen>, Error> {
    if let Some(path) = &args.load {
        let (game, note) = load_saved(&SavedGame::load(path)?)?;
        return Ok(Some(Chosen {
            game,
            notes: note.into_iter().collect(),
            autosave: None,
        }));
    }
    let name = args.game.join(" ");
    let source = &args.source;
    let is_any_deal = source.deal.is_none() && source.deck.is_none() && source.position.is_none();
    if args.resume || streams.is_interactive && is_any_deal {
        let wanted = (!name.is_empty()).then_some(name.as_str());
        if let Some(chosen) = resume(wanted, args.resume, streams)? {
            return Ok(Some(chosen));
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
    let start = Rc::new(Start::from_args(&name, source)?);
    let deal = start.first_deal();
    let opening = start.begin(deal.as_ref())?;
    Ok(Some(Chosen {
        game: PlayedGame::new(start, deal, opening, 0),
        notes: Vec::new(),
        autosave: None,
    }))
}

/// Continues the game that was interrupted last, if there is one: without asking if `at_once`, else if the player wants
/// to. `wanted` is the only game that is offered, if it is given.
fn resume(
    wanted: Option<&str>,
    at_once: bool,
    streams: &mut Streams<'_>,
) -> Result<Option<Chosen>, Error> {
    let Some(folder) = streams.data_folder.clone() else {
        return Ok(None);
    };
    let wanted = match wanted {
        Some(name) => {
            let (rules, variants) = find::load_rules(name, &[])?;
            let game = rules.with_variants(&variants);
            let start = game.ok().map(|game| name_of_game(name, &game));
            Some(start.unwrap_or_default())
        }
        None => None,
    };
    let (found, unreadable) = find_interrupted(&folder);
    if at_once {
        for error in unreadable {
            writeln!(streams.errors, "warning: {error}")?;
        }
    }
    let is_wanted = |saved: &SavedGame| wanted.as_ref().is_none_or(|game| *game == saved.game);
    let Some(kept) = found.into_iter().find(|kept| is_wanted(&kept.game)) else {
        return Ok(None);
    };
    let (game, note) = match load_saved(&kept.game) {
        Ok(loaded) => loaded,
        Err(error) if at_once => return Err(error),
        // The rules file is gone, perhaps for now. The game stays where it is.
        Err(_) => return Ok(None),
    };
    if !at_once {
        let moves = pluralize(game.history.move_count(), "move");
        let question = format!("{} was left after {moves}. Continue it?", game.title);
        match ask(&question, streams)? {
            Wish::Continue => {}
            Wish::Later => return Ok(None),
            Wish::Delete => {
                kept.discard();
                return Ok(None);
            }
        }
    }
    let (_, autosave) = kept.resume();
    Ok(Some(Chosen {
        game,
        notes: note.into_iter().collect(),
        autosave: Some(autosave),
    }))
}

/// What a player wants to do with a game that was left.
enum Wish {
    Continue,
    Later,
    Delete,
}

/// Asks what to do with a game that was left. The end of the input leaves it as it is.
fn ask(question: &str, streams: &mut Streams<'_>) -> Result<Wish, Error> {
    write!(
        streams.output,
        "{question} Yes, not now or delete it [Y/n/d] "
    )?;
    streams.output.flush()?;
    let mut answer = Vec::new();
    let mut input = (&mut *streams.input).take(MAX_ANSWER);
    let read = input.read_until(b'\n', &mut answer);
    let count = read.map_err(|error| Error::Io("the answer cannot be read".to_owned(), error))?;
    let answer = String::from_utf8_lossy(&answer).trim().to_ascii_lowercase();
    Ok(match answer.chars().next() {
        _ if count == 0 => Wish::Later,
        None | Some('y') => Wish::Continue,
        Some('d') => Wish::Delete,
        Some(_) => Wish::Later,
    })
}
