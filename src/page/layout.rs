//! The pack and the opening deal.

use super::draft::Draft;
use super::faces::shape;
use super::opening::{Opening, fills};
use super::steps;
use crate::cards::Rank;
use crate::prose::words::{count, number, plural, some_piles, the_piles, with_article};
use crate::prose::{Describer, title_of};
use crate::rules::file::Take;
use crate::rules::{Action, Game, Group, Step};
use crate::text::{join_with, pluralize};

/// What leads to the list of piles without cards.
pub(super) const EMPTY_AT_FIRST: &str = "empty at first";

/// Describes the pack, what lies where before the first move, and how it is dealt.
pub(super) fn write(draft: &mut Draft, game: &Game, opening: &Opening<'_>) {
    draft.start("Layout", true);
    draft.lead("pack", &pack(game));
    let ranks = game.order.ranks();
    if let (true, Some(first), Some(last)) = (game.order.wraps(), ranks.first(), ranks.last()) {
        let (first, last) = (with_article(first.name()), with_article(last.name()));
        let text =
            format!("ranks go round: above {last} comes {first}, and below {first} comes {last}");
        draft.lead("wrap", &text);
    }
    if opening.is_in_rounds() {
        let order = if opening.deals_to_several() {
            "in the order listed, "
        } else {
            ""
        };
        let text = format!("deal {order}in rounds, one card to each pile at a time");
        draft.lead("rounds", &text);
    }
    let (empty, is_led) = write_groups(draft, game, opening);
    let stock_at_rest = opening.stock_at_rest();
    let steps = steps::of_setup(
        game,
        &opening.rest,
        stock_at_rest,
        opening.has_cards(),
        is_led,
    );
    let is_told = is_led && called(game, opening).is_some();
    for (index, step) in steps.iter().enumerate().filter(|_| !is_told) {
        draft.add("step", &index.to_string(), step);
    }
    if let Some(text) = stock(game, opening) {
        draft.add("stock", "", &text);
    }
    draft.add_list("empty", EMPTY_AT_FIRST, empty);
    if let Some(until) = &game.until {
        let until = Describer::new(game).clause(&until.predicate);
        let text = format!(
            "the deal stands only if {until}; if not, all cards are shuffled and dealt again"
        );
        draft.add("until", "", &text);
    }
}

/// Describes the groups with their cards. Returns those that are empty, and whether the last sentence leads to the steps
/// that follow.
fn write_groups(draft: &mut Draft, game: &Game, opening: &Opening<'_>) -> (Vec<String>, bool) {
    let index_of = |group: &Group| opening.order.iter().position(|name| *name == group.name);
    let mut groups: Vec<&Group> = game.groups.iter().collect();
    groups.sort_by_key(|group| index_of(group).unwrap_or(usize::MAX));
    let (mut empty, mut dealt_later) = (Vec::new(), Vec::new());
    for group in groups {
        if group.piles.first == game.stock {
            continue;
        }
        if let Some(text) = opening.describe(group) {
            draft.add(&group.name, "layout", &text);
            continue;
        }
        let shape = shape(game, group).map_or_else(String::new, |s| format!(" ({s})"));
        let takes_none = group.start.is_none() && group.build.is_none();
        let capacity = group
            .capacity
            .filter(|_| takes_none && group.span_of("capacity").is_some());
        let capacity = capacity.map_or_else(String::new, |capacity| {
            format!(" (at most {} each)", count(usize::from(capacity), "card"))
        });
        let piles = pile_count(game, group) + &shape + &capacity;
        if !opening.rest.iter().any(|step| fills(game, group, step)) {
            empty.push(piles);
        } else if group.piles.count > 1 {
            dealt_later.push(piles);
        }
    }
    let is_led = !dealt_later.is_empty();
    if is_led {
        let manner = match called(game, opening) {
            Some(action) => format!("as described under *{}*", title_of(&action.name)),
            None => "as follows:".to_owned(),
        };
        let text = format!("{}, dealt {manner}", join_with(&dealt_later, "and"));
        draft.add("dealt later", "", &text);
    }
    (empty, is_led)
}

