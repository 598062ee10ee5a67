//! Describes predicates.

use super::Describer;
use crate::condition::{
    CardExpr, CardRelation, Domain, GroupExpr, Node, PileExpr, Predicate, PredicateKind, Scoped,
    Value, ValueKind,
};
use crate::prose::clause::{Clause, Subject, Verb};
use crate::prose::noun::Noun;
use crate::prose::statement::{Junction, Statement};
use crate::prose::words;

/// Of how many elements `every` says something, or `some`, or the opposite of it.
fn quantity(is_every: bool, is_negated: bool) -> &'static str {
    match (is_every, is_negated) {
        (true, false) => "every",
        (true, true) => "not every",
        (false, false) => "some",
        (false, true) => "no",
    }
}

impl Describer<'_> {
    pub(super) fn describe_unnamed(&self, predicate: &Predicate, negated: bool) -> Statement {
        let be =
            |subject, complement: &str| Clause::new(subject, Verb::Be, negated, complement).into();
        let other = |text: &str| Subject::Other(text.to_owned());
        let join = |junction, parts: &[Predicate]| {
            let parts = parts.iter().map(|part| self.describe(part, negated));
            Statement::join(junction, parts.collect())
        };
        match &predicate.kind {
            PredicateKind::Not(inner) => self.describe(inner, !negated),
            PredicateKind::All(parts) if negated => join(Junction::Or, parts),
            PredicateKind::Any(parts) if !negated => join(Junction::Or, parts),
            PredicateKind::All(parts) | PredicateKind::Any(parts) => join(Junction::And, parts),
            PredicateKind::Relation(relation, offset) => {
                self.describe_relation(*relation, offset, negated).into()
            }
            PredicateKind::Compare(comparison, a, b) => {
                self.describe_compare(*comparison, a, b, negated).into()
            }
            PredicateKind::Within(pile, within) => {
                self.describe_within(pile, *within, negated).into()
            }
            PredicateKind::PileEmpty(pile @ PileExpr::Beside(..)) => {
                // A place without a pile is empty, too.
                let card = if negated { "a card" } else { "no card" };
                let on = format!("{card} on {}", self.describe_pile(pile));
                Clause::new(other("there"), Verb::Be, false, on).into()
            }
            PredicateKind::PileEmpty(pile) => be(self.pile_as_subject(pile), "empty"),
            PredicateKind::AllEmpty(group) => self.describe_all_empty(*group, negated).into(),
            PredicateKind::FaceUp(card) => be(self.card_as_subject(card), "face up"),
            PredicateKind::BaseSet => be(other("the base rank"), "set"),
            PredicateKind::Every(domain, body) => {
                self.describe_quantifier(true, negated, domain, body)
            }
            PredicateKind::Some(domain, body) => {
                self.describe_quantifier(false, negated, domain, body)
            }
            PredicateKind::Won => be(other("the game"), "won"),
            PredicateKind::Stuck => be(other("the game"), "stuck"),
        }
    }

    fn describe_relation(&self, relation: CardRelation, offset: &Value, negated: bool) -> Clause {
        let steps = |direction: &str| {
            Noun::plain(match offset.literal() {
                Some(number) => {
                    let ranks = usize::try_from(number).unwrap_or(0);
                    format!("{} {direction}", words::count(ranks, "rank"))
                }
                None => {
                    let ranks = self.describe_operand(offset);
                    format!("as many ranks {direction} as {ranks}")
                }
            })
        };
        let (verb, noun) = match relation {
            CardRelation::Up => (Verb::Be, steps("higher")),
            CardRelation::Down => (Verb::Be, steps("lower")),
            CardRelation::InSuit => (Verb::Have, Noun::the("same suit")),
            CardRelation::Alternating => (Verb::Have, Noun::the("opposite color")),
            CardRelation::SameColor => (Verb::Have, Noun::the("same color")),
            CardRelation::OtherSuit => (Verb::Have, Noun::a("different suit")),
            CardRelation::SameRank => (Verb::Have, Noun::the("same rank")),
            CardRelation::Any => (Verb::Be, Noun::plain("any card")),
        };
        let complement = noun.to_string();
        Clause::of_card(noun, verb, negated, complement)
    }

    fn describe_within(&self, pile: &PileExpr, within: GroupExpr, negated: bool) -> Clause {
        let piles = self.describe_group(within);
        let place = match (pile, within) {
            (PileExpr::From, GroupExpr::Named(_)) => {
                let not = if negated { "elsewhere than " } else { "" };
                let noun = Noun::a("card").with(&format!("from {not}{piles}"));
                return Clause {
                    noun: Some(noun),
                    ..Clause::new(Subject::Card, Verb::Come, negated, format!("from {piles}"))
                };
            }
            (_, GroupExpr::Local(_)) => "in",
            (_, GroupExpr::Named(_)) => "one of",
        };
        let subject = self.pile_as_subject(pile);
        Clause::new(subject, Verb::Be, negated, format!("{place} {piles}"))
    }

    fn describe_all_empty(&self, group: GroupExpr, negated: bool) -> Clause {
        let name = self.describe_group(group).to_string();
        let is_plural = matches!(group, GroupExpr::Named(all) if all.count > 1);
        let (subject, negated) = match group {
            GroupExpr::Local(depth) if self.name_of(depth).is_none() => {
                (Subject::Variable("it"), negated)
            }
            _ if is_plural && negated => (Subject::Other(format!("not all of {name}")), false),
            _ => (Subject::Other(name), negated),
        };
        Clause {
            is_plural,
            ..Clause::new(subject, Verb::Be, negated, "empty")
        }
    }

    /// Describes a quantifier: "every tableau pile is empty", "for every pile p of the reserve piles, ...".
    fn describe_quantifier(
        &self,
        is_every: bool,
        is_negated: bool,
        domain: &Domain,
        body: &Scoped<Predicate>,
    ) -> Statement {
        self.with_variable(&body.variable, |inside, name| {
            let element = self.describe_elements(domain, name, false);
            let body = inside.describe(body, false);
            let about_it = body.as_clause();
            let about_it = about_it.filter(|clause| name.is_none() && clause.is_about_variable());
            let Some(clause) = about_it else {
                let of = match (is_every, is_negated) {
                    (true, true) => format!("not for every {element}"),
                    _ => format!("for {} {element}", quantity(is_every, is_negated)),
                };
                let body = Box::new(body);
                return Statement::Each { of, body };
            };
            // "no pile is empty" is plainer than "every pile is not empty".
            let is_flipped = clause.is_negated && (is_every || is_negated);
            let quantity = quantity(is_every != is_flipped, is_negated != is_flipped);
            let each = match (clause.subject == Subject::TopOfVariable, quantity) {
                (true, _) => format!("the top card of {quantity} {element}"),
                // "some pile" may be taken for a certain one.
                (false, "some") => format!("at least one {element}"),
                (false, _) => format!("{quantity} {element}"),
            };
            Statement::Clause(Clause {
                is_negated: clause.is_negated && !is_flipped,
                subject: Subject::Each(each),
                ..clause.clone()
            })
        })
    }
}

/// Says what the card is.
pub(super) fn about_card(noun: Noun, negated: bool) -> Clause {
    let complement = noun.to_string();
    Clause::of_card(noun, Verb::Be, negated, complement)
}

/// Says that the card has what another has.
pub(super) fn same_as_other(noun: Noun, verb: Verb, negated: bool) -> Clause {
    let complement = noun.to_string();
    Clause {
        needs_verb: true,
        ..Clause::of_card(noun, verb, negated, complement)
    }
}

/// Whether a value depends on the innermost variable.
pub(super) fn mentions_variable(value: &Value) -> bool {
    fn mentions(node: Node<'_>) -> bool {
        let mut found = match node {
            Node::Card(CardExpr::Local(_))
            | Node::Pile(PileExpr::Local(_) | PileExpr::Nth(GroupExpr::Local(_), _)) => true,
            Node::Value(value) => matches!(
                value.kind,
                ValueKind::Group(GroupExpr::Local(_)) | ValueKind::OfGroup(_, GroupExpr::Local(_))
            ),
            _ => false,
        };
        node.each_child(&mut |child| found |= mentions(child));
        found
    }
    mentions(Node::Value(value))
}
