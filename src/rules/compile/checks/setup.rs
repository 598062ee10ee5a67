//! Checks that the setup deals and picks cards that are there.

use crate::cards::Card;
use crate::condition::{PileId, PileSet};
use crate::rules::game::Game;
use crate::rules::step::Step;
use crate::text::{Describe, Diagnostics, pluralize};

/// Checks that the setup deals no more cards than the pack has, and no more to a pile than it can hold.
pub(super) fn check_setup_deals(game: &Game, report: &mut Diagnostics) {
    let mut sizes = Sizes::before_setup(game);
    for (step, is_conditional) in game.inline_calls(&game.setup) {
        let is_certain = step.from.first == game.stock
            && step.only.is_none()
            && step.which.is_none()
            && !is_conditional;
        if !step.cards.is_empty() {
            for pile in step.to.iter() {
                sizes.of(pile).add(1);
                sizes.of(game.stock).remove(1);
            }
        } else if step.amount.is_some() && is_certain {
            match step.total() {
                Some(total) => check_deal(&mut sizes, step, total, report),
                None => sizes.deal_all(step),
            }
        } else if step.moves_cards() {
            for pile in step.sources().iter() {
                sizes.of(pile).least = 0;
            }
            sizes.may_grow(step.targets());
        }
    }
}

/// The least and the most cards that a pile can have while the setup runs.
#[derive(Clone, Copy)]
struct Size {
    least: usize,
    most: usize,
}

impl Size {
    fn add(&mut self, number: usize) {
        self.least += number;
        self.most += number;
    }

    fn remove(&mut self, number: usize) {
        self.least = self.least.saturating_sub(number);
        self.most = self.most.saturating_sub(number);
    }
}

/// How many cards each pile has during the setup.
struct Sizes<'a> {
    game: &'a Game,
    piles: Vec<Size>,
}

impl<'a> Sizes<'a> {
    fn before_setup(game: &'a Game) -> Sizes<'a> {
        let mut sizes = Sizes {
            game,
            piles: vec![Size { least: 0, most: 0 }; game.piles.len()],
        };
        sizes.of(game.stock).add(game.deck.len());
        sizes
    }

    fn of(&mut self, pile: PileId) -> &mut Size {
        &mut self.piles[pile.index()]
    }

    /// Notes that piles may get any number of cards.
    fn may_grow(&mut self, piles: PileSet) {
        for pile in piles.iter() {
            self.of(pile).most = self.game.deck.len();
        }
    }

    /// Notes that some of the cards of a deal from the stock may have gone elsewhere.
    fn divert(&mut self, deal: &Step) {
        if let Some(divert) = &deal.divert {
            self.may_grow(divert.to.set());
            self.of(self.game.stock).least = 0;
        }
    }

    /// Deals cards from the stock until there are none, or every pile is full.
    fn deal_all(&mut self, deal: &Step) {
        let stock = *self.of(self.game.stock);
        // All piles of a deal are of one group.
        let capacity = self.game.group_of(deal.to.first).capacity;
        let cards = self.game.deck.len();
        let room = |size| capacity.map_or(cards, |c| usize::from(c).saturating_sub(size));
        let (mut least_room, mut most_room) = (0, 0);
        for pile in deal.to.iter() {
            let size = self.of(pile);
            least_room += room(size.most);
            most_room += room(size.least);
        }
        let fills = deal.divert.is_none() && stock.least >= most_room;
        for pile in deal.to.iter() {
            let size = self.of(pile);
            size.most = capacity.map_or(cards, usize::from);
            if fills && capacity.is_some() {
                size.least = size.most;
            }
        }
        *self.of(self.game.stock) = Size {
            least: stock.least.saturating_sub(most_room),
            most: stock.most.saturating_sub(least_room),
        };
        self.divert(deal);
    }
}

/// Checks a `deal` of `total` cards from the stock to fixed piles.
fn check_deal(sizes: &mut Sizes<'_>, deal: &Step, total: usize, report: &mut Diagnostics) {
    let game = sizes.game;
    let may_skip = deal.divert.as_ref().is_some_and(|divert| divert.skip);
    let mut is_too_much = false;
    for pile in deal.to.iter() {
        let amount = usize::from(deal.amount_of(pile));
        let size = sizes.of(pile);
        size.most += amount;
        if may_skip {
            continue;
        }
        size.least += amount;
        let size = size.least;
        let capacity = game.group_of(pile).capacity.map(usize::from);
        if let Some(capacity) = capacity.filter(|&c| size > c && !is_too_much) {
            let name = game.pile_full_name(pile);
            let message = format!("`{name}` gets {}", pluralize(size, "card"));
            let label = format!("it can hold at most {capacity}");
            report.error(deal.span, message).label(label);
            is_too_much = true;
        }
    }
    let stock = sizes.of(game.stock);
    if total > stock.most {
        let message = format!("{} are dealt", pluralize(total, "card"));
        report
            .error(deal.span, message)
            .label(format!("only {} are left", stock.most))
            .help("`deal = \"all\"` deals the remaining cards");
    }
    stock.remove(total);
    sizes.divert(deal);
}

/// Checks that the pack has the cards that the setup picks.
pub(super) fn check_picks(game: &Game, report: &mut Diagnostics) {
    let mut picked: Vec<Card> = Vec::new();
    for step in &game.setup {
        for &card in &step.cards {
            picked.push(card);
            let copies = game.pack.copies(card);
            if copies == 0 {
                report.error(step.span, format!("the pack has no {card} to pick"));
            } else if picked.iter().filter(|&&c| c == card).count() > copies {
                let copies = if copies == 1 {
                    "one".to_owned()
                } else {
                    copies.to_string()
                };
                report
                    .error(step.span, format!("{card} is picked too often"))
                    .label(format!("the pack has only {copies}"));
            }
        }
    }
}
