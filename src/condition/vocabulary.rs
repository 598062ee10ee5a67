//! The vocabulary of the condition language, in one table. The checker, the messages, the reserved names and the
//! reference in `games/REFERENCE.md` are all derived from it.

use crate::cards::{Color, Rank, Suit};

use super::{CardRelation, LineKind, Side};

/// The key that a condition belongs to. It determines which variables the condition can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// `start`: which cards can be placed on an empty pile.
    Start,
    /// `build`: which cards can be placed on a pile's top card.
    Build,
    /// `pair`: which card can be removed together with a pile's top card.
    Pair,
    /// `swap`: which card can change places with a pile's top card.
    Swap,
    /// `run`: which two adjacent cards belong to the same run.
    Run,
    /// `available`: when cards can be taken from a pile.
    Available,
    /// `where`: which piles a step applies to.
    Where,
    /// `which`: which cards a step moves, given their target pile.
    Which,
    /// `when`: when an action or a step applies.
    When,
    /// `win`: when the game is won.
    Win,
    /// `until`: which opening is accepted.
    Until,
    /// `points`: the score, a number.
    Points,
    /// `holds`: what a test expects of a position, including the outcome.
    Holds,
}

impl Slot {
    /// All slots with their keys in the rules file.
    pub const ALL: [(Slot, &'static str); 13] = [
        (Slot::Start, "start"),
        (Slot::Build, "build"),
        (Slot::Pair, "pair"),
        (Slot::Swap, "swap"),
        (Slot::Run, "run"),
        (Slot::Available, "available"),
        (Slot::Where, "where"),
        (Slot::Which, "which"),
        (Slot::When, "when"),
        (Slot::Win, "win"),
        (Slot::Until, "until"),
        (Slot::Points, "points"),
        (Slot::Holds, "holds"),
    ];

    /// Returns the key in the rules file.
    pub fn key(self) -> &'static str {
        Slot::ALL[self as usize].1
    }
}

/// A variable that a condition can use, depending on its [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Returns the slots in which the variable is available.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A state tested with `is`; groups, ranks, suits and colors can also follow `is`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A keyword of the grammar.
    Keyword,
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

const fn word(text: &'static str, kind: WordKind, meaning: &'static str) -> Word {
    Word {
        text,
        kind,
        meaning,
    }
}

