//! Describes what decides a condition: "the score is 3", "t3 has 4 cards".

use std::fmt::Display;

use super::Describer;
use crate::cards::Rank;
use crate::condition::{CardExpr, Element, Finding, PileExpr, Property, Reason, Value, ValueKind};
use crate::prose::clause::Mood;
use crate::prose::noun::Noun;
use crate::rules::Game;
use crate::text::{join_with, pluralize};

/// The maximum number of elements that are listed after a count.
const MAX_COUNTED: usize = 6;

/// Describes what decides a condition: the values that a part of it found, or that the part itself is true or false.
pub fn describe_reason(reason: &Reason<'_>, game: &Game, base: Option<Rank>) -> String {
    let names: Vec<String> = reason.elements.iter().map(|e| name_of(*e, game)).collect();
    let variables: Vec<Option<&str>> = names.iter().map(|name| Some(name.as_str())).collect();
    let describer = Describer {
        variables: &variables,
        uses_names: false,
        uses_short_names: true,
        ..Describer::new(game)
    };
    let text = describer.describe_deciding(reason, base);
    match reason.others {
        0 => text,
        others => format!("{text}; likewise for {others} more"),
    }
}

fn name_of(element: Element, game: &Game) -> String {
    match element {
        Element::Pile(pile) => game.pile_name(pile),
        Element::Card(Some(card)) => card.to_string(),
        Element::Card(None) => "a face-down card".to_owned(),
        Element::Line(number) => format!("line {number}"),
    }
}

impl Describer<'_> {
    fn describe_deciding(&self, reason: &Reason<'_>, base: Option<Rank>) -> String {
        let Some(holds) = reason.holds else {
            return "that depends on a face-down card".to_owned();
        };
        let mut found: Vec<String> = Vec::new();
        for text in reason
            .findings
            .iter()
            .filter_map(|f| self.describe_finding(f))
        {
            if !found.contains(&text) {
                found.push(text);
            }
        }
        if found.is_empty() {
            let describer = Describer { base, ..*self };
            let part = describer.describe_unnamed(reason.part, !holds);
            return part.clause(Mood::Plain);
        }
        join_with(&found, "and")
    }

    /// Describes a value that was found; `None` if its name says it already.
    fn describe_finding(&self, finding: &Finding<'_>) -> Option<String> {
        Some(match finding {
            Finding::Number(number, value) => self.describe_found(number, *value),
            Finding::Count(number, count, counted) => {
                let text = self.describe_found(number, Some(*count));
                let names = counted.iter().map(|element| name_of(*element, self.game));
                let names: Vec<String> = names.collect();
                if (1..=MAX_COUNTED).contains(&names.len()) {
                    format!("{text} ({})", names.join(", "))
                } else {
                    text
                }
            }
            Finding::Size(pile, size) => has_cards(&self.game.pile_name(*pile), *size),
            Finding::Card(CardExpr::Local(_), _)
            | Finding::Pile(PileExpr::Local(_) | PileExpr::At(_), _) => {
                return None;
            }
            Finding::Card(card, found) => found_to_be(&self.describe_card(card), found.as_ref()),
            Finding::Pile(pile, found) => {
                let found = found.map(|found| self.game.pile_name(found));
                found_to_be(&self.describe_pile(pile), found.as_ref())
            }
            Finding::Base(Some(rank)) => format!("the base rank is {}", rank.name()),
            Finding::Base(None) => "the base rank is not set".to_owned(),
        })
    }

    fn describe_found(&self, number: &Value, value: Option<i32>) -> String {
        match (&number.kind, value) {
            (ValueKind::OfPile(Property::Size, PileExpr::Moved), Some(value)) => {
                let is = if value == 1 { "is" } else { "are" };
                format!("{} {is} moved", pluralize(value, "card"))
            }
            (ValueKind::OfPile(Property::Size, pile), Some(value)) => {
                has_cards(&self.describe_pile(pile).to_string(), value)
            }
            (_, value) => found_to_be(&self.describe_value(number), value.as_ref()),
        }
    }
}

fn has_cards(pile: &str, count: impl Display) -> String {
    format!("{pile} has {}", pluralize(count, "card"))
}

/// Says what was found for a noun: "the top card of t3 is 4H", "there is no top card of t3".
fn found_to_be(noun: &Noun, found: Option<&impl Display>) -> String {
    match found {
        Some(found) => format!("{noun} is {found}"),
        None => format!("there is no {}", noun.bare()),
    }
}
