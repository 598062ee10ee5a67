//! Playing a situation and comparing what it leads to.

use std::iter::repeat_n;

use super::read::Situation;
use super::start::Start;
use crate::cards::Card;
use crate::condition::{PileId, Scene, View};
use crate::play::{Move, Position, read, write};
use crate::rules::Game;
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
    let position = match &situation.start {
        Start::Deal(deal) => {
            Position::deal(game, deal).expect("checked when the situation was read")
        }
        Start::Layout(layout) => {
            Position::lay_out(game, layout).expect("checked when the situation was read")
        }
    };
    let mut trial = Trial {
        position,
        failures: Vec::new(),
    };
    if trial.play(&situation.moves) {
        trial.compare(situation);
    }
    trial
}

impl Trial {
    fn fail(&mut self, span: Span, message: String) {
        self.failures.push(Diagnostic::error(span, message));
    }

    /// The move of a text; else why it is refused and by which key, which is none for a text that is no move.
    fn tried(&self, text: &str) -> Result<Move, (String, Option<String>)> {
        let attempt = read(&self.position, text).map_err(|e| (e.to_string(), None))?;
        attempt
            .resolve(&self.position)
            .map_err(|refusal| (refusal.to_string(), Some(refusal.key().to_owned())))
    }

    fn play(&mut self, moves: &[(Spanned<String>, usize)]) -> bool {
        let each = moves
            .iter()
            .flat_map(|(text, times)| repeat_n(text, *times));
        for (number, text) in each.enumerate() {
            match self.tried(&text.value) {
                Ok(chosen) => self.position.play_unchecked(chosen),
                Err((why, _)) => {
                    self.fail(text.span, format!("move {} is refused: {why}", number + 1));
                    return false;
                }
            }
        }
        true
    }

    fn compare(&mut self, situation: &Situation) {
        let game = &situation.game;
        for (pile, cards, span) in &situation.gives {
            let found = lying(&self.position, *pile);
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
            let scene = Scene::table(&self.position, self.position.base());
            if !condition.holds(&scene) {
                let score = self.position.score();
                let asked = words::phrase(&condition.test, game, self.position.base());
                self.fail(
                    condition.span,
                    format!("it is not true {asked}; the score is {score}"),
                );
            }
        }
        for text in &situation.legal {
            if let Err((why, _)) = self.tried(&text.value) {
                self.fail(text.span, format!("it is refused: {why}"));
            }
        }
        if let Some((only, span)) = &situation.only {
            self.compare_only(only, *span);
        }
        for (text, key) in &situation.illegal {
            match self.tried(&text.value) {
                Ok(_) => self.fail(text.span, "it is legal".to_owned()),
                Err((why, None)) => self.fail(text.span, format!("it is no move: {why}")),
                Err((why, Some(found))) if found != key.value => {
                    self.fail(key.span, format!("it is refused by `{found}`: {why}"));
                }
                Err(_) => {}
            }
        }
    }

    fn compare_only(&mut self, only: &[Spanned<String>], span: Span) {
        let legal = self.position.legal_moves();
        let mut said = Vec::new();
        for text in only {
            match self.tried(&text.value) {
                Ok(chosen) => said.push(chosen),
                Err((why, _)) => self.fail(text.span, format!("it is refused: {why}")),
            }
        }
        let others = legal.iter().filter(|m| !said.contains(m));
        let others: Vec<String> = others
            .map(|m| format!("`{}`", write(&self.position, *m)))
            .collect();
        if !others.is_empty() {
            self.fail(
                span,
                format!(
                    "{} legal too",
                    listed(&others, "and") + if others.len() == 1 { " is" } else { " are" }
                ),
            );
        }
    }
}

fn lying(position: &Position, pile: PileId) -> Vec<(Card, bool)> {
    position
        .cards(pile)
        .into_iter()
        .map(|c| (position.face(c), position.is_hidden(c)))
        .collect()
}

/// Cards as a test writes them: from bottom to top, the stock from its next card.
fn written(cards: &[(Card, bool)], is_stock: bool) -> String {
    let mut words: Vec<String> = cards
        .iter()
        .map(|(card, down)| format!("{}{card}", if *down && !is_stock { "#" } else { "" }))
        .collect();
    if is_stock {
        words.reverse();
    }
    words.join(" ")
}

/// A pile as a test writes it: its cards from bottom to top, `#` face down; the stock from its next card.
#[must_use]
pub fn pile_text(game: &Game, position: &Position, pile: PileId) -> String {
    written(&lying(position, pile), pile == game.stock)
}
