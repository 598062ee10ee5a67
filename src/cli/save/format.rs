//! The text form of a saved game. Its first line tells what it is, its last line is a check sum of all others.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::{Help, SavedGame, SavedStart};
use crate::rules::field::{Field, Integer, Line, List, Text};
use crate::rules::keys::keys;
use crate::rules::{Rejected, read_text};
use crate::text::{Diagnostic, Diagnostics, Digest, Sources, Span, printable_line, quote};

/// How every saved game begins, whatever the version of its format.
pub(super) const MAGIC: &str = "patience = ";
/// The version of the format. Add one when older programs would misread what is written.
const VERSION: &str = "1";
/// The largest saved game, in bytes: about a hundred thousand moves.
pub(super) const MAX_SIZE: usize = 1 << 20;
/// The longest line of moves.
const MAX_WIDTH: usize = 78;

keys! {
    /// The keys of a saved game.
    SaveFile {
        /// the version of the format
        "patience" version: Integer = "required",
        /// the id of a built-in game, or the path of a rules file
        "game" game: Line<4096> = "required",
        /// the variants
        "with" with: List<Line<100>> = "none",
        /// the deal
        "deal" deal: Line<100> = "none",
        /// the cards of the stock before the first deal
        "deck" deck: Line<1000> = "none",
        /// the text of a position file
        "position" position: Text = "none",
        /// the fingerprint of the rules
        "rules" rules: Line<100> = "required",
        /// the points carried over from earlier games
        "carried" carried: Integer = "0",
        /// when the game was started, in seconds since 1970
        "started" started: Integer = "required",
        /// how many seconds it has been played
        "seconds" seconds: Integer = "required",
        /// the number of hints
        "hints" hints: Integer = "0",
        /// how often the solver was asked
        "solver" solver: Integer = "0",
        /// how many of the moves lead to the current position
        "played" played: Integer = "required",
        /// the moves, including those that were undone
        "moves" moves: List<Line<1000>> = "required",
        /// the check sum of all lines before it
        "check" check: Line<16> = "required",
    }
}

/// Why a text is not a saved game. The messages continue a sentence that begins with the name of the file.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum FormatError {
    /// It was never a saved game.
    #[error("is not a saved game: expected `{MAGIC}{VERSION}` in its first line, found {0}")]
    Foreign(String),
    /// It is larger than any saved game.
    #[error("is not a saved game: it is larger than 1 MiB")]
    TooLarge,
    /// It was written by a newer program.
    #[error(
        "has version {0} of the format of saved games, but this program reads only version {VERSION}"
    )]
    Version(String),
    /// It is cut off.
    #[error("is damaged: expected a line `check = ...` at its end; part of it may be missing")]
    CutOff,
    /// It is not valid UTF-8.
    #[error("is damaged: it is not valid UTF-8")]
    NotUtf8,
    /// The check sum does not fit.
    #[error("is damaged, or was changed: its check sum is {found}, but its text has {expected}")]
    Changed {
        /// The check sum in the file.
        found: String,
        /// The check sum of its text.
        expected: Digest,
    },
    /// The keys or values are wrong, although the check sum is right.
    #[error("{0}")]
    Rejected(Box<Rejected>),
}

