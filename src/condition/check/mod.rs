//! From a tree of names to a typed condition, for the slot it stands in.

mod names;
mod relations;

use std::sync::Arc;

use super::{
    CardExpr, ColorExpr, Comparison, Condition, Expr, ExprKind, Facts, GroupId, Names, NumberExpr,
    PileExpr, Predicate, PredicateKind, RankExpr, Slot, State, SuitExpr, Variable, WORDS, WordKind,
};
use crate::cards::Order;
use crate::text::{Diagnostic, Diagnostics, Span, join_with};

/// Gives the names of a condition their meaning, for the slot it stands in.
///
/// Mistakes go to the report; the answer is then nothing. A condition whose mistake was reported where a name
/// is defined is not reported again.
#[must_use]
pub fn check(
    expr: &Expr,
    text: &str,
    slot: Slot,
    names: &Names,
    order: &Arc<Order>,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let mut checker = Checker {
        slot,
        names,
        report,
        locals: Vec::new(),
        parts: 0,
        defines: Vec::new(),
    };
    let test = checker.test(expr)?;
    let parts = checker.parts;
    let cost = match test.cost_in(slot, names.cards) {
        Ok(cost) => cost,
        Err(wrong) => {
            let mut wrong = *wrong;
            let at = wrong.mark.span;
            if at.start < expr.span.start || at.end > expr.span.end {
                wrong = wrong.also(expr.span, format!("it is used here, in `{}`", slot.key()));
            }
            report.push(wrong);
            return None;
        }
    };
    Some(Condition {
        reads: test.reads(),
        cost,
        parts,
        test,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
        facts: Facts::None,
    })
}

/// The most parts of a condition, with those of the named conditions that it uses.
const MAX_PARTS: usize = 1000;

/// What an expression turned out to be.
enum Typed {
    Predicate(Predicate),
    Number(NumberExpr),
    Rank(RankExpr),
    Suit(SuitExpr),
    Color(ColorExpr),
    Card(CardExpr),
    Pile(PileExpr),
    Group(GroupId),
    State(State),
    Used,
}

impl Typed {
    fn noun(&self) -> &'static str {
        match self {
            Typed::Predicate(_) => "a condition",
            Typed::Number(_) => "a number",
            Typed::Rank(_) => "a rank",
            Typed::Suit(_) => "a suit",
            Typed::Color(_) => "a color",
            Typed::Card(_) => "a card",
            Typed::Pile(_) => "a pile",
            Typed::Group(_) => "a group of piles",
            Typed::State(_) => "a state",
            Typed::Used => "`used` without an action",
        }
    }
}

struct Checker<'a> {
    slot: Slot,
    names: &'a Names,
    report: &'a mut Diagnostics,
    /// What the sentences around speak of, and whether that is cards.
    locals: Vec<(String, bool)>,
    /// How many parts were looked at; named conditions count each time they are used.
    parts: usize,
    /// The named conditions that are being looked into, with the place that named the first of them.
    defines: Vec<(String, Span)>,
}

