//! Asks the solver: whether the game can still be won, and how.

use std::time::Duration;

use serde::Serialize;

use super::dialog::{Dialog, Reply, Setting, to_sentence};
use super::games::PlayedGame;
use super::moves::format_hint;
use crate::cli::solve::{format_moves, lines_of, moves_and_limit};
use crate::cli::{Error, interrupt, progress};
use crate::play::{Move, Outcome};
use crate::search::{Control, Limit, Limits, Solution, Solver, Verdict};
use crate::session::{Effort, Question};
use crate::text::{group_digits, pluralize};

/// How long the solver searches on a terminal, unless the player says otherwise.
const ON_TERMINAL: Effort = Effort::Time(Duration::from_secs(5));
/// The same through a pipe. A number of positions has the same result on every machine.
const THROUGH_PIPE: Effort = Effort::States(200_000);

/// How long a hint may take, in the same settings.
const HINT_ON_TERMINAL: Effort = Effort::Time(Duration::from_secs(1));
const HINT_THROUGH_PIPE: Effort = Effort::States(100_000);
/// The positions that an honest player looks at for a hint, where cards are hidden, in the same settings.
const HINT_STATES_ON_TERMINAL: u64 = 200_000;
const HINT_STATES_THROUGH_PIPE: u64 = 30_000;

/// What the solver found out, for programs.
#[derive(Debug, Default, Serialize)]
pub(super) struct Answer {
    /// The verdict on the current position.
    pub(super) verdict: &'static str,
    /// The moves that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<String>>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<&'static str>,
    /// The largest number of moves that certainly left the game winnable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winnable_after: Option<usize>,
    /// The smallest number of moves that certainly did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unwinnable_after: Option<usize>,
}

impl Dialog {
    /// Says whether the game can still be won and what the next move to the win is; or what else is asked.
    pub(super) fn solve(
        &mut self,
        question: Question,
        typed: Option<Effort>,
    ) -> Result<Reply, Error> {
        if question == Question::Always {
            return Ok(match typed {
                None => self.tell_always(),
                Some(_) => Reply::refused("`solve always` takes no limit"),
            });
        }
        let effort = self.effort(typed)?;
        if question == Question::Lost {
            return Ok(self.find_loss(effort));
        }
        if question == Question::Sure {
            return Ok(
                self.ask_solver(effort, |dialog, verdict, in_words| match verdict {
                    Verdict::Winnable(moves) => Reply::lines(dialog.describe_next(moves)),
                    _ => Reply::refused(&format!("no move is sure: {in_words}")),
                }),
            );
        }
        let is_verbatim = question == Question::All;
        Ok(self.ask_solver(effort, |dialog, verdict, in_words| {
            let mut lines = vec![to_sentence(in_words)];
            match verdict {
                Verdict::Winnable(moves) if is_verbatim => {
                    lines.extend(lines_of(&format_moves(dialog.position(), moves)));
                }
                Verdict::Winnable(moves) => lines.extend(dialog.describe_next(moves)),
                Verdict::Unwinnable if !dialog.games.current().session.moves().is_empty() => {
                    lines.push("`solve lost` says which move lost it.".to_owned());
                }
                _ => {}
            }
            Reply {
                is_verbatim,
                ..Reply::lines(lines)
            }
        }))
    }

