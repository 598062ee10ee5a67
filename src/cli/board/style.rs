use std::ops::RangeInclusive;

use clap::ValueEnum;

use crate::width::terminal_width;
use patience::{Card, Suit};

/// The narrowest and the widest board.
pub(crate) const WIDTHS: RangeInclusive<i64> = 40..=400;

/// The width of a board that is not printed to a terminal.
const PLAIN_WIDTH: usize = 80;

/// How boards are printed.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The maximum width of a line, in columns of a terminal.
    pub width: usize,
    /// How suits are written.
    pub suits: Suits,
    /// Whether red cards are red, and face-down cards dim.
    pub color: bool,
}

/// How suits are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Suits {
    /// `7H`, as it is typed
    #[default]
    Letters,
    /// `7♥`
    Symbols,
}

/// What determines the style of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The width that was asked for.
    pub(crate) width: Option<u16>,
    pub(crate) suits: Suits,
    /// Whether the board is told in sentences.
    pub(crate) spoken: bool,
    pub(crate) to_terminal: bool,
    pub(crate) color: bool,
}

impl Look {
    /// The style of the next board: the terminal may have another width than for the last one.
    pub(crate) fn style(self) -> Style {
        let width = self.width.map(usize::from);
        let width = width.or_else(|| terminal_width(self.to_terminal));
        let (min, max) = (*WIDTHS.start(), *WIDTHS.end());
        let limit = |width: usize| i64::try_from(width).unwrap_or(max).clamp(min, max);
        let width = limit(width.unwrap_or(PLAIN_WIDTH));
        Style {
            width: usize::try_from(width).unwrap_or_default(),
            suits: self.suits,
            color: self.color,
        }
    }
}

impl Suits {
    /// The letter or the symbol of a suit.
    pub(super) fn write(self, suit: Suit) -> char {
        match self {
            Suits::Letters => suit.letter(),
            Suits::Symbols => suit.symbol(),
        }
    }

    /// A text with the cards that it names.
    pub(crate) fn write_text(self, text: &str) -> String {
        if self == Suits::Letters {
            return text.to_owned();
        }
        let mut written = String::with_capacity(text.len());
        for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let card = name.parse::<Card>().ok();
            match card.filter(|card| card.to_string() == name) {
                Some(card) => written += &self.write_card(card),
                None => written += name,
            }
            written += &word[name.len()..];
        }
        written
    }

    /// The text of a card.
    pub(super) fn write_card(self, card: Card) -> String {
        match card {
            Card::Suited(suit, rank) => format!("{rank}{}", self.write(suit)),
            Card::Joker => card.to_string(),
        }
    }
}
