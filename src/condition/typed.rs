//! The typed AST of conditions, produced by the checker.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::cards::{CardSet, Order, Rank};
use crate::text::Span;
use crate::work::{Kind, spend};

use super::{Line, LineKind, Node, PileId, Piles, Reads, Side, Slot, Value};

/// A checked condition. It always evaluates to true or false.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The predicate to evaluate.
    pub predicate: Predicate,
    /// The key that it is written in.
    pub slot: Slot,
    /// The number of AST nodes, including those of the named conditions it uses.
    pub node_count: usize,
    /// The rank order for comparisons and steps between ranks.
    pub order: Arc<Order>,
    /// Its source text.
    pub text: String,
    /// The span of the source text.
    pub span: Span,
    /// The facts that the condition is folded into; `Facts::None` until the game is compiled.
    pub facts: Facts,
}

/// A checked number: the points of a game.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The number to evaluate.
    pub number: Value,
    /// The number of AST nodes, including those of the named expressions it uses.
    pub node_count: usize,
    /// The rank order for comparisons and steps between ranks.
    pub order: Arc<Order>,
    /// Its source text.
    pub text: String,
    /// The span of the source text.
    pub span: Span,
}

/// The facts that a card-independent condition is folded into, as indices into the game's list of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Facts {
    /// The condition is not folded into facts.
    #[default]
    None,
    /// One fact, the same for every pile.
    One(usize),
    /// One fact for each of some consecutive piles.
    Each(Vec<(PileId, usize)>),
    /// For each of some consecutive piles, the piles that cards may come from and the fact of each of them.
    ByOrigin(Vec<(PileId, Vec<(PileId, usize)>)>),
    /// The cards that satisfy it are the same in every position.
    Origins {
        /// For each of some consecutive piles, the piles whose cards satisfy it.
        lists: Vec<(PileId, Vec<PileId>)>,
        /// Whether no pile is listed twice.
        are_disjoint: bool,
    },
    /// The condition depends only on the card and on the base rank. For each of some consecutive piles, the cards that
    /// satisfy it: for no base rank and for each, or only one set if the base rank makes no difference.
    Cards(Vec<(PileId, Vec<CardSet>)>),
}

impl Facts {
    /// Returns the index of the fact for the pile `this`, or `None` if there is none.
    #[inline]
    pub fn get(&self, this: Option<PileId>) -> Option<usize> {
        match self {
            Facts::None | Facts::ByOrigin(_) | Facts::Origins { .. } | Facts::Cards(_) => None,
            Facts::One(fact) => Some(*fact),
            Facts::Each(facts) => of_pile(facts, this?).copied(),
        }
    }

    /// Returns the piles that cards for the pile `this` may come from, with the index of the fact of each; `None` if the
    /// condition is not folded to facts by origin.
    pub fn by_origin(&self, this: PileId) -> Option<&[(PileId, usize)]> {
        let Facts::ByOrigin(lists) = self else {
            return None;
        };
        of_pile(lists, this).map(Vec::as_slice)
    }

    /// Returns the cards that satisfy the condition for the pile `this` and a base rank; `None` if it depends on anything
    /// else.
    pub fn cards(&self, this: PileId, base: Option<Rank>) -> Option<&CardSet> {
        let Facts::Cards(lists) = self else {
            return None;
        };
        let sets = of_pile(lists, this)?;
        let base = base.map_or(0, |base| usize::from(base.number()));
        sets.get(if sets.len() == 1 { 0 } else { base })
    }

    /// Returns the piles whose cards satisfy the condition for the pile `this` in every position; `None` if it depends on
    /// anything else.
    pub fn origins(&self, this: PileId) -> Option<&[PileId]> {
        let Facts::Origins { lists, .. } = self else {
            return None;
        };
        of_pile(lists, this).map(Vec::as_slice)
    }
}

