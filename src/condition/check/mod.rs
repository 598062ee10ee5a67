//! The type checker: resolves names and turns the untyped AST into a typed condition.

mod names;
mod phrases;
mod properties;
mod quantifiers;
mod relations;
mod shorthand;

use std::sync::Arc;

use self::phrases::Scope;
use self::relations::path_text;
use super::cost::CostCounter;
use super::{
    CardExpr, ColorExpr, Comparison, Condition, Expr, ExprKind, Facts, Formula, GroupExpr, Names,
    NumberExpr, NumberKind, PileExpr, Predicate, PredicateKind, RankExpr, Slot, State, SuitExpr,
    Variable, WORDS, WordKind,
};
use crate::cards::Order;
use crate::text::{Diagnostic, Diagnostics, Span, join_with};

/// Resolves the names of a condition and checks its types, variables and cost for its slot.
///
/// Returns `None` and adds diagnostics to the report if there are errors. An error inside a named condition is reported
/// once, not for every use of it.
pub fn check(
    expr: &Expr,
    text: &str,
    slot: Slot,
    names: &Names,
    order: &Arc<Order>,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let mut checker = Checker::new(slot, names);
    let predicate = checker.check_predicate(expr);
    let checked = checker.finish(expr, predicate, CostCounter::visit_predicate, report)?;
    Some(Condition {
        cost: checked.cost,
        node_count: checked.node_count,
        predicate: checked.tree,
        slot,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
        facts: Facts::None,
    })
}

/// Like [`check`], for a number.
pub fn check_formula(
    expr: &Expr,
    text: &str,
    slot: Slot,
    names: &Names,
    order: &Arc<Order>,
    report: &mut Diagnostics,
) -> Option<Formula> {
    let mut checker = Checker::new(slot, names);
    let number = checker.check_number(expr);
    let checked = checker.finish(expr, number, CostCounter::visit_number, report)?;
    Some(Formula {
        number: checked.tree,
        cost: checked.cost,
        node_count: checked.node_count,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
    })
}

/// A typed tree, and what it takes to evaluate it.
struct Checked<T> {
    tree: T,
    cost: u64,
    node_count: usize,
}

/// The maximum number of AST nodes in a condition, including those of the named conditions it uses.
const MAX_NODES: usize = 1000;

/// A typed expression.
#[derive(Clone)]
enum Typed {
    Predicate(Predicate),
    Number(NumberExpr),
    Rank(RankExpr),
    Suit(SuitExpr),
    Color(ColorExpr),
    Joker,
    Card(CardExpr),
    Pile(PileExpr),
    Group(GroupExpr),
    State(State),
}

impl Typed {
    /// Returns the name of the type for messages, with an article.
    fn noun(&self) -> &'static str {
        match self {
            Typed::Predicate(_) => "a condition",
            Typed::Number(_) => "a number",
            Typed::Rank(_) => "a rank",
            Typed::Suit(_) => "a suit",
            Typed::Color(_) => "a color",
            Typed::Joker => "a joker",
            Typed::Card(_) => "a card",
            Typed::Pile(_) => "a pile",
            Typed::Group(_) => "a group of piles",
            Typed::State(_) => "a state",
        }
    }
}

/// What the variable of a quantifier stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LocalKind {
    Pile,
    Card,
    Line,
}

struct Checker<'a> {
    slot: Slot,
    names: &'a Names,
    report: Diagnostics,
    /// The names that are visible besides those of the game.
    scope: Scope,
    /// The number of enclosing quantifiers, including those whose variables are not visible.
    depth: usize,
    /// The number of nodes checked so far; a named condition counts each time it is used.
    node_count: usize,
    /// Whether this only tries out another argument of a named condition.
    is_trial: bool,
}

