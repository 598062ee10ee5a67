//! Suggests moves and answers what the solver is asked, and keeps what was found out for the next question.

use super::adviser::Adviser;
use super::findings::Findings;
use super::lost::Review;
use super::moves::{find_compound, format_hint};
use super::solver::{format_moves, lines_of};
use super::{Answer, Reply, to_sentence};
use crate::cards::CardSet;
use crate::play::{Move, Outcome, Position};
use crate::search::{Control, Limit, Limits, Search, Solution, Solver, Verdict};
use crate::session::{Effort, Question, Session};
use crate::text::pluralize;
use crate::work::{HINT, within};

/// The memory for the positions of a search, in bytes.
const MEMORY: usize = 160 << 20;

/// Runs searches. Where a player waits at a terminal, it shows how far they are.
pub trait Runner {
    /// What interrupts them.
    fn control(&self) -> &Control;

    /// Goes on with a search. `about` says which of several searches it is, for what shows how far they are.
    fn go_on(&self, search: &mut Search, limits: &Limits, about: &str) -> Solution;
}

/// Runs searches and shows nothing.
impl Runner for Control {
    fn control(&self) -> &Control {
        self
    }

    fn go_on(&self, search: &mut Search, limits: &Limits, _about: &str) -> Solution {
        search.go_on(limits, self)
    }
}

/// The help that a player can ask for in a game, and what has been found out about it.
#[derive(Debug, Default)]
pub(crate) struct Counsel {
    findings: Findings,
    /// The last search that ended without an answer, to go on with.
    search: Option<Search>,
    adviser: Adviser,
    /// Whether the player is told after every move whether the game can be won.
    pub(crate) tells_winnable: bool,
    /// The number of hints given for the current position.
    hints_given: usize,
    /// The move of the last hint as it is typed, and the hash of the position that the hint is about.
    suggested: Option<(u64, String)>,
}

/// What the solver is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inquiry {
    /// The question.
    pub(crate) question: Question,
    /// How much it is worth, from the start.
    pub(crate) effort: Effort,
    /// The positions that were looked at before.
    pub(crate) done: u64,
}

impl Inquiry {
    /// The answer that a limit ended.
    pub(crate) fn give_up(self, session: &Session, limit: Limit) -> Reply {
        let solution = Solution {
            verdict: Verdict::Unknown(limit),
            states: self.done,
            least_moves: None,
        };
        self.tell(session, &solution)
    }

    /// Says what was found out.
    fn tell(self, session: &Session, solution: &Solution) -> Reply {
        let Inquiry {
            question, effort, ..
        } = self;
        let verdict = &solution.verdict;
        let in_words = session.describe_verdict(solution, effort);
        let position = session.position();
        let mut lines = vec![to_sentence(&in_words)];
        match (question, verdict) {
            (Question::Sure, Verdict::Winnable(moves)) => lines = session.describe_next(moves),
            (Question::Sure, _) => {}
            (Question::All, Verdict::Winnable(moves)) => {
                lines.extend(lines_of(&format_moves(position, moves)));
            }
            (_, Verdict::Winnable(moves)) => lines.extend(session.describe_next(moves)),
            (_, Verdict::Unwinnable) if !session.moves().is_empty() => {
                lines.push("`solve lost` says which move lost it.".to_owned());
            }
            _ => {}
        }
        let reply = match (question, verdict) {
            (Question::Sure, Verdict::Unwinnable | Verdict::Unknown(_)) => {
                Reply::refused(&format!("no move is sure: {in_words}"))
            }
            _ => Reply::lines(lines),
        };
        Reply {
            is_verbatim: question == Question::All,
            answer: Some(Box::new(Answer::new(position, verdict))),
            ..reply
        }
    }

    /// The limits of what is left of it.
    fn limits(self) -> Limits {
        match self.effort {
            Effort::States(states) => Effort::States(states.saturating_sub(self.done)),
            time @ Effort::Time(_) => time,
        }
        .limits()
    }
}