    /// The moves to suggest, and how sure they are where cards are hidden. If the player knows all cards, they are the rest of
    /// a win that a short search finds, otherwise the choice of an honest player. As long as the game goes on as planned,
    /// no other plan is made.
    pub(super) fn choose_moves(&mut self) -> (Vec<Move>, Vec<String>) {
        let search = self.short_search();
        let states = match self.setting {
            Setting::Terminal => HINT_STATES_ON_TERMINAL,
            Setting::Pipe | Setting::Replay => HINT_STATES_THROUGH_PIPE,
        };
        let game = self.games.current_mut();
        if !game.session.knows_all_cards() {
            let (session, adviser) = (&game.session, &mut game.adviser);
            let chosen = interrupt::during(|control| adviser.choose(session, states, control));
            let (mv, notes) = chosen;
            return (mv.into_iter().collect(), notes);
        }
        let moves = game.session.moves().len();
        let solution = interrupt::during(|control| game.find_out(moves, search, control, ""));
        match solution.verdict {
            Verdict::Winnable(moves) => (moves, Vec::new()),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Tells the player from now on after every move whether the game can be won, or no longer.
    fn tell_always(&mut self) -> Reply {
        let game = self.games.current_mut();
        game.tells_winnable = !game.tells_winnable;
        if !game.tells_winnable {
            let line = "You are no longer told whether the game can be won.";
            return Reply::lines(vec![line.to_owned()]);
        }
        game.help.solver = game.help.solver.saturating_add(1);
        Reply::board(Vec::new())
    }

    /// Says whether the game can be won, if the player wants to be told; `None` once it has ended. It takes no longer than
    /// a hint.
    pub(super) fn tell_winnable(&mut self) -> Option<String> {
        let search = self.short_search();
        let game = self.games.current_mut();
        if !game.tells_winnable || game.position().outcome() != Outcome::Open {
            return None;
        }
        let moves = game.session.moves().len();
        let solution = interrupt::during(|control| game.find_out(moves, search, control, ""));
        Some(match &solution.verdict {
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

    /// A search that takes no longer than a hint may.
    fn short_search(&self) -> (Setting, Limits) {
        let effort = match self.setting {
            Setting::Terminal => HINT_ON_TERMINAL,
            Setting::Pipe | Setting::Replay => HINT_THROUGH_PIPE,
        };
        (self.setting, effort.limits())
    }

    /// How long to search: as long as the player says, or as is usual here.
    fn effort(&self, typed: Option<Effort>) -> Result<Effort, Error> {
        let usual = match self.setting {
            Setting::Terminal => ON_TERMINAL,
            Setting::Pipe | Setting::Replay => THROUGH_PIPE,
        };
        if self.position().is_won() {
            return Err(Error::Usage("the game is won".to_owned()));
        }
        Ok(typed.unwrap_or(usual))
    }

    /// Asks the solver about the current position. An answer counts as help. `say` gets the verdict, also in words.
    fn ask_solver(
        &mut self,
        effort: Effort,
        say: impl FnOnce(&Dialog, &Verdict, &str) -> Reply,
    ) -> Reply {
        let search = (self.setting, effort.limits());
        let game = self.games.current_mut();
        let moves = game.session.moves().len();
        let solution = interrupt::during(|control| game.find_out(moves, search, control, ""));
        let verdict = &solution.verdict;
        if !matches!(verdict, Verdict::Unknown(_)) {
            game.help.solver = game.help.solver.saturating_add(1);
        }
        let (moves, limit) = moves_and_limit(self.position(), verdict);
        let answer = Answer {
            verdict: verdict.word(),
            moves,
            limit,
            ..Answer::default()
        };
        Reply {
            answer: Some(Box::new(answer)),
            ..say(self, verdict, &self.describe_verdict(&solution, effort))
        }
    }

    /// Says in one sentence what the solver found out about the current position.
    fn describe_verdict(&self, solution: &Solution, effort: Effort) -> String {
        match &solution.verdict {
            Verdict::Winnable(moves) => {
                let count = pluralize(moves.len(), "move");
                format!("with all cards known, the game can be won in {count}")
            }
            Verdict::Unwinnable if !self.games.current().session.moves().is_empty() => {
                "with all cards known, the game cannot be won any more".to_owned()
            }
            Verdict::Unwinnable => "with all cards known, the game cannot be won".to_owned(),
            Verdict::Unknown(limit) => {
                let states = pluralize(group_digits(solution.states), "position");
                let advice = match limit {
                    Limit::Time | Limit::States => {
                        format!("; `solve {}` searches longer", effort.longer())
                    }
                    Limit::Memory | Limit::Interrupt | Limit::Shuffle => String::new(),
                };
                format!(
                    "whether the game can be won is not known, as {} ({states}){advice}",
                    limit.describe_in(self.position().game())
                )
            }
        }
    }

    /// The first of some legal moves, and what it achieves.
    fn describe_next(&self, moves: &[Move]) -> Vec<String> {
        let hints = self.games.current().session.hints();
        let next = moves.first();
        let describe = |&mv: &Move| match hints.iter().find(|hint| hint.mv == mv) {
            Some(hint) => format_hint(self.position(), hint),
            // Of two cards that leave as a pair only one is listed as the one that moves.
            None => format!("`{}`.", self.position().format_move(mv)),
        };
        next.map(describe).into_iter().collect()
    }
}

impl PlayedGame {
    /// Finds out whether the position after a number of moves can be won, by a search if that is not known already. If the
    /// last search was about the same position, it goes on. On a terminal, shows how far that is, after `prefix`.
    pub(super) fn find_out(
        &mut self,
        moves: usize,
        (setting, limits): (Setting, Limits),
        control: &Control,
        prefix: &str,
    ) -> Solution {
        let history = self.session.history();
        let position = history.at(moves);
        if let Some(verdict) = self
            .findings
            .verdict(&position, &history.hashes()[..=moves])
        {
            return Solution {
                verdict,
                states: 0,
                least_moves: None,
            };
        }
        let known = self.search.take();
        let known = known.filter(|search| *search.position() == position);
        let solver = Solver::new(Limits::default()).with_shorter_wins();
        let mut search = known.unwrap_or_else(|| solver.search(&position));
        let solution = match setting {
            Setting::Terminal => progress::go_on(&mut search, &limits, control, prefix),
            Setting::Pipe | Setting::Replay => search.go_on(&limits, control),
        };
        if matches!(solution.verdict, Verdict::Unknown(_)) {
            self.search = Some(search);
        }
        self.findings.note(&position, &solution.verdict);
        solution
    }
}
