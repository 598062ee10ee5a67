//! Answering a condition for one card: the one evaluator, from which tables are made too.

use crate::cards::{Card, Order, Rank, Suit};

use super::{
    CardOf, ColorOf, Comparison, Condition, Counter, Number, PileId, PileOf, Piles, Place, RankOf,
    SuitOf, Test, TestKind, Trade,
};

/// What a condition may ask of a table. A position is one; so is a test's blank table.
pub trait View {
    /// The highest card of a pile.
    fn top(&self, pile: PileId) -> Option<Card>;
    /// The lowest card of a pile.
    fn bottom(&self, pile: PileId) -> Option<Card>;
    /// How many cards a pile holds.
    fn size(&self, pile: PileId) -> u8;
    /// Whether a pile holds no card.
    fn is_empty(&self, pile: PileId) -> bool {
        self.size(pile) == 0
    }
    /// Where a pile lies in its group.
    fn place(&self, pile: PileId) -> Place;
    /// Whether something holds of every card of a pile; asked from the top down, no further than the first of
    /// which it does not.
    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool;
    /// How often something was done.
    fn used(&self, counter: Counter) -> u16;
    /// The score.
    fn score(&self) -> i32;
    /// Whether the game is won.
    fn won(&self) -> bool;
    /// Whether no card can be moved any more.
    fn stuck(&self) -> bool;
}

/// What a condition speaks of when it is asked: the card and where it would go.
#[derive(Debug)]
pub struct Scene<'a, V: ?Sized> {
    /// The table.
    pub view: &'a V,
    /// The base rank.
    pub base: Option<Rank>,
    /// The card that is moved.
    pub card: Option<Card>,
    /// The card it would lie on.
    pub top: Option<Card>,
    /// The pile whose key the condition is.
    pub this: Option<PileId>,
    /// The pile the card comes from.
    pub from: Option<PileId>,
}

impl<V: ?Sized> Clone for Scene<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: ?Sized> Copy for Scene<'_, V> {}

impl<'a, V: View + ?Sized> Scene<'a, V> {
    /// The table alone, as `when` knows it.
    pub fn table(view: &'a V, base: Option<Rank>) -> Scene<'a, V> {
        Scene {
            view,
            base,
            card: None,
            top: None,
            this: None,
            from: None,
        }
    }
}

impl Condition {
    /// Whether the condition holds.
    #[must_use]
    pub fn holds<V: View + ?Sized>(&self, scene: &Scene<'_, V>) -> bool {
        self.test.holds(scene, &self.order)
    }
}

impl Test {
    /// Whether the test holds, with ranks in this order.
    #[must_use]
    pub fn holds<V: View + ?Sized>(&self, scene: &Scene<'_, V>, order: &Order) -> bool {
        Eval::of(scene, order).test(self)
    }

    /// Whether the test holds inside of sentences that speak of these, the outermost first.
    pub(crate) fn holds_within<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        locals: &[Local],
    ) -> bool {
        Eval::of(scene, order).test_within(self, locals)
    }
}

/// The scene, and what the sentences around speak of: a chain from the innermost outwards.
struct Eval<'a, V: ?Sized> {
    scene: &'a Scene<'a, V>,
    order: &'a Order,
    outer: Option<&'a Eval<'a, V>>,
    local: Option<Local>,
}

/// What a sentence speaks of in its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Local {
    Pile(PileId),
    Card(Card),
}

impl<'a, V: View + ?Sized> Eval<'a, V> {
    fn of(scene: &'a Scene<'a, V>, order: &'a Order) -> Eval<'a, V> {
        Eval {
            scene,
            order,
            outer: None,
            local: None,
        }
    }

    fn test(&self, test: &Test) -> bool {
        match &test.kind {
            TestKind::Not(test) => !self.test(test),
            TestKind::All(tests) => tests.iter().all(|t| self.test(t)),
            TestKind::Any(tests) => tests.iter().any(|t| self.test(t)),
            TestKind::Trade(trade, by) => self.trade(*trade, by).unwrap_or(false),
            TestKind::Ranks(how, a, b) => {
                let place = |rank| self.order.place(self.rank(rank)?);
                how.compare(place(a), place(b))
            }
            TestKind::Suits(a, b) => Comparison::Equal.compare(self.suit(a), self.suit(b)),
            TestKind::Colors(a, b) => match (self.color(a), self.color(b)) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
            TestKind::Numbers(how, a, b) => how.compare(self.number(a), self.number(b)),
            TestKind::Within(pile, piles) => self.pile(pile).is_some_and(|p| piles.contains(p)),
            TestKind::SamePile(a, b) => Comparison::Equal.compare(self.pile(a), self.pile(b)),
            TestKind::PileEmpty(pile) => {
                self.pile(pile).is_none_or(|p| self.scene.view.is_empty(p))
            }
            TestKind::AllEmpty(piles) => piles.iter().all(|p| self.scene.view.is_empty(p)),
            TestKind::BaseSet => self.scene.base.is_some(),
            TestKind::Every(piles, test) => self.each(*piles).all(|e| e.test(test)),
            TestKind::Some(piles, test) => self.each(*piles).any(|e| e.test(test)),
            TestKind::EveryCard(pile, test) => self.every_card(pile, |e| e.test(test)),
            TestKind::SomeCard(pile, test) => !self.every_card(pile, |e| !e.test(test)),
            TestKind::Won => self.scene.view.won(),
            TestKind::Stuck => self.scene.view.stuck(),
        }
    }

    fn test_within(&self, test: &Test, locals: &[Local]) -> bool {
        match locals.split_first() {
            Some((first, rest)) => self.within(*first).test_within(test, rest),
            None => self.test(test),
        }
    }

    fn within(&self, local: Local) -> Eval<'_, V> {
        Eval {
            scene: self.scene,
            order: self.order,
            outer: Some(self),
            local: Some(local),
        }
    }

