//! The messages that explain illegal moves of cards. They never name a face-down card.

use super::cards::RefusedMove;
use super::detail::describe_requirement;
use super::{Refusal, stage};
use crate::cards::CardId;
use crate::condition::{GroupId, PileId};
use crate::play::board_view::BoardView;
use crate::play::judge::{Candidate, Reason};
use crate::play::position::Position;
use crate::prose;
use crate::rules::file::Take;
use crate::rules::rule::Owner;
use crate::rules::{Base, Rule, RuleKey, Unit, Way};
use crate::text::{join_with, pluralize};

impl Position {
    /// Refuses any move that does not set the base rank, if that must happen first.
    pub(in crate::play) fn refuse_if_locked(&self) -> Option<Refusal> {
        let base = self.game().base.as_ref().filter(|_| self.is_locked())?;
        Some(self.refuse(base.clause.clone(), (0, 0), self.lock_message()))
    }

    pub(super) fn lock_message(&self) -> String {
        let Some(base) = &self.game().base else {
            return String::new();
        };
        let of = prose::piles(self.game(), self.game().group(base.of).piles);
        let from = self.base_sources(base);
        format!("the first move must take a card from {from} to {of} and set the base rank")
    }

    /// Names the groups whose cards may set the base rank.
    fn base_sources(&self, base: &Base) -> String {
        let piles = |g: &GroupId| prose::piles(self.game(), self.game().group(*g).piles);
        join_with(&base.from.iter().map(piles).collect::<Vec<_>>(), "or")
    }

    /// Refuses to lift several cards at once from a pile with `take = "any"`.
    pub(in crate::play) fn refuse_count(&self, from: PileId) -> Refusal {
        let game = self.game();
        let name = game.pile_name(from);
        let rule = Rule {
            key: RuleKey::Take,
            owner: Owner::Source,
        };
        let message = format!("cards are lifted one at a time from {name}");
        self.refuse(
            game.group_of(from).clause("take"),
            (rule.stage(), 0),
            message,
        )
    }

    /// The name of a card for a player: its face if it is visible, else its place.
    pub(crate) fn name_card(&self, card: CardId) -> String {
        if let Some(face) = self.player_sight().face(card) {
            return face.to_string();
        }
        let pile = self.expect_pile_of(card);
        let place = if self.top_card(pile) == Some(card) {
            "top card"
        } else {
            "card"
        };
        format!("the face-down {place} of {}", self.game().pile_name(pile))
    }
}

