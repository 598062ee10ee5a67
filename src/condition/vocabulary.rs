//! The vocabulary of the condition language, in one table. The checker, the messages, the reserved names and the
//! reference in `games/REFERENCE.md` are all derived from it.

use crate::cards::{Color, Rank, Suit};

use super::{CardRelation, LineKind, Quantifier, Side};

/// Declares [`Slot`], with the key of each in the rules file.
macro_rules! slots {
    ($(#[doc = $doc:literal] $slot:ident = $key:literal,)+) => {
        /// The key that a condition belongs to. It determines which variables the condition can use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Slot { $(#[doc = $doc] $slot,)+ }

        impl Slot {
            /// All slots with their keys in the rules file.
            pub const ALL: [(Slot, &'static str); [$($key),+].len()] = [$((Slot::$slot, $key)),+];

            /// Returns the key in the rules file.
            pub fn key(self) -> &'static str {
                match self { $(Slot::$slot => $key,)+ }
            }
        }
    };
}

slots! {
    /// `start`: which cards can be placed on an empty pile.
    Start = "start",
    /// `build`: which cards can be placed on a pile's top card.
    Build = "build",
    /// `pair`: which card can be removed together with a pile's top card.
    Pair = "pair",
    /// `swap`: which card can change places with a pile's top card.
    Swap = "swap",
    /// `run`: which two adjacent cards belong to the same run.
    Run = "run",
    /// `available`: when cards can be taken from a pile.
    Available = "available",
    /// `where`: which piles a step applies to.
    Where = "where",
    /// `which`: which cards a step moves, given their target pile.
    Which = "which",
    /// `when`: when an action or a step applies.
    When = "when",
    /// `win`: when the game is won.
    Win = "win",
    /// `until`: which opening is accepted.
    Until = "until",
    /// `points`: the score, a number.
    Points = "points",
    /// `holds`: what a test expects of a position, including the outcome.
    Holds = "holds",
}

/// A variable that a condition can use, depending on its [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// `card`
    Card,
    /// `top`
    Top,
    /// `this`
    This,
    /// `from`
    From,
    /// `moved`
    Moved,
    /// `base`
    Base,
    /// `used`
    Used,
    /// `score`
    Score,
    /// `won`
    Won,
    /// `stuck`
    Stuck,
}

impl Variable {
    /// Returns the slots where the variable is available.
    pub fn slots(self) -> &'static [Slot] {
        use Slot::{
            Available, Build, Holds, Pair, Points, Run, Start, Swap, Until, When, Where, Which, Win,
        };
        match self {
            Variable::Card => &[Start, Build, Pair, Swap, Run, Which],
            Variable::Top => &[Build, Pair, Swap, Run],
            Variable::This => &[Start, Build, Pair, Swap, Run, Available, Where, Which],
            Variable::From => &[Start, Build, Pair, Swap, Which],
            Variable::Moved => &[Start, Build],
            Variable::Base | Variable::Used => &[
                Start, Build, Pair, Swap, Run, Available, Where, Which, When, Win, Until, Points,
                Holds,
            ],
            Variable::Score => &[
                Start, Build, Pair, Swap, Available, Where, Which, When, Win, Until, Holds,
            ],
            Variable::Won | Variable::Stuck => &[Holds],
        }
    }
}

/// A property, accessed with a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// `card.rank`
    Rank,
    /// `card.suit`
    Suit,
    /// `card.color`
    Color,
    /// `this.top`
    Top,
    /// `this.bottom`
    Bottom,
    /// `stock.size`
    Size,
    /// `from.index`, `card.index`
    Index,
    /// `this.row`
    Row,
    /// `this.col`
    Col,
    /// `this.left`, `this.right`, `this.above`, `this.below`
    Beside(Side),
    /// `card.value`
    Value,
    /// `tableau.rows`, `tableau.cols`, `tableau.lines`
    Lines(LineKind),
}

impl Property {
    /// Returns the word.
    pub fn word(self) -> &'static str {
        let is_it = |word: &&Word| word.kind == WordKind::Property(self);
        WORDS.iter().find(is_it).map_or("top", |word| word.text)
    }
}

/// A state tested with `is`; groups, ranks, suits and colors can also follow `is`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// `stock is empty`
    Empty,
    /// `base is set`
    Set,
    /// `top is face_up`
    FaceUp,
}

/// The kind of a [`Word`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A relation between `card` and `top`.
    Relation(CardRelation),
    /// A variable.
    Variable(Variable),
    /// A property, accessed with a dot.
    Property(Property),
    /// A state, tested with `is`.
    State(State),
    /// A rank, by its number.
    Rank(u8),
    /// `Joker`
    Joker,
    /// A suit.
    Suit(Suit),
    /// A color.
    Color(Color),
    /// A quantifier.
    Quantifier(Quantifier),
    /// Another keyword of the grammar.
    Keyword,
}

impl WordKind {
    /// Looks up the kind of a word.
    pub fn of(text: &str) -> Option<WordKind> {
        Word::find(text).map(|word| word.kind)
    }

    /// Whether it is a keyword of the grammar, which cannot stand on its own.
    pub fn is_keyword(self) -> bool {
        matches!(self, WordKind::Keyword | WordKind::Quantifier(_))
    }
}

/// A word of the condition language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// Its kind.
    pub kind: WordKind,
    /// Its meaning, as shown in the reference.
    pub meaning: &'static str,
}

/// Declares [`WORDS`]: each word with its kind and its meaning.
macro_rules! words {
    ($($text:literal: $kind:ident $(($of:expr))?, $meaning:literal,)+) => {
        /// The vocabulary, in the order of the reference.
        pub const WORDS: &[Word] = &[$(Word {
            text: $text,
            kind: WordKind::$kind $(($of))?,
            meaning: $meaning,
        }),+];
    };
}

