//! Lists every rule that a move passes or breaks, with what decides.

use super::cards::RefusedMove;
use crate::condition::{ActionId, Condition, Counter, Ternary, View};
use crate::play::explain::Deciding;
use crate::play::generate::Move;
use crate::play::judge::{Candidate, Reason, Verdict};
use crate::play::position::Position;
use crate::play::sight::{Bindings, Sight};
use crate::prose;
use crate::rules::rule::Owner;
use crate::rules::{Clause, Rule, RuleKey, Way};
use crate::text::pluralize;

/// A rule that was judged for a move.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Whether it allows the move; `None` if that depends on a face-down card.
    pub holds: Ternary,
    /// The rule.
    pub clause: Clause,
    /// The finding; empty if the rule is a condition.
    pub found: String,
    /// The parts of the condition that decide.
    pub parts: Vec<Deciding>,
}

impl Position {
    /// The rules that say something about a move, in the order of judging. Nothing is told that a player cannot see.
    pub(crate) fn checks(&self, mv: Move) -> Vec<Checked> {
        let (card, to) = match mv {
            Move::Action(action) => return self.action_checks(action),
            Move::Cards(card, to) => (card, to),
        };
        let Some(from) = self.pile_of(card).filter(|&from| from != to) else {
            return Vec::new();
        };
        let candidate = Candidate { card, from, to };
        let way = if self.is_legal(mv) {
            self.way_of(card, to)
        } else {
            candidate.refusing_way(self)
        };
        let judged = RefusedMove {
            position: self,
            seen: self.player_sight(),
            candidate,
            way,
        };
        let rules = way.rules().iter();
        rules.filter_map(|&rule| judged.check(rule)).collect()
    }

    fn action_checks(&self, action: ActionId) -> Vec<Checked> {
        let sight = self.player_sight();
        let rules = &self.game().actions[action.index()];
        let check = |&rule: &Rule| {
            let verdict = rule.judge_action(&sight, action);
            let (holds, reason) = outcome(&verdict)?;
            let when = rules.when.as_ref().filter(|_| rule.key == RuleKey::When);
            let parts = when.map(|when| explain_every_part(&sight, when, Bindings::default()));
            let found = match (reason, rule.key) {
                _ if parts.is_some() => String::new(),
                (Some(reason), _) => self.action_message(action, rule, reason),
                (None, RuleKey::Limit) => {
                    let used = View::counter(self, Counter::Action(action));
                    let limit = rules.limit.unwrap_or_default();
                    format!("it was used {used} of {}", pluralize(limit, "time"))
                }
                (None, RuleKey::Do) => "it would change something".to_owned(),
                (None, _) => "the base rank is set".to_owned(),
            };
            Some(Checked {
                holds,
                clause: self.game().clause_of_action(rule, action)?,
                found,
                parts: parts.unwrap_or_default(),
            })
        };
        Rule::OF_ACTIONS.iter().filter_map(check).collect()
    }
}

/// Whether a rule allows a move, and if it does not, or may not, why. `None` if the rule says nothing about it.
fn outcome<'a>(verdict: &Verdict<'a>) -> Option<(Ternary, Option<Reason<'a>>)> {
    match *verdict {
        Verdict::Silent => None,
        Verdict::Allows => Some((Some(true), None)),
        Verdict::Refuses(reason) => Some((Some(false), Some(reason))),
        Verdict::Depends(reason) => Some((None, Some(reason))),
    }
}

/// Explains a condition: if it is an `and`, each of its parts, whether it holds or not.
fn explain_every_part(
    sight: &Sight<'_, Position>,
    condition: &Condition,
    bindings: Bindings,
) -> Vec<Deciding> {
    let parts = condition.predicate.conjuncts().iter();
    parts
        .flat_map(|part| sight.explain(part, &condition.order, bindings))
        .collect()
}

impl RefusedMove<'_> {
    /// Judges the move by a rule. Returns `None` if the rule says nothing about it.
    fn check(&self, rule: Rule) -> Option<Checked> {
        let (holds, reason) = outcome(&rule.judge(&self.seen, self.candidate, self.way))?;
        let Candidate { from, to, .. } = self.candidate;
        let condition = rule.condition_for(&self.seen, self.candidate, self.way);
        let parts = condition
            .map(|(condition, bindings)| explain_every_part(&self.seen, condition, bindings));
        let parts = parts.unwrap_or_default();
        let found = match reason {
            _ if !parts.is_empty() => String::new(),
            Some(reason) => self.message(rule, reason),
            None => self.describe_pass(rule),
        };
        let clause = self.position.game().clause_of(rule, from, to)?;
        Some(Checked {
            holds,
            clause,
            found,
            parts,
        })
    }

    /// Says why a rule allows the move.
    fn describe_pass(&self, rule: Rule) -> String {
        let game = self.position.game();
        let Candidate { card, from, to } = self.candidate;
        let face = self.position.name_card(card);
        let top = self.top().map(|top| self.position.name_card(top));
        let (from, to_name) = (game.pile_name(from), game.pile_name(to));
        let cards = pluralize(self.size(), "card");
        match (rule.key, rule.owner) {
            (RuleKey::Locks, _) => "the base rank is set, or this sets it".to_owned(),
            (RuleKey::From, _) => format!("a card from {from} may set the base rank"),
            (RuleKey::Take | RuleKey::Keep, Owner::Target) => {
                let top = top.unwrap_or_default();
                format!("{top} may be lifted from {to_name}")
            }
            (RuleKey::Take, _) if self.size() > 1 && self.way == Way::Land => {
                format!("{face} may be lifted from {from} with what lies on it, {cards} in all")
            }
            (RuleKey::Take, _) => format!("{face} may be lifted from {from}"),
            (RuleKey::Keep, _) => format!("{face} is not one of the bottom cards that stay"),
            (RuleKey::Alike, _) => {
                let piles = prose::piles(game, self.group_to().piles);
                format!("{to_name} is the first empty one of {piles}")
            }
            (RuleKey::Unit, _) => format!("{cards} at once"),
            (RuleKey::Run, _) => format!("the {cards} are in sequence"),
            (RuleKey::Capacity, _) => {
                let capacity = self.group_to().capacity.unwrap_or_default();
                let has = self.position.size(to);
                let has = pluralize(has, "card");
                format!("{to_name} has {has}, and room for {capacity}")
            }
            _ => String::new(),
        }
    }
}
