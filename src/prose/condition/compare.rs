//! Describes comparisons.

use super::Describer;
use super::predicates::{about_card, mentions_variable, same_as_other};
use crate::condition::{
    CardExpr, Comparison, Counter, GroupExpr, PileExpr, Property, Sort, Value, ValueKind,
};
use crate::prose::clause::{Clause, Statement, Subject, Verb};
use crate::prose::noun::Noun;
use crate::prose::{words, words_of};

impl Describer<'_> {
    pub(super) fn describe_compare(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> Statement {
        let be = |subject, complement| Clause::new(subject, Verb::Be, negated, complement);
        let is_equal = comparison == Comparison::Equal;
        Statement::Clause(match (&a.kind, &b.kind) {
            (ValueKind::OfCard(Property::Rank, CardExpr::Card), _) if is_equal => {
                return self.describe_rank_of_card(b, negated);
            }
            (ValueKind::OfCard(Property::Suit, CardExpr::Card), ValueKind::Suit(suit)) => {
                let noun = Noun::a(words::one_of_suit(*suit));
                let complement = noun.to_string();
                return about_card(noun, Verb::Be, complement, negated);
            }
            (ValueKind::OfCard(Property::Color, CardExpr::Card), ValueKind::Color(color)) => {
                let noun = Noun::a("card").that_is(color.name());
                return about_card(noun, Verb::Be, color.name(), negated);
            }
            (ValueKind::OfCard(Property::Suit | Property::Color, CardExpr::Card), _) => {
                return same_as_other(self.describe_value(b), Verb::Have, negated);
            }
            (ValueKind::Card(CardExpr::Card), ValueKind::Joker) => {
                return about_card(Noun::a("joker"), Verb::Be, "a joker", negated);
            }
            (ValueKind::OfCard(property, a), ValueKind::OfCard(other, b))
                if is_equal
                    && property == other
                    && let Some(what) = shared(*property) =>
            {
                self.describe_same(a, b, what, negated)
            }
            (ValueKind::OfCard(Property::Rank, card), rank) if is_equal => {
                let of = if *rank == ValueKind::Base { "of " } else { "" };
                let complement = format!("{of}{}", self.describe_rank_of_one(b));
                Clause {
                    has_variable: mentions_variable(b),
                    ..be(self.card_as_subject(card), complement)
                }
            }
            (ValueKind::Card(card), ValueKind::Joker) => {
                be(self.card_as_subject(card), "a joker".to_owned())
            }
            (ValueKind::Pile(pile), _) => Clause {
                has_variable: mentions_variable(b),
                ..be(
                    self.pile_as_subject(pile),
                    self.describe_value(b).to_string(),
                )
            },
            _ if a.sort() == Sort::Number => self.describe_numbers(comparison, a, b, negated),
            _ => {
                let subject = Subject::Other(self.describe_value(a).to_string());
                compared(
                    subject,
                    comparison,
                    negated,
                    &self.describe_value(b).to_string(),
                )
            }
        })
    }

    fn describe_rank_of_card(&self, rank: &Value, negated: bool) -> Statement {
        let value = self.describe_rank_of_one(rank);
        let text = value.to_string();
        match &rank.kind {
            ValueKind::Base => {
                let of = format!("of {value}");
                about_card(Noun::a("card").with(&of), Verb::Be, of, negated)
            }
            ValueKind::Step(start, _) if start.kind == ValueKind::Base => {
                about_card(Noun::a("card").with(&text), Verb::Be, text, negated)
            }
            ValueKind::Rank(_) => about_card(value, Verb::Be, text, negated),
            ValueKind::Step(start, _) => match start.kind {
                ValueKind::Rank(_) => about_card(value, Verb::Be, text, negated),
                _ => same_as_other(value, Verb::Be, negated),
            },
            _ => same_as_other(value, Verb::Have, negated),
        }
    }

    /// Describes that two cards agree in something, or that they do not: "the top card of the waste and the top card of
    /// the stock are of the same suit".
    fn describe_same(&self, a: &CardExpr, b: &CardExpr, what: &str, negated: bool) -> Clause {
        if *b == CardExpr::Card {
            let complement = format!("the {what} of the card");
            return Clause::new(self.card_as_subject(a), Verb::Have, negated, complement);
        }
        let both = format!("{} and {}", self.describe_card(a), self.describe_card(b));
        let of = if negated {
            format!("of different {what}s")
        } else {
            format!("of the same {what}")
        };
        Clause {
            is_plural: true,
            ..Clause::new(Subject::Other(both), Verb::Be, false, of)
        }
    }

    /// Describes a comparison of numbers.
    fn describe_numbers(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> Clause {
        let is_named = self.named_number(a).is_some();
        let plainer = match b.literal() {
            _ if is_named => None,
            Some(number) => self.describe_amount(comparison, a, number, negated),
            None => self.describe_places(comparison, a, b, negated),
        };
        plainer.unwrap_or_else(|| {
            let subject = Subject::Other(self.describe_subject(a));
            let with = self.describe_number(b).to_string();
            Clause {
                is_simple: comparison == Comparison::Equal && b.literal().is_some(),
                ..compared(subject, comparison, negated, &with)
            }
        })
    }

    /// Describes the comparison of an amount with a number: "the stock has at most 2 cards", "redeal was used fewer than
    /// 3 times". Returns `None` if it is not that of an amount.
    fn describe_amount(
        &self,
        comparison: Comparison,
        amount: &Value,
        number: i32,
        negated: bool,
    ) -> Option<Clause> {
        let is_equal = comparison == Comparison::Equal;
        let number = usize::try_from(number).ok()?;
        let limit = limit_word(comparison, negated);
        let cards = || format!("{limit}{}", words::count(number, "card"));
        let other = |text: String| Subject::Other(text);
        let place = |pile: &PileExpr, complement| {
            Clause::new(self.pile_as_subject(pile), Verb::Be, negated, complement)
        };
        Some(match &amount.kind {
            ValueKind::OfCard(Property::Index, card)
                if matches!(comparison, Comparison::Equal | Comparison::More) && number == 1 =>
            {
                let is_lowest = is_equal != negated;
                let subject = self.card_as_subject(card);
                Clause {
                    its: Some("pile"),
                    ..Clause::new(subject, Verb::Be, !is_lowest, "the lowest of")
                }
            }
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => Clause {
                is_plural: number != 1,
                ..Clause::new(other(cards()), Verb::Be, false, "moved")
            },
            ValueKind::OfPile(Property::Size, pile) if is_equal => {
                let cards = words::count(number, "card");
                Clause::new(self.pile_as_subject(pile), Verb::Have, negated, cards)
            }
            ValueKind::OfPile(Property::Size, pile) => {
                Clause::new(self.pile_as_subject(pile), Verb::Have, false, cards())
            }
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(all)) => Clause {
                is_plural: all.count > 1,
                ..Clause::new(
                    other(self.piles(*all).to_string()),
                    Verb::Have,
                    false,
                    cards(),
                )
            },
            ValueKind::Used(counter) => self.describe_use(*counter, comparison, number, negated),
            ValueKind::OfPile(Property::Row, pile) if is_equal => {
                place(pile, format!("in row {number}"))
            }
            ValueKind::OfPile(Property::Col, pile) if is_equal => {
                place(pile, format!("in column {number}"))
            }
            ValueKind::OfPile(Property::Index, pile) if is_equal => {
                place(pile, format!("number {number}"))
            }
            _ => return None,
        })
    }

    /// Describes how often an action was used, or cards were moved to a group.
    fn describe_use(
        &self,
        counter: Counter,
        comparison: Comparison,
        number: usize,
        negated: bool,
    ) -> Clause {
        let has_happened = match (comparison, negated, number) {
            (Comparison::Equal, false, 0) => Some(false),
            (Comparison::Equal, true, 0) | (Comparison::More, false, 0) => Some(true),
            _ => None,
        };
        let times = format!(
            "{}{}",
            limit_word(comparison, negated),
            words::times(number)
        );
        let has = |subject: &str, been: String| {
            Clause::new(Subject::Other(subject.to_owned()), Verb::Have, false, been)
        };
        match counter {
            Counter::Action(action) => {
                let action = format!("*{}*", words_of(&self.game.names.actions[action.index()]));
                has(
                    &action,
                    match has_happened {
                        Some(true) => "been used".to_owned(),
                        Some(false) => "not been used".to_owned(),
                        None => format!("been used {times}"),
                    },
                )
            }
            Counter::Group(group) => {
                let moved = format!("been moved to {}", self.piles(self.game.group(group).piles));
                match has_happened {
                    Some(true) => has("a card", moved),
                    Some(false) => has("no card", moved),
                    None => Clause {
                        is_plural: true,
                        ..has("cards", format!("{moved} {times}"))
                    },
                }
            }
        }
    }

    /// Describes that two piles are in the same row or column, in adjacent ones or have the same number, and that a card
    /// is the top card of its pile. Returns `None` if a comparison of numbers says something else.
    fn describe_places(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> Option<Clause> {
        if comparison != Comparison::Equal {
            return None;
        }
        let (other, distance) = match &b.kind {
            ValueKind::Plus(other, distance) => (&other.kind, distance.literal()?),
            ValueKind::Minus(other, distance) => (&other.kind, distance.literal()?.checked_neg()?),
            other => (other, 0),
        };
        let (property, first, second) = match (&a.kind, other) {
            (
                ValueKind::OfCard(Property::Index, CardExpr::Card),
                ValueKind::OfPile(Property::Size, PileExpr::From),
            ) if distance == 0 => {
                return Some(Clause {
                    its: Some("pile"),
                    ..Clause::new(Subject::Card, Verb::Be, negated, "the top card of")
                });
            }
            (ValueKind::OfPile(a, first), ValueKind::OfPile(b, second)) if a == b => {
                (a, first, second)
            }
            _ => return None,
        };
        let (verb, place) = match (property, distance) {
            (Property::Row, 0) => (Verb::Be, "in the same row as".to_owned()),
            (Property::Row, 1) => (Verb::Be, "in the row below that of".to_owned()),
            (Property::Row, -1) => (Verb::Be, "in the row above that of".to_owned()),
            (Property::Col, 0) => (Verb::Be, "in the same column as".to_owned()),
            (Property::Col, 1) => (Verb::Be, "in the column to the right of that of".to_owned()),
            (Property::Col, -1) => (Verb::Be, "in the column to the left of that of".to_owned()),
            (Property::Index, 0) => (Verb::Have, "the same number as".to_owned()),
            (Property::Index, -12..=12) => {
                let places = usize::try_from(distance.unsigned_abs()).ok()?;
                let side = if distance > 0 { "after" } else { "before" };
                (
                    Verb::Be,
                    format!("{} {side}", words::count(places, "place")),
                )
            }
            _ => return None,
        };
        let complement = format!("{place} {}", self.describe_pile(second));
        Some(Clause {
            has_variable: mentions_variable(b),
            ..Clause::new(self.pile_as_subject(first), verb, negated, complement)
        })
    }
}

/// What two cards can share that is no number.
fn shared(property: Property) -> Option<&'static str> {
    match property {
        Property::Rank => Some("rank"),
        Property::Suit => Some("suit"),
        Property::Color => Some("color"),
        _ => None,
    }
}

/// Describes a comparison with a value: "is at most 3".
fn compared(subject: Subject, comparison: Comparison, negated: bool, with: &str) -> Clause {
    let (word, negated) = match (comparison, negated) {
        (Comparison::Equal, negated) => ("", negated),
        (Comparison::Less, false) | (Comparison::AtLeast, true) => ("less than ", false),
        _ => (limit_word(comparison, negated), false),
    };
    Clause::new(subject, Verb::Be, negated, format!("{word}{with}"))
}

/// The word before an amount: "at most 3 cards".
fn limit_word(comparison: Comparison, negated: bool) -> &'static str {
    match (comparison, negated) {
        (Comparison::Equal, false) => "",
        (Comparison::Equal, true) => "not ",
        (Comparison::Less, false) | (Comparison::AtLeast, true) => "fewer than ",
        (Comparison::AtMost, false) | (Comparison::More, true) => "at most ",
        (Comparison::More, false) | (Comparison::AtMost, true) => "more than ",
        (Comparison::AtLeast, false) | (Comparison::Less, true) => "at least ",
    }
}
