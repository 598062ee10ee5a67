//! How it is said why cards may not be moved. No card is named but those that lie face up.

use super::cards::RefusedMove;
use super::{Refusal, stage};
use crate::cards::CardId;
use crate::condition::{GroupId, PileId};
use crate::play::board_view::BoardView;
use crate::play::judge::{Candidate, Reason};
use crate::play::position::Position;
use crate::rules::file::{Distinct, Take};
use crate::rules::rule::Owner;
use crate::rules::{Base, Refuser, Rule, Unit, Way};
use crate::text::{counted, listed};
use crate::words;

impl Position {
    /// Refuses all but the choice of the base rank, where that is still to be set.
    pub(in crate::play) fn refuse_if_locked(&self) -> Option<Refusal> {
        let base = self.game().base.as_ref().filter(|_| self.is_locked())?;
        Some(self.refuse(base.clause.clone(), (0, 0), self.lock_message()))
    }

    pub(super) fn lock_message(&self) -> String {
        let Some(base) = &self.game().base else {
            return String::new();
        };
        let of = words::piles(self.game(), self.game().group(base.of).piles);
        let from = self.base_sources(base);
        format!("the first card to move goes from {from} to {of} and sets the base rank")
    }

    /// The groups from which a card may set the base rank.
    fn base_sources(&self, base: &Base) -> String {
        let describe = |g: &GroupId| words::piles(self.game(), self.game().group(*g).piles);
        listed(&base.from.iter().map(describe).collect::<Vec<_>>(), "or")
    }

