//! An interactive session: one game after the other, with undo and redo.

use super::Error;
use super::deal::ChosenDeal;
use super::board::{Look, format_board};
use super::history::History;
use super::start::Start;
use crate::play::{Outcome, Position, read};
use crate::rules::COMMANDS;
use crate::text::{join_with, pluralize};

/// The reply to a command.
#[derive(Debug)]
pub(super) enum Reply {
    /// Lines to print.
    Lines(Vec<String>),
    /// End the session.
    Quit,
}

/// A game in progress, and how it was started.
#[derive(Debug)]
pub(super) struct Session {
    start: Start,
    /// The deal; `None` for a position file.
    deal: Option<ChosenDeal>,
    look: Look,
    /// The deal number; `None` for a deck or a position file.
    deal: Option<DealNumber>,
    title: String,
    /// The score of earlier games, which carries over if the game has `carry`.
    carried_points: i32,
    history: History,
}

impl Session {
    /// Starts the first game.
    pub(super) fn new(start: Start, look: Look) -> Result<Session, Error> {
        let deal = start.first_deal();
        let (title, position) = start.begin(deal.as_ref())?;
        Ok(Session {
            start,
            look,
            deal,
            title,
            carried_points: 0,
            history: History::new(position),
        })
    }

    fn position(&self) -> &Position {
        self.history.current()
    }

    /// Formats the board, and the outcome if the game has ended.
    pub(super) fn show(&self) -> Vec<String> {
        let mut lines = format_board(&self.title, self.position(), &self.look.style());
        match self.position().outcome() {
            Outcome::Won => {
                let moves = pluralize(self.history.move_count(), "move");
                lines.push(format!("Won in {moves}."));
            }
            Outcome::Stuck => lines.push("Stuck: no card can be moved any more.".to_owned()),
            Outcome::Open => {}
        }
        lines
    }

    /// Runs a command or plays a move, as the player typed it.
    pub(super) fn run(&mut self, line: &str) -> Result<Reply, Error> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let is_command = COMMANDS.iter().any(|c| c.name == word);
        if is_command && !rest.is_empty() && word != "new" {
            return Ok(Reply::Lines(vec![format!("`{word}` takes no argument.")]));
        }
        let lines = match word.as_str() {
            "" => Vec::new(),
            "quit" => return Ok(Reply::Quit),
            "show" => self.show(),
            "moves" => self.list_moves(),
            "undo" => self.undo(),
            "redo" => self.redo(),
            "new" => self.start_new(&rest)?,
            "restart" => self.restart()?,
            "rules" => self.position().game().page().to_lines(80),
            "help" => self.help(),
            _ => self.play(line),
        };
        Ok(Reply::Lines(lines))
    }

    fn list_moves(&self) -> Vec<String> {
        let moves = self.position().legal_moves();
        if moves.is_empty() {
            return vec!["No move is legal.".to_owned()];
        }
        moves
            .into_iter()
            .map(|mv| self.position().format_move(mv))
            .collect()
    }

    fn undo(&mut self) -> Vec<String> {
        if self.history.undo() {
            self.show()
        } else {
            vec!["Nothing to undo.".to_owned()]
        }
    }

    fn redo(&mut self) -> Vec<String> {
        if self.history.redo() {
            self.show()
        } else {
            vec!["Nothing to redo.".to_owned()]
        }
    }

    fn start_new(&mut self, rest: &[&str]) -> Result<Vec<String>, Error> {
        let deal = match rest {
            [] => self.start.next_deal(self.deal.as_ref()),
            [deal] => match deal.parse::<ChosenDeal>() {
                Ok(deal) => deal,
                Err(error) => return Ok(vec![to_sentence(&error.to_string())]),
            },
            _ => {
                return Ok(vec!["`new` takes at most a deal.".to_owned()]);
            }
        };
        let new_game = match self.start.begin(Some(&deal)) {
            // The deal is impossible, so the game in progress continues.
            Err(Error::Usage(message)) => return Ok(vec![to_sentence(&message)]),
            new_game => new_game?,
        };
        if self.position().game().score.carry {
            self.carried_points = self.position().score();
        }
        self.deal = Some(deal);
        Ok(self.switch_to(new_game))
    }

    fn restart(&mut self) -> Result<Vec<String>, Error> {
        let new_game = self.start.begin(self.deal.as_ref())?;
        Ok(self.switch_to(new_game))
    }

    /// Makes a started game the current one.
    fn switch_to(&mut self, (title, mut position): (String, Position)) -> Vec<String> {
        position.carry(self.carried_points);
        self.title = title;
        self.history = History::new(position);
        self.show()
    }

    /// Plays the move that was typed, or explains why it is not legal.
    fn play(&mut self, line: &str) -> Vec<String> {
        let attempt = match read(self.position(), line) {
            Ok(attempt) => attempt,
            Err(error) => return vec![to_sentence(&error.to_string())],
        };
        match attempt.resolve(self.position()) {
            Err(refusal) => vec![to_sentence(&refusal.to_string())],
            Ok(mv) => {
                let mut lines = Vec::new();
                let choices = attempt.choices(self.position());
                // The first of them is the one that is played.
                if let [_, others @ ..] = choices.as_slice()
                    && !others.is_empty()
                {
                    let names: Vec<String> = others
                        .iter()
                        .map(|p| format!("`{}`", self.position().game().pile_name(*p)))
                        .collect();
                    let played = self.position().format_move(mv);
                    lines.push(format!(
                        "Played `{played}`; {} would accept it too.",
                        join_with(&names, "and")
                    ));
                }
                self.history.play(mv);
                lines.extend(self.show());
                lines
            }
        }
    }

    fn help(&self) -> Vec<String> {
        let game = self.position().game();
        let piles: Vec<String> = game
            .groups
            .iter()
            .map(|g| format!("{} ({})", g.pile_names(), g.name))
            .collect();
        let from = game.pile_name(game.groups.last().map_or(game.stock, |g| g.piles.first));
        let mut lines = vec![
            format!("Piles: {}", piles.join(", ")),
            format!(
                "`{from} PILE` moves what fits from {from} to a pile, `{from} PILE 2` two cards."
            ),
            "`7H PILE` moves that card and those on top of it.".to_owned(),
            "A group's name alone means the first of its piles that accepts the cards,".to_owned(),
            "or the only one that can give them.".to_owned(),
        ];
        let actions: Vec<String> = game
            .actions
            .iter()
            .map(|a| format!("`{}`", a.name))
            .collect();
        if !actions.is_empty() {
            lines.push(format!(
                "Actions of this game: {}.",
                join_with(&actions, "and")
            ));
        }
        lines.extend(
            COMMANDS
                .iter()
                .map(|c| format!("`{}` {}.", c.name, c.meaning)),
        );
        lines
    }
}

/// Turns a message into a sentence: capitalized, and with a full stop unless it already ends with punctuation.
fn to_sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().collect::<String>())
        .unwrap_or_default();
    let end = if message.ends_with(['.', '?', ')']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{end}", letters.as_str())
}
