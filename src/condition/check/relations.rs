//! Checks `is`, comparisons and sums.

use super::{Checker, Typed, of_card};
use crate::condition::{
    CardExpr, Comparison, Expr, ExprKind, GroupExpr, PileExpr, Piles, Predicate, PredicateKind,
    Slot, Sort, State, Value, ValueKind,
};
use crate::text::{Describe, Diagnostic, Span, Spanned};

/// The help message for a rank used as a number, or the reverse.
const RANK_OR_NUMBER_HELP: &str = "digits are numbers, ranks are words such as `Seven`; `card.value` is a number, `card.rank` a rank";

impl Checker<'_> {
    /// Checks `subject is value`.
    pub(super) fn check_is(
        &mut self,
        (subject, subject_expr): (&Typed, &Expr),
        value: &Typed,
        span: Span,
    ) -> Option<PredicateKind> {
        if subject.is_moved_pile() || value.is_moved_pile() {
            let message = "`moved` cannot be tested with `is`";
            return self.fail(
                Diagnostic::error(span, message)
                    .label("it is never empty, and not a pile of the table")
                    .help("use `from` for the pile that the cards come from"),
            );
        }
        let kind = match (subject, value) {
            (Typed::Value(subject), Typed::State(state)) => self.check_state(subject, *state, span),
            (Typed::Value(subject), Typed::Value(value)) => relate(subject, value),
            _ => None,
        };
        kind.or_else(|| self.fail_is((subject, subject_expr), value, span))
    }

    /// The test of a state; `None` if the subject has no such state.
    fn check_state(&mut self, subject: &Value, state: State, span: Span) -> Option<PredicateKind> {
        Some(match (&subject.kind, state) {
            (ValueKind::Pile(PileExpr::At(pile)), State::Empty) => {
                PredicateKind::AllEmpty(GroupExpr::Named(Piles::one(*pile)))
            }
            (ValueKind::Pile(pile), State::Empty) => PredicateKind::PileEmpty(pile.clone()),
            (ValueKind::Group(group), State::Empty) => PredicateKind::AllEmpty(*group),
            (ValueKind::Base, State::Set) => PredicateKind::BaseSet,
            (ValueKind::Card(card), State::FaceUp) => {
                if *card == CardExpr::Card && self.slot != Slot::Which {
                    let message = "the card that is moved is always face up";
                    self.report_at_use(Diagnostic::warning(span, message));
                }
                PredicateKind::FaceUp(card.clone())
            }
            _ => return None,
        })
    }

    /// Reports that `subject is value` makes no sense.
    fn fail_is<T>(
        &mut self,
        (typed_subject, subject_expr): (&Typed, &Expr),
        typed_value: &Typed,
        span: Span,
    ) -> Option<T> {
        let (sort, value_sort) = (typed_subject.sort(), typed_value.sort());
        let noun = sort.noun();
        let message = match typed_value {
            Typed::State(State::Empty) => format!("{noun} cannot be `empty`"),
            Typed::State(State::Set) => format!("{noun} cannot be `set`"),
            Typed::State(State::FaceUp) => format!("{noun} cannot be `face_up`"),
            _ if sort == value_sort => format!("`is` cannot compare {noun} with another"),
            _ => format!("{noun} cannot be {}", value_sort.noun()),
        };
        let diagnostic =
            Diagnostic::error(span, message).also(subject_expr.span, format!("this is {noun}"));
        let is_variable = matches!(
            typed_subject.kind(),
            Some(ValueKind::Pile(PileExpr::Local(_)))
        );
        let help = match (sort, value_sort, typed_value) {
            _ if lack_of_joker(sort, value_sort).is_some() => {
                lack_of_joker(sort, value_sort).unwrap_or_default()
            }
            (Sort::Number, Sort::Number, _) => "compare numbers with `==`".to_owned(),
            (Sort::Card, Sort::Card, _) => {
                return self.fail(
                    diagnostic
                        .help("compare their ranks, suits or colors: `card.rank`")
                        .help("the place of a card in its pile is its `index`: `card.index == 1`"),
                );
            }
            (Sort::State, ..) => {
                "a state goes after `is`: `stock is empty`, `base is set`".to_owned()
            }
            (Sort::Rank, _, Typed::State(State::Empty))
                if typed_subject.kind() == Some(&ValueKind::Base) =>
            {
                "write `base is not set`".to_owned()
            }
            (_, Sort::Number, _) => "ranks are words: `Seven`, `Ten`, `King`".to_owned(),
            (Sort::Number, Sort::Rank, _) => RANK_OR_NUMBER_HELP.to_owned(),
            (_, Sort::Rank | Sort::Suit | Sort::Color, _) if is_variable => {
                "it stands for each pile of the group in turn: use its `top`, or name one pile, such as `foundation 1`".to_owned()
            }
            (_, _, Typed::State(State::Empty)) => "piles and groups can be `empty`".to_owned(),
            (_, _, Typed::State(State::Set)) => {
                "only the base rank can be `set`: `base is set`".to_owned()
            }
            (_, _, Typed::State(State::FaceUp)) => match (sort, path_text(subject_expr)) {
                (Sort::Pile, Some(text)) => {
                    format!("name one of its cards: `{text}.top is face_up`")
                }
                (Sort::Group, Some(text)) => {
                    format!("name the cards: `every(p in {text}, p.top is face_up)`")
                }
                _ => "only a card can be `face_up`: `top is face_up`".to_owned(),
            },
            _ => return self.fail(diagnostic),
        };
        self.fail(diagnostic.help(help))
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
        let (sort, other) = (left.0.sort(), right.0.sort());
        let kind = match (left.0, right.0) {
            (Typed::Value(a), Typed::Value(b))
                if sort == other
                    && (matches!(sort, Sort::Number | Sort::Rank)
                        || matches!(sort, Sort::Suit | Sort::Color) && !needs_order) =>
            {
                PredicateKind::Compare(comparison, a, b)
            }
            _ if sort == other && matches!(sort, Sort::Suit | Sort::Color) => {
                let operator_text = &operator.value;
                let message = format!("suits and colors cannot be compared with `{operator_text}`");
                return self.fail(
                    Diagnostic::error(operator.span, message).label("expected `==` or `!=`"),
                );
            }
            _ => {
                let (noun, other_noun) = (sort.noun(), other.noun());
                let message = format!("cannot compare {noun} with {other_noun}");
                let mut diagnostic = Diagnostic::error(span, message)
                    .also(left.1.span, format!("this is {noun}"))
                    .also(right.1.span, format!("this is {other_noun}"));
                let help = match (sort, other) {
                    _ if lack_of_joker(sort, other).is_some() => lack_of_joker(sort, other),
                    (Sort::Rank, Sort::Number) | (Sort::Number, Sort::Rank) => {
                        Some(RANK_OR_NUMBER_HELP.to_owned())
                    }
                    (_, Sort::State) => Some("test a state with `is`: `stock is empty`".to_owned()),
                    (Sort::Card, _) | (_, Sort::Card) => {
                        Some("compare its rank, suit or color: `card.rank`".to_owned())
                    }
                    (Sort::Group | Sort::Pile, Sort::Number) => Some(compare_size(left.1)),
                    (Sort::Number, Sort::Group | Sort::Pile) => Some(compare_size(right.1)),
                    (Sort::Pile, Sort::Pile | Sort::Group) => {
                        Some("compare piles with `is`: `from is this`".to_owned())
                    }
                    _ => None,
                };
                diagnostic.help.extend(help);
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
        let (sort, other) = (left.0.sort(), right.0.sort());
        match (left.0, right.0) {
            (Typed::Value(a), Typed::Value(b)) if (sort, other) == (Sort::Number, Sort::Number) => {
                let kind = match (a.literal(), b.literal()) {
                    (Some(a), Some(b)) if is_addition => ValueKind::Number(a.saturating_add(b)),
                    (Some(a), Some(b)) => ValueKind::Number(a.saturating_sub(b)),
                    _ if is_addition => ValueKind::Plus(Box::new(a), Box::new(b)),
                    _ => ValueKind::Minus(Box::new(a), Box::new(b)),
                };
                Some(kind.into())
            }
            (Typed::Value(rank), Typed::Value(offset))
                if (sort, other) == (Sort::Rank, Sort::Number) =>
            {
                let offset = if is_addition {
                    offset
                } else {
                    Value::negative(offset)
                };
                Some(ValueKind::Step(Box::new(rank), Box::new(offset)).into())
            }
            _ => {
                let sign = if is_addition { "+" } else { "-" };
                let (message, wrong, span, expected) = match sort {
                    Sort::Number | Sort::Rank => {
                        let message = format!("{} cannot follow `{sign}`", other.noun());
                        (message, other, right.1, "expected a number")
                    }
                    wrong => {
                        let message = format!("`{sign}` cannot follow {}", wrong.noun());
                        (message, wrong, left.1, "expected a number or a rank")
                    }
                };
                let mut diagnostic = Diagnostic::error(span, message).label(expected);
                if (is_addition, sort, wrong) == (true, Sort::Number, Sort::Rank) {
                    diagnostic = diagnostic.help("write the rank first, as in `top.rank + 1`");
                } else if matches!(wrong, Sort::Rank | Sort::Card) {
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
        let (sort, other) = (left.0.sort(), right.0.sort());
        let (wrong, expr) = match (left.0, right.0) {
            (Typed::Value(a), Typed::Value(b)) if (sort, other) == (Sort::Number, Sort::Number) => {
                let kind = match (a.literal(), b.literal()) {
                    (Some(a), Some(b)) => ValueKind::Number(a.saturating_mul(b)),
                    _ => ValueKind::Times(Box::new(a), Box::new(b)),
                };
                return Some(kind.into());
            }
            _ if sort == Sort::Number => (other, right.1),
            _ => (sort, left.1),
        };
        let message = format!("`*` cannot multiply {}", wrong.noun());
        let mut diagnostic = Diagnostic::error(expr.span, message).label("expected a number");
        if let Some(help) = number_of(wrong, expr) {
            diagnostic = diagnostic.help(help);
        }
        self.fail(diagnostic)
    }
}

/// The meaning of `subject is value`; `None` if it makes no sense.
fn relate(subject: &Value, value: &Value) -> Option<PredicateKind> {
    let sort = value.sort();
    Some(match (&subject.kind, &value.kind) {
        (ValueKind::Pile(pile), ValueKind::Group(group)) => {
            PredicateKind::Within(pile.clone(), *group)
        }
        (ValueKind::Pile(pile), ValueKind::Pile(PileExpr::At(other))) => {
            PredicateKind::Within(pile.clone(), GroupExpr::Named(Piles::one(*other)))
        }
        (ValueKind::Card(card), _) => {
            PredicateKind::equal(of_card(sort, card.clone())?.into(), value.clone())
        }
        _ if subject.sort() == sort
            && matches!(sort, Sort::Rank | Sort::Suit | Sort::Color | Sort::Pile) =>
        {
            PredicateKind::equal(subject.clone(), value.clone())
        }
        _ => return None,
    })
}

impl Typed {
    fn is_moved_pile(&self) -> bool {
        self.kind() == Some(&ValueKind::Pile(PileExpr::Moved))
    }
}

/// If a property is compared with `Joker`, returns the help that jokers do not have it.
fn lack_of_joker(sort: Sort, other: Sort) -> Option<String> {
    let ((property, Sort::Joker) | (Sort::Joker, property)) = (sort, other) else {
        return None;
    };
    match property {
        Sort::Rank | Sort::Suit | Sort::Color => {
            let property = property.noun().trim_start_matches("a ");
            Some(format!("a joker has no {property}: write `card is Joker`"))
        }
        Sort::Card => Some("write `card is Joker`".to_owned()),
        _ => None,
    }
}

/// Says which number of something may be meant where a number is expected: the `value` of a card, or a `size`.
pub(super) fn number_of(sort: Sort, expr: &Expr) -> Option<String> {
    let text = path_text(expr);
    match sort {
        Sort::Card => Some(match text {
            Some(text) => format!("a card's number is its `value`: `{text}.value`"),
            None => "a card's number is its `value`".to_owned(),
        }),
        Sort::Rank => Some(RANK_OR_NUMBER_HELP.to_owned()),
        Sort::Pile | Sort::Group => Some(match text {
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