impl RefusedMove<'_> {
    pub(super) fn refuse_by(
        &self,
        rule: Rule,
        reason: Reason<'_>,
        finish: impl Fn(&str) -> String,
    ) -> Refusal {
        let Candidate { from, to, .. } = self.candidate;
        let message = finish(&self.message(rule, reason));
        match self.position.game().clause_of(rule, from, to) {
            Some(clause) => self.position.refuse(clause, stage(rule, reason), message),
            None => Refusal::none(message),
        }
    }

    /// Refuses a move if several rules depend on face-down cards, without naming a rule.
    pub(super) fn refuse_without_rule(&self, stage: (usize, usize)) -> Refusal {
        let message = format!("{} because of face-down cards", self.plain_message());
        Refusal {
            stage,
            ..Refusal::none(message)
        }
    }

    /// Names the piles with cards that cover a pile, if the cards of its group are available only when the piles beside
    /// it are empty.
    fn covers(&self, pile: PileId) -> Option<String> {
        let game = self.position.game();
        let available = game.group_of(pile).available.as_ref()?;
        let beside = available.predicate.covering()?.into_iter();
        let covers = beside.filter_map(|beside| game.beside(pile, beside));
        let covers = covers.filter(|cover| self.position.top_card(*cover).is_some());
        let names: Vec<String> = covers.map(|cover| game.pile_name(cover)).collect();
        (!names.is_empty()).then(|| join_with(&names, "and"))
    }

    /// Says only that the move is illegal.
    pub(super) fn plain_message(&self) -> String {
        let Candidate { card, to, .. } = self.candidate;
        let to = self.position.game().pile_name(to);
        format!("{} may not go to {to}", self.position.name_card(card))
    }

    pub(super) fn message(&self, rule: Rule, reason: Reason<'_>) -> String {
        let (position, game) = (self.position, self.position.game());
        let Candidate { card, from, to } = self.candidate;
        let requires = match reason {
            Reason::FalsePart(part) => {
                let condition = rule.condition_for(&self.seen, self.candidate, self.way);
                describe_requirement(&self.seen, part.predicate, condition)
            }
            _ => String::new(),
        };
        let face = self.position.name_card(card);
        let (from, to) = (game.pile_name(from), game.pile_name(to));
        let group = self.group_to();
        let piles = prose::piles(game, group.piles);
        match (rule.key, rule.owner) {
            (RuleKey::Locks, _) => position.lock_message(),
            (RuleKey::Available, Owner::Source) => match self.covers(self.candidate.from) {
                Some(covers) => format!("{face} is covered by {covers}"),
                None => format!("nothing can be lifted from {from} now: that {requires}"),
            },
            (RuleKey::Available, _) => match self.covers(self.candidate.to) {
                Some(covers) => format!("{} is covered by {covers}", self.top_card_name()),
                None => format!("nothing can leave {to} now: that {requires}"),
            },
            (RuleKey::Take, Owner::Source) => self.take_message(),
            (RuleKey::Keep, Owner::Source) => {
                let bottom = match self.group_from().keep {
                    1 => format!("the bottom card of {from} never leaves"),
                    keep => format!("the bottom {keep} cards of {from} never leave"),
                };
                format!("{face} stays: {bottom}")
            }
            (RuleKey::Take | RuleKey::Keep, _) => {
                format!(
                    "{}: {} cannot be lifted",
                    self.describe_partners(),
                    self.top_card_name()
                )
            }
            (RuleKey::Alike, _) => match reason {
                Reason::NotFirstEmpty => format!("{to} is not the first empty one of {piles}"),
                _ => format!("cards cannot move between {piles}, which are interchangeable"),
            },
            (RuleKey::Unit, _) => {
                let unit = match group.unit {
                    Unit::Exactly(unit) => pluralize(unit, "card"),
                    Unit::Any => String::new(),
                };
                format!("{to} takes {unit} at a time, not {}", self.size())
            }
            (RuleKey::Run, _) => {
                let size = self.size();
                format!("the {size} cards are not a run for {to}: a run {requires}")
            }
            (RuleKey::Capacity, _) => {
                let capacity = group.capacity.unwrap_or(u8::MAX);
                format!("{to} holds at most {}", pluralize(capacity, "card"))
            }
            (RuleKey::From, _) => {
                let from = game.base.as_ref().map(|base| position.base_sources(base));
                let from = from.unwrap_or_default();
                format!("{face} may not open {to}: only a card from {from} may set the base rank")
            }
            (RuleKey::Start | RuleKey::Build, _) if matches!(reason, Reason::AcceptsNothing) => {
                let state = match self.top() {
                    Some(_) => "not empty",
                    None => "empty",
                };
                format!(
                    "{}: {to} accepts no cards when it is {state}",
                    self.describe_landing()
                )
            }
            (RuleKey::Start | RuleKey::Build, _) => {
                format!("{}: that {requires}", self.describe_landing())
            }
            (RuleKey::Pair | RuleKey::Swap, _) => {
                format!("{}: that {requires}", self.describe_partners())
            }
            (RuleKey::When | RuleKey::Limit | RuleKey::Do, _) => self.plain_message(),
        }
    }

    fn take_message(&self) -> String {
        let Candidate { card, from, .. } = self.candidate;
        let name = self.position.game().pile_name(from);
        let face = self.position.name_card(card);
        let is_top = self.position.top_card(from) == Some(card);
        match self.group_from().take {
            Take::None => format!("no card can be lifted from {name}"),
            _ if self.seen.face(card).is_none() => {
                format!("a face-down card of {name} cannot be lifted")
            }
            Take::Any => format!("{name} has {face} twice: only the higher one can be lifted"),
            Take::Top => format!("only the top card of {name} can be lifted"),
            _ if self.way != Way::Land => {
                format!(
                    "{}: {face} cannot be lifted alone",
                    self.describe_partners()
                )
            }
            Take::Run => format!("{face} does not head an unbroken run in {name}"),
            Take::Full if is_top => {
                format!("{face} is part of a run in {name}, and take requires the full run")
            }
            Take::Full | Take::TopOrFull => {
                format!("{face} does not head the full run of {name}")
            }
        }
    }

    /// Says that the cards may not go on the top card or to the empty pile.
    fn describe_landing(&self) -> String {
        let face = self.position.name_card(self.candidate.card);
        match self.top() {
            Some(_) => format!("{face} may not go on {}", self.top_card_name()),
            None => {
                let name = self.position.game().pile_name(self.candidate.to);
                format!("{face} may not go to the empty {name}")
            }
        }
    }

    fn describe_partners(&self) -> String {
        let face = self.position.name_card(self.candidate.card);
        let top = self.top_card_name();
        match self.way {
            Way::Swap => format!("{face} and {top} may not change places"),
            _ => format!("{face} and {top} may not leave together"),
        }
    }

    /// The name of the target's top card.
    fn top_card_name(&self) -> String {
        let name = |top| self.position.name_card(top);
        self.top().map_or(String::new(), name)
    }
}
