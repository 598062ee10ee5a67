//! Playing a situation and comparing what it leads to.

use std::iter::repeat_n;

use super::read::Situation;
use super::start::{Start, dealt_within, too_much};
use super::write::written;
use crate::cards::Card;
use crate::condition::{Condition, Scene, View};
use crate::play::{MAX_FOR_THE_OUTCOME, Move, Position, Refusal, Work, read, write};
use crate::text::{Diagnostic, Span, Spanned, listed};
use crate::words;

/// What a situation showed: the position after its moves, and what was not as it says.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The position after the moves that could be played.
    pub position: Position,
    /// What was not as the situation says; empty where it passed.
    pub failures: Vec<Diagnostic>,
}

/// Plays a situation and compares.
///
/// # Panics
/// Never: a situation was checked against its game when it was read.
#[must_use]
pub fn run(situation: &Situation) -> Trial {
    let game = &situation.game;
    let mut work = Work::new(situation.work);
    let position = match &situation.start {
        Start::Deal(deal) => {
            dealt_within(game, deal, &mut work).expect("checked when the situation was read")
        }
        Start::Layout(layout) => {
            Position::lay_out(game, layout).expect("checked when the situation was read")
        }
    };
    let mut player = Player {
        situation,
        work,
        trial: Trial {
            position,
            failures: Vec::new(),
        },
    };
    let played = player.play().and_then(|()| player.compare());
    if played == Err(Ended::Work) {
        let wrong = too_much(situation.work, situation.span);
        player.trial.failures.push(wrong);
    }
    player.trial
}

/// Why a situation was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// A move of it is refused; that is among the failures.
    Refused,
    /// It would take more work than it may.
    Work,
}

/// A situation while it is played.
struct Player<'a> {
    situation: &'a Situation,
    work: Work,
    trial: Trial,
}

impl Player<'_> {
    fn fail(&mut self, span: Span, message: String) {
        let failure = Diagnostic::error(span, message);
        self.trial.failures.push(failure);
    }

    fn spend(&mut self, things: u64) -> Result<(), Ended> {
        let spent = self.work.spend(things);
        spent.then_some(()).ok_or(Ended::Work)
    }

    /// The move of a text; else why it is refused and by which key, which is none for a text that is no move.
    fn tried(&mut self, text: &str) -> Result<Result<Move, (String, Option<String>)>, Ended> {
        let attempt = match read(&self.trial.position, text) {
            Ok(attempt) => attempt,
            Err(error) => return Ok(Err((error.to_string(), None))),
        };
        self.spend(attempt.price(&self.trial.position))?;
        let refused = |refusal: Refusal| (refusal.to_string(), Some(refusal.key().to_owned()));
        Ok(attempt.resolve(&self.trial.position).map_err(refused))
    }

    fn play(&mut self) -> Result<(), Ended> {
        let moves = self.situation.moves.iter();
        let each = moves.flat_map(|(text, times)| repeat_n(text, *times));
        for (number, text) in each.enumerate() {
            match self.tried(&text.value)? {
                Ok(chosen) => self.trial.position.play_within(chosen, &mut self.work),
                Err((why, _)) => {
                    self.fail(text.span, format!("move {} is refused: {why}", number + 1));
                    return Err(Ended::Refused);
                }
            }
            self.spend(1)?;
        }
        Ok(())
    }

    fn compare(&mut self) -> Result<(), Ended> {
        let situation = self.situation;
        let game = &situation.game;
        for (pile, cards, span) in &situation.gives {
            let found = self.trial.position.laid_cards(*pile);
            let is_stock = *pile == game.stock;
            let plain = |cards: &[(Card, bool)]| {
                cards
                    .iter()
                    .map(|c| (c.0, !is_stock && c.1))
                    .collect::<Vec<_>>()
            };
            if plain(&found) != plain(cards) {
                let message = format!(
                    "{} holds `{}`",
                    game.pile_name(*pile),
                    written(&found, is_stock)
                );
                self.fail(*span, message);
            }
        }
        if let Some(condition) = &situation.holds {
            self.holds(condition)?;
        }
        for text in &situation.legal {
            if let Err((why, _)) = self.tried(&text.value)? {
                self.fail(text.span, format!("it is refused: {why}"));
            }
        }
        if let Some((only, span)) = &situation.only {
            self.compare_only(only, *span)?;
        }
        for (text, key) in &situation.illegal {
            match self.tried(&text.value)? {
                Ok(_) => self.fail(text.span, "it is legal".to_owned()),
                Err((why, None)) => self.fail(text.span, format!("it is no move: {why}")),
                Err((why, Some(found))) if found != key.value => {
                    self.fail(key.span, format!("it is refused by `{found}`: {why}"));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn holds(&mut self, condition: &Condition) -> Result<(), Ended> {
        let position = &self.trial.position;
        if condition.test.asks_if_stuck() {
            // Here it is only seen whether there is enough work left to ask it.
            self.work
                .part(MAX_FOR_THE_OUTCOME, |work| position.outcome_within(work));
        }
        self.spend(condition.cost)?;
        let position = &self.trial.position;
        let scene = Scene::table(position, position.base());
        if !condition.holds(&scene) {
            let score = position.score();
            let game = &self.situation.game;
            let asked = words::phrase(&condition.test, game, position.base());
            self.fail(
                condition.span,
                format!("it is not true {asked}; the score is {score}"),
            );
        }
        Ok(())
    }

    fn compare_only(&mut self, only: &[Spanned<String>], span: Span) -> Result<(), Ended> {
        let legal = self.trial.position.legal_moves_within(&mut self.work);
        let mut said = Vec::new();
        for text in only {
            match self.tried(&text.value)? {
                Ok(chosen) => said.push(chosen),
                Err((why, _)) => self.fail(text.span, format!("it is refused: {why}")),
            }
        }
        let mut others = Vec::new();
        for chosen in legal.into_iter().filter(|m| !said.contains(m)) {
            self.spend(self.trial.position.price_of_landings())?;
            others.push(format!("`{}`", write(&self.trial.position, chosen)));
        }
        if !others.is_empty() {
            self.fail(
                span,
                format!(
                    "{} legal too",
                    listed(&others, "and") + if others.len() == 1 { " is" } else { " are" }
                ),
            );
        }
        Ok(())
    }
}