words! {
    "up": Relation(CardRelation::Up), "`card` is one rank higher than `top`; `up 2`: two ranks",
    "down": Relation(CardRelation::Down), "`card` is one rank lower than `top`; `down 2`: two ranks",
    "in_suit": Relation(CardRelation::InSuit), "`card` has the suit of `top`",
    "alternating": Relation(CardRelation::Alternating), "`card` has the opposite color of `top`",
    "same_color": Relation(CardRelation::SameColor), "`card` has the color of `top`",
    "other_suit": Relation(CardRelation::OtherSuit), "`card` has a different suit from `top`",
    "same_rank": Relation(CardRelation::SameRank), "`card` has the rank of `top`",
    "any": Relation(CardRelation::Any), "any card is accepted",
    "card": Variable(Variable::Card), "the card being moved; if there are several, the lowest",
    "top": Variable(Variable::Top), "the card it would be placed on",
    "this": Variable(Variable::This), "the pile that the condition belongs to",
    "from": Variable(Variable::From), "the pile the cards come from",
    "moved": Variable(Variable::Moved), "the cards being moved, as a pile: `moved.size`",
    "base": Variable(Variable::Base), "the base rank",
    "used": Variable(Variable::Used),
        "how many times an action was used, or cards were moved to a group: `used.redeal`",
    "score": Variable(Variable::Score), "the score, without the points of earlier games",
    "won": Variable(Variable::Won), "the game is won",
    "stuck": Variable(Variable::Stuck), "the game is not won, and actions alone lead to no move of cards, no win and no other score",
    "rank": Property(Property::Rank), "a card's rank",
    "suit": Property(Property::Suit), "a card's suit",
    "color": Property(Property::Color), "a card's color",
    "value": Property(Property::Value),
        "a card's rank as a number, from Ace 1 to King 13, regardless of the rank order of the deck",
    "bottom": Property(Property::Bottom), "a pile's bottom card; `pile.top` is its top card",
    "size": Property(Property::Size), "the number of cards in a pile, or in all piles of a group",
    "index": Property(Property::Index),
        "a pile's number in its group, a card's place in its pile from the bottom, or the number of a row or column",
    "row": Property(Property::Row), "a pile's row, from 1 at the top",
    "col": Property(Property::Col), "a pile's column in its row, from 1 at the left",
    "left": Property(Property::Beside(Side::Left)), "the pile to the left in the same row: `this.left`",
    "right": Property(Property::Beside(Side::Right)), "the pile to the right in the same row",
    "above": Property(Property::Beside(Side::Above)), "the pile in the same column of the row above",
    "below": Property(Property::Beside(Side::Below)), "the pile in the same column of the row below",
    "rows": Property(Property::Lines(LineKind::Rows)),
        "the rows of a group, after `in`: `every(r in tableau.rows, r.size == 5)`",
    "cols": Property(Property::Lines(LineKind::Cols)), "the columns of a group, after `in`",
    "lines": Property(Property::Lines(LineKind::Lines)), "the rows and the columns of a group, after `in`",
    "empty": State(State::Empty), "a pile, or every pile of a group, has no cards: `stock is empty`",
    "set": State(State::Set), "the base rank has been decided: `base is set`",
    "face_up": State(State::FaceUp), "a card is face up: `top is face_up`",
    "Ace": Rank(1), "a rank",
    "Two": Rank(2), "a rank",
    "Three": Rank(3), "a rank",
    "Four": Rank(4), "a rank",
    "Five": Rank(5), "a rank",
    "Six": Rank(6), "a rank",
    "Seven": Rank(7), "a rank",
    "Eight": Rank(8), "a rank",
    "Nine": Rank(9), "a rank",
    "Ten": Rank(10), "a rank",
    "Jack": Rank(11), "a rank",
    "Queen": Rank(12), "a rank",
    "King": Rank(13), "a rank",
    "Joker": Joker, "a joker, which has no rank, suit, color or value",
    "clubs": Suit(Suit::Clubs), "a suit",
    "diamonds": Suit(Suit::Diamonds), "a suit",
    "hearts": Suit(Suit::Hearts), "a suit",
    "spades": Suit(Suit::Spades), "a suit",
    "red": Color(Color::Red), "a color",
    "black": Color(Color::Black), "a color",
    "and": Keyword, "both are true",
    "or": Keyword, "at least one is true",
    "not": Keyword, "it is not true",
    "is": Keyword, "a test: `stock is empty`, `from is reserve`, `top is not red`",
    "in": Keyword, "`card.rank in [Ace, King]`: it is one of these",
    "every": Quantifier(Quantifier::Every),
        "`every(p in tableau, p.size == 16)`: true for all piles of a group, or all cards of a pile",
    "some": Quantifier(Quantifier::Some), "`some(p in tableau, p is empty)`: true for at least one of them",
    "count": Quantifier(Quantifier::Count), "`count(p in tableau, p is empty)`: for how many of them it is true",
    "sum": Quantifier(Quantifier::Sum), "`sum(c in waste, c.value)`: the total of a number over all of them",
}

impl Word {
    /// Looks up a word.
    pub fn find(text: &str) -> Option<Word> {
        WORDS.iter().find(|w| w.text == text).copied()
    }

    /// Returns the rank that the word names, if any.
    pub fn rank(self) -> Option<Rank> {
        if let WordKind::Rank(number) = self.kind {
            Rank::new(number)
        } else {
            None
        }
    }
}

/// Whether a text is a built-in word, and so cannot name a group, action or named condition.
pub fn is_reserved(text: &str) -> bool {
    Word::find(text).is_some()
}
