//! What is said of something: `is`, comparisons, sums, sentences over piles.

use super::{Checker, Typed};
use crate::condition::{
    ColorExpr, Comparison, Expr, ExprKind, NumberExpr, PileExpr, Piles, Predicate, PredicateKind,
    Quantifier, RankExpr, State, SuitExpr, Word, WordKind,
};
use crate::text::{Diagnostic, Span, Spanned};

/// What helps where a rank meets a number.
const RANK_AND_VALUE: &str = "digits are numbers, ranks are words such as `Seven`; `card.value` is a number, `card.rank` a rank";

impl Checker<'_> {
    pub(super) fn is(
        &mut self,
        subject: (Typed, Span),
        what: (Typed, Span),
        span: Span,
    ) -> Option<PredicateKind> {
        let names = self.names;
        Some(match (subject.0, what.0) {
            (Typed::Pile(pile), Typed::State(State::Empty)) => match pile {
                PileExpr::At(pile) => PredicateKind::AllEmpty(Piles::one(pile)),
                pile => PredicateKind::PileEmpty(pile),
            },
            (Typed::Group(group), Typed::State(State::Empty)) => {
                PredicateKind::AllEmpty(names.piles(group))
            }
            (Typed::Rank(RankExpr::Base), Typed::State(State::Set)) => PredicateKind::BaseSet,
            (Typed::Pile(pile), Typed::Group(group)) => {
                PredicateKind::Within(pile, names.piles(group))
            }
            (Typed::Pile(pile), Typed::Pile(PileExpr::At(other))) => {
                PredicateKind::Within(pile, Piles::one(other))
            }
            (Typed::Pile(a), Typed::Pile(b)) => PredicateKind::SamePile(a, b),
            (Typed::Card(card), Typed::Rank(rank)) => {
                PredicateKind::Ranks(Comparison::Equal, RankExpr::Of(card), rank)
            }
            (Typed::Card(card), Typed::Suit(suit)) => {
                PredicateKind::Suits(SuitExpr::Of(card), suit)
            }
            (Typed::Card(card), Typed::Color(color)) => {
                PredicateKind::Colors(ColorExpr::Of(card), color)
            }
            (Typed::Rank(a), Typed::Rank(b)) => PredicateKind::Ranks(Comparison::Equal, a, b),
            (Typed::Suit(a), Typed::Suit(b)) => PredicateKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) => PredicateKind::Colors(a, b),
            (subject_type, what_type) => {
                let message = match &what_type {
                    Typed::State(State::Empty) => {
                        format!("{} cannot be `empty`", subject_type.noun())
                    }
                    Typed::State(State::Set) => format!("{} cannot be `set`", subject_type.noun()),
                    _ if subject_type.noun() == what_type.noun() => {
                        format!("`is` cannot compare {} with another", subject_type.noun())
                    }
                    _ => format!("{} cannot be {}", subject_type.noun(), what_type.noun()),
                };
                let mut diagnostic = Diagnostic::error(span, message)
                    .also(subject.1, format!("this is {}", subject_type.noun()));
                if let (Typed::Number(_), Typed::Number(_)) = (&subject_type, &what_type) {
                    diagnostic = diagnostic.help("numbers are compared by `==`");
                } else if matches!(what_type, Typed::Number(_)) {
                    diagnostic = diagnostic.help("ranks are words: `Seven`, `Ten`, `King`");
                } else if let (Typed::Number(_), Typed::Rank(_)) = (&subject_type, &what_type) {
                    diagnostic = diagnostic.help(RANK_AND_VALUE);
                } else if let (
                    Typed::Pile(PileExpr::Local(_)),
                    Typed::Rank(_) | Typed::Suit(_) | Typed::Color(_),
                ) = (&subject_type, &what_type)
                {
                    diagnostic = diagnostic.help(
                        "it is each pile of the group in turn: ask for its `top`, or name one pile, such as `foundation 1`",
                    );
                } else if matches!(what_type, Typed::State(State::Empty)) {
                    diagnostic = diagnostic.help("piles and groups can be `empty`");
                } else if matches!(what_type, Typed::State(State::Set)) {
                    diagnostic = diagnostic.help("only the base rank can be `set`: `base is set`");
                }
                return self.fail(diagnostic);
            }
        })
    }

    pub(super) fn compare(
        &mut self,
        how: &Spanned<String>,
        left: (Typed, Span),
        right: (Typed, Span),
        span: Span,
    ) -> Option<PredicateKind> {
        let comparison = match how.value.as_str() {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => Comparison::Equal,
        };
        let ordered = comparison != Comparison::Equal;
        let kind = match (left.0, right.0) {
            (Typed::Number(a), Typed::Number(b)) => PredicateKind::Numbers(comparison, a, b),
            (Typed::Rank(a), Typed::Rank(b)) => PredicateKind::Ranks(comparison, a, b),
            (Typed::Suit(a), Typed::Suit(b)) if !ordered => PredicateKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) if !ordered => PredicateKind::Colors(a, b),
            (Typed::Suit(_), Typed::Suit(_)) | (Typed::Color(_), Typed::Color(_)) => {
                return self.fail(
                    Diagnostic::error(
                        how.span,
                        format!("suits and colors have no order for `{}`", how.value),
                    )
                    .label("expected `==` or `!=`"),
                );
            }
            (left_type, right_type) => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!(
                        "{} is compared with {}",
                        left_type.noun(),
                        right_type.noun()
                    ),
                )
                .also(left.1, format!("this is {}", left_type.noun()))
                .also(right.1, format!("this is {}", right_type.noun()));
                match (&left_type, &right_type) {
                    (Typed::Rank(_), Typed::Number(_)) | (Typed::Number(_), Typed::Rank(_)) => {
                        diagnostic = diagnostic.help(RANK_AND_VALUE);
                    }
                    (_, Typed::State(_)) => {
                        diagnostic = diagnostic.help("a state is said with `is`: `stock is empty`");
                    }
                    (Typed::Card(_), _) | (_, Typed::Card(_)) => {
                        diagnostic =
                            diagnostic.help("ask for its rank, suit or color: `card.rank`");
                    }
                    (Typed::Group(_) | Typed::Pile(_), Typed::Number(_)) => {
                        diagnostic = diagnostic.help("ask for its size: `NAME.size`");
                    }
                    _ => {}
                }
                return self.fail(diagnostic);
            }
        };
        if how.value == "!=" {
            return Some(PredicateKind::Not(Box::new(Predicate { kind, span })));
        }
        Some(kind)
    }

    pub(super) fn sum(
        &mut self,
        plus: bool,
        left: (Typed, Span),
        right: (Typed, Span),
    ) -> Option<Typed> {
        match (left.0, right.0) {
            (Typed::Number(NumberExpr::Literal(a)), Typed::Number(NumberExpr::Literal(b))) => {
                let sum = if plus {
                    a.saturating_add(b)
                } else {
                    a.saturating_sub(b)
                };
                Some(Typed::Number(NumberExpr::Literal(sum)))
            }
            (Typed::Number(a), Typed::Number(b)) => {
                let (a, b) = (Box::new(a), Box::new(b));
                Some(Typed::Number(if plus {
                    NumberExpr::Plus(a, b)
                } else {
                    NumberExpr::Minus(a, b)
                }))
            }
            (Typed::Rank(rank), Typed::Number(by)) => {
                let by = match (plus, by) {
                    (true, by) => by,
                    (false, NumberExpr::Literal(by)) => NumberExpr::Literal(by.saturating_neg()),
                    (false, by) => {
                        NumberExpr::Minus(Box::new(NumberExpr::Literal(0)), Box::new(by))
                    }
                };
                Some(Typed::Rank(RankExpr::Step(Box::new(rank), Box::new(by))))
            }
            (left_type, right_type) => {
                let (wrong, span) = match left_type {
                    Typed::Number(_) | Typed::Rank(_) => (right_type.noun(), right.1),
                    _ => (left_type.noun(), left.1),
                };
                let sign = if plus { "+" } else { "-" };
                let mut diagnostic =
                    Diagnostic::error(span, format!("{wrong} cannot stand beside `{sign}`"))
                        .label("expected a number, or a rank and then a number");
                if ["a rank", "a card"].contains(&wrong) {
                    diagnostic =
                        diagnostic.help("a card's number is its `value`: `card.value + top.value`");
                }
                self.fail(diagnostic)
            }
        }
    }

    pub(super) fn quantity(
        &mut self,
        quantifier: Quantifier,
        name: &Spanned<String>,
        group: &Expr,
        body: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let taken =
            crate::condition::is_reserved(&name.value) || self.names.group(&name.value).is_some();
        if taken {
            return self.fail(
                Diagnostic::error(
                    name.span,
                    format!("`{}` already means something", name.value),
                )
                .label("expected a new name for each of them, such as `p`"),
            );
        }
        // Of a group of several piles the sentence speaks of the piles, of a single pile of its cards.
        let over = match self.typed(group)? {
            Typed::Group(group) => Ok(self.names.piles(group)),
            Typed::Pile(pile) => Err(pile),
            other => {
                return self.fail(
                    Diagnostic::error(
                        group.span,
                        format!("{} has no piles and no cards", other.noun()),
                    )
                    .label("expected a group of piles, or a pile"),
                );
            }
        };
        self.locals.push((name.value.clone(), over.is_err()));
        let body = self.test(body);
        self.locals.pop();
        let body = Box::new(body?);
        let kind = match (quantifier, over) {
            (Quantifier::Every, Ok(piles)) => PredicateKind::Every(piles, body),
            (Quantifier::Every, Err(pile)) => PredicateKind::EveryCard(pile, body),
            (Quantifier::Some, Ok(piles)) => PredicateKind::Some(piles, body),
            (Quantifier::Some, Err(pile)) => PredicateKind::SomeCard(pile, body),
            (Quantifier::Count, Ok(piles)) => {
                return Some(Typed::Number(NumberExpr::Count(piles, body)));
            }
            (Quantifier::Count, Err(pile)) => {
                return Some(Typed::Number(NumberExpr::CountCards(pile, body)));
            }
        };
        Some(Typed::Predicate(Predicate { kind, span }))
    }

    /// `top is Ace or King` says that the card is a King, which nobody means.
    pub(super) fn warn_of_short_hand(&mut self, parts: &[Expr]) -> Option<()> {
        for pair in parts.windows(2) {
            let (Some((subject, how, first)), ExprKind::Name(word)) =
                (said(&pair[0]), &pair[1].kind)
            else {
                continue;
            };
            // Of a denial both have to hold.
            let joint = if how == "is" || how == "==" {
                "or"
            } else {
                "and"
            };
            let is_card = subject == "card" || subject.starts_with("card.");
            if !is_card && is_value(&first) && is_value(word) {
                let message = format!("`{word}` alone judges `card`, not `{subject}`");
                let right = format!("{subject} {how} {first} {joint} {subject} {how} {word}");
                return self.fail(
                    Diagnostic::error(pair[1].span, message).help(format!("write `{right}`")),
                );
            }
        }
        Some(())
    }
}

/// What is said of what, and how: `top`, `is`, `Ace`.
fn said(expr: &Expr) -> Option<(String, &str, String)> {
    let (subject, how, what) = match &expr.kind {
        ExprKind::Not(inner) => {
            let (subject, how, what) = said(inner)?;
            return Some((subject, if how == "is" { "is not" } else { "!=" }, what));
        }
        ExprKind::Is(subject, what) => (subject, "is", what),
        ExprKind::Compare(how, subject, what) if how.value == "==" => (subject, "==", what),
        _ => return None,
    };
    Some((path(subject)?, how, path(what)?))
}

fn path(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Property(of, name) => Some(format!("{}.{}", path(of)?, name.value)),
        _ => None,
    }
}

/// Whether a word is a rank, a suit or a color.
fn is_value(word: &str) -> bool {
    let kind = Word::find(word).map(|w| w.kind);
    matches!(
        kind,
        Some(WordKind::Rank(_) | WordKind::Suit(_) | WordKind::Color(_))
    )
}
