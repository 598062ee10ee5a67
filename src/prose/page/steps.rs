//! Steps as instructions to a player with real cards.

use super::faces::list_sizes;
use super::layout::plural_of;
use super::places::places;
use crate::cards::{Card, Suit};
use crate::condition::{ActionId, Condition, PileExpr, Piles, Predicate, PredicateKind};
use crate::prose::condition::{clause_on_page, noun_on_page};
use crate::prose::words::{count, number, one_pile, the_piles};
use crate::prose::words_of;
use crate::rules::file::By;
use crate::rules::{Amount, Divert, Game, Step, Verb};
use crate::text::join_with;

/// Describes steps in order: "turn the waste over to form a new stock, then deal ...".
///
/// Whether the stock is empty before them decides what a turn onto it is called.
pub(super) fn instructions(game: &Game, steps: &[Step], stock_is_empty: bool) -> String {
    let mut stock_is_empty = stock_is_empty;
    let mut texts = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        texts.push(match step.verb {
            Verb::Turn => {
                let mut later = steps[index + 1..].iter();
                let is_shuffled = later.any(|later| later.shuffles() && later.from == step.to);
                let turn = turn(game, step, stock_is_empty, is_shuffled);
                with_when(game, step, turn)
            }
            _ => instruction(game, step, false),
        });
        let fills = step.fills(Piles::one(game.stock));
        stock_is_empty &= !fills;
    }
    texts.join("; then ")
}

/// Describes a step: "deal three cards to the waste".
pub(super) fn instruction(game: &Game, step: &Step, is_setup: bool) -> String {
    let each = || each_pile(game, step.to, step.only.as_ref());
    let text = match step.verb {
        Verb::Deal => deal(game, step, is_setup),
        Verb::Turn => turn(game, step, false, false),
        Verb::Pick => format!(
            "take {} out of the pack and put {} on {}",
            cards_in_words(game, &step.cards),
            if step.cards.len() == 1 { "it" } else { "them" },
            the_piles(game, step.to)
        ),
        Verb::Shuffle => format!("shuffle {}", the_piles(game, step.to)),
        Verb::Sink => {
            let cards = selected_cards(game, step);
            format!("in {}, put {cards} under the other cards", each())
        }
        Verb::Exchange => {
            let cards = selected_cards(game, step);
            format!(
                "in {}, exchange {cards} with the lowest other cards below them, from the bottom up",
                each()
            )
        }
        Verb::Invert => format!("turn over, where it lies, {}", each()),
        Verb::Close => {
            let piles = the_piles(game, step.to);
            let only = step.only.as_ref().map_or_else(String::new, |only| {
                let clause = clause_on_page(&only.predicate, false, game);
                format!(" (those for which {clause})")
            });
            format!("move {piles}{only} up to fill the empty places before them, in order")
        }
        Verb::Call => {
            let action = step.action;
            let name = action.map_or_else(String::new, |action| action_name(game, action));
            format!("do what *{name}* does")
        }
    };
    with_when(game, step, text)
}

/// Adds the condition of a step to its description.
fn with_when(game: &Game, step: &Step, text: String) -> String {
    match &step.when {
        Some(when) => {
            let when = clause_on_page(&when.predicate, false, game);
            format!("if {when}, {text}")
        }
        None => text,
    }
}

/// Returns the name of an action in words.
pub(super) fn action_name(game: &Game, action: ActionId) -> String {
    words_of(&game.actions[action.index()].name)
}

