//! Ids of moves. That every legal move has one is a law of random play; here are the long runs, which that hardly ever
//! builds.

use std::sync::Arc;

use patience::deal::Layout;
use patience::id::PileId;
use patience::{Card, Game, Move, Position, Rules, Suit};

use crate::common::{all_games, in_parallel};

/// The suits of the runs of a pack, each with that of every other card: of one suit, of both colors, and of one color.
const SUITS: [[[Suit; 2]; 4]; 3] = {
    let [c, d, h, s] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    [
        [[c, c], [d, d], [h, h], [s, s]],
        [[c, d], [d, c], [s, h], [h, s]],
        [[c, s], [s, c], [d, h], [h, d]],
    ]
};

/// The cards of a game in runs, one after the other.
fn in_runs(game: &Game, suits: [[Suit; 2]; 4], descends: bool) -> Vec<Card> {
    let mut left: Vec<Card> = game.deck().to_vec();
    let mut ranks: Vec<_> = left.iter().filter_map(|card| card.rank()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    if descends {
        ranks.reverse();
    }
    let mut cards = Vec::new();
    while !left.is_empty() {
        let before = left.len();
        for pair in suits {
            for (number, &rank) in ranks.iter().enumerate() {
                let suit = pair[number % 2];
                let is_next = |card: &Card| card.rank() == Some(rank) && card.suit() == Some(suit);
                if let Some(index) = left.iter().position(is_next) {
                    cards.push(left.remove(index));
                }
            }
        }
        if left.len() == before {
            break;
        }
    }
    cards
}

/// Checks the legal moves of a position with all these cards on one pile. Returns how many move more than eight.
fn check_pile(game: &Arc<Game>, pile: PileId, cards: &[Card]) -> usize {
    let mut layout = Layout::default();
    layout.piles = vec![(pile, cards.iter().map(|&card| (card, false)).collect())];
    let Ok(position) = Position::lay_out(game, &layout) else {
        return 0;
    };
    let mut long = 0;
    for mv in position.legal_moves() {
        let id = position.move_id(mv).filter(|&id| id < game.move_ids());
        let meant = id.and_then(|id| position.move_with_id(id));
        let text = position.format_move(mv);
        assert_eq!(
            meant,
            Some(mv),
            "{}: {text}\n{}",
            game.id(),
            position.to_text()
        );
        if let Move::Cards(card, _) = mv {
            let depth = position.cards_down(pile).position(|other| other == card);
            long += usize::from(depth.is_some_and(|depth| depth >= 8));
        }
    }
    long
}

#[test]
fn long_runs_have_ids() {
    let long = in_parallel(all_games(), |game| {
        let mut long = 0;
        for suits in SUITS {
            for descends in [false, true] {
                let cards = in_runs(game, suits, descends);
                for pile in game.piles() {
                    for count in [13.min(cards.len()), cards.len()] {
                        long += check_pile(game, pile, &cards[..count]);
                    }
                }
            }
        }
        long
    });
    let long: usize = long.into_iter().sum();
    assert!(long > 10_000, "{long}");
}

/// What programs learn has a place for each id, so that only moves that can ever be legal have one.
#[test]
fn ids_are_few() {
    for (game, most) in [
        ("golf", 8),
        ("freecell", 200),
        ("klondike", 700),
        ("parallels", 1000),
        ("spider", 1300),
        ("accordion", 6000),
    ] {
        let rules = Rules::built_in(game).expect("the game is built in");
        let count = rules.game().move_ids();
        assert!(count <= most, "{game}: {count}");
    }
}
