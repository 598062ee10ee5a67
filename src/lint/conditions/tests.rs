//! Tests that test nothing: they pass whatever the rules say.

use super::formula::Formula;
use super::scope::{Known, Scope};
use crate::condition::{PileSet, Slot};
use crate::rules::field::{Field, List, Text};
use crate::rules::file::Test;
use crate::rules::{Game, Rules, compile_holds};
use crate::text::{Describe, Diagnostic, Diagnostics};

/// Warns about tests, or expectations of tests, that cannot fail.
pub(super) fn check(rules: &Rules, report: &mut Diagnostics) {
    for field in rules.tests() {
        let Some(test) = field.get() else { continue };
        check_lists(test, report);
        check_gives(test, report);
        if test.holds.is_set()
            && let Some(game) = game_of(rules, test)
            && let Some(found) = check_holds(&test.holds, game)
        {
            report.push(found);
        }
    }
}

/// The game that a test plays. `None` if it has several variants, which would have to be compiled.
fn game_of<'a>(rules: &'a Rules, test: &Test) -> Option<&'a Game> {
    match test.with.entries() {
        [] => Some(rules.game()),
        [name] => {
            let mut variants = rules.checked_variants().iter();
            let name = &name.get()?.0;
            Some(&variants.find(|(variant, _)| variant.value == *name)?.1)
        }
        _ => None,
    }
}

/// Warns about lists of moves without a move.
fn check_lists(test: &Test, report: &mut Diagnostics) {
    let mut check = |key: &str, list: &Field<List<Text>>| {
        if list.is_set() && list.entries().is_empty() {
            let message = format!("`{key}` lists no move, so it tests nothing");
            report
                .warn(list.span, message)
                .label("expected a move")
                .help("write `only = []` if no move is legal");
        }
    };
    check("legal", &test.legal);
    for (clause, moves) in test.illegal.named() {
        check(&format!("illegal.\"{}\"", clause.value), moves);
    }
}

/// Warns about `gives` that repeats what the test places, without a move in between.
fn check_gives(test: &Test, report: &mut Diagnostics) {
    let (placed, given) = (test.place.named(), test.gives.named());
    let is_moved = !test.moves.entries().is_empty();
    let text = |field: &Field<Text>| field.get().map(|text| text.0.clone());
    let is_placed = |(pile, cards): &(_, Field<Text>)| {
        let pile: &crate::text::Spanned<String> = pile;
        let mut places = placed.iter();
        let place = places.find(|(name, _)| name.value == pile.value);
        text(cards).is_some() && place.and_then(|(_, place)| text(place)) == text(cards)
    };
    if test.place.is_set() && !is_moved && !given.is_empty() && given.iter().all(is_placed) {
        let message = "the test gives what it places, and plays no move";
        report
            .warn(test.gives.span, message)
            .label("this is true whatever the rules say")
            .also(test.place.span, "it is placed here")
            .help("write `moves = [...]`, or what is `legal` or `illegal` here");
    }
}

/// Warns about a condition that holds in every position, or in none.
fn check_holds(field: &Field<Text>, game: &Game) -> Option<Diagnostic> {
    // Errors have been reported already.
    let condition = compile_holds(field, game, &mut Diagnostics::default())?;
    let known = Known::new(game);
    let scope = Scope::new(&known, Slot::Holds, PileSet::EMPTY);
    let formula = Formula::new(&condition.predicate, &scope)?;
    let value = formula.constant(formula.root)?;
    Some(formula.whole(value))
}
