//! The condition language: a parser from text to an untyped AST ([`Expr`]), a type checker from there to a typed AST
//! ([`Condition`]), and an evaluator.
//!
//! Conditions are total: evaluation cannot fail, loop forever or overflow. All errors are reported, with their source
//! spans, when a condition is parsed and checked.

mod aspect;
mod check;
mod cost;
mod distance;
mod eval;
mod explain;
mod names;
mod node;
mod parse;
mod partial;
mod partial_view;
mod reads;
mod specialize;
pub mod synonyms;
mod tree;
mod typed;
mod value;
mod view;
mod vocabulary;

pub(crate) use aspect::Aspect;
pub(crate) use check::noun_of;
pub use check::{check, check_formula};
pub use cost::MAX_OPERATIONS;
pub use explain::{Element, Finding, Reason};
pub use names::{
    ActionId, Counter, Definition, Group, GroupId, Line, LineKind, Names, PileId, PileSet, Piles,
    Place, Side,
};
pub use node::{Named, Node};
pub use parse::parse;
pub use partial::{Ternary, Unknown, all, any};
pub use partial_view::PartialView;
pub(crate) use reads::Leaf;
pub use reads::Reads;
pub use specialize::Specializer;
pub use view::{CardRef, Scene, View};

pub use tree::{Expr, ExprKind, Quantifier};
pub use typed::{
    CardExpr, CardRelation, Comparison, Condition, Domain, Facts, Formula, GroupExpr, Phrase,
    PileExpr, Predicate, PredicateKind, Scoped,
};
pub use value::{Sort, Value, ValueKind};
pub use vocabulary::{Property, Slot, State, Variable, WORDS, Word, WordKind, is_reserved};

mod grammar {
    /// The parser that pest generates from `grammar/condition.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/condition.pest"]
    pub(super) struct Grammar;
}