fn deal(game: &Game, deal: &Step, is_setup: bool) -> String {
    let is_from_stock = deal.from.first == game.stock && deal.from.count == 1;
    let verb = if is_from_stock { "deal" } else { "move" };
    let (from, is_one) = (the_piles(game, deal.from), deal.to.count == 1);
    let out_of = if is_from_stock && is_setup {
        String::new()
    } else {
        format!(" from {from}")
    };
    let which = deal.which.as_ref().map(|which| &which.predicate);
    let amount = deal.amount.as_ref().unwrap_or(&Amount::All);
    let several = *amount != Amount::Each(1);
    let cards = match (amount, which) {
        (Amount::Each(1), Some(which)) => one_card_for_which(game, which),
        (Amount::Each(n), Some(which)) => format!(
            "{} ({})",
            count(usize::from(*n), "card"),
            cards_for_which(game, which)
        ),
        (Amount::Each(n), None) => match usize::from(*n) {
            1 if is_one && deal.only.is_none() => "a card".to_owned(),
            1 => "one card".to_owned(),
            n => count(n, "card"),
        },
        (Amount::List(_), _) => "cards".to_owned(),
        (Amount::All, Some(which)) => cards_for_which(game, which),
        (Amount::All, None) => "all cards".to_owned(),
    };
    let to = match amount {
        Amount::List(list) => {
            let sizes: Vec<usize> = list.iter().map(|&size| usize::from(size)).collect();
            let one = one_pile(game.group_of(deal.to.first));
            let sizes = list_sizes(&sizes, &one);
            format!("to {} ({sizes})", the_piles(game, deal.to))
        }
        _ if is_one && deal.only.is_none() => format!("to {}", the_piles(game, deal.to)),
        Amount::All => {
            let each = each_pile(game, deal.to, deal.only.as_ref());
            format!("in rounds, one to {each}")
        }
        Amount::Each(_) => {
            let each = each_pile(game, deal.to, deal.only.as_ref());
            format!("to {each}")
        }
    };
    let mut text = format!("{verb} {cards}{out_of} {to}");
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
    } else if is_one && several && is_from_stock && matches!(amount, Amount::Each(_)) {
        text += " and one by one";
    }
    if let Some(divert) = &deal.divert {
        text += &diverted(game, divert);
    }
    text
}

fn diverted(game: &Game, divert: &Divert) -> String {
    let target = game.group_of(divert.to.first);
    let piles = the_piles(game, divert.to);
    let which = divert
        .which
        .as_ref()
        .map(|which| cards_for_which(game, &which.predicate));
    let face = if divert.face_up { "" } else { ", face down" };
    let cards = match (which, target.judges_diverted_cards()) {
        (Some(which), true) => {
            let and = if which.contains(" that ") { " and" } else { "" };
            format!("{which}{and} that fit on {piles} go there")
        }
        (Some(which), false) => format!("{which} go to {piles}"),
        (None, true) => format!("all cards that fit on {piles} go there"),
        (None, false) => format!("all cards for which it has room go to {piles}"),
    };
    let next = if divert.skip {
        "the pile that such a card was for goes without"
    } else {
        "the next card is dealt in place of each"
    };
    format!("; but {cards} instead{face}, and {next}")
}

fn turn(game: &Game, step: &Step, stock_is_empty: bool, is_shuffled: bool) -> String {
    let (from, target) = (the_piles(game, step.from), the_piles(game, step.to));
    let is_one = step.from.count == 1;
    let is_onto_stock = step.to.first == game.stock;
    let only = step.only.as_ref().map_or_else(String::new, |only| {
        let clause = clause_on_page(&only.predicate, false, game);
        match (is_one, clause.strip_prefix("this pile ")) {
            (true, Some(rest)) => format!(" (if it {rest})"),
            (true, None) => format!(" (if {clause})"),
            (false, Some(rest)) if is_simple(rest) => format!(" (those that {})", in_plural(rest)),
            (false, _) => format!(" (those for which {clause})"),
        }
    });
    let onto = if is_onto_stock && stock_is_empty {
        "to form a new stock".to_owned()
    } else {
        format!("onto {target}")
    };
    if is_one {
        let order = if is_shuffled || !is_onto_stock {
            ""
        } else {
            ", without shuffling"
        };
        return format!("turn {from}{only} over {onto}{order}");
    }
    let (order, last) = if step.is_reversed {
        (
            "each pile under the next so that the last is on top",
            "first",
        )
    } else {
        ("each pile on the next so that the first is on top", "last")
    };
    let next = if is_shuffled || !is_onto_stock {
        String::new()
    } else {
        format!(", so that the bottom card of the {last} pile comes out first")
    };
    format!("gather {from}{only} into one packet, {order}, and turn it over {onto}{next}")
}

/// Names the piles that a step is for: "each tableau pile", "each empty cell".
fn each_pile(game: &Game, all: Piles, only: Option<&Condition>) -> String {
    let group = game.group_of(all.first);
    let is_single = all.count == 1;
    let one = if is_single {
        the_piles(game, all)
    } else {
        format!("each {}", one_pile(group))
    };
    let Some(only) = only else {
        return one;
    };
    if let PredicateKind::PileEmpty(PileExpr::This) = only.predicate.kind {
        return if is_single {
            format!("{one}, if it is empty")
        } else {
            format!("each empty {}", one_pile(group))
        };
    }
    if let Some(places) = places(game, all, &only.predicate) {
        return places;
    }
    let clause = clause_on_page(&only.predicate, false, game);
    match clause.strip_prefix("this pile ") {
        Some(rest) if is_simple(rest) && is_single => format!("{one}, if it {rest}"),
        Some(rest) if is_simple(rest) => format!("{one} that {rest}"),
        _ if is_single => format!("{one}, if {clause}"),
        _ => format!("{one} for which {clause}"),
    }
}

