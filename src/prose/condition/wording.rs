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
