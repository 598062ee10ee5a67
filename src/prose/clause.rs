//! Clauses as values. They become text once, when it is known where they stand.

use super::noun::Noun;

/// What a clause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The card that is moved, or that a step selects.
    Card,
    /// The pile that the condition belongs to, as it is called.
    This(String),
    /// The variable of a quantifier that has no name: "it", "that card".
    Variable(&'static str),
    /// The top card of such a variable.
    TopOfVariable,
    /// Some or all elements: "every tableau pile".
    Each(String),
    /// Anything else.
    Other(String),
}

impl Subject {
    fn text(&self) -> &str {
        match self {
            Subject::Card => "the card",
            Subject::This(text) | Subject::Each(text) | Subject::Other(text) => text,
            Subject::Variable(text) => text,
            Subject::TopOfVariable => "the top card of it",
        }
    }
}

/// The verb of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Be,
    Have,
    Come,
    Add,
}

/// Where a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// As a sentence: "the stock is empty".
    Plain,
    /// After "requires that": "the stock be empty".
    Required,
}

/// Something that is true or false: "the stock is empty".
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub subject: Subject,
    /// Whether the subject is several things.
    pub is_plural: bool,
    pub verb: Verb,
    pub is_negated: bool,
    /// What follows the verb.
    pub complement: String,
    /// What the complement ends with that is the subject's: "pile" of "the bottom card of its pile".
    pub its: Option<&'static str>,
    /// Whether "or" and "and" after the complement join what follows with the complement alone.
    pub is_simple: bool,
    /// Whether several clauses are joined in the complement.
    pub is_merged: bool,
    /// Whether the complement mentions the variable of a quantifier.
    pub has_variable: bool,
    /// What the card is or has, if the clause says nothing else: "a King", "anything but a King".
    pub noun: Option<Noun>,
    /// Whether the noun is clear only after "requires": "the suit of the top card of the waste".
    pub needs_verb: bool,
}

impl Clause {
    pub fn new(
        subject: Subject,
        verb: Verb,
        is_negated: bool,
        complement: impl Into<String>,
    ) -> Clause {
        Clause {
            subject,
            is_plural: false,
            verb,
            is_negated,
            complement: complement.into(),
            its: None,
            is_simple: true,
            is_merged: false,
            has_variable: false,
            noun: None,
            needs_verb: false,
        }
    }

    /// Says what the card is or has: as a noun, and with a verb and what follows it.
    pub fn of_card(
        noun: Noun,
        verb: Verb,
        is_negated: bool,
        complement: impl Into<String>,
    ) -> Clause {
        let noun = if is_negated {
            Noun::plain(format!("anything but {noun}"))
        } else {
            noun
        };
        Clause {
            noun: Some(noun),
            ..Clause::new(Subject::Card, verb, is_negated, complement)
        }
    }

    /// The clause without its subject: "is empty", of several things "are empty".
    pub fn predicate(&self, mood: Mood, is_plural: bool) -> String {
        let verb = match (self.verb, mood, is_plural) {
            (Verb::Be, Mood::Required, _) => ["be", "not be"],
            (Verb::Be, Mood::Plain, false) => ["is", "is not"],
            (Verb::Be, Mood::Plain, true) => ["are", "are not"],
            (Verb::Have, Mood::Required, _) => ["have", "not have"],
            (Verb::Have, Mood::Plain, false) => ["has", "does not have"],
            (Verb::Have, Mood::Plain, true) => ["have", "do not have"],
            (Verb::Come, Mood::Required, _) => ["come", "not come"],
            (Verb::Come, Mood::Plain, false) => ["comes", "does not come"],
            (Verb::Come, Mood::Plain, true) => ["come", "do not come"],
            (Verb::Add, Mood::Required, _) => ["add", "not add"],
            (Verb::Add, Mood::Plain, false) => ["adds", "does not add"],
            (Verb::Add, Mood::Plain, true) => ["add", "do not add"],
        }[usize::from(self.is_negated)];
        let its = match self.its {
            Some(thing) if is_plural => format!(" their {thing}s"),
            Some(thing) => format!(" its {thing}"),
            None => String::new(),
        };
        format!("{verb} {}{its}", self.complement)
    }

    /// Whether it says something of the variable of a quantifier, and mentions it only as its subject.
    pub fn is_about_variable(&self) -> bool {
        let is_subject = matches!(self.subject, Subject::Variable(_) | Subject::TopOfVariable);
        is_subject && !self.has_variable
    }

    /// Like [`Clause::is_about_variable`], but not of its top card.
    pub fn is_about_it(&self) -> bool {
        self.is_about_variable() && self.subject != Subject::TopOfVariable
    }

    /// The whole clause: "the stock is empty".
    pub fn text(&self, mood: Mood) -> String {
        format!(
            "{} {}",
            self.subject.text(),
            self.predicate(mood, self.is_plural)
        )
    }
}
