//! The Klondike of the benchmarks, which is written by hand, allows the same moves as `games/klondike.toml`.

use patience::deal::parse_cards;
use patience::player::perft;
use patience::{Deal, Position, Rules};

use crate::bench_klondike::{Klondike, Move, RANKS, SUITS, Source, generate_tree};
use crate::common::Rng;

/// A shuffled pack.
fn shuffle(rng: &mut Rng) -> String {
    let ranks = RANKS.into_iter();
    let mut cards: Vec<String> = ranks
        .flat_map(|rank| SUITS.map(|suit| format!("{rank}{suit}")))
        .collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, rng.below(last + 1));
    }
    cards.join(" ")
}

/// A move as it is typed in `patience play`.
fn format(game: &Klondike, chosen: Move) -> String {
    let name = |from| {
        let (rank, suit) = match from {
            Source::Foundation(suit) => (game.foundations[suit], suit),
            Source::Waste => {
                let card = game.waste.top().expect("the move is legal");
                (card.rank, usize::from(card.suit))
            }
            Source::Tableau(from, count) => {
                let cards = game.tableau[from].cards();
                let card = cards[cards.len() - count];
                (card.rank, usize::from(card.suit))
            }
        };
        format!("{}{}", RANKS[usize::from(rank) - 1], SUITS[suit])
    };
    match chosen {
        Move::Deal => "deal".to_owned(),
        Move::Redeal => "redeal".to_owned(),
        Move::ToFoundation(from) => format!("{} f", name(from)),
        Move::ToTableau(from, to) => format!("{} t{}", name(from), to + 1),
    }
}

#[test]
fn both_klondikes_allow_the_same_moves() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let mut rng = Rng(7);
    let mut count = 0;
    for number in 0..60 {
        let pack = shuffle(&mut rng);
        let cards = parse_cards(&pack).expect("the pack is a list of cards");
        let deal = Deal::Deck(cards);
        let mut position = Position::deal(rules.game(), &deal).expect("the pack fits the game");
        let mut by_hand = Klondike::deal(&pack).expect("the pack fits the game");
        if number < 5 {
            let positions: u64 = (1..=4).filter_map(|depth| perft(&position, depth)).sum();
            assert_eq!(generate_tree(&by_hand, &mut vec![Vec::new(); 4]), positions);
        }
        let mut moves = Vec::new();
        for _ in 0..400 {
            by_hand.legal_moves(&mut moves);
            let mut ours = position.legal_moves();
            let mut theirs: Vec<_> = (moves.iter())
                .map(|&chosen| {
                    let text = format(&by_hand, chosen);
                    let parsed = position.parse_move(&text);
                    parsed.unwrap_or_else(|error| panic!("{text}: {error}"))
                })
                .collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
            assert_eq!(by_hand.is_won(), position.is_won());
            if moves.is_empty() {
                break;
            }
            count += moves.len();
            // With some help, games are won.
            let is_progress = |chosen: &&Move| matches!(chosen, Move::ToFoundation(_));
            let progress = moves.iter().find(is_progress).filter(|_| rng.below(2) == 0);
            let chosen = progress.copied();
            let chosen = chosen.unwrap_or_else(|| moves[rng.below(moves.len())]);
            let mv = position.parse_move(&format(&by_hand, chosen));
            position
                .play(mv.expect("the move is legal"))
                .expect("the move is legal");
            by_hand.play(chosen);
        }
    }
    assert!(count > 50_000, "only {count} moves were compared");
}
