//! Steps as instructions to a player with real cards.

use std::fmt;

use super::faces::list_sizes;
use super::places::places;
use crate::cards::{Card, Suit};
use crate::condition::{ActionId, Condition, PileExpr, Piles, Predicate, PredicateKind};
use crate::prose::clause::{Clause, Mood, Statement, Subject};
use crate::prose::words::{count, number, one_pile, plural, the_piles};
use crate::prose::{Describer, words_of};
use crate::rules::file::By;
use crate::rules::{Amount, Divert, Game, Step, Verb};
use crate::text::join_with;

/// What a player does: the verb, and what follows it.
pub(super) struct Instruction {
    /// The condition, described, under which it is done.
    when: Option<String>,
    /// Where it is done, if that comes first: "in each tableau pile".
    place: Option<String>,
    pub(super) verb: &'static str,
    pub(super) rest: String,
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(when) = &self.when {
            write!(f, "if {when}, ")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{place}, ")?;
        }
        write!(f, "{} {}", self.verb, self.rest)
    }
}

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
        let instruction = describe(game, step, false, stock_is_empty, is_shuffled);
        let is_named = index == 0 && instruction.when.is_none() && name == Some(instruction.verb);
        texts.push(if is_named {
            instruction.rest
        } else {
            instruction.to_string()
        });
        stock_is_empty &= !step.fills(Piles::one(game.stock));
    }
    texts.join("; then ")
}

/// Describes a step of the setup: "deal three cards to the waste".
pub(super) fn instruction(game: &Game, step: &Step) -> String {
    describe(game, step, true, false, false).to_string()
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
        Some(which) => selected_cards(&describer, &which.predicate).text,
        None => "all cards".to_owned(),
    };
    let (verb, rest) = match step.verb {
        Verb::Deal => deal(game, step, is_setup),
        Verb::Turn => turn(game, step, stock_is_empty, is_shuffled),
        Verb::Pick => {
            let it = if step.cards.len() == 1 { "it" } else { "them" };
            let (cards, to) = (cards_in_words(game, &step.cards), the_piles(game, step.to));
            (
                "take",
                format!("{cards} out of the pack and put {it} on {to}"),
            )
        }
        Verb::Shuffle => ("shuffle", the_piles(game, step.to)),
        Verb::Sink => ("put", format!("{} under the other cards", cards())),
        Verb::Exchange => {
            let others = "the lowest other cards below them, from the bottom up";
            ("exchange", format!("{} with {others}", cards()))
        }
        Verb::Invert => ("turn", format!("over, where it lies, {}", each())),
        Verb::Close => {
            let piles = the_piles(game, step.to);
            let only = step.only.as_ref().map_or_else(String::new, |only| {
                format!(" (those for which {})", describer.clause(&only.predicate))
            });
            (
                "move",
                format!("{piles}{only} up to fill the empty places before them, in order"),
            )
        }
        Verb::Call => {
            let action = step.action;
            let name = action.map_or_else(String::new, |action| action_name(game, action));
            ("do", format!("what *{name}* does"))
        }
    };
    Instruction {
        place: matches!(step.verb, Verb::Sink | Verb::Exchange).then(|| format!("in {}", each())),
        when: step
            .when
            .as_ref()
            .map(|when| describer.clause(&when.predicate)),
        verb,
        rest,
    }
}

/// Returns the name of an action in words.
pub(super) fn action_name(game: &Game, action: ActionId) -> String {
    words_of(&game.actions[action.index()].name)
}