/// The action whose steps deal all that is not the same in every game, if there is one.
fn called<'a>(game: &'a Game, opening: &Opening<'_>) -> Option<&'a Action> {
    match opening.rest.as_slice() {
        [step] if step.when.is_none() => step.action.map(|action| &game.actions[action.index()]),
        _ => None,
    }
}

/// Describes the stock, unless it is empty.
fn stock(game: &Game, opening: &Opening<'_>) -> Option<String> {
    let group = game.group_of(game.stock);
    let stock = the_piles(game, group.piles);
    let forms_stock = |step: &&Step| step.is_packet() && step.to == group.piles;
    if opening.rest.last().is_some_and(forms_stock) || opening.leaves_no_stock {
        return None;
    }
    let Some(left) = opening.stock else {
        let text = format!("the cards that are left form {stock}, face down");
        return game.uses_stock().then_some(text);
    };
    let the_rest = match left {
        0 => return None,
        left if !game.uses_stock() => {
            return Some(format!(
                "the remaining {} are not used",
                count(left, "card")
            ));
        }
        left if left == game.deck.len() => format!("all {left} cards form"),
        1 => "the remaining card forms".to_owned(),
        left => format!("the remaining {} form", count(left, "card")),
    };
    let top = if group.available.is_some() || group.take == Take::None {
        "face down"
    } else {
        "face down, with its top card turned up"
    };
    Some(format!("{the_rest} {stock}, {top}"))
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
        let missing: Vec<String> = missing.map(|rank| plural(rank.name())).collect();
        text = format!("{text}, without the {}", join_with(&missing, "and"));
    }
    text + &suits(game) + &order(game)
}

/// Describes the suits, if they are not the usual ones.
fn suits(game: &Game) -> String {
    let pack = &game.pack;
    let copies: Vec<usize> = pack.suits.iter().map(|s| pack.copies_of_suit(*s)).collect();
    if pack.suits.len() == 4 && copies.iter().all(|&copies| copies == 1) {
        return String::new();
    }
    let has = if pack.packs == 1 {
        "it has"
    } else {
        "each pack has"
    };
    if copies.iter().all(|&copies| copies == 1) {
        let names: Vec<&str> = pack.suits.iter().map(|suit| suit.name()).collect();
        return format!("; {has} only {}", join_with(&names, "and"));
    }
    let mut suits: Vec<String> = Vec::new();
    for (suit, &copies) in pack.suits.iter().zip(&copies) {
        let name = match copies {
            1 => format!("one full set of {}", suit.name()),
            copies => format!("{} full sets of {}", number(copies), suit.name()),
        };
        if !suits.contains(&name) {
            suits.push(name);
        }
    }
    format!("; {has} {}", join_with(&suits, "and"))
}

/// Describes the order of the ranks, if it is not the usual one.
fn order(game: &Game) -> String {
    let ranks = game.order.ranks();
    let is_ascending = |ranks: &[Rank]| ranks.is_sorted_by_key(|rank| rank.index());
    let is_ace_high = ranks
        .split_last()
        .is_some_and(|(last, others)| last.index() == 0 && is_ascending(others));
    if is_ace_high {
        "; Aces rank above Kings".to_owned()
    } else if is_ascending(ranks) {
        String::new()
    } else {
        let names: Vec<String> = ranks.iter().map(ToString::to_string).collect();
        format!("; ranks go {} from low to high", names.join(" "))
    }
}

/// Says how many piles a group has: "seven tableau piles", "a waste".
pub(super) fn pile_count(game: &Game, group: &Group) -> String {
    match group.piles.count {
        1 => the_piles(game, group.piles),
        count => format!("{} {}", number(usize::from(count)), some_piles(group)),
    }
}