impl Counsel {
    /// What is known when the same deal begins once more.
    pub(crate) fn for_same_deal(&self) -> Counsel {
        Counsel {
            findings: self.findings.clone(),
            ..Counsel::default()
        }
    }

    /// Notes that the player did something else than to ask for another hint.
    pub(crate) fn note_other_command(&mut self) {
        self.hints_given = 0;
    }

    /// The move of the last hint as it is typed, if that was about this position. It is told once.
    pub(crate) fn take_suggested(&mut self, position: &Position) -> Option<String> {
        let (about, text) = self.suggested.take()?;
        (about == position.hash()).then_some(text)
    }

    /// Says which move is best: where all cards are known, the next one of a win that is found within the limits; where cards
    /// are hidden, what an honest player would play after looking at `states` positions; else the one that looks best. Asked
    /// again, says the next one. None leads back to an earlier position.
    pub(crate) fn hint(
        &mut self,
        session: &Session,
        limits: &Limits,
        states: u64,
        runner: &dyn Runner,
    ) -> Reply {
        let position = session.position();
        match position.outcome() {
            Outcome::Open => {}
            Outcome::Won => return Reply::refused("the game is won"),
            Outcome::Stuck => return Reply::refused(&session.describe_stuck()),
        }
        let mut hints = session.hints();
        if hints.is_empty() {
            return Reply::refused("no move is legal");
        }
        hints.retain(|hint| !hint.leads_back);
        if hints.is_empty() {
            return Reply::refused(
                "every legal move leads back to an earlier position of this game",
            );
        }
        let choose = || self.choose_moves(session, limits, states, runner);
        let (moves, notes) = within(HINT, choose);
        // Of two cards that leave as a pair only one is listed as the one that moves.
        let chosen = moves.first();
        let chosen = chosen.and_then(|&mv| hints.iter().position(|hint| hint.mv == mv));
        if let Some(chosen) = chosen {
            hints[..=chosen].rotate_right(1);
        }
        let index = self.hints_given % hints.len();
        self.hints_given = index + 1;
        let hint = &hints[index];
        let is_first = index == 0;
        let compound = if is_first && chosen.is_some() {
            find_compound(position, &moves)
        } else {
            None
        };
        let (text, line) = compound
            .unwrap_or_else(|| (position.format_move(hint.mv), format_hint(position, hint)));
        self.suggested = Some((position.hash(), text));
        let mut lines = vec![line];
        if is_first {
            if hint.merit.is_none() && chosen.is_none() {
                lines.insert(0, "No move that is left makes progress.".to_owned());
            }
            lines.extend(notes);
        }
        Reply {
            is_hint: true,
            ..Reply::lines(lines)
        }
    }

