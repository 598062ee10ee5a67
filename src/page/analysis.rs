//! Recognizes in conditions what players have words for.

use super::offer::{Direction, Offer, Step};
use crate::cards::Rank;
use crate::condition::{
    CardExpr, CardRelation, Comparison, Domain, GroupExpr, PileExpr, Piles, Predicate,
    PredicateKind, Property, Value, ValueKind,
};
use crate::prose::clause::{Clause, Subject, Verb};
use crate::prose::{Describer, is_described, phrase_by_name, words};
use crate::rules::Game;
use crate::text::join_with;

/// Splits a condition into its alternatives. Those that differ only in the piles that the card comes from are one.
pub(super) fn offers(predicate: &Predicate, describer: &Describer<'_>) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for mut offer in alternatives(predicate, describer) {
        let from = std::mem::take(&mut offer.from);
        let same = offers.iter_mut().find(|other| {
            !from.is_empty() && !other.from.is_empty() && other.has_same_but_from(&offer)
        });
        match same {
            Some(other) => other.from.extend(from),
            None => offers.push(Offer { from, ..offer }),
        }
    }
    offers
}

fn alternatives(predicate: &Predicate, describer: &Describer<'_>) -> Vec<Offer> {
    match &predicate.kind {
        PredicateKind::Any(parts)
            if is_open(predicate, describer.game) && direction(parts, describer.game).is_none() =>
        {
            let parts = parts.iter();
            parts
                .flat_map(|part| alternatives(part, describer))
                .collect()
        }
        _ => {
            let mut offer = Offer::default();
            offer.add(predicate, describer);
            vec![offer]
        }
    }
}

/// Whether an offer says a condition in words of its own.
pub(super) fn is_recognized(predicate: &Predicate) -> bool {
    is_new_suit(predicate).is_some() || total(predicate).is_some()
}

/// Whether the parts of a condition are looked at: those of a named one only if descriptions spell it out.
fn is_open(predicate: &Predicate, game: &Game) -> bool {
    phrase_by_name(predicate, game).is_none() && !is_described(predicate, game)
}

impl Offer {
    fn add(&mut self, predicate: &Predicate, describer: &Describer<'_>) {
        let game = describer.game;
        let clause = |subject: String, verb, complement| {
            Clause::new(Subject::Other(subject), verb, false, complement)
        };
        if is_described(predicate, game) {
            self.conditions.push(describer.describe(predicate, false));
        } else if let Some(group) = is_new_suit(predicate) {
            let one = words::one_pile(game.group_of(group.first));
            let has = clause(format!("no {one}"), Verb::Have, "its suit yet".to_owned());
            self.conditions.push(has.into());
        } else if !is_open(predicate, game) {
            self.conditions.push(describer.describe(predicate, false));
        } else if let Some(total) = total(predicate) {
            let sum = format!("up to {total}{}", values(game, total));
            let mut add = clause("their values".to_owned(), Verb::Add, sum);
            add.is_plural = true;
            self.conditions.push(add.into());
        } else {
            self.add_open(predicate, describer);
        }
    }

    fn add_open(&mut self, predicate: &Predicate, describer: &Describer<'_>) {
        let game = describer.game;
        let names = |piles: Vec<Piles>| {
            let names = piles.into_iter();
            names.map(|piles| words::the_piles(game, piles))
        };
        let noun = |predicate: &Predicate| {
            let statement = describer.describe(predicate, false);
            statement.noun().filter(|_| is_about_card(predicate))
        };
        let opposite = match &predicate.kind {
            PredicateKind::Not(inner) => Some(&**inner),
            _ => None,
        };
        if let PredicateKind::All(parts) = &predicate.kind {
            for part in parts {
                self.add(part, describer);
            }
        } else if let PredicateKind::Relation(relation, offset) = &predicate.kind
            && self.can_add(*relation)
        {
            self.add_relation(*relation, offset, describer);
        } else if let PredicateKind::Any(parts) = &predicate.kind
            && self.direction.is_none()
            && let Some(direction) = direction(parts, game)
        {
            self.direction = Some(direction);
        } else if self.from.is_empty()
            && let Some(from) = from_any(predicate)
        {
            self.from = names(from).collect();
        } else if let Some(from) = opposite.and_then(from_any) {
            self.not_from.extend(names(from));
        } else if let Some(PredicateKind::Any(parts)) = opposite.map(|opposite| &opposite.kind)
            && let Some(nouns) = parts.iter().map(noun).collect::<Option<Vec<_>>>()
        {
            self.except.extend(nouns);
        } else if let Some(noun) = opposite.and_then(noun) {
            self.except.push(noun);
        } else if let Some(top) = opposite.and_then(|opposite| about_top(opposite, describer)) {
            self.not_on.push(top);
        } else if let Some(top) = about_top(predicate, describer) {
            self.on.push(top);
        } else if let Some(noun) = noun(predicate) {
            self.nouns.push(noun);
            self.rank = rank_of_card(predicate);
        } else {
            self.conditions.push(describer.describe(predicate, false));
        }
    }