/// Gives the verb of a predicate the plural form: "have the suit of ...".
fn in_plural(predicate: &str) -> String {
    let verbs = [
        ("is ", "are "),
        ("has ", "have "),
        ("does ", "do "),
        ("comes ", "come "),
    ];
    verbs
        .iter()
        .find_map(|(one, many)| Some(format!("{many}{}", predicate.strip_prefix(one)?)))
        .unwrap_or_else(|| predicate.to_owned())
        .replace(" its ", " their ")
}

/// Whether a clause has one part.
fn is_simple(clause: &str) -> bool {
    !clause.contains(" and ") && !clause.contains(" or ")
}

/// Describes the one card that a condition selects.
fn one_card_for_which(game: &Game, which: &Predicate) -> String {
    match noun_on_page(which, game) {
        Some(noun) => noun,
        None => {
            let clause = clause_on_page(which, false, game);
            match clause.strip_prefix("the card ") {
                Some(rest) if is_simple(rest) => format!("the next card that {rest}"),
                _ => format!("the next card for which {clause}"),
            }
        }
    }
}

/// Describes the cards that the `which` of a step selects: "all Kings".
fn selected_cards(game: &Game, step: &Step) -> String {
    let which = step.which.as_ref().map(|which| &which.predicate);
    which.map_or_else(
        || "all cards".to_owned(),
        |which| cards_for_which(game, which),
    )
}

/// Describes the cards that a condition selects.
fn cards_for_which(game: &Game, which: &Predicate) -> String {
    match noun_on_page(which, game) {
        Some(noun) => {
            let noun = noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an "));
            let is_rank = |word: &str| crate::cards::Rank::all().find(|rank| rank.name() == word);
            match noun {
                Some(noun) => match is_rank(noun) {
                    Some(rank) => format!("all {}", plural_of(rank)),
                    None => match noun.strip_prefix("card ") {
                        Some(rest) => format!("all cards {rest}"),
                        None => format!("all {noun}s"),
                    },
                },
                None => format!("all cards for which {}", clause_on_page(which, false, game)),
            }
        }
        None => {
            let clause = clause_on_page(which, false, game);
            match clause.strip_prefix("the card ") {
                Some(rest) if is_simple(rest) => format!("all cards that {}", in_plural(rest)),
                _ => format!("all cards for which {clause}"),
            }
        }
    }
}

/// Names certain cards: "the four Aces", "one King of each suit", "6C, 7H and 8S".
pub(super) fn cards_in_words(game: &Game, cards: &[Card]) -> String {
    let pack = &game.pack;
    let first = cards.first().copied().unwrap_or(Card::Joker);
    if let (Some(rank), true) = (
        first.rank(),
        cards.len() > 1 && cards.iter().all(|card| card.rank() == first.rank()),
    ) {
        let in_game = game
            .deck
            .iter()
            .filter(|card| card.rank() == Some(rank))
            .count();
        if in_game == cards.len() {
            return format!("the {} {}", number(in_game), plural_of(rank));
        }
        let suits: Vec<Option<Suit>> = cards.iter().map(|card| card.suit()).collect();
        let once = |suit: &Suit| suits.iter().filter(|s| **s == Some(*suit)).count() == 1;
        if suits.len() == pack.suits.len() && pack.suits.iter().all(once) {
            return format!("one {} of each suit", rank.name());
        }
    }
    match cards {
        [one] => match (one.rank(), one.suit()) {
            (Some(rank), Some(suit)) => {
                let the = if pack.copies(*one) == 1 { "the" } else { "one" };
                format!("{the} {} of {}", rank.name(), suit.name())
            }
            _ => "a joker".to_owned(),
        },
        cards if cards.len() > 20 && game.deck.starts_with(cards) => {
            let (first, last) = (&cards[0], &cards[cards.len() - 1]);
            format!("{} cards in order, from {first} to {last}", cards.len())
        }
        cards => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            join_with(&cards, "and")
        }
    }
}
