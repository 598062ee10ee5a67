//! Laws of hints, safe moves and moves made of several.

use patience::{CardId, Move, PileId, Position};

use super::{all_games, deal, for_positions_of, piles};
use crate::common::Rng;

/// The pile of each card, and the order of the cards in it.
fn order_of(position: &Position) -> Vec<Vec<CardId>> {
    piles(position).map(|pile| position.cards(pile)).collect()
}

#[test]
fn hints_are_the_legal_moves() {
    for game in all_games() {
        for_positions_of(game, 7, |position, rng| {
            if rng.below(10) > 0 {
                return;
            }
            let hints = position.hints();
            assert!(hints.iter().all(|hint| !hint.reason.is_empty()));
            let mut hinted: Vec<String> =
                hints.iter().map(|h| position.format_move(h.mv)).collect();
            let legal = position.legal_moves();
            let mut legal: Vec<String> = legal.iter().map(|&m| position.format_move(m)).collect();
            hinted.sort_unstable();
            legal.sort_unstable();
            assert_eq!(hinted, legal, "{}", game.id());
        });
    }
}

#[test]
fn safe_moves_are_legal_and_go_to_goal_piles() {
    let mut count = 0;
    for game in all_games() {
        for_positions_of(game, 8, |position, rng| {
            if rng.below(10) > 0 {
                return;
            }
            let mut next = position.clone();
            for mv in position.safe_moves() {
                let cards = next.score();
                next.play(mv).expect("a safe move is legal");
                let is_action = matches!(mv, Move::Action(_));
                assert!(!is_action, "{}: {cards}", game.id());
                count += 1;
            }
        });
    }
    assert!(count > 500, "only {count} safe moves");
}

#[test]
fn compound_moves_move_a_unit_and_nothing_else() {
    let mut count = 0;
    for game in all_games() {
        for seed in 1..=2 {
            let mut position = deal(game, seed);
            let mut rng = Rng(seed);
            for _ in 0..40 {
                check_compound_moves(&position, &mut rng, &mut count);
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(legal[rng.below(legal.len())]);
            }
        }
    }
    assert!(count > 40, "only {count} compound moves");
}

/// Tries a random move of several cards.
fn check_compound_moves(position: &Position, rng: &mut Rng, count: &mut usize) {
    let all: Vec<PileId> = piles(position).collect();
    let (from, to) = (all[rng.below(all.len())], all[rng.below(all.len())]);
    let cards = position.cards(from);
    if cards.len() < 2 {
        return;
    }
    let index = cards.len() - 2 - rng.below((cards.len() - 1).min(3));
    let Some(moves) = position.find_compound_move(cards[index], to) else {
        return;
    };
    *count += 1;
    let mut expected = order_of(position);
    let unit = expected[from.index()].split_off(index);
    expected[to.index()].extend(unit);
    let mut next = position.clone();
    for mv in moves {
        next.play(mv).expect("each move is legal");
    }
    assert_eq!(order_of(&next), expected, "{}", position.game().id());
}
