//! The language of conditions: text to a tree of names, the tree to a typed [`Condition`] that knows what it
//! reads.
//!
//! A condition is total: it cannot fail, loop or overflow. Everything that can go wrong goes wrong when it is
//! read, with a place.

mod check;
mod cost;
mod eval;
mod known;
mod names;
mod parse;
mod reads;
mod tree;
mod typed;
mod vocabulary;

pub use check::check;
pub use cost::{MAX_FOR_A_CARD, MAX_FOR_THE_TABLE};
pub(crate) use eval::Local;
pub use eval::{Scene, View};
pub use known::{Known, Unknown, all, any};
pub use names::{ActionId, Counter, Group, GroupId, Names, PileId, PileSet, Piles, Place, Side};
pub use parse::parse;
pub use reads::Reads;
pub(crate) use reads::{Leaf, Lying};

pub use tree::{Expr, ExprKind, Quantifier};
pub use typed::{
    CardExpr, CardRelation, ColorExpr, Comparison, Condition, Facts, NumberExpr, PileExpr,
    Predicate, PredicateKind, RankExpr, SuitExpr,
};
pub use vocabulary::{Property, Slot, State, Variable, WORDS, Word, WordKind, is_reserved};

mod grammar {
    /// The parser that pest makes of `grammar/condition.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/condition.pest"]
    pub(super) struct Grammar;
}
