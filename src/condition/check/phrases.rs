//! Resolves named conditions. The body is checked anew at each use, with the argument in place of the parameter.

use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use super::relations::quoted_path;
use super::{Checker, Typed};
use crate::cards::{Color, Suit};
use crate::condition::{
    CardExpr, Definition, Expr, GroupExpr, Phrase, PileExpr, Sort, Value, ValueKind,
};
use crate::text::{Describe, Diagnostic, Span, join_with};

/// The names that are visible at a point of a condition, besides those of the game.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// The variables of the enclosing quantifiers, outermost first.
    pub(super) locals: Vec<Variable>,
    /// The use of the named condition that contains the point.
    phrase: Option<Rc<Use>>,
}

/// The variable of a quantifier.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    /// What it stands for: a card, a pile, or a line, which is a group.
    pub(super) sort: Sort,
    /// The number of quantifiers around its own.
    pub(super) depth: usize,
}

/// A use of a named condition.
struct Use {
    name: String,
    span: Span,
    /// Its parameter and the argument, if it has one.
    argument: Option<(String, Bound)>,
    /// The names that are visible at the use.
    outer: Scope,
}

/// What a parameter stands for.
enum Bound {
    /// An expression at the use.
    Given(Expr),
    /// A value of another type, which is tried out.
    Sample(Typed),
}

impl Scope {
    /// The uses of named conditions around the point, innermost first.
    fn uses(&self) -> impl Iterator<Item = &Rc<Use>> {
        std::iter::successors(self.phrase.as_ref(), |phrase| phrase.outer.phrase.as_ref())
    }

    /// The name and the span of the use that is written in the condition itself.
    pub(super) fn outermost_use(&self) -> Option<(&str, Span)> {
        let outermost = self.uses().last()?;
        Some((&outermost.name, outermost.span))
    }

    /// The parameter of the named condition that contains the point.
    pub(super) fn parameter(&self) -> Option<&str> {
        let (parameter, _) = self.phrase.as_ref()?.argument.as_ref()?;
        Some(parameter)
    }
}

