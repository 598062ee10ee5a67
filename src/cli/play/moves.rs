//! Plays moves, and suggests them.

use super::dialog::{Dialog, Reply};
use super::report::{describe_event, describe_stop};
use crate::assist::Hint;
use crate::cards::CardId;
use crate::cli::Error;
use crate::condition::PileId;
use crate::play::{BoardView, Move, Position};
use crate::session::{Event, Refused, Session};

impl Dialog {
    /// Plays something in the current game, and says what happened or why it is not played.
    pub(super) fn play(
        &mut self,
        play: impl FnOnce(&mut Session) -> Result<Event, Refused>,
    ) -> Reply {
        let event = match play(&mut self.games.current_mut().session) {
            Ok(event) => event,
            Err(refused) => return Reply::not_done(refused),
        };
        self.games.continue_current();
        let lines = describe_event(&event, self.position(), self.is_spoken());
        match event.stopped {
            None => Reply::board(lines),
            Some(refusal) => {
                let note = describe_stop(event.moves.len(), &refusal);
                Reply {
                    refused: Some(Refused::Move(Box::new(refusal))),
                    ..Reply::board([vec![note], lines].concat())
                }
            }
        }
    }

    /// Says which move is best: where all cards are known, the next one of a win that is found in short time; where cards are
    /// hidden, what an honest player would play; else the one that looks best. Asked again, says the next one. None leads
    /// back to an earlier position.
    pub(super) fn hint(&mut self) -> Result<Reply, Error> {
        if self.position().is_won() {
            return Err(Error::Usage("the game is won".to_owned()));
        }
        let mut hints = self.games.current().session.hints();
        if hints.is_empty() {
            return Ok(Reply::refused("no move is legal"));
        }
        hints.retain(|hint| !hint.leads_back);
        if hints.is_empty() {
            return Ok(Reply::refused(
                "every legal move leads back to an earlier position of this game",
            ));
        }
        let (moves, notes) = self.choose_moves();
        // Of two cards that leave as a pair only one is listed as the one that moves.
        let chosen = moves.first();
        let chosen = chosen.and_then(|&mv| hints.iter().position(|hint| hint.mv == mv));
        if let Some(chosen) = chosen {
            hints[..=chosen].rotate_right(1);
        }
        let index = self.hints_given % hints.len();
        self.hints_given = index + 1;
        let help = &mut self.games.current_mut().help;
        help.hints = help.hints.saturating_add(1);
        let hint = &hints[index];
        let is_first = index == 0;
        let position = self.position();
        let compound = if is_first && chosen.is_some() {
            find_compound(position, &moves)
        } else {
            None
        };
        let (text, line) = compound
            .unwrap_or_else(|| (position.format_move(hint.mv), format_hint(position, hint)));
        self.suggested = Some((position.hash(), text));
        let mut lines = vec![line];
        if is_first {
            if hint.merit.is_none() && chosen.is_none() {
                lines.insert(0, "No move that is left makes progress.".to_owned());
            }
            lines.extend(notes);
        }
        Ok(Reply::lines(lines))
    }

    pub(super) fn list_moves(&self) -> Reply {
        let hints = self.games.current().session.hints();
        if hints.is_empty() {
            return Reply::refused("no move is legal");
        }
        let position = self.position();
        let single = hints.iter().map(|hint| format_hint(position, hint));
        let several = position.list_compound_moves().into_iter();
        let several = several.filter_map(|(card, to)| Some(format_compound(position, card, to)?.1));
        Reply::lines(single.chain(several).collect())
    }
}

/// The first of some legal moves, if they bring several cards to another pile one at a time, as a player can ask for it at
/// once, and what they achieve.
fn find_compound(position: &Position, moves: &[Move]) -> Option<(String, String)> {
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
        None => "to the empty pile".to_owned(),
    };
    let line = format!("`{text}`: moves {count} cards {place}, one at a time.");
    Some((text, line))
}

pub(super) fn format_hint(position: &Position, hint: &Hint) -> String {
    format!("`{}`: {}.", position.format_move(hint.mv), hint.reason)
}
