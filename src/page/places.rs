//! Piles that a step selects by their numbers.

use crate::condition::{
    Comparison, PileExpr, Piles, Predicate, PredicateKind, Property, ValueKind,
};
use crate::prose::words::{number, one_pile, some_piles, the_piles};
use crate::rules::Game;

/// Names the piles that a condition selects by their numbers alone: "each of the first four tableau piles", or without
/// "each". `None` if the condition asks for anything else, or selects none.
pub(super) fn places(game: &Game, all: Piles, only: &Predicate, is_each: bool) -> Option<String> {
    let group = game.group_of(all.first);
    let count = i32::from(all.count);
    if all.count != group.piles.count {
        return None;
    }
    let (first, last) = numbers(only, (1, count))?;
    let piles = some_piles(group);
    let (each, each_of) = if is_each {
        (format!("each {}", one_pile(group)), "each of ")
    } else {
        (format!("the {piles}"), "")
    };
    let (from, to) = (usize::try_from(first).ok()?, usize::try_from(last).ok()?);
    Some(match (first, last) {
        (first, last) if first > last => return None,
        (first, last) if first == last => the_piles(game, Piles::one(all.nth(first)?)),
        (1, last) if last == count => each,
        (1, _) => format!("{each_of}the first {} {piles}", number(to)),
        (2, last) if last == count && is_each => format!("{each} but the first"),
        (2, last) if last == count => format!("all {piles} but the first"),
        (_, last) if last == count => {
            format!("{each_of}the last {} {piles}", number(to + 1 - from))
        }
        _ => format!("{each_of}the {piles} {from} to {to}"),
    })
}

/// The first and the last of the numbers of piles that a condition allows, of those from `first` to `last`.
fn numbers(only: &Predicate, (first, last): (i32, i32)) -> Option<(i32, i32)> {
    match &only.kind {
        PredicateKind::All(parts) => parts
            .iter()
            .try_fold((first, last), |range, part| numbers(part, range)),
        PredicateKind::Compare(comparison, a, b) => {
            let (low, high) = match (&a.kind, &b.kind, comparison) {
                (
                    ValueKind::OfPile(Property::Index, PileExpr::This),
                    ValueKind::Number(n),
                    comparison,
                ) => match comparison {
                    Comparison::Equal => (*n, *n),
                    Comparison::Less => (first, n - 1),
                    Comparison::AtMost => (first, *n),
                    Comparison::More => (n + 1, last),
                    Comparison::AtLeast => (*n, last),
                },
                _ => return None,
            };
            Some((first.max(low), last.min(high)))
        }
        _ => None,
    }
}
