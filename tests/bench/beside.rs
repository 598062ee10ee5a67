//! Comparison with hand-written programs: the same deals, the same limit on moves, run alternately. One is part of the
//! benchmark, so that everyone can check the ratio; others can be in a folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use patience::deal::parse_cards;
use patience::player::Player;
use patience::{Deal, Game, Position};

use crate::klondike::{self, Klondike};
use crate::playouts::{MAX_MOVES, to_f64};
use crate::rng::Rng;
use crate::trees::{generate_tree, new_levels};
use crate::{ROUNDS, format_spread, load_built_in, measure};

/// The number of playouts in a round.
const ROUND_PLAYOUTS: u64 = 4000;

/// The playouts to compare: our game, and the arguments with which their program plays it and prints its deals.
const PLAYOUTS: [(&str, &str, &str); 3] = [
    ("klondike", "naive3", "deck"),
    ("klondike", "k3", "deck"),
    ("freecell", "fc", "deck"),
];
/// The move trees to compare: as above, with the depth and the seed of the deal.
const TREES: [(&str, &str, &str, usize, u64); 2] = [
    ("klondike", "kperft", "deck", 11, 4),
    ("freecell", "fcperft", "msdeck", 6, 1),
];

/// Compares with the Klondike of this folder.
pub(crate) fn print_own() {
    println!("the hand-written Klondike of `tests/bench`, its CPU time divided by ours:");
    let game = load_built_in("klondike");
    let ratios = (0..ROUNDS as u64).map(|round| {
        let first = 1 + round * ROUND_PLAYOUTS;
        let deals = first..first + ROUND_PLAYOUTS;
        let starts: Vec<Position> = deals.clone().map(|seed| deal_seed(&game, seed)).collect();
        let (our_moves, ours) = measure(|| {
            let played = starts.into_iter().zip(deals);
            played
                .map(|(position, deal)| Player::Random.play(position, deal, MAX_MOVES).moves)
                .sum()
        });
        // The moves are random, so that neither plays the same number of them.
        seconds_by_hand(first, ROUND_PLAYOUTS) / (ours / to_f64(our_moves))
    });
    let mut ratios: Vec<f64> = ratios.collect();
    println!("  playouts         {}", format_spread(&mut ratios));
    let (depth, seed) = (TREES[0].3, TREES[0].4);
    let mut start = deal_seed(&game, seed);
    let by_hand = deal_by_hand(&shuffle_deck(seed));
    let mut levels = new_levels(&start, depth);
    let mut lists = vec![Vec::new(); depth];
    let ratios = (0..ROUNDS).map(|_| {
        let (our_count, ours) = measure(|| generate_tree(&mut start, &mut levels));
        let (count, theirs) = measure(|| klondike::generate_tree(&by_hand, &mut lists));
        assert_eq!(count, our_count, "the trees differ");
        theirs / ours
    });
    let mut ratios: Vec<f64> = ratios.collect();
    println!("  trees            {}", format_spread(&mut ratios));
}

/// The CPU time in seconds that the Klondike of this folder takes for a random move, the average of some playouts.
pub(crate) fn seconds_by_hand(first: u64, playouts: u64) -> f64 {
    let decks = (first..first + playouts).map(shuffle_deck);
    let games: Vec<Klondike> = decks.map(|deck| deal_by_hand(&deck)).collect();
    let mut rng = Rng(first);
    let (moves, seconds) = measure(|| {
        let games = games.into_iter();
        games.map(|game| play_randomly(game, &mut rng)).sum()
    });
    seconds / to_f64(moves)
}

/// Plays random moves until the game ends. Returns how many were played.
fn play_randomly(mut game: Klondike, rng: &mut Rng) -> u64 {
    let mut played = 0;
    let mut moves = Vec::new();
    while played < u64::from(MAX_MOVES) && !game.is_won() {
        game.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let random = rng.next_u64() % moves.len() as u64;
        game.play(moves[usize::try_from(random).expect("it is an index")]);
        played += 1;
    }
    played
}

fn deal_by_hand(deck: &str) -> Klondike {
    Klondike::deal(deck).expect("the deck is a pack")
}

/// Our position after the deal of a seed.
fn deal_seed(game: &Arc<Game>, seed: u64) -> Position {
    let cards = parse_cards(&shuffle_deck(seed)).expect("the deck is a list of cards");
    Position::deal(game, &Deal::Deck(cards)).expect("the deck fits the game")
}

