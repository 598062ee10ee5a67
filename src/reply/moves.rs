//! Plays moves, and lists them.

use super::Reply;
use super::report::{describe_event, describe_stop};
use crate::assist::Hint;
use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::{BoardView, Move, Position};
use crate::session::{Event, PlayError, Session};
use crate::work::{LINE, is_all_done, within};

impl Session {
    /// Plays something, and says what happened or why it is not played. With `tells_all`, all changes are told anyway.
    pub(crate) fn carry_out(
        &mut self,
        play: impl FnOnce(&mut Session) -> Result<Event, PlayError>,
        tells_all: bool,
    ) -> Reply {
        let event = match play(self) {
            Ok(event) => event,
            Err(refused) => return Reply::not_done(refused),
        };
        let lines = describe_event(&event, self.position(), tells_all);
        match event.stopped {
            None => Reply::board(lines),
            Some(refusal) => {
                let note = describe_stop(event.moves.len(), &refusal);
                Reply {
                    refused: Some(PlayError::Move(Box::new(refusal))),
                    ..Reply::board([vec![note], lines].concat())
                }
            }
        }
    }

    /// Lists the legal moves, best first, each with what it achieves.
    pub(crate) fn tell_moves(&self) -> Reply {
        within(LINE, || {
            let hints = self.hints();
            if hints.is_empty() {
                return Reply::refused("no move is legal");
            }
            let position = self.position();
            let listed = hints.iter().take_while(|_| !is_all_done());
            let mut lines: Vec<String> = listed.map(|hint| format_hint(position, hint)).collect();
            let several = position.list_compound_moves().into_iter();
            let several = several.filter_map(|(card, to)| format_compound(position, card, to));
            let several: Vec<String> = several.map(|(_, line)| line).collect();
            if lines.len() < position.legal_moves().len() || is_all_done() {
                lines.push(
                    "Perhaps not all legal moves are listed: that takes too much work.".to_owned(),
                );
            }
            Reply::lines([lines, several].concat())
        })
    }
}

/// The first of some legal moves, if they bring several cards to another pile one at a time, as a player can ask for it at
/// once, and what they achieve.
pub(super) fn find_compound(position: &Position, moves: &[Move]) -> Option<(String, String)> {
    let (card, to) = position.find_compound_start(moves)?;
    format_compound(position, card, to)
}

/// A move of several cards, one at a time, as it is typed, and what it does.
fn format_compound(position: &Position, card: CardId, to: PileId) -> Option<(String, String)> {
    let from = position.pile_of(card)?;
    let count = position.unit_size(card, from);
    let game = position.game();
    let text = format!("{} {} {count}", game.pile_name(from), game.pile_name(to));
    let place = match position.top(to) {
        Some(top) => format!("onto {}", position.name_card(top)),
        None => format!("to the empty {}", game.pile_name(to)),
    };
    let line = format!("`{text}`: moves {count} cards {place}, one at a time.");
    Some((text, line))
}

pub(super) fn format_hint(position: &Position, hint: &Hint) -> String {
    format!("`{}`: {}.", position.format_move(hint.mv), hint.reason)
}
