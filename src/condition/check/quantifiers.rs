//! Checks quantifiers.

use std::sync::Arc;

use super::relations::number_of;
use super::{Checker, LocalKind, Typed};
use crate::condition::{
    Domain, Expr, ExprKind, Predicate, PredicateKind, Property, Quantifier, Scoped, Sort, Value,
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
        let why_taken = self.names.why_no_variable(&name.value);
        if let Some(why_taken) = why_taken {
            return self.fail(
                Diagnostic::error(
                    name.span,
                    format!("`{}` cannot be the name of a variable", name.value),
                )
                .label(why_taken)
                .help("write a name that is not in use, such as `p`"),
            );
        }
        let domain = self.check_domain(domain)?;
        let kind = match domain {
            Domain::Piles(_) => LocalKind::Pile,
            Domain::Cards(_) => LocalKind::Card,
            Domain::Lines { .. } => LocalKind::Line,
        };
        self.with_variable(&name.value, kind, |checker| {
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
                self.report.push(
                    Diagnostic::warning(domain.span, message)
                        .help(format!("`piles.{}.shape` draws several rows", group.name)),
                );
            }
            return Some(Domain::Lines {
                group: group.piles,
                kind,
                lines: group.lines(kind).into(),
            });
        }
        match self.check_expr(domain)? {
            Typed::Value(Value {
                kind: ValueKind::Group(group),
                ..
            }) => Some(Domain::Piles(group)),
            Typed::Value(Value {
                kind: ValueKind::Pile(pile),
                ..
            }) => Some(Domain::Cards(pile)),
            other => self.fail(
                Diagnostic::error(
                    domain.span,
                    format!("{} has neither piles nor cards", other.noun()),
                )
                .label("expected a group of piles or a pile"),
            ),
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
        let kind = match (quantifier, self.check_expr(body)?) {
            (Quantifier::Sum, Typed::Value(body)) if body.sort() == Sort::Number => {
                let body = Box::new(Scoped { variable, body });
                return Some(ValueKind::Sum(domain, body).into());
            }
            (Quantifier::Sum, wrong) => {
                let message = format!("`sum` adds numbers, found {}", wrong.noun());
                let mut diagnostic =
                    Diagnostic::error(body.span, message).label("expected a number");
                if let Typed::Predicate(_) = wrong {
                    diagnostic =
                        diagnostic.help("write `count` for the number of times that it is true");
                } else if let Some(help) = number_of(wrong.sort(), body) {
                    diagnostic = diagnostic.help(help);
                }
                return self.fail(diagnostic);
            }
            (Quantifier::Count, typed) if typed.sort() == Sort::Number => {
                return self.fail(
                    Diagnostic::error(body.span, "`count` counts conditions, found a number")
                        .label("expected a condition")
                        .help("write `sum` to add numbers"),
                );
            }
            (Quantifier::Count, typed) => {
                let body = self.coerce_to_predicate(typed, body)?;
                let body = Box::new(Scoped { variable, body });
                return Some(ValueKind::Count(domain, body).into());
            }
            (Quantifier::Every, typed) => {
                let body = self.coerce_to_predicate(typed, body)?;
                PredicateKind::Every(domain, Box::new(Scoped { variable, body }))
            }
            (Quantifier::Some, typed) => {
                let body = self.coerce_to_predicate(typed, body)?;
                PredicateKind::Some(domain, Box::new(Scoped { variable, body }))
            }
        };
        Some(Typed::Predicate(Predicate::new(kind, span)))
    }
}
