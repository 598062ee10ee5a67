//! From text to a tree of names.

mod wrong;

use pest::Parser as _;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::{Expr, ExprKind, Quantifier};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned};

/// The longest condition, in bytes.
const MAX_LENGTH: usize = 1000;
/// The most brackets that may stand open at once.
const MAX_DEPTH: usize = 32;
/// The largest number that may be written.
const MAX_NUMBER: i32 = 1_000_000;

/// Reads a condition from its text, which stands in a file at `span`. Where the file spells the text letter by
/// letter, `exact` is the offset of its first; else mistakes are reported for the text as a whole.
///
/// Mistakes go to the report; the answer is then nothing.
#[must_use]
pub fn parse(text: &str, span: Span, exact: Option<u32>, report: &mut Diagnostics) -> Option<Expr> {
    let mut reader = Reader {
        text,
        span,
        exact,
        report,
        failed: false,
    };
    if !reader.has_fair_size() {
        return None;
    }
    match Grammar::parse(Rule::condition, text) {
        Ok(mut pairs) => {
            let any_of = pairs.next()?.into_inner().next()?;
            let expr = reader.any_of(any_of);
            (!reader.failed).then_some(expr)
        }
        Err(error) => {
            reader.unexpected(&error);
            None
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    span: Span,
    exact: Option<u32>,
    report: &'a mut Diagnostics,
    failed: bool,
}

impl Reader<'_> {
    fn place(&self, start: usize, end: usize) -> Span {
        self.exact
            .map_or(self.span, |base| Span::new(start..end).shifted(base))
    }

    fn span_of(&self, pair: &Pair<'_, Rule>) -> Span {
        // A rule that ends in an optional part may hold the white space before it.
        let text = pair.as_str().trim_end();
        let start = pair.as_span().start();
        self.place(start, start + text.len())
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.report.push(diagnostic);
    }

    fn any_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut parts: Vec<Pair<'_, Rule>> = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::or {
                self.slip(&inner, "or");
            } else {
                parts.push(inner);
            }
        }
        let several = |p: &Pair<'_, Rule>| {
            p.clone()
                .into_inner()
                .filter(|i| i.as_rule() == Rule::negation)
                .count()
                > 1
        };
        if parts.len() > 1 && parts.iter().any(several) {
            self.both_readings(span, &parts);
        }
        let parts: Vec<Expr> = parts.into_iter().map(|p| self.all_of(p)).collect();
        joined(parts, span, ExprKind::Any)
    }

    fn all_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut parts = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::and {
                self.slip(&inner, "and");
            } else {
                parts.push(self.negation(inner));
            }
        }
        joined(parts, span, ExprKind::All)
    }

    fn negation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut times = 0;
        let mut expr = None;
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::not {
                self.slip(&inner, "not");
                times += 1;
            } else {
                expr = Some(self.relation(inner));
            }
        }
        let expr = expr.expect("a negation holds a relation");
        if times % 2 == 1 {
            Expr {
                kind: ExprKind::Not(Box::new(expr)),
                span,
            }
        } else {
            expr
        }
    }

    fn relation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let left = self.sum(inner.next().expect("a relation begins with a sum"));
        let Some(how) = inner.next() else { return left };
        let left = Box::new(left);
        match how.as_rule() {
            Rule::is => {
                let next = inner.next().expect("something follows `is`");
                if next.as_rule() == Rule::not {
                    self.slip(&next, "not");
                    let right = self.sum(inner.next().expect("something follows `is not`"));
                    let is = Expr {
                        kind: ExprKind::Is(left, Box::new(right)),
                        span,
                    };
                    Expr {
                        kind: ExprKind::Not(Box::new(is)),
                        span,
                    }
                } else {
                    let right = self.sum(next);
                    Expr {
                        kind: ExprKind::Is(left, Box::new(right)),
                        span,
                    }
                }
            }
            Rule::one_of => {
                let list = inner.next().expect("a list follows `in`");
                let items = list.into_inner().map(|i| self.sum(i)).collect();
                Expr {
                    kind: ExprKind::In(left, items),
                    span,
                }
            }
            _ => {
                match how.as_str() {
                    "=" | "===" => self.slip(&how, "=="),
                    "=>" => self.slip(&how, ">="),
                    "=<" => self.slip(&how, "<="),
                    "<>" => self.slip(&how, "!="),
                    _ => {}
                }
                let operator = Spanned {
                    value: how.as_str().to_owned(),
                    span: self.span_of(&how),
                };
                let right = self.sum(inner.next().expect("something is compared with"));
                Expr {
                    kind: ExprKind::Compare(operator, left, Box::new(right)),
                    span,
                }
            }
        }
    }

    fn sum(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut inner = pair.into_inner();
        let mut left = self.term(inner.next().expect("a sum begins with a term"));
        while let (Some(sign), Some(term)) = (inner.next(), inner.next()) {
            let right = self.term(term);
            let span = left.span.to(right.span);
            left = Expr {
                kind: ExprKind::Sum(sign.as_str() == "+", Box::new(left), Box::new(right)),
                span,
            };
        }
        left
    }

    fn term(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut negative = false;
        let mut expr = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::minus => negative = !negative,
                _ => expr = Some(self.primary(inner)),
            }
        }
        let expr = expr.expect("a term holds something");
        if !negative {
            return expr;
        }
        if let ExprKind::Number(number) = expr.kind {
            return Expr {
                kind: ExprKind::Number(-number),
                span,
            };
        }
        let zero = Expr {
            kind: ExprKind::Number(0),
            span,
        };
        Expr {
            kind: ExprKind::Sum(false, Box::new(zero), Box::new(expr)),
            span,
        }
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        match pair.as_rule() {
            Rule::number => Expr {
                kind: ExprKind::Number(self.number(&pair)),
                span,
            },
            Rule::quoted => {
                self.fail(
                    Diagnostic::error(span, "a text in quotes")
                        .label("expected a word without quotes")
                        .help("ranks, suits and names of piles are written as they are: `King`, `hearts`, `reserve`"),
                );
                Expr {
                    kind: ExprKind::Number(0),
                    span,
                }
            }
            Rule::quantity => {
                let mut inner = pair.into_inner();
                let quantifier = match inner.next().map(|q| q.as_str()) {
                    Some("every") => Quantifier::Every,
                    Some("some") => Quantifier::Some,
                    _ => Quantifier::Count,
                };
                let name = inner.next().expect("a sentence over piles names them");
                let name = Spanned {
                    value: name.as_str().to_owned(),
                    span: self.span_of(&name),
                };
                inner.next();
                let group =
                    self.primary(inner.next().expect("a sentence over piles names a group"));
                inner.next();
                let body = self.any_of(inner.next().expect("a sentence over piles says something"));
                Expr {
                    kind: ExprKind::Quantity(quantifier, name, Box::new(group), Box::new(body)),
                    span,
                }
            }
            Rule::group => {
                let mut inner = pair.into_inner();
                let mut expr = self.any_of(inner.next().expect("brackets hold something"));
                expr.span = span;
                self.properties(expr, inner)
            }
            _ => {
                let mut inner = pair.into_inner().peekable();
                let name = inner.next().expect("a path begins with a name");
                let name = Spanned {
                    value: name.as_str().to_owned(),
                    span: self.span_of(&name),
                };
                let argument = inner.next_if(|p| p.as_rule() == Rule::argument);
                let expr = match argument {
                    None => Expr {
                        kind: ExprKind::Name(name.value),
                        span: name.span,
                    },
                    Some(argument) => {
                        let span = name.span.to(self.span_of(&argument));
                        let inner = argument
                            .into_inner()
                            .next()
                            .expect("an argument holds something");
                        Expr {
                            kind: ExprKind::Applied(name, Box::new(self.primary(inner))),
                            span,
                        }
                    }
                };
                self.properties(expr, inner)
            }
        }
    }

    fn properties<'p>(
        &mut self,
        mut expr: Expr,
        pairs: impl Iterator<Item = Pair<'p, Rule>>,
    ) -> Expr {
        for pair in pairs.filter(|p| p.as_rule() == Rule::property) {
            let name = pair.into_inner().next().expect("a property has a name");
            let name = Spanned {
                value: name.as_str().to_owned(),
                span: self.span_of(&name),
            };
            let span = expr.span.to(name.span);
            expr = Expr {
                kind: ExprKind::Property(Box::new(expr), name),
                span,
            };
        }
        expr
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> i32 {
        match pair.as_str().parse() {
            Ok(number) if number <= MAX_NUMBER => number,
            _ => {
                let span = self.span_of(pair);
                self.fail(
                    Diagnostic::error(span, "a number that is too large")
                        .label(format!("expected at most {MAX_NUMBER}")),
                );
                0
            }
        }
    }
}

fn joined(mut parts: Vec<Expr>, span: Span, kind: impl FnOnce(Vec<Expr>) -> ExprKind) -> Expr {
    if parts.len() == 1 {
        parts.remove(0)
    } else {
        Expr {
            kind: kind(parts),
            span,
        }
    }
}
