//! Checks quantifiers.

use std::sync::Arc;

use super::relations::number_of;
use super::{Checker, Typed};
use crate::condition::{
    Domain, Expr, ExprKind, Predicate, PredicateKind, Property, Quantifier, Scoped, Sort,
    ValueKind, WordKind,
};
use crate::text::{Describe, Diagnostic, Span, Spanned};

impl Checker<'_> {
    /// Checks `every`, `some`, `count` or `sum`.
    pub(super) fn check_quantifier(
        &mut self,
        quantifier: Quantifier,
        name: &Spanned<String>,
        domain: &Expr,
        body: &Expr,
        span: Span,
    ) -> Option<Typed> {
        if let Some(why_taken) = self.names.why_no_variable(&name.value) {
            let message = format!("`{}` cannot be the name of a variable", name.value);
            return self
                .error(name.span, message)
                .label(why_taken)
                .help("write a name that is not in use, such as `p`")
                .fail();
        }
        let domain = self.check_domain(domain)?;
        let sort = match domain {
            Domain::Piles(_) => Sort::Pile,
            Domain::Cards(_) => Sort::Card,
            Domain::Lines { .. } => Sort::Group,
        };
        self.with_variable(&name.value, sort, |checker| {
            checker.check_body(quantifier, &name.value, domain, body, span)
        })
    }

    /// Checks what a quantifier ranges over: the piles of a group, the cards of a pile, or the lines of a group.
    fn check_domain(&mut self, domain: &Expr) -> Option<Domain> {
        if let ExprKind::Property(subject, name) = &domain.kind
            && let Some(WordKind::Property(Property::Lines(kind))) = WordKind::of(&name.value)
            && let ExprKind::Name(group) = &subject.kind
            && let Some(group) = self.names.group(group)
            && self.names.piles(group).count > 1
        {
            let group = &self.names.groups[group.index()];
            if group.places.iter().all(|place| place.row == 1) {
                let message = format!("`{}` has only one row", group.name);
                self.report
                    .warn(domain.span, message)
                    .help(format!("`piles.{}.shape` draws several rows", group.name));
            }
            return Some(Domain::Lines {
                group: group.piles,
                kind,
                lines: group.lines(kind).into(),
            });
        }
        let typed = self.check_expr(domain)?;
        match typed.kind() {
            Some(ValueKind::Group(group)) => Some(Domain::Piles(*group)),
            Some(ValueKind::Pile(pile)) => Some(Domain::Cards(pile.clone())),
            _ => {
                let message = format!("{} has neither piles nor cards", typed.noun());
                self.error(domain.span, message)
                    .label("expected a group of piles or a pile")
                    .fail()
            }
        }
    }

    /// Checks the body of a quantifier: a number for `sum`, a condition for the others.
    fn check_body(
        &mut self,
        quantifier: Quantifier,
        variable: &str,
        domain: Domain,
        body: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let variable = Arc::from(variable);
        let typed = self.check_expr(body)?;
        let sort = typed.sort();
        if quantifier == Quantifier::Sum {
            return match typed.into_number() {
                Some(number) => {
                    let body = Box::new(Scoped {
                        variable,
                        body: number,
                    });
                    Some(ValueKind::Sum(domain, body).into())
                }
                None => self.fail(wrong_term(sort, body)),
            };
        }
        if quantifier == Quantifier::Count && sort == Sort::Number {
            return self
                .error(body.span, "`count` counts conditions, found a number")
                .label("expected a condition")
                .help("write `sum` to add numbers")
                .fail();
        }
        let body = self.coerce_to_predicate(typed, body)?;
        let body = Box::new(Scoped { variable, body });
        let kind = match quantifier {
            Quantifier::Every => PredicateKind::Every(domain, body),
            Quantifier::Some => PredicateKind::Some(domain, body),
            Quantifier::Count | Quantifier::Sum => {
                return Some(ValueKind::Count(domain, body).into());
            }
        };
        Some(Typed::Predicate(Predicate::new(kind, span)))
    }
}

/// The error for the body of a `sum` that is no number.
fn wrong_term(wrong: Sort, body: &Expr) -> Diagnostic {
    let help = match wrong {
        Sort::Condition => Some("write `count` for the number of times that it is true".to_owned()),
        _ => number_of(wrong, body),
    };
    let message = format!("`sum` adds numbers, found {}", wrong.noun());
    Diagnostic::error(body.span, message)
        .label("expected a number")
        .advice(help)
}
