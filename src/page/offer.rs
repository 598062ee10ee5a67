//! Which cards a pile accepts, in the terms that players know.

use crate::cards::Rank;
use crate::condition::CardRelation;
use crate::prose::clause::{Clause, Mood, Subject, Verb};
use crate::prose::noun::Noun;
use crate::prose::statement::{Junction, Statement, begins_with_verb, join_predicates};
use crate::prose::words;
use crate::text::join_with;

/// One of the alternatives of a condition: a kind of card that a pile accepts, and when.
#[derive(Default)]
pub(super) struct Offer {
    /// The step between ranks: the ranks for each direction.
    pub(super) direction: Option<Direction>,
    /// The relation of suits or ranks to the top card.
    pub(super) relation: Option<CardRelation>,
    /// What the card must be: "a King".
    pub(super) nouns: Vec<Noun>,
    /// The rank that it must have, if there is one.
    pub(super) rank: Option<Rank>,
    /// The piles that it must come from.
    pub(super) from: Vec<String>,
    /// The piles that it must not come from.
    pub(super) not_from: Vec<String>,
    /// What it must not be.
    pub(super) except: Vec<Noun>,
    /// What the top card must be: "a King".
    pub(super) on: Vec<String>,
    /// What the top card must not be.
    pub(super) not_on: Vec<String>,
    /// What else must be true.
    pub(super) conditions: Vec<Statement>,
}

/// Whether ranks go up or down, or either way, and by how much.
#[derive(PartialEq)]
pub(super) struct Direction {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) step: Step,
}

/// A step between ranks.
#[derive(PartialEq)]
pub(super) enum Step {
    /// By a fixed number of ranks.
    By(i32),
    /// By the number of the pile.
    OfPile,
    /// By a number that depends on the position, described.
    Number(String),
}

/// Joins the alternatives, each written as a noun, after a preposition or nothing; if one of them is long, with semicolons, and
/// the preposition before each.
pub(super) fn either(
    offers: &[Offer],
    preposition: &str,
    write: impl Fn(&Offer) -> String,
) -> String {
    let nouns: Vec<String> = offers.iter().map(write).collect();
    let alternatives = if offers.len() > 1 && offers.iter().any(Offer::is_long) {
        nouns.join(&format!("; or {preposition}"))
    } else {
        join_with(&nouns, "or")
    };
    format!("{preposition}{alternatives}")
}

impl Offer {
    /// How the pile is built: "down in alternating colors". Returns `None` if ranks do not go up or down, or if the card
    /// must be something besides.
    pub(super) fn building(&self) -> Option<String> {
        let direction = self.direction.as_ref()?;
        if !self.nouns.is_empty() || self.relation == Some(CardRelation::SameRank) {
            return None;
        }
        let way = match (direction.up, direction.down) {
            (true, false) => "up",
            (false, _) => "down",
            (true, true) => "up or down",
        };
        let (step, steps) = match &direction.step {
            Step::By(1) => (String::new(), String::new()),
            Step::By(number) => (format!(" by {}", by_ranks(*number)), String::new()),
            Step::OfPile => {
                let steps = ", by ones on the first pile, by twos on the second, and so on";
                (String::new(), steps.to_owned())
            }
            Step::Number(number) => (String::new(), format!(", by as many ranks as {number}")),
        };
        let suits = match self.relation {
            Some(CardRelation::InSuit) => " in suit",
            Some(CardRelation::Alternating) => " in alternating colors",
            Some(CardRelation::SameColor) => " in the same color",
            Some(CardRelation::OtherSuit) => ", each card in a different suit from the one beneath",
            _ => " regardless of suit",
        };
        Some(format!("{way}{step}{suits}{steps}"))
    }

    /// How cards go that move together: "down in suit, and only the top one of them may be a card of the base rank". Returns `None` if they do
    /// not go up or down.
    pub(super) fn way(&self) -> Option<String> {
        let building = self.building()?;
        let building = match building.strip_suffix(" regardless of suit") {
            Some(way) => format!("{way}, whatever their suits"),
            None => building,
        };
        let others = [&self.from, &self.not_from, &self.on];
        let is_plain = others.iter().all(|texts| texts.is_empty())
            && self.except.is_empty()
            && self.conditions.is_empty();
        Some(if is_plain && !self.not_on.is_empty() {
            let on = join_with(&self.not_on, "or");
            format!("{building}, and only the top one of them may be {on}")
        } else {
            format!("{building}{}", self.provisos())
        })
    }

    /// The step of ranks from card to card, if there is one direction: 1 for up, -2 for down by twos.
    pub(super) fn step(&self) -> Option<i32> {
        let direction = self.direction.as_ref()?;
        match (&direction.step, direction.up, direction.down) {
            (Step::By(number), true, false) => Some(*number),
            (Step::By(number), false, true) => number.checked_neg(),
            _ => None,
        }
    }

