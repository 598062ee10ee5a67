//! The parser: from text to the untyped AST.

mod advice;
mod wrong;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::grammar::{Grammar, Rule};
use super::{Expr, ExprKind, WordKind};
use crate::text::{Describe, Diagnostics, Span, Spanned};
use crate::work::{Kind, spend};

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
    // It takes longer than to read other text.
    spend(Kind::Byte, 4 * text.len());
    let mut parser = Parser {
        text,
        span,
        exact,
        report: Diagnostics::default(),
    };
    let expr = parser.parse();
    let is_right = !parser.report.has_errors();
    report.extend(parser.report);
    expr.filter(|_| is_right)
}

struct Parser<'a> {
    text: &'a str,
    span: Span,
    exact: Option<u32>,
    report: Diagnostics,
}

impl Parser<'_> {
    fn parse(&mut self) -> Option<Expr> {
        self.check_limits()?;
        match Grammar::parse(Rule::condition, self.text) {
            Ok(mut pairs) => {
                let any_of = pairs.next()?.into_inner().next()?;
                Some(self.parse_any_of(any_of))
            }
            Err(error) => {
                let diagnostic = self.syntax_error(&error);
                self.report.push(diagnostic);
                None
            }
        }
    }

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

    fn parse_any_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let parts = pair.clone().into_inner();
        let parts: Vec<_> = parts.filter(|p| p.as_rule() == Rule::all_of).collect();
        let is_conjunction = |p: &Pair<'_, Rule>| {
            let mut inner = p.clone().into_inner();
            inner.any(|i| i.as_rule() == Rule::and)
        };
        if parts.len() > 1 && parts.iter().any(is_conjunction) {
            self.report_ambiguity(self.span_of(&pair), &parts);
        }
        self.parse_joined(pair, "or", ExprKind::Any, Self::parse_all_of)
    }

    fn parse_all_of(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.parse_joined(pair, "and", ExprKind::All, Self::parse_negation)
    }

    /// Parses one or more parts with a word between them.
    fn parse_joined(
        &mut self,
        pair: Pair<'_, Rule>,
        word: &str,
        join: fn(Vec<Expr>) -> ExprKind,
        parse_part: impl Fn(&mut Self, Pair<'_, Rule>) -> Expr,
    ) -> Expr {
        let span = self.span_of(&pair);
        let mut parts = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::or | Rule::and => self.require_spelling(&inner, word),
                _ => parts.push(parse_part(self, inner)),
            }
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expr::new(join(parts), span),
        }
    }

    fn parse_negation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let mut is_negated = false;
        let mut part = next(&mut inner);
        while part.as_rule() == Rule::not {
            self.require_spelling(&part, "not");
            is_negated = !is_negated;
            part = next(&mut inner);
        }
        let expr = self.parse_relation(part);
        if is_negated {
            Expr::new(ExprKind::Not(Box::new(expr)), span)
        } else {
            expr
        }
    }

    fn parse_relation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let left = self.parse_total(next(&mut inner));
        let Some(operator) = inner.next() else {
            return left;
        };
        let mut right = next(&mut inner);
        let is_negated = right.as_rule() == Rule::not;
        if is_negated {
            self.require_spelling(&right, "not");
            right = next(&mut inner);
        }
        if right.as_rule() == Rule::list {
            let items = right.into_inner().map(|i| self.parse_total(i)).collect();
            return Expr::new(ExprKind::In(Box::new(left), items), span);
        }
        self.require_spelling(
            &operator,
            match operator.as_str() {
                "=" | "===" => "==",
                "=>" => ">=",
                "=<" => "<=",
                "<>" => "!=",
                spelling => spelling,
            },
        );
        let right = self.parse_total(right);
        let related = binary(self.spanned(&operator), left, right);
        if is_negated {
            Expr::new(ExprKind::Not(Box::new(related)), span)
        } else {
            related
        }
    }

    fn parse_total(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.parse_chain(pair, Self::parse_product)
    }

    fn parse_product(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.parse_chain(pair, Self::parse_term)
    }

    /// Parses operands with operators between them, from left to right.
    fn parse_chain(
        &mut self,
        pair: Pair<'_, Rule>,
        parse_operand: impl Fn(&mut Self, Pair<'_, Rule>) -> Expr,
    ) -> Expr {
        let mut inner = pair.into_inner();
        let mut left = parse_operand(self, next(&mut inner));
        while let Some(operator) = inner.next() {
            let right = parse_operand(self, next(&mut inner));
            left = binary(self.spanned(&operator), left, right);
        }
        left
    }

    fn parse_term(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let mut is_negative = false;
        let mut part = next(&mut inner);
        while part.as_rule() == Rule::minus {
            is_negative = !is_negative;
            part = next(&mut inner);
        }
        let expr = self.parse_primary(part);
        match expr.kind {
            _ if !is_negative => expr,
            ExprKind::Number(number) => Expr::new(ExprKind::Number(-number), span),
            _ => {
                let value = "-".to_owned();
                let zero = Expr::new(ExprKind::Number(0), span);
                binary(Spanned { value, span }, zero, expr)
            }
        }
    }

    fn parse_primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let (span, text) = (self.span_of(&pair), pair.as_str());
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        match rule {
            Rule::number => Expr::new(ExprKind::Number(self.parse_number(text, span)), span),
            Rule::quoted => {
                self.report
                    .error(span, "unexpected quotes")
                    .label("expected a word without quotes")
                    .help(
                        "write ranks, suits and names without quotes: `King`, `hearts`, `reserve`",
                    )
                    .fix(text, text.trim_matches(['"', '\'']));
                Expr::new(ExprKind::Number(0), span)
            }
            Rule::quantity => {
                let word = WordKind::of(next(&mut inner).as_str());
                let Some(WordKind::Quantifier(quantifier)) = word else {
                    unreachable!("the grammar lists the quantifiers");
                };
                let name = self.spanned(&next(&mut inner));
                // The parts that follow are separated by `in` and a comma.
                inner.next();
                let domain = Box::new(self.parse_primary(next(&mut inner)));
                inner.next();
                let body = Box::new(self.parse_any_of(next(&mut inner)));
                Expr::new(ExprKind::Quantified(quantifier, name, domain, body), span)
            }
            Rule::group => {
                let mut expr = self.parse_any_of(next(&mut inner));
                expr.span = span;
                self.parse_properties(expr, inner)
            }
            _ => {
                let name = self.spanned(&next(&mut inner));
                let argument = inner.peek().filter(|p| p.as_rule() == Rule::argument);
                let expr = match argument {
                    None => Expr::new(ExprKind::Name(name.value), name.span),
                    Some(argument) => {
                        let span = name.span.to(self.span_of(&argument));
                        let argument = self.parse_primary(next(&mut argument.into_inner()));
                        Expr::new(ExprKind::Applied(name, Box::new(argument)), span)
                    }
                };
                self.parse_properties(expr, inner)
            }
        }
    }

    fn parse_properties(&mut self, mut expr: Expr, pairs: Pairs<'_, Rule>) -> Expr {
        for pair in pairs.filter(|p| p.as_rule() == Rule::property) {
            let name = self.spanned(&next(&mut pair.into_inner()));
            let span = expr.span.to(name.span);
            expr = Expr::new(ExprKind::Property(Box::new(expr), name), span);
        }
        expr
    }

    fn parse_number(&mut self, text: &str, span: Span) -> i32 {
        let number = text.parse().ok().filter(|number| *number <= MAX_NUMBER);
        number.unwrap_or_else(|| {
            let expected = format!("expected at most {MAX_NUMBER}");
            self.report
                .error(span, "the number is too large")
                .label(expected);
            0
        })
    }
}

/// The next part of a rule, which the grammar requires.
fn next<'i>(pairs: &mut Pairs<'i, Rule>) -> Pair<'i, Rule> {
    pairs.next().expect("the grammar requires this part")
}

fn binary(operator: Spanned<String>, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr::new(
        ExprKind::Binary(operator, Box::new(left), Box::new(right)),
        span,
    )
}
