//! Conditions as operations on sets of cards.
//!
//! A set of cards is a `u128` over the ids of a game's cards, 128 at most. A [`Sieve`] lets those cards of a set
//! pass for which its condition holds, for all of them at once:
//!
//! - A part that reads the card, the card it would lie on, the base rank and the place of the pile, and nothing
//!   else, is a *table*: one set for each base (none, Ace .. King) where it reads the base, times one for each
//!   face (52) where it reads the top. That is one set (16 bytes) for `King`, 52 (832 bytes) for
//!   `down and alternating`, 14 x 52 (11,648 bytes) at most.
//! - A part that reads no card is a *fact*: it is asked once, and lets all pass or none.
//! - `from is reserve` lets the cards pass that lie in the reserve.
//! - A rank or suit of the card that is compared with something that does not hang on the card, such as
//!   `card.suit == this.left.top.suit`, is looked up once: what lets pass are the cards of that rank or suit.
//! - Where the piles lie is settled beforehand: `from.index - this.index == 1` lets the cards of one pile pass.
//! - What else hangs on the pile of origin but not on the card is asked once for each such pile.
//! - `and`, `or`, `not` become intersection, union, complement.
//! - Only what is left is asked card by card.
//!
//! The tables are made by the same evaluator that answers for a single card, so they cannot disagree in meaning;
//! a law of the tests compares them all the same.

mod make;

use make::Maker;

use super::{Comparison, Condition, PileId, Place, RankOf, Scene, SuitOf, Test, View};
use crate::cards::{Card, Order, Rank};

/// A set of cards, by their ids.
pub type Cards = u128;

/// A table of cards, as a sieve needs it.
pub trait Table: View {
    /// The cards that lie in the piles of a set; those that nothing may move can be left out.
    fn lying_in(&self, piles: u128) -> Cards;
    /// The pile that a card lies in.
    fn home(&self, card: usize) -> PileId;
}

/// A condition as an operation on sets of cards.
#[derive(Clone, Debug)]
pub struct Sieve {
    part: Part,
    deck: Vec<Card>,
    faces: Faces,
    condition: Condition,
}

#[derive(Clone, Debug)]
enum Part {
    Masks(Masks),
    Fact(Test),
    /// How the card's rank compares with another, which does not hang on the card.
    Rank(Comparison, RankOf),
    /// The card has a suit, which does not hang on the card.
    Suit(SuitOf),
    /// The card comes from one of a set of piles.
    From(u128),
    /// What hangs on the pile of origin, but not on the card.
    Origin(Test),
    Not(Box<Part>),
    All(Vec<Part>),
    Any(Vec<Part>),
    Each(Test),
}

/// The cards of each rank and of each suit.
#[derive(Clone, Debug)]
struct Faces {
    ranks: [Cards; 14],
    suits: [Cards; 4],
}

#[derive(Clone, Debug)]
struct Masks {
    by_base: bool,
    by_top: bool,
    sets: Box<[Cards]>,
}

impl Sieve {
    /// The sieve of a condition, for cards whose ids are their places in `deck` and for a pile of a game whose piles
    /// lie at these places in their groups.
    #[must_use]
    pub fn new(condition: &Condition, deck: &[Card], this: PileId, places: &[Place]) -> Sieve {
        let maker = Maker::new(&condition.order, deck, this, places);
        let part = maker.part(&condition.test);
        Sieve {
            part,
            deck: deck.to_vec(),
            faces: Faces::of(deck),
            condition: condition.clone(),
        }
    }

    /// The condition it was made of.
    #[must_use]
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Whether it reads nothing that changes during a game but the top card and the base rank.
    #[must_use]
    pub fn is_table(&self) -> bool {
        matches!(self.part, Part::Masks(_))
    }

    /// Those of the cards that pass. The scene's own card and pile of origin are not looked at.
    #[inline]
    #[must_use]
    pub fn pass<T: Table>(&self, scene: &Scene<'_, T>, cards: Cards) -> Cards {
        match &self.part {
            Part::Masks(masks) => masks.get(scene.base, scene.top) & cards,
            part => self.sift(part, scene, cards),
        }
    }

    /// The cards that pass on a top card, where it is a table.
    #[inline]
    #[must_use]
    pub fn table(&self, base: Option<Rank>, top: Option<Card>) -> Option<Cards> {
        match &self.part {
            Part::Masks(masks) => Some(masks.get(base, top)),
            _ => None,
        }
    }

    /// The cards that pass on a top card as far as the tables in it tell.
    #[inline]
    #[must_use]
    pub fn at_most(&self, base: Option<Rank>, top: Option<Card>) -> Cards {
        match &self.part {
            Part::Masks(masks) => masks.get(base, top),
            part => at_most(part, base, top),
        }
    }

