//! Which cards a pile accepts, in the terms that players know.

use crate::cards::Rank;
use crate::condition::CardRelation;
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
    pub(super) nouns: Vec<String>,
    /// The piles that it must come from.
    pub(super) from: Vec<String>,
    /// The piles that it must not come from.
    pub(super) not_from: Vec<String>,
    /// What it must not be.
    pub(super) except: Vec<String>,
    /// What the top card must be: "a King".
    pub(super) on: Vec<String>,
    /// What the top card must not be.
    pub(super) not_on: Vec<String>,
    /// What else must be true.
    pub(super) conditions: Vec<String>,
}

/// Whether ranks go up or down, or either way, and by how much.
pub(super) struct Direction {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) step: Step,
}

/// A step between ranks.
pub(super) enum Step {
    /// By a fixed number of ranks.
    By(i32),
    /// By a number that depends on the position, described.
    Number(String),
}

/// Joins alternatives: "a King or a Queen"; with semicolons if they have commas.
pub(super) fn either(nouns: &[String]) -> String {
    if nouns.iter().any(|noun| noun.contains([',', '('])) {
        nouns.join("; or ")
    } else {
        join_with(nouns, "or")
    }
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
        let step = match &direction.step {
            Step::By(1) => String::new(),
            Step::By(number) => format!(" by {}s", ranks(*number)),
            Step::Number(number) => format!(" by as many ranks as {number}"),
        };
        let suits = match self.relation {
            Some(CardRelation::InSuit) => " in suit",
            Some(CardRelation::Alternating) => " in alternating colors",
            Some(CardRelation::SameColor) => " in the same color",
            Some(CardRelation::OtherSuit) => " in any suit but the same",
            _ => " regardless of suit",
        };
        Some(format!("{way}{step}{suits}"))
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

    /// The common property of cards that fit on each other, if nothing else matters: "of one suit".
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
        self.from.is_empty()
            && self.not_from.is_empty()
            && self.except.is_empty()
            && self.conditions.is_empty()
            && self.on.is_empty()
            && self.not_on.is_empty()
            && self.nouns.is_empty()
    }

    /// What the card is, if that is one word or two: "a King".
    pub(super) fn only_noun(&self) -> Option<&str> {
        match self.nouns.as_slice() {
            [noun] if self.direction.is_none() && self.relation.is_none() => Some(noun),
            _ => None,
        }
    }

    /// Whether the noun is all that is asked.
    pub(super) fn is_only_noun(&self) -> bool {
        self.nouns.len() == 1
            && self.direction.is_none()
            && self.relation.is_none()
            && self.provisos_of(true).is_empty()
    }

    /// Whether any card is accepted as far as ranks and suits go.
    pub(super) fn takes_any(&self) -> bool {
        self.nouns.is_empty() && self.direction.is_none() && self.relation.is_none()
    }

    /// The card as a noun with all that is asked of it: "a King from the waste, if the stock is empty".
    pub(super) fn noun(&self) -> String {
        self.card() + &self.provisos_of(true)
    }

    /// Like [`Offer::noun`], for a card that leaves with the top card or changes places with it.
    pub(super) fn partner(&self) -> String {
        let card = match self.card().as_str() {
            "any card" => "any other card".to_owned(),
            card => card.to_owned(),
        };
        let mut provisos = Offer {
            nouns: vec![card],
            from: self.from.clone(),
            not_from: self.not_from.clone(),
            except: self.except.clone(),
            conditions: self.conditions.clone(),
            ..Offer::default()
        };
        let top = |on: &String| format!("that top card is {on}");
        let not_top = |on: &String| format!("that top card is not {on}");
        let tops = self
            .on
            .iter()
            .map(top)
            .chain(self.not_on.iter().map(not_top));
        provisos.conditions.extend(tops);
        provisos
            .noun()
            .replace("the card under it", "that top card")
    }

    /// The card as a noun with the requirements on its rank and suit.
    fn card(&self) -> String {
        let mut noun = match self.nouns.as_slice() {
            [] if self.direction.is_some() || self.relation.is_some() => "a card".to_owned(),
            [] if self.conditions.iter().any(|c| about_card(c).is_some()) => "a card".to_owned(),
            [] => "any card".to_owned(),
            [first, rest @ ..] => {
                let mut noun = first.clone();
                for other in rest {
                    noun = combined(&noun, other);
                }
                noun
            }
        };
        if let Some(direction) = &self.direction {
            let step = match &direction.step {
                Step::By(number) => words::count(usize::try_from(*number).unwrap_or(0), "rank"),
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

    /// The requirements besides the relation to the top card: ", only with cards from the waste".
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
            let except = join_with(&self.except, "or");
            let with = if has_noun { "" } else { "with " };
            exceptions.push(format!("{with}{except}"));
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
        let (about_it, others): (Vec<&String>, Vec<&String>) = self
            .conditions
            .iter()
            .partition(|c| has_noun && text.is_empty() && about_card(c).is_some());
        let about_it: Vec<&str> = about_it.into_iter().filter_map(|c| about_card(c)).collect();
        if !about_it.is_empty() {
            text = format!("{text} that {}", about_it.join(" and "));
        }
        if !others.is_empty() {
            let is_one = others.len() == 1;
            let others: Vec<String> = others
                .into_iter()
                .map(|c| {
                    if c.contains(" or ") && !is_one {
                        format!("({c})")
                    } else {
                        c.clone()
                    }
                })
                .collect();
            text = format!("{text}, if {}", others.join(" and "));
        }
        text
    }
}

/// Returns what a condition says about the card: "has the suit of ..." of "the card has the suit of ...".
fn about_card(condition: &str) -> Option<&str> {
    let rest = condition.strip_prefix("the card ")?;
    let starts = ["is ", "has ", "does ", "comes "];
    let is_clear = starts.iter().any(|start| rest.starts_with(start)) && !rest.contains(" or ");
    is_clear.then_some(rest)
}

/// Combines two nouns for a card: "a black Ace", "an Ace of hearts".
fn combined(first: &str, second: &str) -> String {
    let rank = |noun: &str| {
        let word = noun
            .strip_prefix("a ")
            .or_else(|| noun.strip_prefix("an "))?;
        let is_rank = Rank::all().any(|rank| rank.name() == word);
        is_rank.then(|| word.to_owned())
    };
    let color = |noun: &str| {
        noun.strip_prefix("a ")?
            .strip_suffix(" card")
            .map(str::to_owned)
    };
    let (rank_of_first, rank_of_second) = (rank(first), rank(second));
    match (rank_of_first, rank_of_second) {
        (Some(rank), None) | (None, Some(rank)) => {
            let other = if rank_of(first, &rank) { second } else { first };
            match color(other) {
                Some(color) => format!("a {color} {rank}"),
                None => format!("{} that is {other}", words::with_article(&rank)),
            }
        }
        _ => format!("{first} that is {second}"),
    }
}

fn rank_of(noun: &str, rank: &str) -> bool {
    noun.ends_with(&format!(" {rank}"))
}

/// Writes a step between ranks: "two", ready for an "s" at its end.
fn ranks(number: i32) -> String {
    match number {
        6 => "sixe".to_owned(),
        number => words::number(usize::try_from(number).unwrap_or(0)),
    }
}
