use std::fmt;
use std::str::FromStr;

use crate::text::debug_as_display;

use crate::text::{Describe, Diagnostic, Span};

/// A rank, Ace (1) to King (13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The number of ranks.
    pub const COUNT: usize = 13;
    const NAMES: [&'static str; Rank::COUNT] = [
        "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
        "Queen", "King",
    ];
    const LETTERS: &'static [u8; Rank::COUNT] = b"A23456789TJQK";

    /// Returns the rank with a number from 1 (Ace) to 13 (King), or `None` if out of range.
    pub fn new(number: u8) -> Option<Rank> {
        (1..=13).contains(&number).then_some(Rank(number))
    }

    /// Iterates over all ranks from Ace to King.
    pub fn all() -> impl Iterator<Item = Rank> {
        (1..=13).map(Rank)
    }

    /// Returns the number of the rank, 1 to 13.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the index of the rank among all ranks, 0 to 12.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Returns the name of the rank: `Ace` to `King`.
    pub fn name(self) -> &'static str {
        Rank::NAMES[usize::from(self.0) - 1]
    }

    pub(crate) fn letter(self) -> char {
        char::from(Rank::LETTERS[usize::from(self.0) - 1])
    }
}

/// Parses a rank from its letter, in either case: `A`, `7`, `T` or `10`, `K`.
impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Rank, ParseCardError> {
        let upper = text.to_ascii_uppercase();
        let letter = if upper == "10" { "T" } else { &upper };
        let rank = Rank::all().find(|r| letter.len() == 1 && letter.starts_with(r.letter()));
        rank.ok_or_else(|| ParseCardError {
            text: text.to_owned(),
            what: A_RANK,
        })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A suit.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Suit {
    /// Black.
    Clubs,
    /// Red.
    Diamonds,
    /// Red.
    Hearts,
    /// Black.
    Spades,
}

impl Suit {
    /// All suits, in the order of an unshuffled pack.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Returns the name of the suit as used in conditions: `clubs`.
    pub fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// The sign of the suit: `♣`.
    pub fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// Returns the color of the suit.
    pub fn color(self) -> Color {
        if matches!(self, Suit::Diamonds | Suit::Hearts) {
            Color::Red
        } else {
            Color::Black
        }
    }

    /// Returns the letter of the suit: `C`.
    pub fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }
}

/// Writes the letter.
impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Parses a suit from its letter, in either case: `S`.
impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Suit, ParseCardError> {
        let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
        let suit = letters
            .next()
            .and_then(|l| Suit::ALL.into_iter().find(|s| s.letter() == l));
        match (suit, letters.next()) {
            (Some(suit), None) => Ok(suit),
            _ => Err(ParseCardError {
                text: text.to_owned(),
                what: A_SUIT,
            }),
        }
    }
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

impl Color {
    /// Returns the name of the color as used in conditions: `red`.
    pub fn name(self) -> &'static str {
        if self == Color::Red { "red" } else { "black" }
    }
}

/// A card face. Two packs contain each face twice; see [`CardId`](super::CardId).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A card with a suit and a rank.
    Suited(Suit, Rank),
    /// A joker. All jokers have the same face.
    Joker,
}

impl Card {
    /// The number of faces.
    pub const FACES: usize = 53;
    const JOKER_FACE: usize = Card::FACES - 1;
    const JOKER_TEXT: &'static str = "JK";

    /// Returns the index of the face: 0 to 51 for suits in the order of [`Suit::ALL`], each from Ace to King, and 52 for
    /// a joker.
    pub fn face(self) -> usize {
        match self {
            Card::Suited(suit, rank) => suit as usize * Rank::COUNT + rank.index(),
            Card::Joker => Card::JOKER_FACE,
        }
    }

    /// Returns the card with a face index, which must be below [`Card::FACES`].
    pub fn from_face(face: usize) -> Card {
        const CARDS: [Card; Card::FACES] = {
            let mut cards = [Card::Joker; Card::FACES];
            let (mut suit, mut face) = (0, 0);
            while suit < Suit::ALL.len() {
                let mut rank = 1u8;
                while rank as usize <= Rank::COUNT {
                    cards[face] = Card::Suited(Suit::ALL[suit], Rank(rank));
                    (rank, face) = (rank + 1, face + 1);
                }
                suit += 1;
            }
            cards
        };
        CARDS[face]
    }

    /// Returns the rank, or `None` for a joker.
    pub fn rank(self) -> Option<Rank> {
        match self {
            Card::Suited(_, rank) => Some(rank),
            Card::Joker => None,
        }
    }

    /// Returns the suit, or `None` for a joker.
    pub fn suit(self) -> Option<Suit> {
        match self {
            Card::Suited(suit, _) => Some(suit),
            Card::Joker => None,
        }
    }

    /// Returns the color of the card's suit, or `None` for a joker.
    pub fn color(self) -> Option<Color> {
        self.suit().map(Suit::color)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Suited(suit, rank) => write!(f, "{}{}", rank.letter(), suit.letter()),
            Card::Joker => f.write_str(Card::JOKER_TEXT),
        }
    }
}

/// The error for text that is not a card, rank or suit.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {}: expected {}", what.0, what.1)]
pub struct ParseCardError {
    text: String,
    /// What it should be, and how that is written.
    what: (&'static str, &'static str),
}

debug_as_display!(ParseCardError);

const A_CARD: (&str, &str) = (
    "a card",
    "a rank (`A`, `2` to `9`, `T`, `J`, `Q`, `K`) and a suit (`C`, `D`, `H`, `S`), as in `TS` or `10S`, or `JK` for a joker",
);
const A_RANK: (&str, &str) = (
    "the letter or digit of a rank",
    "`A`, `2` to `9`, `T`, `J`, `Q` or `K`",
);
const A_SUIT: (&str, &str) = ("the letter of a suit", "`C`, `D`, `H` or `S`");

impl ParseCardError {
    /// Returns the error at a place in a file.
    pub(crate) fn at(&self, span: Span) -> Diagnostic {
        Diagnostic::error(span, format!("`{}` is not {}", self.text, self.what.0))
            .label(format!("expected {}", self.what.1))
    }
}

/// Parses a card from its rank and suit, in either case: `QH`, `TS`, `10S`; a joker is `JK`.
impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let error = || ParseCardError {
            text: text.to_owned(),
            what: A_CARD,
        };
        if text.eq_ignore_ascii_case(Card::JOKER_TEXT) {
            return Ok(Card::Joker);
        }
        let (suit_start, _) = text.char_indices().last().ok_or_else(error)?;
        let (rank, suit) = text.split_at(suit_start);
        match (rank.parse(), suit.parse()) {
            (Ok(rank), Ok(suit)) => Ok(Card::Suited(suit, rank)),
            _ => Err(error()),
        }
    }
}

/// Parses cards separated by white space.
///
/// # Errors
/// Returns an error for the first part that is not a card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    text.split_whitespace().map(str::parse).collect()
}
