//! The games of a dialogue, one after the other.

use super::PlayedGame;

/// The most games before the current one: a program may play any number of them.
const MOST_BEFORE: usize = 100;

/// The current game, the games before it, and the games that `redo` returns to. There is always a current game.
#[derive(Debug)]
pub(super) struct Games<O> {
    games: Vec<PlayedGame<O>>,
    current: usize,
}

impl<O> Games<O> {
    pub(super) fn new(first: PlayedGame<O>) -> Games<O> {
        Games {
            games: vec![first],
            current: 0,
        }
    }

    pub(super) fn current(&self) -> &PlayedGame<O> {
        &self.games[self.current]
    }

    /// The number of games before the current one.
    pub(super) fn index(&self) -> usize {
        self.current
    }

    pub(super) fn current_mut(&mut self) -> &mut PlayedGame<O> {
        &mut self.games[self.current]
    }

    /// Goes on with the current game after a move in it: the games after it are forgotten.
    pub(super) fn continue_current(&mut self) {
        self.games.truncate(self.current + 1);
        self.current_mut().go_on();
    }

    /// Starts a game after the current one.
    pub(super) fn start(&mut self, game: PlayedGame<O>) {
        self.games.truncate(self.current + 1);
        self.current_mut().session.forget_undone();
        self.games.push(game);
        if self.games.len() > MOST_BEFORE {
            self.games.remove(0);
        }
        self.current = self.games.len() - 1;
    }

    /// Undoes the last turn, or the start of the current game. Returns whether there was anything to undo.
    pub(super) fn undo(&mut self) -> bool {
        let is_done = self.current_mut().session.undo();
        let goes_back = !is_done && self.current > 0;
        self.current -= usize::from(goes_back);
        is_done || goes_back
    }

    /// Replays the turn that was undone last. Returns whether there was anything to replay.
    pub(super) fn redo(&mut self) -> bool {
        let is_done = self.current_mut().session.redo();
        let goes_on = !is_done && self.current + 1 < self.games.len();
        self.current += usize::from(goes_on);
        is_done || goes_on
    }
}
