//! Conditions as functions of a few inputs whose values can be enumerated, such as the cards of the pack.

use super::scope::Scope;
use crate::cards::{Card, CardId, Rank};
use crate::condition::{
    CardExpr, GroupExpr, Local, PartialView, PileExpr, PileId, Predicate, PredicateKind, Property,
    Scene, Value, ValueKind,
};
use crate::lint::flow::Bound;

/// An input whose values can be enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// `card`
    Card,
    /// `top`
    Top,
    /// The base rank, or none.
    Base,
    /// `this`
    This,
    /// `from`
    From,
    /// Another card, or none: an index into [`Imagined::cards`].
    Other(usize),
    /// The variable of a quantifier, by its position from the outside.
    Variable(usize),
}

/// A predicate that depends on nothing but some inputs.
pub(super) struct Imagined {
    predicate: Predicate,
    pub(super) inputs: Vec<Input>,
}

/// The most cards besides `card` and `top` that are told apart.
const MAX_OTHERS: usize = 16;

/// Rewrites predicates so that every card that they read is an input.
pub(super) struct Imagination<'s, 'a> {
    scope: &'s Scope<'a>,
    /// The cards other than `card` and `top`, in the order of [`Input::Other`].
    others: Vec<CardExpr>,
    inputs: Vec<Input>,
}

impl<'s, 'a> Imagination<'s, 'a> {
    pub(super) fn new(scope: &'s Scope<'a>) -> Imagination<'s, 'a> {
        Imagination {
            scope,
            others: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Rewrites a predicate. Returns `None` if it depends on anything that is not an input.
    pub(super) fn imagine(&mut self, predicate: &Predicate) -> Option<Imagined> {
        self.inputs.clear();
        let kind = match &predicate.kind {
            PredicateKind::Relation(relation, number) => {
                self.read(Input::Card);
                self.read(Input::Top);
                PredicateKind::Relation(*relation, self.value(number)?)
            }
            PredicateKind::Compare(comparison, a, b) => {
                PredicateKind::Compare(*comparison, self.value(a)?, self.value(b)?)
            }
            PredicateKind::Within(pile, group @ GroupExpr::Named(_)) => {
                PredicateKind::Within(self.pile(pile)?, *group)
            }
            PredicateKind::BaseSet => {
                self.read(Input::Base);
                PredicateKind::BaseSet
            }
            _ => return None,
        };
        Some(Imagined {
            predicate: Predicate::new(kind, predicate.span),
            inputs: std::mem::take(&mut self.inputs),
        })
    }

    /// The pile that each card is on top or at the bottom of, in the order of [`Input::Other`].
    pub(super) fn piles(&self) -> impl Iterator<Item = &PileExpr> {
        self.others.iter().filter_map(|card| match card {
            CardExpr::TopOf(pile) | CardExpr::BottomOf(pile) => Some(pile),
            CardExpr::Card | CardExpr::Top | CardExpr::Local(_) => None,
        })
    }

    fn read(&mut self, input: Input) {
        if !self.inputs.contains(&input) {
            self.inputs.push(input);
        }
    }

    fn variable(&mut self, depth: u8) -> Option<&Bound<'a>> {
        let bound = self.scope.bound(depth)?;
        let position = self.scope.variables.len() - 1 - usize::from(depth);
        self.read(Input::Variable(position));
        Some(bound)
    }

    fn card(&mut self, card: &CardExpr) -> Option<CardExpr> {
        Some(match card {
            CardExpr::Card => {
                self.read(Input::Card);
                CardExpr::Card
            }
            CardExpr::Top => {
                self.read(Input::Top);
                CardExpr::Top
            }
            CardExpr::TopOf(PileExpr::This) if self.scope.top_is_of_this() => {
                self.read(Input::Top);
                CardExpr::Top
            }
            CardExpr::Local(depth) => {
                self.variable(*depth)?;
                CardExpr::Local(*depth)
            }
            CardExpr::TopOf(_) | CardExpr::BottomOf(_) => {
                let known = self.others.iter().position(|other| other == card);
                let index = known.unwrap_or(self.others.len());
                if index == self.others.len() {
                    self.others.push(card.clone());
                }
                if index >= MAX_OTHERS {
                    return None;
                }
                self.read(Input::Other(index));
                CardExpr::TopOf(PileExpr::At(PartialView::placeholder(index)))
            }
        })
    }

    fn pile(&mut self, pile: &PileExpr) -> Option<PileExpr> {
        match pile {
            PileExpr::This => self.read(Input::This),
            PileExpr::From => self.read(Input::From),
            PileExpr::At(_) => {}
            PileExpr::Nth(GroupExpr::Named(group), number) => {
                let number = self.boxed(number)?;
                return Some(PileExpr::Nth(GroupExpr::Named(*group), number));
            }
            PileExpr::Beside(pile, side) => {
                return Some(PileExpr::Beside(Box::new(self.pile(pile)?), *side));
            }
            PileExpr::Local(depth) => {
                self.variable(*depth)?;
            }
            PileExpr::Moved | PileExpr::Nth(GroupExpr::Local(_), _) => return None,
        }
        Some(pile.clone())
    }

    fn value(&mut self, value: &Value) -> Option<Value> {
        let kind = match &value.kind {
            ValueKind::OfCard(Property::Index, _) | ValueKind::OfPile(Property::Size, _) => {
                return None;
            }
            ValueKind::Number(_)
            | ValueKind::Rank(_)
            | ValueKind::Suit(_)
            | ValueKind::Color(_)
            | ValueKind::Joker => value.kind.clone(),
            ValueKind::Base => {
                self.read(Input::Base);
                ValueKind::Base
            }
            ValueKind::Card(card) => ValueKind::Card(self.card(card)?),
            ValueKind::OfCard(property, card) => ValueKind::OfCard(*property, self.card(card)?),
            ValueKind::Pile(pile) => ValueKind::Pile(self.pile(pile)?),
            ValueKind::OfPile(property, pile) => ValueKind::OfPile(*property, self.pile(pile)?),
            ValueKind::Step(a, b) => ValueKind::Step(self.boxed(a)?, self.boxed(b)?),
            ValueKind::Plus(a, b) => ValueKind::Plus(self.boxed(a)?, self.boxed(b)?),
            ValueKind::Minus(a, b) => ValueKind::Minus(self.boxed(a)?, self.boxed(b)?),
            ValueKind::Times(a, b) => ValueKind::Times(self.boxed(a)?, self.boxed(b)?),
            _ => return None,
        };
        Some(kind.into())
    }

    fn boxed(&mut self, value: &Value) -> Option<Box<Value>> {
        self.value(value).map(Box::new)
    }
}

/// The values of an input.
#[derive(Clone)]
pub(super) enum Values {
    /// These cards.
    Cards(Vec<Option<Card>>),
    /// These ranks.
    Ranks(Vec<Option<Rank>>),
    /// These piles.
    Piles(Vec<PileId>),
    /// One value that nothing reads.
    Unread,
}

impl Values {
    /// The number of values.
    pub(super) fn len(&self) -> usize {
        match self {
            Values::Cards(cards) => cards.len(),
            Values::Ranks(ranks) => ranks.len(),
            Values::Piles(piles) => piles.len(),
            Values::Unread => 1,
        }
    }
}

impl Scope<'_> {
    /// The values that an input can have.
    pub(super) fn values(&self, input: Input) -> Values {
        let cards = || self.known.faces.iter().map(|(card, _)| Some(*card));
        match input {
            Input::Card | Input::Top => Values::Cards(cards().collect()),
            Input::Other(_) => Values::Cards(std::iter::once(None).chain(cards()).collect()),
            Input::Base => {
                let ranks = self.known.game.order.ranks().iter().copied().map(Some);
                Values::Ranks(std::iter::once(None).chain(ranks).collect())
            }
            Input::This => Values::Piles(self.this.iter().collect()),
            Input::From => Values::Piles(self.origins().iter().collect()),
            Input::Variable(position) => match &self.variables[position] {
                Bound::Pile(piles) => Values::Piles(piles.iter().collect()),
                Bound::Card(_) => Values::Cards(cards().collect()),
                Bound::Line(_) => Values::Unread,
            },
        }
    }