    /// What cards have in common of which each fits on the next, if that is all that matters: "of one suit".
    pub(super) fn kinship(&self) -> Option<&'static str> {
        if !self.is_plain() || self.direction.is_some() {
            return None;
        }
        match self.relation? {
            CardRelation::InSuit => Some("of one suit"),
            CardRelation::SameColor => Some("of one color"),
            CardRelation::SameRank => Some("of one rank"),
            CardRelation::Alternating => Some("of alternating colors"),
            _ => None,
        }
    }

    /// Whether nothing but the relation to the top card matters.
    pub(super) fn is_plain(&self) -> bool {
        self.nouns.is_empty() && !self.has_provisos()
    }

    /// Whether more is asked than ranks and suits.
    fn has_provisos(&self) -> bool {
        let texts = [&self.from, &self.not_from, &self.on, &self.not_on];
        texts.iter().any(|texts| !texts.is_empty())
            || !self.except.is_empty()
            || !self.conditions.is_empty()
    }

    /// Whether the noun has commas or parentheses.
    pub(super) fn is_long(&self) -> bool {
        let has_exceptions =
            !self.not_from.is_empty() || !self.except.is_empty() || !self.not_on.is_empty();
        let is_about_it = |condition| about_card(condition).is_some();
        let follows_text = !self.from.is_empty() || !self.on.is_empty();
        has_exceptions
            || !self.conditions.is_empty() && follows_text
            || !self.conditions.iter().all(is_about_it)
    }

    /// Whether two alternatives ask for the same, apart from the piles that the card comes from.
    pub(super) fn has_same_but_from(&self, other: &Offer) -> bool {
        let ranks = |offer: &'_ Offer| (offer.relation, offer.rank);
        self.direction == other.direction
            && ranks(self) == ranks(other)
            && self.nouns == other.nouns
            && self.except == other.except
            && [&self.not_from, &self.on, &self.not_on]
                == [&other.not_from, &other.on, &other.not_on]
            && self.conditions == other.conditions
    }

    /// What the card is, if there is one answer: "a King".
    pub(super) fn only_noun(&self) -> Option<&Noun> {
        match self.nouns.as_slice() {
            [noun] if self.direction.is_none() && self.relation.is_none() => Some(noun),
            _ => None,
        }
    }

    /// Whether the noun is all that is asked.
    pub(super) fn is_only_noun(&self) -> bool {
        self.only_noun().is_some() && !self.has_provisos()
    }

    /// The noun with a sequence, if nothing but provisos follows it: "a King, alone or with a sequence on it, if ...".
    pub(super) fn with_sequence(&self) -> Option<String> {
        let noun = self.only_noun()?;
        let texts = [&self.from, &self.not_from, &self.on, &self.not_on];
        let is_plain = texts.iter().all(|texts| texts.is_empty()) && self.except.is_empty();
        let is_about_it = |condition| about_card(condition).is_some();
        let follows = is_plain && !self.conditions.iter().any(is_about_it);
        follows.then(|| self.as_any(&format!("{noun}, alone or with a sequence on it")))
    }

    /// Whether any card is accepted as far as ranks and suits go.
    pub(super) fn takes_any(&self) -> bool {
        self.nouns.is_empty() && self.direction.is_none() && self.relation.is_none()
    }

    /// The card as a noun with all that is asked of it: "a King from the waste, if the stock is empty".
    pub(super) fn noun(&self) -> String {
        self.as_any(&self.card())
    }

    /// Like [`Offer::noun`], where the card is called something else.
    pub(super) fn as_any(&self, card: &str) -> String {
        let provisos = self.provisos_of(true);
        match provisos.strip_prefix(", if it ") {
            Some(proviso) if card == "any card" => format!("a card if it {proviso}"),
            _ => format!("{card}{provisos}"),
        }
    }

    /// Like [`Offer::noun`], for a card that leaves with the top card or changes places with it.
    pub(super) fn partner(&self) -> String {
        let card = if self.is_any_card() {
            "any other card".to_owned()
        } else {
            self.card()
        };
        let top = |on: &String, is_negated| {
            let top = Subject::Other("that top card".to_owned());
            Clause::new(top, Verb::Be, is_negated, on).into()
        };
        let on = self.on.iter().map(|on| top(on, false));
        let tops = on.chain(self.not_on.iter().map(|on| top(on, true)));
        let provisos = Offer {
            from: self.from.clone(),
            not_from: self.not_from.clone(),
            except: self.except.clone(),
            conditions: self.conditions.iter().cloned().chain(tops).collect(),
            ..Offer::default()
        };
        provisos.as_any(&card)
    }

    /// Whether the card is called any card: nothing is said of it but where it comes from, and when.
    pub(super) fn is_any_card(&self) -> bool {
        let is_about_it = |condition| about_card(condition).is_some();
        self.takes_any() && !self.conditions.iter().any(is_about_it)
    }

    /// The card as a noun with what is asked of its rank and suit.
    fn card(&self) -> String {
        let nouns = self.nouns.iter().cloned().reduce(Noun::and_is);
        let mut noun = match nouns {
            Some(noun) => noun.to_string(),
            None if self.is_any_card() => "any card".to_owned(),
            None => "a card".to_owned(),
        };
        if let Some(direction) = &self.direction {
            let step = match &direction.step {
                Step::By(number) => words::count(usize::try_from(*number).unwrap_or(0), "rank"),
                Step::OfPile => "as many ranks as the number of the pile".to_owned(),
                Step::Number(number) => format!("as many ranks as {number}"),
            };
            let way = match (direction.up, direction.down) {
                (true, false) => "higher",
                (false, _) => "lower",
                (true, true) => "higher or lower",
            };
            noun = format!("{noun} {step} {way}");
        }
        if let Some(relation) = self.relation {
            noun += match relation {
                CardRelation::InSuit => " of the same suit",
                CardRelation::Alternating => " of the opposite color",
                CardRelation::SameColor => " of the same color",
                CardRelation::OtherSuit => " of another suit",
                CardRelation::SameRank => " of the same rank",
                CardRelation::Up | CardRelation::Down | CardRelation::Any => "",
            };
        }
        noun
    }

    /// What is asked besides the relation to the top card: ", only with cards from the waste".
    pub(super) fn provisos(&self) -> String {
        self.provisos_of(false)
    }

    fn provisos_of(&self, has_noun: bool) -> String {
        let mut text = String::new();
        if !self.from.is_empty() {
            let from = join_with(&self.from, "or");
            let only = if has_noun { "" } else { ", only with cards" };
            text = format!("{text}{only} from {from}");
        }
        let mut exceptions = Vec::new();
        if !self.not_from.is_empty() {
            let from = join_with(&self.not_from, "or");
            let with = if has_noun { "" } else { "with cards " };
            exceptions.push(format!("{with}from {from}"));
        }
        if !self.except.is_empty() {
            let except: Vec<String> = self.except.iter().map(Noun::to_string).collect();
            let except = join_with(&except, "or");
            if !has_noun && self.not_from.is_empty() && self.not_on.is_empty() {
                let bare: Vec<String> = self.except.iter().map(Noun::bare).collect();
                let bare = join_with(&bare, "or");
                text = format!("{text}, but no {bare} may be put on another card");
            } else {
                let with = if has_noun { "" } else { "with " };
                exceptions.push(format!("{with}{except}"));
            }
        }
        if !self.on.is_empty() {
            let only = if has_noun { "" } else { ", only" };
            text = format!("{text}{only} on {}", self.on.join(" that is also "));
        }
        if !self.not_on.is_empty() {
            exceptions.push(format!("on {}", join_with(&self.not_on, "or")));
        }
        if !exceptions.is_empty() {
            text = format!("{text}, but not {}", exceptions.join(", nor "));
        }
        let is_about_it =
            |condition: &&Statement| has_noun && text.is_empty() && about_card(condition).is_some();
        let (about_it, others): (Vec<&Statement>, Vec<&Statement>) =
            self.conditions.iter().partition(is_about_it);
        let about_it: Vec<String> = about_it.into_iter().filter_map(about_card).collect();
        if !about_it.is_empty() {
            text = format!("{text} that {}", join_predicates(&about_it));
        }
        if !others.is_empty() {
            let others = others.into_iter().cloned().collect();
            let others = Statement::join(Junction::And, others).clause(Mood::Plain);
            let others = match others.strip_prefix("the card ") {
                Some(rest) if has_noun && begins_with_verb(rest) => format!("it {rest}"),
                _ => others,
            };
            let but = match (has_noun, text.is_empty()) {
                (true, _) => "",
                (false, true) => "but only ",
                (false, false) => "and only ",
            };
            text = format!("{text}, {but}if {others}");
        }
        text
    }
}

/// Returns what a statement says about the card: "has the suit of ...".
fn about_card(condition: &Statement) -> Option<String> {
    let clause = condition.about_card()?;
    Some(clause.predicate(Mood::Plain, false))
}

/// Writes a step between ranks: "twos".
fn by_ranks(number: i32) -> String {
    words::plural(&words::number(usize::try_from(number).unwrap_or(0)))
}
