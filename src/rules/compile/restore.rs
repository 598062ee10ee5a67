//! Which actions may leave everything as it was.

use crate::condition::PileSet;
use crate::rules::game::{Action, Game};
use crate::rules::step::{Step, StepKind};

/// Notes the actions whose steps, with all that follows from them, may bring cards away and back again to where they
/// lay: before such an action is legal, it has to be tried. No other can do so, as each card that it moves comes to
/// lie nearer to some last pile.
pub(super) fn note(game: &mut Game) {
    let mut follows = Flows::new(game);
    for group in game.groups.iter().filter(|g| !g.fill.is_empty()) {
        for source in &group.fill {
            follows.add(game.group(*source).piles.set(), group.piles.set());
        }
    }
    for auto in &game.autos {
        follows.add_steps(game, &auto.steps);
    }
    let may_restore = |action: &Action| {
        let mut flows = follows.clone();
        flows.add_steps(game, &action.steps);
        // One step that moves a card at all leaves it elsewhere, or a pile in another order.
        let is_one_step = flows.steps == 1 && game.autos.is_empty();
        !(flows.shuffles || is_one_step && follows.is_empty()) && flows.has_circle()
    };
    let found: Vec<bool> = game.actions.iter().map(may_restore).collect();
    for (action, may_restore) in game.actions.iter_mut().zip(found) {
        action.may_restore = may_restore;
    }
}

/// Between which piles steps move cards.
#[derive(Clone)]
struct Flows {
    /// By pile: the piles to which cards may go from it.
    to: Vec<PileSet>,
    steps: usize,
    shuffles: bool,
}

impl Flows {
    fn new(game: &Game) -> Flows {
        Flows {
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
            self.to[pile.at()] |= to;
        }
    }

    fn add_steps(&mut self, game: &Game, steps: &[Step]) {
        for step in steps {
            self.steps += 1;
            match &step.kind {
                StepKind::Deal(dealing) => {
                    let to = dealing.to.set();
                    let diverted = dealing.divert.as_ref().map(|d| d.to.set());
                    self.add(dealing.from.set(), to | diverted.unwrap_or_default());
                }
                StepKind::Turn { from, to, .. } => {
                    self.add(from.iter().copied().collect(), PileSet::only(*to));
                }
                StepKind::Rotate(piles) | StepKind::Sink(piles, _) => {
                    self.add(piles.set(), piles.set());
                }
                // Cards only come to piles before their own.
                StepKind::Close(piles) => {
                    for (before, pile) in piles.iter().enumerate() {
                        let earlier = piles.iter().take(before).collect();
                        self.add(PileSet::only(pile), earlier);
                    }
                }
                StepKind::Shuffle(_) => self.shuffles = true,
                StepKind::Pick { .. } => {}
                StepKind::Call(action) => {
                    self.steps -= 1;
                    self.add_steps(game, &game.actions[action.at()].steps);
                }
            }
        }
    }

    /// Whether cards may come back to a pile that they left.
    fn has_circle(&self) -> bool {
        let mut reach = self.to.clone();
        // Piles through which all others are reached, one after the other (Warshall).
        for through in PileSet::first(reach.len()).iter() {
            let beyond = reach[through.at()];
            for to in &mut reach {
                if to.contains(through) {
                    *to |= beyond;
                }
            }
        }
        let mut piles = PileSet::first(reach.len()).iter();
        piles.any(|pile| reach[pile.at()].contains(pile))
    }
}
