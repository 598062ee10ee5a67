//! The one table of the words that conditions are made of. The checker, the messages, the reserved names and the
//! reference in `games/README.md` all come from it.

use crate::cards::{Color, Rank, Suit};

use super::{CardRelation, Side};

/// Where a condition stands. It decides what the condition may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// `start`: a unit of cards onto an empty pile.
    Start,
    /// `build`: a unit of cards onto a pile's top card.
    Build,
    /// `pair`: a card and the top card that leaves with it.
    Pair,
    /// `run`: a card and the one it lies on.
    Run,
    /// `available`: a pile.
    Available,
    /// `where`: a pile that a step would serve.
    Where,
    /// `which`: a card that a step would move, and the pile it would go to.
    Which,
    /// `when`: the whole table.
    When,
    /// `until`: the whole table.
    Until,
    /// `holds`: the whole table, the score and the end.
    Holds,
}

impl Slot {
    /// All slots, with the key that conditions of each are written under.
    pub const ALL: [(Slot, &'static str); 10] = [
        (Slot::Start, "start"),
        (Slot::Build, "build"),
        (Slot::Pair, "pair"),
        (Slot::Run, "run"),
        (Slot::Available, "available"),
        (Slot::Where, "where"),
        (Slot::Which, "which"),
        (Slot::When, "when"),
        (Slot::Until, "until"),
        (Slot::Holds, "holds"),
    ];

    /// The key.
    #[must_use]
    pub fn key(self) -> &'static str {
        Slot::ALL[self as usize].1
    }
}

/// What a condition may speak of.
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
    /// The slots that have it.
    #[must_use]
    pub fn slots(self) -> &'static [Slot] {
        use Slot::{Available, Build, Holds, Pair, Run, Start, Until, When, Where, Which};
        match self {
            Variable::Card => &[Start, Build, Pair, Run, Which],
            Variable::Top => &[Build, Pair, Run],
            Variable::This => &[Start, Build, Pair, Run, Available, Where, Which],
            Variable::From => &[Start, Build, Pair, Which],
            Variable::Base | Variable::Used => &[
                Start, Build, Pair, Run, Available, Where, Which, When, Until, Holds,
            ],
            Variable::Score | Variable::Won | Variable::Stuck => &[Holds],
        }
    }
}

/// What may be asked with a dot.
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
    /// `from.index`
    Index,
    /// `this.row`
    Row,
    /// `this.col`
    Col,
    /// `this.left`, `this.right`, `this.above`, `this.below`
    Beside(Side),
    /// `card.value`
    Value,
}

/// What may be said with `is`, beside groups, ranks, suits and colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// `stock is empty`
    Empty,
    /// `base is set`
    Set,
}

/// What kind of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// a relation of `card` to `top`: it judges `card` on `top`.
    Relation(CardRelation),
    /// A thing to speak of.
    Variable(Variable),
    /// What is asked with a dot.
    Property(Property),
    /// What is said with `is`.
    State(State),
    /// A rank, by its number.
    Rank(u8),
    /// A suit.
    Suit(Suit),
    /// A color.
    Color(Color),
    /// A word that joins others.
    Keyword,
}

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// What kind of word.
    pub kind: WordKind,
    /// What it means.
    pub meaning: &'static str,
}

const fn word(text: &'static str, kind: WordKind, meaning: &'static str) -> Word {
    Word {
        text,
        kind,
        meaning,
    }
}

