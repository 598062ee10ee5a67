use std::fmt;
use std::str::FromStr;

/// A rank, Ace (1) to King (13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 13;
    const NAMES: [&'static str; Rank::COUNT] = [
        "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
        "Queen", "King",
    ];
    const LETTERS: &'static [u8; Rank::COUNT] = b"A23456789TJQK";

    /// The rank of a number from 1 (Ace) to 13 (King).
    #[must_use]
    pub fn new(number: u8) -> Option<Rank> {
        (1..=13).contains(&number).then_some(Rank(number))
    }

    /// All ranks from Ace to King.
    pub fn all() -> impl Iterator<Item = Rank> {
        (1..=13).map(Rank)
    }

    /// The number of the rank, 1 to 13.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The place of the rank among all ranks, 0 to 12.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// The name of the rank: `Ace` to `King`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Rank::NAMES[usize::from(self.0) - 1]
    }

    fn letter(self) -> char {
        char::from(Rank::LETTERS[usize::from(self.0) - 1])
    }
}

/// A rank as it is written in a list of ranks or as a base: `A`, `7`, `T` or `10`, `K`.
impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Rank, ParseCardError> {
        let upper = text.to_ascii_uppercase();
        let letter = if upper == "10" { "T" } else { &upper };
        let found = Rank::all().find(|r| letter.len() == 1 && letter.starts_with(r.letter()));
        found.ok_or_else(|| ParseCardError {
            text: text.to_owned(),
            what: "rank",
        })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The suits in the order of a new pack.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The name of the suit, as conditions write it: `clubs`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// The color of the suit.
    #[must_use]
    pub fn color(self) -> Color {
        if matches!(self, Suit::Diamonds | Suit::Hearts) {
            Color::Red
        } else {
            Color::Black
        }
    }

    fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }
}

/// A suit as it is written in a card: `S`.
impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Suit, ParseCardError> {
        let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
        let found = letters
            .next()
            .and_then(|l| Suit::ALL.into_iter().find(|s| s.letter() == l));
        match (found, letters.next()) {
            (Some(suit), None) => Ok(suit),
            _ => Err(ParseCardError {
                text: text.to_owned(),
                what: "suit",
            }),
        }
    }
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

impl Color {
    /// The name of the color, as conditions write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self == Color::Red { "red" } else { "black" }
    }
}

/// A card's face: its rank and suit. Two packs hold each face twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The suit.
    pub suit: Suit,
    /// The rank.
    pub rank: Rank,
}

impl Card {
    /// How many faces there are.
    pub const FACES: usize = 52;

    /// The number of the face, 0 to 51: suit by suit in the order of [`Suit::ALL`], Ace to King.
    #[must_use]
    pub fn face(self) -> usize {
        self.suit as usize * Rank::COUNT + usize::from(self.rank.number()) - 1
    }

    /// The card of a face's number, which is below [`Card::FACES`].
    #[must_use]
    pub fn of_face(face: usize) -> Card {
        let rank = Rank(u8::try_from(face % Rank::COUNT).expect("a remainder below 13") + 1);
        Card {
            suit: Suit::ALL[face / Rank::COUNT % 4],
            rank,
        }
    }

    /// The color of the card's suit.
    #[must_use]
    pub fn color(self) -> Color {
        self.suit.color()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.letter(), self.suit.letter())
    }
}

/// A text that is no card, rank or suit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}{}", match *.what {
    "card" => ": a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S are expected, as in `TS` or `10S`",
    "rank" => ": A 2 3 4 5 6 7 8 9 T J Q or K is expected",
    _ => ": C D H or S is expected",
})]
pub struct ParseCardError {
    text: String,
    what: &'static str,
}

/// A card as rank and suit, in either case: `QH`, `TS`, `10S`.
impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let error = || ParseCardError {
            text: text.to_owned(),
            what: "card",
        };
        let (at, _) = text.char_indices().last().ok_or_else(error)?;
        let (rank, suit) = text.split_at(at);
        match (rank.parse(), suit.parse()) {
            (Ok(rank), Ok(suit)) => Ok(Card { suit, rank }),
            _ => Err(error()),
        }
    }
}

/// Reads cards separated by spaces.
///
/// # Errors
/// The first text among them that is no card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    text.split_whitespace().map(str::parse).collect()
}
