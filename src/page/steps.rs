//! Steps as instructions to a player with real cards.

use super::faces::list_sizes;
use super::places::places;
use crate::cards::{Card, Suit};
use crate::condition::{
    CardExpr, Comparison, Condition, PileExpr, Piles, Predicate, PredicateKind, Property, ValueKind,
};
use crate::prose::clause::{Clause, Subject};
use crate::prose::statement::Statement;
use crate::prose::words::{count, number, one_pile, plural, the_piles};
use crate::prose::{Describer, words_of};
use crate::rules::file::By;
use crate::rules::{Amount, Divert, Game, Step, Verb};
use crate::text::join_with;

/// What a player does: the condition and the place, if they come first, the verb, and what follows it.
type Instruction = (String, &'static str, String);

/// Describes steps in order: "turn the waste over to form a new stock; then deal ...". What is called like the first verb
/// does without it: "deal: a card from the stock to the waste".
///
/// Whether the stock is empty before them decides what a turn onto it is called.
pub(super) fn instructions(
    game: &Game,
    steps: &[Step],
    stock_is_empty: bool,
    name: Option<&str>,
) -> String {
    let mut stock_is_empty = stock_is_empty;
    let mut texts = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let mut later = steps[index + 1..].iter();
        let is_shuffled = later.any(|later| later.shuffles() && later.from == step.to);
        let (first, verb, rest) = describe(game, step, false, stock_is_empty, is_shuffled);
        let is_named = index == 0 && first.is_empty() && name == Some(verb);
        texts.push(if is_named {
            rest
        } else {
            format!("{first}{verb} {rest}")
        });
        stock_is_empty &= !step.fills(Piles::one(game.stock));
    }
    texts.join("; then ")
}

/// Describes a step of the setup: "deal three cards to the waste".
pub(super) fn instruction(game: &Game, step: &Step) -> String {
    let (first, verb, rest) = describe(game, step, true, false, false);
    format!("{first}{verb} {rest}")
}

fn describe(
    game: &Game,
    step: &Step,
    is_setup: bool,
    stock_is_empty: bool,
    is_shuffled: bool,
) -> Instruction {
    let describer = Describer::new(game);
    let each = || each_pile(game, step.to, step.only.as_ref());
    let cards = || match &step.which {
        Some(which) => selected(game, &which.predicate, true).0,
        None => "all cards".to_owned(),
    };
    let (verb, rest) = match step.verb {
        Verb::Deal => deal(game, step, is_setup),
        Verb::Turn => turn(game, step, stock_is_empty, is_shuffled),
        Verb::Pick => {
            let it = if step.cards.len() == 1 { "it" } else { "them" };
            let (cards, to) = (cards_in_words(game, &step.cards), the_piles(game, step.to));
            let rest = format!("{cards} out of the pack and put {it} on {to}");
            ("take", rest)
        }
        Verb::Shuffle => ("shuffle", the_piles(game, step.to)),
        Verb::Sink if lifts_lowest(step) => {
            ("move", format!("the lowest card of {} to its top", each()))
        }
        Verb::Sink => ("put", format!("{} under the other cards", cards())),
        Verb::Exchange => {
            let others = "each with the lowest card below it that is not one of them";
            (
                "exchange",
                format!("{}, from the bottom up, {others}", cards()),
            )
        }
        Verb::Invert => ("turn", format!("over, where it lies, {}", each())),
        Verb::Close => {
            let piles = the_piles(game, step.to);
            let only = step.only.as_ref().map_or_else(String::new, |only| {
                format!(" (those for which {})", describer.clause(&only.predicate))
            });
            let rest = "forward into the gaps before them, in order";
            ("move", format!("{piles}{only} {rest}"))
        }
        Verb::Call => {
            let action = step.action.map(|action| &game.actions[action.index()]);
            let name = action.map_or_else(String::new, |action| words_of(&action.name));
            ("do", format!("what *{name}* does"))
        }
    };
    let when = step.when.as_ref();
    let when = when.map(|when| format!("if {}, ", describer.clause(&when.predicate)));
    let has_place = matches!(step.verb, Verb::Sink | Verb::Exchange) && !lifts_lowest(step);
    let place = has_place.then(|| format!("in {}, ", each()));
    let first = [when, place].into_iter().flatten().collect();
    (first, verb, rest)
}

