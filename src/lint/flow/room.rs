//! How many cards fit on the goal piles: a flow from the cards to the piles.

use super::moves::first;
use super::world::World;
use crate::cards::Card;
use crate::condition::PileSet;

/// Piles of a unit, as a target of cards.
#[derive(Debug)]
struct Target {
    unit: PileSet,
    /// How many more cards fit in all piles of the unit.
    room: u16,
    /// How many more cards of each face fit there.
    of_face: [u16; Card::FACES],
    /// How many cards of each face lie there.
    cards: [u16; Card::FACES],
}

/// The room on the goal piles.
#[derive(Debug)]
pub(super) struct Room<'a> {
    world: &'a World<'a>,
    targets: Vec<Target>,
}

impl<'a> Room<'a> {
    pub(super) fn new(world: &'a World<'a>) -> Room<'a> {
        Room {
            world,
            targets: Vec::new(),
        }
    }

    /// Adds the piles of a unit, with the most cards in each, and whether equal cards can lie in one pile.
    pub(super) fn add(&mut self, unit: PileSet, most: u16, may_repeat: bool) {
        let piles = u16::try_from(unit.len()).unwrap_or(u16::MAX);
        let faces = self.world.cards(first(unit));
        let mut of_face = [0; Card::FACES];
        for card in faces.iter() {
            of_face[card.face()] = if may_repeat { u16::MAX } else { piles };
        }
        self.targets.push(Target {
            unit,
            room: most.saturating_mul(piles),
            of_face,
            cards: [0; Card::FACES],
        });
    }

    /// The most cards that fit there all together.
    pub(super) fn most_cards(&mut self) -> u16 {
        let mut placed = 0;
        for &card in &self.world.game.deck {
            let mut tried = vec![false; self.targets.len()];
            placed += u16::from(self.place(card.face(), &mut tried));
        }
        placed
    }

    /// Places a card, if need be by moving others from pile to pile.
    fn place(&mut self, face: usize, tried: &mut [bool]) -> bool {
        for target in 0..self.targets.len() {
            if tried[target] || self.targets[target].of_face[face] == 0 {
                continue;
            }
            tried[target] = true;
            if self.targets[target].room == 0 {
                let others =
                    (0..Card::FACES).filter(|&other| self.targets[target].cards[other] > 0);
                let Some(moved) = others
                    .collect::<Vec<_>>()
                    .into_iter()
                    .find(|&other| self.place(other, tried))
                else {
                    continue;
                };
                self.targets[target].take(moved);
            }
            self.targets[target].put(face);
            return true;
        }
        false
    }
}

impl Target {
    fn put(&mut self, face: usize) {
        self.room -= 1;
        self.of_face[face] = self.of_face[face].saturating_sub(1);
        self.cards[face] += 1;
    }

    fn take(&mut self, face: usize) {
        debug_assert!(!self.unit.is_empty());
        self.room += 1;
        self.of_face[face] = self.of_face[face].saturating_add(1);
        self.cards[face] -= 1;
    }
}
