//! Piles, groups and actions as conditions know them.

use std::fmt;
use std::ops::Range;

use super::Expr;
use crate::cards::{IdSet, id};

id! {
    /// A pile: its place in the game's order of piles.
    PileId
}

/// A set of a game's piles.
pub type PileSet = IdSet<PileId, 4>;

id! {
    /// A group of piles: its place in the order of the file.
    GroupId
}

id! {
    /// An action: its place in the order of the file.
    ActionId
}

/// Something of which the game counts how often it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// An action that the player asked for.
    Action(ActionId),
    /// Cards that the player moved to a pile of a group.
    Group(GroupId),
}

/// Where a pile lies in its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its number in the group, from 1.
    pub index: u8,
    /// Its row, from 1 at the top.
    pub row: u8,
    /// Its place in the row, from 1 at the left; what is drawn as empty counts.
    pub col: u8,
    /// The piles beside it, by [`Side`]; `None` where none lies there.
    pub beside: [Option<PileId>; 4],
}

/// A side of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The place before it in its row.
    Left,
    /// The place after it in its row.
    Right,
    /// The same place in the row before it.
    Above,
    /// The same place in the row after it.
    Below,
}

/// Piles that lie side by side in the game's order: those of a group, or one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    /// The first of them.
    pub first: PileId,
    /// How many.
    pub count: u8,
}

impl Piles {
    /// A single pile.
    #[must_use]
    pub fn one(pile: PileId) -> Piles {
        Piles {
            first: pile,
            count: 1,
        }
    }

    /// The piles as a set.
    #[must_use]
    pub fn set(self) -> PileSet {
        PileSet::first(self.range().end) - PileSet::first(self.range().start)
    }

    /// The piles in their order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = PileId> + Clone {
        self.range().map(PileId::new)
    }

    /// Whether a pile is one of them.
    #[must_use]
    pub fn contains(self, pile: PileId) -> bool {
        self.range().contains(&pile.at())
    }

    /// The pile with a number counted from 1.
    #[must_use]
    pub fn nth(self, number: i32) -> Option<PileId> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        (place < usize::from(self.count)).then(|| PileId::new(self.first.at() + place))
    }

    /// The piles as a range of indices.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.first.at()..self.first.at() + usize::from(self.count)
    }
}

/// A group as conditions know it.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its piles.
    pub piles: Piles,
}

/// The names that a game's conditions may use.
#[derive(Clone, Default)]
pub struct Names {
    /// How many cards the pack has.
    pub cards: usize,
    /// The groups, in the order of their [`GroupId`]s.
    pub groups: Vec<Group>,
    /// The actions, in the order of their [`ActionId`]s.
    pub actions: Vec<String>,
    /// The named conditions; nothing stands for one that could not be read.
    pub defines: Vec<(String, Option<Expr>)>,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names")
            .field("groups", &self.groups)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}

impl Names {
    /// The group of a name.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<GroupId> {
        let at = self.groups.iter().position(|g| g.name == name)?;
        Some(GroupId::new(at))
    }

    /// The action of a name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<ActionId> {
        let at = self.actions.iter().position(|a| a == name)?;
        Some(ActionId::new(at))
    }

    /// What is counted under a name: an action, or moves to a group.
    #[must_use]
    pub fn counter(&self, name: &str) -> Option<Counter> {
        let action = self.action(name).map(Counter::Action);
        action.or_else(|| self.group(name).map(Counter::Group))
    }

    /// The names under which something is counted.
    pub fn counters(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter().map(|g| g.name.as_str());
        self.actions.iter().map(String::as_str).chain(groups)
    }

    /// The piles of a group.
    #[must_use]
    pub fn piles(&self, group: GroupId) -> Piles {
        self.groups[group.at()].piles
    }
}
