//! Plays what a player asks for.

use serde::Serialize;

use super::event::list_changes;
use super::{Event, Manner, Request, Session};
use crate::assist::Hint;
use crate::cards::{CardId, CardSet};
use crate::condition::{ActionId, PileId};
use crate::play::{
    Attempt, BoardView, Merit, Move, Position, Refusal, Source, Target, read, read_sources,
};
use crate::rules::Way;
use crate::text::{debug_as_display, join_with};

/// Why what a player asked for is not played.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It is a move that the rules forbid.
    #[error(transparent)]
    Move(Box<Refusal>),
    /// It cannot be understood, or means nothing in this position, for this reason.
    #[error("{0}")]
    Unclear(String),
}

debug_as_display!(PlayError);

/// Writes the refusal of a move, or the message.
impl Serialize for PlayError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            message: &'a str,
        }
        match self {
            PlayError::Move(refusal) => refusal.serialize(serializer),
            PlayError::Unclear(message) => Written { message }.serialize(serializer),
        }
    }
}

impl Session {
    /// Plays what a player asks for, as one turn.
    ///
    /// # Errors
    /// If nothing of it can be played. An action that can be repeated only some of the times gives an
    /// [`Event`] that says so.
    pub fn play(&mut self, request: &Request) -> Result<Event, PlayError> {
        match request {
            Request::Move(text) => self.play_text(text),
            Request::Repeat(action, times) => self.repeat(*action, *times),
            Request::From(text) => self.play_from(text),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play_move(&mut self, mv: Move) -> Result<Event, PlayError> {
        match self.position().refusal(mv) {
            None => Ok(self.play_turn(&[mv], Manner::Named)),
            Some(refusal) => {
                let text = self.position().format_move(mv);
                Err(self.refuse(&text, refusal))
            }
        }
    }

    /// Plays every card that is safe on a goal pile.
    ///
    /// # Errors
    /// If there is none.
    pub fn play_safe_moves(&mut self) -> Result<Event, PlayError> {
        let moves = self.position().safe_moves();
        if moves.is_empty() {
            return Err(unclear("no card is safe to put away now"));
        }
        Ok(self.play_turn(&moves, Manner::Safe))
    }

    /// Plays legal moves as one turn.
    #[doc(hidden)]
    pub fn play_turn(&mut self, moves: &[Move], manner: Manner) -> Event {
        let before = self.position().clone();
        let (mut texts, mut moved, mut halt) = (Vec::new(), CardSet::EMPTY, None);
        for &mv in moves {
            let position = self.position();
            texts.push(position.format_move(mv));
            let (unit, top) = touched(position, mv);
            halt = self.history.play(mv).or(halt);
            // The top card leaves too, if the move removes a pair or exchanges two cards.
            let leaves = |&(top, to): &(CardId, PileId)| self.position().pile_of(top) != Some(to);
            moved = moved | unit | top.filter(leaves).map(|(top, _)| top).into_iter().collect();
            self.see_face_up();
        }
        let text = texts.join("; ");
        if !moves.is_empty() {
            self.history.end_turn(text.clone());
        }
        let (transfers, turned_up) = list_changes(&before, self.position(), moved);
        Event {
            moves: moves.to_vec(),
            text,
            manner,
            transfers,
            turned_up,
            stopped: None,
            halt,
        }
    }

    /// Remembers a refusal, for the command `why` and for a test.
    fn refuse(&mut self, text: &str, refusal: Refusal) -> PlayError {
        self.notebook.note_refused(&self.history, text);
        self.last_refusal = Some(refusal.clone());
        PlayError::Move(Box::new(refusal))
    }

    /// Plays the move that was typed, if need be as a sequence of moves.
    fn play_text(&mut self, text: &str) -> Result<Event, PlayError> {
        let position = self.position();
        let attempt = read(position, text).map_err(|error| unclear(&error.to_string()))?;
        let moves = match position.resolve_in_moves(&attempt) {
            Ok(moves) => moves,
            Err(refusal) => return Err(self.refuse(text, refusal)),
        };
        let manner = match (moves.len(), attempt.choices(position).as_slice()) {
            (2.., _) => Manner::OneByOne,
            // The first of them is the one that is played.
            (_, [_, others @ ..]) if !others.is_empty() => Manner::First(others.to_vec()),
            _ => Manner::Named,
        };
        Ok(self.play_turn(&moves, manner))
    }

    /// Takes an action several times. Those before the first that is illegal are taken.
    fn repeat(&mut self, action: ActionId, times: usize) -> Result<Event, PlayError> {
        let mv = Move::Action(action);
        let (mut position, mut moves, mut stopped) = (self.position().clone(), Vec::new(), None);
        while stopped.is_none() && moves.len() < times && !position.is_won() {
            stopped = position.play(mv).err();
            if stopped.is_none() {
                moves.push(mv);
            }
        }
        if moves.is_empty() {
            return self.play_move(mv);
        }
        let event = self.play_turn(&moves, Manner::Named);
        if let Some(refusal) = &stopped {
            let text = self.position().format_move(mv);
            self.refuse(&text, refusal.clone());
        }
        Ok(Event { stopped, ..event })
    }

    /// Plays the only or the best move of a pile, a group or a card. The name of goal piles means the cards that are safe
    /// there.
    fn play_from(&mut self, text: &str) -> Result<Event, PlayError> {
        let position = self.position();
        let sources = read_sources(position, text).map_err(|error| unclear(&error.to_string()))?;
        let is_goal = |source: &Source| match source {
            Source::Pile(pile, _) => position.game().piles[pile.index()].goal,
            Source::Card(_) => false,
        };
        if sources.iter().all(is_goal) {
            return self.play_safe_moves();
        }
        let takes = |hint: &Hint| {
            sources
                .iter()
                .any(|&source| takes(position, hint.mv, source))
        };
        let hints: Vec<Hint> = position.hints().into_iter().filter(takes).collect();
        let mv = match hints.as_slice() {
            [] => return self.play_otherwise(text, &sources),
            [only] => only.mv,
            [best, second, ..] if best.merit == Some(Merit::Goal) && second.merit != best.merit => {
                best.mv
            }
            several => {
                let moves: Vec<String> = several
                    .iter()
                    .map(|hint| format!("`{}`", position.format_move(hint.mv)))
                    .collect();
                let moves = join_with(&moves, "and");
                return Err(unclear(&format!("{text} has several moves: {moves}")));
            }
        };
        Ok(self.play_turn(&[mv], Manner::Best))
    }

    /// Plays what a pile or a card without a legal move may stand for: the only sequence of moves that brings cards to
    /// another pile, or the only action that takes cards from the pile or, if it is empty, brings some there.
    fn play_otherwise(&mut self, text: &str, sources: &[Source]) -> Result<Event, PlayError> {
        let position = self.position();
        let game = position.game();
        let find = |source: &Source| {
            let attempts = game
                .piles()
                .map(|pile| Attempt::Cards(*source, Target::Pile(pile)));
            let found = attempts.filter_map(|attempt| position.resolve_compound(&attempt));
            found.collect::<Vec<_>>()
        };
        let compounds: Vec<Vec<Move>> = sources.iter().flat_map(find).collect();
        // A pile without cards stands for what brings some there.
        let concerns = |source: &Source, action: ActionId| match *source {
            Source::Pile(pile, _) if position.size(pile) == 0 => game.fills(action, pile),
            Source::Pile(pile, _) => game.takes_from(action, pile),
            Source::Card(_) => false,
        };
        let actions = game.actions().filter(|&action| {
            sources.iter().any(|source| concerns(source, action))
                && position.is_legal(Move::Action(action))
        });
        let actions: Vec<ActionId> = actions.collect();
        match (compounds.as_slice(), actions.as_slice()) {
            ([moves], []) => Ok(self.play_turn(&moves.clone(), Manner::OneByOne)),
            ([], &[action]) => self.repeat(action, 1),
            ([], _) => {
                let others = game
                    .actions()
                    .filter(|&a| position.is_legal(Move::Action(a)));
                let others: Vec<String> = others
                    .map(|action| format!("`{}`", game.action_name(action)))
                    .collect();
                let advice = match others.len() {
                    0 => String::new(),
                    1 => format!("; {} is", others[0]),
                    _ => format!("; {} are", join_with(&others, "and")),
                };
                Err(unclear(&format!("no move of {text} is legal{advice}")))
            }
            _ => Err(unclear(&format!(
                "{text} can go to several piles: name one"
            ))),
        }
    }
}

/// Whether a move takes the card or a card of the pile, also as the partner of another one.
fn takes(position: &Position, mv: Move, source: Source) -> bool {
    let Move::Cards(card, to) = mv else {
        return false;
    };
    // The card that leaves with it, or changes places with it.
    let partner = match position.way_of(card, to) {
        Way::Land => None,
        Way::Pair | Way::Swap => position.top(to),
    };
    let mut cards = [Some(card), partner].into_iter().flatten();
    cards.any(|card| match source {
        Source::Card(other) => card == other,
        Source::Pile(pile, _) => position.pile_of(card) == Some(pile),
    })
}

/// The cards that a move of cards takes, and the top card of its target with its pile.
fn touched(position: &Position, mv: Move) -> (CardSet, Option<(CardId, PileId)>) {
    match mv {
        Move::Cards(card, to) => {
            let from = position.pile_of(card).into_iter();
            let unit = from.flat_map(|from| position.unit(card, from));
            (unit.collect(), position.top(to).map(|top| (top, to)))
        }
        Move::Action(_) => (CardSet::EMPTY, None),
    }
}

/// What cannot be understood, and why.
fn unclear(message: &str) -> PlayError {
    PlayError::Unclear(message.to_owned())
}
