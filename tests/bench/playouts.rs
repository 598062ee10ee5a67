//! Random playouts: every position's legal moves are listed, and one of them is played.

use std::sync::Arc;

use patience::{Deal, DealNumber, Game, Move, Position};

use crate::{ROUNDS, seconds, spread};

/// The most moves of a playout.
pub(crate) const CAP: usize = 200;

/// What some playouts came to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) moves: u32,
    pub(crate) generated: u32,
}

/// The numbers that choose the moves (`SplitMix64`).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let chosen = ((z >> 32) * n as u64) >> 32;
        usize::try_from(chosen).expect("below a length")
    }
}

/// Plays on from a position at random, as far as the cap lets it.
pub(crate) fn play(
    mut position: Position,
    chance: &mut Chance,
    legal: &mut Vec<Move>,
    tally: &mut Tally,
) {
    for _ in 0..CAP {
        position.legal_moves_into(legal);
        if legal.is_empty() {
            return;
        }
        tally.generated += u32::try_from(legal.len()).expect("few moves");
        tally.moves += 1;
        position.play_unchecked(legal[chance.below(legal.len())]);
    }
}

pub(crate) fn print(game: &Arc<Game>) {
    let mut rates = Vec::new();
    let (mut tally, mut total) = (Tally::default(), 0.0);
    for round in 0..ROUNDS as u64 {
        let first = 1 + round * 1000;
        let (sum, took) = seconds(|| some(game, first, 1000));
        rates.push(f64::from(sum.moves) / took / 1e6);
        total += took;
        tally.moves += sum.moves;
        tally.generated += sum.generated;
    }
    println!(
        "  {:16} {} million moves a second, {:.0} ns a move that is listed, {:.2} moves a position",
        game.id,
        spread(&mut rates),
        total / f64::from(tally.generated) * 1e9,
        f64::from(tally.generated) / f64::from(tally.moves)
    );
}

fn some(game: &Arc<Game>, first: u64, deals: u64) -> Tally {
    let (mut chance, mut legal, mut tally) = (Chance(first), Vec::new(), Tally::default());
    for deal in first..first + deals {
        let deal = Deal::Number(DealNumber(deal));
        let position = Position::deal(game, &deal).expect("a number is a deal");
        play(position, &mut chance, &mut legal, &mut tally);
    }
    tally
}
