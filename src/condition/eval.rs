//! Answering a condition for one card: the one evaluator, from which tables are made too.

use crate::cards::{Card, Order, Rank, Suit};

use super::{
    CardExpr, CardRelation, ColorExpr, Comparison, Condition, Counter, NumberExpr, PileExpr,
    PileId, Piles, Place, Predicate, PredicateKind, RankExpr, SuitExpr,
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

impl Predicate {
    /// Whether the test holds, with ranks in this order.
    #[must_use]
    pub fn holds<V: View + ?Sized>(&self, scene: &Scene<'_, V>, order: &Order) -> bool {
        Eval::new(scene, order).test(self)
    }

    /// Whether the test holds inside of sentences that speak of these, the outermost first.
    pub(crate) fn holds_within<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        locals: &[Local],
    ) -> bool {
        Eval::new(scene, order).test_within(self, locals)
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
    fn new(scene: &'a Scene<'a, V>, order: &'a Order) -> Eval<'a, V> {
        Eval {
            scene,
            order,
            outer: None,
            local: None,
        }
    }

    fn test(&self, test: &Predicate) -> bool {
        match &test.kind {
            PredicateKind::Not(test) => !self.test(test),
            PredicateKind::All(tests) => tests.iter().all(|t| self.test(t)),
            PredicateKind::Any(tests) => tests.iter().any(|t| self.test(t)),
            PredicateKind::Relation(relation, by) => self.relation(*relation, by).unwrap_or(false),
            PredicateKind::Ranks(how, a, b) => {
                let place = |rank| self.order.place(self.rank(rank)?);
                how.compare(place(a), place(b))
            }
            PredicateKind::Suits(a, b) => Comparison::Equal.compare(self.suit(a), self.suit(b)),
            PredicateKind::Colors(a, b) => match (self.color(a), self.color(b)) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
            PredicateKind::Numbers(how, a, b) => how.compare(self.number(a), self.number(b)),
            PredicateKind::Within(pile, piles) => {
                self.pile(pile).is_some_and(|p| piles.contains(p))
            }
            PredicateKind::SamePile(a, b) => Comparison::Equal.compare(self.pile(a), self.pile(b)),
            PredicateKind::PileEmpty(pile) => {
                self.pile(pile).is_none_or(|p| self.scene.view.is_empty(p))
            }
            PredicateKind::AllEmpty(piles) => piles.iter().all(|p| self.scene.view.is_empty(p)),
            PredicateKind::BaseSet => self.scene.base.is_some(),
            PredicateKind::Every(piles, test) => self.each(*piles).all(|e| e.test(test)),
            PredicateKind::Some(piles, test) => self.each(*piles).any(|e| e.test(test)),
            PredicateKind::EveryCard(pile, test) => self.every_card(pile, |e| e.test(test)),
            PredicateKind::SomeCard(pile, test) => !self.every_card(pile, |e| !e.test(test)),
            PredicateKind::Won => self.scene.view.won(),
            PredicateKind::Stuck => self.scene.view.stuck(),
        }
    }

    fn test_within(&self, test: &Predicate, locals: &[Local]) -> bool {
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
    fn every_card(&self, pile: &PileExpr, mut holds: impl FnMut(Eval<'_, V>) -> bool) -> bool {
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

    fn relation(&self, relation: CardRelation, by: &NumberExpr) -> Option<bool> {
        if relation == CardRelation::Any {
            return Some(true);
        }
        let (card, top) = (self.scene.card?, self.scene.top?);
        Some(match relation {
            CardRelation::Up => self.order.step(top.rank, self.number(by)?) == Some(card.rank),
            CardRelation::Down => {
                self.order.step(top.rank, self.number(by)?.saturating_neg()) == Some(card.rank)
            }
            CardRelation::InSuit => card.suit == top.suit,
            CardRelation::Alternating => card.color() != top.color(),
            CardRelation::SameColor => card.color() == top.color(),
            CardRelation::OtherSuit => card.suit != top.suit,
            CardRelation::SameRank => card.rank == top.rank,
            CardRelation::Any => true,
        })
    }

    fn pile(&self, pile: &PileExpr) -> Option<PileId> {
        match pile {
            PileExpr::This => self.scene.this,
            PileExpr::From => self.scene.from,
            PileExpr::At(pile) => Some(*pile),
            PileExpr::Nth(piles, number) => piles.nth(self.number(number)?),
            PileExpr::Beside(pile, side) => {
                self.scene.view.place(self.pile(pile)?).beside[*side as usize]
            }
            PileExpr::Local(depth) => match self.local(*depth)? {
                Local::Pile(pile) => Some(pile),
                Local::Card(_) => None,
            },
        }
    }

    fn card(&self, card: &CardExpr) -> Option<Card> {
        match card {
            CardExpr::Card => self.scene.card,
            CardExpr::Top => self.scene.top,
            CardExpr::Local(depth) => match self.local(*depth)? {
                Local::Card(card) => Some(card),
                Local::Pile(_) => None,
            },
            CardExpr::TopOf(pile) => self.scene.view.top(self.pile(pile)?),
            CardExpr::BottomOf(pile) => self.scene.view.bottom(self.pile(pile)?),
        }
    }

    fn rank(&self, rank: &RankExpr) -> Option<Rank> {
        match rank {
            RankExpr::Rank(rank) => Some(*rank),
            RankExpr::Base => self.scene.base,
            RankExpr::Of(card) => Some(self.card(card)?.rank),
            RankExpr::Step(rank, by) => self.order.step(self.rank(rank)?, self.number(by)?),
        }
    }

    fn suit(&self, suit: &SuitExpr) -> Option<Suit> {
        match suit {
            SuitExpr::Suit(suit) => Some(*suit),
            SuitExpr::Of(card) => Some(self.card(card)?.suit),
        }
    }

    fn color(&self, color: &ColorExpr) -> Option<crate::cards::Color> {
        match color {
            ColorExpr::Color(color) => Some(*color),
            ColorExpr::Of(card) => Some(self.card(card)?.color()),
        }
    }

    fn number(&self, number: &NumberExpr) -> Option<i32> {
        let view = self.scene.view;
        Some(match number {
            NumberExpr::Literal(number) => *number,
            NumberExpr::Size(pile) => self.pile(pile).map_or(0, |p| i32::from(view.size(p))),
            NumberExpr::SizeOfAll(piles) => piles.iter().map(|p| i32::from(view.size(p))).sum(),
            NumberExpr::Index(pile) => i32::from(view.place(self.pile(pile)?).index),
            NumberExpr::Row(pile) => i32::from(view.place(self.pile(pile)?).row),
            NumberExpr::Col(pile) => i32::from(view.place(self.pile(pile)?).col),
            NumberExpr::Value(card) => i32::from(self.card(card)?.rank.number()),
            NumberExpr::Used(counter) => i32::from(view.used(*counter)),
            NumberExpr::Score => view.score(),
            NumberExpr::Count(piles, test) => {
                i32::try_from(self.each(*piles).filter(|e| e.test(test)).count())
                    .unwrap_or(i32::MAX)
            }
            NumberExpr::CountCards(pile, test) => {
                let mut count = 0;
                self.every_card(pile, |e| {
                    count += i32::from(e.test(test));
                    true
                });
                count
            }
            NumberExpr::Plus(a, b) => self.number(a)?.saturating_add(self.number(b)?),
            NumberExpr::Minus(a, b) => self.number(a)?.saturating_sub(self.number(b)?),
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
