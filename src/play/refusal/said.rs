//! How it is said why cards may not be moved. No card is named but those that lie face up.

use super::cards::{Reason, Tried};
use super::{Refusal, Stage, depending};
use crate::cards::CardId;
use crate::condition::{GroupId, PileId};
use crate::play::position::Position;
use crate::rules::file::{Distinct, Take};
use crate::rules::{Base, Clause};
use crate::text::{counted, listed};
use crate::words;

impl Position {
    /// Refuses all but the choice of the base rank, where that is still to be set.
    pub(in crate::play) fn refused_lock(&self) -> Option<Refusal> {
        let base = self.game.base.as_ref().filter(|_| self.is_locked())?;
        let message = self.lock_message(base);
        Some(self.refuse(base.clause.clone(), (Stage::Lock, 0), message))
    }

    fn lock_message(&self, base: &Base) -> String {
        let of = words::piles(&self.game, self.game.group(base.of).piles);
        let from = self.base_sources(base);
        format!("the first card to move goes from {from} to {of} and sets the base rank")
    }

    /// The groups from which a card may set the base rank.
    fn base_sources(&self, base: &Base) -> String {
        let said = |g: &GroupId| words::piles(&self.game, self.game.group(*g).piles);
        listed(&base.from.iter().map(said).collect::<Vec<_>>(), "or")
    }

    /// Refuses to lift several cards at once from a pile of which any one may be taken.
    pub(in crate::play) fn refused_count(&self, from: PileId) -> Refusal {
        let group = self.game.group_of(from);
        let message = format!(
            "cards are lifted one by one from {}",
            self.game.pile_name(from)
        );
        self.refuse(group.clause("take"), (Stage::Take, 0), message)
    }
}

