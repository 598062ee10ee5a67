//! The untyped AST of conditions.

use crate::text::{Span, Spanned};

/// A node of the untyped AST; names are not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of node.
    pub kind: ExprKind,
    /// Its source span.
    pub span: Span,
}

impl Expr {
    /// Creates a node.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }
}

/// The kind of an [`Expr`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `37`
    Number(i32),
    /// `down`, `King`, `reserve`
    Name(String),
    /// `tableau 1`, `up 2`
    Applied(Spanned<String>, Box<Expr>),
    /// `this.index`
    Property(Box<Expr>, Spanned<String>),
    /// `not a`
    Not(Box<Expr>),
    /// `a and b`
    All(Vec<Expr>),
    /// `a or b`
    Any(Vec<Expr>),
    /// `stock is empty`, `stock.size == 2`, `base + 1`, `2 * room`; `is not` becomes an [`ExprKind::Not`] around it
    Binary(Spanned<String>, Box<Expr>, Box<Expr>),
    /// `card.rank in [Ace, King]`
    In(Box<Expr>, Vec<Expr>),
    /// `every(p in tableau, p is empty)`
    Quantified(Quantifier, Spanned<String>, Box<Expr>, Box<Expr>),
}

/// A quantifier over the piles of a group or the cards of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Whether the body holds for all of them.
    Every,
    /// Whether the body holds for at least one of them.
    Some,
    /// The number of elements that satisfy the body.
    Count,
    /// The sum of the body over all of them.
    Sum,
}
