//! Clauses as values, and statements joined from them. They become text once, when it is known where they stand.

use super::noun::Noun;
use crate::text::join_with;

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
    /// What the complement ends with that is the subject's: "pile" of "the lowest of its pile".
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

/// How statements are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Junction {
    And,
    Or,
}

impl Junction {
    fn word(self) -> &'static str {
        match self {
            Junction::And => "and",
            Junction::Or => "or",
        }
    }
}

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A clause.
    Clause(Clause),
    /// A condition that has a name.
    Name {
        /// The name: "*open*".
        name: String,
        is_negated: bool,
    },
    /// Something about elements that one clause cannot say: "for every pile p of the reserve piles, ...".
    Each {
        /// What comes first: "for every pile p of the reserve piles".
        of: String,
        body: Box<Statement>,
    },
    /// Several of these.
    Joined(Junction, Vec<Statement>),
}

impl From<Clause> for Statement {
    fn from(clause: Clause) -> Statement {
        Statement::Clause(clause)
    }
}

impl Statement {
    /// Joins statements. Clauses that differ only in their complements become one: "the card is in row 1 or in row 2".
    pub fn join(junction: Junction, statements: Vec<Statement>) -> Statement {
        let mut parts: Vec<Statement> = Vec::new();
        for statement in statements {
            match statement {
                Statement::Joined(inner, others) if inner == junction => parts.extend(others),
                other => parts.push(other),
            }
        }
        if let Some(merged) = merge(junction, &parts) {
            return Statement::Clause(merged);
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Statement::Joined(junction, parts),
        }
    }

    /// The text after a verb: "a King", "that the stock is empty".
    pub fn object(&self, mood: Mood) -> String {
        match self.short(mood) {
            Some(text) => text,
            None => format!("that {}", self.clause(mood)),
        }
    }

    /// The text alone: "a King", "the stock is empty".
    pub fn statement(&self) -> String {
        let short = self.short(Mood::Plain);
        short.unwrap_or_else(|| self.clause(Mood::Plain))
    }

    /// What the card is, if that is all: "a King".
    pub fn noun(&self) -> Option<Noun> {
        match self {
            Statement::Clause(clause) => clause.noun.clone().filter(|_| !clause.needs_verb),
            Statement::Joined(_, parts) if parts.iter().all(|part| part.noun().is_some()) => {
                self.short(Mood::Plain).map(Noun::plain)
            }
            _ => None,
        }
    }

    /// The clause, if there is one alone.
    pub fn as_clause(&self) -> Option<&Clause> {
        match self {
            Statement::Clause(clause) => Some(clause),
            _ => None,
        }
    }

    /// What it says about the card, if that is all.
    pub fn about_card(&self) -> Option<&Clause> {
        let clause = self.as_clause()?;
        (clause.subject == Subject::Card && clause.is_simple).then_some(clause)
    }

    /// The statement after a noun, which this clause of it may be about: "that is empty", "for which the stock is empty".
    pub fn after_noun(&self, about: Option<&Clause>, is_plural: bool) -> String {
        match about {
            Some(clause) => format!("that {}", clause.predicate(Mood::Plain, is_plural)),
            None => format!("for which {}", self.clause(Mood::Plain)),
        }
    }

    /// The statement as a proviso, where this clause of it may be about something named before: "if it is empty".
    pub fn proviso(&self, about: Option<&Clause>) -> String {
        match about {
            Some(clause) => format!("if it {}", clause.predicate(Mood::Plain, false)),
            None => format!("if {}", self.clause(Mood::Plain)),
        }
    }

