//! Why a move is not legal: the clause of the rules that says no, with the cards filled in.

use std::fmt;

use super::generate::Move;
use super::position::Position;
use crate::cards::{CardId, CardSet};
use crate::condition::{ActionId, Condition, GroupId, PileId, Scene, Test, TestKind, View};
use crate::rules::file::Take;
use crate::rules::{Base, Clause, Game, Unit};
use crate::text::{counted, listed};
use crate::words;

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that refuses; nothing where the move is none at all, as from an empty pile.
    pub clause: Option<Clause>,
    message: String,
    place: Option<String>,
    /// How far the move came before it was refused.
    stage: (u8, usize),
}

impl Refusal {
    /// The path of the key whose clause refuses, as `piles.tableau.build`; `none` where there is no clause.
    #[must_use]
    pub fn key(&self) -> &str {
        self.clause.as_ref().map_or("none", |c| c.key.as_str())
    }

    /// Of several refusals the one that comes latest; of equal ones the first.
    #[must_use]
    pub fn latest(refusals: impl IntoIterator<Item = Refusal>) -> Option<Refusal> {
        refusals.into_iter().reduce(|best, other| {
            if other.stage > best.stage {
                other
            } else {
                best
            }
        })
    }

    fn none(message: String) -> Refusal {
        Refusal {
            clause: None,
            message,
            place: None,
            stage: (stage::SOURCE, 0),
        }
    }

    /// Refuses for a pile from which nothing can be lifted as it is empty.
    pub(super) fn of_empty(game: &Game, pile: PileId) -> Refusal {
        Refusal::none(format!("no card lies in {}", game.pile_name(pile)))
    }

    /// Refuses for a pile that holds fewer cards than were asked for.
    pub(super) fn of_few(game: &Game, pile: PileId, size: u8) -> Refusal {
        Refusal::none(format!(
            "{} holds {} only",
            game.pile_name(pile),
            counted(size, "card")
        ))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} ({place})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Refusal {}

pub(super) mod stage {
    //! The order in which a move is judged.
    pub(in crate::play) const LOCK: u8 = 0;
    pub(in crate::play) const SOURCE: u8 = 1;
    pub(in crate::play) const AVAILABLE: u8 = 2;
    pub(in crate::play) const TAKE: u8 = 3;
    pub(in crate::play) const KEEP: u8 = 4;
    pub(in crate::play) const ALIKE: u8 = 5;
    pub(in crate::play) const UNIT: u8 = 6;
    pub(in crate::play) const CAPACITY: u8 = 7;
    pub(in crate::play) const DISTINCT: u8 = 8;
    pub(in crate::play) const BASE: u8 = 9;
    pub(in crate::play) const ACCEPT: u8 = 10;
    pub(in crate::play) const WHEN: u8 = 1;
    pub(in crate::play) const LIMIT: u8 = 2;
    pub(in crate::play) const DO: u8 = 3;
}

impl Position {
    /// Why a move is not legal; nothing for a legal one.
    #[must_use]
    pub fn refusal(&self, chosen: Move) -> Option<Refusal> {
        if self.is_legal(chosen) {
            return None;
        }
        Some(match chosen {
            Move::Action(action) => self.refused_action(action),
            Move::Cards(card, pile) => self.refused_cards(card, pile),
        })
    }

    pub(super) fn refuse(&self, clause: Clause, stage: u8, message: String) -> Refusal {
        let place = clause
            .span
            .and_then(|span| self.game.sources.place(span))
            .map(|place| place.to_string());
        Refusal {
            clause: Some(clause),
            message,
            place,
            stage: (stage, 0),
        }
    }

    /// Refuses by the first false part of a condition; `message` says what, with what is asked.
    pub(super) fn refuse_by(
        &self,
        condition: &Condition,
        scene: &Scene<'_, Position>,
        clause: Clause,
        stage: u8,
        message: impl FnOnce(String) -> String,
    ) -> Refusal {
        let (part, at) = first_false(condition, scene);
        let asks = words::asks(part, &self.game, self.base);
        let refusal = self.refuse(clause, stage, message(asks));
        Refusal {
            stage: (stage, at),
            ..refusal
        }
    }

    pub(super) fn refused_lock(&self) -> Option<Refusal> {
        let base = self.game.base.as_ref().filter(|_| self.is_locked())?;
        let of = words::piles(&self.game, self.game.group(base.of).piles);
        let message = format!(
            "the first card to move goes from {} to {of} and sets the base rank",
            self.base_sources(base)
        );
        Some(self.refuse(base.clause.clone(), stage::LOCK, message))
    }

    /// The groups from which a card may set the base rank.
    fn base_sources(&self, base: &Base) -> String {
        let said = |g: &GroupId| words::piles(&self.game, self.game.group(*g).piles);
        listed(&base.from.iter().map(said).collect::<Vec<_>>(), "or")
    }

