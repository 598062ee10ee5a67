//! Saves and loads games within a session, and shows statistics.

use std::path::Path;
use std::rc::Rc;

use super::dialog::{Dialog, Reply, to_sentence};
use super::games::PlayedGame;
use crate::cli::args::{Format, StatsArgs};
use crate::cli::deal::ChosenDeal;
use crate::cli::save::SavedGame;
use crate::cli::start::Start;
use crate::cli::{Error, stats};
use crate::rules::Library;
use crate::text::printable_line;

impl Dialog {
    /// Saves the game in a file.
    pub(super) fn save(&self, name: &str) -> Reply {
        let game = self.games.current();
        let name = if name.is_empty() {
            let number = game.deal.as_ref().and_then(ChosenDeal::number);
            let number = number
                .unwrap_or_else(|| "game".to_owned())
                .replace(':', "-");
            format!(
                "{}-{number}.save",
                printable_line(game.position().game().id())
            )
        } else {
            name.to_owned()
        };
        let path = Path::new(&name);
        let is_replaced = path.exists();
        match game.to_saved().save(path) {
            Ok(()) => {
                let place = if is_replaced {
                    ", in place of what was saved there"
                } else {
                    ""
                };
                let argument = quote(&name);
                Reply::lines(vec![format!(
                    "Saved as {name}{place}; `patience play --load {argument}` continues it."
                )])
            }
            Err(error) => Reply::refused(&error.to_string()),
        }
    }

    /// Continues a saved game.
    pub(super) fn load(&mut self, name: &str) -> Result<Reply, Error> {
        let saved = SavedGame::load(Path::new(name))?;
        let (game, note) = load_saved(&saved, self.games.current().start.library.clone())?;
        Ok(self.go_to(game, note.into_iter().collect()))
    }

    /// Shows the statistics of the current game.
    pub(super) fn show_statistics(&self) -> Result<Reply, Error> {
        let Some(folder) = &self.data_folder else {
            return Ok(Reply::refused("there is no data folder"));
        };
        let library = &self.games.current().start.library;
        let args = StatsArgs {
            games: vec![self.games.current().start.name.clone()],
            format: Format::Text,
            history: None,
        };
        stats::report(&args, folder, library).map(Reply::lines)
    }
}

/// Starts a saved game and plays its moves again. The text says why not all of them are played.
pub(super) fn load_saved(
    saved: &SavedGame,
    library: Library,
) -> Result<(PlayedGame, Option<String>), Error> {
    let start = Rc::new(Start::from_saved(saved, library)?);
    let deal = match &saved.start.deal {
        Some(deal) => {
            let deal = deal.to_string().parse::<ChosenDeal>();
            Some(deal.map_err(|error| Error::Usage(error.to_string()))?)
        }
        None => start.first_deal(),
    };
    let opening = start.begin(deal.as_ref())?;
    let game = PlayedGame::new(start, deal, opening, saved.carried);
    let (game, stopped) = game.resume(saved);
    Ok((
        game,
        stopped.map(|stopped| to_sentence(&stopped.to_string())),
    ))
}

/// Writes the name of a file so that a shell takes it as one word.
fn quote(name: &str) -> String {
    let prefix = if name.starts_with('-') { "./" } else { "" };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "./_-:".contains(c);
    if name.chars().all(is_plain) {
        format!("{prefix}{name}")
    } else {
        format!("'{prefix}{}'", name.replace('\'', r"'\''"))
    }
}