    fn each(&self, piles: Piles) -> impl Iterator<Item = Eval<'_, V>> {
        piles.iter().map(|p| self.within(Local::Pile(p)))
    }

    /// A pile that is not there has no cards, so that everything holds of all of them.
    fn every_card(&self, pile: &PileOf, mut holds: impl FnMut(Eval<'_, V>) -> bool) -> bool {
        self.pile(pile).is_none_or(|pile| {
            let view = self.scene.view;
            view.every_card(pile, &mut |card| holds(self.within(Local::Card(card))))
        })
    }

    /// What the sentence speaks of that stands around so many others.
    fn local(&self, depth: u8) -> Option<Local> {
        match depth {
            0 => self.local,
            _ => self.outer?.local(depth - 1),
        }
    }

    fn trade(&self, trade: Trade, by: &Number) -> Option<bool> {
        if trade == Trade::Any {
            return Some(true);
        }
        let (card, top) = (self.scene.card?, self.scene.top?);
        Some(match trade {
            Trade::Up => self.order.step(top.rank, self.number(by)?) == Some(card.rank),
            Trade::Down => {
                self.order.step(top.rank, self.number(by)?.saturating_neg()) == Some(card.rank)
            }
            Trade::InSuit => card.suit == top.suit,
            Trade::Alternating => card.color() != top.color(),
            Trade::SameColor => card.color() == top.color(),
            Trade::OtherSuit => card.suit != top.suit,
            Trade::SameRank => card.rank == top.rank,
            Trade::Any => true,
        })
    }

    fn pile(&self, pile: &PileOf) -> Option<PileId> {
        match pile {
            PileOf::This => self.scene.this,
            PileOf::From => self.scene.from,
            PileOf::At(pile) => Some(*pile),
            PileOf::Nth(piles, number) => piles.nth(self.number(number)?),
            PileOf::Beside(pile, side) => {
                self.scene.view.place(self.pile(pile)?).beside[*side as usize]
            }
            PileOf::Local(depth) => match self.local(*depth)? {
                Local::Pile(pile) => Some(pile),
                Local::Card(_) => None,
            },
        }
    }

    fn card(&self, card: &CardOf) -> Option<Card> {
        match card {
            CardOf::Card => self.scene.card,
            CardOf::Top => self.scene.top,
            CardOf::Local(depth) => match self.local(*depth)? {
                Local::Card(card) => Some(card),
                Local::Pile(_) => None,
            },
            CardOf::TopOf(pile) => self.scene.view.top(self.pile(pile)?),
            CardOf::BottomOf(pile) => self.scene.view.bottom(self.pile(pile)?),
        }
    }

    fn rank(&self, rank: &RankOf) -> Option<Rank> {
        match rank {
            RankOf::Rank(rank) => Some(*rank),
            RankOf::Base => self.scene.base,
            RankOf::Of(card) => Some(self.card(card)?.rank),
            RankOf::Step(rank, by) => self.order.step(self.rank(rank)?, self.number(by)?),
        }
    }

    fn suit(&self, suit: &SuitOf) -> Option<Suit> {
        match suit {
            SuitOf::Suit(suit) => Some(*suit),
            SuitOf::Of(card) => Some(self.card(card)?.suit),
        }
    }

    fn color(&self, color: &ColorOf) -> Option<crate::cards::Color> {
        match color {
            ColorOf::Color(color) => Some(*color),
            ColorOf::Of(card) => Some(self.card(card)?.color()),
        }
    }

    fn number(&self, number: &Number) -> Option<i32> {
        let view = self.scene.view;
        Some(match number {
            Number::Number(number) => *number,
            Number::Size(pile) => self.pile(pile).map_or(0, |p| i32::from(view.size(p))),
            Number::SizeOfAll(piles) => piles.iter().map(|p| i32::from(view.size(p))).sum(),
            Number::Index(pile) => i32::from(view.place(self.pile(pile)?).index),
            Number::Row(pile) => i32::from(view.place(self.pile(pile)?).row),
            Number::Col(pile) => i32::from(view.place(self.pile(pile)?).col),
            Number::Value(card) => i32::from(self.card(card)?.rank.number()),
            Number::Used(counter) => i32::from(view.used(*counter)),
            Number::Score => view.score(),
            Number::Count(piles, test) => {
                i32::try_from(self.each(*piles).filter(|e| e.test(test)).count())
                    .unwrap_or(i32::MAX)
            }
            Number::CountCards(pile, test) => {
                let mut count = 0;
                self.every_card(pile, |e| {
                    count += i32::from(e.test(test));
                    true
                });
                count
            }
            Number::Plus(a, b) => self.number(a)?.saturating_add(self.number(b)?),
            Number::Minus(a, b) => self.number(a)?.saturating_sub(self.number(b)?),
        })
    }
}

impl Comparison {
    /// Compares; with something that is not there the answer is no.
    pub(super) fn compare<T: Ord>(self, a: Option<T>, b: Option<T>) -> bool {
        let (Some(a), Some(b)) = (a, b) else {
            return false;
        };
        match self {
            Comparison::Equal => a == b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::More => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}
