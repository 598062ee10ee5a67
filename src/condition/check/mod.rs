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
    CardExpr, Condition, Expr, ExprKind, Facts, Formula, Names, Node, Predicate, PredicateKind,
    Property, Slot, Sort, State, Value, ValueKind, Variable, WORDS, WordKind,
};
use crate::cards::Order;
use crate::text::{Describe, Diagnostic, Diagnostics, Span, join_with};

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
    let (predicate, cost) = checker.finish(expr, predicate, |p| Node::Predicate(p), report)?;
    Some(Condition {
        predicate,
        slot,
        cost,
        node_count: checker.node_count,
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
    let (number, cost) = checker.finish(expr, number, |n| Node::Value(n), report)?;
    Some(Formula {
        number,
        cost,
        node_count: checker.node_count,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
    })
}

/// What an expression stands for in a slot, such as "a rank"; `None` if it has an error.
#[cfg(feature = "lsp")]
pub fn noun_of(expr: &Expr, slot: Slot, names: &Names) -> Option<&'static str> {
    let typed = Checker::new(slot, names).check_expr(expr)?;
    Some(typed.noun())
}

/// The maximum number of AST nodes in a condition, including those of the named conditions it uses.
const MAX_NODES: usize = 1000;

/// A typed expression.
#[derive(Clone)]
enum Typed {
    Predicate(Predicate),
    Value(Value),
    State(State),
}

impl From<ValueKind> for Typed {
    fn from(kind: ValueKind) -> Typed {
        Typed::Value(kind.into())
    }
}

impl Typed {
    fn kind(&self) -> Option<&ValueKind> {
        match self {
            Typed::Value(value) => Some(&value.kind),
            Typed::Predicate(_) | Typed::State(_) => None,
        }
    }

    fn sort(&self) -> Sort {
        match self {
            Typed::Predicate(_) => Sort::Condition,
            Typed::Value(value) => value.sort(),
            Typed::State(_) => Sort::State,
        }
    }

    /// Returns the name of its sort for messages, with an article.
    fn noun(&self) -> &'static str {
        self.sort().noun()
    }
}

impl Sort {
    /// Returns its name for messages, with an article.
    fn noun(self) -> &'static str {
        match self {
            Sort::Condition => "a condition",
            Sort::Number => "a number",
            Sort::Rank => "a rank",
            Sort::Suit => "a suit",
            Sort::Color => "a color",
            Sort::Joker => "a joker",
            Sort::Card => "a card",
            Sort::Pile => "a pile",
            Sort::Group => "a group of piles",
            Sort::State => "a state",
        }
    }
}

/// The property that makes a card of some sort: a card is red if its color is red. A card itself is compared with the
/// joker.
fn of_card(sort: Sort, card: CardExpr) -> Option<ValueKind> {
    Some(match sort {
        Sort::Rank => ValueKind::OfCard(Property::Rank, card),
        Sort::Suit => ValueKind::OfCard(Property::Suit, card),
        Sort::Color => ValueKind::OfCard(Property::Color, card),
        Sort::Joker => ValueKind::Card(card),
        _ => return None,
    })
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

    /// Returns the tree, if there is one, with its cost. Adds the errors to the report.
    fn finish<T>(
        &mut self,
        expr: &Expr,
        tree: Option<T>,
        node: fn(&T) -> Node<'_>,
        report: &mut Diagnostics,
    ) -> Option<(T, u64)> {
        let checked = tree.and_then(|tree| {
            let cost = self.check_cost(expr, node(&tree))?;
            Some((tree, cost))
        });
        report.extend(std::mem::take(&mut self.report));
        checked
    }

    /// Returns the cost of a checked expression, or reports that it is too high.
    fn check_cost(&mut self, expr: &Expr, checked: Node<'_>) -> Option<u64> {
        let mut counter = CostCounter::new(expr.span, self.names);
        counter.visit(checked);
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
        let (span, sort) = (expr.span, typed.sort());
        let is_attribute = matches!(sort, Sort::Rank | Sort::Suit | Sort::Color);
        if is_attribute && !Variable::Card.slots().contains(&self.slot) {
            let (noun, key) = (sort.noun(), self.slot.key());
            let message = format!("{noun} on its own is not available in `{key}`");
            let mut diagnostic = Diagnostic::error(span, message).label("it applies to `card`");
            let card = self.scope.locals.last();
            if let Some(local) = card.filter(|local| local.kind == LocalKind::Card) {
                let name = &local.name;
                diagnostic = diagnostic.help(format!("write which card is meant: `{name} is ...`"));
            }
            return self.fail(diagnostic);
        }
        let number = match typed {
            Typed::Predicate(predicate) => return Some(predicate),
            Typed::Value(value) => match of_card(sort, CardExpr::Card) {
                Some(own) => {
                    let kind = PredicateKind::equal(own.into(), value);
                    return Some(Predicate::new(kind, span));
                }
                None => value.literal(),
            },
            Typed::State(_) => None,
        };
        let mut diagnostic =
            Diagnostic::error(span, format!("expected a condition, found {}", sort.noun()))
                .label("expected something that is true or false");
        if let (Sort::Group | Sort::Pile, Some(text)) = (sort, path_text(expr)) {
            diagnostic = diagnostic.help(format!(
                "write a condition about it, such as `{text} is empty`"
            ));
        } else if sort == Sort::State {
            diagnostic =
                diagnostic.help("write what it applies to: `stock is empty`, `base is set`");
        } else if sort == Sort::Number {
            diagnostic =
                diagnostic.help("compare the number with another, as in `stock.size == 2`");
            if number.is_some() {
                diagnostic = diagnostic.help("ranks are words, such as `Seven`");
            }
        }
        self.fail(diagnostic)
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
            ExprKind::Number(number) => Some(ValueKind::Number(*number).into()),
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
                predicate(self.check_is((&typed_subject?, subject), &typed_value?, span)?)
            }
            ExprKind::In(subject, list) => {
                let mut parts = Vec::new();
                for item in list {
                    let (left, right) = (self.check_expr(subject)?, self.check_expr(item)?);
                    let kind = match (left, right) {
                        (Typed::Value(a), Typed::Value(b))
                            if (a.sort(), b.sort()) == (Sort::Number, Sort::Number) =>
                        {
                            PredicateKind::equal(a, b)
                        }
                        (left, right) => self.check_is((&left, subject), &right, span)?,
                    };
                    parts.push(Predicate::new(kind, item.span));
                }
                predicate(PredicateKind::Any(parts))
            }
            ExprKind::Compare(operator, left, right) => {
                let (typed_left, typed_right) = (self.check_expr(left), self.check_expr(right));
                let (left, right) = ((typed_left?, &**left), (typed_right?, &**right));
                predicate(self.check_comparison(operator, left, right, span)?)
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
