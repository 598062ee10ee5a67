//! Steps as instructions to a player with real cards.

use super::faces::list_sizes;
use super::layout::plural_of;
use super::places::places;
use crate::cards::{Card, Suit};
use crate::condition::{ActionId, Condition, PileExpr, PileId, Piles, Predicate, PredicateKind};
use crate::prose::condition::{clause_on_page, noun_on_page};
use crate::prose::words::{count, number, one_pile, the_piles};
use crate::prose::words_of;
use crate::rules::file::By;
use crate::rules::{Amount, Dealing, Divert, Game, Step, StepKind};
use crate::text::join_with;

/// Describes steps in order: "turn the waste over to form a new stock, then deal ...".
///
/// Whether the stock is empty before them decides what a turn onto it is called.
pub(super) fn instructions(game: &Game, steps: &[Step], stock_is_empty: bool) -> String {
    let mut stock_is_empty = stock_is_empty;
    let mut texts = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        texts.push(match &step.kind {
            StepKind::Turn { from, only, to } => {
                let mut later = steps[index + 1..].iter();
                let is_shuffled =
                    later.any(|step| matches!(&step.kind, StepKind::Shuffle(pile) if pile == to));
                let turn = turn(game, from, only.as_ref(), *to, stock_is_empty, is_shuffled);
                with_when(game, step, turn)
            }
            _ => instruction(game, step, false),
        });
        let fills = match &step.kind {
            StepKind::Turn { to, .. } => *to == game.stock,
            StepKind::Deal(dealing) => dealing.to.contains(game.stock),
            _ => false,
        };
        stock_is_empty &= !fills;
    }
    texts.join("; then ")
}

/// Describes a step: "deal three cards to the waste".
pub(super) fn instruction(game: &Game, step: &Step, is_setup: bool) -> String {
    let text = match &step.kind {
        StepKind::Deal(dealing) => deal(game, dealing, is_setup),
        StepKind::Turn { from, only, to } => turn(game, from, only.as_ref(), *to, false, false),
        StepKind::Pick { cards, to } => format!(
            "take {} out of the pack and put {} on {}",
            cards_in_words(game, cards),
            if cards.len() == 1 { "it" } else { "them" },
            the_piles(game, *to)
        ),
        StepKind::Shuffle(pile) => format!("shuffle {}", the_piles(game, Piles::one(*pile))),
        StepKind::Sink {
            piles: all,
            only,
            which,
        } => {
            let cards = cards_for_which(game, &which.predicate);
            format!(
                "in {}, put {cards} under the other cards",
                each_pile(game, *all, only.as_ref())
            )
        }
        StepKind::Close { piles: all, only } => {
            let piles = the_piles(game, *all);
            let only = only.as_ref().map_or_else(String::new, |only| {
                let clause = clause_on_page(&only.predicate, false, game);
                format!(" (those for which {clause})")
            });
            format!("move {piles}{only} up to fill the empty places before them, in order")
        }
        StepKind::Call(action) => format!("do what *{}* does", action_name(game, *action)),
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

fn deal(game: &Game, dealing: &Dealing, is_setup: bool) -> String {
    let is_from_stock = dealing.from.first == game.stock && dealing.from.count == 1;
    let verb = if is_from_stock { "deal" } else { "move" };
    let (from, is_one) = (the_piles(game, dealing.from), dealing.to.count == 1);
    let out_of = if is_from_stock && is_setup {
        String::new()
    } else {
        format!(" from {from}")
    };
    let which = dealing.which.as_ref().map(|which| &which.predicate);
    let several = dealing.amount != Amount::Each(1);
    let cards = match (&dealing.amount, which) {
        (Amount::Each(1), Some(which)) => one_card_for_which(game, which),
        (Amount::Each(n), Some(which)) => format!(
            "{} ({})",
            count(usize::from(*n), "card"),
            cards_for_which(game, which)
        ),
        (Amount::Each(n), None) => match usize::from(*n) {
            1 if is_one && dealing.only.is_none() => "a card".to_owned(),
            1 => "one card".to_owned(),
            n => count(n, "card"),
        },
        (Amount::List(_), _) => "cards".to_owned(),
        (Amount::All, Some(which)) => cards_for_which(game, which),
        (Amount::All, None) => "all cards".to_owned(),
    };
    let to = match &dealing.amount {
        Amount::List(list) => {
            let sizes: Vec<usize> = list.iter().map(|&size| usize::from(size)).collect();
            let one = one_pile(game.group_of(dealing.to.first));
            let sizes = list_sizes(&sizes, &one);
            format!("to {} ({sizes})", the_piles(game, dealing.to))
        }
        _ if is_one && dealing.only.is_none() => format!("to {}", the_piles(game, dealing.to)),
        Amount::All => {
            let each = each_pile(game, dealing.to, dealing.only.as_ref());
            format!("in rounds, one to {each}")
        }
        Amount::Each(_) => {
            let each = each_pile(game, dealing.to, dealing.only.as_ref());
            format!("to {each}")
        }
    };
    let mut text = format!("{verb} {cards}{out_of} {to}");
    if !dealing.face_up {
        text += ", face down";
    } else if is_from_stock {
        text += ", face up";
    }
    if !is_one && dealing.by == By::Pile && several {
        text += ", pile by pile";
    }
    if dealing.under {
        text += ", under the cards there";
    } else if is_one && several && is_from_stock && matches!(dealing.amount, Amount::Each(_)) {
        text += " and one by one";
    }
    if let Some(divert) = &dealing.divert {
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

fn turn(
    game: &Game,
    from: &[PileId],
    only: Option<&Condition>,
    to: PileId,
    stock_is_empty: bool,
    is_shuffled: bool,
) -> String {
    let target = the_piles(game, Piles::one(to));
    let is_one = from.len() == 1;
    let only = only.map_or_else(String::new, |only| {
        let clause = clause_on_page(&only.predicate, false, game);
        match (is_one, clause.strip_prefix("this pile ")) {
            (true, Some(rest)) => format!(" (if it {rest})"),
            (true, None) => format!(" (if {clause})"),
            (false, Some(rest)) if is_simple(rest) => format!(" (those that {})", in_plural(rest)),
            (false, _) => format!(" (those for which {clause})"),
        }
    });
    let onto = if to == game.stock && stock_is_empty {
        "to form a new stock".to_owned()
    } else {
        format!("onto {target}")
    };
    match from {
        [first, .., last] => {
            let all = the_piles(game, game.group_of(*first).piles);
            let order = if first < last {
                "each pile on the next so that the first is on top"
            } else {
                "each pile under the next so that the last is on top"
            };
            let next = if is_shuffled || to != game.stock {
                String::new()
            } else {
                let last = if first < last { "last" } else { "first" };
                format!(", so that the bottom card of the {last} pile comes out first")
            };
            format!("gather {all}{only} into one packet, {order}, and turn it over {onto}{next}")
        }
        [one] => {
            let one = the_piles(game, Piles::one(*one));
            let order = if is_shuffled || to != game.stock {
                ""
            } else {
                ", without shuffling"
            };
            format!("turn {one}{only} over {onto}{order}")
        }
        [] => "turn nothing over".to_owned(),
    }
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
