//! What players choose a game by: how long it is, what decides it, and how often it is won.
//!
//! It takes a minute to measure all built-in games, so the measures are kept in a file beside them.

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use crate::cards::DealNumber;
use crate::play::{Deal, Position};
use crate::rules::{Game, Step};
use crate::simulate::{Plan, Player, Tally, simulate};

/// The deals that are played to characterize a game.
pub const DEALS: RangeInclusive<u64> = 1..=DEAL_COUNT;
const DEAL_COUNT: u64 = 1000;
/// The deals that are enough to notice that a game has changed.
const FIRST_DEALS: RangeInclusive<u64> = 1..=10;
/// The maximum number of moves in each of them.
const MAX_MOVES: u32 = 500;

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

/// Plays some deals with the greedy player. Returns `None` if one cannot be dealt.
fn play(game: &Arc<Game>, deals: RangeInclusive<u64>, jobs: usize) -> Option<Tally> {
    let plan = Plan {
        deals,
        player: Player::Greedy,
        moves: MAX_MOVES,
        jobs,
    };
    simulate(game, &plan, &|_| ()).ok()
}

impl Character {
    /// Plays the deals. Returns `None` if they cannot be dealt.
    pub fn measure(game: &Arc<Game>, jobs: usize) -> Option<Character> {
        let tally = play(game, DEALS, jobs)?;
        Some(Character {
            wins: tally.wins,
            moves: tally.moves,
            choices: tally.generated,
            first_choices: play(game, FIRST_DEALS, jobs)?.generated,
            decided_by: DecidedBy::of(game, tally.moves, tally.generated)?,
        })
    }

    /// Whether it is still what measuring would give, as far as a few deals can tell.
    pub fn is_current(&self, game: &Arc<Game>) -> bool {
        let first = play(game, FIRST_DEALS, 1).map(|tally| tally.generated);
        first == Some(self.first_choices)
            && DecidedBy::of(game, self.moves, self.choices) == Some(self.decided_by)
    }

    /// The 95 % confidence interval of the share of deals that the player wins.
    pub fn interval(&self) -> (f64, f64) {
        let tally = Tally {
            games: DEAL_COUNT,
            wins: self.wins,
            ..Tally::default()
        };
        tally.interval()
    }

    /// How long the game is.
    pub fn length(&self) -> Length {
        match self.moves / DEAL_COUNT {
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

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.decided_by.word();
        let Character {
            wins,
            moves,
            choices,
            first_choices,
            ..
        } = self;
        write!(f, "{wins}\t{moves}\t{choices}\t{first_choices}\t{word}")
    }
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

    /// What decides a game, given how many moves were chosen from how many choices.
    fn of(game: &Arc<Game>, moves: u64, choices: u64) -> Option<DecidedBy> {
        let deal = Deal::Number(DealNumber(*DEALS.start()));
        let position = Position::deal(game, &deal).ok()?;
        let mut piles = game.piles();
        let is_open = piles.all(|pile| {
            let cards = position.cards_with_facing(pile);
            cards.iter().all(|&(_, is_face_down)| !is_face_down)
        });
        let is_shuffled = game.steps_in_play().any(Step::shuffles);
        Some(if 10 * choices <= 11 * moves {
            DecidedBy::Luck
        } else if is_open && !is_shuffled {
            DecidedBy::Skill
        } else {
            DecidedBy::Both
        })
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            DecidedBy::Luck => "luck",
            DecidedBy::Both => "both",
            DecidedBy::Skill => "skill",
        }
    }
}
