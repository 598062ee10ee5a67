//! How a game may end: which of the worlds that a decision looked into can be won.

use std::collections::VecDeque;

use crate::play::{Move, Position, mix};
use crate::search::{Control, Scout, Verdict};

/// One round of searches in this many is thorough.
const THOROUGH_EVERY: u64 = 6;

/// How some worlds that fit what a player sees turned out, each searched briefly with all cards open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chances {
    /// In how many of them a win was found.
    pub wins: usize,
    /// In how many it is certain that there is none. The others were not searched to the end.
    pub losses: usize,
    /// How many were tried. It is 0 if none was found that fits, which happens only in positions that nobody has played.
    pub worlds: usize,
}

impl Chances {
    /// Whether each world was searched to its end, so that no more of them can be won than were found.
    pub fn is_complete(&self) -> bool {
        self.wins + self.losses == self.worlds
    }
}

/// The worlds that a decision looked into, as the game goes on as planned.
#[derive(Debug)]
pub(super) struct Outlook {
    /// Each with whether it can be won, as far as that is known.
    worlds: Vec<(Position, Option<bool>)>,
    /// The planned moves, by the numbers of the cards in the worlds.
    plan: VecDeque<Move>,
    is_thorough: bool,
    /// Whether moves were played since wins were looked for.
    is_stale: bool,
}

impl Outlook {
    pub(super) fn new(
        worlds: Vec<(Position, Option<bool>)>,
        plan: &[Move],
        is_thorough: bool,
    ) -> Outlook {
        Outlook {
            worlds,
            plan: plan.iter().copied().collect(),
            is_thorough,
            is_stale: false,
        }
    }

    /// How the worlds turned out; `None` if that is not known any more.
    pub(super) fn chances(&self) -> Option<Chances> {
        let count = |winnable| {
            let known = self.worlds.iter().filter(|(_, known)| *known == winnable);
            known.count()
        };
        (!self.is_stale).then(|| Chances {
            wins: count(Some(true)),
            losses: count(Some(false)),
            worlds: self.worlds.len(),
        })
    }

    /// Plays the next move of the plan. Some wins may begin otherwise, so they have to be found anew.
    pub(super) fn advance(&mut self) {
        if let Some(mv) = self.plan.pop_front() {
            self.is_stale = true;
            self.worlds.retain_mut(|(world, winnable)| {
                *winnable = winnable.filter(|winnable| !winnable);
                world.play(mv).is_ok()
            });
        }
    }

    /// Searches on, in turn, those worlds of which it is not known whether they can be won, until it has looked at about
    /// `states` more positions. Searches that try moves in other orders find other wins.
    pub(super) fn weigh(&mut self, scout: &mut Scout, states: u64, control: &Control) {
        let last = scout.states.saturating_add(states);
        self.is_stale = false;
        for round in 1.. {
            let is_thorough = self.is_thorough || round % THOROUGH_EVERY == 0;
            let mut is_open = false;
            for (index, (world, winnable)) in self.worlds.iter_mut().enumerate() {
                if winnable.is_some() {
                    continue;
                }
                if scout.states >= last || control.is_interrupted() {
                    return;
                }
                let variation = mix(round << 32 | index as u64) | 1;
                match scout.find_win(world, variation, is_thorough, control) {
                    Verdict::Winnable(_) => *winnable = Some(true),
                    Verdict::Unwinnable => *winnable = Some(false),
                    Verdict::Unknown(_) => is_open = true,
                }
            }
            if !is_open {
                return;
            }
        }
    }
}
