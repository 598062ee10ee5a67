//! Steps as instructions to a player with real cards.

use super::cards::{Which, cards_in_words, pack_in_words, selected};
use super::deal::deal;
use super::places::places;
use crate::condition::{
    CardExpr, Comparison, Condition, Leaf, PileExpr, Piles, Predicate, PredicateKind, Property,
    ValueKind,
};
use crate::prose::clause::{Clause, Subject};
use crate::prose::statement::Statement;
use crate::prose::words::{one_pile, some_piles, the_piles};
use crate::prose::{Describer, title_of};
use crate::rules::{Amount, Game, Step, Verb};

/// What is known of the stock before some steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stock {
    Any,
    Empty,
    /// It is empty before them and after them, and only in between do cards lie there.
    Passing,
}

/// What is known when a step is made.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Whether it is a step of the setup.
    pub(super) is_setup: bool,
    /// Whether no card has been dealt before.
    pub(super) is_first: bool,
    /// Whether the stock is empty.
    stock_is_empty: bool,
    /// Whether the stock is only a packet that is taken up and dealt again.
    pub(super) stock_is_packet: bool,
    /// Whether the target is shuffled later.
    is_shuffled: bool,
    /// Whether the stock is shuffled at once, after a packet was turned onto it.
    is_shuffled_next: bool,
}

impl Moment {
    /// Names piles: "the tableau piles".
    pub(super) fn name(self, game: &Game, piles: Piles) -> String {
        if self.stock_is_packet && piles == Piles::one(game.stock) {
            "the packet".to_owned()
        } else {
            the_piles(game, piles)
        }
    }
}

/// What a player does: the condition and the place, if they come first, the verb, and what follows it.
type Instruction = (String, &'static str, String);

/// Describes steps in order: "turn the waste over to form a new stock; then deal ...". What is called like the first verb
/// does without it: "deal: a card from the stock to the waste".
pub(super) fn instructions(
    game: &Game,
    steps: &[Step],
    stock: Stock,
    name: Option<&str>,
) -> String {
    let steps: Vec<&Step> = steps.iter().collect();
    joined(each(game, &steps, stock, None, is_otherwise), name)
}

/// Describes steps that are made again and again, with nothing else in between, until they change nothing.
pub(super) fn repeated(game: &Game, steps: &[Step]) -> String {
    let steps: Vec<&Step> = steps.iter().collect();
    let is_pair = steps.len() == 2;
    // What the first of two does makes no difference, as its turn comes again before long.
    let is_otherwise = |first: &Step, second: &Step| is_pair && are_opposite(first, second);
    joined(each(game, &steps, Stock::Any, None, is_otherwise), None)
}

fn joined(steps: Vec<Described>, name: Option<&str>) -> String {
    let mut text = String::new();
    for (index, step) in steps.into_iter().enumerate() {
        let (first, verb, rest) = step.instruction;
        let is_named = index == 0 && first.is_empty() && name == Some(verb);
        let begin = match index {
            0 => "",
            _ if step.is_otherwise => "; otherwise ",
            _ if first.starts_with("if ") => "; then, ",
            _ => "; then ",
        };
        let instruction = if is_named {
            rest
        } else {
            format!("{first}{verb} {rest}")
        };
        text.push_str(begin);
        text.push_str(&instruction);
    }
    text
}

/// Describes steps of the setup, each in a sentence: "then deal three cards to the waste". `is_led` says whether a sentence
/// leads to the first.
pub(super) fn of_setup(
    game: &Game,
    steps: &[&Step],
    stock: Stock,
    has_dealt: bool,
    is_led: bool,
) -> Vec<String> {
    let described = each(game, steps, stock, Some(has_dealt), is_otherwise);
    let sentences = described.into_iter().enumerate().map(|(index, step)| {
        let (first, verb, rest) = step.instruction;
        let begin = match index {
            _ if step.is_otherwise => "otherwise ",
            0 if is_led || !has_dealt => "",
            _ if first.starts_with("if ") => "then, ",
            _ => "then ",
        };
        format!("{begin}{first}{verb} {rest}")
    });
    sentences.collect()
}

/// A step in words.
struct Described {
    instruction: Instruction,
    /// Whether it is made if the one before it is not.
    is_otherwise: bool,
}

/// Describes steps one by one; those of the setup if it is said whether any card has been dealt.
fn each(
    game: &Game,
    steps: &[&Step],
    stock: Stock,
    has_dealt: Option<bool>,
    is_otherwise: impl Fn(&Step, &Step) -> bool,
) -> Vec<Described> {
    let pile = Piles::one(game.stock);
    let mut stock_is_empty = stock != Stock::Any;
    let mut stock_is_packet = stock == Stock::Passing;
    let mut described: Vec<Described> = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| steps[before]);
        let later = &steps[index + 1..];
        // The step before says it.
        if before.is_some_and(|before| is_shuffled_at_once(before, step, pile)) {
            continue;
        }
        let deals_all = |later: &&Step| {
            let is_all = later.amount == Some(Amount::All) && later.which.is_none();
            is_all && later.from == pile && later.when.is_none()
        };
        let fills_stock = step.fills(pile);
        if fills_stock && stock_is_empty && later.iter().any(deals_all) {
            stock_is_packet = true;
        }
        let moment = Moment {
            is_setup: has_dealt.is_some(),
            is_first: has_dealt == Some(false) && index == 0,
            stock_is_empty,
            stock_is_packet,
            is_shuffled: later.iter().any(|later| shuffles_it(step, later)),
            is_shuffled_next: later
                .first()
                .is_some_and(|next| is_shuffled_at_once(step, next, pile)),
        };
        let is_otherwise = before.is_some_and(|before| is_otherwise(before, step));
        let mut instruction = describe(game, step, moment);
        if is_otherwise {
            instruction.0.clear();
        }
        described.push(Described {
            instruction,
            is_otherwise,
        });
        if fills_stock {
            stock_is_empty = false;
        }
        if stock_is_packet && stock != Stock::Passing && deals_all(&step) {
            (stock_is_empty, stock_is_packet) = (true, false);
        }
    }
    described
}

