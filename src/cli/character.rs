//! What players choose a game by: how long it is, what decides it, and how often it is won.
//!
//! It takes a minute to measure all built-in games, so the measures are kept in a file beside them.

use std::collections::HashMap;
use std::str::FromStr;

use patience::internals::interval;

/// The measures of the built-in games.
const MEASURES: &str = include_str!("../../games/measures.tsv");

/// What happened when the greedy player played a thousand deals.
///
/// Its text is a line of `games/measures.tsv` without the game: numbers and a word, separated by tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    /// The number of deals won.
    pub wins: u64,
    /// The number of moves in all deals.
    pub moves: u64,
    /// The number of legal moves in all positions where the player chose a move.
    pub choices: u64,
    /// The same in the first ten deals. It changes with nearly every change of the game or the player.
    pub first_choices: u64,
    /// What decides the game.
    pub decided_by: DecidedBy,
}

/// How many moves the greedy player makes before a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Fewer than 50 on average.
    Short,
    /// Fewer than 120.
    Medium,
    /// More.
    Long,
}

/// What decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// The player hardly ever has a choice: there are at most 1.1 legal moves on average.
    Luck,
    /// Some cards are not seen at first, or cards are shuffled later.
    Both,
    /// The player sees every card from the start.
    Skill,
}

impl Character {
    /// The number of deals, from deal 1.
    pub const DEALS: u64 = 1000;

    /// The 95 % confidence interval of the share of deals that the player wins.
    pub fn interval(&self) -> (f64, f64) {
        interval(self.wins, Character::DEALS)
    }

    /// How long the game is.
    pub fn length(&self) -> Length {
        match self.moves / Character::DEALS {
            0..50 => Length::Short,
            50..120 => Length::Medium,
            _ => Length::Long,
        }
    }
}

/// The measures of the built-in games, by their keys.
pub fn characters() -> HashMap<&'static str, Character> {
    let entry = |line: &'static str| {
        let (key, character) = line.split_once('\t')?;
        Some((key, character.parse().ok()?))
    };
    MEASURES.lines().filter_map(entry).collect()
}

impl FromStr for Character {
    type Err = ();

    fn from_str(text: &str) -> Result<Character, ()> {
        let fields: Vec<&str> = text.split('\t').collect();
        let &[wins, moves, choices, first_choices, word] = &fields[..] else {
            return Err(());
        };
        let number = |text: &str| text.parse().map_err(|_| ());
        let mut words = DecidedBy::ALL.into_iter();
        Ok(Character {
            wins: number(wins)?,
            moves: number(moves)?,
            choices: number(choices)?,
            first_choices: number(first_choices)?,
            decided_by: words.find(|decided| decided.word() == word).ok_or(())?,
        })
    }
}

impl Length {
    /// All of them.
    pub const ALL: [Length; 3] = [Length::Short, Length::Medium, Length::Long];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Length::Short => "short",
            Length::Medium => "medium",
            Length::Long => "long",
        }
    }
}

impl DecidedBy {
    /// All of them.
    pub const ALL: [DecidedBy; 3] = [DecidedBy::Luck, DecidedBy::Both, DecidedBy::Skill];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            DecidedBy::Luck => "luck",
            DecidedBy::Both => "both",
            DecidedBy::Skill => "skill",
        }
    }
}
