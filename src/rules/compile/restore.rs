//! Finds the actions that may restore the position that they started from.

use crate::condition::{PileId, PileSet};
use crate::rules::Verb;
use crate::rules::game::{Action, Game};
use crate::rules::step::Step;

/// Marks the actions whose steps and consequences may move cards away and back to where they were. To decide whether
/// such an action is legal, it must be tried. All other actions move every card closer to a final pile, so they cannot
/// restore a position. Also records which piles the consequences may change.
pub(super) fn mark_restoring_actions(game: &mut Game) {
    let mut consequences = vec![PileSet::EMPTY; game.piles.len()];
    for group in &game.groups {
        for source in group
            .fill
            .iter()
            .flat_map(|group| game.group(*group).piles.iter())
        {
            consequences[source.index()] |= group.piles.set();
        }
    }
    let autos = game
        .autos
        .iter()
        .flat_map(|auto| game.inline_calls(&auto.steps));
    let autos: Vec<(&Step, bool)> = autos.collect();
    add_steps(&mut consequences, &autos);
    let gains_later = consequences
        .iter()
        .fold(PileSet::EMPTY, |all, to| all | *to);
    let nothing_follows = gains_later.is_empty();
    let may_restore = |action: &Action| {
        let steps = game.inline_calls(&action.steps);
        let mut flow = consequences.clone();
        add_steps(&mut flow, &steps);
        // If nothing follows a single step that is known to change something, the position changes. A pile that is
        // turned over may look as before.
        let is_sure =
            |step: &Step| step.moves_cards() || matches!(step.verb, Verb::Sink | Verb::Exchange);
        let is_one_change = matches!(&steps[..], [(step, _)] if is_sure(step));
        let is_final = is_one_change && autos.is_empty() && nothing_follows;
        let shuffles = steps.iter().chain(&autos).any(|(step, _)| step.shuffles());
        !shuffles && !is_final && has_cycle(&flow)
    };
    let found: Vec<bool> = game.actions.iter().map(may_restore).collect();
    let loses = |pile: &PileId| !consequences[pile.index()].is_empty();
    let loses_later = game.piles().filter(loses).collect();
    (game.gains_later, game.loses_later) = (gains_later, loses_later);
    for (action, may_restore) in game.actions.iter_mut().zip(found) {
        action.may_restore = may_restore;
    }
}

/// Adds to the piles that cards may go to, indexed by the pile that they come from.
fn add_steps(flow: &mut [PileSet], steps: &[(&Step, bool)]) {
    for (step, _) in steps {
        for pile in step.sources().iter() {
            flow[pile.index()] |= step.targets_from(pile);
        }
    }
}

/// Whether a card may return to a pile that it left.
fn has_cycle(flow: &[PileSet]) -> bool {
    // Leaves out the piles from which cards go no further, until none is left or the others go around in a circle.
    let mut left = PileSet::first(flow.len());
    loop {
        let next = left.filter(|pile| !(flow[pile.index()] & left).is_empty());
        if next == left {
            return !left.is_empty();
        }
        left = next;
    }
}