fn deal(game: &Game, deal: &Step, is_setup: bool) -> (&'static str, String) {
    let is_from_stock = deal.from.first == game.stock && deal.from.count == 1;
    let verb = if is_from_stock { "deal" } else { "move" };
    let is_one = deal.to.count == 1;
    let amount = deal.amount.as_ref().unwrap_or(&Amount::All);
    let several = *amount != Amount::Each(1);
    let mut text = dealt_cards(game, deal, amount);
    if !is_from_stock || !is_setup {
        text = format!("{text} from {}", the_piles(game, deal.from));
    }
    let each = || each_pile(game, deal.to, deal.only.as_ref());
    let to = match amount {
        Amount::List(list) => {
            let sizes: Vec<usize> = list.iter().map(|&size| usize::from(size)).collect();
            let one = one_pile(game.group_of(deal.to.first));
            format!(
                "{} ({})",
                the_piles(game, deal.to),
                list_sizes(&sizes, &one).text
            )
        }
        _ if is_one && deal.only.is_none() => the_piles(game, deal.to),
        Amount::Each(_) => each(),
        Amount::All => {
            text += " in rounds, one";
            each()
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

/// The cards that a step deals to a pile: "three cards", "the next card that is a King".
fn dealt_cards(game: &Game, deal: &Step, amount: &Amount) -> String {
    let describer = Describer::new(game);
    let which = deal.which.as_ref().map(|which| &which.predicate);
    match (amount, which) {
        (Amount::Each(1), Some(which)) => selected_card(&describer, which),
        (Amount::Each(n), Some(which)) => format!(
            "{} ({})",
            count(usize::from(*n), "card"),
            selected_cards(&describer, which).text
        ),
        (Amount::Each(1), None) if deal.to.count == 1 && deal.only.is_none() => "a card".to_owned(),
        (Amount::Each(n), None) => count(usize::from(*n), "card"),
        (Amount::List(_), _) => "cards".to_owned(),
        (Amount::All, Some(which)) => selected_cards(&describer, which).text,
        (Amount::All, None) => "all cards".to_owned(),
    }
}

fn diverted(game: &Game, divert: &Divert) -> String {
    let target = game.group_of(divert.to.first);
    let piles = the_piles(game, divert.to);
    let describer = Describer::new(game);
    let which = divert
        .which
        .as_ref()
        .map(|which| selected_cards(&describer, &which.predicate));
    let face = if divert.face_up { "" } else { ", face down" };
    let cards = match (which, target.judges_diverted_cards()) {
        (Some(which), true) => {
            let and = if which.has_clause { " and" } else { "" };
            format!("{}{and} that fit on {piles} go there", which.text)
        }
        (Some(which), false) => format!("{} go to {piles}", which.text),
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
    step: &Step,
    stock_is_empty: bool,
    is_shuffled: bool,
) -> (&'static str, String) {
    let (from, target) = (the_piles(game, step.from), the_piles(game, step.to));
    let is_one = step.from.count == 1;
    let is_onto_stock = step.to.first == game.stock;
    let only = step.only.as_ref().map_or_else(String::new, |only| {
        let only = Describer::of_piles(game, step.from).describe(&only.predicate, false);
        match about_pile(&only) {
            Some(clause) if is_one => format!(" (if it {})", clause.predicate(Mood::Plain, false)),
            Some(clause) => format!(" (those that {})", clause.predicate(Mood::Plain, true)),
            None if is_one => format!(" (if {})", only.clause(Mood::Plain)),
            None => format!(" (those for which {})", only.clause(Mood::Plain)),
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
    let (order, last) = if step.is_reversed {
        (
            "each pile under the next so that the last is on top",
            "first",
        )
    } else {
        ("each pile on the next so that the first is on top", "last")
    };
    let next = if is_told {
        format!(", so that the bottom card of the {last} pile comes out first")
    } else {
        String::new()
    };
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
    match about_pile(&only).map(|clause| clause.predicate(Mood::Plain, false)) {
        Some(rest) if is_single => format!("{one}, if it {rest}"),
        Some(rest) => format!("{one} that {rest}"),
        None if is_single => format!("{one}, if {}", only.clause(Mood::Plain)),
        None => format!("{one} for which {}", only.clause(Mood::Plain)),
    }
}

/// Cards that a condition selects.
struct SelectedCards {
    text: String,
    /// Whether the text ends with a clause: "that have the suit of ...".
    has_clause: bool,
}

/// Describes the one card that a condition selects.
fn selected_card(describer: &Describer<'_>, which: &Predicate) -> String {
    let which = describer.describe(which, false);
    if let Some(noun) = which.noun().filter(|noun| noun.several().is_some()) {
        return noun.to_string();
    }
    match which.about_card() {
        Some(clause) => format!(
            "the next card that {}",
            clause.predicate(Mood::Plain, false)
        ),
        None => format!("the next card for which {}", which.clause(Mood::Plain)),
    }
}

/// Describes the cards that a condition selects.
fn selected_cards(describer: &Describer<'_>, which: &Predicate) -> SelectedCards {
    let which = describer.describe(which, false);
    if let Some(several) = which.noun().and_then(|noun| noun.several()) {
        return SelectedCards {
            text: format!("all {several}"),
            has_clause: false,
        };
    }
    let text = match which.about_card() {
        Some(clause) => format!("all cards that {}", clause.predicate(Mood::Plain, true)),
        None => format!("all cards for which {}", which.clause(Mood::Plain)),
    };
    SelectedCards {
        text,
        has_clause: true,
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
            return format!("the {} {}", number(in_game), plural(rank.name()));
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