    fn sift<T: Table>(&self, part: &Part, scene: &Scene<'_, T>, cards: Cards) -> Cards {
        match part {
            Part::Masks(masks) => masks.get(scene.base, scene.top) & cards,
            Part::Fact(test) => {
                if test.holds(scene, &self.condition.order) {
                    cards
                } else {
                    0
                }
            }
            Part::From(piles) => scene.view.lying_in(*piles) & cards,
            Part::Rank(how, rank) => {
                let order = &self.condition.order;
                let than = rank.found(scene, order);
                self.faces.of_ranks(*how, than, order) & cards
            }
            Part::Suit(suit) => {
                let suit = suit.found(scene, &self.condition.order);
                suit.map_or(0, |suit| self.faces.suits[suit as usize] & cards)
            }
            Part::Origin(test) => self.sift_origins(test, scene, cards),
            Part::Not(part) => cards & !self.sift(part, scene, cards),
            Part::All(parts) => parts.iter().fold(cards, |left, p| {
                if left == 0 {
                    0
                } else {
                    self.sift(p, scene, left)
                }
            }),
            Part::Any(parts) => parts
                .iter()
                .fold(0, |passed, p| passed | self.sift(p, scene, cards & !passed)),
            Part::Each(test) => {
                let mut passed = 0;
                let mut left = cards;
                while left != 0 {
                    let id = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let scene = Scene {
                        card: Some(self.deck[id]),
                        from: Some(scene.view.home(id)),
                        ..*scene
                    };
                    if test.holds(&scene, &self.condition.order) {
                        passed |= 1 << id;
                    }
                }
                passed
            }
        }
    }

    /// Asks once for each pile that cards come from.
    fn sift_origins<T: Table>(&self, test: &Test, scene: &Scene<'_, T>, cards: Cards) -> Cards {
        let (mut passed, mut left) = (0, cards);
        while left != 0 {
            let from = scene.view.home(left.trailing_zeros() as usize);
            let here = scene.view.lying_in(1 << from.0);
            // Of a card that nothing may move the pile may not know.
            let here = (here | left & left.wrapping_neg()) & left;
            left &= !here;
            let scene = Scene {
                from: Some(from),
                ..*scene
            };
            if test.holds(&scene, &self.condition.order) {
                passed |= here;
            }
        }
        passed
    }
}

impl Faces {
    fn of(deck: &[Card]) -> Faces {
        let mut faces = Faces {
            ranks: [0; 14],
            suits: [0; 4],
        };
        for (id, card) in deck.iter().enumerate() {
            faces.ranks[usize::from(card.rank.number())] |= 1 << id;
            faces.suits[card.suit as usize] |= 1 << id;
        }
        faces
    }

    /// The cards whose rank compares so with another.
    fn of_ranks(&self, how: Comparison, than: Option<Rank>, order: &Order) -> Cards {
        let Some(than) = than else { return 0 };
        if how == Comparison::Equal {
            return self.ranks[usize::from(than.number())];
        }
        let ranks = order.ranks().iter();
        let compare = |rank: Rank| how.compare(order.place(rank), order.place(than));
        let ranks = ranks.filter(|&&rank| compare(rank));
        ranks.fold(0, |set, rank| set | self.ranks[usize::from(rank.number())])
    }
}

impl Masks {
    #[inline]
    fn get(&self, base: Option<Rank>, top: Option<Card>) -> Cards {
        let base = if self.by_base {
            base.map_or(0, |b| usize::from(b.number()))
        } else {
            0
        };
        let (tops, top) = if self.by_top {
            (Card::FACES, top.map_or(0, Card::face))
        } else {
            (1, 0)
        };
        self.sets[base * tops + top]
    }
}

fn at_most(part: &Part, base: Option<Rank>, top: Option<Card>) -> Cards {
    let of = |part: &Part| at_most(part, base, top);
    match part {
        Part::Masks(masks) => masks.get(base, top),
        Part::Not(part) => match &**part {
            Part::Masks(masks) => !masks.get(base, top),
            _ => Cards::MAX,
        },
        Part::All(parts) => parts.iter().fold(Cards::MAX, |left, p| left & of(p)),
        Part::Any(parts) => parts.iter().fold(0, |passed, p| passed | of(p)),
        Part::Fact(_)
        | Part::From(_)
        | Part::Rank(..)
        | Part::Suit(_)
        | Part::Origin(_)
        | Part::Each(_) => Cards::MAX,
    }
}
