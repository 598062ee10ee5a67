//! Writes tests of the moves that were played.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::solver::format_moves;
use crate::cards::DealNumber;
use crate::condition::PileId;
use crate::play::{BoardView, Deal, MoveError, Outcome, Position};
use crate::session::History;
use crate::testcase::{MAX_MOVES, format_cards};
use crate::text::{quote, quote_list};

/// The most characters of the name of a test: fewer than a rules file allows, because something may be added to it.
const MAX_NAME: usize = 150;
/// How wide a list of moves may be.
const MAX_WIDTH: usize = 90;
/// The most characters of a condition: fewer than the language allows.
const MAX_CONDITION: usize = 900;

/// A game in progress, whose part after a mark becomes a test.
#[derive(Debug)]
pub(super) struct Recording<'a> {
    pub(super) history: &'a History,
    /// How it was dealt; `None` if it was given card by card.
    pub(super) deal: Option<&'a Deal>,
    /// The number of moves before the mark.
    pub(super) mark: usize,
    /// Whether the test may name face-down cards.
    pub(super) names_hidden: bool,
    /// The moves that were refused since the mark, each with the number of moves before it.
    pub(super) refused: Vec<(usize, &'a str)>,
}

/// Why no test can be written. The messages are for the author.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("a test needs a name that says what it shows, as in `test a King fills a space`")]
    NoName,
    #[error("the name of a test has at most {MAX_NAME} characters")]
    LongName,
    #[error("a test has at most {MAX_MOVES} moves, and there are {0} since it begins")]
    TooManyMoves(usize),
    #[error(
        "a test cannot begin with deal {0}, so it has to name the cards at the mark, and some are face down: \
         `mark open` allows that"
    )]
    Hidden(Deal),
    #[error("no test can repeat this, because the cards were shuffled")]
    NotRepeatable,
}

/// How a test begins, and how it goes on.
struct Script {
    /// The lines for its first position.
    lines: String,
    /// Its moves as texts.
    moves: Vec<String>,
    /// The number of moves before the mark.
    mark: usize,
    /// Its positions after 0, 1, 2 ... moves.
    positions: Vec<Position>,
}

impl Recording<'_> {
    /// Writes the tests: one of the moves since the mark, after one for each earlier position where a move was refused.
    /// They have been played, so that they pass.
    ///
    /// # Errors
    /// If no test can repeat the moves that were played.
    pub(super) fn write(&self, name: &str) -> Result<String, RecordError> {
        match name.chars().count() {
            0 => return Err(RecordError::NoName),
            MAX_NAME.. => return Err(RecordError::LongName),
            _ => {}
        }
        let script = self.script()?;
        let end = self.history.move_count();
        let stops = self.refused.iter().map(|(count, _)| *count);
        let stops: BTreeSet<usize> = stops.filter(|&stop| stop < end).collect();
        let mut tests = Vec::new();
        for stop in stops {
            let refused = self.refused_after(stop, &script);
            if !refused.is_empty() {
                let since = stop - self.mark;
                let name = match since {
                    0 => format!("{name}: before"),
                    1 => format!("{name}: after 1 move"),
                    _ => format!("{name}: after {since} moves"),
                };
                tests.push(script.head(&name, stop - self.mark) + &refused);
            }
        }
        let refused = self.refused_after(end, &script);
        let head = script.head(name, end - self.mark);
        tests.push(head + &self.expectations(&script, refused.is_empty()) + &refused);
        Ok(tests.join("\n"))
    }

    /// Finds a beginning that leads by the moves to the same position: the position at the mark, or else the first
    /// position, if that can be named without naming cards that are face down.
    fn script(&self) -> Result<Script, RecordError> {
        let (marked, end) = (self.history.at(self.mark), self.history.current());
        let texts = format_moves(self.history.first(), self.history.moves());
        let dealt = self.dealt();
        let names_cards = self.names_hidden || !marked.has_hidden_cards();
        if names_cards && (self.names_hidden || self.mark > 0 || dealt.is_none()) {
            let since = check_length(&texts[self.mark..])?;
            let laid_out = Position::lay_out(marked.game(), &marked.layout()).ok();
            let script =
                laid_out.and_then(|first| Script::new(marked.to_text(), first, since, 0, end));
            if let Some(script) = script {
                return Ok(script);
            }
        }
        let Some((lines, first)) = dealt else {
            return Err(match self.deal {
                Some(deal) if !names_cards => RecordError::Hidden(deal.clone()),
                _ => RecordError::NotRepeatable,
            });
        };
        let script = Script::new(lines, first, check_length(&texts)?, self.mark, end);
        script.ok_or(RecordError::NotRepeatable)
    }

    /// The lines for the first position, and the position that they lead to. `None` if no test can name the deal.
    fn dealt(&self) -> Option<(String, Position)> {
        let first = self.history.first();
        let game = first.game();
        let Some(deal) = self.deal else {
            let laid_out = Position::lay_out(game, &first.layout()).ok()?;
            return Some((first.to_text(), laid_out));
        };
        let line = match deal {
            Deal::Number(DealNumber(number)) => format!("deal = {}", i64::try_from(*number).ok()?),
            Deal::Deck(_) => format!("deck = \"{deal}\""),
            Deal::Foreign(_) => return None,
        };
        let with = match game.variants() {
            [] => String::new(),
            variants => format!("with = {}\n", quote_list(variants, MAX_WIDTH)),
        };
        let note = match self.mark {
            0 => "",
            _ => {
                "# Begins with the deal, because cards are face down at the mark; `mark open` names them.\n"
            }
        };
        let lines = format!("{note}{with}{line}\n");
        Some((lines, Position::deal(game, deal).ok()?))
    }

    /// The moves that were refused after a number of moves, by the key that refuses them in the test.
    fn refused_after(&self, count: usize, script: &Script) -> String {
        let position = &script.positions[script.mark + count - self.mark];
        let mut by_key: IndexMap<String, Vec<&str>> = IndexMap::new();
        for &(_, text) in self.refused.iter().filter(|(after, _)| *after == count) {
            // A slip of the fingers is not a rule to test.
            if let Err(MoveError::Refused(refusal)) = position.parse_move(text)
                && let Some(clause) = refusal.clause
            {
                by_key.entry(clause.key).or_default().push(text);
            }
        }
        let line = |(key, moves): (&String, &Vec<&str>)| {
            let moves = quote_list(moves, MAX_WIDTH);
            format!("illegal.{} = {moves}\n", quote(key))
        };
        by_key.iter().map(line).collect()
    }

    /// The expectations after the last move. A test must expect something: without a move, that only these are legal.
    fn expectations(&self, script: &Script, is_all: bool) -> String {
        let (Some(end), marked) = (script.positions.last(), &script.positions[script.mark]) else {
            return String::new();
        };
        let game = end.game();
        if self.mark == self.history.move_count() {
            let legal = end.legal_moves().into_iter();
            let mut legal: Vec<String> = legal.map(|mv| end.format_move(mv)).collect();
            legal.sort_unstable();
            return if is_all {
                format!("only = {}\n", quote_list(&legal, MAX_WIDTH))
            } else {
                String::new()
            };
        }
        let (mut lines, mut parts) = (Vec::new(), Vec::new());
        if end.is_won() {
            parts.push("won".to_owned());
        } else if end.outcome() == Outcome::Stuck {
            parts.push("stuck".to_owned());
        }
        if let Some(score) = end.visible_score()
            && marked.visible_score() != Some(score)
        {
            parts.push(match score {
                0.. => format!("score == {score}"),
                _ => format!("score == 0 - {}", score.unsigned_abs()),
            });
        }
        for pile in game.piles() {
            let cards = end.cards_with_facing(pile);
            if cards == marked.cards_with_facing(pile) {
                continue;
            }
            if self.names_hidden || cards.iter().all(|(_, is_down)| !is_down) {
                let cards = format_cards(&cards, pile == game.stock);
                lines.push(format!("gives.{} = \"{cards}\"\n", game.pile_name(pile)));
            } else {
                parts.extend(describe_visibly(end, pile));
            }
        }
        let mut condition = String::new();
        for part in parts {
            let and = if condition.is_empty() { "" } else { " and " };
            if condition.len() + and.len() + part.len() > MAX_CONDITION {
                break;
            }
            condition = condition + and + &part;
        }
        if !condition.is_empty() {
            lines.push(format!("holds = '{condition}'\n"));
        }
        lines.concat()
    }
}

