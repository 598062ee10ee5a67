//! What a condition depends on, as far as all the values can be enumerated, such as the cards of the pack.

use super::scope::Scope;
use crate::cards::{Card, FaceSet, Rank};
use crate::condition::{
    Aspect, CardExpr, GroupExpr, Node, PileExpr, PileId, PileSet, Predicate, PredicateKind,
    Property, ValueKind,
};
use crate::lint::flow::{Bound, Evaluator, Few};

/// Something that the parts of a condition depend on.
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
    /// The top or bottom card of a pile, or none, by its number among [`Inputs::ends`].
    End(usize),
    /// The variable of a quantifier, by its position from the outside.
    Variable(usize),
    /// A number that is read from the table.
    Quantity(usize),
    /// Anything else that makes an atom true or false.
    Unknown(usize),
}

/// A value of an [`Input`] that is a card, a rank or a pile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Card(Option<Card>),
    Base(Option<Rank>),
    Pile(PileId),
}

/// The truth value of an atom for all values of its inputs.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) axes: Vec<Axis>,
    /// The truth value for all combinations of classes, those of the first axis varying slowest.
    pub(super) values: Vec<bool>,
}

/// An input whose values are divided into classes. Values of one class make no difference.
#[derive(Clone)]
pub(super) struct Axis {
    pub(super) input: Input,
    /// The number of classes.
    pub(super) count: usize,
    /// The class of each value.
    pub(super) class_of: Vec<usize>,
}

impl Axis {
    /// An input whose values all make a difference.
    pub(super) fn each(input: Input, count: usize) -> Axis {
        Axis {
            input,
            count,
            class_of: (0..count).collect(),
        }
    }

    /// Divides the values of an input into classes: cards by an aspect, anything else one by one. Also returns a member of
    /// each class.
    fn new(input: Input, scope: &Scope<'_>, aspect: Aspect) -> (Axis, Vec<Choice>) {
        let is_like = |one: Choice, other: Choice| match (one, other) {
            (Choice::Card(Some(one)), Choice::Card(Some(other))) => aspect.is_like(one, other),
            _ => one == other,
        };
        let mut members: Vec<Choice> = Vec::new();
        let class_of = scope.values(input).into_iter().map(|value| {
            let known = members.iter().position(|member| is_like(*member, value));
            known.unwrap_or_else(|| {
                members.push(value);
                members.len() - 1
            })
        });
        let class_of = class_of.collect();
        let count = members.len();
        let axis = Axis {
            input,
            count,
            class_of,
        };
        (axis, members)
    }
}

/// The most top and bottom cards that are told apart.
const MAX_ENDS: usize = 16;
/// The most combinations of inputs that one predicate is evaluated with.
const MAX_EVALUATIONS: usize = 40_000;

/// Finds the inputs of the predicates of a condition.
pub(super) struct Inputs<'s, 'a, 'p> {
    pub(super) scope: &'s Scope<'a>,
    /// The cards on top or at the bottom of piles, in the order of [`Input::End`].
    pub(super) ends: Vec<&'p CardExpr>,
}

impl<'p> Inputs<'_, '_, 'p> {
    /// Whether a predicate holds for all values of its inputs. Returns `None` if it depends on anything else, or if there
    /// are too many combinations.
    pub(super) fn tabulate(&mut self, predicate: &'p Predicate) -> Option<Table> {
        let mut inputs = Vec::new();
        if !self.find(Node::Predicate(predicate), &mut inputs) {
            return None;
        }
        let mut aspects = vec![Aspect::default(); inputs.len()];
        Node::Predicate(predicate).each_card(&mut |card, aspect| {
            let input = self.known_input(card);
            if let Some(position) = inputs.iter().position(|known| Some(*known) == input) {
                aspects[position].add(aspect);
            }
        });
        let axes = inputs.iter().zip(aspects);
        let axes = axes.map(|(input, aspect)| Axis::new(*input, self.scope, aspect));
        let (axes, members): (Vec<Axis>, Vec<Vec<Choice>>) = axes.unzip();
        let count = members.iter().map(Vec::len).product::<usize>();
        if count > MAX_EVALUATIONS {
            return None;
        }
        let mut evaluator = self.scope.evaluator();
        evaluator.ends = self.ends.iter().map(|end| (*end, None)).collect();
        let evaluate = |index: usize| {
            let mut rest = index;
            for (axis, members) in axes.iter().zip(&members).rev() {
                evaluator.set(axis.input, members[rest % members.len()]);
                rest /= members.len();
            }
            evaluator.predicate(predicate)
        };
        let values = (0..count).map(evaluate).collect::<Option<_>>()?;
        Some(Table { axes, values })
    }

