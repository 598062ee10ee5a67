//! Describes values: numbers, ranks, suits and colors, cards and piles.

use super::Describer;
use crate::cards::Rank;
use crate::condition::{
    CardExpr, Counter, GroupExpr, Node, PileExpr, Piles, Property, Side, Value, ValueKind,
};
use crate::prose::clause::Subject;
use crate::prose::noun::Noun;
use crate::prose::{words, words_of};

impl Describer<'_> {
    /// Describes a group, or the line that a quantifier is about.
    pub(super) fn describe_group(&self, group: GroupExpr) -> Noun {
        match group {
            GroupExpr::Named(all) => self.piles(all),
            GroupExpr::Local(depth) => Noun::plain(self.name_of(depth).unwrap_or("it")),
        }
    }

    /// Describes a rank that a card may have: "a King", "the base rank".
    pub(super) fn describe_rank_of_one(&self, rank: &Value) -> Noun {
        match &rank.kind {
            ValueKind::Rank(rank) => Noun::a(rank.name()),
            _ => self.describe_value(rank),
        }
    }

    /// Describes a value: "the suit of the card under it", "the number of cards in the stock".
    pub fn describe_value(&self, value: &Value) -> Noun {
        if let Some(text) = self.description(Node::Value(value)) {
            return Noun::plain(text);
        }
        match self.named(Node::Value(value)) {
            Some(named) => Noun::plain(self.describe_named(named)),
            None => self.describe_unnamed_value(value),
        }
    }

    pub(super) fn describe_unnamed_value(&self, value: &Value) -> Noun {
        let is_unnamed = |depth: &u8| self.name_of(*depth).is_none();
        match &value.kind {
            ValueKind::Number(number) => Noun::plain(number.to_string()),
            ValueKind::Rank(rank) => Noun::plain(rank.name()),
            ValueKind::Suit(suit) => Noun::plain(suit.name()),
            ValueKind::Color(color) => Noun::plain(color.name()),
            ValueKind::Joker => Noun::a("joker"),
            ValueKind::Base => with_value(Noun::the("base rank"), self.base),
            ValueKind::Score => Noun::the("score"),
            ValueKind::Card(card) => self.describe_card(card),
            ValueKind::Pile(pile) => self.describe_pile(pile),
            ValueKind::Group(group) => self.describe_group(*group),
            ValueKind::Step(start, offset) => self.describe_step(start, offset),
            ValueKind::OfCard(Property::Index, card) => {
                let place = Noun::the("place").of(self.describe_card(card));
                place.with("in its pile")
            }
            ValueKind::OfCard(property, card) => {
                Noun::the(property.word()).of(self.describe_card(card))
            }
            ValueKind::OfPile(Property::Size, PileExpr::Local(depth)) if is_unnamed(depth) => {
                Noun::plain("its number of cards")
            }
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => {
                Noun::the("number of moved cards")
            }
            ValueKind::OfPile(Property::Size, pile) => size_of(&self.describe_pile(pile)),
            ValueKind::OfPile(property, pile) => {
                let what = match property {
                    Property::Row => "row",
                    Property::Col => "column",
                    _ => "number",
                };
                Noun::the(what).of(self.describe_pile(pile))
            }
            ValueKind::OfGroup(Property::Size, all) => size_of(&self.describe_group(*all)),
            ValueKind::OfGroup(_, GroupExpr::Local(depth)) if is_unnamed(depth) => {
                Noun::plain("its number")
            }
            ValueKind::OfGroup(_, group) => Noun::the("number").of(self.describe_group(*group)),
            ValueKind::Used(Counter::Action(action)) => {
                let action = words_of(&self.game.names.actions[action.index()]);
                Noun::the("number").of(format!("times that *{action}* was used"))
            }
            ValueKind::Used(Counter::Group(group)) => {
                let piles = self.piles(self.game.group(*group).piles);
                Noun::the("number").of(format!("times that cards were moved to {piles}"))
            }
            ValueKind::Count(domain, body) => self.describe_count(domain, body),
            ValueKind::Sum(domain, body) => self.describe_sum(domain, body),
            ValueKind::Plus(a, b) => self.describe_operation(a, "plus", b),
            ValueKind::Minus(a, b) => self.describe_operation(a, "minus", b),
            ValueKind::Times(a, b) => {
                let (a, b) = (self.describe_operand(a), self.describe_operand(b));
                Noun::plain(format!("{a} times {b}"))
            }
        }
    }

    /// Describes a rank that is so many ranks above another: "two ranks below the base rank (King)".
    fn describe_step(&self, start: &Value, offset: &Value) -> Noun {
        let from = match &start.kind {
            ValueKind::OfCard(_, card) if offset.literal().is_some() => self.describe_card(card),
            _ => Describer {
                base: None,
                ..*self
            }
            .describe_value(start),
        };
        let Some(number) = offset.literal() else {
            let (side, offset) = match offset.negated() {
                Some(offset) => ("below", offset),
                None => ("above", offset),
            };
            let ranks = self.describe_operand(offset);
            return Noun::plain(format!("as many ranks {side} {from} as {ranks}"));
        };
        let ranks = usize::try_from(number.unsigned_abs()).unwrap_or(0);
        let side = if number < 0 { "below" } else { "above" };
        let base = self.base.filter(|_| start.kind == ValueKind::Base);
        let rank = base.and_then(|base| self.game.order.step(base, number));
        let ranks = words::count(ranks, "rank");
        with_value(Noun::plain(format!("{ranks} {side} {from}")), rank)
    }

    pub(super) fn describe_card(&self, card: &CardExpr) -> Noun {
        match card {
            CardExpr::Card => Noun::the("card"),
            CardExpr::Top if self.is_partner => Noun::plain("that top card"),
            CardExpr::Top => Noun::the("card under it"),
            CardExpr::TopOf(pile) => Noun::the("top card").of(self.describe_pile(pile)),
            CardExpr::Local(depth) => Noun::plain(self.name_of(*depth).unwrap_or("that card")),
            CardExpr::BottomOf(pile) => Noun::the("bottom card").of(self.describe_pile(pile)),
        }
    }

    /// The card as the subject of a clause.
    pub(super) fn card_as_subject(&self, card: &CardExpr) -> Subject {
        let is_unnamed = |depth: &u8| self.name_of(*depth).is_none();
        match card {
            CardExpr::Card => Subject::Card,
            CardExpr::Local(depth) if is_unnamed(depth) => Subject::Variable("that card"),
            CardExpr::TopOf(PileExpr::Local(depth)) if is_unnamed(depth) => Subject::TopOfVariable,
            _ => Subject::Other(self.describe_card(card).to_string()),
        }
    }

    pub(super) fn describe_pile(&self, pile: &PileExpr) -> Noun {
        match pile {
            PileExpr::This => self
                .this
                .map_or_else(|| Noun::plain("this pile"), |this| self.piles(this)),
            PileExpr::From => Noun::the("pile it comes from"),
            PileExpr::Moved => Noun::the("moved cards"),
            PileExpr::At(pile) => self.piles(Piles::one(*pile)),
            PileExpr::Nth(GroupExpr::Local(depth), number) => {
                let number = self.describe_operand(number);
                Noun::plain(match self.name_of(*depth) {
                    Some(name) => format!("pile {number} of {name}"),
                    None => format!("its pile {number}"),
                })
            }
            PileExpr::Nth(GroupExpr::Named(all), number) => {
                let pile = words::one_pile(self.game.group_of(all.first));
                if number.kind == ValueKind::OfPile(Property::Index, PileExpr::This) {
                    return Noun::the(format!("{pile} of the same number"));
                }
                Noun::the(pile).with(&format!("whose number is {}", self.describe_value(number)))
            }
            PileExpr::Beside(next, side) => match diagonal(pile) {
                Some((origin, row, col)) => {
                    let origin = self.describe_pile(origin);
                    Noun::the("pile").with(&format!("{row} {origin} and to the {col}"))
                }
                None => self.describe_neighbor(next, *side),
            },
            PileExpr::Local(depth) => Noun::plain(self.name_of(*depth).unwrap_or("it")),
        }
    }

    /// The pile as the subject of a clause.
    pub(super) fn pile_as_subject(&self, pile: &PileExpr) -> Subject {
        let text = self.describe_pile(pile).to_string();
        match pile {
            PileExpr::This => Subject::This(text),
            PileExpr::Local(depth) if self.name_of(*depth).is_none() => Subject::Variable("it"),
            _ => Subject::Other(text),
        }
    }

    /// Describes the pile beside another.
    fn describe_neighbor(&self, pile: &PileExpr, side: Side) -> Noun {
        let origin = self.describe_pile(pile);
        let word = Property::Beside(side).word();
        Noun::the("pile").with(&match side {
            Side::Left | Side::Right => format!("to the {word} of {origin}"),
            Side::Above | Side::Below => format!("{word} {origin}"),
        })
    }
}

/// If a pile is diagonally beside another, returns the other with the words for the two sides: above or below first.
pub fn diagonal(pile: &PileExpr) -> Option<(&PileExpr, &'static str, &'static str)> {
    let PileExpr::Beside(next, side) = pile else {
        return None;
    };
    let PileExpr::Beside(origin, other) = &**next else {
        return None;
    };
    let (row, col) = match (side.is_vertical(), other.is_vertical()) {
        (true, false) => (*side, *other),
        (false, true) => (*other, *side),
        _ => return None,
    };
    let word = |side| Property::Beside(side).word();
    Some((origin, word(row), word(col)))
}

fn size_of(what: &Noun) -> Noun {
    Noun::the("number").with(&format!("of cards in {what}"))
}

/// Adds the rank that is meant.
fn with_value(noun: Noun, rank: Option<Rank>) -> Noun {
    match rank {
        Some(rank) => noun.with(&format!("({})", rank.name())),
        None => noun,
    }
}
