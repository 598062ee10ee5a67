//! How many things a condition looks at each time it is asked, at most.
//!
//! Each part of it is one thing, as often as the sentences around it make it be asked: once for each pile of their
//! groups, or for each card of the pack where they speak of the cards of a pile. The cards of all piles of one group
//! are one pack. So `every(p in tableau, every(c in p, ...))` asks `...` once for each card of the pack, not of each
//! pile.

use super::{
    CardExpr, ColorExpr, NumberExpr, PileExpr, Piles, Predicate, PredicateKind, RankExpr, Slot,
    SuitExpr,
};
use crate::text::{Diagnostic, Span, group_digits};

/// The most things that a condition looks at which is asked card by card.
pub const MAX_FOR_A_CARD: u64 = 10_000;
/// The most things that any other condition looks at.
pub const MAX_FOR_THE_TABLE: u64 = 100_000;
/// What asking whether a game is won counts as: another condition may decide it.
const WON: u64 = 1000;
/// What asking whether a game is stuck counts as: that is found out by playing on, and asked once at most.
const STUCK: u64 = MAX_FOR_THE_TABLE / 2;

impl Slot {
    /// The most things that a condition looks at, and how often it is asked.
    fn max_cost(self) -> (u64, &'static str) {
        match self {
            Slot::Start | Slot::Build | Slot::Pair | Slot::Run | Slot::Which => {
                (MAX_FOR_A_CARD, " for each card")
            }
            Slot::Available => (MAX_FOR_A_CARD, " for each pile"),
            Slot::Where | Slot::When | Slot::Until | Slot::Holds => (MAX_FOR_THE_TABLE, ""),
        }
    }
}

impl Predicate {
    /// How many things the test looks at, at most, where the pack has so many cards.
    #[must_use]
    pub fn cost(&self, cards: usize) -> u64 {
        Count::of(self, cards).things
    }

    /// The same, for a test that stands in a slot.
    ///
    /// # Errors
    /// More than a condition in that slot may look at.
    pub(super) fn cost_in(&self, slot: Slot, cards: usize) -> Result<u64, Box<Diagnostic>> {
        let count = Count::of(self, cards);
        let (most, each) = slot.max_cost();
        if count.things <= most {
            return Ok(count.things);
        }
        let span = count.innermost.map_or(self.span, |(_, span)| span);
        let (things, most) = (group_digits(count.things), group_digits(most));
        let message = format!("this looks at {things} things{each}; at most {most}");
        let expected = "each part counts as often as the sentences around it make it be asked";
        Err(Box::new(Diagnostic::error(span, message).label(expected)))
    }
}

/// Goes through a test and counts.
struct Count {
    /// The cards of the pack.
    cards: u64,
    /// How often each sentence around makes be asked what is in it.
    around: Vec<u64>,
    /// All of these together.
    times: u64,
    things: u64,
    /// The test that is gone through.
    at: Span,
    /// The sentence whose inside is asked most often, and how often.
    innermost: Option<(u64, Span)>,
}

impl Count {
    fn of(test: &Predicate, cards: usize) -> Count {
        let mut count = Count {
            cards: cards as u64,
            around: Vec::new(),
            times: 1,
            things: 0,
            at: test.span,
            innermost: None,
        };
        count.test(test);
        count
    }

    /// Counts a part that looks at so many things each time.
    fn look(&mut self, things: u64) {
        self.things = self
            .things
            .saturating_add(self.times.saturating_mul(things));
    }

    /// Counts what `f` goes through as often as a sentence makes it be asked.
    fn within(&mut self, times: u64, f: impl FnOnce(&mut Self)) {
        let before = self.times;
        self.around.push(times);
        self.times = before.saturating_mul(times);
        f(self);
        self.around.pop();
        self.times = before;
    }

    /// Counts what `f` goes through once for each card of a pile.
    fn each_card(&mut self, pile: &PileExpr, f: impl FnOnce(&mut Self)) {
        self.pile(pile);
        let cards = self.cards;
        let outer = match pile {
            PileExpr::Local(depth) => self.around.len().checked_sub(usize::from(*depth) + 1),
            _ => None,
        };
        let Some(outer) = outer else {
            return self.within(cards, f);
        };
        // The sentence around goes through the piles, and all of them together hold the pack once.
        let (piles, times) = (std::mem::replace(&mut self.around[outer], 1), self.times);
        self.times = self.around.iter().fold(1, |all, n| all.saturating_mul(*n));
        self.within(cards, f);
        (self.around[outer], self.times) = (piles, times);
    }

