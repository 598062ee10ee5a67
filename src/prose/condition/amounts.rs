//! Short forms used only on pages: amounts, and conditions on every or some pile.

use super::Describer;
use crate::condition::{
    CardExpr, Comparison, Counter, Domain, GroupExpr, PileExpr, Property, Value, ValueKind,
};
use crate::prose::{words, words_of};

impl Describer<'_> {
    /// Describes the comparison of an amount with a number: "the stock has at most 2 cards", "redeal was used fewer than
    /// 3 times". Returns `None` if it is not that of an amount.
    pub(super) fn describe_amount(
        &self,
        comparison: Comparison,
        amount: &Value,
        with: &Value,
        negated: bool,
    ) -> Option<String> {
        if self.named_number(amount).is_some() {
            return None;
        }
        let Some(number) = with.literal() else {
            return self.describe_places(comparison, amount, with, negated);
        };
        let number = usize::try_from(number).ok()?;
        let amount_of = |noun: &str| {
            let number = match noun {
                "time" => words::times(number),
                noun => words::count(number, noun),
            };
            match (comparison, negated) {
                (Comparison::Equal, false) => number,
                (Comparison::Equal, true) => format!("not {number}"),
                (Comparison::Less, false) | (Comparison::AtLeast, true) => {
                    format!("fewer than {number}")
                }
                (Comparison::AtMost, false) | (Comparison::More, true) => {
                    format!("at most {number}")
                }
                (Comparison::More, false) | (Comparison::AtMost, true) => {
                    format!("more than {number}")
                }
                (Comparison::AtLeast, false) | (Comparison::Less, true) => {
                    format!("at least {number}")
                }
            }
        };
        let has_happened = || match (comparison, negated, number) {
            (Comparison::Equal, false, 0) => Some(" not"),
            (Comparison::Equal, true, 0) | (Comparison::More, false, 0) => Some(""),
            _ => None,
        };
        match &amount.kind {
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => Some(match amount_of("card") {
                amount if amount.starts_with("one ") => format!("{amount} is moved"),
                amount => format!("{amount} are moved"),
            }),
            ValueKind::OfPile(Property::Size, pile) if comparison == Comparison::Equal => {
                Some(format!(
                    "{} {} {}",
                    self.describe_pile(pile),
                    self.have(negated),
                    words::count(number, "card")
                ))
            }
            ValueKind::OfPile(Property::Size, pile) => Some(format!(
                "{} has {}",
                self.describe_pile(pile),
                amount_of("card")
            )),
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(all)) => {
                let have = if all.count == 1 { "has" } else { "have" };
                Some(format!("{} {have} {}", self.piles(*all), amount_of("card")))
            }
            ValueKind::Used(Counter::Action(action)) => {
                let action = words_of(&self.game.names.actions[action.index()]);
                Some(match has_happened() {
                    Some(not) => format!("*{action}* has{not} been used"),
                    None => format!("*{action}* has been used {}", amount_of("time")),
                })
            }
            ValueKind::Used(Counter::Group(group)) => {
                let piles = self.piles(self.game.group(*group).piles);
                Some(match has_happened() {
                    Some(" not") => format!("no card has been moved to {piles}"),
                    Some(_) => format!("a card has been moved to {piles}"),
                    None => format!("cards have been moved to {piles} {}", amount_of("time")),
                })
            }
            ValueKind::OfPile(Property::Row, pile) if comparison == Comparison::Equal => {
                let is = self.be(negated);
                Some(format!("{} {is} in row {number}", self.describe_pile(pile)))
            }
            ValueKind::OfPile(Property::Col, pile) if comparison == Comparison::Equal => {
                let is = self.be(negated);
                Some(format!(
                    "{} {is} in column {number}",
                    self.describe_pile(pile)
                ))
            }
            ValueKind::OfPile(Property::Index, pile) if comparison == Comparison::Equal => {
                let (pile, is) = (self.describe_pile(pile), self.be(negated));
                Some(format!("{pile} {is} number {number}"))
            }
            _ => None,
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
    ) -> Option<String> {
        if comparison != Comparison::Equal {
            return None;
        }
        let is = self.be(negated);
        let (other, distance) = match &b.kind {
            ValueKind::Plus(other, distance) => (&other.kind, distance.literal()?),
            ValueKind::Minus(other, distance) => (&other.kind, distance.literal()?.checked_neg()?),
            other => (other, 0),
        };
        let (first, second, place) = match (&a.kind, other, distance) {
            (
                ValueKind::OfCard(Property::Index, CardExpr::Card),
                ValueKind::OfPile(Property::Size, PileExpr::From),
                0,
            ) => {
                return Some(format!("the card {is} the top card of its pile"));
            }
            (ValueKind::OfPile(Property::Row, a), ValueKind::OfPile(Property::Row, b), 0) => {
                (a, b, "in the same row as")
            }
            (ValueKind::OfPile(Property::Row, a), ValueKind::OfPile(Property::Row, b), 1) => {
                (a, b, "in the row below that of")
            }
            (ValueKind::OfPile(Property::Row, a), ValueKind::OfPile(Property::Row, b), -1) => {
                (a, b, "in the row above that of")
            }
            (ValueKind::OfPile(Property::Col, a), ValueKind::OfPile(Property::Col, b), 0) => {
                (a, b, "in the same column as")
            }
            (ValueKind::OfPile(Property::Col, a), ValueKind::OfPile(Property::Col, b), 1) => {
                (a, b, "in the column to the right of that of")
            }
            (ValueKind::OfPile(Property::Col, a), ValueKind::OfPile(Property::Col, b), -1) => {
                (a, b, "in the column to the left of that of")
            }
            (
                ValueKind::OfPile(Property::Index, a),
                ValueKind::OfPile(Property::Index, b),
                1..=12 | -12..=-1,
            ) => {
                let places = usize::try_from(distance.unsigned_abs()).ok()?;
                let side = if distance > 0 { "after" } else { "before" };
                let (a, b) = (self.describe_pile(a), self.describe_pile(b));
                let places = words::count(places, "place");
                return Some(format!("{a} {is} {places} {side} {b}"));
            }
            (ValueKind::OfPile(Property::Index, a), ValueKind::OfPile(Property::Index, b), 0) => {
                let (a, b) = (self.describe_pile(a), self.describe_pile(b));
                return Some(format!("{a} {} the same number as {b}", self.have(negated)));
            }
            _ => return None,
        };
        let (first, second) = (self.describe_pile(first), self.describe_pile(second));
        Some(format!("{first} {is} {place} {second}"))
    }

    /// Describes that two cards agree in something, or that they do not: "the top card of the waste and the top card of
    /// the stock are of the same suit".
    pub(super) fn describe_same(
        &self,
        a: &CardExpr,
        b: &CardExpr,
        [same, different]: [&str; 2],
        negated: bool,
    ) -> String {
        if let (_, CardExpr::Card, Some(("the same", what))) = (a, b, same.rsplit_once(' ')) {
            let (card, has) = (self.describe_card(a), self.have(negated));
            return format!("{card} {has} the {what} of the card");
        }
        let (a, b) = (self.describe_card(a), self.describe_card(b));
        let of = if negated { different } else { same };
        format!("{a} and {b} are of {of}")
    }

    /// Describes a quantifier whose body, a clause, is about its pile or card alone: "every tableau pile is empty".
    /// Returns `None` if it needs a longer sentence.
    pub(super) fn describe_all_or_some(
        &self,
        quantifier: &str,
        domain: &Domain,
        clause: &str,
    ) -> Option<String> {
        let determiner = match quantifier {
            "for every" => "every",
            "for some" => "some",
            "for no" => "no",
            "not for every" => "not every",
            _ => return None,
        };
        let element = match domain {
            Domain::Piles(GroupExpr::Named(all)) => words::one_pile(self.game.group_of(all.first)),
            Domain::Cards(PileExpr::Moved) => "moved card".to_owned(),
            Domain::Cards(pile) => format!("card in {}", self.describe_pile(pile)),
            Domain::Piles(GroupExpr::Local(_)) | Domain::Lines { .. } => return None,
        };
        let mentions = |text: &str, word: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            words.any(|w| w == word)
        };
        if let Some(rest) = clause.strip_prefix("the top card of it ") {
            let is_one = !mentions(rest, "it");
            return is_one.then(|| format!("the top card of {determiner} {element} {rest}"));
        }
        let about_it = clause.strip_prefix("it ");
        let rest = about_it.or_else(|| clause.strip_prefix("that card "))?;
        if mentions(rest, "it") || rest.contains("that card") {
            return None;
        }
        Some(match (determiner, rest) {
            ("every", "is not empty") => format!("no {element} is empty"),
            ("not every", "is not empty") => format!("some {element} is empty"),
            _ => format!("{determiner} {element} {rest}"),
        })
    }
}
