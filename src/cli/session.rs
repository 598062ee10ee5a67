//! A sitting: games one after the other, each with its moves back and forth.

use super::Error;
use super::history::History;
use super::screen::board;
use super::start::Start;
use crate::cards::DealNumber;
use crate::play::{Outcome, Position, read};
use crate::rules::COMMANDS;
use crate::text::{counted, listed};

/// What a command is answered with.
#[derive(Debug)]
pub(super) enum Answer {
    /// Lines to be shown.
    Lines(Vec<String>),
    /// The end of the sitting.
    Quit,
}

#[derive(Debug)]
pub(super) struct Session {
    start: Start,
    deal: Option<DealNumber>,
    title: String,
    /// The points of the games before, where the game counts on from them.
    carried: i32,
    history: History,
}

impl Session {
    pub(super) fn begin(start: Start) -> Result<Session, Error> {
        let deal = start.first_deal();
        let (title, now) = start.begin(deal)?;
        Ok(Session {
            start,
            deal,
            title,
            carried: 0,
            history: History::begin(now),
        })
    }

    fn now(&self) -> &Position {
        self.history.now()
    }

    /// The board, and how the game stands where it is at an end.
    pub(super) fn show(&self) -> Vec<String> {
        let mut lines = board(&self.title, self.now());
        match self.now().outcome() {
            Outcome::Won => {
                let moves = i64::try_from(self.history.played()).unwrap_or(i64::MAX);
                lines.push(format!("Won, in {}.", counted(moves, "move")));
            }
            Outcome::Stuck => lines.push("Stuck: no card can be moved any more.".to_owned()),
            Outcome::Open => {}
        }
        lines
    }

    pub(super) fn command(&mut self, line: &str) -> Result<Answer, Error> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let is_command = COMMANDS.iter().any(|c| c.name == word);
        if is_command && !rest.is_empty() && word != "new" {
            return Ok(Answer::Lines(vec![format!("`{word}` stands alone.")]));
        }
        let lines = match word.as_str() {
            "" => Vec::new(),
            "quit" => return Ok(Answer::Quit),
            "show" => self.show(),
            "moves" => self.moves(),
            "undo" => self.undo(),
            "redo" => self.redo(),
            "new" => self.new_game(&rest)?,
            "restart" => self.restart()?,
            "rules" => self.now().game().facts(),
            "help" => self.help(),
            _ => self.attempt(line),
        };
        Ok(Answer::Lines(lines))
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.now().legal_moves();
        if moves.is_empty() {
            return vec!["No move is legal.".to_owned()];
        }
        moves
            .into_iter()
            .map(|chosen| self.now().format_move(chosen))
            .collect()
    }

    fn undo(&mut self) -> Vec<String> {
        if self.history.undo() {
            self.show()
        } else {
            vec!["There is no move to take back.".to_owned()]
        }
    }

    fn redo(&mut self) -> Vec<String> {
        if self.history.redo() {
            self.show()
        } else {
            vec!["There is no move to play again.".to_owned()]
        }
    }

    fn new_game(&mut self, rest: &[&str]) -> Result<Vec<String>, Error> {
        let deal = match rest {
            [] => self.start.next_deal(self.deal),
            [number] => match number.parse() {
                Ok(number) => DealNumber(number),
                Err(_) => return Ok(vec![format!("`{number}` is no number of a deal.")]),
            },
            _ => {
                return Ok(vec![
                    "`new` stands alone or before the number of a deal.".to_owned(),
                ]);
            }
        };
        let begun = match self.start.begin(Some(deal)) {
            // That deal cannot be dealt, so the game in progress is kept.
            Err(Error::Usage(message)) => return Ok(vec![sentence(&message)]),
            begun => begun?,
        };
        if self.now().game().score.carry {
            self.carried = self.now().score();
        }
        self.deal = Some(deal);
        Ok(self.enter(begun))
    }

    fn restart(&mut self) -> Result<Vec<String>, Error> {
        let begun = self.start.begin(self.deal)?;
        Ok(self.enter(begun))
    }

    fn enter(&mut self, (title, mut position): (String, Position)) -> Vec<String> {
        position.carry(self.carried);
        self.title = title;
        self.history = History::begin(position);
        self.show()
    }

    fn attempt(&mut self, line: &str) -> Vec<String> {
        let attempt = match read(self.now(), line) {
            Ok(attempt) => attempt,
            Err(error) => return vec![sentence(&error.to_string())],
        };
        match attempt.resolve(self.now()) {
            Err(refusal) => vec![sentence(&refusal.to_string())],
            Ok(chosen) => {
                let mut lines = Vec::new();
                let choices = attempt.choices(self.now());
                if choices.len() > 1 {
                    let names: Vec<String> = choices
                        .iter()
                        .map(|p| self.now().game().pile_name(*p))
                        .collect();
                    let played = self.now().format_move(chosen);
                    lines.push(format!(
                        "Played {played}; {} would take it.",
                        listed(&names, "and")
                    ));
                }
                self.history.play(chosen);
                lines.extend(self.show());
                lines
            }
        }
    }

    fn help(&self) -> Vec<String> {
        let game = self.now().game();
        let piles: Vec<String> = game
            .groups
            .iter()
            .map(|g| {
                let short = &g.short;
                if g.piles.count == 1 {
                    format!("{short} ({})", g.name)
                } else {
                    format!("{short}1-{short}{} ({})", g.piles.count, g.name)
                }
            })
            .collect();
        let from = game.pile_name(game.groups.last().map_or(game.stock, |g| g.piles.first));
        let mut lines = vec![
            format!("Piles: {}", piles.join(", ")),
            format!(
                "`{from} PILE` moves what fits from {from} to a pile, `{from} PILE 2` two cards."
            ),
            "`7H PILE` moves that card and those on it.".to_owned(),
            "A group's name alone stands for the first of its piles that takes the cards,"
                .to_owned(),
            "or for the only one from which they can go there.".to_owned(),
        ];
        let actions: Vec<String> = game
            .actions
            .iter()
            .map(|a| format!("`{}`", a.name))
            .collect();
        if !actions.is_empty() {
            lines.push(format!("This game has {}.", listed(&actions, "and")));
        }
        lines.extend(
            COMMANDS
                .iter()
                .map(|c| format!("`{}` {}.", c.name, c.meaning)),
        );
        lines
    }
}

/// A message as a sentence of its own; it already is one but for its ends.
fn sentence(message: &str) -> String {
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
