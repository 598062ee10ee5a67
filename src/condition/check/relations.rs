//! Checks `is`, comparisons and sums.

use super::{Checker, Typed};
use crate::condition::{
    CardExpr, ColorExpr, Comparison, Expr, ExprKind, GroupExpr, NumberKind, PileExpr, Piles,
    Predicate, PredicateKind, RankExpr, Slot, State, SuitExpr,
};
use crate::text::{Diagnostic, Span, Spanned};

/// The help message for a rank used as a number, or the reverse.
const RANK_OR_NUMBER_HELP: &str = "digits are numbers, ranks are words such as `Seven`; `card.value` is a number, `card.rank` a rank";

impl Checker<'_> {
    /// Checks `subject is value`.
    pub(super) fn check_is(
        &mut self,
        subject: (Typed, &Expr),
        value: Typed,
        span: Span,
    ) -> Option<PredicateKind> {
        let (subject, subject_expr) = subject;
        if let (Typed::Pile(PileExpr::Moved), _) | (_, Typed::Pile(PileExpr::Moved)) =
            (&subject, &value)
        {
            let message = "`moved` cannot be tested with `is`";
            return self.fail(
                Diagnostic::error(span, message)
                    .label("it is never empty, and not a pile of the table")
                    .help("use `from` for the pile that the cards come from"),
            );
        }
        Some(match (subject, value) {
            (Typed::Pile(pile), Typed::State(State::Empty)) => match pile {
                PileExpr::At(pile) => PredicateKind::AllEmpty(GroupExpr::Named(Piles::one(pile))),
                pile => PredicateKind::PileEmpty(pile),
            },
            (Typed::Group(group), Typed::State(State::Empty)) => PredicateKind::AllEmpty(group),
            (Typed::Rank(RankExpr::Base), Typed::State(State::Set)) => PredicateKind::BaseSet,
            (Typed::Card(card), Typed::State(State::FaceUp)) => {
                let is_moved = card == CardExpr::Card && self.slot != Slot::Which;
                if is_moved {
                    let message = "the card that is moved is always face up";
                    self.report_at_use(Diagnostic::warning(span, message));
                }
                PredicateKind::FaceUp(card)
            }
            (Typed::Pile(pile), Typed::Group(group)) => PredicateKind::Within(pile, group),
            (Typed::Pile(pile), Typed::Pile(PileExpr::At(other))) => {
                PredicateKind::Within(pile, GroupExpr::Named(Piles::one(other)))
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
            (Typed::Card(card), Typed::Joker) => PredicateKind::Joker(card),
            (Typed::Rank(a), Typed::Rank(b)) => PredicateKind::Ranks(Comparison::Equal, a, b),
            (Typed::Suit(a), Typed::Suit(b)) => PredicateKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) => PredicateKind::Colors(a, b),
            (typed_subject, typed_value) => {
                return self.fail_is((typed_subject, subject_expr), &typed_value, span);
            }
        })
    }

    /// Reports that `subject is value` makes no sense.
    fn fail_is<T>(
        &mut self,
        (typed_subject, subject_expr): (Typed, &Expr),
        typed_value: &Typed,
        span: Span,
    ) -> Option<T> {
        let message = match typed_value {
            Typed::State(State::Empty) => {
                format!("{} cannot be `empty`", typed_subject.noun())
            }
            Typed::State(State::Set) => format!("{} cannot be `set`", typed_subject.noun()),
            Typed::State(State::FaceUp) => {
                format!("{} cannot be `face_up`", typed_subject.noun())
            }
            _ if typed_subject.noun() == typed_value.noun() => {
                format!("`is` cannot compare {} with another", typed_subject.noun())
            }
            _ => format!("{} cannot be {}", typed_subject.noun(), typed_value.noun()),
        };
        let mut diagnostic = Diagnostic::error(span, message).also(
            subject_expr.span,
            format!("this is {}", typed_subject.noun()),
        );
        if let Some(lack) = typed_subject.lack_of_joker(typed_value) {
            diagnostic = diagnostic.help(lack);
        } else if let (Typed::Number(_), Typed::Number(_)) = (&typed_subject, typed_value) {
            diagnostic = diagnostic.help("compare numbers with `==`");
        } else if let (Typed::Card(_), Typed::Card(_)) = (&typed_subject, typed_value) {
            diagnostic = diagnostic
                .help("compare their ranks, suits or colors: `card.rank`")
                .help("the place of a card in its pile is its `index`: `card.index == 1`");
        } else if let Typed::State(_) = typed_subject {
            diagnostic =
                diagnostic.help("a state goes after `is`: `stock is empty`, `base is set`");
        } else if let (Typed::Rank(RankExpr::Base), Typed::State(State::Empty)) =
            (&typed_subject, typed_value)
        {
            diagnostic = diagnostic.help("write `base is not set`");
        } else if matches!(typed_value, Typed::Number(_)) {
            diagnostic = diagnostic.help("ranks are words: `Seven`, `Ten`, `King`");
        } else if let (Typed::Number(_), Typed::Rank(_)) = (&typed_subject, typed_value) {
            diagnostic = diagnostic.help(RANK_OR_NUMBER_HELP);
        } else if let (
            Typed::Pile(PileExpr::Local(_)),
            Typed::Rank(_) | Typed::Suit(_) | Typed::Color(_),
        ) = (&typed_subject, typed_value)
        {
            diagnostic = diagnostic.help(
                        "it stands for each pile of the group in turn: use its `top`, or name one pile, such as `foundation 1`",
                    );
        } else if matches!(typed_value, Typed::State(State::Empty)) {
            diagnostic = diagnostic.help("piles and groups can be `empty`");
        } else if matches!(typed_value, Typed::State(State::Set)) {
            diagnostic = diagnostic.help("only the base rank can be `set`: `base is set`");
        } else if matches!(typed_value, Typed::State(State::FaceUp)) {
            diagnostic = match (&typed_subject, path_text(subject_expr)) {
                (Typed::Pile(_), Some(text)) => {
                    diagnostic.help(format!("name one of its cards: `{text}.top is face_up`"))
                }
                (Typed::Group(_), Some(text)) => diagnostic.help(format!(
                    "name the cards: `every(p in {text}, p.top is face_up)`"
                )),
                _ => diagnostic.help("only a card can be `face_up`: `top is face_up`"),
            };
        }
        self.fail(diagnostic)
    }

    /// Checks a comparison with `==`, `!=`, `<`, `<=`, `>` or `>=`.
    pub(super) fn check_comparison(
        &mut self,
        operator: &Spanned<String>,
        left: (Typed, &Expr),
        right: (Typed, &Expr),
        span: Span,
    ) -> Option<PredicateKind> {
        let comparison = match operator.value.as_str() {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => Comparison::Equal,
        };
        let needs_order = comparison != Comparison::Equal;
        let kind = match (left.0, right.0) {
            (Typed::Number(a), Typed::Number(b)) => PredicateKind::Numbers(comparison, a, b),
            (Typed::Rank(a), Typed::Rank(b)) => PredicateKind::Ranks(comparison, a, b),
            (Typed::Suit(a), Typed::Suit(b)) if !needs_order => PredicateKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) if !needs_order => PredicateKind::Colors(a, b),
            (Typed::Suit(_), Typed::Suit(_)) | (Typed::Color(_), Typed::Color(_)) => {
                return self.fail(
                    Diagnostic::error(
                        operator.span,
                        format!(
                            "suits and colors cannot be compared with `{}`",
                            operator.value
                        ),
                    )
                    .label("expected `==` or `!=`"),
                );
            }
            (typed_left, typed_right) => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!(
                        "cannot compare {} with {}",
                        typed_left.noun(),
                        typed_right.noun()
                    ),
                )
                .also(left.1.span, format!("this is {}", typed_left.noun()))
                .also(right.1.span, format!("this is {}", typed_right.noun()));
                match (&typed_left, &typed_right) {
                    (left, right) if left.lack_of_joker(right).is_some() => {
                        diagnostic.help.extend(left.lack_of_joker(right));
                    }
                    (Typed::Rank(_), Typed::Number(_)) | (Typed::Number(_), Typed::Rank(_)) => {
                        diagnostic = diagnostic.help(RANK_OR_NUMBER_HELP);
                    }
                    (_, Typed::State(_)) => {
                        diagnostic = diagnostic.help("test a state with `is`: `stock is empty`");
                    }
                    (Typed::Card(_), _) | (_, Typed::Card(_)) => {
                        diagnostic =
                            diagnostic.help("compare its rank, suit or color: `card.rank`");
                    }
                    (Typed::Group(_) | Typed::Pile(_), Typed::Number(_)) => {
                        diagnostic = diagnostic.help(compare_size(left.1));
                    }
                    (Typed::Number(_), Typed::Group(_) | Typed::Pile(_)) => {
                        diagnostic = diagnostic.help(compare_size(right.1));
                    }
                    (Typed::Pile(_), Typed::Pile(_) | Typed::Group(_)) => {
                        diagnostic = diagnostic.help("compare piles with `is`: `from is this`");
                    }
                    _ => {}
                }
                return self.fail(diagnostic);
            }
        };
        if operator.value == "!=" {
            return Some(PredicateKind::Not(Box::new(Predicate::new(kind, span))));
        }
        Some(kind)
    }

    /// Checks a sum or difference of numbers, or a rank plus or minus a number.
    pub(super) fn check_sum(
        &mut self,
        is_addition: bool,
        left: (Typed, Span),
        right: (Typed, Span),
    ) -> Option<Typed> {
        match (left.0, right.0) {
            (Typed::Number(a), Typed::Number(b)) => {
                let kind = match (a.literal(), b.literal()) {
                    (Some(a), Some(b)) if is_addition => NumberKind::Literal(a.saturating_add(b)),
                    (Some(a), Some(b)) => NumberKind::Literal(a.saturating_sub(b)),
                    _ if is_addition => NumberKind::Plus(Box::new(a), Box::new(b)),
                    _ => NumberKind::Minus(Box::new(a), Box::new(b)),
                };
                Some(Typed::Number(kind.into()))
            }
            (Typed::Rank(rank), Typed::Number(offset)) => {
                let offset = match offset.literal() {
                    _ if is_addition => offset,
                    Some(offset) => NumberKind::Literal(offset.saturating_neg()).into(),
                    None => {
                        let zero = NumberKind::Literal(0).into();
                        NumberKind::Minus(Box::new(zero), Box::new(offset)).into()
                    }
                };
                Some(Typed::Rank(RankExpr::Step(
                    Box::new(rank),
                    Box::new(offset),
                )))
            }
            (typed_left, typed_right) => {
                let sign = if is_addition { "+" } else { "-" };
                let (message, wrong, span, expected) = match &typed_left {
                    Typed::Number(_) | Typed::Rank(_) => {
                        let message = format!("{} cannot follow `{sign}`", typed_right.noun());
                        (message, &typed_right, right.1, "expected a number")
                    }
                    wrong => {
                        let message = format!("`{sign}` cannot follow {}", wrong.noun());
                        (message, wrong, left.1, "expected a number or a rank")
                    }
                };
                let mut diagnostic = Diagnostic::error(span, message).label(expected);
                if let (true, Typed::Number(_), Typed::Rank(_)) = (is_addition, &typed_left, wrong)
                {
                    diagnostic = diagnostic.help("write the rank first, as in `top.rank + 1`");
                } else if matches!(wrong, Typed::Rank(_) | Typed::Card(_)) {
                    diagnostic = diagnostic.help(format!(
                        "a card's number is its `value`: `card.value {sign} top.value`"
                    ));
                }
                self.fail(diagnostic)
            }
        }
    }

    /// Checks a product of numbers.
    pub(super) fn check_product(
        &mut self,
        left: (Typed, &Expr),
        right: (Typed, &Expr),
    ) -> Option<Typed> {
        let (wrong, expr) = match (left.0, right.0) {
            (Typed::Number(a), Typed::Number(b)) => {
                let kind = match (a.literal(), b.literal()) {
                    (Some(a), Some(b)) => NumberKind::Literal(a.saturating_mul(b)),
                    _ => NumberKind::Times(Box::new(a), Box::new(b)),
                };
                return Some(Typed::Number(kind.into()));
            }
            (Typed::Number(_), wrong) => (wrong, right.1),
            (wrong, _) => (wrong, left.1),
        };
        let message = format!("`*` cannot multiply {}", wrong.noun());
        let mut diagnostic = Diagnostic::error(expr.span, message).label("expected a number");
        if let Some(help) = number_of(&wrong, expr) {
            diagnostic = diagnostic.help(help);
        }
        self.fail(diagnostic)
    }
}

