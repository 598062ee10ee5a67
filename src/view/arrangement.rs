//! Where the piles lie on the table, for a board on a terminal or in a window.

use serde::Serialize;

use crate::cards::Suit;
use crate::condition::{Condition, Leaf, PileExpr, PileId, Side};
use crate::play::{Position, Sight};
use crate::rules::file::Role;
use crate::rules::{Group, PileDisplay};

/// A group of piles on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GroupView {
    /// Its name.
    pub name: String,
    /// Which cards of a pile are seen.
    pub display: PileDisplay,
    /// Whether so little is seen of each pile that the piles lie side by side, however many they are.
    pub is_flat: bool,
    /// Whether a card that is moved to a pile leaves with its top card, or changes places with it.
    pub pairs: bool,
    /// Its piles, in their order.
    pub piles: Vec<Spot>,
}

/// Where a pile lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Spot {
    /// The short name of the pile.
    pub name: String,
    /// Its row in the group, from 1 at the top.
    pub row: u8,
    /// How far it is from the left edge of the group, in half columns.
    pub across: usize,
    /// The suit that the pile waits for, if it is empty and the rules say which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaits: Option<char>,
}

impl Position {
    /// The groups of piles that are on the table, in the order of the rules.
    pub fn table(&self) -> Vec<GroupView> {
        let groups = self.game().groups.iter();
        let shown = groups.filter(|group| self.is_on_table(group));
        shown.map(|group| self.view_group(group)).collect()
    }

    fn view_group(&self, group: &Group) -> GroupView {
        let game = self.game();
        let spot = |(pile, (row, across)): (PileId, (u8, usize))| Spot {
            name: game.pile_name(pile),
            row,
            across,
            awaits: self.awaited_suit(group, pile).map(Suit::letter),
        };
        GroupView {
            name: group.name.clone(),
            display: group.display,
            is_flat: self.shows_little(group),
            pairs: group.partner_rule().is_some(),
            piles: group
                .piles
                .iter()
                .zip(self.spots(group))
                .map(spot)
                .collect(),
        }
    }

    /// Whether a group is on the table: an empty stock that is not used is not.
    #[doc(hidden)]
    pub fn is_on_table(&self, group: &Group) -> bool {
        let game = self.game();
        group.piles.first != game.stock || self.size(game.stock) > 0 || game.uses_stock()
    }

    /// Whether only a card or two are seen of each pile of a group.
    #[doc(hidden)]
    pub fn shows_little(&self, group: &Group) -> bool {
        let is_dealt_to = || {
            self.game().steps_in_play().any(|step| {
                step.amount.is_some() && step.only.is_none() && group.piles.contains(step.to.first)
            })
        };
        match group.display {
            PileDisplay::Count | PileDisplay::Top => true,
            PileDisplay::Last | PileDisplay::All => {
                let holds_single_cards = group.piles.iter().all(|pile| self.size(pile) <= 1);
                group.capacity == Some(1)
                    || (holds_single_cards
                        && group.build.is_none()
                        && (!group.fill.is_empty() || !is_dealt_to()))
            }
        }
    }

    /// The row of each pile of a group, and how far it is from the left edge, in half columns.
    #[doc(hidden)]
    pub fn spots(&self, group: &Group) -> Vec<(u8, usize)> {
        let places = self.game().piles[group.piles.range()].iter();
        let places = places.map(|pile| pile.place);
        let lean = lean_of(group);
        let across = places.map(|place| {
            let across = 2 * i32::from(place.col) + lean * i32::from(place.row);
            (place.row, across)
        });
        let across: Vec<(u8, i32)> = across.collect();
        let first = across.iter().map(|(_, across)| *across).min().unwrap_or(0);
        let from_left =
            |(row, across): (u8, i32)| (row, usize::try_from(across - first).unwrap_or(0));
        across.into_iter().map(from_left).collect()
    }

    /// The suit that an empty foundation waits for, if the rules say which.
    #[doc(hidden)]
    pub fn awaited_suit(&self, group: &Group, pile: PileId) -> Option<Suit> {
        let is_empty = |pile: PileId| self.size(pile) == 0;
        // Of interchangeable piles, the first one is filled first.
        let is_next = !group.alike || group.piles.iter().find(|&p| is_empty(p)) == Some(pile);
        let suits = &self.game().pack.suits;
        let has_choice = suits.iter().any(|suit| *suit != suits[0]);
        if group.role != Role::Foundation || !is_empty(pile) || !is_next || !has_choice {
            return None;
        }
        Sight::for_player(self).awaited_suit(pile)
    }
}

/// By how many half columns each row is drawn to the right of the row above it. If a pile waits for the pile below it
/// and the one beside that, as in a pyramid, it is drawn halfway between them.
fn lean_of(group: &Group) -> i32 {
    let (mut left, mut right) = (false, false);
    let available = group.available.as_ref().map(|c: &Condition| &c.predicate);
    if let Some(predicate) = available {
        predicate.walk(&mut |leaf| {
            if let Leaf::Contents(PileExpr::Beside(pile, second)) = leaf
                && let PileExpr::Beside(this, first) = &**pile
                && **this == PileExpr::This
            {
                match (first, second) {
                    (Side::Below, Side::Right) | (Side::Right, Side::Below) => right = true,
                    (Side::Below, Side::Left) | (Side::Left, Side::Below) => left = true,
                    _ => {}
                }
            }
        });
    }
    i32::from(left && !right) - i32::from(right && !left)
}
