//! Recognizes in conditions what players have words for.

use super::offer::{Direction, Offer, Step};
use crate::cards::Rank;
use crate::condition::{
    CardExpr, CardRelation, Comparison, GroupExpr, PileExpr, Piles, Predicate, PredicateKind,
    Property, Value, ValueKind,
};
use crate::prose::condition::{clause_on_page, noun_on_page, number_on_page};
use crate::prose::{phrase_by_name, words};
use crate::rules::Game;
use crate::text::join_with;

/// Splits a condition into its alternatives.
pub(super) fn offers(predicate: &Predicate, game: &Game) -> Vec<Offer> {
    match &predicate.kind {
        PredicateKind::Any(parts)
            if is_open(predicate, game) && direction(parts, game).is_none() =>
        {
            parts.iter().flat_map(|part| offers(part, game)).collect()
        }
        _ => {
            let mut offer = Offer::default();
            offer.add(predicate, game);
            vec![offer]
        }
    }
}

/// Whether the parts of a condition are looked at: those of a named one only if descriptions spell it out.
fn is_open(predicate: &Predicate, game: &Game) -> bool {
    phrase_by_name(predicate, game).is_none()
}

impl Offer {
    fn add(&mut self, predicate: &Predicate, game: &Game) {
        if let Some(group) = is_new_suit(predicate) {
            let one = words::one_pile(game.group_of(group.first));
            self.conditions.push(format!("no {one} has its suit yet"));
            return;
        }
        if !is_open(predicate, game) {
            self.conditions.push(clause_on_page(predicate, false, game));
            return;
        }
        if let Some(total) = total(predicate) {
            let text = format!("their values add up to {total}{}", values(game, total));
            self.conditions.push(text);
            return;
        }
        match &predicate.kind {
            PredicateKind::All(parts) => parts.iter().for_each(|part| self.add(part, game)),
            PredicateKind::Relation(relation, offset) if self.can_add(*relation) => {
                let step = match offset.literal() {
                    Some(number) => Step::By(number),
                    None => Step::Number(number_on_page(offset, game)),
                };
                match relation {
                    CardRelation::Up | CardRelation::Down => {
                        let up = *relation == CardRelation::Up;
                        self.direction = Some(Direction {
                            up,
                            down: !up,
                            step,
                        });
                    }
                    CardRelation::Any => {}
                    other => self.relation = Some(*other),
                }
            }
            PredicateKind::Any(parts)
                if self.direction.is_none() && direction(parts, game).is_some() =>
            {
                self.direction = direction(parts, game);
            }
            PredicateKind::Any(parts) if self.from.is_empty() && from_all(parts).is_some() => {
                let groups = from_all(parts).unwrap_or_default();
                self.from
                    .extend(groups.into_iter().map(|g| words::the_piles(game, g)));
            }
            PredicateKind::Within(..) if self.from.is_empty() && from_one(predicate).is_some() => {
                let groups = from_one(predicate).into_iter();
                self.from.extend(groups.map(|g| words::the_piles(game, g)));
            }
            PredicateKind::Not(inner) if from_one(inner).is_some() => {
                let groups = from_one(inner).into_iter();
                self.not_from
                    .extend(groups.map(|g| words::the_piles(game, g)));
            }
            PredicateKind::Not(inner) if is_about_card(inner) => match noun_on_page(inner, game) {
                Some(noun) => self.except.push(noun),
                None => self.conditions.push(clause_on_page(predicate, false, game)),
            },
            PredicateKind::Not(inner) if about_top(inner, game).is_some() => {
                self.not_on.extend(about_top(inner, game));
            }
            _ if about_top(predicate, game).is_some() => self.on.extend(about_top(predicate, game)),
            _ if is_about_card(predicate) => match noun_on_page(predicate, game) {
                Some(noun) => self.nouns.push(noun),
                None => self.conditions.push(clause_on_page(predicate, false, game)),
            },
            _ => self.conditions.push(clause_on_page(predicate, false, game)),
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
fn is_new_suit(predicate: &Predicate) -> Option<Piles> {
    use crate::condition::Domain;
    let (domain, body, is_negated) = match &predicate.kind {
        PredicateKind::Every(domain, body) => (domain, body, true),
        PredicateKind::Not(inner) => match &inner.kind {
            PredicateKind::Some(domain, body) => (domain, body, false),
            _ => return None,
        },
        _ => return None,
    };
    let Domain::Piles(GroupExpr::Named(piles)) = domain else {
        return None;
    };
    let kind = match (&body.kind, is_negated) {
        (PredicateKind::Not(inner), true) => &inner.kind,
        (kind, false) => kind,
        _ => return None,
    };
    let PredicateKind::Compare(_, a, b) = kind else {
        return None;
    };
    let (ValueKind::OfCard(Property::Suit, a), ValueKind::OfCard(Property::Suit, b)) =
        (&a.kind, &b.kind)
    else {
        return None;
    };
    let is_of_pile = |card: &CardExpr| {
        matches!(
            card,
            CardExpr::TopOf(PileExpr::Local(0)) | CardExpr::BottomOf(PileExpr::Local(0))
        )
    };
    let is_match = is_of_pile(a) && *b == CardExpr::Card || is_of_pile(b) && *a == CardExpr::Card;
    is_match.then_some(*piles)
}

/// If a condition is about the rank, the suit or the color of the top card alone, returns what it must be.
fn about_top(predicate: &Predicate, game: &Game) -> Option<String> {
    if !is_open(predicate, game) {
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
            let parts: Option<Vec<String>> = parts.iter().map(|p| about_top(p, game)).collect();
            return Some(join_with(&parts?, "or"));
        }
        _ => return None,
    };
    noun_on_page(&Predicate::new(kind, predicate.span), game)
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

/// If a condition asks for the piles that the card comes from, returns them.
fn from_one(predicate: &Predicate) -> Option<Piles> {
    match &predicate.kind {
        PredicateKind::Within(PileExpr::From, GroupExpr::Named(piles)) => Some(*piles),
        _ => None,
    }
}

/// If all alternatives ask for the piles that the card comes from, returns them.
fn from_all(parts: &[Predicate]) -> Option<Vec<Piles>> {
    parts.iter().map(from_one).collect()
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
    let is_both = matches!(
        (&a.kind, &b.kind),
        (
            ValueKind::OfCard(Property::Value, CardExpr::Card),
            ValueKind::OfCard(Property::Value, CardExpr::Top)
        ) | (
            ValueKind::OfCard(Property::Value, CardExpr::Top),
            ValueKind::OfCard(Property::Value, CardExpr::Card)
        )
    );
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
