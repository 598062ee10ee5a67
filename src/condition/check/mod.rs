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
use super::{
    CardExpr, Condition, Expr, ExprKind, Facts, Formula, Names, Node, Predicate, PredicateKind,
    Property, Slot, Sort, State, Value, ValueKind, Variable, WORDS, WordKind, cost,
};
use crate::cards::Order;
use crate::text::{Describe, Diagnostic, Diagnostics, Draft, Span, join_with};

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
    let checker = Checker::new(slot, names);
    let (predicate, node_count) = checker.finish(
        expr,
        Checker::check_predicate,
        |p| Node::Predicate(p),
        report,
    )?;
    Some(Condition {
        predicate,
        slot,
        node_count,
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
    let checker = Checker::new(slot, names);
    let (number, node_count) =
        checker.finish(expr, Checker::check_number, |n| Node::Value(n), report)?;
    Some(Formula {
        number,
        node_count,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
    })
}

/// What an expression stands for in a slot, such as "a rank"; `None` if it has an error.
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

    fn into_value(self) -> Option<Value> {
        match self {
            Typed::Value(value) => Some(value),
            Typed::Predicate(_) | Typed::State(_) => None,
        }
    }

    /// The value, if it is a number.
    fn into_number(self) -> Option<Value> {
        self.into_value()
            .filter(|value| value.sort() == Sort::Number)
    }
}