impl Checker<'_> {
    fn fail<T>(&mut self, mut diagnostic: Diagnostic) -> Option<T> {
        if let Some((name, span)) = self.defines.first() {
            diagnostic = diagnostic.also(
                *span,
                format!("`{name}` is used here, in `{}`", self.slot.key()),
            );
        }
        self.report.push(diagnostic);
        None
    }

    /// A condition: yes or no.
    fn test(&mut self, expr: &Expr) -> Option<Predicate> {
        let span = expr.span;
        let typed = self.typed(expr)?;
        self.judged(typed, span)
    }

    /// What an expression says when it stands where a condition is expected: a rank, suit or color alone says
    /// that the card is that.
    fn judged(&mut self, typed: Typed, span: Span) -> Option<Predicate> {
        let card = CardExpr::Card;
        let is_value = matches!(typed, Typed::Rank(_) | Typed::Suit(_) | Typed::Color(_));
        if is_value && !Variable::Card.slots().contains(&self.slot) {
            let (noun, key) = (typed.noun(), self.slot.key());
            let mut diagnostic = Diagnostic::error(span, format!("{noun} alone judges `card`"))
                .label(format!("there is no `card` in `{key}`"));
            if let Some((local, true)) = self.locals.last() {
                diagnostic = diagnostic.help(format!("say of which: `{local} is ...`"));
            }
            return self.fail(diagnostic);
        }
        let kind = match typed {
            Typed::Predicate(test) => return Some(test),
            Typed::Rank(rank) => PredicateKind::Ranks(Comparison::Equal, RankExpr::Of(card), rank),
            Typed::Suit(suit) => PredicateKind::Suits(SuitExpr::Of(card), suit),
            Typed::Color(color) => PredicateKind::Colors(ColorExpr::Of(card), color),
            other => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!("{} stands where a condition is expected", other.noun()),
                )
                .label("expected something that is true or not");
                if let Typed::Group(group) = other {
                    let name = &self.names.groups[group.at()].name;
                    diagnostic =
                        diagnostic.help(format!("say something of it, such as `{name} is empty`"));
                } else if let Typed::State(_) = other {
                    diagnostic =
                        diagnostic.help("say what it is true of: `stock is empty`, `base is set`");
                } else if let Typed::Number(_) = other {
                    diagnostic =
                        diagnostic.help("compare it: `stock.size == 2`; ranks are words: `Seven`");
                }
                return self.fail(diagnostic);
            }
        };
        Some(Predicate { kind, span })
    }

    fn all<T>(
        &mut self,
        list: &[Expr],
        mut read: impl FnMut(&mut Self, &Expr) -> Option<T>,
    ) -> Option<Vec<T>> {
        // Every one is read, so that every mistake is found.
        let read: Vec<Option<T>> = list.iter().map(|e| read(self, e)).collect();
        read.into_iter().collect()
    }

    fn typed(&mut self, expr: &Expr) -> Option<Typed> {
        let span = expr.span;
        self.parts += 1;
        if self.parts > MAX_PARTS {
            // Said once, where the condition is used that is too large.
            let at = self.defines.first().map_or(span, |(_, at)| *at);
            self.report.push(
                Diagnostic::error(at, "a condition that is too large with all that it names")
                    .label(format!("at most {MAX_PARTS} parts are looked at")),
            );
            return None;
        }
        let test = |kind| Some(Typed::Predicate(Predicate { kind, span }));
        match &expr.kind {
            ExprKind::Number(number) => Some(Typed::Number(NumberExpr::Literal(*number))),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Applied(name, argument) => self.applied(name, argument, span),
            ExprKind::Property(of, name) => self.property(of, name),
            ExprKind::Not(part) => test(PredicateKind::Not(Box::new(self.test(part)?))),
            ExprKind::All(parts) => test(PredicateKind::All(self.all(parts, Self::test)?)),
            ExprKind::Any(parts) => {
                self.warn_of_short_hand(parts)?;
                test(PredicateKind::Any(self.all(parts, Self::test)?))
            }
            ExprKind::Is(subject, what) => {
                let (subject_type, what_type) = (self.typed(subject), self.typed(what));
                let kind = self.is((subject_type?, subject.span), (what_type?, what.span), span)?;
                test(kind)
            }
            ExprKind::In(subject, list) => {
                let mut parts = Vec::new();
                for item in list {
                    let (left, right) = (self.typed(subject)?, self.typed(item)?);
                    let kind = match (left, right) {
                        (Typed::Number(a), Typed::Number(b)) => {
                            PredicateKind::Numbers(Comparison::Equal, a, b)
                        }
                        (left, right) => self.is((left, subject.span), (right, item.span), span)?,
                    };
                    parts.push(Predicate {
                        kind,
                        span: item.span,
                    });
                }
                test(PredicateKind::Any(parts))
            }
            ExprKind::Compare(how, left, right) => {
                let (left_type, right_type) = (self.typed(left), self.typed(right));
                let kind = self.compare(
                    how,
                    (left_type?, left.span),
                    (right_type?, right.span),
                    span,
                )?;
                test(kind)
            }
            ExprKind::Sum(plus, left, right) => {
                let (left_type, right_type) = (self.typed(left), self.typed(right));
                self.sum(*plus, (left_type?, left.span), (right_type?, right.span))
            }
            ExprKind::Quantity(quantifier, name, group, body) => {
                self.quantity(*quantifier, name, group, body, span)
            }
        }
    }

    fn variable(&mut self, variable: Variable, span: Span) -> Option<()> {
        if variable.slots().contains(&self.slot) {
            return Some(());
        }
        let name = |variable| {
            WORDS
                .iter()
                .find(|w| w.kind == WordKind::Variable(variable))
                .map_or("", |w| w.text)
        };
        let has: Vec<String> = WORDS
            .iter()
            .filter_map(|w| {
                if let WordKind::Variable(variable) = w.kind {
                    Some((variable, w.text))
                } else {
                    None
                }
            })
            .filter(|(variable, _)| variable.slots().contains(&self.slot))
            .map(|(_, text)| format!("`{text}`"))
            .collect();
        let (word, key) = (name(variable), self.slot.key());
        self.fail(
            Diagnostic::error(span, format!("there is no `{word}` in `{key}`")).label(format!(
                "`{key}` can speak of {} and of piles",
                join_with(&has, "and")
            )),
        )
    }
}