impl Script {
    /// Plays the moves. Returns `None` if they do not lead to the expected position.
    fn new(
        lines: String,
        first: Position,
        moves: Vec<String>,
        mark: usize,
        expected: &Position,
    ) -> Option<Script> {
        let mut positions = vec![first];
        for text in &moves {
            let mut next = positions.last()?.clone();
            next.play_unchecked(next.parse_move(text).ok()?);
            positions.push(next);
        }
        let is_same = positions.last()?.key() == expected.key();
        is_same.then_some(Script {
            lines,
            moves,
            mark,
            positions,
        })
    }

    /// The beginning of a test that goes a number of moves past the mark.
    fn head(&self, name: &str, since: usize) -> String {
        let runs = self.moves[..self.mark + since].chunk_by(|a, b| a == b);
        let repeated = runs.map(|run| match run.len() {
            1 => run[0].clone(),
            times => format!("{}*{times}", run[0]),
        });
        let repeated: Vec<String> = repeated.collect();
        let moves = match repeated.as_slice() {
            [] => String::new(),
            moves => format!("moves = {}\n", quote_list(moves, MAX_WIDTH)),
        };
        format!("[[test]]\nname = {}\n{}{moves}", quote(name), self.lines)
    }
}

/// The moves, if a test can have so many.
fn check_length(moves: &[String]) -> Result<Vec<String>, RecordError> {
    match moves.len() {
        0..=MAX_MOVES => Ok(moves.to_vec()),
        count => Err(RecordError::TooManyMoves(count)),
    }
}

/// What a player sees of a pile with face-down cards, as parts of a condition: its size, and its top card if that is
/// face up.
fn describe_visibly(position: &Position, pile: PileId) -> Vec<String> {
    let name = position.game().pile_full_name(pile);
    let mut parts = vec![format!("{name}.size == {}", position.size(pile))];
    if let Some(top) = position.top(pile).filter(|&top| !position.is_hidden(top)) {
        let face = position.face(top);
        match (face.rank(), face.suit()) {
            (Some(rank), Some(suit)) => {
                parts.push(format!("{name}.top is {}", rank.name()));
                parts.push(format!("{name}.top is {}", suit.name()));
            }
            _ => parts.push(format!("{name}.top is Joker")),
        }
    }
    parts
}
