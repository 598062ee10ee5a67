//! The page as the front end of a dialogue.

use std::fmt;
use std::sync::Arc;

use patience::dialogue::{HintEffort, Host, Reply, Runner, Telling, Wish};
use patience::internals::{Stream, find, move_of};
use patience::library::{Found, Library};
use patience::session::{Effort, NewDeal, Question};
use patience::solve::Control;
use patience::{DealNumber, Game, Rules};
use serde::Deserialize;

use crate::workshop::{FILE, ID};

/// A game of the page.
pub type PlayedGame = patience::dialogue::PlayedGame<Arc<Rules>>;

/// The positions that a search looks at before the page can do something else.
const SLICE: u64 = 20_000;
/// The most positions that one question is worth, unless the player says otherwise.
const MOST: u64 = 2_000_000;
/// How much a hint is worth.
const HINT: HintEffort = HintEffort {
    win: Effort::States(50_000),
    states: 20_000,
};
/// The positions that the question is worth which move lost the game.
const LOOKING_BACK: u64 = 200_000;

/// How a game is started.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The id or the name of a built-in game. Not read if there is a text.
    #[serde(default)]
    game: String,
    /// The text of rules.
    text: Option<String>,
    /// The variants, and house rules.
    #[serde(default)]
    with: Vec<String>,
    /// The deal.
    deal: String,
    /// The moves to play, as a link numbers them.
    #[serde(default)]
    moves: Vec<u32>,
    /// A random number, which further deals come from.
    #[serde(default)]
    seed: u64,
}

impl Start {
    /// The page that starts it.
    pub fn page(&self) -> Page {
        Page {
            control: Control::default(),
            random: Stream::new(DealNumber(self.seed)),
        }
    }

    /// Starts the game, and plays the moves. Also returns what the player is to be told.
    pub fn begin(&self) -> Result<(PlayedGame, Vec<String>), String> {
        let library = Library::new();
        let found = match &self.text {
            Some(text) => Found {
                rules: Rules::parse_with(FILE, ID, text, &library)
                    .map_err(|rejected| rejected.to_string())?,
                variants: self.with.clone(),
                name: ID.to_owned(),
            },
            None => find(&self.game, &self.with, &library).map_err(|error| error.to_string())?,
        };
        let Ok(NewDeal::Deal(deal)) = self.deal.parse() else {
            return Err(format!(
                "`{}` is not a deal: expected a number, `ms:N` or `pysol:N`",
                self.deal
            ));
        };
        let game = found.game().map_err(|error| error.to_string())?;
        let deal = patience::dialogue::ChosenDeal::new(deal);
        let mut played = PlayedGame::deal(&game, deal, 0, Arc::new(found.rules))?;
        let mut notes = Vec::from_iter(played.describe_opening());
        for (number, &written) in (1..).zip(&self.moves) {
            let mv = move_of(played.position(), written);
            if mv.is_none_or(|mv| played.session.play_move(mv).is_err()) {
                notes.push(format!(
                    "Move {number} is not legal under these rules, so the game goes on before it."
                ));
                break;
            }
        }
        Ok((played, notes))
    }
}

/// The page.
#[derive(Debug)]
pub struct Page {
    control: Control,
    /// What random deals come from.
    random: Stream,
}

/// Why something is not done.
const KEEPS_ITSELF: &str = "the page keeps your game by itself, and its link is the game";

impl Host for Page {
    type Own = Arc<Rules>;

    fn telling(&self, _game: &PlayedGame) -> Telling {
        Telling {
            width: usize::MAX,
            seconds: None,
            tells_changes: false,
        }
    }

    /// The engine has no clock, so the page stops a search when its time is up.
    fn effort(&self, question: Question, typed: Option<Effort>) -> Result<Effort, Reply> {
        Ok(match (question, typed) {
            (Question::Lost, Some(Effort::States(states))) => {
                Effort::States(states.min(LOOKING_BACK))
            }
            (Question::Lost, _) => Effort::States(LOOKING_BACK),
            (_, typed) => typed.unwrap_or(Effort::States(MOST)),
        })
    }

    fn hint_effort(&self) -> HintEffort {
        HINT
    }

    fn slice(&self) -> Option<u64> {
        Some(SLICE)
    }

    fn search<T>(&mut self, search: impl FnOnce(&dyn Runner) -> T) -> T {
        search(&self.control)
    }

    fn random_deal(&mut self) -> DealNumber {
        DealNumber(self.random.below(1_000_000) as u64 + 1)
    }

    fn todays_deal(&mut self) -> Result<DealNumber, Reply> {
        // The page knows the date.
        Err(Reply::wish(Wish::Today))
    }

    fn begin_again(&mut self, game: &PlayedGame) -> Arc<Rules> {
        Arc::clone(&game.own)
    }

    fn find_winnable(&mut self, _game: &PlayedGame) -> Result<(PlayedGame, String), Reply> {
        // The page looks for it in an engine of its own.
        Err(Reply::wish(Wish::Winnable))
    }

    fn find_game(
        &mut self,
        name: &str,
        _game: &PlayedGame,
    ) -> Result<(Arc<Game>, Arc<Rules>), Reply> {
        let refuse = |error: &dyn fmt::Display| Reply::refused(&error.to_string());
        let found = find(name, &[], &Library::new()).map_err(|error| refuse(&error))?;
        let game = found.game().map_err(|error| refuse(&error))?;
        Ok((game, Arc::new(found.rules)))
    }

    fn list(&mut self, words: &str, _game: &PlayedGame) -> Reply {
        Reply::wish(Wish::List(words.to_owned()))
    }

    fn save(&mut self, _name: &str, _game: &PlayedGame) -> Reply {
        Reply::refused(KEEPS_ITSELF)
    }

    fn load(
        &mut self,
        _name: &str,
        _game: &PlayedGame,
    ) -> Result<(PlayedGame, Vec<String>), Reply> {
        Err(Reply::refused(KEEPS_ITSELF))
    }

    fn tell_statistics(&mut self, _game: &PlayedGame) -> Reply {
        Reply::refused("the page keeps no statistics")
    }

    fn tell_rules(&mut self, _game: &PlayedGame) -> Reply {
        Reply::wish(Wish::Rules)
    }

    fn reload(&mut self, _game: &mut PlayedGame) -> Reply {
        Reply::refused("the rules are read again whenever you change them here")
    }

    fn quit(&mut self) -> Reply {
        Reply::refused(KEEPS_ITSELF)
    }

    fn keep(&mut self, _game: &mut PlayedGame) -> Option<String> {
        None
    }

    fn leave(&mut self, _game: &mut PlayedGame) -> Option<String> {
        None
    }
}