pub(crate) fn print(folder: &Path) {
    let program = ["", "target/release"].map(|f| folder.join(f).join("klondike_native"));
    let Some(program) = program.iter().find(|p| p.is_file()) else {
        println!("there is no `klondike_native` in {}", folder.display());
        return;
    };
    println!("hand-written programs, their CPU time divided by ours:");
    for (id, theirs, deck) in PLAYOUTS {
        let game = load_built_in(id);
        let ratios = (0..ROUNDS as u64).map(|round| {
            let first = 1 + round * ROUND_PLAYOUTS;
            let starts = deal_range(&game, program, deck, first..first + ROUND_PLAYOUTS);
            let ((), ours) = measure(|| {
                for (position, deal) in starts.into_iter().zip(first..) {
                    let _ = Player::Random.play(position, deal, MAX_MOVES);
                }
            });
            let numbers = [ROUND_PLAYOUTS, first, u64::from(MAX_MOVES)].map(|n| n.to_string());
            measure_theirs(program, theirs, &numbers) / ours
        });
        let mut ratios: Vec<f64> = ratios.collect();
        println!(
            "  {id:16} playouts beside {theirs:8} {}",
            format_spread(&mut ratios)
        );
    }
    let by_cells = load_freecell_by_cells();
    for (id, theirs, deck, depth, seed) in TREES {
        let game = if id == "freecell" {
            Arc::clone(&by_cells)
        } else {
            load_built_in(id)
        };
        let mut start = deal_one(&game, program, deck, seed);
        let mut levels = new_levels(&start, depth);
        let ratios = (0..ROUNDS).map(|_| {
            let (_, ours) = measure(|| generate_tree(&mut start, &mut levels));
            let numbers = [depth as u64, seed].map(|n| n.to_string());
            measure_theirs(program, theirs, &numbers) / ours
        });
        let mut ratios: Vec<f64> = ratios.collect();
        println!(
            "  {id:16} trees beside   {theirs:8} {}",
            format_spread(&mut ratios)
        );
    }
}

/// The `FreeCell` rules under which other programs count move trees.
fn load_freecell_by_cells() -> Arc<Game> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games/freecell-by-cells.toml");
    let rules = patience::Rules::open(&file).expect("the file has no errors");
    Arc::clone(rules.game())
}

/// The positions after the deals of some seeds.
fn deal_range(
    game: &Arc<Game>,
    program: &Path,
    deck: &str,
    seeds: std::ops::Range<u64>,
) -> Vec<Position> {
    // Their program prints the first deck, to verify that both sides deal alike; the others are generated here.
    let printed = run_program(program, deck, &["0".to_owned(), seeds.start.to_string()]);
    assert_eq!(
        printed.trim(),
        shuffle_deck(seeds.start),
        "the deals differ"
    );
    seeds.map(|seed| deal_seed(game, seed)).collect()
}

/// The position after a deal of their program.
fn deal_one(game: &Arc<Game>, program: &Path, deck: &str, seed: u64) -> Position {
    let cards = run_program(program, deck, &["0".to_owned(), seed.to_string()]);
    let cards = parse_cards(&cards).expect("the deck is a list of cards");
    Position::deal(game, &Deal::Deck(cards)).expect("the deck fits the game")
}

/// Shuffles a deck as their programs do for a seed.
fn shuffle_deck(seed: u64) -> String {
    let mut deck: Vec<usize> = (0..52).collect();
    let mut rng = Rng(seed);
    for i in (1u32..52).rev() {
        // The upper half of the random number, times the number of choices, divided by 2^32.
        let chosen = ((rng.next_u64() >> 32) * u64::from(i + 1)) >> 32;
        deck.swap(i as usize, usize::try_from(chosen).expect("it is below 52"));
    }
    let name = |card: &usize| {
        format!(
            "{}{}",
            &"A23456789TJQK"[card / 4..=card / 4],
            &"CSDH"[card % 4..=card % 4]
        )
    };
    deck.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Runs their program; returns its output.
fn run_program(program: &Path, word: &str, numbers: &[String]) -> String {
    let output = Command::new(program).arg(word).args(numbers).output();
    let output = output.expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs their program; returns the CPU time in seconds that it reports.
fn measure_theirs(program: &Path, word: &str, numbers: &[String]) -> f64 {
    let text = run_program(program, word, numbers);
    let words: Vec<&str> = text.split_whitespace().collect();
    let index = words
        .iter()
        .position(|w| *w == "cpu")
        .expect("the output has the CPU time");
    words[index - 1].parse().expect("the CPU time is a number")
}