/// Whether a step puts all cards but the lowest of a pile under the others.
fn lifts_lowest(step: &Step) -> bool {
    let which = step.which.as_ref().filter(|_| step.verb == Verb::Sink);
    which.is_some_and(|which| match &which.predicate.kind {
        PredicateKind::Compare(Comparison::More, place, number) => {
            let is_place = place.kind == ValueKind::OfCard(Property::Index, CardExpr::Card);
            is_place && number.literal() == Some(1)
        }
        _ => false,
    })
}

fn deal(game: &Game, deal: &Step, is_setup: bool) -> (&'static str, String) {
    let is_from_stock = deal.from.first == game.stock && deal.from.count == 1;
    let verb = if is_from_stock { "deal" } else { "move" };
    let is_one = deal.to.count == 1;
    let amount = deal.amount.as_ref().unwrap_or(&Amount::All);
    let several = *amount != Amount::Each(1);
    let (mut text, has_clause) = dealt_cards(game, deal, amount, is_setup);
    let from = the_piles(game, deal.from);
    // What follows a clause would be taken for a part of it.
    if !is_from_stock || !is_setup {
        text = if has_clause {
            format!("from {from} {text}")
        } else {
            format!("{text} from {from}")
        };
    }
    if has_clause && *amount != Amount::All {
        text += ",";
    }
    let each = || each_pile(game, deal.to, deal.only.as_ref());
    let to = match amount {
        Amount::List(list) => {
            let sizes: Vec<usize> = list.iter().map(|&size| usize::from(size)).collect();
            let one = one_pile(game.group_of(deal.to.first));
            let (sizes, _) = list_sizes(&sizes, &one);
            format!("{} ({sizes})", the_piles(game, deal.to))
        }
        _ if is_one && deal.only.is_none() => the_piles(game, deal.to),
        Amount::Each(_) => each(),
        Amount::All => {
            text += ", one by one in turn,";
            if deal.only.is_none() {
                the_piles(game, deal.to)
            } else {
                each()
            }
        }
    };
    text = format!("{text} to {to}");
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
    (verb, text)
}

