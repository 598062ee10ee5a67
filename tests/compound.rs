//! Moves of several cards, one at a time, in games like the one with free cells.

use std::fmt::Write as _;

use patience::session::Command;
use patience::{Position, Rules, Session};

use crate::common::{say, tell_moves};

/// Ranks from the highest down.
const RANKS: &str = "KQJT98765432";
/// Cards on which none of a sequence from a King of spades down may lie, neither if colors alternate with diamonds nor if all
/// are spades.
const BLOCKERS: [&str; 16] = [
    "AC", "AD", "AH", "AS", "QC", "TC", "8C", "6C", "4C", "2C", "KH", "JH", "9H", "7H", "5H", "3H",
];
const NO_ROOM: &str = "with single moves of these cards it cannot be done";

/// A game, and the suits of a sequence in it.
struct Setting {
    rules: Rules,
    suits: &'static str,
    cells: usize,
    columns: usize,
}

impl Setting {
    fn new(game: &str, suits: &'static str, cells: usize, columns: usize) -> Setting {
        let rules = Rules::built_in(game).expect("the game is built in");
        Setting {
            rules,
            suits,
            cells,
            columns,
        }
    }

    /// A position with a sequence of some cards on the first pile and the card that they may go on alone on the second, if it
    /// has one. Of the other piles, so many are empty; the rest have cards that accept none of the sequence.
    fn position(&self, count: usize, cells: usize, columns: usize, has_target: bool) -> Position {
        let suits = self.suits.chars().cycle();
        let cards = RANKS.chars().zip(suits);
        let mut cards = cards.map(|(rank, suit)| format!("{rank}{suit}"));
        let (lowest, mut first_free) = (cards.next().expect("there are ranks"), 2);
        let cards: Vec<String> = cards.take(count).collect();
        let mut text = format!("place.t1 = \"{}\"\n", cards.join(" "));
        if has_target {
            let _ = writeln!(text, "place.t2 = \"{lowest}\"");
            first_free = 3;
        }
        let blocked_cells = (cells + 1..=self.cells).map(|cell| format!("c{cell}"));
        let blocked_columns = (first_free + columns..=self.columns).map(|pile| format!("t{pile}"));
        for (pile, card) in blocked_cells.chain(blocked_columns).zip(BLOCKERS) {
            let _ = writeln!(text, "place.{pile} = \"{card}\"");
        }
        let read = self.rules.read_position::<&str>("this", &text, &[]);
        read.unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Tries all numbers of empty cells and columns, and counts the moves that were played.
    fn try_all(&self) -> usize {
        let (mut count, longest) = (0, RANKS.len() - 1);
        for cells in 0..=self.cells {
            for columns in 0..=self.columns - 2 {
                let most = ((cells + 1) << columns).min(longest);
                for size in 2..=most {
                    let position = self.position(size, cells, columns, true);
                    play(&position, &format!("t1 t2 {size}"), size);
                    play(&position, "t1 t2", size);
                    count += 1;
                }
                // One of the empty columns is where they go.
                let position = self.position(longest, cells, columns + 1, false);
                if most > 1 {
                    let text = format!("t1 t2 {most}");
                    play(&position, &text, most);
                    assert!(shows(&position, &text), "{text}\n{}", position.to_text());
                }
            }
        }
        count
    }
}

/// Plays a move that is typed.
fn play(position: &Position, text: &str, size: usize) {
    let played = answer(position, text);
    let moves = played.unwrap_or_else(|why| panic!("{text}: {why}\n{}", position.to_text()));
    assert!(moves >= size, "{text}: {moves} moves");
}

/// The number of moves in which a move that is typed is played, or why it is not.
fn answer(position: &Position, text: &str) -> Result<usize, String> {
    let Ok(Command::Play(request)) = Command::read(position, text) else {
        panic!("{text} is no move");
    };
    let played = Session::new(position.clone()).play(&request);
    played
        .map(|event| event.moves.len())
        .map_err(|why| why.to_string())
}

/// Whether a move is among those that are shown.
fn shows(position: &Position, text: &str) -> bool {
    let start = format!("`{text}`: moves ");
    tell_moves(position)
        .lines
        .iter()
        .any(|line| line.starts_with(&start))
}

#[test]
fn as_many_cards_move_as_there_is_room_for() {
    let settings = [
        Setting::new("freecell", "SD", 4, 8),
        Setting::new("bakers-game", "S", 4, 8),
        Setting::new("double-freecell", "SD", 6, 10),
        Setting::new("forty-thieves", "S", 0, 10),
        Setting::new("forty-and-eight", "S", 0, 8),
    ];
    let counts: Vec<usize> = settings.iter().map(Setting::try_all).collect();
    say("as_many_cards_move_as_there_is_room_for", &counts);
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

#[test]
fn what_is_impossible_is_not_what_was_not_found() {
    let freecell = Setting::new("freecell", "SD", 4, 8);
    // All ways with one cell can be tried.
    let why = answer(&freecell.position(3, 1, 0, true), "t1 t2 3");
    assert_eq!(
        why,
        Err(format!("3 cards cannot be moved to t2: {NO_ROOM}"))
    );
    // Without a number the reason is the same.
    let why = answer(&freecell.position(3, 1, 0, true), "t1 t2");
    assert_eq!(
        why,
        Err(format!("3 cards cannot be moved to t2: {NO_ROOM}"))
    );
}