    /// Refuses to lift several cards at once from a pile of which any one may be taken.
    pub(in crate::play) fn refuse_count(&self, from: PileId) -> Refusal {
        let game = self.game();
        let name = game.pile_name(from);
        let rule = Rule {
            key: Refuser::Take,
            of: Owner::Source,
        };
        let message = format!("cards are lifted one by one from {name}");
        self.refuse(
            game.group_of(from).clause("take"),
            (rule.stage(), 0),
            message,
        )
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

    /// Refuses for one of several rules that depend on cards that lie face down, without saying which.
    pub(super) fn refuse_without_rule(&self, stage: (usize, usize)) -> Refusal {
        let message = format!(
            "{}: that depends on cards that lie face down",
            self.plain_message()
        );
        Refusal {
            stage,
            ..Refusal::none(message)
        }
    }

    /// That the move is not legal, and nothing more.
    pub(super) fn plain_message(&self) -> String {
        let Candidate { card, from, to } = self.candidate;
        let to = self.position.game().pile_name(to);
        format!("{} may not go to {to}", self.card_name(card, from))
    }

    fn message(&self, rule: Rule, reason: Reason<'_>) -> String {
        let (position, game) = (self.position, self.position.game());
        let Candidate { card, from, to } = self.candidate;
        let asks = match reason {
            Reason::FalsePart(part) => words::asks(part.test, game, position.base()),
            _ => String::new(),
        };
        let face = self.card_name(card, from);
        let (from, to) = (game.pile_name(from), game.pile_name(to));
        let group = self.group_to();
        let piles = words::piles(game, group.piles);
        match (rule.key, rule.of) {
            (Refuser::Locks, _) => position.lock_message(),
            (Refuser::Available, Owner::Source) => {
                format!("nothing can be lifted from {from} now: available {asks}")
            }
            (Refuser::Available, _) => format!("nothing can leave {to} now: available {asks}"),
            (Refuser::Take, Owner::Source) => self.take_message(),
            (Refuser::Keep, Owner::Source) => {
                let lowest = match self.group_from().keep {
                    1 => format!("the lowest card of {from} never leaves"),
                    keep => format!("the lowest {keep} cards of {from} never leave"),
                };
                format!("{face} stays: {lowest}")
            }
            (Refuser::Take | Refuser::Keep, _) => {
                format!(
                    "{}: {} cannot be lifted",
                    self.describe_pair(),
                    self.top_card_name()
                )
            }
            (Refuser::Alike, _) => match reason {
                Reason::NotFirstEmpty => format!("{to} is not the first empty one of {piles}"),
                _ => format!("cards do not move between {piles}, which are one place"),
            },
            (Refuser::Unit, _) => {
                let unit = match group.unit {
                    Unit::Exactly(unit) => counted(unit, "card"),
                    Unit::Any => String::new(),
                };
                format!("{to} takes {unit} at once, not {}", self.size())
            }
            (Refuser::Run, _) => {
                let size = self.size();
                format!("the {size} cards are no run for {to}: run {asks}")
            }
            (Refuser::Capacity, _) => {
                let most = group.capacity.unwrap_or(u8::MAX);
                format!("{to} can hold {}", counted(most, "card"))
            }
            (Refuser::Distinct, _) => {
                let word = group.distinct.map_or("", Distinct::word);
                let why = match reason {
                    Reason::OpenedAlike(Some(other)) => {
                        format!(
                            "{other} opens another of {piles}, and distinct asks for another {word}"
                        )
                    }
                    _ => format!("distinct asks for a {word} that opens no other of {piles}"),
                };
                format!("{face} may not open {to}: {why}")
            }
            (Refuser::From, _) => {
                let from = game.base.as_ref().map(|base| position.base_sources(base));
                let from = from.unwrap_or_default();
                format!("{face} may not open {to}: a card from {from} sets the base rank")
            }
            (Refuser::Start | Refuser::Build, _) if matches!(reason, Reason::AcceptsNothing) => {
                let what = match self.top() {
                    Some(_) => "a pile that has cards",
                    None => "an empty pile",
                };
                format!(
                    "{}: {what} of {piles} accepts none",
                    self.describe_landing()
                )
            }
            (Refuser::Start | Refuser::Build, _) => {
                format!("{}: {} {asks}", self.describe_landing(), rule.key.name())
            }
            (Refuser::Pair, _) => format!("{}: pair {asks}", self.describe_pair()),
            (Refuser::When | Refuser::Limit | Refuser::Do, _) => self.plain_message(),
        }
    }

    fn take_message(&self) -> String {
        let Candidate { card, from, .. } = self.candidate;
        let name = self.position.game().pile_name(from);
        let face = self.card_name(card, from);
        let is_top = self.position.top_card(from) == Some(card);
        match self.group_from().take {
            Take::None => format!("no card can be lifted from {name}"),
            _ if self.seen.face(card).is_none() => {
                format!("a card of {name} that lies face down cannot be lifted")
            }
            Take::Any => format!("{face} lies twice in {name}: the higher one is taken"),
            Take::Top => format!("only the top card of {name} can be lifted"),
            _ if self.way == Way::Pair => {
                format!("{}: {face} cannot be lifted alone", self.describe_pair())
            }
            Take::Run => format!("{face} does not head an unbroken run in {name}"),
            Take::Full if is_top => {
                format!("{face} is part of a build in {name}, and take asks for the full build")
            }
            Take::Full | Take::TopOrFull => {
                format!("{face} does not head the full build of {name}")
            }
        }
    }

    /// What was tried, in words: the cards onto a card, or to an empty pile.
    fn describe_landing(&self) -> String {
        let face = self.card_name(self.candidate.card, self.candidate.from);
        match self.top() {
            Some(_) => format!("{face} may not go on {}", self.top_card_name()),
            None => {
                let name = self.position.game().pile_name(self.candidate.to);
                format!("{face} may not go to the empty {name}")
            }
        }
    }

    fn describe_pair(&self) -> String {
        let face = self.card_name(self.candidate.card, self.candidate.from);
        format!("{face} and {} may not leave together", self.top_card_name())
    }

    /// How the top card of the target is called.
    fn top_card_name(&self) -> String {
        let name = |top| self.card_name(top, self.candidate.to);
        self.top().map_or(String::new(), name)
    }

    /// How a card is called: by its face, where a player sees it.
    fn card_name(&self, card: CardId, pile: PileId) -> String {
        if let Some(face) = self.seen.face(card) {
            return face.to_string();
        }
        let place = if self.position.top_card(pile) == Some(card) {
            "top card"
        } else {
            "card"
        };
        let name = self.position.game().pile_name(pile);
        format!("the face-down {place} of {name}")
    }
}
