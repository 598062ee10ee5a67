//! Describes predicates.

use super::Describer;
use super::wording::Wording;
use crate::condition::{
    CardExpr, CardRelation, Comparison, Domain, GroupExpr, LineKind, PileExpr, Predicate,
    PredicateKind, Property, Scoped, Sort, Value, ValueKind,
};
use crate::prose::words;

impl Describer<'_> {
    pub(super) fn describe_predicate(&self, predicate: &Predicate, negated: bool) -> Wording {
        match self.named_phrase(predicate) {
            Some(phrase) => {
                let not = if negated { "not " } else { "" };
                let name = self.describe_phrase(&phrase.name, phrase.argument.as_ref());
                Wording::Name(format!("{not}{name}"))
            }
            None => self.describe_unnamed(predicate, negated),
        }
    }

    pub(super) fn describe_unnamed(&self, predicate: &Predicate, negated: bool) -> Wording {
        let is = self.be(negated);
        Wording::Clause(match &predicate.kind {
            PredicateKind::Not(inner) => return self.describe_predicate(inner, !negated),
            PredicateKind::All(parts) => return self.join_predicates(parts, negated, negated),
            PredicateKind::Any(parts) => return self.join_predicates(parts, negated, !negated),
            PredicateKind::Relation(relation, offset) => {
                return self.describe_relation(*relation, offset, negated);
            }
            PredicateKind::Compare(comparison, a, b) => {
                return self.describe_compare(*comparison, a, b, negated);
            }
            PredicateKind::Within(pile, within) => {
                return self.describe_within(pile, *within, negated);
            }
            PredicateKind::PileEmpty(pile @ PileExpr::Beside(..)) if self.is_on_page => {
                // A place without a pile is empty, too.
                let is = if negated { "is a" } else { "is no" };
                format!("there {is} card on {}", self.describe_pile(pile))
            }
            PredicateKind::PileEmpty(pile) => format!("{} {is} empty", self.describe_pile(pile)),
            PredicateKind::AllEmpty(group) => self.describe_all_empty(*group, negated),
            PredicateKind::FaceUp(card) => format!("{} {is} face up", self.describe_card(card)),
            PredicateKind::BaseSet => format!("the base rank {is} set"),
            PredicateKind::Every(domain, body) => {
                let every = if negated {
                    "not for every"
                } else {
                    "for every"
                };
                self.describe_quantifier(every, domain, body)
            }
            PredicateKind::Some(domain, body) => {
                let some = if negated { "for no" } else { "for some" };
                self.describe_quantifier(some, domain, body)
            }
            PredicateKind::Won => format!("the game {is} won"),
            PredicateKind::Stuck => format!("the game {is} stuck"),
        })
    }

    fn describe_compare(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> Wording {
        let is = self.be(negated);
        Wording::Clause(match (&a.kind, &b.kind) {
            (ValueKind::OfCard(Property::Rank, CardExpr::Card), _)
                if comparison == Comparison::Equal =>
            {
                return self.describe_rank_of_card(b, negated);
            }
            (ValueKind::OfCard(Property::Suit, CardExpr::Card), ValueKind::Suit(suit)) => {
                let noun = format!("a {}", suit.name().trim_end_matches('s'));
                return attribute(&noun, is, &noun, negated);
            }
            (ValueKind::OfCard(Property::Color, CardExpr::Card), ValueKind::Color(color)) => {
                let noun = format!("a {} card", color.name());
                return attribute(&noun, is, color.name(), negated);
            }
            (ValueKind::OfCard(Property::Suit | Property::Color, CardExpr::Card), _) => {
                return self.same_as_other(&self.describe_value(b), negated);
            }
            (ValueKind::Card(CardExpr::Card), ValueKind::Joker) => {
                return attribute("a joker", is, "a joker", negated);
            }
            (
                ValueKind::OfCard(
                    property @ (Property::Rank | Property::Suit | Property::Color),
                    a,
                ),
                ValueKind::OfCard(other, b),
            ) if self.is_on_page && property == other && comparison == Comparison::Equal => {
                let words = match property {
                    Property::Rank => ["the same rank", "different ranks"],
                    Property::Suit => ["the same suit", "different suits"],
                    _ => ["the same color", "different colors"],
                };
                self.describe_same(a, b, words, negated)
            }
            (ValueKind::OfCard(Property::Rank, card), rank)
                if self.is_on_page && comparison == Comparison::Equal =>
            {
                let of = match rank {
                    ValueKind::Base => "of ",
                    _ => "",
                };
                let rank = self.describe_rank_with_article(b);
                format!("{} {is} {of}{rank}", self.describe_card(card))
            }
            _ if a.sort() == Sort::Number => self.describe_numbers(comparison, a, b, negated),
            _ => {
                let b = self.describe_value(b);
                let comparison = self.describe_comparison(comparison, negated, &b);
                format!("{} {comparison}", self.describe_value(a))
            }
        })
    }

    /// Describes that the card has the rank, the suit or the color of another. A requirement has its own verb.
    fn same_as_other(&self, value: &str, negated: bool) -> Wording {
        let wording = attribute(value, self.have(negated), value, negated);
        if self.is_required {
            wording
        } else {
            Wording::Clause(wording.into_clause())
        }
    }

    fn describe_rank_of_card(&self, rank: &Value, negated: bool) -> Wording {
        let value = &self.describe_rank_with_article(rank);
        match &rank.kind {
            ValueKind::Base if self.is_on_page => {
                let noun = format!("a card of {value}");
                attribute(&noun, self.be(negated), &format!("of {value}"), negated)
            }
            ValueKind::Step(start, _) if self.is_on_page && start.kind == ValueKind::Base => {
                attribute(&format!("a card {value}"), self.be(negated), value, negated)
            }
            ValueKind::Rank(_) => attribute(value, self.be(negated), value, negated),
            ValueKind::Base => attribute(value, self.have(negated), value, negated),
            ValueKind::Step(start, _) => {
                let wording = attribute(value, self.be(negated), value, negated);
                match start.kind {
                    ValueKind::Rank(_) | ValueKind::Base => wording,
                    _ if self.is_required => wording,
                    _ => Wording::Clause(wording.into_clause()),
                }
            }
            _ => self.same_as_other(value, negated),
        }
    }

    fn describe_relation(&self, relation: CardRelation, offset: &Value, negated: bool) -> Wording {
        let steps = |direction: &str| match offset.literal() {
            Some(1) => format!("one rank {direction}"),
            Some(number) => format!("{number} ranks {direction}"),
            None => format!(
                "as many ranks {direction} as {}",
                self.describe_operand(offset)
            ),
        };
        let (is, has) = (self.be(negated), self.have(negated));
        let (noun, verb) = match relation {
            CardRelation::Up => (steps("higher"), is),
            CardRelation::Down => (steps("lower"), is),
            CardRelation::InSuit => ("the same suit".to_owned(), has),
            CardRelation::Alternating => ("the opposite color".to_owned(), has),
            CardRelation::SameColor => ("the same color".to_owned(), has),
            CardRelation::OtherSuit => ("a different suit".to_owned(), has),
            CardRelation::SameRank => ("the same rank".to_owned(), has),
            CardRelation::Any => ("any card".to_owned(), is),
        };
        attribute(&noun, verb, &noun, negated)
    }

    fn describe_within(&self, pile: &PileExpr, within: GroupExpr, negated: bool) -> Wording {
        let (piles, is) = (self.describe_group(within), self.be(negated));
        match (pile, within, negated) {
            (pile, GroupExpr::Local(_), _) => {
                Wording::Clause(format!("{} {is} in {piles}", self.describe_pile(pile)))
            }
            (PileExpr::From, _, negated) => {
                let not = if negated { "elsewhere than " } else { "" };
                let (noun, come) = (format!("a card from {not}{piles}"), self.come(negated));
                let clause = format!("the card {come} from {piles}");
                Wording::Attribute { noun, clause }
            }
            (pile, _, _) => {
                Wording::Clause(format!("{} {is} one of {piles}", self.describe_pile(pile)))
            }
        }
    }

    fn describe_all_empty(&self, group: GroupExpr, negated: bool) -> String {
        let GroupExpr::Named(all) = group else {
            return format!("{} {} empty", self.describe_group(group), self.be(negated));
        };
        let piles = self.piles(all);
        let are = if self.is_required { "be" } else { "are" };
        match (all.count, negated) {
            (1, negated) => format!("{piles} {} empty", self.be(negated)),
            (_, true) => format!("not all of {piles} {are} empty"),
            (_, false) => format!("{piles} {are} empty"),
        }
    }

    /// Describes a comparison of numbers.
    fn describe_numbers(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        negated: bool,
    ) -> String {
        if let (
            Comparison::Equal | Comparison::More,
            ValueKind::OfCard(Property::Index, card),
            Some(1),
        ) = (comparison, &a.kind, b.literal())
        {
            let is_lowest = (comparison == Comparison::Equal) != negated;
            let (card, is) = (self.describe_card(card), self.be(!is_lowest));
            return format!("{card} {is} the lowest of its pile");
        }
        if self.is_on_page
            && let Some(clause) = self.describe_amount(comparison, a, b, negated)
        {
            return clause;
        }
        let b = self.describe_number(b);
        format!(
            "{} {}",
            self.describe_subject(a),
            self.describe_comparison(comparison, negated, &b)
        )
    }

    /// Returns "is".
    pub(super) fn be(&self, negated: bool) -> &'static str {
        self.verb(negated, ["is", "is not", "be", "not be"])
    }

    /// Returns "has".
    pub(super) fn have(&self, negated: bool) -> &'static str {
        self.verb(negated, ["has", "does not have", "have", "not have"])
    }

    /// Returns "comes".
    fn come(&self, negated: bool) -> &'static str {
        self.verb(negated, ["comes", "does not come", "come", "not come"])
    }

    /// Chooses the form of a verb.
    fn verb(&self, negated: bool, forms: [&'static str; 4]) -> &'static str {
        forms[2 * usize::from(self.is_required) + usize::from(negated)]
    }

    /// Describes a comparison with a value: "is at most 3".
    fn describe_comparison(&self, comparison: Comparison, negated: bool, with: &str) -> String {
        let is = self.be(false);
        match (comparison, negated) {
            (Comparison::Equal, negated) => format!("{} {with}", self.be(negated)),
            (Comparison::Less, false) | (Comparison::AtLeast, true) => {
                format!("{is} less than {with}")
            }
            (Comparison::AtMost, false) | (Comparison::More, true) => {
                format!("{is} at most {with}")
            }
            (Comparison::More, false) | (Comparison::AtMost, true) => {
                format!("{is} more than {with}")
            }
            (Comparison::AtLeast, false) | (Comparison::Less, true) => {
                format!("{is} at least {with}")
            }
        }
    }

    /// Describes an element of a domain, to follow "every" or "some": "pile of the reserve piles", "card c in this
    /// pile".
    fn describe_element(&self, domain: &Domain, variable: Option<&str>) -> String {
        let name = variable.map_or(String::new(), |name| format!(" {name}"));
        match domain {
            Domain::Piles(GroupExpr::Named(all)) if self.is_on_page => {
                format!("{}{name}", words::one_pile(self.game.group_of(all.first)))
            }
            Domain::Piles(group) => format!("pile{name} of {}", self.describe_group(*group)),
            Domain::Cards(PileExpr::Moved) => format!("moved card{name}"),
            Domain::Cards(pile) => format!("card{name} in {}", self.describe_pile(pile)),
            Domain::Lines { group, kind, .. } => {
                let line = match kind {
                    LineKind::Rows => "row",
                    LineKind::Cols => "column",
                    LineKind::Lines => "row or column",
                };
                format!("{line}{name} of {}", self.piles(*group))
            }
        }
    }

    /// Describes a quantifier: "for every pile of the reserve piles, it is empty".
    fn describe_quantifier(
        &self,
        quantifier: &str,
        domain: &Domain,
        body: &Scoped<Predicate>,
    ) -> String {
        self.with_variable(&body.variable, |inside, name| {
            let body = inside.describe_predicate(body, false).into_clause();
            let short = (self.is_on_page && name.is_none())
                .then(|| self.describe_all_or_some(quantifier, domain, &body));
            short.flatten().unwrap_or_else(|| {
                let element = self.describe_element(domain, name);
                format!("{quantifier} {element}, {body}")
            })
        })
    }

    /// Whether a description has several parts, or an end that is not marked: then it needs parentheses in a list.
    pub(super) fn is_compound(&self, predicate: &Predicate) -> bool {
        let kind = match &predicate.kind {
            _ if self.named_phrase(predicate).is_some() => return false,
            PredicateKind::Not(inner) => return self.is_compound(inner),
            kind => kind,
        };
        match kind {
            PredicateKind::All(parts) | PredicateKind::Any(parts) => match parts.as_slice() {
                [only] => self.is_compound(only),
                _ => true,
            },
            PredicateKind::Every(..) | PredicateKind::Some(..) => true,
            _ => false,
        }
    }

    /// Joins descriptions with "or" or "and"; puts joined ones in parentheses.
    fn join_predicates(&self, predicates: &[Predicate], negated: bool, or: bool) -> Wording {
        let parts = predicates.iter().map(|predicate| {
            let wording = self.describe_predicate(predicate, negated);
            let is_marked = self.is_on_page && wording.is_one_clause();
            if predicates.len() > 1 && self.is_compound(predicate) && !is_marked {
                wording.in_brackets()
            } else {
                wording
            }
        });
        let (parts, word): (Vec<Wording>, &str) = (parts.collect(), if or { "or" } else { "and" });
        if self.is_on_page
            && let Some(merged) = Wording::merged(&parts, word)
        {
            return merged;
        }
        Wording::join(parts, word)
    }
}

/// Describes what the card is or has: the noun, and the verb and its complement for the clause.
fn attribute(noun: &str, verb: &str, complement: &str, negated: bool) -> Wording {
    let not = if negated { "anything but " } else { "" };
    Wording::Attribute {
        noun: format!("{not}{noun}"),
        clause: format!("the card {verb} {complement}"),
    }
}