/// All words, in the order of the reference.
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
        "`card` has the other color than `top`",
    ),
    word(
        "same_color",
        WordKind::Relation(CardRelation::SameColor),
        "`card` has the color of `top`",
    ),
    word(
        "other_suit",
        WordKind::Relation(CardRelation::OtherSuit),
        "`card` has another suit than `top`",
    ),
    word(
        "same_rank",
        WordKind::Relation(CardRelation::SameRank),
        "`card` has the rank of `top`",
    ),
    word("any", WordKind::Relation(CardRelation::Any), "every card"),
    word(
        "card",
        WordKind::Variable(Variable::Card),
        "the card that is moved; of several the lowest",
    ),
    word(
        "top",
        WordKind::Variable(Variable::Top),
        "the card it would lie on",
    ),
    word(
        "this",
        WordKind::Variable(Variable::This),
        "the pile whose key the condition is",
    ),
    word(
        "from",
        WordKind::Variable(Variable::From),
        "the pile the cards come from",
    ),
    word("base", WordKind::Variable(Variable::Base), "the base rank"),
    word(
        "used",
        WordKind::Variable(Variable::Used),
        "how often an action was used, or cards were moved to a group: `used.redeal`",
    ),
    word("score", WordKind::Variable(Variable::Score), "the score"),
    word("won", WordKind::Variable(Variable::Won), "the game is won"),
    word(
        "stuck",
        WordKind::Variable(Variable::Stuck),
        "no card can be moved any more",
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
        "a card's rank as a number, from Ace 1 to King 13, whatever the order of the deck",
    ),
    word(
        "bottom",
        WordKind::Property(Property::Bottom),
        "a pile's lowest card; `pile.top` is its highest",
    ),
    word(
        "size",
        WordKind::Property(Property::Size),
        "how many cards a pile holds, or all piles of a group",
    ),
    word(
        "index",
        WordKind::Property(Property::Index),
        "a pile's number in its group, from 1",
    ),
    word(
        "row",
        WordKind::Property(Property::Row),
        "the row a pile lies in, from 1 at the top",
    ),
    word(
        "col",
        WordKind::Property(Property::Col),
        "a pile's place in its row, from 1 at the left",
    ),
    word(
        "left",
        WordKind::Property(Property::Beside(Side::Left)),
        "the pile before a pile in its row: `this.left`",
    ),
    word(
        "right",
        WordKind::Property(Property::Beside(Side::Right)),
        "the pile after a pile in its row",
    ),
    word(
        "above",
        WordKind::Property(Property::Beside(Side::Above)),
        "the pile at the same place of the row before",
    ),
    word(
        "below",
        WordKind::Property(Property::Beside(Side::Below)),
        "the pile at the same place of the row after",
    ),
    word(
        "empty",
        WordKind::State(State::Empty),
        "said of a pile, or of all piles of a group: `stock is empty`",
    ),
    word(
        "set",
        WordKind::State(State::Set),
        "said of the base rank: `base is set`",
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
    word("clubs", WordKind::Suit(Suit::Clubs), "a suit"),
    word("diamonds", WordKind::Suit(Suit::Diamonds), "a suit"),
    word("hearts", WordKind::Suit(Suit::Hearts), "a suit"),
    word("spades", WordKind::Suit(Suit::Spades), "a suit"),
    word("red", WordKind::Color(Color::Red), "a color"),
    word("black", WordKind::Color(Color::Black), "a color"),
    word("and", WordKind::Keyword, "both hold"),
    word("or", WordKind::Keyword, "one of them holds, or both"),
    word("not", WordKind::Keyword, "it does not hold"),
    word(
        "is",
        WordKind::Keyword,
        "`stock is empty`, `from is reserve`, `top is not red`",
    ),
    word(
        "in",
        WordKind::Keyword,
        "`card.rank in [Ace, King]`: it is one of them",
    ),
    word(
        "every",
        WordKind::Keyword,
        "`every(p in tableau, p.size == 16)`: it holds of all piles of a group, or all cards of a pile",
    ),
    word(
        "some",
        WordKind::Keyword,
        "`some(p in tableau, p is empty)`: it holds of one of them at least",
    ),
    word(
        "count",
        WordKind::Keyword,
        "`count(p in tableau, p is empty)`: of how many of them it holds",
    ),
];

impl Word {
    /// The word of a text.
    #[must_use]
    pub fn find(text: &str) -> Option<Word> {
        WORDS.iter().find(|w| w.text == text).copied()
    }

    /// The rank that the word names.
    #[must_use]
    pub fn rank(self) -> Option<Rank> {
        if let WordKind::Rank(number) = self.kind {
            Rank::new(number)
        } else {
            None
        }
    }
}

/// Whether a text is a word of the language, so that no group, action or named condition may be called so.
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    Word::find(text).is_some()
}
