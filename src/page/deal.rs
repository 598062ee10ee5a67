//! Deals as instructions to a player with real cards.

use super::cards::{Which, selected, taken};
use super::faces::list_sizes;
use super::steps::{Moment, all_piles, each_pile};
use crate::condition::Piles;
use crate::prose::words::{count, one_pile, the_piles};
use crate::rules::file::By;
use crate::rules::{Amount, Divert, Game, Step};

/// What a player does to deal: the verb, and what follows it.
pub(super) fn deal(game: &Game, deal: &Step, moment: Moment) -> (&'static str, String) {
    let is_from_stock = deal.from.first == game.stock && deal.from.count == 1;
    let amount = deal.amount.as_ref().unwrap_or(&Amount::All);
    let is_one = deal.to.count == 1;
    if moment.is_setup
        && is_from_stock
        && let Some(cards) = picked(game, deal, moment.is_first)
    {
        let pack = if moment.is_first {
            "the pack"
        } else {
            "the rest of the pack"
        };
        let them = match amount {
            Amount::All if is_one => "them",
            Amount::All => "them, one by one in turn,",
            _ => "it",
        };
        let (to, how) = (target(game, deal), manner(game, deal));
        return (
            "take",
            format!("{cards} out of {pack} and put {them} on {to}{how}"),
        );
    }
    let (mut text, has_clause) = dealt_cards(game, deal, amount, moment);
    let from = moment.name(game, deal.from);
    // What follows a clause would be taken for a part of it.
    if !is_from_stock || !moment.is_setup || moment.stock_is_packet {
        text = if has_clause {
            format!("from {from} {text}")
        } else {
            format!("{text} from {from}")
        };
    }
    if *amount == Amount::All && (!is_one || deal.only.is_some()) {
        text += ", one by one in turn,";
    } else if has_clause && *amount != Amount::All {
        text += ",";
    }
    text = format!("{text} to {}{}", target(game, deal), manner(game, deal));
    if let Some(divert) = &deal.divert {
        text += &diverted(game, divert);
    }
    let verb = if is_from_stock { "deal" } else { "move" };
    (verb, text)
}

/// The cards that a player may take out of the pack instead of dealing on until they come.
fn picked(game: &Game, deal: &Step, is_first: bool) -> Option<String> {
    let condition = &deal.which.as_ref()?.predicate;
    let which = match deal.amount.as_ref()? {
        Amount::Each(1) => Which::Any,
        Amount::All => Which::All,
        _ => return None,
    };
    taken(game, condition, which, is_first).filter(|_| deal.divert.is_none())
}

/// The piles that a step deals to: "each tableau pile".
fn target(game: &Game, deal: &Step) -> String {
    let piles = the_piles(game, deal.to);
    match &deal.amount {
        Some(Amount::List(list)) => {
            let sizes: Vec<usize> = list.iter().map(|&size| usize::from(size)).collect();
            let one = one_pile(game.group_of(deal.to.first));
            let (sizes, _) = list_sizes(&sizes, &one);
            format!("{piles} ({sizes})")
        }
        Some(Amount::Each(_)) if deal.to.count > 1 || deal.only.is_some() => {
            each_pile(game, deal.to, deal.only.as_ref())
        }
        _ if deal.only.is_some() => all_piles(game, deal.to, deal.only.as_ref()),
        _ => piles,
    }
}

/// How a step deals: ", face up, pile by pile".
fn manner(game: &Game, deal: &Step) -> String {
    let is_from_stock = deal.from == Piles::one(game.stock);
    let is_one = deal.to.count == 1;
    let several = deal.amount != Some(Amount::Each(1));
    let mut text = String::new();
    if !deal.face_up {
        text += ", face down";
    } else if is_from_stock {
        text += ", face up";
    }
    if !is_one && deal.by == By::Pile && several {
        text += ", pile by pile";
    }
    if deal.under {
        text += ", under the cards there";
    } else if is_one && several && is_from_stock && matches!(deal.amount, Some(Amount::Each(_))) {
        text += " and one by one";
    }
    text
}

/// The cards that a step deals to a pile: "three cards", "the next card that is a King". Returns whether the text ends
/// with a clause, too.
fn dealt_cards(game: &Game, deal: &Step, amount: &Amount, moment: Moment) -> (String, bool) {
    let which = deal.which.as_ref().map(|which| &which.predicate);
    let cards = match (amount, which) {
        (Amount::Each(1), Some(which)) => return selected(game, which, Which::Next),
        (Amount::All, Some(which)) => return selected(game, which, Which::All),
        (Amount::Each(n), Some(which)) => {
            let (cards, selected) = (
                count(usize::from(*n), "card"),
                selected(game, which, Which::All),
            );
            format!("{cards} ({})", selected.0)
        }
        (Amount::Each(1), None) if deal.to.count == 1 && deal.only.is_none() => "a card".to_owned(),
        (Amount::Each(n), None) => count(usize::from(*n), "card"),
        (Amount::List(_), _) => "cards".to_owned(),
        (Amount::All, None) if moment.is_first => "all the cards".to_owned(),
        (Amount::All, None)
            if moment.is_setup && !moment.stock_is_packet && deal.from.first == game.stock =>
        {
            "all the cards that are left".to_owned()
        }
        (Amount::All, None) => "all cards".to_owned(),
    };
    (cards, false)
}

fn diverted(game: &Game, divert: &Divert) -> String {
    let target = game.group_of(divert.to.first);
    let piles = the_piles(game, divert.to);
    let which = divert.which.as_ref();
    let which = which.map(|which| selected(game, &which.predicate, Which::Each));
    let face = if divert.face_up { "" } else { ", face down" };
    let cards = match (which, target.judges_diverted_cards()) {
        (Some((cards, has_clause)), true) => {
            let and = if has_clause { " and" } else { "" };
            format!("{cards}{and} that fits on {piles} goes there")
        }
        (Some((cards, _)), false) => format!("{cards} goes to {piles}"),
        (None, true) => format!("each card that fits on {piles} goes there"),
        (None, false) => format!("all cards for which it has room go to {piles}"),
    };
    let next = if divert.skip {
        "no card is dealt in its place"
    } else {
        "the next card is dealt in its place"
    };
    format!("; but {cards} instead{face}, and {next}")
}
