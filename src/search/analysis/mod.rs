//! What the compiled rules of a game allow a search to leave out, without missing a win.
//!
//! Each reduction is a theorem with premises, stated at its place: `symmetry`, `order`, `cycle`, `dominance`, `runs`.
//! `table` says of every key and word of the language what it means for each of them, and `premises` asks the table about a
//! game.

mod cycle;
mod dominance;
mod order;
mod premises;
mod reduction;
mod runs;
mod symmetry;
mod table;

use crate::condition::{PileId, PileSet, View};
use crate::play::{CardOrder, Position};
use crate::rules::file::Take;
use crate::rules::{Game, Group};

pub(super) use cycle::Cycle;
use premises::Premises;
pub use reduction::{Reduction, Reductions};
use runs::Runs;

/// Why each of some groups is not reduced, `None` if it is.
pub(super) type ByGroup = Vec<Option<&'static str>>;

/// What a search of a game leaves out: for each reduction whether its premises hold, or the first that does not, and
/// what a search has to know to use it.
#[derive(Debug)]
pub(super) struct Analysis {
    /// In the order of [`Reduction::ALL`].
    premises: [Result<(), &'static str>; Reduction::ALL.len()],
    /// Why the piles of each group cannot be exchanged.
    pub(super) equal_piles: ByGroup,
    /// The same once the sources are empty.
    pub(super) equal_later: ByGroup,
    /// Piles that cards are dealt from, and that get none.
    sources: PileSet,
    /// For each group, how much the order of the cards in its piles matters.
    pub(super) orders: Vec<CardOrder>,
    /// The actions that only move cards between the stock and piles like the waste.
    pub(super) cycle: Option<Cycle>,
    /// The goal piles.
    pub(super) goals: Vec<PileId>,
    /// Whether cards can leave goal piles.
    pub(super) goals_release: bool,
    /// The other piles that accept cards.
    pub(super) others: Vec<PileId>,
}

impl Analysis {
    /// Checks the premises of those reductions that may be used. A search that does not join the actions on the stock
    /// does not know their purpose.
    pub(super) fn new(game: &Game, reductions: Reductions) -> Analysis {
        let runs = Runs::of(game);
        let mut premises = Premises::new(game, &runs);
        let allow = |reduction: Reduction| {
            let is_on = reductions.contains(reduction);
            is_on.then_some(()).ok_or("it is switched off")
        };
        let cycle = allow(Reduction::Cycle).and_then(|()| Cycle::find(&premises));
        premises.only_turns |= cycle.is_ok();
        let sources = symmetry::find_sources(game);
        let late = Premises {
            empty: sources,
            ..premises.clone()
        };
        let find_equal = |premises: &Premises<'_>| match allow(Reduction::EqualPiles) {
            Ok(()) => premises.check(Reduction::EqualPiles).groups,
            Err(why) => vec![Some(why); game.groups.len()],
        };
        let (equal_piles, equal_later) = (find_equal(&premises), find_equal(&late));
        let are_equal = |(group, (now, later)): (&Group, (&Option<_>, &Option<_>))| {
            group.piles.count > 1 && (now.is_none() || later.is_none())
        };
        let mut groups = game.groups.iter().zip(equal_piles.iter().zip(&equal_later));
        let has_equal = groups.any(are_equal);
        let orders = match allow(Reduction::Order) {
            Ok(()) => order::find_orders(&premises),
            Err(_) => vec![CardOrder::All; game.groups.len()],
        };
        let has_order = orders.iter().any(|order| *order != CardOrder::All);
        let check = |reduction: Reduction| premises.check(reduction).whole;
        let safe_goals = check(Reduction::SafeGoals);
        let part_runs = safe_goals.and_then(|()| check(Reduction::PartRuns));
        let goals: Vec<PileId> = dominance::goals(game).collect();
        Analysis {
            premises: Reduction::ALL.map(|reduction| {
                allow(reduction)?;
                match reduction {
                    Reduction::EqualPiles => has_equal.then_some(()).ok_or("no piles are alike"),
                    Reduction::Order => has_order.then_some(()).ok_or("all orders matter"),
                    Reduction::Cycle => cycle.as_ref().map(|_| ()).map_err(|why| *why),
                    Reduction::SafeGoals => safe_goals,
                    Reduction::PartRuns => part_runs,
                    Reduction::RunEnds => allow(Reduction::PartRuns)
                        .and(part_runs)
                        .and_then(|()| check(reduction)),
                    Reduction::Suits | Reduction::DeadEnds => check(reduction),
                }
            }),
            equal_piles,
            equal_later,
            sources,
            orders,
            goals_release: goals
                .iter()
                .any(|pile| game.group_of(*pile).take != Take::None),
            goals,
            cycle: cycle.ok(),
            others: runs.others,
        }
    }

    /// Whether the premises of a reduction hold, for at least one group of piles; else the first that does not.
    pub(super) fn premise(&self, reduction: Reduction) -> Result<(), &'static str> {
        self.premises[reduction as usize]
    }

    /// Whether a reduction is used.
    pub(super) fn uses(&self, reduction: Reduction) -> bool {
        self.premise(reduction).is_ok()
    }

    /// The piles that actions turn.
    pub(super) fn turned(&self) -> PileSet {
        self.cycle
            .as_ref()
            .map_or(PileSet::EMPTY, |cycle| cycle.piles)
    }

    /// Whether a pile can be exchanged with the others of its group, now or `later`, once the sources are empty.
    pub(super) fn is_exchangeable(&self, game: &Game, pile: PileId, later: bool) -> bool {
        let equal = if later {
            &self.equal_later
        } else {
            &self.equal_piles
        };
        equal[game.piles[pile.index()].group.index()].is_none()
    }

    /// Whether the piles that cards are dealt from are empty, for good.
    pub(super) fn is_late(&self, position: &Position) -> bool {
        self.sources.iter().all(|pile| position.is_empty(pile))
    }
}
