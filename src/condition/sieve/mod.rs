//! Conditions as operations on sets of cards.
//!
//! A [`Sieve`] lets those cards of a set pass for which its condition holds, for all of them at once:
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
//! - Only what is left is asked card by card, and what would cost too much to be settled beforehand.
//!
//! The tables are made by the same evaluator that answers for a single card, so they cannot disagree in meaning;
//! a law of the tests compares them all the same.

mod make;

use make::Maker;

use super::{Comparison, Condition, PileId, PileSet, Place, RankOf, Scene, SuitOf, Test, View};
use crate::cards::{Card, CardId, CardSet, Order, Rank, Suit};

/// A table of cards, as a sieve needs it.
pub trait Table: View {
    /// The cards that lie in the piles of a set; those that nothing may move can be left out.
    fn lying_in(&self, piles: PileSet) -> CardSet;
    /// The pile that a card lies in; `None` for a card that is not on the table.
    fn pile_of(&self, card: CardId) -> Option<PileId>;
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
    From(PileSet),
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
    ranks: [CardSet; Rank::COUNT],
    suits: [CardSet; Suit::ALL.len()],
}

#[derive(Clone, Debug)]
struct Masks {
    by_base: bool,
    by_top: bool,
    sets: Box<[CardSet]>,
}

impl Sieve {
    /// The sieve of a condition, for cards whose ids are their places in `deck` and for a pile of a game whose piles
    /// lie at these places in their groups. `left` is how many things may still be looked at for tables; what would
    /// need more is asked card by card.
    #[must_use]
    pub fn new(
        condition: &Condition,
        deck: &[Card],
        this: PileId,
        places: &[Place],
        left: &mut u64,
    ) -> Sieve {
        let mut maker = Maker::new(&condition.order, deck, this, places, left);
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

    /// How many things are looked at to let cards pass, at most.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost_of(&self.part, self.deck.len() as u64)
    }

    /// The same for a part that so many cards come to.
    fn cost_of(&self, part: &Part, mut cards: u64) -> u64 {
        let cost = |test: &Test| test.cost(self.deck.len());
        match part {
            Part::Masks(_) | Part::From(_) => 1,
            Part::Fact(test) => cost(test),
            Part::Rank(..) | Part::Suit(_) => self.condition.cost,
            Part::Not(part) => self.cost_of(part, cards),
            Part::Any(parts) => parts.iter().map(|p| self.cost_of(p, cards)).sum(),
            Part::All(parts) => parts.iter().fold(0, |sum, part| {
                let sum = sum + self.cost_of(part, cards);
                if let Part::Masks(masks) = part {
                    cards = cards.min(masks.most());
                }
                sum
            }),
            // Each card may lie in a pile of its own.
            Part::Origin(test) | Part::Each(test) => cost(test) * cards,
        }
    }

    /// Those of the cards that pass. The scene's own card and pile of origin are not looked at.
    #[inline]
    #[must_use]
    pub fn pass<T: Table>(&self, scene: &Scene<'_, T>, cards: CardSet) -> CardSet {
        match &self.part {
            Part::Masks(masks) => masks.get(scene.base, scene.top) & cards,
            part => self.sift(part, scene, cards),
        }
    }

    /// The cards that pass on a top card, where it is a table.
    #[inline]
    #[must_use]
    pub fn table(&self, base: Option<Rank>, top: Option<Card>) -> Option<CardSet> {
        match &self.part {
            Part::Masks(masks) => Some(masks.get(base, top)),
            _ => None,
        }
    }

    /// The cards that pass on a top card as far as the tables in it tell.
    #[inline]
    #[must_use]
    pub fn at_most(&self, base: Option<Rank>, top: Option<Card>) -> CardSet {
        match &self.part {
            Part::Masks(masks) => masks.get(base, top),
            part => self.at_most_of(part, base, top),
        }
    }

    fn at_most_of(&self, part: &Part, base: Option<Rank>, top: Option<Card>) -> CardSet {
        let of = |part: &Part| self.at_most_of(part, base, top);
        let all = CardSet::first(self.deck.len());
        match part {
            Part::Masks(masks) => masks.get(base, top),
            Part::All(parts) => parts.iter().fold(all, |left, p| left & of(p)),
            Part::Any(parts) => parts
                .iter()
                .fold(CardSet::EMPTY, |passed, p| passed | of(p)),
            Part::Not(_)
            | Part::Fact(_)
            | Part::From(_)
            | Part::Rank(..)
            | Part::Suit(_)
            | Part::Origin(_)
            | Part::Each(_) => all,
        }
    }

    fn sift<T: Table>(&self, part: &Part, scene: &Scene<'_, T>, cards: CardSet) -> CardSet {
        match part {
            Part::Masks(masks) => masks.get(scene.base, scene.top) & cards,
            Part::Fact(test) => {
                if test.holds(scene, &self.condition.order) {
                    cards
                } else {
                    CardSet::EMPTY
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
                suit.map_or(CardSet::EMPTY, |suit| {
                    self.faces.suits[suit as usize] & cards
                })
            }
            Part::Origin(test) => self.sift_origins(test, scene, cards),
            Part::Not(part) => cards - self.sift(part, scene, cards),
            Part::All(parts) => parts.iter().fold(cards, |left, p| {
                if left.is_empty() {
                    left
                } else {
                    self.sift(p, scene, left)
                }
            }),
            Part::Any(parts) => parts.iter().fold(CardSet::EMPTY, |passed, p| {
                passed | self.sift(p, scene, cards - passed)
            }),
            Part::Each(test) => cards.filter(|card| {
                let scene = Scene {
                    card: Some(self.deck[card.at()]),
                    from: scene.view.pile_of(card),
                    ..*scene
                };
                test.holds(&scene, &self.condition.order)
            }),
        }
    }

    /// Asks once for each pile that cards come from.
    fn sift_origins<T: Table>(&self, test: &Test, scene: &Scene<'_, T>, cards: CardSet) -> CardSet {
        let (mut passed, mut left) = (CardSet::EMPTY, cards);
        while let Some(card) = left.lowest() {
            let from = scene.view.pile_of(card);
            let here = from.map_or(CardSet::EMPTY, |p| scene.view.lying_in(PileSet::of(p)));
            // Of a card that nothing may move the pile may not know.
            let here = (here | CardSet::of(card)) & left;
            left -= here;
            let scene = Scene { from, ..*scene };
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
            ranks: [CardSet::EMPTY; Rank::COUNT],
            suits: [CardSet::EMPTY; Suit::ALL.len()],
        };
        for (id, card) in CardId::first(deck.len()).zip(deck) {
            faces.ranks[card.rank.index()].insert(id);
            faces.suits[card.suit as usize].insert(id);
        }
        faces
    }

    /// The cards whose rank compares so with another.
    fn of_ranks(&self, how: Comparison, than: Option<Rank>, order: &Order) -> CardSet {
        let Some(than) = than else {
            return CardSet::EMPTY;
        };
        if how == Comparison::Equal {
            return self.ranks[than.index()];
        }
        let ranks = order.ranks().iter();
        let compare = |rank: Rank| how.compare(order.place(rank), order.place(than));
        let ranks = ranks.filter(|&&rank| compare(rank));
        ranks.fold(CardSet::EMPTY, |set, rank| set | self.ranks[rank.index()])
    }
}

impl Masks {
    /// How many cards pass at most.
    fn most(&self) -> u64 {
        let sizes = self.sets.iter().map(|cards| cards.len() as u64);
        sizes.max().unwrap_or(0)
    }

    #[inline]
    fn get(&self, base: Option<Rank>, top: Option<Card>) -> CardSet {
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