    fn body(&mut self, test: &Predicate) {
        let span = self.at;
        if self.innermost.is_none_or(|(times, _)| times <= self.times) {
            self.innermost = Some((self.times, span));
        }
        self.test(test);
        self.at = span;
    }

    fn each_pile(&mut self, piles: Piles, test: &Predicate) {
        self.within(u64::from(piles.count), |count| count.body(test));
    }

    fn test(&mut self, test: &Predicate) {
        self.look(1);
        self.at = test.span;
        match &test.kind {
            PredicateKind::Not(test) => self.test(test),
            PredicateKind::All(tests) | PredicateKind::Any(tests) => {
                for test in tests {
                    self.test(test);
                }
            }
            PredicateKind::Relation(_, by) => self.number(by),
            PredicateKind::Ranks(_, a, b) => {
                self.rank(a);
                self.rank(b);
            }
            PredicateKind::Suits(a, b) => [a, b].into_iter().for_each(|s| match s {
                SuitExpr::Suit(_) => {}
                SuitExpr::Of(card) => self.card(card),
            }),
            PredicateKind::Colors(a, b) => [a, b].into_iter().for_each(|c| match c {
                ColorExpr::Color(_) => {}
                ColorExpr::Of(card) => self.card(card),
            }),
            PredicateKind::Numbers(_, a, b) => {
                self.number(a);
                self.number(b);
            }
            PredicateKind::Within(pile, _) | PredicateKind::PileEmpty(pile) => self.pile(pile),
            PredicateKind::SamePile(a, b) => {
                self.pile(a);
                self.pile(b);
            }
            PredicateKind::AllEmpty(piles) => self.look(u64::from(piles.count)),
            PredicateKind::BaseSet => {}
            PredicateKind::Every(piles, test) | PredicateKind::Some(piles, test) => {
                self.each_pile(*piles, test);
            }
            PredicateKind::EveryCard(pile, test) | PredicateKind::SomeCard(pile, test) => {
                self.each_card(pile, |count| count.body(test));
            }
            PredicateKind::Won => self.look(WON),
            PredicateKind::Stuck => self.look(STUCK),
        }
    }

    fn pile(&mut self, pile: &PileExpr) {
        self.look(1);
        match pile {
            PileExpr::This | PileExpr::From | PileExpr::At(_) | PileExpr::Local(_) => {}
            PileExpr::Nth(_, number) => self.number(number),
            PileExpr::Beside(pile, _) => self.pile(pile),
        }
    }

    fn card(&mut self, card: &CardExpr) {
        self.look(1);
        match card {
            CardExpr::Card | CardExpr::Top | CardExpr::Local(_) => {}
            CardExpr::TopOf(pile) => self.pile(pile),
            // It is found from the top down.
            CardExpr::BottomOf(pile) => self.each_card(pile, |count| count.look(1)),
        }
    }

    fn rank(&mut self, rank: &RankExpr) {
        self.look(1);
        match rank {
            RankExpr::Rank(_) | RankExpr::Base => {}
            RankExpr::Of(card) => self.card(card),
            RankExpr::Step(rank, by) => {
                self.rank(rank);
                self.number(by);
            }
        }
    }

    fn number(&mut self, number: &NumberExpr) {
        self.look(1);
        match number {
            NumberExpr::Literal(_) | NumberExpr::Used(_) | NumberExpr::Score => {}
            NumberExpr::Size(pile)
            | NumberExpr::Index(pile)
            | NumberExpr::Row(pile)
            | NumberExpr::Col(pile) => {
                self.pile(pile);
            }
            NumberExpr::SizeOfAll(piles) => self.look(u64::from(piles.count)),
            NumberExpr::Value(card) => self.card(card),
            NumberExpr::Count(piles, test) => self.each_pile(*piles, test),
            NumberExpr::CountCards(pile, test) => self.each_card(pile, |count| count.body(test)),
            NumberExpr::Plus(a, b) | NumberExpr::Minus(a, b) => {
                self.number(a);
                self.number(b);
            }
        }
    }
}