    fn add_relation(&mut self, relation: CardRelation, offset: &Value, describer: &Describer<'_>) {
        match relation {
            CardRelation::Up | CardRelation::Down => {
                let of_pile = ValueKind::OfPile(Property::Index, PileExpr::This);
                let step = match offset.literal() {
                    Some(number) => Step::By(number),
                    None if offset.kind == of_pile => Step::OfPile,
                    None => Step::Number(describer.describe_value(offset).to_string()),
                };
                let up = relation == CardRelation::Up;
                self.direction = Some(Direction {
                    up,
                    down: !up,
                    step,
                });
            }
            CardRelation::Any => {}
            other => self.relation = Some(other),
        }
    }

    fn can_add(&self, relation: CardRelation) -> bool {
        match relation {
            CardRelation::Up | CardRelation::Down => self.direction.is_none(),
            CardRelation::Any => true,
            _ => self.relation.is_none(),
        }
    }
}

/// If a condition asks that no pile of a group begin with the suit of the card, returns the group.
pub(super) fn is_new_suit(predicate: &Predicate) -> Option<Piles> {
    let (domain, body) = match &predicate.kind {
        PredicateKind::Every(domain, body) => match &body.kind {
            PredicateKind::Not(body) => (domain, &body.kind),
            _ => return None,
        },
        PredicateKind::Not(inner) => match &inner.kind {
            PredicateKind::Some(domain, body) => (domain, &body.kind),
            _ => return None,
        },
        _ => return None,
    };
    let (Domain::Piles(GroupExpr::Named(piles)), PredicateKind::Compare(_, a, b)) = (domain, body)
    else {
        return None;
    };
    let (ValueKind::OfCard(Property::Suit, a), ValueKind::OfCard(Property::Suit, b)) =
        (&a.kind, &b.kind)
    else {
        return None;
    };
    let is_of_pile = |card: &CardExpr| {
        let (CardExpr::TopOf(pile) | CardExpr::BottomOf(pile)) = card else {
            return false;
        };
        *pile == PileExpr::Local(0)
    };
    let is_match = is_of_pile(a) && *b == CardExpr::Card || is_of_pile(b) && *a == CardExpr::Card;
    is_match.then_some(*piles)
}

/// If a condition is about the rank, the suit or the color of the top card alone, returns what it must be.
fn about_top(predicate: &Predicate, describer: &Describer<'_>) -> Option<String> {
    if !is_open(predicate, describer.game) {
        return None;
    }
    let kind = match &predicate.kind {
        PredicateKind::Compare(Comparison::Equal, value, given) if is_given(given) => {
            let of_card = match &value.kind {
                ValueKind::OfCard(property, CardExpr::Top) => {
                    ValueKind::OfCard(*property, CardExpr::Card)
                }
                ValueKind::Card(CardExpr::Top) => ValueKind::Card(CardExpr::Card),
                _ => return None,
            };
            PredicateKind::Compare(Comparison::Equal, of_card.into(), given.clone())
        }
        PredicateKind::Any(parts) => {
            let parts = parts.iter().map(|part| about_top(part, describer));
            let parts: Option<Vec<String>> = parts.collect();
            return Some(join_with(&parts?, "or"));
        }
        _ => return None,
    };
    let of_card = Predicate::new(kind, predicate.span);
    let noun = describer.describe(&of_card, false).noun();
    noun.map(|noun| noun.to_string())
}

