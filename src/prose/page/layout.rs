//! The pack and the opening deal.

use super::draft::Draft;
use super::faces::shape;
use super::opening::{Opening, fills};
use super::steps;
use crate::cards::Rank;
use crate::prose::condition::clause_on_page;
use crate::prose::words::{count, number, sentence, some_piles, the_piles};
use crate::rules::file::Take;
use crate::rules::{Game, Group};
use crate::text::{join_with, pluralize};

/// Describes the pack, what lies where before the first move, and how it is dealt.
pub(super) fn write(draft: &mut Draft, game: &Game) {
    draft.start("Layout", true);
    draft.lead("pack", sentence(&pack(game)));
    let opening = Opening::new(game);
    let mut empty = Vec::new();
    let ranks = game.order.ranks();
    if let (true, Some(first), Some(last)) = (game.order.wraps(), ranks.first(), ranks.last()) {
        let (first, last) = (with_article(*first), with_article(*last));
        let text = format!("ranks go round: {first} comes after {last}");
        draft.lead("wrap", sentence(&text));
    }
    if opening.is_in_rounds {
        let text = "deal in the order listed, in rounds of one card to each pile";
        draft.lead("rounds", sentence(text));
    }
    let index_of = |group: &Group| opening.order.iter().position(|name| *name == group.name);
    let mut groups: Vec<&Group> = game.groups.iter().collect();
    groups.sort_by_key(|group| index_of(group).unwrap_or(usize::MAX));
    let mut dealt_later = Vec::new();
    for group in groups {
        if group.piles.first == game.stock {
            continue;
        }
        match opening.describe(game, group) {
            Some(text) => draft.add(&group.name, sentence(&text)),
            None if opening.rest.iter().any(|step| fills(group, step)) => {
                if group.piles.count > 1 {
                    let shape = shape(game, group).map_or_else(String::new, |s| format!(" ({s})"));
                    dealt_later.push(pile_count(game, group) + &shape);
                }
            }
            None => {
                let shape = shape(game, group).map_or_else(String::new, |s| format!(" ({s})"));
                empty.push(pile_count(game, group) + &shape);
            }
        }
    }
    if !dealt_later.is_empty() {
        let text = format!("dealt as follows: {}", join_with(&dealt_later, "and"));
        draft.add("dealt later", sentence(&text));
    }
    for (index, step) in opening.rest.iter().enumerate() {
        let step = steps::instruction(game, step, true);
        let then = if index == 0 && !opening.has_cards() {
            String::new()
        } else {
            "then ".to_owned()
        };
        draft.add(&format!("step {index}"), sentence(&format!("{then}{step}")));
    }
    if let Some(left) = opening.stock.filter(|&left| left > 0) {
        let the_rest = if left == game.deck.len() {
            format!("all {left} cards are")
        } else if left == 1 {
            "the remaining card is".to_owned()
        } else {
            format!("the remaining {} are", count(left, "card"))
        };
        let group = game.group_of(game.stock);
        let stock = the_piles(game, group.piles);
        let top = match group.take {
            _ if group.available.is_some() => "face down",
            Take::None => "face down",
            _ => "face down but for its next card, which is face up",
        };
        draft.add("stock", sentence(&format!("{the_rest} {stock}, {top}")));
    } else if opening.stock.is_none() && game.uses_stock() {
        let stock = the_piles(game, game.group_of(game.stock).piles);
        let text = format!("the cards that are left are {stock}, face down");
        draft.add("stock", sentence(&text));
    }
    if !empty.is_empty() {
        let text = format!("empty at first: {}", join_with(&empty, "and"));
        draft.add("empty", sentence(&text));
    }
    if let Some(until) = &game.until {
        let until = clause_on_page(&until.predicate, false, game);
        let text = format!("the pack is shuffled and dealt again until {until}");
        draft.add("until", sentence(&text));
    }
}

/// Describes the pack: "one pack of 52 cards".
fn pack(game: &Game) -> String {
    let pack = &game.pack;
    let cards = pluralize(game.deck.len(), "card");
    let jokers = match pack.jokers {
        0 => String::new(),
        jokers => format!(" and {}", count(usize::from(jokers), "joker")),
    };
    let packs = usize::from(pack.packs);
    let mut text = if packs == 1 && pack.jokers == 0 {
        format!("one pack of {cards}")
    } else {
        format!("{}{jokers}, {cards}", count(packs, "pack"))
    };
    let ranks = game.order.ranks();
    let natural: Vec<Rank> = Rank::all().collect();
    if ranks.len() < natural.len() {
        let missing = natural.iter().filter(|rank| !ranks.contains(rank));
        let missing: Vec<String> = missing.map(|rank| plural_of(*rank)).collect();
        text = format!("{text}, without the {}", join_with(&missing, "and"));
    }
    let copies: Vec<usize> = pack.suits.iter().map(|s| pack.copies_of_suit(*s)).collect();
    if pack.suits.len() != 4 || copies.iter().any(|&copies| copies != 1) {
        let mut suits: Vec<String> = Vec::new();
        for (suit, &copies) in pack.suits.iter().zip(&copies) {
            let name = match copies {
                1 => suit.name().to_owned(),
                copies => format!("{} {}", suit.name(), crate::prose::words::times(copies)),
            };
            if !suits.contains(&name) {
                suits.push(name);
            }
        }
        let of_each = if packs == 1 { "" } else { " in each pack" };
        text = format!(
            "{text}; the suits{of_each} are {}",
            join_with(&suits, "and")
        );
    }
    let is_ascending = ranks
        .windows(2)
        .all(|pair| pair[0].index() < pair[1].index());
    let is_ace_high = ranks.split_last().is_some_and(|(last, others)| {
        last.index() == 0
            && others
                .windows(2)
                .all(|pair| pair[0].index() < pair[1].index())
    });
    if is_ace_high {
        text += "; Aces rank above Kings";
    } else if !is_ascending {
        let names: Vec<String> = ranks.iter().map(ToString::to_string).collect();
        text = format!("{text}; ranks go {} from low to high", names.join(" "));
    }
    text
}

fn with_article(rank: Rank) -> String {
    crate::prose::words::with_article(rank.name())
}

/// Names all cards of a rank: "Sixes".
pub(super) fn plural_of(rank: Rank) -> String {
    let name = rank.name();
    let ending = if name.ends_with('x') { "es" } else { "s" };
    format!("{name}{ending}")
}

/// Says how many piles a group has: "seven tableau piles", "a waste".
pub(super) fn pile_count(game: &Game, group: &Group) -> String {
    match group.piles.count {
        1 => the_piles(game, group.piles),
        count => format!("{} {}", number(usize::from(count)), some_piles(group)),
    }
}
