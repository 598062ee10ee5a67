//! Describes numbers.

use super::Describer;
use crate::condition::{
    Domain, GroupExpr, LineKind, Node, PileExpr, Predicate, PredicateKind, Scoped, Value, ValueKind,
};
use crate::prose::clause::Mood;
use crate::prose::noun::Noun;
use crate::prose::words;

impl Describer<'_> {
    /// Describes a sum or a difference. "5 times the number of cards minus 52" could mean either, and has a comma.
    pub(super) fn describe_operation(&self, a: &Value, word: &str, b: &Value) -> Noun {
        let is_product = matches!(a.kind, ValueKind::Times(..));
        let comma = if is_product { "," } else { "" };
        let (a, b) = (self.describe_subject(a), self.describe_operand(b));
        Noun::plain(format!("{a}{comma} {word} {b}"))
    }

    pub(super) fn describe_sum(&self, domain: &Domain, body: &Scoped<Value>) -> Noun {
        self.with_variable(&body.variable, |inside, name| {
            let total = inside.describe_operand(body);
            let elements = self.describe_elements(domain, name, true);
            let the = match domain {
                Domain::Piles(GroupExpr::Local(_)) if name.is_none() => "",
                _ => "the ",
            };
            Noun::the("total").of(format!("{total} over {the}{elements}"))
        })
    }

    /// Describes how many elements of a domain have a property.
    pub(super) fn describe_count(&self, domain: &Domain, body: &Scoped<Predicate>) -> Noun {
        self.with_variable(&body.variable, |inside, name| {
            let elements = self.describe_elements(domain, name, true);
            let property = inside.describe(body, false);
            let about_it = property.as_clause();
            let about_it = about_it.filter(|clause| name.is_none() && clause.is_about_it());
            Noun::the("number").of(match about_it {
                None if property.is_compound() => {
                    format!("{elements} for which ({})", property.clause(Mood::Plain))
                }
                about_it => format!("{elements} {}", property.after_noun(about_it, true)),
            })
        })
    }

    /// Names the elements of a domain, or one of them, without an article: "tableau piles", "card c in the stock".
    pub(super) fn describe_elements(
        &self,
        domain: &Domain,
        variable: Option<&str>,
        are_several: bool,
    ) -> String {
        let (one, after) = match domain {
            Domain::Piles(GroupExpr::Named(all)) => (
                words::one_pile(self.game.group_of(all.first)),
                String::new(),
            ),
            Domain::Piles(GroupExpr::Local(_)) if variable.is_none() && are_several => {
                return "its piles".to_owned();
            }
            Domain::Piles(group) => (
                "pile".to_owned(),
                format!(" of {}", self.describe_group(*group)),
            ),
            Domain::Cards(PileExpr::Moved) => ("moved card".to_owned(), String::new()),
            Domain::Cards(pile) => (
                "card".to_owned(),
                format!(" in {}", self.describe_pile(pile)),
            ),
            Domain::Lines { group, kind, .. } => {
                let line = match (kind, are_several) {
                    (LineKind::Rows, _) => "row",
                    (LineKind::Cols, _) => "column",
                    (LineKind::Lines, false) => "row or column",
                    (LineKind::Lines, true) => "rows and column",
                };
                (line.to_owned(), format!(" of {}", self.piles(*group)))
            }
        };
        let name = variable.map_or(String::new(), |name| format!(" {name}"));
        let elements = if are_several {
            words::plural(&one)
        } else {
            one
        };
        format!("{elements}{name}{after}")
    }

    /// Describes a number that more follows; one whose end would not be clear is put in parentheses.
    pub(super) fn describe_subject(&self, number: &Value) -> String {
        let text = self.describe_value(number);
        let is_open = match &number.kind {
            ValueKind::Count(_, body) => !asks_if_empty(body),
            ValueKind::Sum(..) => true,
            _ => false,
        };
        if is_open && !self.is_worded(Node::Value(number)) {
            format!("({text})")
        } else {
            text.to_string()
        }
    }

    /// Describes a number that is subtracted, multiplied or added up; one that is computed is put in parentheses.
    pub(super) fn describe_operand(&self, number: &Value) -> String {
        let is_computed = matches!(number.kind, ValueKind::Plus(..) | ValueKind::Minus(..));
        if is_computed && !self.is_worded(Node::Value(number)) {
            format!("({})", self.describe_value(number))
        } else {
            self.describe_subject(number)
        }
    }
}

/// Whether the body of a quantifier only asks whether its pile is empty, or whether it is not.
fn asks_if_empty(predicate: &Predicate) -> bool {
    match &predicate.kind {
        PredicateKind::Not(inner) => asks_if_empty(inner),
        PredicateKind::PileEmpty(PileExpr::Local(0))
        | PredicateKind::AllEmpty(GroupExpr::Local(0)) => true,
        _ => false,
    }
}
