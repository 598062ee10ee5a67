//! Describes numbers.

use super::Describer;
use crate::condition::{
    Counter, Domain, GroupExpr, LineKind, PileExpr, Predicate, PredicateKind, Property, Scoped,
    Sort, Value, ValueKind,
};
use crate::prose::clause::Mood;
use crate::prose::noun::Noun;
use crate::prose::{words, words_of};

impl Describer<'_> {
    pub(super) fn describe_value(&self, value: &Value) -> Noun {
        match &value.kind {
            ValueKind::Card(card) => self.describe_card(card),
            ValueKind::Pile(pile) => self.describe_pile(pile),
            ValueKind::Group(group) => self.describe_group(*group),
            ValueKind::Suit(suit) => Noun::plain(suit.name()),
            ValueKind::Color(color) => Noun::plain(color.name()),
            ValueKind::Joker => Noun::a("joker"),
            ValueKind::OfCard(property @ (Property::Suit | Property::Color), card) => {
                let what = if *property == Property::Suit {
                    "suit"
                } else {
                    "color"
                };
                Noun::the(what).with(&format!("of {}", self.describe_card(card)))
            }
            _ if value.sort() == Sort::Rank => self.describe_rank(value),
            _ => self.describe_number(value),
        }
    }

    pub(super) fn describe_number(&self, number: &Value) -> Noun {
        match self.named_number(number) {
            Some(phrase) => {
                Noun::plain(self.describe_phrase(&phrase.name, phrase.argument.as_ref()))
            }
            None => self.describe_unnamed_number(number),
        }
    }

    pub(super) fn describe_unnamed_number(&self, number: &Value) -> Noun {
        let is_unnamed = |depth: &u8| self.name_of(*depth).is_none();
        match &number.kind {
            ValueKind::Number(number) => Noun::plain(number.to_string()),
            ValueKind::OfPile(property, pile) => match (property, pile) {
                (Property::Size, PileExpr::Local(depth)) if is_unnamed(depth) => {
                    Noun::plain("its number of cards")
                }
                (Property::Size, PileExpr::Moved) => Noun::the("number of moved cards"),
                (Property::Size, pile) => size_of(&self.describe_pile(pile)),
                (property, pile) => {
                    let what = match property {
                        Property::Row => "row",
                        Property::Col => "column",
                        _ => "number",
                    };
                    Noun::the(what).with(&format!("of {}", self.describe_pile(pile)))
                }
            },
            ValueKind::OfGroup(Property::Size, all) => size_of(&self.describe_group(*all)),
            ValueKind::OfGroup(_, GroupExpr::Local(depth)) if is_unnamed(depth) => {
                Noun::plain("its number")
            }
            ValueKind::OfGroup(_, group) => {
                Noun::the("number").with(&format!("of {}", self.describe_group(*group)))
            }
            ValueKind::OfCard(Property::Index, card) => {
                Noun::the("place").with(&format!("of {} in its pile", self.describe_card(card)))
            }
            ValueKind::OfCard(_, card) => {
                Noun::the("value").with(&format!("of {}", self.describe_card(card)))
            }
            ValueKind::Used(Counter::Action(action)) => Noun::the("number").with(&format!(
                "of times that *{}* was used",
                words_of(&self.game.names.actions[action.index()])
            )),
            ValueKind::Used(Counter::Group(group)) => Noun::the("number").with(&format!(
                "of times that cards were moved to {}",
                self.piles(self.game.group(*group).piles)
            )),
            ValueKind::Score => Noun::the("score"),
            ValueKind::Count(domain, body) => self.describe_count(domain, body),
            ValueKind::Sum(domain, body) => self.describe_sum(domain, body),
            ValueKind::Plus(a, b) => self.describe_operation(a, "plus", b),
            ValueKind::Minus(a, b) => self.describe_operation(a, "minus", b),
            ValueKind::Times(a, b) => {
                let (a, b) = (self.describe_operand(a), self.describe_operand(b));
                Noun::plain(format!("{a} times {b}"))
            }
            _ => self.describe_value(number),
        }
    }

    /// Describes a sum or a difference. "5 times the number of cards minus 52" could mean either, and has a comma.
    fn describe_operation(&self, a: &Value, word: &str, b: &Value) -> Noun {
        let comma = if matches!(a.kind, ValueKind::Times(..)) {
            ","
        } else {
            ""
        };
        let (a, b) = (self.describe_subject(a), self.describe_operand(b));
        Noun::plain(format!("{a}{comma} {word} {b}"))
    }

    fn describe_sum(&self, domain: &Domain, body: &Scoped<Value>) -> Noun {
        self.with_variable(&body.variable, |inside, name| {
            let total = inside.describe_operand(body);
            let elements = self.describe_elements(domain, name, true);
            let the = match domain {
                Domain::Piles(GroupExpr::Local(_)) if name.is_none() => "",
                _ => "the ",
            };
            Noun::the("total").with(&format!("of {total} over {the}{elements}"))
        })
    }

    /// Describes how many elements of a domain have a property.
    fn describe_count(&self, domain: &Domain, body: &Scoped<Predicate>) -> Noun {
        self.with_variable(&body.variable, |inside, name| {
            let elements = self.describe_elements(domain, name, true);
            let property = inside.describe(body, false);
            Noun::the("number").with(&match property.as_clause() {
                Some(clause) if name.is_none() && clause.is_about_it() => {
                    format!("of {elements} that {}", clause.predicate(Mood::Plain, true))
                }
                _ if property.is_compound() => {
                    format!("of {elements} for which ({})", property.clause(Mood::Plain))
                }
                _ => format!("of {elements} for which {}", property.clause(Mood::Plain)),
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
        let phrase = self.describe_number(number);
        let is_open = match &number.kind {
            _ if self.named_number(number).is_some() => false,
            ValueKind::Count(_, body) => !asks_if_empty(body),
            ValueKind::Sum(..) => true,
            _ => false,
        };
        if is_open {
            format!("({phrase})")
        } else {
            phrase.to_string()
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

fn size_of(what: &Noun) -> Noun {
    Noun::the("number").with(&format!("of cards in {what}"))
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
