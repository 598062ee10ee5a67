//! The actions that only move cards between the stock and piles like the waste.

use crate::condition::{Counter, GroupId, Leaf, PileId, PileSet, Piles, Predicate, PredicateKind};
use crate::rules::file::Take;
use crate::rules::{Game, Step, StepKind, for_each_condition};

use super::symmetry::piles_of_step;

/// The piles within which all actions of a game move cards, if players move no cards to these piles: the stock, the
/// waste.
///
/// Such an action neither helps nor hinders a move that has nothing to do with these piles: it does not matter which of
/// the two comes first. So it is enough to try the moves that take a card from these piles, after any number of
/// actions, and all others before any action. And if the actions lead around to where they began, all positions on the
/// way are one.
///
/// This holds because no condition of a move, nothing automatic and no refill depends on these piles or on how often
/// the actions were used.
#[derive(Clone, Debug)]
pub(in crate::search) struct Cycle {
    /// The piles.
    pub(in crate::search) piles: PileSet,
    /// Whether only the top cards of these piles can be moved, and nothing onto them, so that the cards they offer can
    /// be remembered.
    pub(in crate::search) offers_tops: bool,
}

impl Cycle {
    /// Finds the actions of a game that only move cards between the stock and piles like the waste.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub(in crate::search) fn find(game: &Game, shuffles: &[bool]) -> Result<Cycle, &'static str> {
        if game.actions.is_empty() {
            return Err("there are no actions");
        }
        if !game.autos.is_empty() {
            return Err("there are automatic moves");
        }
        if shuffles.contains(&true) {
            return Err("an action shuffles cards");
        }
        let mut piles = PileSet::EMPTY;
        for step in game.actions.iter().flat_map(|action| &action.steps) {
            if !matches!(
                step.kind,
                StepKind::Deal(_) | StepKind::Turn { .. } | StepKind::Call(_)
            ) {
                return Err("an action does more than deal cards and turn piles over");
            }
            piles |= piles_of_step(step).into_iter().collect::<PileSet>();
        }
        let has_landing = |pile: PileId| {
            let group = game.group_of(pile);
            group.start.is_some() || group.build.is_some() || group.swap.is_some() || group.goal
        };
        if piles.iter().any(has_landing) {
            return Err("players may place cards where an action deals them");
        }
        if !is_detached(game, piles) {
            return Err("more than the actions depends on the piles that they turn");
        }
        let offers_tops = piles.iter().all(|pile| {
            let group = game.group_of(pile);
            matches!(group.take, Take::None | Take::Top) && group.pair.is_none()
        });
        Ok(Cycle { piles, offers_tops })
    }
}

/// Whether nothing but the actions themselves depends on these piles, or on how often the actions were used.
fn is_detached(game: &Game, piles: PileSet) -> bool {
    let is_filled_from = |group: &GroupId| {
        game.group(*group)
            .piles
            .iter()
            .any(|pile| piles.contains(pile))
    };
    if game
        .groups
        .iter()
        .flat_map(|group| &group.fill)
        .any(is_filled_from)
    {
        return false;
    }
    let own_spans: Vec<_> = game
        .actions
        .iter()
        .flat_map(|action| {
            let steps = action.steps.iter().flat_map(step_spans);
            action.when.iter().map(|when| when.span).chain(steps)
        })
        .collect();
    let mut is_detached = true;
    for_each_condition(game, |condition, owner| {
        if own_spans.contains(&condition.span) {
            // An action may ask only about its own piles.
            condition
                .predicate
                .walk(&mut |leaf| is_detached &= is_about(leaf, game, piles, owner));
        } else {
            is_detached &= reads_elsewhere(&condition.predicate, piles);
        }
    });
    is_detached
}

fn step_spans(step: &Step) -> Vec<crate::text::Span> {
    let mut spans: Vec<_> = step.when.iter().map(|when| when.span).collect();
    match &step.kind {
        StepKind::Deal(dealing) => {
            let divert = dealing
                .divert
                .as_ref()
                .and_then(|divert| divert.which.as_ref());
            let conditions = [dealing.only.as_ref(), dealing.which.as_ref(), divert];
            spans.extend(
                conditions
                    .into_iter()
                    .flatten()
                    .map(|condition| condition.span),
            );
        }
        StepKind::Turn { only, .. } => spans.extend(only.iter().map(|condition| condition.span)),
        _ => {}
    }
    spans
}

/// Whether an input of an action's condition is one of the piles that the actions turn, or a counter of theirs.
fn is_about(leaf: Leaf<'_>, game: &Game, piles: PileSet, owner: Option<GroupId>) -> bool {
    let within = |other: Piles| other.iter().all(|pile| piles.contains(pile));
    match leaf {
        Leaf::Piles(other) | Leaf::One(other) => within(other),
        Leaf::Used(counter) => matches!(counter, Counter::Action(_)),
        // The piles that a step serves are among its own.
        Leaf::This | Leaf::Index => owner.is_some_and(|group| within(game.group(group).piles)),
        Leaf::Contents(_)
        | Leaf::EachCard(_)
        | Leaf::EndCard(_)
        | Leaf::Phrase(..)
        | Leaf::NumberPhrase(..)
        | Leaf::Base
        | Leaf::Card
        | Leaf::FaceUp => true,
        _ => false,
    }
}

/// Whether a condition reads none of these piles, and no counter of an action. It may ask which pile a card comes from,
/// as that is the same whatever the pile holds.
fn reads_elsewhere(predicate: &Predicate, piles: PileSet) -> bool {
    match &predicate.kind {
        PredicateKind::Within(..) => true,
        PredicateKind::Not(inner) => reads_elsewhere(inner, piles),
        PredicateKind::All(parts) | PredicateKind::Any(parts) => {
            parts.iter().all(|part| reads_elsewhere(part, piles))
        }
        _ => {
            let mut is_elsewhere = true;
            predicate.walk(&mut |leaf| is_elsewhere &= self::is_elsewhere(leaf, piles));
            is_elsewhere
        }
    }
}

/// Whether an input of another condition can be none of these piles, and no counter of an action.
fn is_elsewhere(leaf: Leaf<'_>, piles: PileSet) -> bool {
    match leaf {
        Leaf::Piles(other) | Leaf::One(other) => !other.iter().any(|pile| piles.contains(pile)),
        Leaf::Used(counter) => !matches!(counter, Counter::Action(_)),
        Leaf::Score | Leaf::Table | Leaf::Stuck | Leaf::Line => false,
        _ => true,
    }
}
