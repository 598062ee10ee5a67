//! Describes ranks, suits, colors, cards and piles.

use super::Describer;
use crate::cards::Rank;
use crate::condition::{CardExpr, GroupExpr, PileExpr, Piles, Property, Side, Value, ValueKind};
use crate::prose::words;

impl Describer<'_> {
    /// Describes a group, or the line that a quantifier is about.
    pub(super) fn describe_group(&self, group: GroupExpr) -> String {
        match group {
            GroupExpr::Named(all) => self.piles(all),
            GroupExpr::Local(depth) => self.name_of(depth).unwrap_or("it").to_owned(),
        }
    }

    pub(super) fn describe_rank_with_article(&self, rank: &Value) -> String {
        match &rank.kind {
            ValueKind::Rank(rank) => {
                let name = rank.name();
                let article = if name.starts_with(['A', 'E']) {
                    "an"
                } else {
                    "a"
                };
                format!("{article} {name}")
            }
            _ => self.describe_rank(rank),
        }
    }

    pub(super) fn describe_rank(&self, rank: &Value) -> String {
        let with_value = |phrase: String, rank: Option<Rank>| match rank {
            Some(rank) => format!("{phrase} ({})", rank.name()),
            None => phrase,
        };
        match &rank.kind {
            ValueKind::Rank(rank) => rank.name().to_owned(),
            ValueKind::Base => with_value("the base rank".to_owned(), self.base),
            ValueKind::OfCard(_, card) => format!("the rank of {}", self.describe_card(card)),
            ValueKind::Step(start, offset)
                if self.is_on_page
                    && let ValueKind::OfCard(_, card) = &start.kind
                    && let Some(number) = offset.literal() =>
            {
                let ranks = usize::try_from(number.unsigned_abs()).unwrap_or(0);
                let side = if number < 0 { "below" } else { "above" };
                let ranks = words::count(ranks, "rank");
                format!("{ranks} {side} {}", self.describe_card(card))
            }
            ValueKind::Step(start, offset) => {
                let without_base = Describer {
                    base: None,
                    ..*self
                };
                let start_phrase = without_base.describe_rank(start);
                let start_rank = self.base.filter(|_| start.kind == ValueKind::Base);
                match offset.literal() {
                    Some(offset) => {
                        let ranks = match offset.unsigned_abs() {
                            1 => "one rank".to_owned(),
                            number => crate::text::pluralize(number, "rank"),
                        };
                        let direction = if offset < 0 { "below" } else { "above" };
                        let rank = start_rank.and_then(|b| self.game.order.step(b, offset));
                        with_value(format!("{ranks} {direction} {start_phrase}"), rank)
                    }
                    None => {
                        let (direction, offset) = match offset.negated() {
                            Some(offset) => ("below", offset),
                            None => ("above", &**offset),
                        };
                        let ranks = self.describe_operand(offset);
                        format!("as many ranks {direction} {start_phrase} as {ranks}")
                    }
                }
            }
            _ => self.describe_value(rank),
        }
    }

    pub(super) fn describe_card(&self, card: &CardExpr) -> String {
        match card {
            CardExpr::Card => "the card".to_owned(),
            CardExpr::Top => "the card under it".to_owned(),
            CardExpr::TopOf(pile) => format!("the top card of {}", self.describe_pile(pile)),
            CardExpr::Local(depth) => self.name_of(*depth).unwrap_or("that card").to_owned(),
            CardExpr::BottomOf(pile) => format!("the bottom card of {}", self.describe_pile(pile)),
        }
    }

    pub(super) fn describe_pile(&self, pile: &PileExpr) -> String {
        match pile {
            PileExpr::This => "this pile".to_owned(),
            PileExpr::From => "the pile it comes from".to_owned(),
            PileExpr::Moved => "the moved cards".to_owned(),
            PileExpr::At(pile) => self.piles(Piles::one(*pile)),
            PileExpr::Nth(GroupExpr::Local(depth), number) => {
                let number = self.describe_operand(number);
                match self.name_of(*depth) {
                    Some(name) => format!("pile {number} of {name}"),
                    None => format!("its pile {number}"),
                }
            }
            PileExpr::Nth(GroupExpr::Named(all), number)
                if self.is_on_page
                    && number.kind == ValueKind::OfPile(Property::Index, PileExpr::This) =>
            {
                let pile = words::one_pile(self.game.group_of(all.first));
                format!("the {pile} with the same number")
            }
            PileExpr::Nth(GroupExpr::Named(all), number) if self.is_on_page => {
                let pile = words::one_pile(self.game.group_of(all.first));
                format!(
                    "the {pile} whose number is {}",
                    self.describe_number(number)
                )
            }
            PileExpr::Nth(all, number) => {
                format!(
                    "the one of {} with {} as its number",
                    self.describe_group(*all),
                    self.describe_number(number)
                )
            }
            PileExpr::Beside(inner, side)
                if self.is_on_page
                    && let PileExpr::Beside(pile, Side::Above | Side::Below) = &**inner
                    && let Side::Left | Side::Right = side
                    && let PileExpr::Beside(_, row) = &**inner =>
            {
                let row = if *row == Side::Above {
                    "above"
                } else {
                    "below"
                };
                let side = if *side == Side::Left { "left" } else { "right" };
                let pile = self.describe_pile(pile);
                format!("the pile {row} {pile} and to the {side}")
            }
            PileExpr::Beside(inner, side)
                if self.is_on_page
                    && let PileExpr::Beside(pile, Side::Left | Side::Right) = &**inner
                    && let Side::Above | Side::Below = side
                    && let PileExpr::Beside(_, col) = &**inner =>
            {
                let row = if *side == Side::Above {
                    "above"
                } else {
                    "below"
                };
                let col = if *col == Side::Left { "left" } else { "right" };
                let pile = self.describe_pile(pile);
                format!("the pile {row} {pile} and to the {col}")
            }
            PileExpr::Beside(pile, side) => {
                let side = match side {
                    Side::Left => "to the left of",
                    Side::Right => "to the right of",
                    Side::Above => "above",
                    Side::Below => "below",
                };
                format!("the pile {side} {}", self.describe_pile(pile))
            }
            PileExpr::Local(depth) => self.name_of(*depth).unwrap_or("it").to_owned(),
        }
    }
}
