//! Why an action is not legal: the rules in the order in which they are asked, and how each says no.

use super::{Found, Part, Refusal, Stage, Verdict, depending, find};
use crate::condition::ActionId;
use crate::play::position::Position;
use crate::play::seen::About;
use crate::play::work::{MAX_FOR_A_COMMAND, Work};
use crate::rules::Clause;
use crate::text::counted;
use crate::words;

/// Why an action is refused.
#[derive(Clone, Copy)]
enum Reason<'a> {
    When(Part<'a>),
    Limit(u16),
    Do,
}

impl Position {
    pub(super) fn refused_action(&self, action: ActionId) -> Refusal {
        if let Some(refusal) = self.refused_lock() {
            return refusal;
        }
        let rules = [
            Position::judge_when,
            Position::judge_limit,
            Position::judge_do,
        ];
        match find(rules.iter().map(|judge| judge(self, action))) {
            Found::Rule(reason) => self.refused_for(action, reason, str::to_owned),
            Found::Hidden(reason) => self.refused_for(action, reason, depending),
            Found::HiddenOneOf(_) => Refusal::none(format!(
                "no {} now: that depends on cards that lie face down",
                self.game.actions[action.at()].name
            )),
            Found::Nothing => self.refused_for(action, Reason::Do, str::to_owned),
        }
    }

    fn judge_when(&self, action: ActionId) -> Verdict<Reason<'_>> {
        let Some(when) = &self.game.actions[action.at()].when else {
            return Verdict::Allows;
        };
        let judged = self.seen().judge(when, About::default());
        Verdict::by(judged, when, Reason::When)
    }

    fn judge_limit(&self, action: ActionId) -> Verdict<Reason<'_>> {
        match self.game.actions[action.at()].limit {
            Some(limit) => {
                let is_left = self.used[action.at()] < limit;
                Verdict::refuse_unless(is_left, Reason::Limit(limit))
            }
            None => Verdict::Allows,
        }
    }

    fn judge_do(&self, action: ActionId) -> Verdict<Reason<'_>> {
        let rules = &self.game.actions[action.at()];
        let mut work = Work::new(MAX_FOR_A_COMMAND);
        let changes = match self.seen().would_change(&rules.steps, &mut work) {
            // Whether everything comes back to where it was is seen only where every card is seen.
            Some(true) if rules.may_restore && !self.hidden.is_empty() => None,
            Some(true) if rules.may_restore => Some(!self.is_restored_by(action, &mut work)),
            known => known,
        };
        Verdict::of(changes, Reason::Do)
    }

    fn refused_for(
        &self,
        action: ActionId,
        reason: Reason<'_>,
        finish: impl Fn(&str) -> String,
    ) -> Refusal {
        let action = &self.game.actions[action.at()];
        let name = &action.name;
        let (key, span, message) = match reason {
            Reason::When(part) => {
                let asks = words::asks(part.test, &self.game, self.base);
                let span = action.when.as_ref().map(|when| when.span);
                ("when", span, format!("no {name} now: when {asks}"))
            }
            Reason::Limit(limit) => {
                let times = counted(limit, "time");
                let message = format!("no more {name}: limit allows {times}");
                ("limit", action.limit_span, message)
            }
            Reason::Do => {
                let message = format!("{name} would change nothing");
                ("do", Some(action.steps_span), message)
            }
        };
        let key = format!("actions.{name}.{key}");
        self.refuse(Clause { key, span }, (Stage::Accept, 0), finish(&message))
    }
}
