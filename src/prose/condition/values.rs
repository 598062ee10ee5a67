//! Describes ranks, suits, colors, cards and piles.

use super::Describer;
use crate::cards::Rank;
use crate::condition::{
    CardExpr, ColorExpr, GroupExpr, NumberKind, PileExpr, Piles, RankExpr, Side, SuitExpr,
};
use crate::prose::words;

impl Describer<'_> {
    /// Describes a group, or the line that a quantifier is about.
    pub(super) fn describe_group(&self, group: GroupExpr) -> String {
        match group {
            GroupExpr::Named(all) => self.piles(all),
            GroupExpr::Local(depth) => self.name_of(depth).unwrap_or("it").to_owned(),
        }
    }

    pub(super) fn describe_rank_with_article(&self, rank: &RankExpr) -> String {
        match rank {
            RankExpr::Rank(rank) => {
                let name = rank.name();
                let article = if name.starts_with(['A', 'E']) {
                    "an"
                } else {
                    "a"
                };
                format!("{article} {name}")
            }
            other => self.describe_rank(other),
        }
    }

    pub(super) fn describe_rank(&self, rank: &RankExpr) -> String {
        let with_value = |phrase: String, rank: Option<Rank>| match rank {
            Some(rank) => format!("{phrase} ({})", rank.name()),
            None => phrase,
        };
        match rank {
            RankExpr::Rank(rank) => rank.name().to_owned(),
            RankExpr::Base => with_value("the base rank".to_owned(), self.base),
            RankExpr::Of(card) => format!("the rank of {}", self.describe_card(card)),
            RankExpr::Step(start, offset)
                if self.is_on_page
                    && let RankExpr::Of(card) = &**start
                    && let Some(number) = offset.literal() =>
            {
                let ranks = usize::try_from(number.unsigned_abs()).unwrap_or(0);
                let side = if number < 0 { "below" } else { "above" };
                let ranks = words::count(ranks, "rank");
                format!("{ranks} {side} {}", self.describe_card(card))
            }
            RankExpr::Step(start, offset) => {
                let without_base = Describer {
                    base: None,
                    ..*self
                };
                let start_phrase = without_base.describe_rank(start);
                let start_rank = self.base.filter(|_| matches!(**start, RankExpr::Base));
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
                        let (direction, offset) = match &offset.kind {
                            NumberKind::Minus(zero, offset) if zero.literal() == Some(0) => {
                                ("below", offset)
                            }
                            _ => ("above", offset),
                        };
                        let ranks = self.describe_operand(offset);
                        format!("as many ranks {direction} {start_phrase} as {ranks}")
                    }
                }
            }
        }
    }

    pub(super) fn describe_suit(&self, suit: &SuitExpr) -> String {
        match suit {
            SuitExpr::Suit(suit) => suit.name().to_owned(),
            SuitExpr::Of(card) => format!("the suit of {}", self.describe_card(card)),
        }
    }

    pub(super) fn describe_color(&self, color: &ColorExpr) -> String {
        match color {
            ColorExpr::Color(color) => color.name().to_owned(),
            ColorExpr::Of(card) => format!("the color of {}", self.describe_card(card)),
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
                if self.is_on_page && number.kind == NumberKind::Index(PileExpr::This) =>
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
