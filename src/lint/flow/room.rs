//! How many cards fit on the goal piles: a flow from the cards to the piles.

use crate::cards::{Card, FaceSet};

/// Piles of a unit, as a target of cards.
#[derive(Debug)]
pub(super) struct Target {
    /// The faces that may lie there.
    pub(super) faces: FaceSet,
    /// How many cards fit in all piles of the unit together.
    pub(super) room: u16,
    /// How many cards of one face fit there.
    pub(super) of_face: u16,
    /// How many cards of each face lie there.
    pub(super) cards: [u16; Card::FACES],
}

/// The most of some cards that fit in empty targets all together.
pub(super) fn most_cards(targets: &mut [Target], cards: &[Card]) -> usize {
    let fitting = cards.iter().filter(|&&card| {
        let mut tried = vec![false; targets.len()];
        place(targets, card, &mut tried)
    });
    fitting.count()
}

/// Places a card, if need be by moving others from target to target.
fn place(targets: &mut [Target], card: Card, tried: &mut [bool]) -> bool {
    for index in 0..targets.len() {
        let target = &targets[index];
        let fits = target.faces.contains(card) && target.cards[card.face()] < target.of_face;
        if !fits || std::mem::replace(&mut tried[index], true) {
            continue;
        }
        if target.cards.iter().sum::<u16>() == target.room {
            let others = target.faces.filter(|other| target.cards[other.face()] > 0);
            let Some(moved) = others.iter().find(|&other| place(targets, other, tried)) else {
                continue;
            };
            targets[index].cards[moved.face()] -= 1;
        }
        targets[index].cards[card.face()] += 1;
        return true;
    }
    false
}