    /// Refuses to lift several cards at once from a pile of which any one may be taken.
    pub(super) fn refused_count(&self, from: PileId) -> Refusal {
        let group = self.game.group_of(from);
        let message = format!(
            "cards are lifted one by one from {}",
            self.game.pile_name(from)
        );
        self.refuse(group.clause("take"), stage::TAKE, message)
    }

    fn refused_action(&self, action: ActionId) -> Refusal {
        if let Some(refusal) = self.refused_lock() {
            return refusal;
        }
        let rules = &self.game.actions[action.at()];
        let name = &rules.name;
        let clause = |key: &str, span| Clause {
            key: format!("actions.{name}.{key}"),
            span: Some(span),
        };
        if let Some(when) = &rules.when
            && !when.holds(&self.scene())
        {
            let message = |asks| format!("no {name} now: when {asks}");
            let clause = clause("when", when.span);
            return self.refuse_by(when, &self.scene(), clause, stage::WHEN, message);
        }
        let used = self.used[action.at()];
        if let Some((limit, span)) = rules
            .limit
            .filter(|&limit| used >= limit)
            .zip(rules.limit_span)
        {
            let message = format!("no more {name}: limit allows {}", counted(limit, "time"));
            return self.refuse(clause("limit", span), stage::LIMIT, message);
        }
        self.refuse(
            clause("do", rules.steps_span),
            stage::DO,
            format!("{name} would change nothing"),
        )
    }

    fn refused_cards(&self, card: CardId, to: PileId) -> Refusal {
        let Some(from) = self.pile_of[card.at()] else {
            return Refusal::none(format!("{} is not on the table", self.face(card)));
        };
        self.refused_by_lock(from, to)
            .or_else(|| self.refused_by_source(card, from, to))
            .unwrap_or_else(|| self.refused_by_target(card, from, to))
    }

    fn refused_by_lock(&self, from: PileId, to: PileId) -> Option<Refusal> {
        let base = self.game.base.as_ref().filter(|_| self.is_locked())?;
        let from_allowed = base.from.contains(&self.game.piles[from.at()].group);
        let to_allowed = base.of == self.game.piles[to.at()].group;
        if from_allowed && to_allowed {
            None
        } else {
            self.refused_lock()
        }
    }

    fn refused_by_source(&self, card: CardId, from: PileId, to: PileId) -> Option<Refusal> {
        let group = self.game.group_of(from);
        let name = self.game.pile_name(from);
        let scene = Scene {
            this: Some(from),
            ..self.scene()
        };
        if from == to {
            return Some(Refusal::none(format!(
                "cards cannot go from {name} to {name}"
            )));
        }
        if let Some(available) = group.available.as_ref().filter(|a| !a.holds(&scene)) {
            let message = |asks| format!("nothing can be lifted from {name} now: available {asks}");
            let clause = group.clause("available");
            return Some(self.refuse_by(available, &scene, clause, stage::AVAILABLE, message));
        }
        let one = self.game.group_of(to).unit == Unit::Exactly(1);
        let offered = |(units, singles): (CardSet, CardSet)| {
            let offered = if one { units | singles } else { units };
            offered.contains(card)
        };
        if offered(self.offered(from, group.keep)) {
            return None;
        }
        let face = self.face(card);
        if !self.is_hidden(card) && offered(self.offered(from, 0)) {
            let lowest = match group.keep {
                1 => format!("the lowest card of {name} never leaves"),
                keep => format!("the lowest {keep} cards of {name} never leave"),
            };
            let message = format!("{face} stays: {lowest}");
            return Some(self.refuse(group.clause("keep"), stage::KEEP, message));
        }
        let top = self.piles[from.at()].top == Some(card);
        let message = match group.take {
            Take::None => format!("no card can be lifted from {name}"),
            _ if self.is_hidden(card) => {
                format!("a card of {name} that lies face down cannot be lifted")
            }
            Take::Top => format!("only the top card of {name} can be lifted"),
            Take::Run => format!("{face} does not head an unbroken run in {name}"),
            Take::Full if top => {
                format!("{face} is part of a build in {name}, and take asks for the full build")
            }
            Take::Full | Take::TopOrFull => {
                format!("{face} does not head the full build of {name}")
            }
            Take::Any => format!("{face} lies twice in {name}: the higher one is taken"),
        };
        Some(self.refuse(group.clause("take"), stage::TAKE, message))
    }

    fn refused_by_target(&self, card: CardId, from: PileId, to: PileId) -> Refusal {
        // What can only leave in pairs has nothing to do with the room there is.
        let rules = &self.game.piles[to.at()];
        if let Some(top) = self.piles[to.at()].top
            && rules.pair.is_some()
            && rules.build.is_none()
        {
            return self.refused_as_pair(card, from, to, top);
        }
        let refused = self.refused_by_place(card, from, to);
        refused
            .or_else(|| self.refused_to_open(card, to))
            .unwrap_or_else(|| self.not_accepted(card, from, to))
    }

