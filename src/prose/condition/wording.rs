//! The parts of a sentence that descriptions of predicates are joined from.

/// A described predicate.
pub(super) enum Wording {
    /// Something that the card is or has.
    Attribute {
        /// After "requires": "a King".
        noun: String,
        /// As a clause: "the card is a King".
        clause: String,
    },
    /// A clause: "the stock is empty".
    Clause(String),
    /// The name of a condition, which can stand for both.
    Name(String),
}

impl Wording {
    /// Returns the text to follow a verb: "a King", "that the stock is empty".
    pub(super) fn into_object(self) -> String {
        match self {
            Wording::Attribute { noun: text, .. } | Wording::Name(text) => text,
            Wording::Clause(text) => format!("that {text}"),
        }
    }

    /// Returns the text to stand alone: "a King", "the stock is empty".
    pub(super) fn into_statement(self) -> String {
        match self {
            Wording::Attribute { noun: text, .. } | Wording::Name(text) | Wording::Clause(text) => {
                text
            }
        }
    }

    /// Returns the text as a clause: "the card is a King", "the stock is empty".
    pub(super) fn into_clause(self) -> String {
        match self {
            Wording::Attribute { clause: text, .. }
            | Wording::Name(text)
            | Wording::Clause(text) => text,
        }
    }

    /// Returns the text as a clause with a verb, also if it is only a name: "*open* holds".
    pub(super) fn into_full_clause(self) -> String {
        match self {
            Wording::Name(text) if text.contains("* and ") => format!("{text} hold"),
            Wording::Name(text) => match text.strip_prefix("not ") {
                Some(name) if !name.contains("* or ") => format!("{name} does not hold"),
                _ => format!("{text} holds"),
            },
            other => other.into_clause(),
        }
    }

    /// Gives clauses with the same subject and verb as one: "the card is in row 1 or in row 2". Returns `None` if they
    /// differ in these, or have parts themselves.
    pub(super) fn merged(parts: &[Wording], word: &str) -> Option<Wording> {
        let mut subject: Option<&str> = None;
        let mut verb_used = "";
        let mut complements: Vec<&str> = Vec::new();
        for part in parts {
            let Wording::Clause(text) = part else {
                return None;
            };
            let verbs = [" is ", " are ", " has "];
            let (verb, at) = verbs
                .iter()
                .filter_map(|verb| Some((*verb, text.find(verb)?)))
                .min_by_key(|(_, at)| *at)?;
            let (start, end) = (text.get(..at)?, text.get(at + verb.len()..)?);
            let is_simple = ![" and ", " or ", "(", ","].iter().any(|s| end.contains(s));
            if !is_simple
                || start.contains('(')
                || end.starts_with("not ")
                || subject.is_some_and(|s| s != start)
            {
                return None;
            }
            if !verb_used.is_empty() && verb_used != verb {
                return None;
            }
            (subject, verb_used) = (Some(start), verb);
            complements.push(end);
        }
        if complements.len() < 2 {
            return None;
        }
        let complements = crate::text::join_with(&complements, word);
        Some(Wording::Clause(format!(
            "{}{verb_used}{complements}",
            subject?
        )))
    }

    /// Returns what the card is or has, if that is all it says: "a King".
    pub(super) fn into_noun(self) -> Option<String> {
        match self {
            Wording::Attribute { noun, .. } => Some(noun),
            Wording::Clause(_) | Wording::Name(_) => None,
        }
    }

    /// Whether this is a clause whose end is clear: one about every or some pile that needs no "for".
    pub(super) fn is_one_clause(&self) -> bool {
        let Wording::Clause(text) = self else {
            return false;
        };
        let starts = ["every ", "some ", "no ", "not every "];
        starts.iter().any(|start| text.starts_with(start))
            && !text.contains([',', '('])
            && ![" and ", " or "].iter().any(|word| text.contains(word))
    }

    /// Puts the text in parentheses.
    pub(super) fn in_brackets(self) -> Wording {
        let brackets = |text: String| format!("({text})");
        match self {
            Wording::Attribute { noun, clause } => Wording::Attribute {
                noun: brackets(noun),
                clause: brackets(clause),
            },
            Wording::Clause(text) => Wording::Clause(brackets(text)),
            Wording::Name(text) => Wording::Name(brackets(text)),
        }
    }

    /// Joins parts with a word. As soon as one is a clause, all are.
    pub(super) fn join(parts: Vec<Wording>, word: &str) -> Wording {
        let separator = format!(" {word} ");
        let is_clause = |part: &Wording| matches!(part, Wording::Clause(_));
        let is_name = |part: &Wording| matches!(part, Wording::Name(_));
        let (has_clause, has_only_names) = (parts.iter().any(is_clause), parts.iter().all(is_name));
        let (mut nouns, mut clauses) = (Vec::new(), Vec::new());
        let mut follows_card = false;
        for part in parts {
            if let Wording::Attribute { noun: text, .. } | Wording::Name(text) = &part {
                nouns.push(text.clone());
            }
            let clause = part.into_clause();
            let predicate = predicate_of_card(&clause);
            // "the card is a King and has the same suit"
            let short = predicate.filter(|_| follows_card).unwrap_or(&clause);
            clauses.push(short.to_owned());
            follows_card = predicate.is_some();
        }
        let (noun, clause) = (nouns.join(&separator), clauses.join(&separator));
        if has_clause {
            Wording::Clause(clause)
        } else if has_only_names {
            Wording::Name(noun)
        } else {
            Wording::Attribute { noun, clause }
        }
    }
}

/// Returns the part after the subject, if a clause is about the card.
fn predicate_of_card(clause: &str) -> Option<&str> {
    let rest = clause.strip_prefix("the card ")?;
    (!rest.starts_with("under it")).then_some(rest)
}