impl Typed {
    /// If a property is compared with `Joker`, returns the help that jokers do not have it.
    fn lack_of_joker(&self, other: &Typed) -> Option<String> {
        let ((property, Typed::Joker) | (Typed::Joker, property)) = (self, other) else {
            return None;
        };
        match property {
            Typed::Rank(_) | Typed::Suit(_) | Typed::Color(_) => {}
            Typed::Card(_) => return Some("write `card is Joker`".to_owned()),
            _ => return None,
        }
        let property = property.noun().trim_start_matches("a ");
        Some(format!("a joker has no {property}: write `card is Joker`"))
    }
}

/// Says which number of something may be meant where a number is expected: the `value` of a card, or a `size`.
pub(super) fn number_of(typed: &Typed, expr: &Expr) -> Option<String> {
    let text = path_text(expr);
    match typed {
        Typed::Card(_) => Some(match text {
            Some(text) => format!("a card's number is its `value`: `{text}.value`"),
            None => "a card's number is its `value`".to_owned(),
        }),
        Typed::Rank(_) => Some(RANK_OR_NUMBER_HELP.to_owned()),
        Typed::Pile(_) | Typed::Group(_) => Some(match text {
            Some(text) => format!("the number of its cards is its `size`: `{text}.size`"),
            None => "the number of its cards is its `size`".to_owned(),
        }),
        _ => None,
    }
}

fn compare_size(pile: &Expr) -> String {
    match path_text(pile) {
        Some(text) => format!("compare its size: `{text}.size`"),
        None => "compare its `size`".to_owned(),
    }
}

/// Returns the text of a name with a number and properties, such as `foundation 1.top`.
pub(super) fn path_text(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Applied(name, argument) => match argument.kind {
            ExprKind::Number(number) => Some(format!("{} {number}", name.value)),
            _ => None,
        },
        ExprKind::Property(subject, name) => {
            Some(format!("{}.{}", path_text(subject)?, name.value))
        }
        _ => None,
    }
}
