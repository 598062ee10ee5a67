//! Checks `is`, comparisons and sums.

use super::{Checker, Operand, Typed};
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
        subject: &Operand<'_>,
        value: &Operand<'_>,
        span: Span,
    ) -> Option<PredicateKind> {
        let moved = ValueKind::Pile(PileExpr::Moved);
        if [subject, value]
            .map(|operand| operand.typed.kind())
            .contains(&Some(&moved))
        {
            let message = "`moved` cannot be tested with `is`";
            return self
                .error(span, message)
                .label("it is never empty, and not a pile of the table")
                .help("use `from` for the pile that the cards come from")
                .fail();
        }
        let kind = match (&subject.typed, &value.typed) {
            (Typed::Value(subject), Typed::State(state)) => self.check_state(subject, *state, span),
            (Typed::Value(subject), Typed::Value(value)) => relate(subject, value),
            _ => None,
        };
        kind.or_else(|| self.fail(wrong_is(subject, value, span)))
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
                    let warning = self.at_use(Diagnostic::warning(span, message));
                    self.report.push(warning);
                }
                PredicateKind::FaceUp(card.clone())
            }
            _ => return None,
        })
    }

    /// Checks a comparison with `==`, `!=`, `<`, `<=`, `>` or `>=`.
    pub(super) fn check_comparison(
        &mut self,
        operator: &Spanned<String>,
        left: Operand<'_>,
        right: Operand<'_>,
        span: Span,
    ) -> Option<PredicateKind> {
        let comparison = match operator.value.as_str() {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => Comparison::Equal,
        };
        let is_same = left.sort == right.sort;
        let has_order = matches!(left.sort, Sort::Number | Sort::Rank);
        if is_same
            && matches!(left.sort, Sort::Suit | Sort::Color)
            && comparison != Comparison::Equal
        {
            let operator_text = &operator.value;
            let message = format!("suits and colors cannot be compared with `{operator_text}`");
            return self
                .error(operator.span, message)
                .label("expected `==` or `!=`")
                .fail();
        }
        if !is_same || !has_order && !left.sort.is_attribute() {
            return self.fail(wrong_comparison(&left, &right, span));
        }
        let (a, b) = (left.typed.into_value()?, right.typed.into_value()?);
        let kind = PredicateKind::Compare(comparison, a, b);
        Some(match operator.value.as_str() {
            "!=" => PredicateKind::Not(Box::new(Predicate::new(kind, span))),
            _ => kind,
        })
    }

    /// Checks a sum, a difference or a product of numbers, or a rank plus or minus a number.
    pub(super) fn check_arithmetic(
        &mut self,
        sign: &str,
        left: Operand<'_>,
        right: Operand<'_>,
    ) -> Option<Typed> {
        let is_product = sign == "*";
        let wrong = match (left.sort, right.sort) {
            (Sort::Number, Sort::Number) => None,
            (Sort::Rank, Sort::Number) if !is_product => None,
            (Sort::Number, _) => Some((&right, false)),
            (Sort::Rank, _) if !is_product => Some((&right, false)),
            _ => Some((&left, true)),
        };
        if let Some((wrong, is_first)) = wrong {
            return self.fail(wrong_operand(sign, wrong, is_first, left.sort));
        }
        let (a, b) = (left.typed.into_value()?, right.typed.into_value()?);
        let literals = a.literal().zip(b.literal());
        let (a, b) = (Box::new(a), Box::new(b));
        Some(
            match (sign, literals) {
                ("+", Some((a, b))) => ValueKind::Number(a.saturating_add(b)),
                ("-", Some((a, b))) => ValueKind::Number(a.saturating_sub(b)),
                (_, Some((a, b))) => ValueKind::Number(a.saturating_mul(b)),
                ("+", None) if left.sort == Sort::Rank => ValueKind::Step(a, b),
                ("-", None) if left.sort == Sort::Rank => {
                    ValueKind::Step(a, Box::new(Value::negative(*b)))
                }
                ("+", None) => ValueKind::Plus(a, b),
                ("-", None) => ValueKind::Minus(a, b),
                (_, None) => ValueKind::Times(a, b),
            }
            .into(),
        )
    }
}

