//! The games of a session, one after the other.

use std::rc::Rc;

use crate::Error;
use crate::clock::{Clock, since_1970};
use crate::deal::ChosenDeal;
use crate::save::{Help, SavedGame, Stopped};
use crate::start::{Start, title_of};
use crate::store::{self, End};
use patience::internals::{Compiled, Halt, to_sentence};
use patience::{Counsel, Library, Outcome, Position, Session};

/// A game of a session, and how it was started.
#[derive(Debug)]
pub(super) struct PlayedGame {
    pub(super) start: Rc<Start>,
    /// The deal; `None` for a position file.
    pub(super) deal: Option<ChosenDeal>,
    pub(super) title: String,
    /// Why the setup was stopped, if it was.
    opening_halt: Option<Halt>,
    /// The score of earlier games, which counts if the game has `carry`.
    pub(super) carried_points: i32,
    pub(super) session: Session,
    /// The help that the player asked for.
    pub(super) help: Help,
    /// How often the player asked where the game was lost. That is help once it goes on.
    pub(super) looked_back: u32,
    /// Who suggests moves, and what the solver found out.
    pub(super) counsel: Counsel,
    /// All moves, also those that new rules forbid, if there are any, as they would be saved.
    left_out: Option<SavedGame>,
    pub(super) clock: Clock,
    /// Whether it is counted in the statistics.
    pub(super) is_counted: bool,
    /// Whether it was won once, even if moves were taken back since.
    pub(super) was_won: bool,
}

impl PlayedGame {
    /// Begins a deal; without one, begins the position that `start` holds.
    pub(super) fn begin(
        start: Rc<Start>,
        deal: Option<ChosenDeal>,
        carried_points: i32,
    ) -> Result<PlayedGame, Error> {
        let mut opening = start.begin(deal.as_ref())?;
        opening.position.carry(carried_points);
        Ok(PlayedGame {
            start,
            deal,
            title: opening.title,
            opening_halt: opening.halt,
            carried_points,
            session: Session::new(opening.position),
            left_out: None,
            help: Help::default(),
            looked_back: 0,
            counsel: Counsel::default(),
            clock: Clock::start(),
            is_counted: false,
            was_won: false,
        })
    }

    /// Begins where the first game of a start does.
    pub(super) fn first(start: Rc<Start>) -> Result<PlayedGame, Error> {
        let deal = start.first_deal();
        PlayedGame::begin(start, deal, 0)
    }

    /// Starts a saved game and plays its moves again. The text says why not all of them are played.
    pub(super) fn load(
        saved: &SavedGame,
        library: Library,
    ) -> Result<(PlayedGame, Option<String>), Error> {
        let start = Rc::new(Start::from_saved(saved, library)?);
        let deal = start.first_deal();
        let game = PlayedGame::begin(start, deal, saved.carried)?;
        let (game, stopped) = game.resume(saved);
        let note = stopped.map(|stopped| to_sentence(&stopped.to_string()));
        Ok((game, note))
    }

    /// Another deal of the same game.
    pub(super) fn deal_next(&self, deal: ChosenDeal) -> Result<PlayedGame, Error> {
        let carries = Compiled::new(&self.start.game).score.carry;
        let points = if carries { self.position().score() } else { 0 };
        PlayedGame::begin(Rc::clone(&self.start), Some(deal), points)
    }

    /// Continues a saved game: the moves that are still legal are played again, and undone moves can be replayed.
    fn resume(mut self, saved: &SavedGame) -> (PlayedGame, Option<Stopped>) {
        let stopped = saved.replay(&mut self.session);
        self.help = saved.help;
        self.clock = Clock::resume(saved.started, saved.seconds);
        (self, stopped)
    }

    /// The same game under the rules that its file has now, as far as its moves are legal, and the first move that is
    /// not. The moves that this leaves out are tried again by the next `reload`, unless others are played.
    pub(super) fn reload(&mut self) -> Result<(PlayedGame, Option<Stopped>), Error> {
        let mut saved = self.to_saved();
        // Unless something was played or taken back since, only the forbidden moves are missing.
        let is_current = |all: &&SavedGame| {
            all.moves.starts_with(&saved.moves) && saved.played == all.played.min(saved.moves.len())
        };
        if let Some(all) = self.left_out.as_ref().filter(is_current) {
            (saved.moves, saved.played) = (all.moves.clone(), all.played);
        }
        let start = Rc::new(self.start.reload()?);
        let game = PlayedGame::begin(start, self.deal.clone(), self.carried_points)?;
        let (mut game, stopped) = game.resume(&saved);
        if stopped.is_some() {
            let legal = game.to_saved().moves;
            saved.moves.splice(..legal.len(), legal);
            game.left_out = Some(saved);
        }
        game.session.go_on_from(&mut self.session);
        game.is_counted = self.is_counted;
        game.was_won = self.was_won;
        Ok((game, stopped))
    }

