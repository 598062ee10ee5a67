//! Explains why a move of cards is illegal.

use super::{Cause, Refusal, find_cause};
use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::board_view::BoardView;
use crate::play::generate::Move;
use crate::play::judge::Candidate;
use crate::play::position::Position;
use crate::play::sight::Sight;
use crate::rules::{Group, Rule, RuleKey, Way};

/// An illegal move of cards that is being explained.
pub(super) struct RefusedMove<'a> {
    pub(super) position: &'a Position,
    pub(super) seen: Sight<'a, Position>,
    pub(super) candidate: Candidate,
    pub(super) way: Way,
}

impl Position {
    /// Explains why a move of cards is illegal.
    pub(in crate::play) fn refuse_cards(&self, card: CardId, to: PileId) -> Refusal {
        let Some(from) = self.pile_of(card) else {
            return Refusal::none(format!("{} is not on the table", self.face(card)));
        };
        let candidate = Candidate { card, from, to };
        let refused_move = RefusedMove {
            position: self,
            seen: self.player_sight(),
            candidate,
            way: candidate.refusing_way(self),
        };
        Refusal {
            judged: Some(Move::Cards(card, to)),
            ..refused_move.refusal()
        }
    }
}

impl Position {
    /// Explains why a card may not lie on a pile, whether or not it can be lifted. `None` if it may.
    pub(crate) fn refuse_landing(&self, card: CardId, to: PileId) -> Option<Refusal> {
        let from = self.pile_of(card)?;
        let refused_move = RefusedMove {
            position: self,
            seen: self.player_sight(),
            candidate: Candidate { card, from, to },
            way: Way::Land,
        };
        let is_about_landing = |rule: &&Rule| {
            matches!(
                rule.key,
                RuleKey::Start | RuleKey::Build | RuleKey::Capacity
            )
        };
        let rules: Vec<Rule> = Way::Land
            .rules()
            .iter()
            .filter(is_about_landing)
            .copied()
            .collect();
        let judge = |rule: Rule| rule.judge(&refused_move.seen, refused_move.candidate, Way::Land);
        match find_cause(&rules, judge) {
            Cause::Rule(rule, reason) => Some(refused_move.refuse_by(rule, reason, str::to_owned)),
            Cause::Unknown(..) | Cause::OneOfSeveral(..) | Cause::None => None,
        }
    }
}

impl<'a> RefusedMove<'a> {
    fn refusal(&self) -> Refusal {
        let judge = |rule: crate::rules::Rule| rule.judge(&self.seen, self.candidate, self.way);
        let is_same_pile = self.candidate.from == self.candidate.to;
        if is_same_pile && !self.position.is_locked() {
            let name = self.position.game().pile_name(self.candidate.to);
            return Refusal::none(format!("cards cannot go from {name} to {name}"));
        }
        match find_cause(self.way.rules(), judge) {
            Cause::Rule(rule, reason) => self.refuse_by(rule, reason, str::to_owned),
            Cause::Unknown(rule, reason) => self.refuse_by(rule, reason, super::add_hidden_note),
            Cause::OneOfSeveral(rule, reason) => {
                self.refuse_without_rule(super::stage(rule, reason))
            }
            Cause::None => Refusal::none(self.plain_message()),
        }
    }

    pub(super) fn group_from(&self) -> &'a Group {
        self.position.game().group_of(self.candidate.from)
    }

    pub(super) fn group_to(&self) -> &'a Group {
        self.position.game().group_of(self.candidate.to)
    }

    /// The card that the cards would be placed on.
    pub(super) fn top(&self) -> Option<CardId> {
        self.position.top_card(self.candidate.to)
    }

    /// The number of cards that would move.
    pub(super) fn size(&self) -> u8 {
        self.position
            .unit_size(self.candidate.card, self.candidate.from)
    }
}