/// Finds what is listed for a pile in a list for consecutive piles.
#[inline]
fn of_pile<T>(list: &[(PileId, T)], pile: PileId) -> Option<&T> {
    let first = list.first()?.0.index();
    let (listed, value) = list.get(pile.index().checked_sub(first)?)?;
    (*listed == pile).then_some(value)
}

/// A predicate with its source.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The kind of predicate.
    pub kind: PredicateKind,
    /// Its source span.
    pub span: Span,
    /// The named condition that the predicate is the body of, if any.
    pub phrase: Option<Arc<Phrase>>,
    /// The inputs that it reads.
    reads: Reads,
}

impl Predicate {
    /// Creates a predicate that is not the body of a named condition.
    pub fn new(kind: PredicateKind, span: Span) -> Predicate {
        let mut predicate = Predicate {
            kind,
            span,
            phrase: None,
            reads: Reads::default(),
        };
        predicate.reads = Node::Predicate(&predicate).reads();
        predicate
    }

    /// Returns the inputs that the predicate reads.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// The direct parts of a `not`, an `and` or an `or`; none of anything else.
    pub(crate) fn parts(&self) -> &[Predicate] {
        match &self.kind {
            PredicateKind::Not(part) => std::slice::from_ref(&**part),
            PredicateKind::All(parts) | PredicateKind::Any(parts) => parts,
            _ => &[],
        }
    }

    /// Whether the predicate compares two values.
    pub(crate) fn is_comparison(&self) -> bool {
        matches!(self.kind, PredicateKind::Compare(..))
    }

    /// Whether the predicate is a quantifier, or denies one.
    pub(crate) fn is_quantified(&self) -> bool {
        match &self.kind {
            PredicateKind::Not(inner) => inner.is_quantified(),
            kind => matches!(kind, PredicateKind::Every(..) | PredicateKind::Some(..)),
        }
    }

    /// The piles beside `this` that it asks to be empty, directly or diagonally, if it asks for nothing else.
    pub(crate) fn covering(&self) -> Option<Vec<&PileExpr>> {
        fn beside(part: &Predicate) -> Option<&PileExpr> {
            let PredicateKind::PileEmpty(pile @ PileExpr::Beside(origin, side)) = &part.kind else {
                return None;
            };
            let is_near = match &**origin {
                PileExpr::Beside(first, other) => {
                    **first == PileExpr::This && side.is_vertical() != other.is_vertical()
                }
                origin => *origin == PileExpr::This,
            };
            is_near.then_some(pile)
        }
        self.conjuncts().iter().map(beside).collect()
    }