/// The vocabulary, in the order of the reference.
pub const WORDS: &[Word] = &[
    word(
        "up",
        WordKind::Relation(CardRelation::Up),
        "`card` is one rank higher than `top`; `up 2`: two ranks",
    ),
    word(
        "down",
        WordKind::Relation(CardRelation::Down),
        "`card` is one rank lower than `top`; `down 2`: two ranks",
    ),
    word(
        "in_suit",
        WordKind::Relation(CardRelation::InSuit),
        "`card` has the suit of `top`",
    ),
    word(
        "alternating",
        WordKind::Relation(CardRelation::Alternating),
        "`card` has the opposite color of `top`",
    ),
    word(
        "same_color",
        WordKind::Relation(CardRelation::SameColor),
        "`card` has the color of `top`",
    ),
    word(
        "other_suit",
        WordKind::Relation(CardRelation::OtherSuit),
        "`card` has a different suit from `top`",
    ),
    word(
        "same_rank",
        WordKind::Relation(CardRelation::SameRank),
        "`card` has the rank of `top`",
    ),
    word(
        "any",
        WordKind::Relation(CardRelation::Any),
        "any card is accepted",
    ),
    word(
        "card",
        WordKind::Variable(Variable::Card),
        "the card being moved; if there are several, the lowest",
    ),
    word(
        "top",
        WordKind::Variable(Variable::Top),
        "the card it would be placed on",
    ),
    word(
        "this",
        WordKind::Variable(Variable::This),
        "the pile that the condition belongs to",
    ),
    word(
        "from",
        WordKind::Variable(Variable::From),
        "the pile the cards come from",
    ),
    word(
        "moved",
        WordKind::Variable(Variable::Moved),
        "the cards being moved, as a pile: `moved.size`",
    ),
    word("base", WordKind::Variable(Variable::Base), "the base rank"),
    word(
        "used",
        WordKind::Variable(Variable::Used),
        "how many times an action was used, or cards were moved to a group: `used.redeal`",
    ),
    word(
        "score",
        WordKind::Variable(Variable::Score),
        "the score, without the points of earlier games",
    ),
    word("won", WordKind::Variable(Variable::Won), "the game is won"),
    word(
        "stuck",
        WordKind::Variable(Variable::Stuck),
        "the game is not won, and no card can be moved, now or after any actions",
    ),
    word("rank", WordKind::Property(Property::Rank), "a card's rank"),
    word("suit", WordKind::Property(Property::Suit), "a card's suit"),
    word(
        "color",
        WordKind::Property(Property::Color),
        "a card's color",
    ),
    word(
        "value",
        WordKind::Property(Property::Value),
        "a card's rank as a number, from Ace 1 to King 13, regardless of the rank order of the deck",
    ),
    word(
        "bottom",
        WordKind::Property(Property::Bottom),
        "a pile's bottom card; `pile.top` is its top card",
    ),
    word(
        "size",
        WordKind::Property(Property::Size),
        "the number of cards in a pile, or in all piles of a group",
    ),
    word(
        "index",
        WordKind::Property(Property::Index),
        "a pile's number in its group, a card's place in its pile from the bottom, or the number of a row or column",
    ),
    word(
        "row",
        WordKind::Property(Property::Row),
        "a pile's row, from 1 at the top",
    ),
    word(
        "col",
        WordKind::Property(Property::Col),
        "a pile's column in its row, from 1 at the left",
    ),
    word(
        "left",
        WordKind::Property(Property::Beside(Side::Left)),
        "the pile to the left in the same row: `this.left`",
    ),
    word(
        "right",
        WordKind::Property(Property::Beside(Side::Right)),
        "the pile to the right in the same row",
    ),
    word(
        "above",
        WordKind::Property(Property::Beside(Side::Above)),
        "the pile in the same column of the row above",
    ),
    word(
        "below",
        WordKind::Property(Property::Beside(Side::Below)),
        "the pile in the same column of the row below",
    ),
    word(
        "rows",
        WordKind::Property(Property::Lines(LineKind::Rows)),
        "the rows of a group, after `in`: `every(r in tableau.rows, r.size == 5)`",
    ),
    word(
        "cols",
        WordKind::Property(Property::Lines(LineKind::Cols)),
        "the columns of a group, after `in`",
    ),
    word(
        "lines",
        WordKind::Property(Property::Lines(LineKind::Lines)),
        "the rows and the columns of a group, after `in`",
    ),
    word(
        "empty",
        WordKind::State(State::Empty),
        "a pile, or every pile of a group, has no cards: `stock is empty`",
    ),
    word(
        "set",
        WordKind::State(State::Set),
        "the base rank has been decided: `base is set`",
    ),
    word(
        "face_up",
        WordKind::State(State::FaceUp),
        "a card is face up: `top is face_up`",
    ),
    word("Ace", WordKind::Rank(1), "a rank"),
    word("Two", WordKind::Rank(2), "a rank"),
    word("Three", WordKind::Rank(3), "a rank"),
    word("Four", WordKind::Rank(4), "a rank"),
    word("Five", WordKind::Rank(5), "a rank"),
    word("Six", WordKind::Rank(6), "a rank"),
    word("Seven", WordKind::Rank(7), "a rank"),
    word("Eight", WordKind::Rank(8), "a rank"),
    word("Nine", WordKind::Rank(9), "a rank"),
    word("Ten", WordKind::Rank(10), "a rank"),
    word("Jack", WordKind::Rank(11), "a rank"),
    word("Queen", WordKind::Rank(12), "a rank"),
    word("King", WordKind::Rank(13), "a rank"),
    word(
        "Joker",
        WordKind::Joker,
        "a joker, which has no rank, suit, color or value",
    ),
    word("clubs", WordKind::Suit(Suit::Clubs), "a suit"),
    word("diamonds", WordKind::Suit(Suit::Diamonds), "a suit"),
    word("hearts", WordKind::Suit(Suit::Hearts), "a suit"),
    word("spades", WordKind::Suit(Suit::Spades), "a suit"),
    word("red", WordKind::Color(Color::Red), "a color"),
    word("black", WordKind::Color(Color::Black), "a color"),
    word("and", WordKind::Keyword, "both are true"),
    word("or", WordKind::Keyword, "at least one is true"),
    word("not", WordKind::Keyword, "it is not true"),
    word(
        "is",
        WordKind::Keyword,
        "a test: `stock is empty`, `from is reserve`, `top is not red`",
    ),
    word(
        "in",
        WordKind::Keyword,
        "`card.rank in [Ace, King]`: it is one of these",
    ),
    word(
        "every",
        WordKind::Keyword,
        "`every(p in tableau, p.size == 16)`: true for all piles of a group, or all cards of a pile",
    ),
    word(
        "some",
        WordKind::Keyword,
        "`some(p in tableau, p is empty)`: true for at least one of them",
    ),
    word(
        "count",
        WordKind::Keyword,
        "`count(p in tableau, p is empty)`: for how many of them it is true",
    ),
    word(
        "sum",
        WordKind::Keyword,
        "`sum(c in waste, c.value)`: the total of a number over all of them",
    ),
];

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