    /// The statement without a verb, if it is made of nouns and names.
    fn short(&self, mood: Mood) -> Option<String> {
        match self {
            Statement::Clause(clause) => {
                let is_clear = mood == Mood::Required || !clause.needs_verb;
                let noun = clause.noun.as_ref().filter(|_| is_clear);
                noun.map(Noun::to_string)
            }
            Statement::Name { name, is_negated } => {
                let not = if *is_negated { "not " } else { "" };
                Some(format!("{not}{name}"))
            }
            Statement::Joined(junction, parts) => {
                let part = |part: &Statement| Some(part.bracketed(part.short(mood)?));
                let parts: Option<Vec<String>> = parts.iter().map(part).collect();
                Some(parts?.join(&format!(" {} ", junction.word())))
            }
            Statement::Each { .. } => None,
        }
    }

    /// The statement as a clause: "the card is a King", "*open* does not hold".
    pub fn clause(&self, mood: Mood) -> String {
        match self {
            Statement::Clause(clause) => clause.text(mood),
            Statement::Name { name, is_negated } => {
                let holds = match (mood, is_negated) {
                    (Mood::Plain, false) => "holds",
                    (Mood::Plain, true) => "does not hold",
                    (Mood::Required, false) => "hold",
                    (Mood::Required, true) => "not hold",
                };
                format!("{name} {holds}")
            }
            Statement::Each { of, body } => format!("{of}, {}", body.clause(Mood::Plain)),
            Statement::Joined(junction, parts) => {
                let plain_name = |part: &Statement| match part {
                    Statement::Name {
                        name,
                        is_negated: false,
                    } => Some(name.clone()),
                    _ => None,
                };
                let names: Option<Vec<String>> = parts.iter().map(plain_name).collect();
                if let Some(names) = names {
                    let hold = match (junction, mood) {
                        (Junction::Or, Mood::Plain) => "holds",
                        _ => "hold",
                    };
                    return format!("{} {hold}", join_with(&names, junction.word()));
                }
                let mut texts: Vec<String> = Vec::new();
                let mut follows_card = false;
                for part in parts {
                    let clause = part.as_clause();
                    let about_card = clause.filter(|clause| clause.subject == Subject::Card);
                    // "the card is a King and has the same suit"
                    texts.push(match about_card {
                        Some(clause) if follows_card => clause.predicate(mood, false),
                        _ => part.bracketed(part.clause(mood)),
                    });
                    follows_card = about_card.is_some();
                }
                texts.join(&format!(" {} ", junction.word()))
            }
        }
    }

    /// Whether the statement has several parts, or an end that is not marked.
    pub fn is_compound(&self) -> bool {
        match self {
            Statement::Joined(..) | Statement::Each { .. } => true,
            Statement::Clause(clause) => clause.is_merged,
            Statement::Name { .. } => false,
        }
    }

    /// Puts a text of the statement in parentheses, if its parts would be taken for those of a longer one.
    fn bracketed(&self, text: String) -> String {
        if self.is_compound() {
            format!("({text})")
        } else {
            text
        }
    }
}

/// Makes clauses with the same subject and verb one.
fn merge(junction: Junction, parts: &[Statement]) -> Option<Clause> {
    let clauses: Option<Vec<&Clause>> = parts.iter().map(Statement::as_clause).collect();
    let clauses = clauses?;
    let [first, others @ ..] = clauses.as_slice() else {
        return None;
    };
    // That some pile is empty and some pile has an Ace does not say that one pile does both.
    let is_plain = |clause: &Clause| {
        let is_one_thing = !matches!(clause.subject, Subject::Each(_));
        let is_clause = clause.noun.is_none() && clause.its.is_none();
        is_one_thing && is_clause && clause.is_simple && !clause.is_negated
    };
    let fits = |other: &&Clause| {
        is_plain(other)
            && (&other.subject, other.verb, other.is_plural)
                == (&first.subject, first.verb, first.is_plural)
    };
    if others.is_empty() || !is_plain(first) || !others.iter().all(fits) {
        return None;
    }
    let complements: Vec<&str> = clauses.iter().map(|c| c.complement.as_str()).collect();
    Some(Clause {
        complement: join_with(&complements, junction.word()),
        is_simple: false,
        is_merged: true,
        has_variable: clauses.iter().any(|clause| clause.has_variable),
        ..(*first).clone()
    })
}
