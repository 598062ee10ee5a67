//! The compiled rules of a game.

use std::sync::Arc;

use crate::cards::{Card, Order, Pack, Rank};
use crate::condition::{ActionId, Condition, GroupId, Names, PileId, Piles, Place, Sieve};
use crate::text::{Sources, Span};

use super::file::{By, Distinct, Role, Take};

/// A game's rules, compiled: everything has a value, every name is resolved, nothing can fail any more.
#[derive(Debug)]
pub struct Game {
    /// The id: the name of its file without the ending.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The games it is kin to; may be empty.
    pub family: String,
    /// One sentence about it; may be empty.
    pub about: String,
    /// Where its rules are written; may be empty.
    pub source: String,
    /// The game it is like, if it is.
    pub like: Option<String>,
    /// The variants that are played.
    pub variants: Vec<String>,
    /// What it is played with.
    pub pack: Pack,
    /// Its cards by their ids: the new packs in their order.
    pub deck: Vec<Card>,
    /// The order of its ranks.
    pub order: Arc<Order>,
    /// The rule for the base rank, if there is one.
    pub base: Option<Base>,
    /// The groups of piles, the stock first where the file does not list it.
    pub groups: Vec<Group>,
    /// The piles, group by group.
    pub piles: Vec<Pile>,
    /// The pile that the shuffled pack becomes.
    pub stock: PileId,
    /// The pile that pairs leave for, where the game has one.
    pub discard: Option<PileId>,
    /// The steps before the first move; the picks among them stand first.
    pub setup: Vec<Step>,
    /// What is true of the table after the setup: the pack is shuffled until it is.
    pub until: Option<Condition>,
    /// What the player may ask for.
    pub actions: Vec<Action>,
    /// What happens by itself.
    pub autos: Vec<Auto>,
    /// The named conditions and their texts.
    pub defines: Vec<(String, String)>,
    /// When the game is won, where it is not by all cards on goal piles.
    pub win: Option<Condition>,
    /// How points are counted.
    pub score: Score,
    /// The names that conditions may use.
    pub names: Names,
    /// The texts it was read from.
    pub sources: Sources,
}

/// The rule for the base rank.
#[derive(Clone, Debug)]
pub struct Base {
    /// The group whose first card sets it.
    pub of: GroupId,
    /// The groups from which a player's card may set it.
    pub from: Vec<GroupId>,
    /// Whether nothing else is legal before.
    pub locks: bool,
    /// Where `locks` is written, else `[base]`.
    pub clause: Clause,
    /// Where `from` is written, else `[base]`.
    pub from_clause: Clause,
}

/// A place in the rules that forbids something: a key, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The path of the key: `piles.tableau.build`.
    pub key: String,
    /// Where it is written; where it is not, the header of its table, if there is one.
    pub span: Option<Span>,
}

/// How a pile is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As the number of its cards.
    Count,
    /// As its top card and the number of its cards.
    Top,
    /// As its last few cards and the number of its cards.
    Last,
    /// Card by card.
    All,
}

/// How many cards may land at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Exactly so many.
    Exactly(u8),
    /// Any number.
    Any,
}

/// A group of piles.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The shortest prefix of its name that no other group's name begins with.
    pub short: String,
    /// What it is; only read where the rules are written out.
    pub role: Role,
    /// Its piles.
    pub piles: Piles,
    /// What an empty pile accepts.
    pub start: Option<Condition>,
    /// What a top card accepts on it.
    pub build: Option<Condition>,
    /// With which card a top card leaves the game.
    pub pair: Option<Condition>,
    /// What may be lifted.
    pub take: Take,
    /// Which card may lie on which in a run that is lifted, or that lands where nothing is lifted.
    pub run: Option<Condition>,
    /// When cards may be lifted at all.
    pub available: Option<Condition>,
    /// Where an emptied pile is refilled from.
    pub fill: Vec<GroupId>,
    /// How many cards may land at once.
    pub unit: Unit,
    /// Whether its piles are one place.
    pub alike: bool,
    /// Whether its cards count for the win and the score.
    pub goal: bool,
    /// The most cards in a pile.
    pub capacity: Option<u8>,
    /// How many cards at a pile's bottom never leave.
    pub keep: u8,
    /// In what no two bottom cards may be alike.
    pub distinct: Option<Distinct>,
    /// Whether a condition asks how often cards were moved there.
    pub is_counted: bool,
    /// How its piles are shown.
    pub shown: Shown,
    /// The keys that the file writes, with their places.
    pub written: Vec<(&'static str, Span)>,
    /// The header of its table, if there is one.
    pub header: Option<Span>,
}

impl Group {
    /// The clause of one of the group's keys.
    #[must_use]
    pub fn clause(&self, key: &'static str) -> Clause {
        let written = self
            .written
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, span)| *span);
        Clause {
            key: format!("piles.{}.{key}", self.name),
            span: written.or(self.header),
        }
    }
}

/// A pile: what of its group's rules is asked on the path of every move, made ready for it.
#[derive(Clone, Debug)]
pub struct Pile {
    /// Its group.
    pub group: GroupId,
    /// Where in its group it lies.
    pub place: Place,
    /// The piles beside it, by [`Side`](crate::condition::Side).
    pub beside: [Option<PileId>; 4],
    /// What it accepts when it is empty.
    pub start: Option<Arc<Sieve>>,
    /// What it accepts on its top card.
    pub build: Option<Arc<Sieve>>,
    /// With which card its top card leaves the game.
    pub pair: Option<Arc<Sieve>>,
    /// Which card may lie on which in a run that is lifted from it; in one that lands, where nothing is lifted.
    pub run: Option<Arc<Sieve>>,
}