impl SavedGame {
    /// Writes the game. The text is not checked: what `game` contains may make it unreadable.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("{MAGIC}{VERSION}\n");
        text.push_str(
            "# A game in progress, saved by the program `patience`, which can continue it.\n",
        );
        let mut line = |key: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key} = {value}");
        };
        line("game", &quote(&self.game));
        if !self.variants.is_empty() {
            let variants: Vec<String> = self.variants.iter().map(|v| quote(v)).collect();
            line("with", &format!("[{}]", variants.join(", ")));
        }
        match &self.start {
            SavedStart::Deal(deal) => line("deal", &quote(deal)),
            SavedStart::Deck(cards) => line("deck", &quote(cards)),
            SavedStart::Position(position) => line("position", &quote_lines(position)),
        }
        line("rules", &quote(&self.rules));
        if self.carried != 0 {
            line("carried", &self.carried.to_string());
        }
        line("started", &self.started.to_string());
        line("seconds", &self.seconds.to_string());
        for (key, count) in [("hints", self.help.hints), ("solver", self.help.solver)] {
            if count > 0 {
                line(key, &count.to_string());
            }
        }
        line("played", &self.played.to_string());
        text.push_str("moves = [");
        let mut width = MAX_WIDTH;
        for played in &self.moves {
            let word = quote(played);
            let length = word.chars().count() + " ,".len();
            width += length;
            let starts_line = width > MAX_WIDTH;
            if starts_line {
                width = length;
            }
            let _ = write!(text, "{} {word},", if starts_line { "\n" } else { "" });
        }
        text.push_str("\n]\n");
        let check = Digest::of(text.as_bytes());
        let _ = writeln!(text, "check = \"{check}\"");
        text
    }

    /// Reads the text of a saved game. Messages call it `name`.
    ///
    /// # Errors
    /// Returns why the bytes are not a saved game.
    pub(super) fn parse(name: &str, bytes: &[u8]) -> Result<SavedGame, FormatError> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(FormatError::Foreign(first_words(bytes)));
        }
        if bytes.len() > MAX_SIZE {
            return Err(FormatError::TooLarge);
        }
        let text = str::from_utf8(bytes).map_err(|_| FormatError::NotUtf8)?;
        // An editor may have changed the line endings.
        let text = text.replace("\r\n", "\n");
        let first = text[MAGIC.len()..].lines().next().unwrap_or_default();
        if first != VERSION {
            let is_number = !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit());
            return Err(if is_number && first.len() < 10 {
                FormatError::Version(first.to_owned())
            } else {
                FormatError::Foreign(first_words(bytes))
            });
        }
        verify(&text)?;
        let (file, sources, mut report) = read_text(name, text.as_bytes(), SaveFile::KEYS);
        let end = Span::new(text.len()..text.len());
        let saved = file.and_then(|file: SaveFile| file.to_game(end, &mut report));
        saved
            .filter(|_| !report.has_errors())
            .ok_or_else(|| FormatError::Rejected(Box::new(rejected(report, sources))))
    }
}

fn rejected(mut diagnostics: Diagnostics, sources: Sources) -> Rejected {
    diagnostics.sort();
    Rejected {
        diagnostics,
        sources,
    }
}

/// Checks that the last line is the check sum of all others.
fn verify(text: &str) -> Result<(), FormatError> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let (before, last) = body.rsplit_once('\n').ok_or(FormatError::CutOff)?;
    let found = last
        .strip_prefix("check = \"")
        .and_then(|sum| sum.strip_suffix('"'))
        .filter(|sum| sum.len() == 16 && sum.bytes().all(|b| b.is_ascii_hexdigit()))
        .ok_or(FormatError::CutOff)?;
    let expected = Digest::of(&text.as_bytes()[..=before.len()]);
    if found == expected.to_string() {
        return Ok(());
    }
    Err(FormatError::Changed {
        found: found.to_owned(),
        expected,
    })
}

/// The beginning of a file that is not a saved game, for a message.
fn first_words(bytes: &[u8]) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned();
    let line: String = start
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(30)
        .collect();
    if bytes.is_empty() {
        "an empty file".to_owned()
    } else if line.trim().is_empty() {
        "an empty line".to_owned()
    } else {
        format!("`{}`", printable_line(&line))
    }
}

