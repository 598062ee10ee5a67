//! Laws that hold for every game in every position, checked in random play from fixed seeds.
//!
//! `walk` plays, and the tables of laws in this file say what is checked on the way: [`LAWS`] in games of the library, of
//! random rules and of mutated files; [`LAWS_OF_LONG_GAMES`] in many long games. Each law is a function that checks one
//! position.

mod assist;
mod board;
mod claims;
mod copies;
mod flow;
mod hashes;
mod hidden;
mod honest;
mod judge;
mod mutate;
mod notation;
mod oracle;
mod outcome;
mod pages;
mod phrases;
mod plain_rules;
mod random;
mod random_rules;
mod shrink;
mod solve;
mod vocabulary;
mod walk;

use std::sync::Arc;

use patience::id::{ActionId, CardId, PileId};
use patience::internals::{Compiled, Step, pile_text};
use patience::{Deal, DealNumber, Game, Move, Position};

use self::walk::{Found, Law, Stop, Violation, Walk};
use crate::common::{all_games, assert_cases, cases, in_parallel, say, thinning};

/// A row of a table of laws.
const fn law(
    name: &'static str,
    one_in: usize,
    check: fn(&mut Stop<'_, '_>) -> Result<usize, Violation>,
) -> Law {
    Law {
        name,
        one_in,
        check,
    }
}

const LAWS: &[Law] = &[
    law("cards", 1, judge::check_cards),
    law("listed and random moves", 1, judge::check_some_moves),
    law("all conceivable moves", 6, judge::check_all_moves),
    law("refused moves", 1, judge::check_refused_moves),
    law("clones", 1, copies::check_clones),
    law("copies", 1, copies::check_copies),
    law("games played again", 8, copies::check_replays),
    law("positions that are laid out", 1, copies::check_layout),
    law("hashes", 1, hashes::check_hashes),
    law("counters", 30, copies::check_counters),
    law("notation", 1, notation::check_notation),
    law("typed moves", 1, notation::check_random_input),
    law("secrets", 1, hidden::check_a_few_answers),
    law("secrets, thoroughly", 8, hidden::check_many_answers),
    law("what the lint says of conditions", 1, claims::check_claims),
    law("what the lint says of piles", 1, flow::check_flow),
    law("what the lint says of moves", 1, flow::check_moves),
    law("hints", 8, assist::check_hints),
    law("safe moves", 8, assist::check_safe_moves),
    law("compound moves", 1, assist::check_compound_moves),
    law("shown moves", 12, assist::check_shown_moves),
    law("shown hints", 160, assist::check_shown_hints),
    law("boards", 10, board::check_board),
    law("suits of foundations", 3, board::check_suits),
    law("colors of boards", 10, board::check_colors),
];

/// Laws of rules that nobody wrote.
const LAWS_OF_ANY_RULES: &[Law] = &[
    law("played moves", 1, copies::check_played_moves),
    law("outcomes", 5, outcome::check_outcome),
    law("stuck games", 5, outcome::check_stuck),
];

/// Laws that need the files of the library, or that rules there keep which others may break.
const LAWS_OF_THE_LIBRARY: &[Law] = &[
    law("played moves", 1, copies::check_changes),
    law("positions that are written", 1, copies::check_text),
    law("heights of boards", 10, board::check_height),
    law("secrets of the program", 80, hidden::check_program),
];

const LAWS_OF_LONG_GAMES: &[Law] = &[
    law("outcomes", 10, outcome::check_outcome),
    law("stuck games", 100, outcome::check_stuck),
    law("cards", 50, judge::check_cards),
];

/// The most moves of a game in which all laws are checked.
const MOVES: usize = 80;

/// Every conceivable move, legal or not: each card to each pile, and each action.
fn candidates(position: &Position) -> Vec<Move> {
    let cards = cards(position);
    let mut moves: Vec<Move> = cards
        .iter()
        .flat_map(|&c| piles(position).map(move |p| Move::Cards(c, p)))
        .collect();
    let actions = (0..Compiled::new(position.game()).actions.len()).map(ActionId::new);
    moves.extend(actions.map(Move::Action));
    moves
}

fn deal(game: &Arc<Game>, seed: u64) -> Position {
    Position::deal(game, &Deal::Number(DealNumber(seed))).expect("the deal succeeds")
}

fn piles(position: &Position) -> impl Iterator<Item = PileId> + use<> {
    (0..Compiled::new(position.game()).piles.len()).map(PileId::new)
}

fn cards(position: &Position) -> Vec<CardId> {
    piles(position).flat_map(|p| position.cards(p)).collect()
}

/// The complete state of a position: what a player sees, and the key with everything else.
fn full_state(position: &Position) -> (Vec<String>, Vec<u8>, i32) {
    (format_piles(position), position.key(), position.score())
}

/// The cards of all piles, as they are displayed.
fn format_piles(position: &Position) -> Vec<String> {
    let game = position.game();
    piles(position)
        .map(|p| pile_text(game, position, p))
        .collect()
}

/// The legal moves as a player types them, in alphabetical order.
fn format_moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
    texts.sort_unstable();
    texts
}

/// Whether a game may shuffle cards after the setup.
fn may_shuffle(game: &Game) -> bool {
    game.steps_in_play().any(Step::shuffles)
}

/// How many seeds of a game are walked one after the other. Some games take long, so that the others wait for them.
const SEEDS_AT_ONCE: u64 = 25;

/// Walks through games of each of the rules files of the library and of the tests, and of their variants.
fn walk_all(walk: &Walk, seeds: u64) -> Found {
    let starts = (1..=seeds).step_by(usize::try_from(SEEDS_AT_ONCE).expect("it is small"));
    let parts = starts.flat_map(|first| all_games().iter().map(move |game| (game, first)));
    let parts: Vec<_> = parts.collect();
    let walked = in_parallel(&parts, |&(game, first)| {
        walk.games(game, first..=seeds.min(first + SEEDS_AT_ONCE - 1))
    });
    let mut found = Found::default();
    for part in walked {
        found.add(part);
    }
    if let Some(Violation { law, details }) = &found.violation {
        panic!("{law}: {details}");
    }
    found
}

#[test]
fn laws_hold_in_all_games() {
    for game in all_games() {
        if let Err(violation) = pages::check_page(game) {
            panic!("{}: {violation:?}", game.id());
        }
    }
    let walk = Walk {
        laws: &[LAWS, LAWS_OF_THE_LIBRARY],
        moves: MOVES,
        thin: thinning(),
        lags: true,
    };
    let found = walk_all(&walk, 1);
    say("laws_hold_in_all_games", &found.cases);
    for (name, least) in [
        ("safe moves", 500),
        ("compound moves", 40),
        ("shown moves", 500),
        ("suits of foundations", 20),
        ("secrets of the program", 50),
    ] {
        let count = found.cases.get(name).copied().unwrap_or(0);
        assert!(count >= least / thinning(), "{name}: only {count} cases");
    }
}

#[test]
fn laws_hold_in_long_games() {
    let walk = Walk {
        laws: &[LAWS_OF_LONG_GAMES],
        moves: 500,
        thin: 1,
        lags: false,
    };
    let found = walk_all(&walk, cases(200));
    say("laws_hold_in_long_games", &found.cases);
    assert_cases("stuck games", found.cases["stuck games"], 1000);
}

#[test]
fn a_move_is_small() {
    assert!(size_of::<Move>() <= 4);
}
