//! Conditions as they are written.

use crate::text::{Span, Spanned};

/// A condition as it is written: names are still text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What is written.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What is written.
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
    /// `stock is empty`, `top is red`; with `not` in its middle, it stands inside a [`ExprKind::Not`]
    Is(Box<Expr>, Box<Expr>),
    /// `card.rank in [Ace, King]`
    In(Box<Expr>, Vec<Expr>),
    /// `stock.size == 2`
    Compare(Spanned<String>, Box<Expr>, Box<Expr>),
    /// `base - 1`: true for a plus sign
    Sum(bool, Box<Expr>, Box<Expr>),
    /// `every(p in tableau, p is empty)`
    Quantity(Quantifier, Spanned<String>, Box<Expr>, Box<Expr>),
}

/// What a sentence over the piles of a group asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// That it holds of all of them.
    Every,
    /// That it holds of one of them at least.
    Some,
    /// Of how many it holds.
    Count,
}
