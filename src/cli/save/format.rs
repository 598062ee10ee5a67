//! The text form of a saved game.

use super::{SavedGame, SavedStart};
use patience::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use patience::internals::{is_printable, printable_line, quote_list};
use patience::library::Rejected;

/// The first line of every saved game that the program writes.
pub(super) const HEAD: &str = "# A game in progress: `patience play --load FILE` continues it.\n";
/// The largest saved game, in bytes: about a hundred thousand moves.
pub(super) const MAX_SIZE: usize = 1 << 20;
/// The longest line of moves.
const MAX_WIDTH: usize = 90;

impl SavedGame {
    /// Writes the game. The text is not checked: what `game` contains may make it unreadable.
    pub(super) fn to_text(&self) -> String {
        let moves = quote_list(&self.moves, MAX_WIDTH);
        let others = toml::to_string(self).expect("its fields are texts, numbers and lists");
        format!("{HEAD}{others}moves = {moves}\n")
    }

    /// Reads the text of a saved game. Messages call it `name`.
    ///
    /// # Errors
    /// Returns why the bytes are not a saved game.
    pub(crate) fn parse(name: &str, bytes: &[u8]) -> Result<SavedGame, Box<Rejected>> {
        let text = str::from_utf8(bytes).unwrap_or_default();
        let found = match text {
            _ if bytes.len() > MAX_SIZE => {
                Err((Span::default(), "it is larger than 1 MiB".to_owned()))
            }
            "" if !bytes.is_empty() => Err((Span::default(), "it is not UTF-8".to_owned())),
            text => read(text),
        };
        found.map_err(|(span, problem)| {
            let mut sources = Sources::default();
            sources.add(name, text);
            let mut diagnostics = Diagnostics::default();
            let message = format!("this is not a saved game, or it is damaged: {problem}");
            let message = printable_line(&message);
            diagnostics.push(Diagnostic::error(span, message));
            Box::new(Rejected::new(diagnostics, sources))
        })
    }
}

/// Reads a text. Returns the mistake in it, with its place.
fn read(text: &str) -> Result<SavedGame, (Span, String)> {
    let game: SavedGame = toml::from_str(text).map_err(|error| {
        let span = error.span().map_or(Span::default(), Span::new);
        (span, error.message().to_owned())
    })?;
    let lines = [&game.game, &game.rules].into_iter();
    let is_readable = lines
        .chain(&game.variants)
        .chain(&game.moves)
        .all(|line| line.chars().all(is_printable));
    let SavedStart {
        deal,
        deck,
        position,
    } = &game.start;
    let starts = [deal.is_some(), deck.is_some(), position.is_some()];
    let problem = if !is_readable {
        "it has characters that cannot be printed"
    } else if starts.into_iter().filter(|is_given| *is_given).count() != 1 {
        "expected one of `deal`, `deck` and `position`"
    } else if game.played > game.moves.len() {
        "more moves were played than there are"
    } else {
        return Ok(game);
    };
    Err((Span::default(), problem.to_owned()))
}
