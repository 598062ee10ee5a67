//! Describes comparisons.

use super::Describer;
use super::predicates::{about_card, mentions_variable, same_as_other};
use crate::condition::{
    CardExpr, Comparison, Counter, GroupExpr, Node, PileExpr, Property, Sort, Value, ValueKind,
};
use crate::prose::clause::{Clause, Subject, Verb};
use crate::prose::noun::Noun;
use crate::prose::{words, words_of};

impl Describer<'_> {
    pub(super) fn describe_compare(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> Clause {
        // Only "equal" needs a negation.
        let (comparison, negated) = match comparison {
            Comparison::Less if negated => (Comparison::AtLeast, false),
            Comparison::AtMost if negated => (Comparison::More, false),
            Comparison::More if negated => (Comparison::AtMost, false),
            Comparison::AtLeast if negated => (Comparison::Less, false),
            comparison => (comparison, negated),
        };
        let be = |subject, complement| Clause::new(subject, Verb::Be, negated, complement);
        let is_equal = comparison == Comparison::Equal;
        match (&a.kind, &b.kind) {
            (ValueKind::OfCard(Property::Rank, CardExpr::Card), _) if is_equal => {
                self.describe_rank_of_card(b, negated)
            }
            (ValueKind::OfCard(Property::Suit, CardExpr::Card), ValueKind::Suit(suit)) => {
                about_card(Noun::a(words::one_of_suit(*suit)), negated)
            }
            (ValueKind::OfCard(Property::Color, CardExpr::Card), ValueKind::Color(color)) => {
                let noun = Noun::a("card").that_is(color.name());
                Clause::of_card(noun, Verb::Be, negated, color.name())
            }
            (ValueKind::OfCard(Property::Suit | Property::Color, CardExpr::Card), _) => {
                same_as_other(self.describe_value(b), Verb::Have, negated)
            }
            (ValueKind::Card(CardExpr::Card), ValueKind::Joker) => {
                about_card(Noun::a("joker"), negated)
            }
            (ValueKind::OfCard(property, a), ValueKind::OfCard(other, b))
                if is_equal && property == other && is_of_face(*property) =>
            {
                self.describe_same(a, b, property.word(), negated)
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
                self.compared(subject, comparison, negated, b)
            }
        }
    }

    fn describe_rank_of_card(&self, rank: &Value, negated: bool) -> Clause {
        let value = self.describe_rank_of_one(rank);
        let (start, is_step) = match &rank.kind {
            ValueKind::Step(start, _) => (&start.kind, true),
            kind => (kind, false),
        };
        match start {
            ValueKind::Rank(_) => about_card(value, negated),
            ValueKind::Base => {
                let of = if is_step { "" } else { "of " };
                let of = format!("{of}{value}");
                Clause::of_card(Noun::a("card").with(&of), Verb::Be, negated, of)
            }
            _ if is_step => same_as_other(value, Verb::Be, negated),
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
        let plainer = match b.literal() {
            _ if self.named(Node::Value(a)).is_some() => None,
            Some(number) => self.describe_amount(comparison, a, number, negated),
            None if comparison == Comparison::Equal => self.describe_places(a, b, negated),
            None => None,
        };
        plainer.unwrap_or_else(|| {
            let subject = Subject::Other(self.describe_subject(a));
            Clause {
                is_simple: comparison == Comparison::Equal && b.literal().is_some(),
                ..self.compared(subject, comparison, negated, b)
            }
        })
    }

    /// Describes a comparison with a value: "is at most 3".
    fn compared(
        &self,
        subject: Subject,
        comparison: Comparison,
        negated: bool,
        with: &Value,
    ) -> Clause {
        let word = match comparison {
            Comparison::Equal => "",
            Comparison::Less => "less than ",
            _ => limit_word(comparison, negated),
        };
        let with = self.describe_value(with);
        Clause::new(subject, Verb::Be, negated, format!("{word}{with}"))
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
        let has = |subject, cards: String| Clause::new(subject, Verb::Have, false, cards);
        Some(match &amount.kind {
            ValueKind::OfCard(Property::Index, card)
                if number == 1 && !matches!(comparison, Comparison::Less | Comparison::AtLeast) =>
            {
                let is_bottom = comparison != Comparison::More && !negated;
                let subject = self.card_as_subject(card);
                Clause {
                    its: Some("pile"),
                    ..Clause::new(subject, Verb::Be, !is_bottom, "the bottom card of")
                }
            }
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => Clause {
                is_plural: number != 1,
                ..Clause::new(Subject::Other(cards()), Verb::Be, false, "moved")
            },
            ValueKind::OfPile(Property::Size, pile) if is_equal => Clause {
                is_negated: negated,
                ..has(self.pile_as_subject(pile), words::count(number, "card"))
            },
            ValueKind::OfPile(Property::Size, pile) => has(self.pile_as_subject(pile), cards()),
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(all)) => Clause {
                is_plural: all.count > 1,
                ..has(Subject::Other(self.piles(*all).to_string()), cards())
            },
            ValueKind::Used(counter) => self.describe_use(*counter, comparison, number, negated),
            ValueKind::OfPile(property, pile) if is_equal => {
                let place = match property {
                    Property::Row => "in row",
                    Property::Col => "in column",
                    _ => "number",
                };
                let subject = self.pile_as_subject(pile);
                Clause::new(subject, Verb::Be, negated, format!("{place} {number}"))
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
        let has_happened = match (comparison, number) {
            (Comparison::Equal, 0) => Some(negated),
            (Comparison::More, 0) => Some(true),
            _ => None,
        };
        let times = || {
            format!(
                " {}{}",
                limit_word(comparison, negated),
                words::times(number)
            )
        };
        let (subject, is_plural, been) = match (counter, has_happened) {
            (Counter::Action(action), happened) => {
                let name = words_of(&self.game.names.actions[action.index()]);
                let not = if happened == Some(false) { "not " } else { "" };
                (format!("*{name}*"), false, format!("{not}been used"))
            }
            (Counter::Group(group), happened) => {
                let subject = match happened {
                    Some(true) => "a card",
                    Some(false) => "no card",
                    None => "cards",
                };
                let piles = self.piles(self.game.group(group).piles);
                let been = format!("been moved to {piles}");
                (subject.to_owned(), happened.is_none(), been)
            }
        };
        let complement = match has_happened {
            Some(false) => been + " yet",
            Some(true) => been,
            None => been + &times(),
        };
        Clause {
            is_plural,
            ..Clause::new(Subject::Other(subject), Verb::Have, false, complement)
        }
    }

    /// Describes that two piles are in the same row or column, in adjacent ones or have the same number, and that a card
    /// is the top card of its pile. Returns `None` if the equality of two numbers says something else.
    fn describe_places(&self, a: &Value, b: &Value, negated: bool) -> Option<Clause> {
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
                let places = words::count(places, "place");
                let side = if distance > 0 { "after" } else { "before" };
                (Verb::Be, format!("{places} {side}"))
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

/// Whether two cards can share a property that is no number.
fn is_of_face(property: Property) -> bool {
    matches!(property, Property::Rank | Property::Suit | Property::Color)
}

/// The word before an amount: "at most 3 cards".
fn limit_word(comparison: Comparison, negated: bool) -> &'static str {
    match comparison {
        Comparison::Equal if negated => "not ",
        Comparison::Equal => "",
        Comparison::Less => "fewer than ",
        Comparison::AtMost => "at most ",
        Comparison::More => "more than ",
        Comparison::AtLeast => "at least ",
    }
}
