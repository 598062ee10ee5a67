//! The actions that only move cards between the stock and piles like the waste.
//!
//! **Cycle.** Let all actions only deal cards and turn piles over, within some piles that a player places no card on; let
//! nothing happen automatically; let no condition but those of the actions depend on these piles or on how often the actions
//! were used, and let those of the actions depend on nothing else. Then an action neither helps nor hinders a move that has
//! nothing to do with these piles: both can be made in either order, and lead to the same position. So it is enough to try
//! the moves that take a card from these piles after any number of actions, and all others before any action. And if the
//! actions lead around to where they began, all positions on the way are one.

use crate::condition::PileSet;
use crate::rules::file::Take;

use super::premises::Premises;
use super::reduction::Reduction;

/// The piles within which all actions of a game move cards, if players move no cards to these piles: the stock, the
/// waste.
#[derive(Clone, Debug)]
pub(in crate::search) struct Cycle {
    /// The piles.
    pub(in crate::search) piles: PileSet,
    /// Whether only the top cards of these piles can be moved, and nothing onto them, so that the cards they offer can
    /// be remembered.
    pub(in crate::search) offers_tops: bool,
}

impl Cycle {
    /// Finds the actions of a game that only move cards between the stock and piles like the waste.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub(in crate::search) fn find(premises: &Premises<'_>) -> Result<Cycle, &'static str> {
        premises.check(Reduction::Cycle).whole?;
        let mut targets = premises.game.folded.targets.iter();
        if targets.all(|target| premises.turned.contains(target.pile)) {
            // Nothing could be joined, and each position would be followed in vain.
            return Err("every move is about the piles that the actions turn");
        }
        let offers_tops = premises.turned.iter().all(|pile| {
            let group = premises.game.group_of(pile);
            matches!(group.take, Take::None | Take::Top) && group.pair.is_none()
        });
        Ok(Cycle {
            piles: premises.turned,
            offers_tops,
        })
    }
}