/// Whether a step only shuffles the pile that the one before it has turned a packet onto.
fn is_shuffled_at_once(before: &Step, step: &Step, pile: Piles) -> bool {
    let is_packet = before.is_packet() && before.to == pile;
    is_packet && shuffles_it(before, step) && before.when.is_none() && step.when.is_none()
}

/// Whether a step shuffles the pile that one before it has put cards on.
fn shuffles_it(before: &Step, step: &Step) -> bool {
    step.shuffles() && step.from == before.to
}

/// Whether a step is made if the one before it is not: their conditions are opposites, and the first step changes nothing
/// that decides.
fn is_otherwise(before: &Step, step: &Step) -> bool {
    let Some(when) = before.when.as_ref().filter(|_| before.action.is_none()) else {
        return false;
    };
    let mut is_unchanged = true;
    when.predicate.walk(&mut |leaf| {
        is_unchanged &= match leaf {
            Leaf::Piles(piles) | Leaf::One(piles) => !before.touches(piles),
            Leaf::Base | Leaf::Used(_) | Leaf::Score | Leaf::Stuck | Leaf::Won => false,
            _ => true,
        };
    });
    is_unchanged && are_opposite(before, step)
}

/// Whether always one of two steps is made, and the other is not.
fn are_opposite(a: &Step, b: &Step) -> bool {
    let (Some(a), Some(b)) = (&a.when, &b.when) else {
        return false;
    };
    let is_not = |a: &Predicate, b: &Predicate| match &a.kind {
        PredicateKind::Not(a) => **a == *b,
        _ => false,
    };
    is_not(&a.predicate, &b.predicate) || is_not(&b.predicate, &a.predicate)
}

fn describe(game: &Game, step: &Step, moment: Moment) -> Instruction {
    let describer = Describer::new(game);
    let each = || each_pile(game, step.to, step.only.as_ref());
    let cards = || match &step.which {
        Some(which) => selected(game, &which.predicate, Which::All).0,
        None => "all cards".to_owned(),
    };
    let (verb, rest) = match step.verb {
        Verb::Deal => deal(game, step, moment),
        Verb::Turn => turn(game, step, moment),
        Verb::Pick => {
            let it = if step.cards.len() == 1 { "it" } else { "them" };
            let (cards, to) = (cards_in_words(game, &step.cards), the_piles(game, step.to));
            let pack = pack_in_words(game);
            let rest = format!("{cards} out of {pack} and put {it} on {to}");
            ("take", rest)
        }
        Verb::Shuffle => ("shuffle", moment.name(game, step.to)),
        Verb::Sink if lifts_bottom(step) => {
            let top = if step.to.count == 1 {
                "its top"
            } else {
                "the top of that pile"
            };
            ("move", format!("the bottom card of {} to {top}", each()))
        }
        Verb::Sink => ("put", format!("{} under the other cards", cards())),
        Verb::Exchange => {
            let others =
                "each with the lowest card under it that is not one of them, if there is one";
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
            let mut rows = step
                .to
                .iter()
                .map(|pile| game.piles[pile.index()].place.row);
            let first = rows.next();
            let way = if rows.all(|row| Some(row) == first) {
                "to the left into the gaps, in the same order"
            } else {
                "into the gaps, in the same order: to the left along each row, and from the left end of a row to the right end of the row above"
            };
            ("move", format!("{piles}{only} {way}"))
        }
        Verb::Call => {
            let action = step.action.map(|action| &game.actions[action.index()]);
            let name = action.map_or_else(String::new, |action| title_of(&action.name));
            ("do", format!("what is described under *{name}*"))
        }
    };
    let when = step.when.as_ref();
    let when = when.map(|when| format!("if {}, ", describer.clause(&when.predicate)));
    let has_place = matches!(step.verb, Verb::Sink | Verb::Exchange) && !lifts_bottom(step);
    let place = has_place.then(|| format!("in {}, ", each()));
    let first = [when, place].into_iter().flatten().collect();
    (first, verb, rest)
}