/// The cards that a step deals to a pile: "three cards", "the next card that is a King". Returns whether the text ends
/// with a clause, too.
fn dealt_cards(game: &Game, deal: &Step, amount: &Amount, is_setup: bool) -> (String, bool) {
    let which = deal.which.as_ref().map(|which| &which.predicate);
    let cards = match (amount, which) {
        (Amount::Each(1), Some(which)) => return selected(game, which, false),
        (Amount::All, Some(which)) => return selected(game, which, true),
        (Amount::Each(n), Some(which)) => {
            let (cards, selected) = (count(usize::from(*n), "card"), selected(game, which, true));
            format!("{cards} ({})", selected.0)
        }
        (Amount::Each(1), None) if deal.to.count == 1 && deal.only.is_none() => "a card".to_owned(),
        (Amount::Each(n), None) => count(usize::from(*n), "card"),
        (Amount::List(_), _) => "cards".to_owned(),
        (Amount::All, None) if is_setup && deal.from.first == game.stock => {
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
    let which = which.map(|which| selected(game, &which.predicate, true));
    let face = if divert.face_up { "" } else { ", face down" };
    let cards = match (which, target.judges_diverted_cards()) {
        (Some((cards, has_clause)), true) => {
            let and = if has_clause { " and" } else { "" };
            format!("{cards}{and} that fit on {piles} go there")
        }
        (Some((cards, _)), false) => format!("{cards} go to {piles}"),
        (None, true) => format!("each card that fits on {piles} goes there"),
        (None, false) => format!("all cards for which it has room go to {piles}"),
    };
    let next = if divert.skip {
        "the pile that it was meant for gets none"
    } else {
        "the next card is dealt in its place"
    };
    format!("; but {cards} instead{face}, and {next}")
}

fn turn(
    game: &Game,
    step: &Step,
    stock_is_empty: bool,
    is_shuffled: bool,
) -> (&'static str, String) {
    let (from, target) = (the_piles(game, step.from), the_piles(game, step.to));
    let is_one = step.from.count == 1;
    let is_onto_stock = step.to.first == game.stock;
    let only = step.only.as_ref().map_or_else(String::new, |only| {
        let only = Describer::of_piles(game, step.from).describe(&only.predicate, false);
        let about = about_pile(&only);
        if is_one {
            format!(" ({})", only.proviso(about))
        } else {
            format!(" (those {})", only.after_noun(about, true))
        }
    });
    let onto = if is_onto_stock && stock_is_empty {
        "to form a new stock".to_owned()
    } else {
        format!("onto {target}")
    };
    let is_told = is_onto_stock && !is_shuffled;
    if is_one {
        let order = if is_told { ", without shuffling" } else { "" };
        return ("turn", format!("{from}{only} over {onto}{order}"));
    }
    let (under, top, last) = if step.is_reversed {
        ("under", "last", "first")
    } else {
        ("on", "first", "last")
    };
    if is_onto_stock && is_shuffled {
        return ("put", format!("{from}{only} face down on {target}"));
    }
    let order = format!("each pile {under} the next so that the {top} is on top");
    let next = format!(", so that the bottom card of the {last} pile comes out first");
    let next = if is_told { next.as_str() } else { "" };
    let text = format!("{from}{only} into one packet, {order}, and turn it over {onto}{next}");
    ("gather", text)
}

/// What a statement says about the pile that it belongs to, if that is all.
fn about_pile(statement: &Statement) -> Option<&Clause> {
    let clause = statement.as_clause();
    clause.filter(|clause| matches!(clause.subject, Subject::This(_)) && clause.is_simple)
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
    if let PredicateKind::PileEmpty(PileExpr::This) = only.predicate.kind
        && !is_single
    {
        return format!("each empty {}", one_pile(group));
    }
    if let Some(places) = places(game, all, &only.predicate) {
        return places;
    }
    let only = Describer::of_piles(game, all).describe(&only.predicate, false);
    let about = about_pile(&only);
    if is_single {
        format!("{one}, {}", only.proviso(about))
    } else if only.is_about_one_pile() {
        format!("the {} {}", one_pile(group), only.after_noun(about, false))
    } else {
        format!("{one} {}", only.after_noun(about, false))
    }
}

/// Describes the cards that a condition selects, or the next of them: "all Kings", "the next card that is red". Returns
/// whether the text ends with a clause, too.
fn selected(game: &Game, which: &Predicate, are_several: bool) -> (String, bool) {
    let which = Describer::new(game).describe(which, false);
    let noun = which.noun().and_then(|noun| Some((noun.several()?, noun)));
    let cards = match noun {
        Some((several, _)) if are_several => return (format!("all {several}"), false),
        Some((_, noun)) => return (noun.to_string(), false),
        None if are_several => "all cards",
        None => "the next card",
    };
    let clause = which.after_noun(which.about_card(), are_several);
    (format!("{cards} {clause}"), true)
}

/// Names certain cards: "the four Aces", "one King of each suit", "6C, 7H and 8S".
pub(super) fn cards_in_words(game: &Game, cards: &[Card]) -> String {
    let pack = &game.pack;
    let first = cards.first().copied().unwrap_or(Card::Joker);
    let is_same = |card: &Card| card.rank() == first.rank();
    if let [_, _, ..] = cards
        && let Some(rank) = first.rank()
        && cards.iter().all(is_same)
    {
        let in_game = game.deck.iter().filter(|card| is_same(card)).count();
        if in_game == cards.len() {
            return format!("the {} {}", number(in_game), plural(rank.name()));
        }
        let color = first.color();
        let of_color = |card: &&Card| is_same(card) && card.color() == color;
        let is_color = cards.iter().all(|card| card.color() == color)
            && game.deck.iter().filter(of_color).count() == cards.len();
        if let (true, Some(color)) = (is_color, color) {
            let (count, ranks) = (number(cards.len()), plural(rank.name()));
            return format!("the {count} {} {ranks}", color.name());
        }
        let once = |suit: &Suit| cards.iter().filter(|c| c.suit() == Some(*suit)).count() == 1;
        if cards.len() == pack.suits.len() && pack.suits.iter().all(once) {
            return format!("one {} of each suit", rank.name());
        }
    }
    match cards {
        [Card::Joker] => "a joker".to_owned(),
        [Card::Suited(suit, rank)] => {
            let the = if pack.copies(first) == 1 {
                "the"
            } else {
                "one"
            };
            format!("{the} {} of {}", rank.name(), suit.name())
        }
        [first, .., last] if cards.len() > 20 && game.deck.starts_with(cards) => {
            format!("{} cards in order, from {first} to {last}", cards.len())
        }
        cards => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            join_with(&cards, "and")
        }
    }
}
