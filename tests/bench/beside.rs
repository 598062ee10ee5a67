//! Ours beside hand-written programs: the same deals, the same cap, alternately.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use patience::{Deal, Game, Player, Position, parse_cards};

use crate::chance::Chance;
use crate::playouts::CAP;
use crate::trees::{levels, made};
use crate::{ROUNDS, built_in, seconds, spread};

/// How many playouts a round has.
const GAMES: u64 = 4000;

/// What is compared: our game and theirs, by the words their program knows.
const PLAYOUTS: [(&str, &str, &str); 3] = [
    ("klondike", "naive3", "deck"),
    ("klondike", "k3", "deck"),
    ("freecell", "fc", "deck"),
];
const TREES: [(&str, &str, &str, usize, u64); 2] = [
    ("klondike", "kperft", "deck", 11, 4),
    ("freecell", "fcperft", "msdeck", 6, 1),
];

pub(crate) fn print(folder: &Path) {
    let program = ["", "target/release"].map(|f| folder.join(f).join("klondike_native"));
    let Some(program) = program.iter().find(|p| p.is_file()) else {
        println!("no `klondike_native` lies in {}", folder.display());
        return;
    };
    println!("beside hand-written programs, their CPU time by ours:");
    for (id, theirs, deck) in PLAYOUTS {
        let game = built_in(id);
        let ratios = (0..ROUNDS as u64).map(|round| {
            let first = 1 + round * GAMES;
            let starts = starts(&game, program, deck, first..first + GAMES);
            let ((), ours) = seconds(|| {
                for (position, deal) in starts.into_iter().zip(first..) {
                    let _ = Player::Random.play(position, deal, CAP);
                }
            });
            let numbers = [GAMES, first, u64::from(CAP)].map(|n| n.to_string());
            cpu(program, theirs, &numbers) / ours
        });
        let mut ratios: Vec<f64> = ratios.collect();
        println!(
            "  {id:16} playouts beside {theirs:8} {}",
            spread(&mut ratios)
        );
    }
    let by_cells = rules_of_the_counts();
    for (id, theirs, deck, depth, seed) in TREES {
        let game = if id == "freecell" {
            Arc::clone(&by_cells)
        } else {
            built_in(id)
        };
        let start = start(&game, program, deck, seed);
        let mut levels = levels(&start, depth);
        let ratios = (0..ROUNDS).map(|_| {
            let (_, ours) = seconds(|| made(&start, &mut levels));
            let numbers = [depth as u64, seed].map(|n| n.to_string());
            cpu(program, theirs, &numbers) / ours
        });
        let mut ratios: Vec<f64> = ratios.collect();
        println!(
            "  {id:16} trees beside   {theirs:8} {}",
            spread(&mut ratios)
        );
    }
}

/// `FreeCell` as its move trees are counted.
fn rules_of_the_counts() -> Arc<Game> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games/freecell-by-cells.toml");
    let rules = patience::Rules::open(&file).expect("a file without mistakes");
    Arc::clone(rules.game())
}

fn starts(
    game: &Arc<Game>,
    program: &Path,
    deck: &str,
    seeds: std::ops::Range<u64>,
) -> Vec<Position> {
    // One deck shows how their program deals; the others are made here in the same way.
    let shown = said(program, deck, &["0".to_owned(), seeds.start.to_string()]);
    assert_eq!(shown.trim(), deck_of(seeds.start), "the same deals");
    let decks = seeds.map(|seed| parse_cards(&deck_of(seed)).expect("cards"));
    decks
        .map(|cards| Position::deal(game, &Deal::Deck(cards)).expect("a deck of the game"))
        .collect()
}

fn start(game: &Arc<Game>, program: &Path, deck: &str, seed: u64) -> Position {
    let cards = said(program, deck, &["0".to_owned(), seed.to_string()]);
    let cards = parse_cards(&cards).expect("cards");
    Position::deal(game, &Deal::Deck(cards)).expect("a deck of the game")
}

/// The pack that the programs deal for a seed.
fn deck_of(seed: u64) -> String {
    let mut deck: Vec<usize> = (0..52).collect();
    let mut chance = Chance(seed);
    for i in (1u32..52).rev() {
        // The upper half of the number, times how many there are, divided by 2^32.
        let below = ((chance.number() >> 32) * u64::from(i + 1)) >> 32;
        deck.swap(i as usize, usize::try_from(below).expect("below 52"));
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

fn said(program: &Path, word: &str, numbers: &[String]) -> String {
    let output = Command::new(program).arg(word).args(numbers).output();
    let output = output.expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The seconds of CPU time that their program says it took.
fn cpu(program: &Path, word: &str, numbers: &[String]) -> f64 {
    let text = said(program, word, numbers);
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words
        .iter()
        .position(|w| *w == "cpu")
        .expect("it says its time");
    words[at - 1].parse().expect("seconds")
}
