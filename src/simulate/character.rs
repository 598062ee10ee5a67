//! What players choose a game by, derived from its rules: how long it is, and what decides it.

use std::sync::Arc;

use super::{Plan, Player, simulate};
use crate::cards::DealNumber;
use crate::play::{Deal, Position};
use crate::rules::{Game, StepKind};

/// The deals that are played to characterize a game.
const DEALS: std::ops::RangeInclusive<u64> = 1..=10;
/// The maximum number of moves in each of them. A longer game is long.
const MAX_MOVES: u32 = 200;

/// How long a game is, and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Character {
    pub(crate) length: Length,
    pub(crate) decided_by: DecidedBy,
}

/// How many moves the greedy player makes before a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// Fewer than 50 on average.
    Short,
    /// Fewer than 120.
    Medium,
    /// More.
    Long,
}

/// What decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecidedBy {
    /// The player hardly ever has a choice: there are at most 1.1 legal moves on average.
    Luck,
    /// Some cards are not seen at first, or cards are shuffled later.
    Both,
    /// The player sees every card from the start.
    Skill,
}

impl Character {
    /// Plays a few deals. Returns `None` if they cannot be dealt.
    pub(crate) fn of(game: &Arc<Game>) -> Option<Character> {
        let plan = Plan {
            deals: DEALS,
            player: Player::Greedy,
            moves: MAX_MOVES,
            jobs: 1,
        };
        let tally = simulate(game, &plan, &|_| ()).ok()?;
        let position = Position::deal(game, &Deal::Number(DealNumber(*DEALS.start()))).ok()?;
        let mut piles = game.piles();
        let is_open = piles.all(|pile| {
            let cards = position.cards_with_facing(pile);
            cards.iter().all(|&(_, is_face_down)| !is_face_down)
        });
        let mut steps = game.steps_in_play();
        let is_shuffled = steps.any(|step| matches!(step.kind, StepKind::Shuffle(_)));
        Some(Character {
            length: match tally.moves / tally.games.max(1) {
                0..50 => Length::Short,
                50..120 => Length::Medium,
                _ => Length::Long,
            },
            decided_by: if 10 * tally.generated <= 11 * tally.moves {
                DecidedBy::Luck
            } else if is_open && !is_shuffled {
                DecidedBy::Skill
            } else {
                DecidedBy::Both
            },
        })
    }
}

impl Length {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Length::Short => "short",
            Length::Medium => "medium",
            Length::Long => "long",
        }
    }
}

impl DecidedBy {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            DecidedBy::Luck => "luck",
            DecidedBy::Both => "both",
            DecidedBy::Skill => "skill",
        }
    }
}
