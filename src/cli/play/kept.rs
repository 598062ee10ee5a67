//! What the program keeps with each game of a dialogue.

use std::rc::Rc;

use crate::Error;
use crate::clock::{Clock, since_1970};
use crate::save::{SavedGame, Stopped};
use crate::start::Start;
use crate::store::{self, End};
use patience::Outcome;
use patience::dialogue::ChosenDeal;
use patience::internals::{Compiled, to_sentence};
use patience::library::Library;

/// A game of the program.
pub(super) type PlayedGame = patience::dialogue::PlayedGame<Kept>;

/// What is kept with a game.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) start: Rc<Start>,
    pub(super) clock: Clock,
    /// All moves, also those that new rules forbid, if there are any, as they would be saved.
    left_out: Option<SavedGame>,
    /// Whether it is counted in the statistics.
    pub(super) is_counted: bool,
    /// Whether it was won once, even if moves were taken back since.
    pub(super) was_won: bool,
}

impl Kept {
    /// What is kept with a game that begins now.
    pub(super) fn new(start: Rc<Start>) -> Kept {
        Kept {
            start,
            clock: Clock::start(),
            left_out: None,
            is_counted: false,
            was_won: false,
        }
    }

    /// Begins where the first game of a start does.
    pub(super) fn first(start: &Rc<Start>) -> Result<PlayedGame, Error> {
        Kept::begin(start, start.first_deal())
    }

    /// Begins a deal; without one, begins the position that `start` holds.
    pub(super) fn begin(start: &Rc<Start>, deal: Option<ChosenDeal>) -> Result<PlayedGame, Error> {
        start.begin(deal, 0, Kept::new(Rc::clone(start)))
    }

    /// Starts a saved game and plays its moves again. The text says why not all of them are played.
    pub(super) fn load(
        saved: &SavedGame,
        library: Library,
    ) -> Result<(PlayedGame, Option<String>), Error> {
        let start = Rc::new(Start::from_saved(saved, library)?);
        let deal = start.first_deal();
        let (game, stopped) = resume(&start, deal, saved)?;
        let note = stopped.map(|stopped| to_sentence(&stopped.to_string()));
        Ok((game, note))
    }
}

/// Continues a saved game: the moves that are still legal are played again, and undone moves can be replayed.
fn resume(
    start: &Rc<Start>,
    deal: Option<ChosenDeal>,
    saved: &SavedGame,
) -> Result<(PlayedGame, Option<Stopped>), Error> {
    let kept = Kept {
        clock: Clock::resume(saved.started, saved.seconds),
        ..Kept::new(Rc::clone(start))
    };
    let mut game = start.begin(deal, saved.carried, kept)?;
    let stopped = saved.replay(&mut game.session);
    game.help = saved.help;
    Ok((game, stopped))
}

/// Replays a game under the current rules of its file, up to the first move that is not legal, which is returned too. The
/// moves that this leaves out are tried again by the next `reload`, unless others are played.
pub(super) fn reload(game: &mut PlayedGame) -> Result<(PlayedGame, Option<Stopped>), Error> {
    let mut saved = to_saved(game);
    // Unless something was played or taken back since, only the forbidden moves are missing.
    let is_current = |all: &&SavedGame| {
        all.moves.starts_with(&saved.moves) && saved.played == all.played.min(saved.moves.len())
    };
    if let Some(all) = game.own.left_out.as_ref().filter(is_current) {
        (saved.moves, saved.played) = (all.moves.clone(), all.played);
    }
    let start = Rc::new(game.own.start.reload()?);
    let (mut new, stopped) = resume(&start, game.deal.clone(), &saved)?;
    if stopped.is_some() {
        let legal = to_saved(&new).moves;
        saved.moves.splice(..legal.len(), legal);
        new.own.left_out = Some(saved);
    }
    new.session.go_on_from(&mut game.session);
    new.counts_on = game.counts_on;
    new.own.is_counted = game.own.is_counted;
    new.own.was_won = game.own.was_won;
    Ok((new, stopped))
}

/// The game as it is saved.
pub(super) fn to_saved(played: &PlayedGame) -> SavedGame {
    let game = played.position().game();
    let (start, clock) = (&played.own.start, &played.own.clock);
    SavedGame {
        game: start.name.clone(),
        variants: game.variants().to_vec(),
        start: start.to_saved(played.deal.as_ref()),
        rules: game.fingerprint().to_owned(),
        moves: played
            .session
            .history()
            .turns()
            .map(str::to_owned)
            .collect(),
        played: played.session.history().turn_count(),
        seen: played.session.seen().collect(),
        carried: played.carried_points,
        help: played.help_if_continued(),
        started: clock.started,
        seconds: clock.seconds(),
    }
}

/// The game as it is recorded if it ends now.
pub(super) fn to_record(played: &PlayedGame) -> store::PlayedGame {
    let position = played.position();
    let game = position.game();
    let (own, score) = (&played.own, position.visible_score());
    store::PlayedGame {
        game: own.start.name.clone(),
        variants: game.variants().to_vec(),
        name: own.start.game.title(),
        rules: game.fingerprint().to_owned(),
        deal: played.deal.as_ref().and_then(ChosenDeal::number),
        end: match position.outcome() {
            _ if own.was_won => End::Won,
            Outcome::Won => End::Won,
            Outcome::Stuck => End::Stuck,
            Outcome::Open => End::GivenUp,
        },
        moves: u32::try_from(played.session.moves().len()).unwrap_or(u32::MAX),
        score: score.map(|score| score.saturating_sub(played.carried_points)),
        carries: Compiled::new(game).score.carry,
        seconds: own.clock.seconds(),
        help: played.help,
        started: own.clock.started,
        ended: since_1970().as_secs(),
    }
}
