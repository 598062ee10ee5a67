//! A game of a dialogue.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ChosenDeal;
use crate::cards::DealNumber;
use crate::play::{Deal, Halt, Position};
use crate::reply::{Counsel, Reply};
use crate::rules::Game;
use crate::session::Session;

/// A game that is played, how it began, and the help that the player asked for.
#[derive(Debug)]
#[non_exhaustive]
pub struct PlayedGame<O> {
    /// The game in progress.
    pub session: Session,
    /// How it was dealt; `None` if it began with a position.
    pub deal: Option<ChosenDeal>,
    /// What it is called, with its variants and its deal.
    pub title: String,
    /// The score of earlier games, which counts if the game has `carry`: then `new` adds it up.
    pub carried_points: i32,
    /// Whether the deals that follow have the next numbers; if not, they are random.
    pub counts_on: bool,
    /// The help that the player asked for.
    pub help: Help,
    /// What the front end keeps with it.
    pub own: O,
    /// Why the setup was stopped, if it was.
    opening_halt: Option<Halt>,
    /// How often the player asked where the game was lost. That is help once it goes on.
    pub(super) looked_back: u32,
    /// Who suggests moves, and what the solver found out.
    pub(super) counsel: Counsel,
}

/// How often the player asked for help in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Help {
    /// The number of hints.
    #[serde(default)]
    pub hints: u32,
    /// How often the solver gave an answer.
    #[serde(default)]
    pub solver: u32,
}

impl<O> PlayedGame<O> {
    /// Deals a game.
    ///
    /// # Errors
    /// If it cannot be dealt so.
    pub fn deal(
        game: &Arc<Game>,
        deal: ChosenDeal,
        carried_points: i32,
        own: O,
    ) -> Result<PlayedGame<O>, String> {
        let dealt = Position::deal_noting_halt(game, &deal.deal);
        let (position, halt) = dealt.map_err(|error| format!("{deal}: {error}"))?;
        Ok(PlayedGame {
            opening_halt: halt,
            title: format!("{}, {deal}", game.title()),
            deal: Some(deal),
            ..PlayedGame::at(position, carried_points, own)
        })
    }

    /// Begins with a position.
    pub fn at(mut position: Position, carried_points: i32, own: O) -> PlayedGame<O> {
        position.carry(carried_points);
        PlayedGame {
            title: format!("{}, a position", position.game().title()),
            session: Session::new(position),
            deal: None,
            carried_points,
            help: Help::default(),
            own,
            opening_halt: None,
            counts_on: false,
            looked_back: 0,
            counsel: Counsel::default(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// Says that the opening is not what the rules say, if the setup was stopped.
    pub fn describe_opening(&self) -> Option<String> {
        let why = self.opening_halt?.describe(self.position().game());
        Some(format!("The opening did not finish: it was stopped {why}."))
    }

    /// The help that the player has had when the game goes on.
    pub fn help_if_continued(&self) -> Help {
        Help {
            solver: self.help.solver.saturating_add(self.looked_back),
            ..self.help
        }
    }

    /// Another deal of the same game.
    ///
    /// # Errors
    /// If it cannot be dealt so.
    pub fn deal_next(&self, deal: ChosenDeal, own: O) -> Result<PlayedGame<O>, String> {
        let position = self.position();
        let carries = position.game().score.carry;
        let points = if carries { position.score() } else { 0 };
        let game = PlayedGame::deal(position.game(), deal, points, own)?;
        let counts_on = self.counts_on;
        Ok(PlayedGame { counts_on, ..game })
    }

    /// The same deal once more. What the solver has said of it is known, and still counts as help.
    pub fn again(&self, own: O) -> PlayedGame<O> {
        PlayedGame {
            session: Session::new(self.session.history().first().clone()),
            deal: self.deal.clone(),
            title: self.title.clone(),
            carried_points: self.carried_points,
            help: Help {
                solver: self.help_if_continued().solver,
                ..Help::default()
            },
            own,
            opening_halt: self.opening_halt,
            counts_on: self.counts_on,
            looked_back: 0,
            counsel: self.counsel.for_same_deal(),
        }
    }

    /// The deal after this one: the next number if deals count on, otherwise a random one.
    pub fn next_deal(&self, random: impl FnOnce() -> DealNumber) -> ChosenDeal {
        match self.deal.as_ref().filter(|_| self.counts_on) {
            Some(deal) => deal.next(random),
            None => ChosenDeal::new(random().into()),
        }
    }

    /// The deal after this one, also for another game; `None` if deals do not have the next numbers, so that any will do.
    pub(super) fn number_after(&self) -> Option<ChosenDeal> {
        let deal = self.deal.as_ref().filter(|_| self.counts_on)?;
        match deal.deal {
            Deal::Number(number) => Some(deal.next(|| number)),
            Deal::Foreign(_) | Deal::Deck(_) => None,
        }
    }

    /// Goes on with the game: what the player learned of it by looking back is help now.
    pub(super) fn go_on(&mut self) {
        self.help = self.help_if_continued();
        self.looked_back = 0;
    }

    /// Counts a reply that is a hint.
    pub(super) fn note_hint(&mut self, reply: Reply) -> Reply {
        self.help.hints = self.help.hints.saturating_add(u32::from(reply.is_hint));
        reply
    }
}
