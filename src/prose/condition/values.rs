//! Describes ranks, cards and piles.

use super::Describer;
use crate::cards::Rank;
use crate::condition::{CardExpr, GroupExpr, PileExpr, Piles, Property, Side, Value, ValueKind};
use crate::prose::clause::Subject;
use crate::prose::noun::Noun;
use crate::prose::words;

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
            _ => self.describe_rank(rank),
        }
    }

    pub(super) fn describe_rank(&self, rank: &Value) -> Noun {
        match &rank.kind {
            ValueKind::Rank(rank) => Noun::plain(rank.name()),
            ValueKind::Base => with_value(Noun::the("base rank"), self.base),
            ValueKind::OfCard(_, card) => {
                Noun::the("rank").with(&format!("of {}", self.describe_card(card)))
            }
            ValueKind::Step(start, offset) => self.describe_step(start, offset),
            _ => self.describe_value(rank),
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
            .describe_rank(start),
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
            CardExpr::TopOf(pile) => {
                Noun::the("top card").with(&format!("of {}", self.describe_pile(pile)))
            }
            CardExpr::Local(depth) => Noun::plain(self.name_of(*depth).unwrap_or("that card")),
            CardExpr::BottomOf(pile) => {
                Noun::the("bottom card").with(&format!("of {}", self.describe_pile(pile)))
            }
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
                let pile = Noun::the(words::one_pile(self.game.group_of(all.first)));
                if number.kind == ValueKind::OfPile(Property::Index, PileExpr::This) {
                    return pile.with("with the same number");
                }
                pile.with(&format!("whose number is {}", self.describe_number(number)))
            }
            PileExpr::Beside(pile, side) => self.describe_neighbor(pile, *side),
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

    /// Describes the pile beside another, or diagonally beside it.
    fn describe_neighbor(&self, pile: &PileExpr, side: Side) -> Noun {
        let word = |side: Side| match side {
            Side::Left => "left",
            Side::Right => "right",
            Side::Above => "above",
            Side::Below => "below",
        };
        let is_row = |side: Side| matches!(side, Side::Above | Side::Below);
        if let PileExpr::Beside(origin, other) = pile
            && is_row(*other) != is_row(side)
        {
            let (row, col) = if is_row(side) {
                (side, *other)
            } else {
                (*other, side)
            };
            let origin = self.describe_pile(origin);
            return Noun::the("pile").with(&format!(
                "{} {origin} and to the {}",
                word(row),
                word(col)
            ));
        }
        let origin = self.describe_pile(pile);
        Noun::the("pile").with(&match side {
            Side::Left | Side::Right => format!("to the {} of {origin}", word(side)),
            Side::Above | Side::Below => format!("{} {origin}", word(side)),
        })
    }
}

/// Adds the rank that is meant.
fn with_value(noun: Noun, rank: Option<Rank>) -> Noun {
    match rank {
        Some(rank) => noun.with(&format!("({})", rank.name())),
        None => noun,
    }
}
