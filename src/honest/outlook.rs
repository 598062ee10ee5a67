//! How a game may end: which of the worlds that a decision looked into can be won.

use std::collections::VecDeque;

use crate::play::{Move, Position, mix};
use crate::search::{Control, Scout};
use crate::work::is_all_done;

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

/// A position that fits what a player knows.
#[derive(Debug)]
pub(super) struct World {
    pub(super) position: Position,
    /// Whether it can be won; `None` if no search has found that out yet.
    pub(super) is_winnable: Option<bool>,
}

/// The worlds that a decision looked into. While the game goes on as planned, they follow it.
#[derive(Debug)]
pub(super) struct Outlook {
    worlds: Vec<World>,
    /// The planned moves, by the numbers of the cards in the worlds.
    plan: VecDeque<Move>,
    is_thorough: bool,
    /// Whether moves were played since wins were looked for.
    is_stale: bool,
}

impl Outlook {
    pub(super) fn new(worlds: Vec<World>, plan: &[Move], is_thorough: bool) -> Outlook {
        Outlook {
            worlds,
            plan: plan.iter().copied().collect(),
            is_thorough,
            is_stale: false,
        }
    }

    /// How the worlds turned out; `None` if that is not known any more.
    pub(super) fn chances(&self) -> Option<Chances> {
        let count = |is_winnable| {
            let worlds = self.worlds.iter();
            let worlds = worlds.filter(|world| world.is_winnable == Some(is_winnable));
            worlds.count()
        };
        (!self.is_stale).then(|| Chances {
            wins: count(true),
            losses: count(false),
            worlds: self.worlds.len(),
        })
    }

    /// Plays the next move of the plan. Some wins may begin otherwise, so they have to be found anew.
    pub(super) fn advance(&mut self) {
        if let Some(mv) = self.plan.pop_front() {
            self.is_stale = true;
            self.worlds.retain_mut(|world| {
                world.is_winnable = world.is_winnable.filter(|is_winnable| !is_winnable);
                world.position.play(mv).is_ok()
            });
        }
    }

    /// Goes on searching the undecided worlds, one after the other, until about `states` more positions were looked at. In
    /// each round the searches try moves in another order, and so find other wins.
    pub(super) fn weigh(&mut self, scout: &mut Scout, states: u64, control: &Control) {
        let last = scout.states.saturating_add(states);
        self.is_stale = false;
        for round in 1.. {
            let is_thorough = self.is_thorough || round % THOROUGH_EVERY == 0;
            let mut is_open = false;
            for (index, world) in self.worlds.iter_mut().enumerate() {
                if world.is_winnable.is_some() {
                    continue;
                }
                if scout.states >= last || control.is_interrupted() || is_all_done() {
                    return;
                }
                let variation = mix(round << 32 | index as u64) | 1;
                let verdict = scout.find_win(&world.position, variation, is_thorough, control);
                world.is_winnable = verdict.is_winnable();
                is_open |= world.is_winnable.is_none();
            }
            if !is_open {
                return;
            }
        }
    }
}
