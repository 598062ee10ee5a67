//! Saves and loads games within a session, and shows statistics.

use std::path::Path;

use super::dialog::Dialog;
use super::games::PlayedGame;
use crate::args::{Format, StatsArgs};
use crate::deal::ChosenDeal;
use crate::save::SavedGame;
use crate::{Error, stats};
use patience::Reply;
use patience::internals::printable_line;

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
        let (game, note) = PlayedGame::load(&saved, self.games.current().start.library.clone())?;
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