impl SaveFile {
    /// Checks the values. `end` is where keys are missing.
    fn to_game(&self, end: Span, report: &mut Diagnostics) -> Option<SavedGame> {
        let time = 0..=i64::MAX;
        let count = 0..=i64::from(u32::MAX);
        let points = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let length = as_number(List::entries(self.moves.as_ref()).len());
        let game = required("game", self.game.as_ref(), end, report);
        let start = self.start(end, report);
        let rules = required("rules", self.rules.as_ref(), end, report);
        let carried = optional("carried", self.carried.as_ref(), points, report);
        let started = number("started", self.started.as_ref(), time.clone(), end, report);
        let seconds = number("seconds", self.seconds.as_ref(), time, end, report);
        let hints = optional("hints", self.hints.as_ref(), count.clone(), report);
        let solver = optional("solver", self.solver.as_ref(), count, report);
        let played = number("played", self.played.as_ref(), 0..=length, end, report);
        let moves = required("moves", self.moves.as_ref(), end, report);
        Some(SavedGame {
            game: game?.0.clone(),
            variants: lines(List::entries(self.with.as_ref())),
            start: start?,
            rules: rules?.0.clone(),
            moves: lines(&moves?.0),
            played: usize::try_from(played?).ok()?,
            carried: i32::try_from(carried?).ok()?,
            help: Help {
                hints: u32::try_from(hints?).ok()?,
                solver: u32::try_from(solver?).ok()?,
            },
            started: u64::try_from(started?).ok()?,
            seconds: u64::try_from(seconds?).ok()?,
        })
    }

    fn start(&self, end: Span, report: &mut Diagnostics) -> Option<SavedStart> {
        match (&self.deal, &self.deck, &self.position) {
            (Some(deal), None, None) => Some(SavedStart::Deal(deal.get()?.0.clone())),
            (None, Some(deck), None) => Some(SavedStart::Deck(deck.get()?.0.clone())),
            (None, None, Some(text)) => Some(SavedStart::Position(text.get()?.0.clone())),
            _ => {
                let keys = ["deal", "deck", "position"];
                let set = self.keys_set().into_iter();
                let second = set.filter(|(key, _)| keys.contains(key)).nth(1);
                let span = second.map_or(end, |(_, span)| span);
                let message = "expected one of `deal`, `deck` and `position`";
                report.push(Diagnostic::error(span, message));
                None
            }
        }
    }
}

/// The lines of a list that are valid; the others have been reported.
fn lines<const MAX: usize>(list: &[Field<Line<MAX>>]) -> Vec<String> {
    let valid = list.iter().filter_map(Field::get);
    valid.map(|line| line.0.clone()).collect()
}

fn required<'a, T>(
    key: &str,
    field: Option<&'a Field<T>>,
    end: Span,
    report: &mut Diagnostics,
) -> Option<&'a T> {
    if field.is_none() {
        report.push(Diagnostic::error(
            end,
            format!("the key `{key}` is missing"),
        ));
    }
    field?.get()
}

/// A number within a range, or else 0.
fn optional(
    key: &str,
    field: Option<&Field<Integer>>,
    range: RangeInclusive<i64>,
    report: &mut Diagnostics,
) -> Option<i64> {
    match field {
        Some(field) => number(key, Some(field), range, field.span, report),
        None => Some(0),
    }
}

/// A required number within a range.
fn number(
    key: &str,
    field: Option<&Field<Integer>>,
    range: RangeInclusive<i64>,
    end: Span,
    report: &mut Diagnostics,
) -> Option<i64> {
    let found = required(key, field, end, report)?.0;
    if range.contains(&found) {
        return Some(found);
    }
    let span = field.map_or(end, |field| field.span);
    let (low, high) = (range.start(), range.end());
    let error = Diagnostic::error(span, format!("`{key}` cannot be {found}"));
    report.push(error.label(format!("expected {low} to {high}")));
    None
}

fn as_number(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Writes a text of several lines as such, if it can be.
fn quote_lines(text: &str) -> String {
    if text.contains('\n') && !text.contains("'''") && !text.ends_with('\'') {
        // The line end after the opening quotes is not part of the text.
        format!("'''\n{text}'''")
    } else {
        quote(text)
    }
}
