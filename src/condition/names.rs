//! The symbols that conditions can refer to: piles, groups, actions and named conditions.

use std::ops::Range;

use super::{Expr, Property};
use crate::cards::{IdSet, id};

id! {
    /// The index of a pile in the game's list of piles.
    PileId
}

/// A set of a game's piles.
pub type PileSet = IdSet<PileId, 4>;

id! {
    /// The index of a group of piles, in the order of the file.
    GroupId
}

id! {
    /// The index of an action, in the order of the file.
    ActionId
}

/// Something whose uses the game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Counter {
    /// Uses of an action by the player.
    Action(ActionId),
    /// Moves of cards to a group by the player.
    Group(GroupId),
}

/// The location of a pile within its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its number in the group, from 1.
    pub index: u8,
    /// Its row, from 1 at the top.
    pub row: u8,
    /// Its column in the row, from 1 at the left; gaps in a drawn shape count as columns.
    pub col: u8,
    /// The adjacent piles, indexed by [`Side`]; `None` on a side without a pile.
    pub beside: [Option<PileId>; 4],
}

impl Place {
    /// A number of the place: `index`, `row` or `col`.
    pub fn number(self, property: Property) -> Option<u8> {
        match property {
            Property::Index => Some(self.index),
            Property::Row => Some(self.row),
            Property::Col => Some(self.col),
            _ => None,
        }
    }
}

/// A direction from a pile to an adjacent one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The previous column of the same row.
    Left,
    /// The next column of the same row.
    Right,
    /// The same column of the previous row.
    Above,
    /// The same column of the next row.
    Below,
}

impl Side {
    /// Whether it leads to another row.
    pub fn is_vertical(self) -> bool {
        matches!(self, Side::Above | Side::Below)
    }
}

/// A range of consecutive piles: all piles of a group, or one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piles {
    /// The first pile.
    pub first: PileId,
    /// The number of piles.
    pub count: u8,
}

impl Piles {
    /// The empty range.
    pub const NONE: Piles = Piles {
        first: PileId::new(0),
        count: 0,
    };

    /// Creates a range of a single pile.
    pub fn one(pile: PileId) -> Piles {
        Piles {
            first: pile,
            count: 1,
        }
    }

    /// Returns the piles as a set.
    pub fn set(self) -> PileSet {
        PileSet::first(self.range().end) - PileSet::first(self.range().start)
    }

    /// Iterates over the piles in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = PileId> + Clone {
        self.range().map(PileId::new)
    }

    /// Whether a pile is in the range.
    pub fn contains(self, pile: PileId) -> bool {
        self.range().contains(&pile.index())
    }

    /// Returns the pile with a number, counted from 1, or `None` if out of range.
    pub fn nth(self, number: i32) -> Option<PileId> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        (index < usize::from(self.count)).then(|| PileId::new(self.first.index() + index))
    }

    /// Returns the piles as a range of indices.
    pub fn range(self) -> Range<usize> {
        self.first.index()..self.first.index() + usize::from(self.count)
    }
}

/// Which lines of a group a quantifier ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// The rows.
    Rows,
    /// The columns.
    Cols,
    /// The rows, then the columns.
    Lines,
}

/// A row or column of a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Its number, from 1.
    pub index: u8,
    /// Its piles, in order.
    pub piles: Vec<PileId>,
}

/// A group of piles, as a symbol in conditions.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its piles.
    pub piles: Piles,
    /// The places of its piles.
    pub places: Vec<Place>,
}

impl Group {
    /// Returns its rows, its columns, or both. Places without a pile belong to no line. If it has both, the numbers of
    /// the columns follow those of the rows.
    pub fn lines(&self, kind: LineKind) -> Vec<Line> {
        let by = |number: fn(&Place) -> u8, offset: u8| {
            let last = self.places.iter().map(number).max().unwrap_or(0);
            let lines = (1..=last).map(move |line| {
                let piles = self.piles.iter().zip(&self.places);
                let piles = piles.filter(|(_, place)| number(place) == line);
                Line {
                    index: line.saturating_add(offset),
                    piles: piles.map(|(pile, _)| pile).collect(),
                }
            });
            lines.filter(|line| !line.piles.is_empty())
        };
        let rows = || by(|place| place.row, 0);
        match kind {
            LineKind::Rows => rows().collect(),
            LineKind::Cols => by(|place| place.col, 0).collect(),
            LineKind::Lines => {
                let last = rows().next_back().map_or(0, |row| row.index);
                rows().chain(by(|place| place.col, last)).collect()
            }
        }
    }
}

/// A named condition, as a symbol in conditions. It may stand for a value of any type.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The name that its body has for the argument, if it takes one.
    pub parameter: Option<String>,
    /// What it stands for; `None` if that failed to parse.
    pub body: Option<Expr>,
    /// What it says in English, by its author: a part of a sentence, with the parameter in braces.
    pub description: Option<String>,
}

/// The symbol table for a game's conditions.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The number of cards in the game.
    pub cards: usize,
    /// The cost of evaluating the score.
    pub score_cost: u64,
    /// Whether any of them is a joker.
    pub has_jokers: bool,
    /// The groups, indexed by [`GroupId`].
    pub groups: Vec<Group>,
    /// The actions, indexed by [`ActionId`].
    pub actions: Vec<String>,
    /// The named conditions.
    pub definitions: Vec<Definition>,
}

impl Names {
    /// Looks up a group by name.
    pub fn group(&self, name: &str) -> Option<GroupId> {
        let index = self.groups.iter().position(|g| g.name == name)?;
        Some(GroupId::new(index))
    }

    /// Why a name cannot name a variable or a parameter; `None` if it can.
    pub fn why_no_variable(&self, name: &str) -> Option<&'static str> {
        if super::is_reserved(name) {
            Some("it is a word of the condition language")
        } else {
            self.group(name).map(|_| "it is a group of piles")
        }
    }

    /// Looks up an action by name.
    pub fn action(&self, name: &str) -> Option<ActionId> {
        let index = self.actions.iter().position(|a| a == name)?;
        Some(ActionId::new(index))
    }

    /// Looks up a named condition.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|d| d.name == name)
    }

    /// Looks up a counter by the name of its action or group.
    pub fn counter(&self, name: &str) -> Option<Counter> {
        let action = self.action(name).map(Counter::Action);
        action.or_else(|| self.group(name).map(Counter::Group))
    }

    /// Iterates over the names of all counters.
    pub fn counters(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter().map(|g| g.name.as_str());
        self.actions.iter().map(String::as_str).chain(groups)
    }

    /// Returns the piles of a group.
    pub fn piles(&self, group: GroupId) -> Piles {
        self.groups[group.index()].piles
    }
}
