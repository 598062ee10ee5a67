//! Statements: clauses, names of conditions and the words of authors, joined.

use super::clause::{Clause, Mood, Subject, Verb};
use super::noun::Noun;
use crate::text::join_with;

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
    /// A condition that its author has described: a clause.
    Described { text: String, is_negated: bool },
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
        if let Some(merged) = merge(junction, &parts).or_else(|| merge_exceptions(junction, &parts))
        {
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
        self.after(about, "this pile", is_plural)
    }

    /// The statement after a noun for the card that it may be about: "that is red".
    pub fn after_card(&self, is_plural: bool) -> String {
        self.after(self.about_card(), "the card", is_plural)
    }

    fn after(&self, about: Option<&Clause>, subject: &str, is_plural: bool) -> String {
        match about {
            Some(clause) => format!("that {}", clause.predicate(Mood::Plain, is_plural)),
            None => match self.described(subject) {
                Some((verb, rest)) => {
                    let verb = match verb {
                        "is" if is_plural => "are",
                        "has" if is_plural => "have",
                        "holds" if is_plural => "hold",
                        verb => verb,
                    };
                    format!("that {verb} {rest}")
                }
                None => format!("for which {}", self.clause(Mood::Plain)),
            },
        }
    }

    /// Names the one pile that "this pile" is, if its author says which: "the first empty tableau pile", of "this pile is
    /// the first empty one".
    pub fn one_pile(&self, pile: &str) -> Option<String> {
        let (verb, rest) = self.described("this pile")?;
        let mut joined = [" or ", " and "]
            .iter()
            .flat_map(|word| rest.split(word).skip(1));
        if verb != "is" || !rest.starts_with("the ") || joined.clone().any(begins_with_verb) {
            return None;
        }
        let words: Vec<&str> = rest.split(' ').collect();
        let one = words.iter().position(|word| *word == "one");
        Some(match one.filter(|_| joined.next().is_none()) {
            Some(one) => [&words[..one], &[pile], &words[one + 1..]]
                .concat()
                .join(" "),
            None => format!("the {pile} that is {rest}"),
        })
    }

    /// The verb and what follows it, if the author of the game says something of a subject that can follow its name.
    fn described(&self, subject: &str) -> Option<(&str, &str)> {
        let Statement::Described {
            text,
            is_negated: false,
        } = self
        else {
            return None;
        };
        let (verb, rest) = text.strip_prefix(subject)?.trim_start().split_once(' ')?;
        let mut joined = [" and ", " or "]
            .iter()
            .flat_map(|word| rest.split(word).skip(1));
        let has_verb = |part: &str| part.split(' ').any(is_verb);
        let is_its_own = joined.all(|part| begins_with_verb(part) || !has_verb(part));
        (matches!(verb, "is" | "has" | "holds") && is_its_own).then_some((verb, rest))
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
            Statement::Described { .. } | Statement::Each { .. } => None,
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
            Statement::Described { text, is_negated } => match text.strip_prefix("some ") {
                _ if !is_negated => text.clone(),
                Some(rest) => format!("no {rest}"),
                None => format!("it is not so that {text}"),
            },
            Statement::Each { of, body } => format!("{of}, {}", body.clause(Mood::Plain)),
            Statement::Joined(junction, parts) => {
                // The author's words have the plain mood.
                let mood = if self.is_described() {
                    Mood::Plain
                } else {
                    mood
                };
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
                let is_unclear = |part: &Statement| part.has_other(*junction);
                let comma = if parts.iter().any(is_unclear) {
                    ","
                } else {
                    ""
                };
                let mut texts: Vec<String> = Vec::new();
                let mut follows_card = false;
                for part in parts {
                    let clause = part.as_clause();
                    let about_card = clause.filter(|clause| clause.subject == Subject::Card);
                    // "the card is a King and has the same suit"
                    texts.push(match about_card {
                        Some(clause) if follows_card => {
                            let predicate = clause.predicate(mood, false);
                            match (texts.last(), junction) {
                                (Some(before), Junction::And) => refer_back(before, &predicate),
                                _ => predicate,
                            }
                        }
                        _ => part.bracketed(part.clause(mood)),
                    });
                    follows_card = about_card.is_some();
                }
                texts.join(&format!("{comma} {} ", junction.word()))
            }
        }
    }

    /// Whether a part of the statement has the author's words.
    fn is_described(&self) -> bool {
        match self {
            Statement::Described { .. } => true,
            Statement::Joined(_, parts) => parts.iter().any(Statement::is_described),
            _ => false,
        }
    }

    /// Whether the author's words join parts in another way than the statement around them.
    fn has_other(&self, around: Junction) -> bool {
        let other = match around {
            Junction::And => " or ",
            Junction::Or => " and ",
        };
        matches!(self, Statement::Described { text, .. } if text.contains(other))
    }

    /// Whether the statement has several parts, or an end that is not marked.
    pub fn is_compound(&self) -> bool {
        match self {
            Statement::Joined(..) | Statement::Each { .. } => true,
            Statement::Clause(clause) => clause.is_merged,
            Statement::Name { .. } | Statement::Described { .. } => false,
        }
    }

    /// Puts a text of the statement in parentheses, if its parts would be taken for those that are joined around it.
    fn bracketed(&self, text: String) -> String {
        if self.is_compound() {
            format!("({text})")
        } else {
            text
        }
    }
}

