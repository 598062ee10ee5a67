//! Plays tests and checks what they expect.

use std::iter::repeat_n;

use indexmap::IndexMap;

use super::read::TestCase;
use super::start::work_exceeded;
use super::write::format_cards;
use crate::condition::{Condition, Scene};
use crate::play::{Move, MoveError, Position, read};
use crate::prose;
use crate::text::{Describe, Diagnostic, Diagnostics, Span, Spanned, join_with};
use crate::work::{self, Window};

/// The result of a test.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TestRun {
    /// The position after the moves, up to the first illegal one.
    pub position: Position,
    /// The expectations that were not met; empty if the test passed.
    pub failures: Vec<Diagnostic>,
}

impl TestCase {
    /// Plays the test and checks what it expects.
    pub fn run(&self) -> TestRun {
        self.run_limited(self.work_left).0
    }

    /// Plays the test within a limit of work, and deducts its work from that. Returns `None` if the limit does not
    /// suffice.
    pub(crate) fn run_within(&self, work: &mut u64) -> Option<TestRun> {
        let max_work = self.work_left.min(*work);
        let (run, done) = self.run_limited(max_work);
        *work -= done;
        (done < max_work || max_work == self.work_left).then_some(run)
    }

    /// Plays the test within a limit of work. Returns how much it took, too.
    fn run_limited(&self, max_work: u64) -> (TestRun, u64) {
        let before = work::done();
        let mut player = Player {
            test_case: self,
            window: Window::new(max_work),
            run: TestRun {
                position: self.opening.clone(),
                failures: Vec::new(),
            },
        };
        let played = player.play().and_then(|()| player.check_expectations());
        if played == Err(Stopped::OutOfWork) {
            let failure = work_exceeded(self.max_work, self.span);
            player.run.failures.push(failure);
        }
        (player.run, work::done() - before)
    }
}

/// Reads a move and finds out whether it is legal.
///
/// # Errors
/// Returns why the text is not a move, or why the move is not legal.
pub fn judge(position: &Position, text: &str) -> Result<Move, MoveError> {
    Ok(read(position, text)?.resolve(position)?)
}

/// Why a test stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    /// One of its moves is illegal, which has been recorded as a failure.
    IllegalMove,
    /// The test would exceed its work limit.
    OutOfWork,
}

/// A test being played.
struct Player<'a> {
    test_case: &'a TestCase,
    window: Window,
    run: TestRun,
}