/// The error for a test with `is` that makes no sense.
fn wrong_is(subject: &Operand<'_>, value: &Operand<'_>, span: Span) -> Diagnostic {
    let (sort, value_sort) = (subject.sort, value.sort);
    let noun = sort.noun();
    let message = match value.typed {
        Typed::State(State::Empty) => format!("{noun} cannot be `empty`"),
        Typed::State(State::Set) => format!("{noun} cannot be `set`"),
        Typed::State(State::FaceUp) => format!("{noun} cannot be `face_up`"),
        _ if sort == value_sort => format!("`is` cannot compare {noun} with another"),
        _ => format!("{noun} cannot be {}", value_sort.noun()),
    };
    let diagnostic =
        Diagnostic::error(span, message).also(subject.expr.span, format!("this is {noun}"));
    if let Some(help) = lack_of_joker(sort, value_sort) {
        return diagnostic.help(help);
    }
    let kind = subject.typed.kind();
    let is_variable = matches!(kind, Some(ValueKind::Pile(PileExpr::Local(_))));
    match (sort, value_sort, &value.typed) {
        (Sort::Number, Sort::Number, _) => diagnostic.help("compare numbers with `==`"),
        (Sort::Card, Sort::Card, _) => diagnostic
            .help("compare their ranks, suits or colors: `card.rank`")
            .help("the place of a card in its pile is its `index`: `card.index == 1`"),
        (Sort::State, ..) => {
            diagnostic.help("a state goes after `is`: `stock is empty`, `base is set`")
        }
        (Sort::Rank, _, Typed::State(State::Empty)) if kind == Some(&ValueKind::Base) => {
            diagnostic.help("write `base is not set`")
        }
        (_, Sort::Number, _) => diagnostic.help("ranks are words: `Seven`, `Ten`, `King`"),
        (Sort::Number, Sort::Rank, _) => diagnostic.help(RANK_OR_NUMBER_HELP),
        _ if is_variable && value_sort.is_attribute() => diagnostic.help(
            "it stands for each pile of the group in turn: use its `top`, or name one pile, such as `foundation 1`",
        ),
        (_, _, Typed::State(State::Empty)) => diagnostic.help("piles and groups can be `empty`"),
        (_, _, Typed::State(State::Set)) => {
            diagnostic.help("only the base rank can be `set`: `base is set`")
        }
        (_, _, Typed::State(State::FaceUp)) => {
            diagnostic.help(match (sort, path_text(subject.expr)) {
                (Sort::Pile, Some(text)) => {
                    format!("name one of its cards: `{text}.top is face_up`")
                }
                (Sort::Group, Some(text)) => {
                    format!("name the cards: `every(p in {text}, p.top is face_up)`")
                }
                _ => "only a card can be `face_up`: `top is face_up`".to_owned(),
            })
        }
        _ => diagnostic,
    }
}

/// The error for a comparison of things that cannot be compared.
fn wrong_comparison(left: &Operand<'_>, right: &Operand<'_>, span: Span) -> Diagnostic {
    let (noun, other_noun) = (left.sort.noun(), right.sort.noun());
    let message = format!("cannot compare {noun} with {other_noun}");
    let help = lack_of_joker(left.sort, right.sort).or_else(|| {
        Some(match (left.sort, right.sort) {
            (Sort::Rank, Sort::Number) | (Sort::Number, Sort::Rank) => {
                RANK_OR_NUMBER_HELP.to_owned()
            }
            (_, Sort::State) => "test a state with `is`: `stock is empty`".to_owned(),
            (Sort::Card, _) | (_, Sort::Card) => {
                "compare its rank, suit or color: `card.rank`".to_owned()
            }
            (Sort::Group | Sort::Pile, Sort::Number) => {
                with_property("compare its size", left.expr, "size")
            }
            (Sort::Number, Sort::Group | Sort::Pile) => {
                with_property("compare its size", right.expr, "size")
            }
            (Sort::Pile, Sort::Pile | Sort::Group) => {
                "compare piles with `is`: `from is this`".to_owned()
            }
            _ => return None,
        })
    });
    Diagnostic::error(span, message)
        .also(left.expr.span, format!("this is {noun}"))
        .also(right.expr.span, format!("this is {other_noun}"))
        .advice(help)
}

/// The error for an operand of `+`, `-` or `*` that is no number. `first` is the sort of the first operand.
fn wrong_operand(sign: &str, wrong: &Operand<'_>, is_first: bool, first: Sort) -> Diagnostic {
    let noun = wrong.sort.noun();
    let (message, expected) = match (sign, is_first) {
        ("*", _) => (format!("`*` cannot multiply {noun}"), "expected a number"),
        (_, true) => (
            format!("`{sign}` cannot follow {noun}"),
            "expected a number or a rank",
        ),
        (_, false) => (
            format!("{noun} cannot follow `{sign}`"),
            "expected a number",
        ),
    };
    let help = match (sign, first, wrong.sort) {
        ("*", _, sort) => number_of(sort, wrong.expr),
        ("+", Sort::Number, Sort::Rank) => {
            Some("write the rank first, as in `top.rank + 1`".to_owned())
        }
        (_, _, Sort::Rank | Sort::Card) => Some(format!(
            "a card's number is its `value`: `card.value {sign} top.value`"
        )),
        _ => None,
    };
    Diagnostic::error(wrong.expr.span, message)
        .label(expected)
        .advice(help)
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
            PredicateKind::equal(sort.of_card(card.clone())?.into(), value.clone())
        }
        _ if subject.sort() == sort && (sort.is_attribute() || sort == Sort::Pile) => {
            PredicateKind::equal(subject.clone(), value.clone())
        }
        _ => return None,
    })
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
    Some(match sort {
        Sort::Card => with_property("a card's number is its `value`", expr, "value"),
        Sort::Rank => RANK_OR_NUMBER_HELP.to_owned(),
        Sort::Pile | Sort::Group => {
            with_property("the number of its cards is its `size`", expr, "size")
        }
        _ => return None,
    })
}

/// Adds to advice how to write a property of something.
fn with_property(advice: &str, subject: &Expr, property: &str) -> String {
    match path_text(subject) {
        Some(text) => format!("{advice}: `{text}.{property}`"),
        None => advice.to_owned(),
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

/// Quotes such a text, or says "this" of anything else.
pub(super) fn quoted_path(expr: &Expr) -> String {
    path_text(expr).map_or("this".to_owned(), |text| format!("`{text}`"))
}
