//! Saves a game in a file.

use std::path::Path;

use super::kept::{PlayedGame, to_saved};
use crate::Error;
use crate::shell::quote;
use patience::dialogue::{ChosenDeal, Reply};
use patience::internals::printable_line;

/// Saves the game in a file; if it has no name, in one that is called after the game.
pub(super) fn save(name: &str, game: &PlayedGame) -> Result<Reply, Error> {
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
    let saved = to_saved(game).save(path);
    saved.map_err(|error| Error::Usage(error.to_string()))?;
    let place = if is_replaced {
        ", in place of what was saved there"
    } else {
        ""
    };
    // A name that begins like an option is a path.
    let dash = if name.starts_with('-') { "./" } else { "" };
    let argument = quote(&format!("{dash}{name}"));
    Ok(Reply::lines(vec![format!(
        "Saved as {name}{place}; `patience play --load {argument}` continues it."
    )]))
}