impl Player<'_> {
    fn fail(&mut self, span: Span, message: String) {
        // More of them would not help the author.
        if self.run.failures.len() < Diagnostics::LIMIT {
            let failure = Diagnostic::error(span, message);
            self.run.failures.push(failure);
        }
    }

    /// Stops a test that has done all the work that it may.
    fn go_on(&self) -> Result<(), Stopped> {
        self.window
            .is_open()
            .then_some(())
            .ok_or(Stopped::OutOfWork)
    }

    /// Finds out whether a move is legal.
    fn judge(&self, text: &str) -> Result<Result<Move, MoveError>, Stopped> {
        self.go_on()?;
        Ok(judge(&self.run.position, text))
    }

    fn play(&mut self) -> Result<(), Stopped> {
        let moves = self.test_case.moves.iter();
        let each = moves.flat_map(|(text, times)| repeat_n(text, *times));
        for (number, text) in each.enumerate() {
            match self.judge(&text.value)? {
                Ok(mv) => self.run.position.play_unchecked(mv),
                Err(why) => {
                    self.fail(text.span, format!("move {} is illegal: {why}", number + 1));
                    return Err(Stopped::IllegalMove);
                }
            }
        }
        self.go_on()
    }

    fn check_expectations(&mut self) -> Result<(), Stopped> {
        let test_case = self.test_case;
        let game = &test_case.game;
        for (pile, cards, span) in &test_case.gives {
            let found = self.run.position.cards_with_facing(*pile);
            let is_stock = *pile == game.stock;
            let [found, expected] = [&found, cards].map(|cards| format_cards(cards, is_stock));
            if found != expected {
                let name = game.pile_name(*pile);
                let failure = Diagnostic::error(*span, format!("{name} holds `{found}`"));
                let failure = failure.label(first_difference(&found, &expected));
                self.run.failures.push(failure);
            }
        }
        if let Some(condition) = &test_case.holds {
            self.check_condition(condition)?;
        }
        for text in &test_case.legal {
            if let Err(why) = self.judge(&text.value)? {
                self.fail(text.span, format!("the move is illegal: {why}"));
            }
        }
        if let Some((only, span)) = &test_case.only {
            self.check_only(only, *span)?;
        }
        for (text, clause) in &test_case.illegal {
            let failure = match self.judge(&text.value)? {
                Ok(_) => "the move is legal".to_owned(),
                Err(MoveError::Notation(why)) => format!("not a move: {why}"),
                Err(MoveError::Refused(why)) if why.key() != clause => {
                    format!("the move is refused by `{}`: {why}", why.key())
                }
                Err(MoveError::Refused(_)) => continue,
            };
            self.fail(text.span, failure);
        }
        Ok(())
    }

    fn check_condition(&mut self, condition: &Condition) -> Result<(), Stopped> {
        self.go_on()?;
        let position = &self.run.position;
        if !condition.holds(&Scene::table(position, position.base())) {
            let phrase = prose::describe(&condition.predicate, position.game(), position.base());
            let mut deciding = position.explain(condition).into_iter().peekable();
            // The mark of the whole would only be in the way of that of its false part.
            let first = deciding.next_if(|part| condition.span.contains(part.span));
            let (span, found) = first.map_or((condition.span, String::new()), |part| {
                (part.span, part.found)
            });
            let mut failure =
                Diagnostic::error(span, format!("it is not true {phrase}")).label(found);
            for part in deciding {
                failure = failure.also(part.span, part.found);
            }
            self.run.failures.push(failure);
        }
        Ok(())
    }

    fn check_only(&mut self, only: &[Spanned<String>], span: Span) -> Result<(), Stopped> {
        let mut legal = Vec::new();
        if !self.run.position.legal_moves_into(&mut legal) {
            return Err(Stopped::OutOfWork);
        }
        let mut listed_moves = Vec::new();
        // Moves that are refused for the same reason are one failure.
        let mut refused: IndexMap<String, (Span, usize)> = IndexMap::new();
        for text in only {
            match self.judge(&text.value)? {
                Ok(mv) => listed_moves.push(mv),
                Err(why) => refused.entry(why.to_string()).or_insert((text.span, 0)).1 += 1,
            }
        }
        for (why, (first, count)) in refused {
            let message = match count {
                1 => format!("the move is illegal: {why}"),
                _ => format!("this move and {} others are illegal: {why}", count - 1),
            };
            self.fail(first, message.replace(" 1 others", " another"));
        }
        let mut others = Vec::new();
        for mv in legal.into_iter().filter(|m| !listed_moves.contains(m)) {
            self.go_on()?;
            others.push(format!("`{}`", self.run.position.format_move(mv)));
        }
        if !others.is_empty() {
            self.fail(
                span,
                format!(
                    "{} also legal",
                    join_with(&others, "and") + if others.len() == 1 { " is" } else { " are" }
                ),
            );
        }
        Ok(())
    }
}

/// Says where the cards of a pile begin to differ from the expected ones.
fn first_difference(found: &str, expected: &str) -> String {
    let (mut found, mut expected) = (found.split_whitespace(), expected.split_whitespace());
    for number in 1.. {
        match (found.next(), expected.next()) {
            (Some(found), Some(expected)) if found == expected => {}
            (Some(found), Some(expected)) => {
                return format!("card {number} is {found}, not {expected}");
            }
            (None, Some(missing)) => return format!("{missing} and what follows is not there"),
            (Some(extra), None) => return format!("{extra} follows"),
            (None, None) => break,
        }
    }
    String::new()
}
