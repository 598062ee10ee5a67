//! What only a front end can do.

use std::fmt;
use std::sync::Arc;

use super::PlayedGame;
use crate::cards::DealNumber;
use crate::reply::{Reply, Runner};
use crate::rules::Game;
use crate::session::{Effort, Question};

/// What a front end does for a dialogue. No method has a default: what a front end cannot do, it says.
///
/// A reply that is returned as an error is what the player is told instead; the game goes on.
pub trait Host {
    /// What the front end keeps with each game.
    type Own: fmt::Debug;

    /// How replies about a game are told.
    fn telling(&self, game: &PlayedGame<Self::Own>) -> Telling;

    /// How much an answer of the solver is worth. `typed` is what the player asks for.
    ///
    /// # Errors
    /// If the solver cannot be asked here.
    fn effort(&self, question: Question, typed: Option<Effort>) -> Result<Effort, Reply>;

    /// How much a hint is worth.
    fn hint_effort(&self) -> HintEffort;

    /// The most positions that the solver looks at before others have their turn. Then the reply says that it is
    /// [searching](Reply::searching), and [`Dialogue::go_on`](super::Dialogue::go_on) goes on. `None`: it searches to the end.
    fn slice(&self) -> Option<u64>;

    /// Lets a search run.
    fn search<T>(&mut self, search: impl FnOnce(&dyn Runner) -> T) -> T;

    /// The number of a random deal.
    fn random_deal(&mut self) -> DealNumber;

    /// The number of the deal of the day.
    ///
    /// # Errors
    /// If no day is known here.
    fn todays_deal(&mut self) -> Result<DealNumber, Reply>;

    /// What is kept with another deal of the same game, or the same deal once more.
    fn begin_again(&mut self, game: &PlayedGame<Self::Own>) -> Self::Own;

    /// A new deal that can be won, with how it was found.
    ///
    /// # Errors
    /// If none is found here and now.
    fn find_winnable(
        &mut self,
        game: &PlayedGame<Self::Own>,
    ) -> Result<(PlayedGame<Self::Own>, String), Reply>;

    /// A game by its name, and what is kept with it. The name is what follows `new`, perhaps with words for variants, without
    /// spaces around it: see [`find`](crate::library::find).
    ///
    /// # Errors
    /// If there is none, or several.
    fn find_game(
        &mut self,
        name: &str,
        game: &PlayedGame<Self::Own>,
    ) -> Result<(Arc<Game>, Self::Own), Reply>;

    /// Lists the games that some words describe.
    fn list(&mut self, words: &str, game: &PlayedGame<Self::Own>) -> Reply;

    /// Saves the game in a file; if its name is empty, in one with a name that the host chooses.
    fn save(&mut self, name: &str, game: &PlayedGame<Self::Own>) -> Reply;

    /// The saved game of a file, and what the player is told about it.
    ///
    /// # Errors
    /// If there is none.
    fn load(
        &mut self,
        name: &str,
        game: &PlayedGame<Self::Own>,
    ) -> Result<(PlayedGame<Self::Own>, Vec<String>), Reply>;

    /// Shows the statistics of the game.
    fn tell_statistics(&mut self, game: &PlayedGame<Self::Own>) -> Reply;

    /// Describes the rules of the game.
    fn tell_rules(&mut self, game: &PlayedGame<Self::Own>) -> Reply;

    /// Reads the rules of the game again, and replaces it by the same game under the new rules.
    fn reload(&mut self, game: &mut PlayedGame<Self::Own>) -> Reply;

    /// Ends the dialogue, or says why not.
    fn quit(&mut self) -> Reply;

    /// Keeps the game: called after each command that changed which game is played, its position, its rules or the help that was
    /// given, undo and redo too. Returns what the player is told.
    fn keep(&mut self, game: &mut PlayedGame<Self::Own>) -> Option<String>;

    /// Notes that the player leaves the game for another deal or game that was loaded or begins: not by undo, and not at the end.
    /// Returns what the player is told.
    fn leave(&mut self, game: &mut PlayedGame<Self::Own>) -> Option<String>;
}

/// How replies are told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// The longest line, in columns.
    pub width: usize,
    /// How long the game has been played, in seconds, if the player is told.
    pub seconds: Option<u64>,
    /// Whether the front end tells all changes of the board in sentences, so that replies need not name cards that were turned
    /// up or moved by themselves; usually not.
    pub tells_changes: bool,
}

/// How much a hint is worth.
#[derive(Clone, Copy, Debug)]
pub struct HintEffort {
    /// Where all cards are known: how long a win is looked for, such as 100,000 positions or a second. What
    /// [`Dialogue::tell_winnable`](super::Dialogue::tell_winnable) finds out after a move takes no longer.
    pub win: Effort,
    /// Where cards are hidden: how many positions an honest player looks at, such as 30,000.
    pub states: u64,
}
