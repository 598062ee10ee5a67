//! Describes numbers.

use super::Describer;
use crate::condition::{
    Counter, Domain, GroupExpr, LineKind, PileExpr, Predicate, PredicateKind, Property, Scoped,
    Sort, Value, ValueKind,
};
use crate::prose::words_of;

impl Describer<'_> {
    pub(super) fn describe_value(&self, value: &Value) -> String {
        match &value.kind {
            ValueKind::Card(card) => self.describe_card(card),
            ValueKind::Pile(pile) => self.describe_pile(pile),
            ValueKind::Group(group) => self.describe_group(*group),
            ValueKind::Suit(suit) => suit.name().to_owned(),
            ValueKind::Color(color) => color.name().to_owned(),
            ValueKind::Joker => "a joker".to_owned(),
            _ if value.sort() == Sort::Rank => self.describe_rank(value),
            ValueKind::OfCard(Property::Index, card) => {
                format!("the place of {} in its pile", self.describe_card(card))
            }
            ValueKind::OfCard(property, card) => {
                format!("the {} of {}", property.word(), self.describe_card(card))
            }
            _ => self.describe_number(value),
        }
    }

    pub(super) fn describe_number(&self, number: &Value) -> String {
        match self.named_number(number) {
            Some(phrase) => self.describe_phrase(&phrase.name, phrase.argument.as_ref()),
            None => self.describe_unnamed_number(number),
        }
    }

    pub(super) fn describe_unnamed_number(&self, number: &Value) -> String {
        match &number.kind {
            ValueKind::Number(number) => number.to_string(),
            ValueKind::OfPile(Property::Size, PileExpr::Local(depth))
                if self.name_of(*depth).is_none() =>
            {
                "its number of cards".to_owned()
            }
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => {
                "the number of moved cards".to_owned()
            }
            ValueKind::OfPile(Property::Size, pile) => {
                format!("the number of cards in {}", self.describe_pile(pile))
            }
            ValueKind::OfGroup(Property::Size, all) => {
                format!("the number of cards in {}", self.describe_group(*all))
            }
            ValueKind::OfGroup(_, group) => match self.describe_group(*group).as_str() {
                "it" => "its number".to_owned(),
                line => format!("the number of {line}"),
            },
            ValueKind::OfPile(property, pile) => {
                let what = match property {
                    Property::Row => "row",
                    Property::Col => "column",
                    _ => "number",
                };
                format!("the {what} of {}", self.describe_pile(pile))
            }
            ValueKind::Used(Counter::Action(action)) => format!(
                "the number of times that {} was used",
                words_of(&self.game.names.actions[action.index()])
            ),
            ValueKind::Used(Counter::Group(group)) => format!(
                "the number of times that cards were moved to {}",
                self.piles(self.game.group(*group).piles)
            ),
            ValueKind::Score => "the score".to_owned(),
            ValueKind::Count(domain, body) => self.describe_count(domain, body),
            ValueKind::Sum(domain, body) => self.with_variable(&body.variable, |inside, name| {
                let total = inside.describe_operand(body);
                let elements = self.describe_elements(domain, name);
                let the = match domain {
                    Domain::Piles(GroupExpr::Local(_)) if name.is_none() => "",
                    _ => "the ",
                };
                format!("the total of {total} over {the}{elements}")
            }),
            ValueKind::Plus(a, b) => {
                let (a, b) = (self.describe_first_operand(a), self.describe_operand(b));
                format!("{a} plus {b}")
            }
            ValueKind::Minus(a, b) => {
                let (a, b) = (self.describe_first_operand(a), self.describe_operand(b));
                format!("{a} minus {b}")
            }
            ValueKind::Times(a, b) => {
                let (a, b) = (self.describe_operand(a), self.describe_operand(b));
                format!("{a} times {b}")
            }
            _ => self.describe_value(number),
        }
    }

    /// Describes what something is added to or subtracted from: "5 times the number of cards minus 52" could mean either.
    fn describe_first_operand(&self, number: &Value) -> String {
        let comma = match number.kind {
            ValueKind::Times(..) => ",",
            _ => "",
        };
        format!("{}{comma}", self.describe_subject(number))
    }

    /// Describes how many elements of a domain have a property.
    fn describe_count(&self, domain: &Domain, body: &Scoped<Predicate>) -> String {
        // The counted condition is not a requirement.
        let describer = Describer {
            is_required: false,
            ..*self
        };
        describer.with_variable(&body.variable, |inside, name| {
            let elements = self.describe_elements(domain, name);
            if let Some(empty) = is_empty(body) {
                let are = if empty { "are" } else { "are not" };
                return format!("the number of {elements} that {are} empty");
            }
            let mut property = inside.describe_predicate(body, false);
            if inside.is_compound(body) {
                property = property.in_brackets();
            }
            format!(
                "the number of {elements} for which {}",
                property.into_clause()
            )
        })
    }

    /// Describes the elements of a domain: "tableau piles", "cards c in the stock".
    fn describe_elements(&self, domain: &Domain, variable: Option<&str>) -> String {
        let name = variable.map_or(String::new(), |name| format!(" {name}"));
        match domain {
            Domain::Piles(GroupExpr::Named(all)) => {
                let piles = self.piles(*all);
                format!("{}{name}", piles.trim_start_matches("the "))
            }
            Domain::Piles(group) if variable.is_some() => {
                format!("piles{name} of {}", self.describe_group(*group))
            }
            Domain::Piles(GroupExpr::Local(_)) => "its piles".to_owned(),
            Domain::Cards(PileExpr::Moved) => format!("moved cards{name}"),
            Domain::Cards(pile) => format!("cards{name} in {}", self.describe_pile(pile)),
            Domain::Lines { group, kind, .. } => {
                let lines = match kind {
                    LineKind::Rows => "rows",
                    LineKind::Cols => "columns",
                    LineKind::Lines => "rows and columns",
                };
                format!("{lines}{name} of {}", self.piles(*group))
            }
        }
    }

    /// Describes a number that more follows; one whose end would not be clear is put in parentheses.
    pub(super) fn describe_subject(&self, number: &Value) -> String {
        let phrase = self.describe_number(number);
        let is_open = match &number.kind {
            _ if self.named_number(number).is_some() => false,
            ValueKind::Count(_, body) => is_empty(body).is_none(),
            ValueKind::Sum(..) => true,
            _ => false,
        };
        if is_open {
            format!("({phrase})")
        } else {
            phrase
        }
    }

    /// Describes a number that is subtracted, multiplied or added up; one that is computed is put in parentheses.
    pub(super) fn describe_operand(&self, number: &Value) -> String {
        match &number.kind {
            ValueKind::Plus(..) | ValueKind::Minus(..) if self.named_number(number).is_none() => {
                format!("({})", self.describe_number(number))
            }
            _ => self.describe_subject(number),
        }
    }
}

/// If the body of a quantifier only asks whether its pile is empty, or whether it is not, returns which.
fn is_empty(predicate: &Predicate) -> Option<bool> {
    match &predicate.kind {
        PredicateKind::Not(inner) => is_empty(inner).map(|empty| !empty),
        PredicateKind::PileEmpty(PileExpr::Local(0))
        | PredicateKind::AllEmpty(GroupExpr::Local(0)) => Some(true),
        _ => None,
    }
}