/// One of the two operands of an operator, with its source.
struct Operand<'e> {
    typed: Typed,
    sort: Sort,
    expr: &'e Expr,
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

    /// The property of a card that is of this sort: a card is red if its color is red. A card itself is compared with
    /// the joker.
    fn of_card(self, card: CardExpr) -> Option<ValueKind> {
        Some(match self {
            Sort::Rank => ValueKind::OfCard(Property::Rank, card),
            Sort::Suit => ValueKind::OfCard(Property::Suit, card),
            Sort::Color => ValueKind::OfCard(Property::Color, card),
            Sort::Joker => ValueKind::Card(card),
            _ => return None,
        })
    }

    /// Whether it is the sort of ranks, suits or colors.
    fn is_attribute(self) -> bool {
        matches!(self, Sort::Rank | Sort::Suit | Sort::Color)
    }
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

    /// Checks an expression and its cost. Returns the tree and the number of its nodes, and adds the errors to
    /// the report.
    fn finish<T>(
        mut self,
        expr: &Expr,
        check: fn(&mut Checker<'a>, &Expr) -> Option<T>,
        node: fn(&T) -> Node<'_>,
        report: &mut Diagnostics,
    ) -> Option<(T, usize)> {
        let checked = check(&mut self, expr).and_then(|tree| {
            match cost::check(node(&tree), self.slot, expr.span, self.names) {
                Ok(()) => Some((tree, self.node_count)),
                Err(diagnostic) => self.fail(*diagnostic),
            }
        });
        report.extend(self.report);
        checked
    }

    /// Reports an error.
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report.push(self.at_use(diagnostic));
        None
    }

    /// Reports an error, which the same statement may describe further.
    fn error(&mut self, span: Span, message: impl Into<String>) -> Draft<'_> {
        let diagnostic = self.at_use(Diagnostic::error(span, message));
        self.report.draft(diagnostic)
    }

    /// If a diagnostic is inside a named condition, also points to where that condition is used.
    fn at_use(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.scope.outermost_use() {
            Some((name, span)) => {
                let label = format!("`{name}` is used here, in `{}`", self.slot.key());
                diagnostic.also(span, label)
            }
            None => diagnostic,
        }
    }

    /// Checks an expression that must be a predicate.
    fn check_predicate(&mut self, expr: &Expr) -> Option<Predicate> {
        let typed = self.check_expr(expr)?;
        self.coerce_to_predicate(typed, expr)
    }

    /// Converts an expression to a predicate. A rank, suit or color on its own means that `card` has it; other types
    /// are errors.
    fn coerce_to_predicate(&mut self, typed: Typed, expr: &Expr) -> Option<Predicate> {
        let (span, sort, noun) = (expr.span, typed.sort(), typed.noun());
        if sort.is_attribute() && !Variable::Card.slots().contains(&self.slot) {
            let message = format!(
                "{noun} on its own is not available in `{}`",
                self.slot.key()
            );
            let card = self.scope.locals.last();
            let card = card.filter(|local| local.sort == Sort::Card);
            let help = card.map(|c| format!("write which card is meant: `{} is ...`", c.name));
            return self
                .error(span, message)
                .label("it applies to `card`")
                .advice(help)
                .fail();
        }
        let is_literal = matches!(typed.kind(), Some(ValueKind::Number(_)));
        match (typed, sort.of_card(CardExpr::Card)) {
            (Typed::Predicate(predicate), _) => return Some(predicate),
            (Typed::Value(value), Some(own)) => {
                return Some(Predicate::new(
                    PredicateKind::equal(own.into(), value),
                    span,
                ));
            }
            _ => {}
        }
        let help = match sort {
            Sort::Group | Sort::Pile => path_text(expr)
                .map(|text| format!("write a condition about it, such as `{text} is empty`")),
            Sort::State => {
                Some("write what it applies to: `stock is empty`, `base is set`".to_owned())
            }
            Sort::Number => {
                Some("compare the number with another, as in `stock.size == 2`".to_owned())
            }
            _ => None,
        };
        self.error(span, format!("expected a condition, found {noun}"))
            .label("expected something that is true or false")
            .advice(help)
            .advice(is_literal.then_some("ranks are words, such as `Seven`"))
            .fail()
    }

    /// Checks every predicate, even after an error, so that all errors are reported.
    fn check_all(&mut self, list: &[Expr]) -> Option<Vec<Predicate>> {
        let checked: Vec<_> = list.iter().map(|e| self.check_predicate(e)).collect();
        checked.into_iter().collect()
    }

    /// Checks an expression of any type.
    fn check_expr(&mut self, expr: &Expr) -> Option<Typed> {
        let span = expr.span;
        self.node_count += 1;
        if self.node_count > MAX_NODES {
            // Report the error where the outermost named condition is used, so that nested uses are not reported again.
            let span = self.scope.outermost_use().map_or(span, |(_, span)| span);
            let message = "the condition is too large, counting the named conditions it uses";
            let expected = format!("expected at most {MAX_NODES} parts");
            self.report.error(span, message).label(expected);
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
            ExprKind::All(parts) => predicate(PredicateKind::All(self.check_all(parts)?)),
            ExprKind::Any(parts) => {
                self.reject_shorthand(parts)?;
                predicate(PredicateKind::Any(self.check_all(parts)?))
            }
            ExprKind::In(subject, list) => {
                let mut parts = Vec::new();
                for item in list {
                    let (left, right) = self.check_operands(subject, item)?;
                    let kind = match (&left.typed, &right.typed) {
                        (Typed::Value(a), Typed::Value(b))
                            if (left.sort, right.sort) == (Sort::Number, Sort::Number) =>
                        {
                            PredicateKind::equal(a.clone(), b.clone())
                        }
                        _ => self.check_is(&left, &right, span)?,
                    };
                    parts.push(Predicate::new(kind, item.span));
                }
                predicate(PredicateKind::Any(parts))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = self.check_operands(left, right)?;
                match operator.value.as_str() {
                    "is" => predicate(self.check_is(&left, &right, span)?),
                    "+" | "-" | "*" => self.check_arithmetic(&operator.value, left, right),
                    _ => predicate(self.check_comparison(operator, left, right, span)?),
                }
            }
            ExprKind::Quantified(quantifier, name, group, body) => {
                self.check_quantifier(*quantifier, name, group, body, span)
            }
        }
    }

    /// Checks both operands, even after an error in the first.
    fn check_operands<'e>(
        &mut self,
        left: &'e Expr,
        right: &'e Expr,
    ) -> Option<(Operand<'e>, Operand<'e>)> {
        let operand = |typed: Typed, expr| Operand {
            sort: typed.sort(),
            typed,
            expr,
        };
        let (first, second) = (self.check_expr(left), self.check_expr(right));
        Some((operand(first?, left), operand(second?, right)))
    }

    /// Checks that a variable is available in the slot.
    fn require_variable(&mut self, variable: Variable, word: &str, span: Span) -> Option<()> {
        if variable.slots().contains(&self.slot) {
            return Some(());
        }
        let is_run = self.slot == Slot::Run;
        let available = WORDS.iter().filter(|word| match word.kind {
            // A `run` condition can use neither `used` nor piles.
            WordKind::Variable(Variable::Used) if is_run => false,
            WordKind::Variable(variable) => variable.slots().contains(&self.slot),
            _ => false,
        });
        let available = available.map(|word| format!("`{}`", word.text));
        let piles = (!is_run).then(|| "piles".to_owned());
        let available: Vec<String> = available.chain(piles).collect();
        let key = self.slot.key();
        let help = (is_run && variable == Variable::Moved).then_some(
            "a run is judged card by card; limit how many cards move in `start` and `build`",
        );
        self.error(span, format!("`{word}` is not available in `{key}`"))
            .label(format!("`{key}` can use {}", join_with(&available, "and")))
            .advice(help)
            .fail()
    }
}