    /// Adds the inputs that a part depends on. Returns whether it depends on nothing else.
    fn find(&mut self, part: Node<'p>, inputs: &mut Vec<Input>) -> bool {
        let mut add = |input| {
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        };
        let scope = self.scope;
        match part {
            Node::Predicate(predicate) => match predicate.kind {
                PredicateKind::Relation(..) => [Input::Card, Input::Top].into_iter().for_each(add),
                PredicateKind::Compare(..) | PredicateKind::Within(_, GroupExpr::Named(_)) => {}
                PredicateKind::BaseSet => add(Input::Base),
                _ => return false,
            },
            Node::Value(value) => match value.kind {
                ValueKind::Base => add(Input::Base),
                ValueKind::OfCard(Property::Index, _)
                | ValueKind::OfPile(Property::Size, _)
                | ValueKind::Score
                | ValueKind::Used(_)
                | ValueKind::Group(_)
                | ValueKind::OfGroup(..)
                | ValueKind::Count(..)
                | ValueKind::Sum(..) => return false,
                _ => {}
            },
            // What is known about the card follows from the input alone.
            Node::Card(card) => {
                let input = self.add_input(card);
                input.into_iter().for_each(add);
                return input.is_some();
            }
            Node::Pile(PileExpr::Local(depth)) => {
                let input = scope.variable(*depth);
                input.into_iter().for_each(add);
                return input.is_some();
            }
            Node::Pile(PileExpr::This) => add(Input::This),
            Node::Pile(PileExpr::From) => add(Input::From),
            Node::Pile(PileExpr::Moved | PileExpr::Nth(GroupExpr::Local(_), _)) => return false,
            Node::Pile(PileExpr::At(_) | PileExpr::Nth(..) | PileExpr::Beside(..)) => {}
        }
        let mut is_all = true;
        part.each_child(&mut |child| is_all = is_all && self.find(child, inputs));
        is_all
    }

    /// The input that a card is. Returns `None` if there are too many.
    fn add_input(&mut self, card: &'p CardExpr) -> Option<Input> {
        let is_end = matches!(card, CardExpr::TopOf(_) | CardExpr::BottomOf(_));
        if is_end && self.known_input(card).is_none() && self.ends.len() < MAX_ENDS {
            self.ends.push(card);
        }
        self.known_input(card)
    }

    /// The input that a card is, if it has been added.
    fn known_input(&self, card: &CardExpr) -> Option<Input> {
        match card {
            CardExpr::Card => Some(Input::Card),
            CardExpr::Top => Some(Input::Top),
            CardExpr::TopOf(PileExpr::This) if self.scope.top_is_of_this() => Some(Input::Top),
            CardExpr::TopOf(_) | CardExpr::BottomOf(_) => {
                let known = self.ends.iter().position(|known| *known == card);
                known.map(Input::End)
            }
            CardExpr::Local(depth) => self.scope.variable(*depth),
        }
    }
}

impl Scope<'_> {
    /// The variable of a quantifier, by its de Bruijn index.
    fn variable(&self, depth: u8) -> Option<Input> {
        let position = self.variables.len().checked_sub(1 + usize::from(depth));
        position.map(Input::Variable)
    }

    /// The values that an input can have.
    pub(super) fn values(&self, input: Input) -> Vec<Choice> {
        let cards = || self.known.faces.iter().map(|(card, _)| Some(*card));
        let piles = |piles: PileSet| piles.iter().map(Choice::Pile).collect();
        match input {
            Input::Card | Input::Top => cards().map(Choice::Card).collect(),
            Input::End(_) => std::iter::once(None)
                .chain(cards())
                .map(Choice::Card)
                .collect(),
            Input::Base => {
                let ranks = self.known.game.order.ranks().iter().copied().map(Some);
                std::iter::once(None)
                    .chain(ranks)
                    .map(Choice::Base)
                    .collect()
            }
            Input::This => piles(self.this),
            Input::From => piles(self.origins()),
            Input::Variable(position) => match self.variables[position] {
                Bound::Pile(set) => piles(set),
                Bound::Card(_) => cards().map(Choice::Card).collect(),
                Bound::Line(_) => Vec::new(),
            },
            Input::Quantity(_) | Input::Unknown(_) => Vec::new(),
        }
    }
}

impl Evaluator<'_> {
    /// Gives an input a value.
    fn set(&mut self, input: Input, value: Choice) {
        match (input, value) {
            (Input::Card, Choice::Card(card)) => self.scene.card = card,
            (Input::Top, Choice::Card(card)) => self.scene.top = card,
            (Input::End(number), Choice::Card(card)) => self.ends[number].1 = card,
            (Input::This, Choice::Pile(pile)) => self.scene.this = PileSet::only(pile),
            (Input::From, Choice::Pile(pile)) => self.scene.from = PileSet::only(pile),
            (Input::Variable(position), Choice::Pile(pile)) => {
                self.locals[position] = Bound::Pile(PileSet::only(pile));
            }
            (Input::Variable(position), Choice::Card(Some(card))) => {
                self.locals[position] = Bound::Card(FaceSet::only(card));
            }
            (_, Choice::Base(rank)) => {
                let order = &self.world.game.order;
                let base = rank.map_or(Few::perhaps(0), |rank| Few::rank(rank, order));
                self.scene.base = Some(base);
            }
            _ => {}
        }
    }
}
