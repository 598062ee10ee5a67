//! The compiled rules of a game.

use std::sync::Arc;

use crate::cards::{Card, Order, Pack, Rank};
use crate::condition::{ActionId, Condition, GroupId, Names, PileId, PileSet, Piles, Place};
use crate::text::{Sources, Span};

use super::file::{Distinct, Role, Take};
use super::fold::Folded;
use super::step::{Step, StepKind};

/// A game's rules, compiled: everything has a value, every name is resolved, nothing can fail any more.
#[derive(Debug)]
pub struct Game {
    /// The id: the name of its file without the ending.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) name: String,
    /// Other names.
    pub(crate) aliases: Vec<String>,
    /// The games it is kin to; may be empty.
    pub(crate) family: String,
    /// One sentence about it; may be empty.
    pub(crate) about: String,
    /// Where its rules are written; may be empty.
    pub(crate) source: String,
    /// The game it is like, if it is.
    pub(crate) like: Option<String>,
    /// The variants that are played.
    pub(crate) variants: Vec<String>,
    /// What it is played with.
    pub(crate) pack: Pack,
    /// Its cards by their ids: the new packs in their order.
    pub(crate) deck: Vec<Card>,
    /// The order of its ranks.
    pub(crate) order: Arc<Order>,
    /// The rule for the base rank, if there is one.
    pub(crate) base: Option<Base>,
    /// The groups of piles, the stock first where the file does not list it.
    pub(crate) groups: Vec<Group>,
    /// The piles, group by group.
    pub(crate) piles: Vec<Pile>,
    /// The piles that refill themselves.
    pub(crate) filled: PileSet,
    /// The rules of moves as they are asked when moves are listed.
    pub(crate) folded: Folded,
    /// The pile that the shuffled pack becomes.
    pub(crate) stock: PileId,
    /// The pile that pairs leave for, where the game has one.
    pub(crate) discard: Option<PileId>,
    /// The steps before the first move; the picks among them stand first.
    pub(crate) setup: Vec<Step>,
    /// What is true of the table after the setup: the pack is shuffled until it is.
    pub(crate) until: Option<Condition>,
    /// What the player may ask for.
    pub(crate) actions: Vec<Action>,
    /// What happens by itself.
    pub(crate) autos: Vec<Auto>,
    /// The named conditions and their texts.
    pub(crate) defines: Vec<(String, String)>,
    /// When the game is won, where it is not by all cards on goal piles.
    pub(crate) win: Option<Condition>,
    /// How points are counted.
    pub(crate) score: Score,
    /// The names that conditions may use.
    pub(crate) names: Names,
    /// The texts it was read from.
    pub(crate) sources: Sources,
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
    /// What it is. It filled in defaults, and checks and messages name it; play does not read it.
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
        Clause {
            key: format!("piles.{}.{key}", self.name),
            span: self.written(key).or(self.header),
        }
    }

    /// Where one of the group's keys is written, if it is.
    #[must_use]
    pub fn written(&self, key: &str) -> Option<Span> {
        let mut written = self.written.iter();
        written.find(|(k, _)| *k == key).map(|(_, span)| *span)
    }
}

/// A pile: what of its group's rules is asked on the path of every move.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    /// Its group.
    pub group: GroupId,
    /// Where in its group it lies.
    pub place: Place,
    /// Whether its cards count for the win and the score.
    pub goal: bool,
    /// Whether cards may leave the game with its top card.
    pub pairs: bool,
    /// Whether a condition asks how often cards were moved to its group.
    pub is_counted: bool,
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
    /// The id: the name of the rules file without `.toml`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name, such as `Grand Duchess`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Other names of the game.
    #[must_use]
    pub fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// The family of related games, such as `Klondike`; may be empty.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// One sentence about the game; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Where its rules come from; may be empty.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The variants that it was compiled with.
    #[must_use]
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// Its cards in the order of new packs. A [`CardId`](crate::CardId) is a place in this list.
    #[must_use]
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// Its piles, group by group; the stock first unless the file lists it elsewhere.
    #[must_use]
    pub fn piles(&self) -> impl ExactSizeIterator<Item = PileId> + use<> {
        PileId::first(self.piles.len())
    }

    /// The pile that the shuffled pack becomes.
    #[must_use]
    pub fn stock(&self) -> PileId {
        self.stock
    }

    /// The name of the group that a pile is in, such as `tableau`.
    #[must_use]
    pub fn group_name(&self, pile: PileId) -> &str {
        &self.group_of(pile).name
    }

    /// Its actions, such as `deal` and `redeal`, in the order of the file.
    #[must_use]
    pub fn actions(&self) -> impl ExactSizeIterator<Item = ActionId> + use<> {
        ActionId::first(self.actions.len())
    }

    /// The name of an action.
    #[must_use]
    pub fn action_name(&self, action: ActionId) -> &str {
        &self.actions[action.at()].name
    }

    /// The group of a pile.
    #[must_use]
    pub(crate) fn group_of(&self, pile: PileId) -> &Group {
        &self.groups[self.piles[pile.at()].group.at()]
    }

    /// The group of an id.
    #[must_use]
    pub(crate) fn group(&self, group: GroupId) -> &Group {
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

    /// How much room its positions need: how many words a set of cards has, and how many piles and counters there can
    /// be. It is one of a few sizes.
    #[must_use]
    pub(crate) fn room(&self) -> (usize, usize) {
        let counters = self.actions.len() + self.groups.len();
        let piles = self
            .groups
            .iter()
            .map(|group| usize::from(group.piles.count))
            .sum();
        match (self.deck.len(), counters.max(piles)) {
            (..=64, ..=16) => (1, 16),
            (..=64, ..=64) => (1, 64),
            (..=128, ..=32) => (2, 32),
            (..=128, ..=128) => (2, 128),
            (_, ..=64) => (4, 64),
            _ => (4, 256),
        }
    }

    /// The steps of actions and of what happens by itself: all but those of the setup.
    pub(crate) fn steps_in_play(&self) -> impl Iterator<Item = &Step> {
        let actions = self.actions.iter().map(|a| &a.steps);
        actions.chain(self.autos.iter().map(|a| &a.steps)).flatten()
    }

    /// Whether cards can come to the stock or leave it once the setup is done.
    #[must_use]
    pub(crate) fn uses_stock(&self) -> bool {
        let stock = self.group_of(self.stock);
        let fills = |g: &Group| {
            let mut sources = g.fill.iter();
            sources.any(|&source| self.group(source).piles.first == self.stock)
        };
        stock.take != Take::None
            || stock.start.is_some()
            || self.groups.iter().any(fills)
            || self.steps_in_play().any(|step| match &step.kind {
                StepKind::Deal(dealing) => dealing.from.first == self.stock,
                StepKind::Turn { to, .. } => *to == self.stock,
                StepKind::Pick { .. }
                | StepKind::Shuffle(_)
                | StepKind::Rotate(_)
                | StepKind::Sink(..)
                | StepKind::Close(_)
                | StepKind::Call(_) => false,
            })
    }

    /// The rank whose name in a list of ranks this is, if the game has it.
    #[must_use]
    pub(crate) fn rank(&self, text: &str) -> Option<Rank> {
        text.parse()
            .ok()
            .filter(|&rank| self.order.place(rank).is_some())
    }
}