/// If the alternatives are the two directions with the same step, returns both.
fn direction(parts: &[Predicate], game: &Game) -> Option<Direction> {
    let [first, second] = parts else { return None };
    if !is_open(first, game) || !is_open(second, game) {
        return None;
    }
    let (PredicateKind::Relation(a, by), PredicateKind::Relation(b, other)) =
        (&first.kind, &second.kind)
    else {
        return None;
    };
    let is_both = matches!(
        (a, b),
        (CardRelation::Up, CardRelation::Down) | (CardRelation::Down, CardRelation::Up)
    );
    let step = Step::By(by.literal()?);
    (is_both && by == other).then_some(Direction {
        up: true,
        down: true,
        step,
    })
}

/// If a condition asks for the piles that the card comes from, and for nothing else, returns them.
fn from_any(predicate: &Predicate) -> Option<Vec<Piles>> {
    match &predicate.kind {
        PredicateKind::Within(PileExpr::From, GroupExpr::Named(piles)) => Some(vec![*piles]),
        PredicateKind::Any(parts) => {
            let parts: Option<Vec<Vec<Piles>>> = parts.iter().map(from_any).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// If a condition asks for one rank of the card, returns it.
fn rank_of_card(predicate: &Predicate) -> Option<Rank> {
    let PredicateKind::Compare(Comparison::Equal, a, b) = &predicate.kind else {
        return None;
    };
    match (&a.kind, &b.kind) {
        (ValueKind::OfCard(Property::Rank, CardExpr::Card), ValueKind::Rank(rank)) => Some(*rank),
        _ => None,
    }
}

/// Whether a condition is about the rank, the suit or the color of the card alone.
fn is_about_card(predicate: &Predicate) -> bool {
    match &predicate.kind {
        PredicateKind::Any(parts) => parts.iter().all(is_about_card),
        PredicateKind::Compare(_, value, given) => {
            let is_of_card = matches!(
                value.kind,
                ValueKind::OfCard(_, CardExpr::Card) | ValueKind::Card(CardExpr::Card)
            );
            is_of_card && is_given(given)
        }
        _ => false,
    }
}

/// Whether a value is a rank, a suit, a color or a joker that does not depend on a card.
fn is_given(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Rank(_)
        | ValueKind::Base
        | ValueKind::Suit(_)
        | ValueKind::Color(_)
        | ValueKind::Joker => true,
        ValueKind::Step(rank, _) => is_given(rank),
        _ => false,
    }
}

/// If a condition asks for the total of the values of two cards, returns it.
fn total(predicate: &Predicate) -> Option<i32> {
    let PredicateKind::Compare(Comparison::Equal, sum, total) = &predicate.kind else {
        return None;
    };
    let ValueKind::Plus(a, b) = &sum.kind else {
        return None;
    };
    let values = [CardExpr::Card, CardExpr::Top].map(|c| ValueKind::OfCard(Property::Value, c));
    let is_both = values.contains(&a.kind) && values.contains(&b.kind) && a != b;
    total.literal().filter(|_| is_both)
}

/// Explains the values of the cards without pips that may be part of a total.
fn values(game: &Game, total: i32) -> String {
    let named = [1, 11, 12, 13];
    let ranks = Rank::all().filter(|rank| {
        let value = i32::from(rank.number());
        let partner = total - value;
        let has_partner =
            Rank::all().any(|r| i32::from(r.number()) == partner && game.order.place(r).is_some());
        named.contains(&rank.number()) && has_partner && game.order.place(*rank).is_some()
    });
    let values: Vec<String> = ranks
        .map(|rank| format!("{} {}", rank.name(), rank.number()))
        .collect();
    if values.is_empty() {
        String::new()
    } else {
        format!(" ({})", values.join(", "))
    }
}
