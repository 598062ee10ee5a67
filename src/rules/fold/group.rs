//! Folding the rules of a group, and of an action.

use super::check::{Check, Left};
use super::part::{By, Parts};
use super::tables::{FaceTable, Sets};
use super::{Folded, FoldedAction, Folder, PileRules, Target};
use crate::condition::{Condition, PileId};
use crate::rules::file::Take;
use crate::rules::game::{Action, Group, Unit};
use crate::rules::rule::{Owner, Refuser, Rule};
use crate::rules::step::StepKind;

impl Folder<'_> {
    /// Folds the rules of a group.
    pub(super) fn group(&mut self, group: &Group, folded: &mut Folded) {
        self.shared.clear();
        if let Some(available) = &group.available {
            self.gates(group, available, folded);
        }
        let run = match group.take {
            take if take.lifts_runs() => group.run.as_ref().or(group.build.as_ref()),
            _ => None,
        };
        let cards = self.game.deck.len() as u64;
        folded.settling += u64::from(group.piles.count) + cards;
        let accepts = group.start.is_some() || group.build.is_some() || group.pair.is_some();
        let takes_one = group.unit == Unit::Exactly(1);
        if group.piles.contains(self.game.stock) {
            folded.stock_is_in_play = accepts || group.take != Take::None;
        }
        let cost = |parts: &Parts, folder: &Self| {
            let most = parts.sets.as_ref().map_or(0, Sets::most);
            parts.left.cost(folder.game, most)
        };
        for pile in group.piles.iter() {
            let empty = By::Own { is_empty: true };
            let filled = By::Own { is_empty: false };
            let mut start = self.condition(Refuser::Start, group.start.as_ref(), pile, empty);
            let mut build = self.condition(Refuser::Build, group.build.as_ref(), pile, filled);
            let pair = self.condition(Refuser::Pair, group.pair.as_ref(), pile, filled);
            let run_table = match run {
                Some(run) => {
                    let run = self.condition(Refuser::Run, Some(run), pile, filled);
                    let is_exact = run.left.is_nothing();
                    is_exact.then(|| self.add(&run))
                }
                None => Some(FaceTable::NONE),
            };
            if run_table.is_none() && pile == group.piles.first {
                folded.settling += cards * run.map_or(0, |run| run.cost);
            }
            let pair_table = self.add(&pair);
            let pair_cost = cost(&pair, self);
            let pair_left = folded.place(pair.left, self.places.len());
            folded.piles.push(PileRules {
                take: group.take,
                capacity: group.capacity.unwrap_or(u8::MAX),
                keep: group.keep,
                start: self.add(&start),
                build: self.add(&build),
                pair: pair_table,
                pair_left,
                run: run_table.unwrap_or(FaceTable::NONE),
                run_is_asked: run_table.is_none(),
            });
            if !accepts {
                continue;
            }
            for (parts, is_empty) in [(&mut start, true), (&mut build, false)] {
                Self::rules(group, is_empty, takes_one, &mut parts.left);
            }
            let mut asked = 1 + cost(&start, self).max(cost(&build, self));
            if group.pair.is_some() {
                asked += 2 * pair_cost;
            }
            folded.cost += asked;
            let empty = folded.place(start.left, self.places.len());
            let filled = folded.place(build.left, self.places.len());
            let target = Target {
                pile,
                takes_one,
                pairs: group.pair.is_some(),
                is_plain: empty == 0 && filled == 0 && !group.alike,
                alike: group.alike.then_some(group.piles),
                empty,
                filled,
                cost: asked,
            };
            folded.targets.push(target);
        }
    }

    /// The rules of an action: those that can refuse it, in the first form that holds each.
    pub(super) fn action(&mut self, action: &Action) -> FoldedAction {
        let when = action.when.as_ref();
        let fact = when.map(|when| self.fact(&when.predicate, PileId::new(0)));
        let sources = self.sources(action);
        let rules = Rule::OF_ACTIONS.iter().copied();
        let is_left = |rule: &Rule| match rule.key {
            Refuser::Locks => self.game.base.as_ref().is_some_and(|base| base.locks),
            Refuser::Limit => action.limit.is_some(),
            Refuser::Do => sources.is_empty(),
            _ => false,
        };
        FoldedAction {
            rules: rules.filter(is_left).collect(),
            fact,
            sources,
        }
    }

    /// The piles of which one has to hold a card for an action to change something, where nothing else decides that.
    fn sources(&self, action: &Action) -> Vec<PileId> {
        let [step] = action.steps.as_slice() else {
            return Vec::new();
        };
        if step.when.is_some() || action.may_restore {
            return Vec::new();
        }
        let has_room = |pile: PileId| {
            let capacity = self.game.group_of(pile).capacity;
            capacity.is_none_or(|most| usize::from(most) >= self.game.deck.len())
        };
        match &step.kind {
            StepKind::Deal(deal) if deal.is_plain() => {
                let takes = |pile| deal.amount_of(pile) > 0 && has_room(pile);
                let is_sure = deal.to.iter().any(takes);
                deal.from.iter().filter(|_| is_sure).collect()
            }
            StepKind::Turn {
                from, only: None, ..
            } => from.clone(),
            _ => Vec::new(),
        }
    }

    /// The facts by which cards may be lifted from the piles of a group.
    fn gates(&mut self, group: &Group, available: &Condition, folded: &mut Folded) {
        let cost = available.cost * u64::from(group.piles.count);
        folded.cost += cost;
        folded.settling += cost;
        folded.gates.resize(self.game.piles.len(), None);
        for pile in group.piles.iter() {
            folded.gates[pile.at()] = Some(self.fact(&available.predicate, pile));
        }
    }

    /// The rules of a target that have to be asked beside its condition.
    fn rules(group: &Group, is_empty: bool, takes_one: bool, left: &mut Left) {
        let mut ask = |key| {
            let of = Owner::Target;
            left.checks.push(Check::Rule(Rule { key, of }));
        };
        if !takes_one && group.take == Take::None && group.run.is_some() {
            ask(Refuser::Run);
        }
        if is_empty && group.distinct.is_some() {
            ask(Refuser::Distinct);
        }
        if !takes_one && (group.unit != Unit::Any || group.capacity.is_some()) {
            left.checks.push(Check::Fits(group.unit, group.capacity));
        }
    }

    fn add(&mut self, parts: &Parts) -> FaceTable {
        parts
            .sets
            .as_ref()
            .map_or(FaceTable::NONE, |sets| self.tables.add(sets))
    }
}