    /// What a pile refuses whatever the faces of the cards are.
    fn refused_by_place(&self, card: CardId, from: PileId, to: PileId) -> Option<Refusal> {
        let group = self.game.group_of(to);
        let held = self.size(to);
        let name = self.game.pile_name(to);
        let piles = words::piles(&self.game, group.piles);
        if group.alike && group.piles.contains(from) {
            let message = format!("cards do not move between {piles}, which are one place");
            return Some(self.refuse(group.clause("alike"), stage::ALIKE, message));
        }
        if group.alike && held == 0 && self.first_empty(group) != Some(to) {
            let message = format!("{name} is not the first empty one of {piles}");
            return Some(self.refuse(group.clause("alike"), stage::ALIKE, message));
        }
        let size = self.unit_size(card);
        if let Unit::Exactly(unit) = group.unit
            && unit != size
        {
            let message = format!("{name} takes {} at once, not {size}", counted(unit, "card"));
            return Some(self.refuse(group.clause("unit"), stage::UNIT, message));
        }
        if group.take == Take::None && size > 1 && !self.is_run_for(to, card) {
            let asks = group.run.as_ref().map(|run| {
                let asks = words::asks(&run.test, &self.game, self.base);
                format!("the {size} cards are no run for {name}: run {asks}")
            });
            return Some(self.refuse(group.clause("run"), stage::UNIT, asks?));
        }
        let capacity = group
            .capacity
            .filter(|&c| u16::from(held) + u16::from(size) > u16::from(c))?;
        let message = format!("{name} can hold {}", counted(capacity, "card"));
        Some(self.refuse(group.clause("capacity"), stage::CAPACITY, message))
    }

    /// Why a card may not be the first of an empty pile, whatever the pile's condition says.
    fn refused_to_open(&self, card: CardId, to: PileId) -> Option<Refusal> {
        if self.size(to) > 0 {
            return None;
        }
        let group = self.game.group_of(to);
        let (face, name) = (self.face(card), self.game.pile_name(to));
        if let Some(distinct) = group.distinct {
            let mut bottoms = group.piles.iter().filter_map(|p| self.bottom(p));
            if let Some(bottom) = bottoms.find(|&bottom| distinct.are_alike(bottom, face)) {
                let piles = words::piles(&self.game, group.piles);
                let message = format!(
                    "{face} may not open {name}: {bottom} opens another of {piles}, and distinct asks for another {}",
                    distinct.word()
                );
                return Some(self.refuse(group.clause("distinct"), stage::DISTINCT, message));
            }
        }
        let base = self.game.base.as_ref()?;
        if self.sets_base(to)?.contains(card) {
            return None;
        }
        let from = self.base_sources(base);
        let message = format!("{face} may not open {name}: a card from {from} sets the base rank");
        Some(self.refuse(base.from_clause.clone(), stage::BASE, message))
    }

    /// What the pile's condition asks for that the card does not have.
    fn not_accepted(&self, card: CardId, from: PileId, to: PileId) -> Refusal {
        let group = self.game.group_of(to);
        let rules = &self.game.piles[to.at()];
        let face = self.face(card);
        let target = self.target(to);
        let (key, condition, onto) = match target.top {
            Some(top) => ("build", &rules.build, format!("{face} may not go on {top}")),
            None => {
                let name = self.game.pile_name(to);
                (
                    "start",
                    &rules.start,
                    format!("{face} may not go to the empty {name}"),
                )
            }
        };
        let Some(condition) = condition else {
            let what = if key == "start" {
                "an empty pile"
            } else {
                "a pile that has cards"
            };
            let piles = words::piles(&self.game, group.piles);
            let message = format!("{onto}: {what} of {piles} accepts none");
            return self.refuse(group.clause(key), stage::ACCEPT, message);
        };
        let base = if self.sets_base(to).is_some() {
            Some(face.rank)
        } else {
            self.base
        };
        let scene = Scene {
            card: Some(face),
            from: Some(from),
            base,
            ..target
        };
        let message = |asks| format!("{onto}: {key} {asks}");
        self.refuse_by(
            condition.condition(),
            &scene,
            group.clause(key),
            stage::ACCEPT,
            message,
        )
    }
}

/// The first false part of an `and`, with its place; the whole of any other condition.
fn first_false<'c, V: View>(condition: &'c Condition, scene: &Scene<'_, V>) -> (&'c Test, usize) {
    let test = &condition.test;
    if let TestKind::All(parts) = &test.kind {
        let found = parts
            .iter()
            .enumerate()
            .find(|(_, part)| !part.holds(scene, &condition.order));
        if let Some((at, part)) = found {
            return (part, at);
        }
    }
    (test, 0)
}