impl Tried<'_> {
    pub(super) fn refused_for(&self, reason: Reason<'_>) -> Refusal {
        self.refused(reason, self.message(reason))
    }

    /// Refuses for something that depends on a card that lies face down.
    pub(super) fn refused_as_hidden(&self, reason: Reason<'_>) -> Refusal {
        self.refused(reason, depending(&self.message(reason)))
    }

    /// Refuses for one of several such things, without saying which.
    pub(super) fn refused_as_hidden_somewhere(&self, first: Reason<'_>) -> Refusal {
        let message = format!(
            "{} may not go to {}: that depends on cards that lie face down",
            self.name(self.card, self.from),
            self.position.game.pile_name(self.to)
        );
        Refusal {
            stage: first.stage(),
            ..Refusal::none(message)
        }
    }

    fn refused(&self, reason: Reason<'_>, message: String) -> Refusal {
        match self.clause(reason) {
            Some(clause) => self.position.refuse(clause, reason.stage(), message),
            None => Refusal::none(message),
        }
    }

    /// Where it is written.
    fn clause(&self, reason: Reason<'_>) -> Option<Clause> {
        let game = &self.position.game;
        let base = |clause: fn(&Base) -> &Clause| game.base.as_ref().map(|b| clause(b).clone());
        let source = |key| Some(self.group_from().clause(key));
        let target = |key| Some(self.group_to().clause(key));
        match reason {
            Reason::Itself | Reason::Unwritten => None,
            Reason::Lock => base(|base| &base.clause),
            Reason::Base => base(|base| &base.from_clause),
            Reason::Available(pile, _) => Some(game.group_of(pile).clause("available")),
            Reason::Take => source("take"),
            Reason::Keep => source("keep"),
            Reason::Alike | Reason::First => target("alike"),
            Reason::Unit(_) => target("unit"),
            Reason::Run(_) => target("run"),
            Reason::Capacity(_) => target("capacity"),
            Reason::Distinct(_) => target("distinct"),
            Reason::NothingGoes | Reason::Accept(_) => target(self.accepting_key()),
            Reason::Pair(_) => target("pair"),
            Reason::TakeOther => target("take"),
            Reason::KeepOther => target("keep"),
        }
    }

    /// The key that says what the target accepts.
    fn accepting_key(&self) -> &'static str {
        if self.top().is_some() {
            "build"
        } else {
            "start"
        }
    }

    fn message(&self, reason: Reason<'_>) -> String {
        let (position, game) = (self.position, &self.position.game);
        let asks = |part: super::Part<'_>| words::asks(part.test, game, position.base);
        let face = self.name(self.card, self.from);
        let (from, to) = (game.pile_name(self.from), game.pile_name(self.to));
        let piles = words::piles(game, self.group_to().piles);
        match reason {
            Reason::Unwritten => format!("{face} may not go to {to}"),
            Reason::Lock => {
                let base = game.base.as_ref();
                base.map_or(String::new(), |base| position.lock_message(base))
            }
            Reason::Itself => format!("cards cannot go from {from} to {from}"),
            Reason::Available(pile, part) if pile == self.from => {
                format!(
                    "nothing can be lifted from {from} now: available {}",
                    asks(part)
                )
            }
            Reason::Available(_, part) => {
                format!("nothing can leave {to} now: available {}", asks(part))
            }
            Reason::Take => self.take_message(),
            Reason::Keep => {
                let lowest = match self.group_from().keep {
                    1 => format!("the lowest card of {from} never leaves"),
                    keep => format!("the lowest {keep} cards of {from} never leave"),
                };
                format!("{face} stays: {lowest}")
            }
            Reason::Alike => {
                format!("cards do not move between {piles}, which are one place")
            }
            Reason::First => format!("{to} is not the first empty one of {piles}"),
            Reason::Unit(unit) => {
                let size = self.size();
                format!("{to} takes {} at once, not {size}", counted(unit, "card"))
            }
            Reason::Run(part) => {
                let size = self.size();
                format!("the {size} cards are no run for {to}: run {}", asks(part))
            }
            Reason::Capacity(capacity) => {
                format!("{to} can hold {}", counted(capacity, "card"))
            }
            Reason::Distinct(other) => {
                let word = self.group_to().distinct.map_or("", Distinct::word);
                let why = match other {
                    Some(other) => {
                        format!(
                            "{other} opens another of {piles}, and distinct asks for another {word}"
                        )
                    }
                    None => format!("distinct asks for a {word} that opens no other of {piles}"),
                };
                format!("{face} may not open {to}: {why}")
            }
            Reason::Base => {
                let from = game.base.as_ref().map(|base| position.base_sources(base));
                let from = from.unwrap_or_default();
                format!("{face} may not open {to}: a card from {from} sets the base rank")
            }
            Reason::NothingGoes => {
                let what = match self.top() {
                    Some(_) => "a pile that has cards",
                    None => "an empty pile",
                };
                format!("{}: {what} of {piles} accepts none", self.onto())
            }
            Reason::Accept(part) => {
                format!("{}: {} {}", self.onto(), self.accepting_key(), asks(part))
            }
            Reason::Pair(part) => format!("{}: pair {}", self.together(), asks(part)),
            Reason::TakeOther | Reason::KeepOther => {
                format!("{}: {} cannot be lifted", self.together(), self.top_name())
            }
        }
    }

    fn take_message(&self) -> String {
        let name = self.position.game.pile_name(self.from);
        let face = self.name(self.card, self.from);
        let is_top = self.position.piles[self.from.at()].top == Some(self.card);
        match self.group_from().take {
            Take::None => format!("no card can be lifted from {name}"),
            _ if self.seen.face(self.card).is_none() => {
                format!("a card of {name} that lies face down cannot be lifted")
            }
            Take::Any => format!("{face} lies twice in {name}: the higher one is taken"),
            Take::Top => format!("only the top card of {name} can be lifted"),
            _ if self.pairs_only() => {
                format!("{}: {face} cannot be lifted alone", self.together())
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
    fn onto(&self) -> String {
        let face = self.name(self.card, self.from);
        match self.top() {
            Some(_) => format!("{face} may not go on {}", self.top_name()),
            None => {
                let name = self.position.game.pile_name(self.to);
                format!("{face} may not go to the empty {name}")
            }
        }
    }

    fn together(&self) -> String {
        let face = self.name(self.card, self.from);
        format!("{face} and {} may not leave together", self.top_name())
    }

    /// How the top card of the target is called.
    fn top_name(&self) -> String {
        let name = |top| self.name(top, self.to);
        self.top().map_or(String::new(), name)
    }

    /// How a card is called: by its face, where a player sees it.
    fn name(&self, card: CardId, pile: PileId) -> String {
        if let Some(face) = self.seen.face(card) {
            return face.to_string();
        }
        let place = if self.position.piles[pile.at()].top == Some(card) {
            "top card"
        } else {
            "card"
        };
        let name = self.position.game.pile_name(pile);
        format!("the face-down {place} of {name}")
    }
}
