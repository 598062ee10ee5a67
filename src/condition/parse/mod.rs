//! The parser: from text to the untyped AST.

mod advice;
mod wrong;

use pest::Parser as _;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::{Expr, ExprKind, WordKind};
use crate::text::{Describe, Diagnostic, Diagnostics, Span, Spanned};

/// The maximum length of a condition, in bytes.
const MAX_LENGTH: usize = 1000;
/// The maximum nesting depth of parentheses.
const MAX_DEPTH: usize = 32;
/// The largest number literal.
const MAX_NUMBER: i32 = 1_000_000;

/// Parses a condition. `span` is the span of the text in its file. If the file contains the text verbatim, without
/// escapes, `exact` is the offset of its first byte; otherwise errors are reported for the whole span.
///
/// Returns `None` and adds diagnostics to the report if there are errors.
pub fn parse(text: &str, span: Span, exact: Option<u32>, report: &mut Diagnostics) -> Option<Expr> {
    let mut parser = Parser {
        text,
        span,
        exact,
        report,
        failed: false,
    };
    if !parser.check_limits() {
        return None;
    }
    match Grammar::parse(Rule::condition, text) {
        Ok(mut pairs) => {
            let any_of = pairs.next()?.into_inner().next()?;
            let expr = parser.parse_any_of(any_of);
            (!parser.failed).then_some(expr)
        }
        Err(error) => {
            parser.report_syntax_error(&error);
            None
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    span: Span,
    exact: Option<u32>,
    report: &'a mut Diagnostics,
    failed: bool,
}

impl Parser<'_> {
    fn span_at(&self, start: usize, end: usize) -> Span {
        self.exact
            .map_or(self.span, |base| Span::new(start..end).shift_by(base))
    }

    fn span_of(&self, pair: &Pair<'_, Rule>) -> Span {
        // A rule that ends in an optional part can include the white space before that part.
        let text = pair.as_str().trim_end();
        let start = pair.as_span().start();
        self.span_at(start, start + text.len())
    }

    fn spanned(&self, pair: &Pair<'_, Rule>) -> Spanned<String> {
        Spanned {
            value: pair.as_str().to_owned(),
            span: self.span_of(pair),
        }
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.report.push(diagnostic);
    }

    fn parse_any_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut parts: Vec<Pair<'_, Rule>> = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::or {
                self.require_spelling(&inner, "or");
            } else {
                parts.push(inner);
            }
        }
        let is_conjunction = |p: &Pair<'_, Rule>| {
            p.clone()
                .into_inner()
                .filter(|i| i.as_rule() == Rule::negation)
                .count()
                > 1
        };
        if parts.len() > 1 && parts.iter().any(is_conjunction) {
            self.report_ambiguity(span, &parts);
        }
        let parts: Vec<Expr> = parts.into_iter().map(|p| self.parse_all_of(p)).collect();
        join_parts(parts, span, ExprKind::Any)
    }

    fn parse_all_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut parts = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::and {
                self.require_spelling(&inner, "and");
            } else {
                parts.push(self.parse_negation(inner));
            }
        }
        join_parts(parts, span, ExprKind::All)
    }

    fn parse_negation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut negations = 0;
        let mut expr = None;
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::not {
                self.require_spelling(&inner, "not");
                negations += 1;
            } else {
                expr = Some(self.parse_relation(inner));
            }
        }
        let expr = expr.expect("a negation holds a relation");
        if negations % 2 == 1 {
            Expr::new(ExprKind::Not(Box::new(expr)), span)
        } else {
            expr
        }
    }

    fn parse_relation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let left = self.parse_total(inner.next().expect("a relation begins with a total"));
        let Some(operator) = inner.next() else {
            return left;
        };
        let left = Box::new(left);
        match operator.as_rule() {
            Rule::is => {
                let next = inner.next().expect("something follows `is`");
                if next.as_rule() == Rule::not {
                    self.require_spelling(&next, "not");
                    let right = self.parse_total(inner.next().expect("something follows `is not`"));
                    let is = Expr::new(ExprKind::Is(left, Box::new(right)), span);
                    Expr::new(ExprKind::Not(Box::new(is)), span)
                } else {
                    let right = self.parse_total(next);
                    Expr::new(ExprKind::Is(left, Box::new(right)), span)
                }
            }
            Rule::one_of => {
                let list = inner.next().expect("a list follows `in`");
                let items = list.into_inner().map(|i| self.parse_total(i)).collect();
                Expr::new(ExprKind::In(left, items), span)
            }
            _ => {
                match operator.as_str() {
                    "=" | "===" => self.require_spelling(&operator, "=="),
                    "=>" => self.require_spelling(&operator, ">="),
                    "=<" => self.require_spelling(&operator, "<="),
                    "<>" => self.require_spelling(&operator, "!="),
                    _ => {}
                }
                let operator = self.spanned(&operator);
                let right = self.parse_total(inner.next().expect("a comparison has a right side"));
                Expr::new(ExprKind::Compare(operator, left, Box::new(right)), span)
            }
        }
    }

    fn parse_total(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut inner = pair.into_inner();
        let mut left = self.parse_product(inner.next().expect("a total begins with a product"));
        while let (Some(sign), Some(product)) = (inner.next(), inner.next()) {
            let right = self.parse_product(product);
            let span = left.span.to(right.span);
            left = Expr::new(
                ExprKind::Sum(sign.as_str() == "+", Box::new(left), Box::new(right)),
                span,
            );
        }
        left
    }

    fn parse_product(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut terms = pair.into_inner().filter(|p| p.as_rule() == Rule::term);
        let mut left = self.parse_term(terms.next().expect("a product begins with a term"));
        for term in terms {
            let right = self.parse_term(term);
            let span = left.span.to(right.span);
            left = Expr::new(ExprKind::Product(Box::new(left), Box::new(right)), span);
        }
        left
    }

    fn parse_term(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut negative = false;
        let mut expr = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::minus => negative = !negative,
                _ => expr = Some(self.parse_primary(inner)),
            }
        }
        let expr = expr.expect("a term holds something");
        if !negative {
            return expr;
        }
        if let ExprKind::Number(number) = expr.kind {
            return Expr::new(ExprKind::Number(-number), span);
        }
        let zero = Expr::new(ExprKind::Number(0), span);
        Expr::new(ExprKind::Sum(false, Box::new(zero), Box::new(expr)), span)
    }

    fn parse_primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        match pair.as_rule() {
            Rule::number => Expr::new(ExprKind::Number(self.parse_number(&pair)), span),
            Rule::quoted => {
                self.fail(
                    Diagnostic::error(span, "unexpected quotes")
                        .label("expected a word without quotes")
                        .help("write ranks, suits and names without quotes: `King`, `hearts`, `reserve`")
                        .fix(pair.as_str(), pair.as_str().trim_matches(['"', '\''])),
                );
                Expr::new(ExprKind::Number(0), span)
            }
            Rule::quantity => {
                let mut inner = pair.into_inner();
                let word = inner.next().and_then(|word| WordKind::of(word.as_str()));
                let Some(WordKind::Quantifier(quantifier)) = word else {
                    unreachable!("the grammar lists the quantifiers");
                };
                let name = inner.next().expect("a quantifier has a variable");
                let name = self.spanned(&name);
                inner.next();
                let group = self.parse_primary(inner.next().expect("a quantifier has a domain"));
                inner.next();
                let body = self.parse_any_of(inner.next().expect("a quantifier has a body"));
                Expr::new(
                    ExprKind::Quantified(quantifier, name, Box::new(group), Box::new(body)),
                    span,
                )
            }
            Rule::group => {
                let mut inner = pair.into_inner();
                let mut expr = self.parse_any_of(inner.next().expect("parentheses hold something"));
                expr.span = span;
                self.parse_properties(expr, inner)
            }
            _ => {
                let mut inner = pair.into_inner().peekable();
                let name = inner.next().expect("a path begins with a name");
                let name = self.spanned(&name);
                let argument = inner.next_if(|p| p.as_rule() == Rule::argument);
                let expr = match argument {
                    None => Expr::new(ExprKind::Name(name.value), name.span),
                    Some(argument) => {
                        let span = name.span.to(self.span_of(&argument));
                        let inner = argument
                            .into_inner()
                            .next()
                            .expect("an argument holds something");
                        Expr::new(
                            ExprKind::Applied(name, Box::new(self.parse_primary(inner))),
                            span,
                        )
                    }
                };
                self.parse_properties(expr, inner)
            }
        }
    }

    fn parse_properties<'p>(
        &mut self,
        mut expr: Expr,
        pairs: impl Iterator<Item = Pair<'p, Rule>>,
    ) -> Expr {
        for pair in pairs.filter(|p| p.as_rule() == Rule::property) {
            let name = pair.into_inner().next().expect("a property has a name");
            let name = self.spanned(&name);
            let span = expr.span.to(name.span);
            expr = Expr::new(ExprKind::Property(Box::new(expr), name), span);
        }
        expr
    }

    fn parse_number(&mut self, pair: &Pair<'_, Rule>) -> i32 {
        match pair.as_str().parse() {
            Ok(number) if number <= MAX_NUMBER => number,
            _ => {
                let span = self.span_of(pair);
                self.fail(
                    Diagnostic::error(span, "the number is too large")
                        .label(format!("expected at most {MAX_NUMBER}")),
                );
                0
            }
        }
    }
}

fn join_parts(mut parts: Vec<Expr>, span: Span, kind: impl FnOnce(Vec<Expr>) -> ExprKind) -> Expr {
    if parts.len() == 1 {
        parts.remove(0)
    } else {
        Expr::new(kind(parts), span)
    }
}