impl Checker<'_> {
    /// Calls `check` for the body of a quantifier, where its variable is visible.
    pub(super) fn with_variable<T>(
        &mut self,
        name: &str,
        sort: Sort,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scope.locals.push(Variable {
            name: name.to_owned(),
            sort,
            depth: self.depth,
        });
        self.depth += 1;
        let result = check(self);
        self.depth -= 1;
        self.scope.locals.pop();
        result
    }

    /// The de Bruijn index of a variable.
    pub(super) fn index_of(&self, variable: &Variable) -> u8 {
        u8::try_from(self.depth - 1 - variable.depth).unwrap_or(u8::MAX)
    }

    /// Checks what the parameter of the current named condition stands for, with the names that are visible at the use.
    pub(super) fn resolve_parameter(&mut self) -> Option<Typed> {
        let phrase = Rc::clone(self.scope.phrase.as_ref()?);
        match &phrase.argument.as_ref()?.1 {
            Bound::Sample(typed) => Some(typed.clone()),
            Bound::Given(argument) => self.within(phrase.outer.clone(), |c| c.check_expr(argument)),
        }
    }

    fn within<T>(&mut self, scope: Scope, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = mem::replace(&mut self.scope, scope);
        let result = check(self);
        self.scope = before;
        result
    }

    /// Checks the body of a named condition at its point of use, with the variables that the slot provides.
    pub(super) fn resolve_definition(
        &mut self,
        definition: &Definition,
        argument: Option<&Expr>,
        span: Span,
    ) -> Option<Typed> {
        let name = &definition.name;
        if self.scope.uses().any(|phrase| phrase.name == *name) {
            return self
                .error(span, format!("`{name}` is defined in terms of itself"))
                .help("a named condition may use others, but not itself")
                .fail();
        }
        let body = definition.body.as_ref();
        let (parameter, argument) = match (&definition.parameter, argument) {
            (Some(parameter), Some(argument)) => (parameter, argument),
            (None, None) => {
                let scope = self.scope_of(name, span, None);
                let typed = self.within(scope, |c| c.check_expr(body?))?;
                return Some(name_phrase(typed, (name, span), None, None));
            }
            (parameter, _) => {
                let (lacks, usage) = match parameter {
                    Some(parameter) => ("needs an argument", format!("{name}({parameter})")),
                    None => ("has no parameter", name.clone()),
                };
                return self
                    .error(span, format!("`{name}` {lacks}"))
                    .label(format!("expected `{usage}`"))
                    .fail();
            }
        };
        let typed = self.check_expr(argument)?;
        let noun = typed.noun();
        let value = match typed {
            Typed::Value(value) if value.sort() != Sort::Joker => value,
            _ => {
                let message = format!("{noun} cannot be an argument");
                let expected =
                    "expected a pile, a group, a card, a number, a rank, a suit or a color";
                return self.error(argument.span, message).label(expected).fail();
            }
        };
        let body = body?;
        let report = mem::take(&mut self.report);
        let given = Some((parameter.clone(), Bound::Given(argument.clone())));
        let result = self.within(self.scope_of(name, span, given), |c| c.check_expr(body));
        let errors = mem::replace(&mut self.report, report);
        if result.is_none() && !self.is_trial && !self.report.is_full() {
            let accepted = self.accepted_types(definition, parameter, body, span);
            let first = errors.iter().next();
            if let (Some(first), false) = (first, accepted.is_empty()) {
                let accepted = join_with(&accepted, "or");
                let text = quoted_path(argument);
                let message = format!("`{name}` applies to {accepted}; {text} is {noun}");
                let diagnostic = Diagnostic::error(argument.span, message)
                    .label(format!("expected {accepted}"))
                    .also(first.mark.span, format!("`{name}` needs {accepted} here"));
                return self.fail(diagnostic);
            }
        }
        self.report.extend(errors);
        let result = result?;
        let sort = value.sort();
        let is_general = matches!(sort, Sort::Card | Sort::Pile) && !self.is_trial;
        // For any card or any pile, the body is only described and never evaluated.
        let general = is_general.then(|| {
            let scope = self.scope_of(name, span, None);
            let check = |c: &mut Self| c.with_variable(parameter, sort, |c| c.check_expr(body));
            self.try_out(scope, check)
        });
        let general = general.flatten();
        Some(name_phrase(result, (name, span), Some(value), general))
    }

    /// Checks where other names are visible, without reporting errors or counting nodes: trials are not nested.
    fn try_out<T>(&mut self, scope: Scope, check: impl FnOnce(&mut Self) -> T) -> T {
        let report = mem::take(&mut self.report);
        let node_count = self.node_count;
        self.is_trial = true;
        let result = self.within(scope, check);
        self.is_trial = false;
        self.node_count = node_count;
        self.report = report;
        result
    }

    fn scope_of(&self, name: &str, span: Span, argument: Option<(String, Bound)>) -> Scope {
        Scope {
            // The variables of enclosing quantifiers are not visible inside a named condition.
            locals: Vec::new(),
            phrase: Some(Rc::new(Use {
                name: name.to_owned(),
                span,
                argument,
                outer: self.scope.clone(),
            })),
        }
    }

    /// Returns the types of arguments that make the body of a named condition valid.
    fn accepted_types(
        &mut self,
        definition: &Definition,
        parameter: &str,
        body: &Expr,
        span: Span,
    ) -> Vec<&'static str> {
        let groups = &self.names.groups;
        let largest = (0..groups.len()).max_by_key(|&index| groups[index].piles.count);
        let mut samples: Vec<Typed> = vec![
            ValueKind::Card(CardExpr::Card).into(),
            ValueKind::Pile(PileExpr::This).into(),
            ValueKind::Number(1).into(),
            ValueKind::Base.into(),
            ValueKind::Suit(Suit::Clubs).into(),
            ValueKind::Color(Color::Red).into(),
        ];
        let group = largest.map(|index| GroupExpr::Named(groups[index].piles));
        samples.extend(group.map(|group| ValueKind::Group(group).into()));
        let mut accepted = Vec::new();
        for sample in samples {
            let noun = sample.noun();
            let argument = Some((parameter.to_owned(), Bound::Sample(sample)));
            let scope = self.scope_of(&definition.name, span, argument);
            let typed = self.try_out(scope, |c| c.check_expr(body));
            accepted.extend(typed.map(|_| noun));
        }
        accepted
    }
}

/// Notes on a predicate or a number that it is the body of a named one. If it already is, the outer name counts.
fn name_phrase(
    typed: Typed,
    used: (&str, Span),
    argument: Option<Value>,
    general: Option<Typed>,
) -> Typed {
    fn phrase<T>(
        (name, span): (&str, Span),
        argument: Option<Value>,
        general: Option<T>,
    ) -> Arc<Phrase<T>> {
        Arc::new(Phrase {
            name: name.to_owned(),
            span,
            argument,
            general,
        })
    }
    match typed {
        Typed::Predicate(mut predicate) => {
            let general = general.and_then(|general| match general {
                Typed::Predicate(general) => Some(general),
                _ => None,
            });
            predicate.phrase = Some(phrase(used, argument, general));
            Typed::Predicate(predicate)
        }
        Typed::Value(mut number) if number.sort() == Sort::Number && number.literal().is_none() => {
            let general = general.and_then(Typed::into_number);
            number.phrase = Some(phrase(used, argument, general));
            Typed::Value(number)
        }
        other => other,
    }
}
