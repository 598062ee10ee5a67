//! Suggests moves where cards are hidden: those of an honest player who has followed the game.

use crate::honest::{Chances, HonestPlayer};
use crate::play::Move;
use crate::rules::Step;
use crate::search::Control;
use crate::session::Session;

/// How many times as long as for its choice the player looks for how likely a win is.
const WEIGHING: u64 = 2;
/// The fewest worlds that say how sure a move is.
const FEWEST_WORLDS: usize = 40;

/// An honest player, and what it has seen of a game.
#[derive(Debug, Default)]
pub(super) struct Adviser {
    player: Option<HonestPlayer>,
    /// The hashes of the positions that it has seen, one after each move.
    watched: Vec<u64>,
}

impl Adviser {
    /// The move that an honest player chooses after looking at `states` positions, and notes on how likely a win is.
    pub(super) fn choose(
        &mut self,
        session: &Session,
        states: u64,
        control: &Control,
    ) -> (Option<Move>, Vec<String>) {
        let history = session.history();
        let hashes = &history.hashes()[..=session.moves().len()];
        if !hashes.starts_with(&self.watched) {
            *self = Adviser::default();
        }
        // To look through the stock leads around to the same position, which no hint does.
        let new = || HonestPlayer::new(states).without_looking();
        let player = self.player.get_or_insert_with(new);
        let watched = self.watched.len().saturating_sub(1);
        let mut at = history.at(watched);
        player.watch(&at);
        for &mv in &session.moves()[watched..] {
            at.play_unchecked(mv);
            player.watch(&at);
        }
        self.watched = hashes.to_vec();
        let mut steps = session.position().game().steps_in_play();
        if !steps.any(Step::shuffles) {
            // What moves have shown that were taken back is not forgotten.
            player.remember(session.seen());
        }
        let chosen = player.choose(session.position(), control);
        player.weigh(states.saturating_mul(WEIGHING), control);
        let mut notes = Vec::from_iter(player.chances().and_then(describe_chances));
        if let Some(key) = player.telltale() {
            notes.push(format!(
                "It is only a guess: by `{key}`, hidden cards decide which moves are legal."
            ));
        }
        (chosen, notes)
    }
}

/// Says how sure a move is; `None` if too few worlds were tried.
fn describe_chances(chances: Chances) -> Option<String> {
    let Chances { wins, worlds, .. } = chances;
    let at_least = if chances.is_complete() {
        ""
    } else {
        "at least "
    };
    match wins {
        _ if worlds == 0 => Some(
            "No way was found to lay the hidden cards that fits what you see, so this is only the move that looks best."
                .to_owned(),
        ),
        _ if worlds < FEWEST_WORLDS => None,
        0 if chances.is_complete() => Some(format!(
            "In none of {worlds} ways tried for the hidden cards can the game be won from here."
        )),
        0 => Some(format!(
            "In none of {worlds} ways tried for the hidden cards was a win found from here."
        )),
        _ => Some(format!(
            "In {at_least}{wins} of {worlds} ways tried for the hidden cards, the game can be won from here."
        )),
    }
}