/// A step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// Whether it is done.
    pub when: Option<Condition>,
    /// Where it is written.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Cards that are dealt one by one.
    Deal(Box<Dealing>),
    /// Piles turned over as one packet; from the first to be moved to the last, so that the last lies on top.
    Turn {
        /// The piles in the order in which their packets come to lie on the target, each turned over.
        from: Vec<PileId>,
        /// Which of them are turned.
        only: Option<Condition>,
        /// The pile that gets them.
        to: PileId,
    },
    /// A pile that is shuffled.
    Shuffle(PileId),
    /// Piles whose bottom cards come to lie on top.
    Rotate(Piles),
    /// Piles in which some cards go to the bottom; all keep their order otherwise.
    Sink(Piles, Condition),
    /// Piles that move up to fill the empty ones before them.
    Close(Piles),
    /// Cards out of the pack, one to each pile.
    Pick {
        /// The cards.
        cards: Vec<Card>,
        /// The piles.
        to: Piles,
    },
    /// The steps of an action.
    Call(ActionId),
}

/// What a deal brings, and where.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// The piles the cards come from; from the first that has such a card.
    pub from: Piles,
    /// The piles they go to.
    pub to: Piles,
    /// Which of these are served.
    pub only: Option<Condition>,
    /// How many cards.
    pub amount: Amount,
    /// Which cards: the highest of a pile that is such.
    pub which: Option<Condition>,
    /// Cards that go elsewhere.
    pub divert: Option<Divert>,
    /// In which order the piles are served.
    pub by: By,
    /// Whether the cards come to lie face up.
    pub up: bool,
    /// Whether they are slid under what lies there.
    pub under: bool,
}

impl Dealing {
    /// How many cards one of the piles is to get.
    #[must_use]
    pub fn amount_of(&self, pile: PileId) -> u8 {
        self.amount.of(pile.at() - self.to.first.at())
    }
}

/// Cards that go elsewhere while others are dealt.
#[derive(Clone, Debug)]
pub struct Divert {
    /// Which cards.
    pub which: Condition,
    /// The piles that get them.
    pub to: Piles,
    /// Whether they come to lie face up.
    pub up: bool,
}

/// How many cards a deal brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many to each pile.
    Each(u8),
    /// So many to each, pile by pile.
    List(Vec<u8>),
    /// All that are left.
    All,
}

impl Amount {
    /// How many cards a pile is to get.
    #[must_use]
    pub fn of(&self, place: usize) -> u8 {
        match self {
            Amount::Each(number) => *number,
            Amount::List(list) => list.get(place).copied().unwrap_or(0),
            Amount::All => u8::MAX,
        }
    }

    /// How many cards that is, for so many piles; nothing for all that are left.
    #[must_use]
    pub fn total(&self, piles: u8) -> Option<usize> {
        match self {
            Amount::Each(number) => Some(usize::from(*number) * usize::from(piles)),
            Amount::List(list) => Some(list.iter().map(|&n| usize::from(n)).sum()),
            Amount::All => None,
        }
    }
}

/// Something the player may ask for.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// When it may be asked for.
    pub when: Option<Condition>,
    /// How often in a game.
    pub limit: Option<u16>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Where `limit` is written.
    pub limit_span: Option<Span>,
    /// Where `do` is written.
    pub steps_span: Span,
    /// Whether a condition asks how often it was used.
    pub is_counted: bool,
    /// Whether its steps may move cards and yet leave everything as it was: what is turned may be dealt again.
    pub may_restore: bool,
}

/// Something that happens by itself.
#[derive(Clone, Debug)]
pub struct Auto {
    /// Its name.
    pub name: String,
    /// When it happens.
    pub when: Option<Condition>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// How points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The points before the first card.
    pub start: i32,
    /// The points for each card on a goal pile.
    pub card: i32,
    /// Whether a game begins with the points of the one before it.
    pub carry: bool,
}

impl Game {
    /// The group of a pile.
    #[must_use]
    pub fn group_of(&self, pile: PileId) -> &Group {
        &self.groups[self.piles[pile.at()].group.at()]
    }

    /// The group of an id.
    #[must_use]
    pub fn group(&self, group: GroupId) -> &Group {
        &self.groups[group.at()]
    }

    /// The name of a pile: the short name of its group, with its number where there are several.
    #[must_use]
    pub fn pile_name(&self, pile: PileId) -> String {
        let group = self.group_of(pile);
        if group.piles.count == 1 {
            group.short.clone()
        } else {
            format!("{}{}", group.short, self.piles[pile.at()].place.index)
        }
    }

    /// The full name of a pile: that of its group, with its number where there are several.
    #[must_use]
    pub fn pile_full_name(&self, pile: PileId) -> String {
        let group = self.group_of(pile);
        if group.piles.count == 1 {
            group.name.clone()
        } else {
            format!("{} {}", group.name, self.piles[pile.at()].place.index)
        }
    }

    /// The rank whose name in a list of ranks this is, if the game has it.
    #[must_use]
    pub fn rank(&self, text: &str) -> Option<Rank> {
        text.parse()
            .ok()
            .filter(|&rank| self.order.place(rank).is_some())
    }
}
