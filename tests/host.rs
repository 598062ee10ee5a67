//! A front end that has only a game: no files, no other games, no clock.

use std::sync::Arc;

use patience::dialogue::{Dialogue, HintEffort, Host, PlayedGame, Reply, Runner, Telling};
use patience::session::{Effort, Question};
use patience::solve::Control;
use patience::{DealNumber, Game, Position};

/// A front end that has only a game, and whose searches look at so many positions.
pub(crate) struct Alone {
    pub(crate) states: u64,
    /// The most that are looked at before the dialogue answers.
    pub(crate) slice: Option<u64>,
}

impl Alone {
    /// The reply to a line in a position.
    pub(crate) fn say(position: &Position, line: &str) -> Reply {
        Alone::dialogue(position).run(line, &mut Alone::default())
    }

    /// A dialogue that begins with a position.
    pub(crate) fn dialogue(position: &Position) -> Dialogue<()> {
        Dialogue::new(PlayedGame::at(position.clone(), 0, ()))
    }
}

impl Default for Alone {
    fn default() -> Alone {
        Alone {
            states: 500,
            slice: None,
        }
    }
}

const NOT_HERE: &str = "there is only a game here";

impl Host for Alone {
    type Own = ();

    fn telling(&self, _game: &PlayedGame<()>) -> Telling {
        Telling {
            width: 80,
            seconds: None,
            tells_changes: false,
        }
    }

    fn effort(&self, _question: Question, typed: Option<Effort>) -> Result<Effort, Reply> {
        Ok(typed.unwrap_or(Effort::States(self.states)))
    }

    fn hint_effort(&self) -> HintEffort {
        HintEffort {
            win: Effort::States(self.states),
            states: self.states / 2,
        }
    }

    fn slice(&self) -> Option<u64> {
        self.slice
    }

    fn search<T>(&mut self, search: impl FnOnce(&dyn Runner) -> T) -> T {
        search(&Control::default())
    }

    fn random_deal(&mut self) -> DealNumber {
        DealNumber(1)
    }

    fn todays_deal(&mut self) -> Result<DealNumber, Reply> {
        Err(Reply::refused(NOT_HERE))
    }

    fn begin_again(&mut self, _game: &PlayedGame<()>) {}

    fn find_winnable(&mut self, _game: &PlayedGame<()>) -> Result<(PlayedGame<()>, String), Reply> {
        Err(Reply::refused(NOT_HERE))
    }

    fn find_game(&mut self, _name: &str, _game: &PlayedGame<()>) -> Result<(Arc<Game>, ()), Reply> {
        Err(Reply::refused(NOT_HERE))
    }

    fn list(&mut self, _words: &str, _game: &PlayedGame<()>) -> Reply {
        Reply::refused(NOT_HERE)
    }

    fn save(&mut self, _name: &str, _game: &PlayedGame<()>) -> Reply {
        Reply::refused(NOT_HERE)
    }

    fn load(
        &mut self,
        _name: &str,
        _game: &PlayedGame<()>,
    ) -> Result<(PlayedGame<()>, Vec<String>), Reply> {
        Err(Reply::refused(NOT_HERE))
    }

    fn tell_statistics(&mut self, _game: &PlayedGame<()>) -> Reply {
        Reply::refused(NOT_HERE)
    }

    fn tell_rules(&mut self, game: &PlayedGame<()>) -> Reply {
        Reply::lines(game.position().game().page().to_lines(80))
    }

    fn reload(&mut self, _game: &mut PlayedGame<()>) -> Reply {
        Reply::refused(NOT_HERE)
    }

    fn quit(&mut self) -> Reply {
        Reply::quit()
    }

    fn keep(&mut self, _game: &mut PlayedGame<()>) -> Option<String> {
        None
    }

    fn leave(&mut self, _game: &mut PlayedGame<()>) -> Option<String> {
        None
    }
}