    /// Evaluates a predicate for all values of its inputs, the first input varying slowest. Returns `None` if it read
    /// anything else, or if there are more than `max_count` combinations.
    pub(super) fn tabulate(&self, imagined: &Imagined, max_count: usize) -> Option<Vec<bool>> {
        let values: Vec<Values> = imagined.inputs.iter().map(|i| self.values(*i)).collect();
        let count = values.iter().map(Values::len).product::<usize>();
        if count > max_count {
            return None;
        }
        // Not every card that some part of the condition reads need be an input of this one.
        let others = imagined.inputs.iter().filter_map(|input| match input {
            Input::Other(other) => Some(other + 1),
            _ => None,
        });
        let others = others.max().unwrap_or(0);
        let mut view = PartialView::new(&self.known.places);
        view.known = (0..others)
            .map(|other| (PartialView::placeholder(other), None))
            .collect();
        let mut table = Vec::with_capacity(count);
        for index in 0..count {
            let mut rest = index;
            for (input, values) in imagined.inputs.iter().zip(&values).rev() {
                if let (Input::Other(other), Values::Cards(cards)) = (*input, values) {
                    view.known[other].1 = cards[rest % values.len()];
                }
                rest /= values.len();
            }
            let mut scene = Scene::table(&view, None);
            let mut variables: Vec<Local<'_>> = self.variables.iter().map(unread).collect();
            let mut rest = index;
            for (input, values) in imagined.inputs.iter().zip(&values).rev() {
                let choice = rest % values.len();
                rest /= values.len();
                match (*input, values) {
                    (Input::Card, Values::Cards(cards)) => scene.card = cards[choice],
                    (Input::Top, Values::Cards(cards)) => scene.top = cards[choice],
                    (Input::Base, Values::Ranks(ranks)) => scene.base = ranks[choice],
                    (Input::This, Values::Piles(piles)) => scene.this = Some(piles[choice]),
                    (Input::From, Values::Piles(piles)) => scene.from = Some(piles[choice]),
                    (Input::Variable(position), Values::Piles(piles)) => {
                        variables[position] = Local::Pile(piles[choice]);
                    }
                    (Input::Variable(position), Values::Cards(cards)) => {
                        if let Some(card) = cards[choice] {
                            variables[position] = Local::Card(card, CardId::new(0), None);
                        }
                    }
                    _ => {}
                }
            }
            let order = &self.known.game.order;
            table.push(imagined.predicate.holds_within(&scene, order, &variables));
            if view.missed.get() {
                return None;
            }
        }
        Some(table)
    }
}

/// A value for a variable that nothing reads.
fn unread(_: &Bound<'_>) -> Local<'static> {
    Local::Pile(PileId::new(0))
}