/// Whether a part of a sentence goes on with a verb of the same subject.
pub fn begins_with_verb(text: &str) -> bool {
    text.split(' ').next().is_some_and(is_verb)
}

fn is_verb(word: &str) -> bool {
    let verbs = [
        "is", "are", "has", "have", "lies", "lie", "comes", "come", "goes", "go", "holds", "does",
        "may",
    ];
    verbs.contains(&word)
}

/// Joins predicates of one subject: "has the suit of the top card of the waste and is one rank above it".
pub fn join_predicates(predicates: &[String]) -> String {
    let mut joined: Vec<String> = Vec::new();
    for predicate in predicates {
        joined.push(match joined.last() {
            Some(before) => refer_back(before, predicate),
            None => predicate.clone(),
        });
    }
    joined.join(" and ")
}

/// Says "it" in a predicate for the card that the predicate before it ends with.
fn refer_back(before: &str, predicate: &str) -> String {
    let marks = [" the top card of ", " the bottom card of "];
    let card = marks
        .iter()
        .find_map(|mark| Some(&before[before.find(mark)?..]));
    let Some(start) = card.and_then(|card| predicate.strip_suffix(card)) else {
        return predicate.to_owned();
    };
    match start
        .strip_suffix(" of")
        .and_then(|start| start.rsplit_once(" the "))
    {
        Some((verb, what)) => format!("{verb} its {what}"),
        None => format!("{start} it"),
    }
}

/// Makes several things that the card must not be one: "anything but a Jack or a Queen".
fn merge_exceptions(junction: Junction, parts: &[Statement]) -> Option<Clause> {
    let is_exception = |clause: &&Clause| {
        let is_noun = clause.noun.is_some() && !clause.needs_verb && clause.is_simple;
        clause.subject == Subject::Card && clause.verb == Verb::Be && clause.is_negated && is_noun
    };
    let clauses = parts
        .iter()
        .map(|part| part.as_clause().filter(is_exception));
    let clauses: Option<Vec<&Clause>> = clauses.collect();
    let clauses = clauses.filter(|clauses| clauses.len() > 1 && junction == Junction::And)?;
    let nouns: Vec<&str> = clauses.iter().map(|c| c.complement.as_str()).collect();
    let nouns = join_with(&nouns, "or");
    let noun = Noun::plain(nouns.as_str());
    Some(Clause::of_card(noun, Verb::Be, true, nouns))
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
    let brief = join_briefly(&complements, junction.word());
    Some(Clause {
        is_merged: brief.is_none(),
        complement: brief.unwrap_or_else(|| join_with(&complements, junction.word())),
        is_simple: false,
        has_variable: clauses.iter().any(|clause| clause.has_variable),
        ..(*first).clone()
    })
}

/// Joins two complements that differ in one word before the last, and says the others once: "one rank below or above the
/// card".
fn join_briefly(complements: &[&str], word: &str) -> Option<String> {
    let [a, b] = complements else { return None };
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let alike = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let rest = (a.get(alike + 1..)?, b.get(alike + 1..)?);
    let differ_in_one = alike > 0 && !rest.0.is_empty() && rest.0 == rest.1;
    differ_in_one.then(|| [&a[..=alike], &[word], &b[alike..]].concat().join(" "))
}