/// Whether a step puts all cards but the bottom one of a pile under the others.
fn lifts_bottom(step: &Step) -> bool {
    let which = step.which.as_ref().filter(|_| step.verb == Verb::Sink);
    which.is_some_and(|which| match &which.predicate.kind {
        PredicateKind::Compare(Comparison::More, place, number) => {
            let is_place = place.kind == ValueKind::OfCard(Property::Index, CardExpr::Card);
            is_place && number.literal() == Some(1)
        }
        _ => false,
    })
}

fn turn(game: &Game, step: &Step, moment: Moment) -> (&'static str, String) {
    let (from, target) = (the_piles(game, step.from), moment.name(game, step.to));
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
    let is_new_packet = moment.stock_is_packet && moment.stock_is_empty;
    let over = match () {
        () if !is_onto_stock || !moment.stock_is_empty => format!("over onto {target}"),
        () if is_new_packet => "over".to_owned(),
        () if moment.is_setup => "over to form the stock".to_owned(),
        () => "over to form a new stock".to_owned(),
    };
    let is_told = is_onto_stock && !moment.is_shuffled;
    let shuffle = if moment.is_shuffled_next {
        " and shuffle it"
    } else {
        ""
    };
    if is_one {
        let order = if is_told {
            ", without shuffling"
        } else {
            shuffle
        };
        return ("turn", format!("{from}{only} {over}{order}"));
    }
    if is_onto_stock && moment.is_shuffled {
        let (verb, place) = if is_new_packet {
            ("gather", "into a packet".to_owned())
        } else {
            ("put", format!("face down on {target}"))
        };
        return (verb, format!("{from}{only} {place}{shuffle}"));
    }
    let (under, top, last) = if step.is_reversed {
        ("under", "last", "first")
    } else {
        ("on", "first", "last")
    };
    let order = format!("each pile {under} the next so that the {top} is on top");
    // A packet that is dealt at once shows it.
    let next = if is_told && !is_new_packet {
        format!(", so that the bottom card of the {last} pile comes out first")
    } else {
        String::new()
    };
    let text = format!("{from}{only} into one packet, {order}, and turn it {over}{next}");
    ("gather", text)
}

/// What a statement says about the pile that it belongs to, if that is all.
fn about_pile(statement: &Statement) -> Option<&Clause> {
    let clause = statement.as_clause();
    clause.filter(|clause| matches!(clause.subject, Subject::This(_)) && clause.is_simple)
}

/// Names the piles that a step is for: "each tableau pile", "each empty cell".
pub(super) fn each_pile(game: &Game, all: Piles, only: Option<&Condition>) -> String {
    selected_piles(game, all, only, true)
}

/// Names the piles among which a step divides all cards: "the tableau piles", "the empty cells".
pub(super) fn all_piles(game: &Game, all: Piles, only: Option<&Condition>) -> String {
    selected_piles(game, all, only, false)
}

fn selected_piles(game: &Game, all: Piles, only: Option<&Condition>, is_each: bool) -> String {
    let group = game.group_of(all.first);
    let is_single = all.count == 1;
    let name = |before: &str| {
        if is_each {
            format!("each {before}{}", one_pile(group))
        } else {
            format!("the {before}{}", some_piles(group))
        }
    };
    let one = if is_single {
        the_piles(game, all)
    } else {
        name("")
    };
    let Some(only) = only else {
        return one;
    };
    if let PredicateKind::PileEmpty(PileExpr::This) = only.predicate.kind
        && !is_single
    {
        return name("empty ");
    }
    if let Some(places) = places(game, all, &only.predicate, is_each) {
        return places;
    }
    let only = Describer::of_piles(game, all).describe(&only.predicate, false);
    let about = about_pile(&only);
    if is_single {
        format!("{one}, {}", only.proviso(about))
    } else if let Some(pile) = only.one_pile(&one_pile(group)) {
        pile
    } else if about.is_none() {
        // What the author says of one pile may be true only of each alone: "at the end of its row".
        format!("each {} {}", one_pile(group), only.after_noun(None, false))
    } else {
        format!("{one} {}", only.after_noun(about, !is_each))
    }
}
