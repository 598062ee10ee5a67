//! Finds the actions that may restore the position in which they started.

use crate::condition::PileSet;
use crate::rules::game::{Action, Game};
use crate::rules::step::Step;

/// Marks the actions whose steps and consequences may move cards away and back to where they were. To decide whether
/// such an action is legal, it must be tried. All other actions move every card closer to a final pile, so they cannot
/// restore a position.
pub(super) fn mark_restoring_actions(game: &mut Game) {
    let mut consequences = CardFlow::new(game);
    for group in game.groups.iter().filter(|g| !g.fill.is_empty()) {
        for source in &group.fill {
            consequences.add(game.group(*source).piles.set(), group.piles.set());
        }
    }
    for auto in &game.autos {
        consequences.add_steps(game, &auto.steps);
    }
    let may_restore = |action: &Action| {
        let mut flow = consequences.clone();
        flow.add_steps(game, &action.steps);
        // If a single step moves any card, the position changes.
        let is_one_step = flow.steps == 1 && game.autos.is_empty();
        !(flow.shuffles || is_one_step && consequences.is_empty()) && flow.has_cycle()
    };
    let found: Vec<bool> = game.actions.iter().map(may_restore).collect();
    for (action, may_restore) in game.actions.iter_mut().zip(found) {
        action.may_restore = may_restore;
    }
}

/// The graph of piles between which steps move cards.
#[derive(Clone)]
struct CardFlow {
    /// The piles that cards may go to, indexed by the pile that they come from.
    to: Vec<PileSet>,
    steps: usize,
    shuffles: bool,
}

impl CardFlow {
    fn new(game: &Game) -> CardFlow {
        CardFlow {
            to: vec![PileSet::EMPTY; game.piles.len()],
            steps: 0,
            shuffles: false,
        }
    }

    fn is_empty(&self) -> bool {
        self.to.iter().all(|to| to.is_empty())
    }

    fn add(&mut self, from: PileSet, to: PileSet) {
        for pile in from.iter() {
            self.to[pile.index()] |= to;
        }
    }

    fn add_steps(&mut self, game: &Game, steps: &[Step]) {
        for (step, _) in game.inline_calls(steps) {
            self.steps += 1;
            self.shuffles |= step.shuffles();
            for pile in step.sources().iter() {
                self.add(PileSet::only(pile), step.targets_from(pile));
            }
        }
    }

    /// Whether a card may return to a pile that it left.
    fn has_cycle(&self) -> bool {
        let mut reach = self.to.clone();
        // Transitive closure (Warshall's algorithm).
        for through in PileSet::first(reach.len()).iter() {
            let beyond = reach[through.index()];
            for to in &mut reach {
                if to.contains(through) {
                    *to |= beyond;
                }
            }
        }
        let mut piles = PileSet::first(reach.len()).iter();
        piles.any(|pile| reach[pile.index()].contains(pile))
    }
}
