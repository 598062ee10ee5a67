//! Tests that test nothing: they pass whatever the rules say.

use super::cases::Formula;
use super::message::Wording;
use super::scope::{Known, Scope};
use crate::condition::{PileSet, Slot};
use crate::rules::field::{Field, List, Named, Text};
use crate::rules::file::Test;
use crate::rules::{Game, Rules, compile_holds};
use crate::text::{Describe, Diagnostic, Diagnostics};

/// Warns about tests, or expectations of tests, that cannot fail.
pub(super) fn check(rules: &Rules, report: &mut Diagnostics) {
    for field in rules.tests() {
        let Some(test) = field.get() else { continue };
        check_lists(test, report);
        check_gives(test, report);
        if let (Some(holds), Some(game)) = (&test.holds, game_of(rules, test)) {
            report.extend(check_holds(holds, game));
        }
    }
}

/// The game that a test plays. `None` if it has several variants, which would have to be compiled.
fn game_of<'a>(rules: &'a Rules, test: &Test) -> Option<&'a Game> {
    match List::entries(test.with.as_ref()) {
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
    let mut check = |key: &str, list: Option<&Field<List<Text>>>| {
        if let Some(list) = list.filter(|field| List::entries(Some(*field)).is_empty()) {
            let message = format!("`{key}` lists no move, so it tests nothing");
            let warning = Diagnostic::warning(list.span, message).label("expected a move");
            report.push(warning.help("write `only = []` if no move is legal"));
        }
    };
    check("legal", test.legal.as_ref());
    for (clause, moves) in Named::entries(test.illegal.as_ref()) {
        check(&format!("illegal.\"{}\"", clause.value), Some(moves));
    }
}

/// Warns about `gives` that repeats what the test places, without a move in between.
fn check_gives(test: &Test, report: &mut Diagnostics) {
    let (placed, given) = (
        Named::entries(test.place.as_ref()),
        Named::entries(test.gives.as_ref()),
    );
    let is_moved = !List::entries(test.moves.as_ref()).is_empty();
    let text = |field: &Field<Text>| field.get().map(|text| text.0.clone());
    let is_placed = |(pile, cards): &(_, Field<Text>)| {
        let pile: &crate::text::Spanned<String> = pile;
        let mut places = placed.iter();
        let place = places.find(|(name, _)| name.value == pile.value);
        text(cards).is_some() && place.and_then(|(_, place)| text(place)) == text(cards)
    };
    if let (Some(gives), Some(place), false) = (&test.gives, &test.place, is_moved)
        && !given.is_empty()
        && given.iter().all(is_placed)
    {
        let message = "the test gives what it places, and plays no move";
        report
            .warn(gives.span, message)
            .label("this is true whatever the rules say")
            .also(place.span, "it is placed here")
            .help("write `moves = [...]`, or what is `legal` or `illegal` here");
    }
}

/// Warns about a condition that holds in every position, or that has parts without effect.
fn check_holds(field: &Field<Text>, game: &Game) -> Diagnostics {
    let mut found = Diagnostics::default();
    // Errors have been reported already.
    let condition = compile_holds(field, game, &mut Diagnostics::default());
    let known = Known::new(game);
    let scope = Scope {
        known: &known,
        slot: Slot::Holds,
        this: PileSet::EMPTY,
        variables: Vec::new(),
    };
    let Some(condition) = condition else {
        return found;
    };
    let Some(formula) = Formula::new(&condition.predicate, &scope) else {
        return found;
    };
    let wording = Wording {
        scope: &scope,
        formula: &formula,
    };
    if let Some(value) = formula.constant(&formula.root) {
        found.push(wording.whole(value));
    }
    found
}
