//! Piles that are known before play, whatever the position.

use super::{GroupExpr, Local, PileExpr, PileId, Place};

/// What is known before play about the value of a [`PileExpr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaticPile {
    /// It is always this pile.
    Known(PileId),
    /// There is never such a pile: the value is always `None`.
    Absent,
    /// It can change during the game.
    Dynamic,
}

impl GroupExpr {
    /// Returns the piles of the group, given the variables of the enclosing quantifiers, outermost first.
    pub(crate) fn resolve_static(self, locals: &[Local<'_>]) -> Option<Vec<PileId>> {
        match self {
            GroupExpr::Named(piles) => Some(piles.iter().collect()),
            GroupExpr::Local(depth) => match locals.iter().rev().nth(usize::from(depth)) {
                Some(Local::Line(line)) => Some(line.piles.clone()),
                Some(Local::Pile(_) | Local::Card(..)) | None => None,
            },
        }
    }
}

impl PileExpr {
    /// Resolves the expression without a position, given `this` and the variables of the enclosing quantifiers,
    /// outermost first.
    pub(crate) fn resolve_static(
        &self,
        this: PileId,
        locals: &[Local<'_>],
        places: &[Place],
    ) -> StaticPile {
        match self {
            PileExpr::This => StaticPile::Known(this),
            PileExpr::At(pile) => StaticPile::Known(*pile),
            PileExpr::Beside(pile, side) => match pile.resolve_static(this, locals, places) {
                StaticPile::Known(pile) => {
                    let place = places.get(pile.index());
                    let beside = place.and_then(|place| place.beside[*side as usize]);
                    beside.map_or(StaticPile::Absent, StaticPile::Known)
                }
                other => other,
            },
            PileExpr::Local(depth) => match locals.iter().rev().nth(usize::from(*depth)) {
                Some(Local::Pile(pile)) => StaticPile::Known(*pile),
                Some(Local::Card(..) | Local::Line(_)) | None => StaticPile::Dynamic,
            },
            PileExpr::From | PileExpr::Moved | PileExpr::Nth(..) => StaticPile::Dynamic,
        }
    }
}
