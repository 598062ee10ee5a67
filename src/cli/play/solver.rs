//! How long the solver searches, and who is shown how far it is.

use std::time::Duration;

use super::dialog::{Dialog, Setting};
use crate::{interrupt, progress};
use patience::{Control, Effort, Limits, Question, Reply, Runner, Search, Solution};

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

/// Runs searches that Ctrl-C interrupts. A person at a terminal sees how far they are.
pub(super) struct Watched<'a> {
    pub(super) setting: Setting,
    pub(super) control: &'a Control,
}

impl Runner for Watched<'_> {
    fn control(&self) -> &Control {
        self.control
    }

    fn go_on(&self, search: &mut Search, limits: &Limits, about: &str) -> Solution {
        match self.setting {
            Setting::Terminal => progress::go_on(search, limits, self.control, about),
            Setting::Pipe | Setting::Replay => search.go_on(limits, self.control),
        }
    }
}

impl Dialog {
    /// Says whether the game can still be won and what the next move to the win is; or what else is asked.
    pub(super) fn solve(&mut self, question: Question, typed: Option<Effort>) -> Reply {
        if question == Question::Always && typed.is_some() {
            return Reply::refused("`solve always` takes no limit");
        }
        let usual = match self.setting {
            Setting::Terminal => ON_TERMINAL,
            Setting::Pipe | Setting::Replay => THROUGH_PIPE,
        };
        let (setting, effort) = (self.setting, typed.unwrap_or(usual));
        let game = self.games.current_mut();
        let reply = interrupt::during(|control| {
            let runner = Watched { setting, control };
            game.counsel.solve(&game.session, question, effort, &runner)
        });
        let answer = reply.answer.as_deref();
        let helps = match question {
            Question::Always => game.counsel.tells_winnable,
            _ => reply.is_decided(),
        };
        if question == Question::Lost {
            // That is help only if the game goes on.
            let is_found = answer.is_some_and(|answer| {
                answer.winnable_after.is_some() || answer.unwinnable_after.is_some()
            });
            game.looked_back = game.looked_back.saturating_add(u32::from(is_found));
        } else if helps {
            game.help.solver = game.help.solver.saturating_add(1);
        }
        reply
    }

    /// Suggests a move.
    pub(super) fn hint(&mut self) -> Reply {
        let (setting, limits) = (self.setting, self.short_search());
        let states = match setting {
            Setting::Terminal => HINT_STATES_ON_TERMINAL,
            Setting::Pipe | Setting::Replay => HINT_STATES_THROUGH_PIPE,
        };
        let game = self.games.current_mut();
        let reply = interrupt::during(|control| {
            let runner = Watched { setting, control };
            game.counsel.hint(&game.session, &limits, states, &runner)
        });
        game.help.hints = game.help.hints.saturating_add(u32::from(reply.is_hint));
        reply
    }

    /// Says whether the game can be won, if the player wants to be told; `None` once it has ended. It takes no longer than
    /// a hint.
    pub(super) fn tell_winnable(&mut self) -> Option<String> {
        let (setting, limits) = (self.setting, self.short_search());
        let game = self.games.current_mut();
        if !game.counsel.tells_winnable {
            return None;
        }
        interrupt::during(|control| {
            let runner = Watched { setting, control };
            game.counsel.tell_winnable(&game.session, &limits, &runner)
        })
    }

    /// The limits of a search that takes no longer than a hint may.
    fn short_search(&self) -> Limits {
        match self.setting {
            Setting::Terminal => HINT_ON_TERMINAL.limits(),
            Setting::Pipe | Setting::Replay => HINT_THROUGH_PIPE.limits(),
        }
    }
}
