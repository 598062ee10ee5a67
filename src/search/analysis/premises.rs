//! Checks the premises of the reductions: asks the [table](super::table) about every key and word that a game uses.

use crate::condition::{Counter, GroupExpr, GroupId, Leaf, PileExpr, PileSet, Piles, Slot};
use crate::rules::{Game, Step};

use super::super::placing::are_different;
use super::reduction::Reduction;
use super::runs::Runs;
use super::table::{TABLES, row_of_step, row_of_word};

/// What the premises are checked against.
#[derive(Clone, Debug)]
pub(in crate::search) struct Premises<'a> {
    pub(super) game: &'a Game,
    /// How runs are built.
    pub(super) runs: &'a Runs<'a>,
    /// The piles that the steps of actions deal from and to, or turn over.
    pub(super) turned: PileSet,
    /// Whether that is all that happens beside the player's moves, as far as the search knows.
    pub(super) only_turns: bool,
    /// Whether no two cards are the same.
    pub(super) cards_differ: bool,
    /// Piles that are empty, and stay so.
    pub(super) empty: PileSet,
}

/// What a key means for a reduction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    /// The theorem holds whatever the value is.
    Any,
    /// The value is a condition, and what matters is what it reads.
    Words,
    /// The theorem holds only if this does. Otherwise this is why not.
    If(fn(&Premises<'_>) -> bool, &'static str),
    /// The theorem does not hold for these piles, for this reason.
    Except(fn(&Premises<'_>) -> PileSet, &'static str),
    /// Both must allow it.
    Both(&'static Cell, &'static Cell),
}

/// What a step means for a reduction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// The theorem holds all the same.
    Any,
    /// The theorem does not hold, for this reason.
    Bars(&'static str),
    /// The theorem does not hold for these piles, for this reason.
    Except(PileSet, &'static str),
}

/// What it means for a reduction that a condition reads something.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// The theorem holds all the same.
    Any,
    /// The theorem does not hold, for this reason.
    Bars(&'static str),
    /// The theorem does not hold for the piles that are read, for this reason.
    Except(&'static str),
    /// The theorem does not hold, for this reason, if an action reads it.
    InActions(&'static str),
    /// The theorem holds only if the conditions of actions read nothing but the piles and counters of actions, and no
    /// other condition reads those. Otherwise this is why not.
    Apart(&'static str),
}

/// A row of the table: what a key or a word means for each reduction, in the order of [`Reduction::ALL`].
pub(super) type Row<T> = [T; Reduction::ALL.len()];

/// Why a reduction is not sound.
#[derive(Debug)]
pub(in crate::search) struct Obstacles {
    /// Why it is not sound in the game at all.
    pub(in crate::search) whole: Result<(), &'static str>,
    /// For each group, why it is not sound for all of its piles.
    pub(in crate::search) groups: Vec<Option<&'static str>>,
}

impl Obstacles {
    fn bar(&mut self, why: &'static str) {
        self.whole = self.whole.and(Err(why));
    }

    fn except(&mut self, game: &Game, piles: PileSet, why: &'static str) {
        for pile in piles.iter() {
            self.groups[game.piles[pile.index()].group.index()].get_or_insert(why);
        }
    }
}

impl<'a> Premises<'a> {
    /// The premises of a game before a cycle is looked for: only a game without actions only turns its stock.
    pub(in crate::search) fn new(game: &'a Game, runs: &'a Runs<'a>) -> Premises<'a> {
        let steps = game.actions.iter().flat_map(|action| &action.steps);
        Premises {
            game,
            runs,
            turned: steps.fold(PileSet::EMPTY, |all, step| all | step.piles()),
            only_turns: game.actions.is_empty() && game.autos.is_empty(),
            cards_differ: are_different(game.deck.iter().map(|card| card.face())),
            empty: PileSet::EMPTY,
        }
    }

    /// Checks all premises of a reduction. Of several obstacles the first in the order of the table counts.
    pub(in crate::search) fn check(&self, reduction: Reduction) -> Obstacles {
        let mut obstacles = Obstacles {
            whole: Ok(()),
            groups: vec![None; self.game.groups.len()],
        };
        for (_, row) in TABLES.iter().copied().flatten() {
            self.check_cell(row[reduction as usize], &mut obstacles);
        }
        for step in self.game.steps_in_play() {
            self.check_step(step, reduction, &mut obstacles);
        }
        let asked = keys_asked(reduction);
        let is_asked = |slot: Slot| asked.contains(&slot.key());
        for (condition, owner) in self.game.conditions_in_play() {
            if is_asked(condition.slot) {
                let is_own = matches!(condition.slot, Slot::When | Slot::Where | Slot::Which);
                condition.predicate.walk(&mut |leaf| {
                    self.check_word(leaf, owner, is_own, reduction, &mut obstacles);
                });
            }
        }
        if let Some(points) = &self.game.score.points
            && is_asked(Slot::Points)
        {
            points.number.walk(&mut |leaf| {
                self.check_word(leaf, None, false, reduction, &mut obstacles);
            });
        }
        obstacles
    }

    fn check_cell(&self, cell: Cell, obstacles: &mut Obstacles) {
        match cell {
            Cell::Any | Cell::Words => {}
            Cell::If(holds, why) => {
                if !holds(self) {
                    obstacles.bar(why);
                }
            }
            Cell::Except(piles, why) => obstacles.except(self.game, piles(self), why),
            Cell::Both(first, second) => {
                self.check_cell(*first, obstacles);
                self.check_cell(*second, obstacles);
            }
        }
    }

    fn check_step(&self, step: &Step, reduction: Reduction, obstacles: &mut Obstacles) {
        match row_of_step(step, self.empty)[reduction as usize] {
            Deed::Any => {}
            Deed::Bars(why) => obstacles.bar(why),
            Deed::Except(piles, why) => obstacles.except(self.game, piles, why),
        }
    }

    /// Checks what a condition reads. `owner` is the group of `this`, and `is_own` says whether it is the condition of
    /// an action.
    fn check_word(
        &self,
        leaf: Leaf<'_>,
        owner: Option<GroupId>,
        is_own: bool,
        reduction: Reduction,
        obstacles: &mut Obstacles,
    ) {
        let piles = || self.piles_read(leaf, owner);
        match row_of_word(leaf)[reduction as usize] {
            Word::Any => {}
            Word::Bars(why) => obstacles.bar(why),
            Word::Except(why) => obstacles.except(self.game, piles(), why),
            Word::InActions(why) => {
                if is_own {
                    obstacles.bar(why);
                }
            }
            Word::Apart(why) => {
                let is_apart = match leaf {
                    Leaf::Used(counter) => is_own == matches!(counter, Counter::Action(_)),
                    _ if is_own => (piles() - self.turned).is_empty(),
                    _ => (piles() & self.turned).is_empty(),
                };
                if !is_apart {
                    obstacles.bar(why);
                }
            }
        }
    }

    /// The piles that an input can be about. Those that a variable is bound to are inputs of their own.
    fn piles_read(&self, leaf: Leaf<'_>, owner: Option<GroupId>) -> PileSet {
        let all = || self.game.piles().collect();
        match leaf {
            Leaf::Piles(piles) | Leaf::One(piles) => piles.set(),
            // All piles of a group are told from other groups, not from each other.
            Leaf::Membership(piles) if piles.count == 1 => piles.set(),
            Leaf::Membership(_) => PileSet::EMPTY,
            Leaf::This | Leaf::Top | Leaf::Index => self.own_group(owner),
            Leaf::Contents(pile) | Leaf::EachCard(pile) => {
                self.piles_of(pile, owner, PileSet::EMPTY)
            }
            Leaf::EndCard(pile) => self.piles_of(pile, owner, all()),
            Leaf::Used(Counter::Group(group)) => self.game.group(group).piles.set(),
            Leaf::Used(Counter::Action(_))
            | Leaf::Base
            | Leaf::Card
            | Leaf::FaceUp
            | Leaf::From
            | Leaf::Height
            | Leaf::IndexOfOther
            | Leaf::Line
            | Leaf::MovedSize
            | Leaf::Score
            | Leaf::Stuck
            | Leaf::Suit
            | Leaf::Won => all(),
        }
    }

    /// The piles that an expression can stand for; `bound` are the piles that a variable can stand for.
    fn piles_of(&self, pile: &PileExpr, owner: Option<GroupId>, bound: PileSet) -> PileSet {
        match pile {
            PileExpr::This => self.own_group(owner),
            PileExpr::From => self.game.piles().collect(),
            PileExpr::Moved => PileSet::EMPTY,
            PileExpr::At(pile) => Piles::one(*pile).set(),
            PileExpr::Nth(GroupExpr::Named(piles), _) => piles.set(),
            PileExpr::Beside(pile, _) => {
                let piles = self.piles_of(pile, owner, bound).iter();
                let groups = piles.map(|pile| self.game.group_of(pile).piles.set());
                groups.fold(PileSet::EMPTY, |all, piles| all | piles)
            }
            PileExpr::Nth(GroupExpr::Local(_), _) | PileExpr::Local(_) => bound,
        }
    }

    fn own_group(&self, owner: Option<GroupId>) -> PileSet {
        owner.map_or_else(
            || self.game.piles().collect(),
            |group| self.game.group(group).piles.set(),
        )
    }
}

/// The keys whose conditions matter for a reduction by what they read.
fn keys_asked(reduction: Reduction) -> Vec<&'static str> {
    fn asks(cell: Cell) -> bool {
        match cell {
            Cell::Words => true,
            Cell::Both(first, second) => asks(*first) || asks(*second),
            Cell::Any | Cell::If(..) | Cell::Except(..) => false,
        }
    }
    let rows = TABLES.iter().copied().flatten();
    let asked = rows.filter(|(_, row)| asks(row[reduction as usize]));
    asked.map(|(key, _)| *key).collect()
}