    /// The same deal once more. What the solver has said of it is known, and still counts as help.
    pub(super) fn again(&self) -> Result<PlayedGame, Error> {
        let start = Rc::clone(&self.start);
        let mut game = PlayedGame::begin(start, self.deal.clone(), self.carried_points)?;
        game.help.solver = self.help_if_continued().solver;
        game.counsel = self.counsel.for_same_deal();
        Ok(game)
    }

    pub(super) fn position(&self) -> &Position {
        self.session.position()
    }

    /// Says that the opening is not what the rules say, if the setup was stopped.
    pub(super) fn describe_opening(&self) -> Option<String> {
        let why = self.opening_halt?.describe(self.position().game());
        Some(format!("The opening did not finish: it was stopped {why}."))
    }

    /// The help that the player has when the game goes on.
    pub(super) fn help_if_continued(&self) -> Help {
        Help {
            solver: self.help.solver.saturating_add(self.looked_back),
            ..self.help
        }
    }

    /// The game as it is saved.
    pub(super) fn to_saved(&self) -> SavedGame {
        let game = self.position().game();
        SavedGame {
            game: self.start.name.clone(),
            variants: game.variants().to_vec(),
            start: self.start.to_saved(self.deal.as_ref()),
            rules: game.fingerprint().to_owned(),
            moves: self.session.history().turns().map(str::to_owned).collect(),
            played: self.session.history().turn_count(),
            seen: self.session.seen().collect(),
            carried: self.carried_points,
            help: self.help_if_continued(),
            started: self.clock.started,
            seconds: self.clock.seconds(),
        }
    }

    /// The game as it is recorded if it ends now.
    pub(super) fn to_record(&self) -> store::PlayedGame {
        let position = self.position();
        let game = position.game();
        let score = position.visible_score();
        let deal = self.deal.as_ref().and_then(ChosenDeal::number);
        store::PlayedGame {
            game: self.start.name.clone(),
            variants: game.variants().to_vec(),
            name: title_of(&self.start.game),
            rules: game.fingerprint().to_owned(),
            deal,
            end: match position.outcome() {
                _ if self.was_won => End::Won,
                Outcome::Won => End::Won,
                Outcome::Stuck => End::Stuck,
                Outcome::Open => End::GivenUp,
            },
            moves: u32::try_from(self.session.moves().len()).unwrap_or(u32::MAX),
            score: score.map(|score| score.saturating_sub(self.carried_points)),
            carries: Compiled::new(game).score.carry,
            seconds: self.clock.seconds(),
            help: self.help,
            started: self.clock.started,
            ended: since_1970().as_secs(),
        }
    }
}

/// The most games before the current one: a program may play any number of them.
const MOST_BEFORE: usize = 100;

/// The current game, the games before it, and the games that `redo` returns to. There is always a current game.
#[derive(Debug)]
pub(super) struct Games {
    games: Vec<PlayedGame>,
    current: usize,
}

impl Games {
    pub(super) fn new(first: PlayedGame) -> Games {
        Games {
            games: vec![first],
            current: 0,
        }
    }

    pub(super) fn current(&self) -> &PlayedGame {
        &self.games[self.current]
    }

    /// The number of games before the current one.
    pub(super) fn index(&self) -> usize {
        self.current
    }

    pub(super) fn current_mut(&mut self) -> &mut PlayedGame {
        &mut self.games[self.current]
    }

    /// Goes on with the current game after a move in it: the games after it are forgotten.
    pub(super) fn continue_current(&mut self) {
        self.games.truncate(self.current + 1);
        let game = self.current_mut();
        game.help = game.help_if_continued();
        game.looked_back = 0;
    }

    /// Starts a game after the current one.
    pub(super) fn start(&mut self, game: PlayedGame) {
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