impl<'a> Checker<'a> {
    fn new(slot: Slot, names: &'a Names) -> Checker<'a> {
        Checker {
            slot,
            names,
            report: Diagnostics::default(),
            scope: Scope::default(),
            depth: 0,
            node_count: 0,
            is_trial: false,
        }
    }

    /// Adds what was found to the report, and computes the cost of the tree, if there is one, with `visit`.
    fn finish<T>(
        mut self,
        expr: &Expr,
        tree: Option<T>,
        visit: impl FnOnce(&mut CostCounter, &T),
        report: &mut Diagnostics,
    ) -> Option<Checked<T>> {
        let checked = tree.and_then(|tree| {
            let cost = self.check_cost(expr, |counter| visit(counter, &tree))?;
            Some((tree, cost))
        });
        report.extend(self.report);
        let (tree, cost) = checked?;
        Some(Checked {
            tree,
            cost,
            node_count: self.node_count,
        })
    }

    /// Returns the cost of a checked expression, as counted by `visit`, or reports that it is too high.
    fn check_cost(&mut self, expr: &Expr, visit: impl FnOnce(&mut CostCounter)) -> Option<u64> {
        let mut counter = CostCounter::new(expr.span, self.names);
        visit(&mut counter);
        match counter.check(self.slot, expr.span) {
            Ok(cost) => Some(cost),
            Err(diagnostic) => {
                let mut diagnostic = *diagnostic;
                let span = diagnostic.mark.span;
                if span.start < expr.span.start || span.end > expr.span.end {
                    let label = format!("it is used here, in `{}`", self.slot.key());
                    diagnostic = diagnostic.also(expr.span, label);
                }
                self.report.push(diagnostic);
                None
            }
        }
    }

    /// Reports an error.
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report_at_use(diagnostic);
        None
    }

    /// Reports a diagnostic. If it is inside a named condition, also points to where that condition is used.
    fn report_at_use(&mut self, mut diagnostic: Diagnostic) {
        if let Some((name, span)) = self.scope.outermost_use() {
            diagnostic = diagnostic.also(
                span,
                format!("`{name}` is used here, in `{}`", self.slot.key()),
            );
        }
        self.report.push(diagnostic);
    }

    /// Checks an expression that must be a predicate.
    fn check_predicate(&mut self, expr: &Expr) -> Option<Predicate> {
        let typed = self.check_expr(expr)?;
        self.coerce_to_predicate(typed, expr)
    }

