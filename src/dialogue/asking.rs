//! Hints, and what the solver is asked.

use super::{Dialogue, Host};
use crate::reply::{Inquiry, Reply, Searching};
use crate::search::Limit;
use crate::session::{Effort, Question};
use crate::work::{SEARCH, within};

impl<O> Dialogue<O> {
    /// Suggests a move.
    pub(super) fn hint<H: Host<Own = O>>(&mut self, host: &mut H) -> Reply {
        let effort = host.hint_effort();
        let game = self.games.current_mut();
        let (counsel, session) = (&mut game.counsel, &game.session);
        let (limits, states) = (effort.win.limits(), effort.states);
        let reply = host.search(|runner| counsel.hint(session, &limits, states, runner));
        game.note_hint(reply)
    }

    /// Says whether the game can still be won and what the next move to the win is; or what else is asked.
    pub(super) fn solve<H: Host<Own = O>>(
        &mut self,
        question: Question,
        typed: Option<Effort>,
        host: &mut H,
    ) -> Reply {
        if question == Question::Always && typed.is_some() {
            return Reply::refused("`solve always` takes no limit");
        }
        match host.effort(question, typed) {
            Ok(effort) => {
                let done = 0;
                let inquiry = Inquiry {
                    question,
                    effort,
                    done,
                };
                match typed {
                    Some(_) => self.ask(inquiry, host),
                    None => within(SEARCH, || self.ask(inquiry, host)),
                }
            }
            Err(reply) => reply,
        }
    }

    /// Goes on with the search that has not ended.
    pub fn go_on<H: Host<Own = O>>(&mut self, host: &mut H) -> Reply {
        match self.pending.take() {
            Some(inquiry) => self.keep(host, |dialogue, host| dialogue.ask(inquiry, host)),
            None => Reply::refused("nothing is being searched"),
        }
    }

    /// Gives up the search that has not ended, because of a limit, and says so.
    pub fn stop(&mut self, limit: Limit) -> Reply {
        match self.pending.take() {
            Some(inquiry) => inquiry.give_up(&self.game().session, limit),
            None => Reply::refused("nothing is being searched"),
        }
    }

    /// Asks the solver: to the end, or as long as its turn is.
    fn ask<H: Host<Own = O>>(&mut self, inquiry: Inquiry, host: &mut H) -> Reply {
        let Inquiry {
            question,
            effort,
            done,
        } = inquiry;
        // To find out where a game was lost takes many searches, none of which goes on.
        let slice = host.slice().filter(|_| question != Question::Lost);
        let until = slice.map(|slice| done.saturating_add(slice));
        let (part, seconds) = match (until, effort) {
            (None, effort) => (effort, None),
            (Some(until), Effort::States(states)) => (Effort::States(until.min(states)), None),
            (Some(until), Effort::Time(time)) => (Effort::States(until), Some(time.as_secs_f64())),
        };
        let game = self.games.current_mut();
        let (counsel, session) = (&mut game.counsel, &game.session);
        let asked = Inquiry {
            effort: part,
            ..inquiry
        };
        let reply = host.search(|runner| counsel.solve(session, asked, runner));
        let answer = reply.answer.as_deref();
        if let Some(until) = until
            && part != effort
            && answer.is_some_and(|answer| answer.limit == Some(Limit::States))
        {
            self.pending = Some(Inquiry {
                done: until,
                ..inquiry
            });
            return Reply {
                searching: Some(Searching {
                    done: until,
                    seconds,
                }),
                ..Reply::default()
            };
        }
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

    /// Says whether the game can be won, if the player wants to be told after every move; `None` once it has ended, and while
    /// a search goes on.
    pub fn tell_winnable<H: Host<Own = O>>(&mut self, host: &mut H) -> Option<String> {
        let limits = host.hint_effort().win.limits();
        let game = self.games.current_mut();
        if !game.counsel.tells_winnable || self.pending.is_some() {
            return None;
        }
        let (counsel, session) = (&mut game.counsel, &game.session);
        host.search(|runner| counsel.tell_winnable(session, &limits, runner))
    }
}