    /// The moves to suggest, and how sure they are where cards are hidden. If the player knows all cards, they are the rest of
    /// a win that a short search finds, otherwise the choice of an honest player. As long as the game goes on as planned,
    /// no other plan is made. There are none where the game is known to be lost, because the player asked or sees all cards.
    fn choose_moves(
        &mut self,
        session: &Session,
        limits: &Limits,
        states: u64,
        runner: &dyn Runner,
    ) -> (Vec<Move>, Vec<String>) {
        let lost = || (Vec::new(), vec![to_sentence(session.describe_loss())]);
        let hashes = &session.history().hashes()[..=session.moves().len()];
        if self.findings.is_lost(hashes) {
            return lost();
        }
        if !session.knows_all_cards() {
            let (mv, notes) = self.adviser.choose(session, states, runner.control());
            return (mv.into_iter().collect(), notes);
        }
        match self.find_out_now(session, limits, runner).verdict {
            Verdict::Winnable(moves) => (moves, Vec::new()),
            Verdict::Unwinnable => lost(),
            Verdict::Unknown(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Says whether the game can still be won and what the next move to the win is; or what else is asked. An answer that
    /// was found counts as help.
    pub(crate) fn solve(
        &mut self,
        session: &Session,
        inquiry: Inquiry,
        runner: &dyn Runner,
    ) -> Reply {
        match inquiry.question {
            Question::Always => return self.tell_always(),
            _ if session.position().is_won() => return Reply::refused("the game is won"),
            Question::Lost => return self.find_loss(session, inquiry.effort, runner),
            Question::Next | Question::All | Question::Sure => {}
        }
        let mut solution = self.find_out_now(session, &inquiry.limits(), runner);
        solution.states += inquiry.done;
        inquiry.tell(session, &solution)
    }

    /// Says where the game was lost.
    fn find_loss(&mut self, session: &Session, effort: Effort, runner: &dyn Runner) -> Reply {
        let review = Review::of(session, effort, runner.control(), |moves, limits| {
            let about = format!("after {}: ", pluralize(moves, "move"));
            self.find_out(session, moves, limits, runner, &about)
        });
        let answer = Answer {
            verdict: review.verdict(),
            limit: review.limit,
            winnable_after: review.winnable,
            unwinnable_after: review.unwinnable,
            ..Answer::default()
        };
        Reply {
            answer: Some(Box::new(answer)),
            ..Reply::lines(vec![review.describe(session.history(), effort)])
        }
    }

    /// Tells the player from now on after every move whether the game can be won, or no longer.
    fn tell_always(&mut self) -> Reply {
        self.tells_winnable = !self.tells_winnable;
        if self.tells_winnable {
            return Reply::board(Vec::new());
        }
        let line = "You are no longer told whether the game can be won.";
        Reply::lines(vec![line.to_owned()])
    }

    /// Says whether the game can be won, if the player wants to be told; `None` once it has ended.
    pub(crate) fn tell_winnable(
        &mut self,
        session: &Session,
        limits: &Limits,
        runner: &dyn Runner,
    ) -> Option<String> {
        if !self.tells_winnable || session.position().outcome() != Outcome::Open {
            return None;
        }
        let find_out = || self.find_out_now(session, limits, runner);
        Some(match within(HINT, find_out).verdict {
            Verdict::Winnable(moves) => {
                let moves = pluralize(moves.len(), "move");
                format!("With all cards known: can be won in {moves}.")
            }
            Verdict::Unwinnable => "With all cards known: cannot be won.".to_owned(),
            Verdict::Unknown(_) => {
                "With all cards known: not found out; `solve` searches longer.".to_owned()
            }
        })
    }

    /// Finds out whether the current position can be won.
    fn find_out_now(
        &mut self,
        session: &Session,
        limits: &Limits,
        runner: &dyn Runner,
    ) -> Solution {
        self.find_out(session, session.moves().len(), limits, runner, "")
    }

    /// Finds out whether the position after a number of moves can be won, by a search if that is not known already. If the
    /// last search was about the same position, it goes on.
    pub(crate) fn find_out(
        &mut self,
        session: &Session,
        moves: usize,
        limits: &Limits,
        runner: &dyn Runner,
        about: &str,
    ) -> Solution {
        let history = session.history();
        let position = history.at(moves);
        let hashes = &history.hashes()[..=moves];
        if let Some(verdict) = self.findings.verdict(&position, hashes) {
            return Solution {
                verdict,
                states: 0,
                least_moves: None,
            };
        }
        // What is found must not depend on which of two equal cards lies where.
        let all = CardSet::first(position.game().deck.len());
        let (renumbered, numbers) = position.renumbered(all);
        let known = self.search.take();
        let known = known.filter(|search| *search.position() == renumbered);
        let solver = Solver::new(Limits::default().with_memory(MEMORY)).with_shorter_wins();
        let mut search = known.unwrap_or_else(|| solver.search(&renumbered));
        let mut solution = runner.go_on(&mut search, limits, about);
        if let Verdict::Winnable(moves) = &mut solution.verdict {
            *moves = numbers.as_played(std::mem::take(moves));
        }
        if matches!(solution.verdict, Verdict::Unknown(_)) {
            self.search = Some(search);
        }
        self.findings.note(&position, &solution.verdict);
        solution
    }
}