    /// The parts of an `and`; anything else is its own only part.
    pub(crate) fn conjuncts(&self) -> &[Predicate] {
        match &self.kind {
            PredicateKind::All(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }
}

/// A use of a named condition, or of a named number.
#[derive(Clone, Debug)]
pub struct Phrase<T = Predicate> {
    /// Its name.
    pub name: String,
    /// Where it is used.
    pub span: Span,
    /// The argument, if it has a parameter.
    pub argument: Option<Value>,
    /// The body for any argument, if that is a card or a pile: the parameter is like the variable of a quantifier
    /// around it. `None` if the body is valid only for this argument.
    pub general: Option<T>,
}

/// Compares predicates without their sources.
impl PartialEq for Predicate {
    fn eq(&self, other: &Predicate) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Predicate {}

impl Hash for Predicate {
    fn hash<H: Hasher>(&self, state: &mut H) {
        spend(Kind::Fact, 4);
        self.kind.hash(state);
    }
}

/// The kind of a [`Predicate`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PredicateKind {
    /// `not a`
    Not(Box<Predicate>),
    /// `a and b`
    All(Vec<Predicate>),
    /// `a or b`
    Any(Vec<Predicate>),
    /// `up`, `in_suit`; the number is the rank difference of `up` and `down`, 1 by default
    Relation(CardRelation, Value),
    /// `stock.size > 2`, `top.rank == King`, `card is Joker`, `from is this`: two values of the same sort, or a card and
    /// the joker. Only numbers and ranks have an order.
    Compare(Comparison, Value, Value),
    /// `from is reserve`
    Within(PileExpr, GroupExpr),
    /// `this is empty`
    PileEmpty(PileExpr),
    /// `reserve is empty`
    AllEmpty(GroupExpr),
    /// `base is set`
    BaseSet,
    /// `top is face_up`
    FaceUp(CardExpr),
    /// `every(p in tableau, ...)`
    Every(Domain, Box<Scoped<Predicate>>),
    /// `some(p in tableau, ...)`
    Some(Domain, Box<Scoped<Predicate>>),
    /// `won`
    Won,
    /// `stuck`
    Stuck,
}

impl PredicateKind {
    /// Whether two values are equal.
    pub fn equal(a: Value, b: Value) -> PredicateKind {
        PredicateKind::Compare(Comparison::Equal, a, b)
    }
}

/// The body of a quantifier.
#[derive(Clone, Debug)]
pub struct Scoped<T> {
    /// The name of the quantifier's variable, for descriptions.
    pub variable: Arc<str>,
    /// The body, where the variable is visible.
    pub body: T,
}

impl<T> Deref for Scoped<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}

/// Compares bodies without the names of their variables.
impl<T: PartialEq> PartialEq for Scoped<T> {
    fn eq(&self, other: &Scoped<T>) -> bool {
        self.body == other.body
    }
}

impl<T: Eq> Eq for Scoped<T> {}

impl<T: Hash> Hash for Scoped<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.body.hash(state);
    }
}

/// What a quantifier ranges over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// The piles of a group.
    Piles(GroupExpr),
    /// The cards of a pile.
    Cards(PileExpr),
    /// The rows or columns of a group.
    Lines {
        /// The group.
        group: Piles,
        /// Which of its lines.
        kind: LineKind,
        /// The lines.
        lines: Arc<[Line]>,
    },
}

/// An expression for a group of piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupExpr {
    /// `reserve`
    Named(Piles),
    /// The variable of a quantifier over lines, as a de Bruijn index: 0 for the innermost quantifier
    Local(u8),
}

/// A relation between `card` and `top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardRelation {
    /// `up`
    Up,
    /// `down`
    Down,
    /// `in_suit`
    InSuit,
    /// `alternating`
    Alternating,
    /// `same_color`
    SameColor,
    /// `other_suit`
    OtherSuit,
    /// `same_rank`
    SameRank,
    /// `any`
    Any,
}

impl CardRelation {
    /// Whether it depends on the suit or the color of a card.
    pub fn is_about_suits(self) -> bool {
        match self {
            CardRelation::InSuit
            | CardRelation::Alternating
            | CardRelation::SameColor
            | CardRelation::OtherSuit => true,
            CardRelation::Up | CardRelation::Down | CardRelation::SameRank | CardRelation::Any => {
                false
            }
        }
    }
}

/// A comparison operator. `!=` becomes a [`PredicateKind::Not`] around [`Comparison::Equal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// An expression for a pile. It evaluates to `None` if there is no such pile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PileExpr {
    /// `this`
    This,
    /// `from`
    From,
    /// `moved`, the cards that are moved; it is in no group, and only its cards can be asked for
    Moved,
    /// `stock`, `tableau 1`
    At(PileId),
    /// `tableau this.index`
    Nth(GroupExpr, Box<Value>),
    /// `this.left`
    Beside(Box<PileExpr>, Side),
    /// The variable of a quantifier over piles, as a de Bruijn index: 0 for the innermost quantifier
    Local(u8),
}

/// An expression for a card. It evaluates to `None` if, for example, a pile is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CardExpr {
    /// `card`
    Card,
    /// `top`
    Top,
    /// `this.top`
    TopOf(PileExpr),
    /// `this.bottom`
    BottomOf(PileExpr),
    /// The variable of a quantifier over cards, as a de Bruijn index: 0 for the innermost quantifier
    Local(u8),
}