    /// Converts an expression to a predicate. A rank, suit or color on its own means that `card` has it; other types
    /// are errors.
    fn coerce_to_predicate(&mut self, typed: Typed, expr: &Expr) -> Option<Predicate> {
        let span = expr.span;
        let card = CardExpr::Card;
        let is_attribute = matches!(typed, Typed::Rank(_) | Typed::Suit(_) | Typed::Color(_));
        if is_attribute && !Variable::Card.slots().contains(&self.slot) {
            let (noun, key) = (typed.noun(), self.slot.key());
            let message = format!("{noun} on its own is not available in `{key}`");
            let mut diagnostic = Diagnostic::error(span, message).label("it applies to `card`");
            let card = self.scope.locals.last();
            if let Some(local) = card.filter(|local| local.kind == LocalKind::Card) {
                let name = &local.name;
                diagnostic = diagnostic.help(format!("write which card is meant: `{name} is ...`"));
            }
            return self.fail(diagnostic);
        }
        let kind = match typed {
            Typed::Predicate(predicate) => return Some(predicate),
            Typed::Rank(rank) => PredicateKind::Ranks(Comparison::Equal, RankExpr::Of(card), rank),
            Typed::Suit(suit) => PredicateKind::Suits(SuitExpr::Of(card), suit),
            Typed::Color(color) => PredicateKind::Colors(ColorExpr::Of(card), color),
            Typed::Joker => PredicateKind::Joker(card),
            other => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!("expected a condition, found {}", other.noun()),
                )
                .label("expected something that is true or false");
                if let (Typed::Group(_) | Typed::Pile(_), Some(text)) = (&other, path_text(expr)) {
                    diagnostic = diagnostic.help(format!(
                        "write a condition about it, such as `{text} is empty`"
                    ));
                } else if let Typed::State(_) = other {
                    diagnostic = diagnostic
                        .help("write what it applies to: `stock is empty`, `base is set`");
                } else if let Typed::Number(number) = other {
                    diagnostic =
                        diagnostic.help("compare the number with another, as in `stock.size == 2`");
                    if number.literal().is_some() {
                        diagnostic = diagnostic.help("ranks are words, such as `Seven`");
                    }
                }
                return self.fail(diagnostic);
            }
        };
        Some(Predicate::new(kind, span))
    }

    /// Checks every expression, even after an error, so that all errors are reported.
    fn check_all<T>(
        &mut self,
        list: &[Expr],
        mut check: impl FnMut(&mut Self, &Expr) -> Option<T>,
    ) -> Option<Vec<T>> {
        let checked: Vec<Option<T>> = list.iter().map(|e| check(self, e)).collect();
        checked.into_iter().collect()
    }

    /// Checks an expression of any type.
    fn check_expr(&mut self, expr: &Expr) -> Option<Typed> {
        let span = expr.span;
        self.node_count += 1;
        if self.node_count > MAX_NODES {
            // Report the error where the outermost named condition is used, so that nested uses are not reported again.
            let span = self.scope.outermost_use().map_or(span, |(_, span)| span);
            self.report.push(
                Diagnostic::error(
                    span,
                    "the condition is too large, counting the named conditions it uses",
                )
                .label(format!("expected at most {MAX_NODES} parts")),
            );
            return None;
        }
        let predicate = |kind| Some(Typed::Predicate(Predicate::new(kind, span)));
        match &expr.kind {
            ExprKind::Number(number) => Some(Typed::Number(NumberKind::Literal(*number).into())),
            ExprKind::Name(name) => self.resolve_name(name, span),
            ExprKind::Applied(name, argument) => self.check_application(name, argument, span),
            ExprKind::Property(subject, name) => self.check_property(subject, name),
            ExprKind::Not(part) => {
                predicate(PredicateKind::Not(Box::new(self.check_predicate(part)?)))
            }
            ExprKind::All(parts) => predicate(PredicateKind::All(
                self.check_all(parts, Self::check_predicate)?,
            )),
            ExprKind::Any(parts) => {
                self.reject_shorthand(parts)?;
                predicate(PredicateKind::Any(
                    self.check_all(parts, Self::check_predicate)?,
                ))
            }
            ExprKind::Is(subject, value) => {
                let (typed_subject, typed_value) =
                    (self.check_expr(subject), self.check_expr(value));
                let kind = self.check_is((typed_subject?, subject), typed_value?, span)?;
                predicate(kind)
            }
            ExprKind::In(subject, list) => {
                let mut parts = Vec::new();
                for item in list {
                    let (left, right) = (self.check_expr(subject)?, self.check_expr(item)?);
                    let kind = match (left, right) {
                        (Typed::Number(a), Typed::Number(b)) => {
                            PredicateKind::Numbers(Comparison::Equal, a, b)
                        }
                        (left, right) => self.check_is((left, subject), right, span)?,
                    };
                    parts.push(Predicate::new(kind, item.span));
                }
                predicate(PredicateKind::Any(parts))
            }
            ExprKind::Compare(operator, left, right) => {
                let (typed_left, typed_right) = (self.check_expr(left), self.check_expr(right));
                let kind = self.check_comparison(
                    operator,
                    (typed_left?, left),
                    (typed_right?, right),
                    span,
                )?;
                predicate(kind)
            }
            ExprKind::Sum(is_addition, left, right) => {
                let (typed_left, typed_right) = (self.check_expr(left), self.check_expr(right));
                self.check_sum(
                    *is_addition,
                    (typed_left?, left.span),
                    (typed_right?, right.span),
                )
            }
            ExprKind::Product(left, right) => {
                let (typed_left, typed_right) = (self.check_expr(left), self.check_expr(right));
                self.check_product((typed_left?, left), (typed_right?, right))
            }
            ExprKind::Quantified(quantifier, name, group, body) => {
                self.check_quantifier(*quantifier, name, group, body, span)
            }
        }
    }

    /// Checks that a variable is available in the slot.
    fn require_variable(&mut self, variable: Variable, span: Span) -> Option<()> {
        if variable.slots().contains(&self.slot) {
            return Some(());
        }
        let word = WORDS
            .iter()
            .find(|w| w.kind == WordKind::Variable(variable))
            .map_or("", |w| w.text);
        let mut available: Vec<String> = WORDS
            .iter()
            .filter_map(|w| {
                if let WordKind::Variable(variable) = w.kind {
                    Some((variable, w.text))
                } else {
                    None
                }
            })
            .filter(|(variable, _)| variable.slots().contains(&self.slot))
            // A `run` condition can use neither `used` nor piles.
            .filter(|(variable, _)| self.slot != Slot::Run || *variable != Variable::Used)
            .map(|(_, text)| format!("`{text}`"))
            .collect();
        if self.slot != Slot::Run {
            available.push("piles".to_owned());
        }
        let key = self.slot.key();
        let mut diagnostic =
            Diagnostic::error(span, format!("`{word}` is not available in `{key}`"))
                .label(format!("`{key}` can use {}", join_with(&available, "and")));
        if let (Variable::Moved, Slot::Run) = (variable, self.slot) {
            diagnostic = diagnostic.help(
                "a run is judged card by card; limit how many cards move in `start` and `build`",
            );
        }
        self.fail(diagnostic)
    }
}
