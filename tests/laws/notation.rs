//! Laws of what is typed and read.

use std::collections::HashMap;

use patience::internals::{Compiled, read};

use super::cards;
use super::judge::describe;
use super::walk::{Stop, Violation, ensure, fail};

/// Each legal move can be written and read back, and no two have the same text.
pub(super) fn check_notation(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let law = "a move is read as it is written";
    let moves = position.legal_moves();
    let mut texts = HashMap::new();
    for &mv in &moves {
        let text = position.format_move(mv);
        match read(position, &text).map(|attempt| attempt.resolve(position)) {
            Ok(Ok(other)) => ensure(other == mv, law, || {
                let (other, mv) = (describe(position, other), describe(position, mv));
                format!("{text} is {other}, not {mv}")
            })?,
            Ok(Err(refusal)) => fail(law, format!("{text}: {refusal}"))?,
            Err(error) => fail(law, format!("{text}: {error}"))?,
        }
        if let Some(other) = texts.insert(text.clone(), mv) {
            let (other, mv) = (describe(position, other), describe(position, mv));
            fail(
                "no two moves are written alike",
                format!("{text}: {other} and {mv}"),
            )?;
        }
    }
    Ok(moves.len())
}

/// Random input, if it is accepted, is a listed move.
pub(super) fn check_random_input(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let (position, rng) = (stop.position, &mut stop.rng);
    let game = position.game();
    let compiled = Compiled::new(game);
    let listed = position.legal_moves();
    let cards_on_board = cards(position);
    for _ in 0..20 {
        let mut words = Vec::new();
        for _ in 0..2 {
            let pile = patience::id::PileId::new(rng.below(compiled.piles.len()));
            words.push(match rng.below(4) {
                0 => game.group_of(pile).name.clone(),
                1 if !cards_on_board.is_empty() => position
                    .face(cards_on_board[rng.below(cards_on_board.len())])
                    .to_string(),
                _ => game.pile_name(pile),
            });
        }
        if rng.below(4) == 0 {
            words.push((1 + rng.below(4)).to_string());
        }
        let text = words.join(" ");
        if let Ok(attempt) = read(position, &text)
            && let Ok(mv) = attempt.resolve(position)
            && !listed.contains(&mv)
        {
            let details = format!("{text}: {}", describe(position, mv));
            fail("accepted input is a listed move", details)?;
        }
    }
    Ok(20)
}
