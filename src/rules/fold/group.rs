//! Folds the rules of groups and actions.

use super::check::{Check, PendingChecks};
use super::condition::{FoldedCondition, TableIndex};
use super::tables::{FaceTable, TableDraft};
use super::{FoldedAction, FoldedRules, PileRules, RuleFolder, Target};
use crate::condition::{Condition, PileId};
use crate::rules::file::Take;
use crate::rules::game::{Action, Group, Unit};
use crate::rules::rule::{Owner, Rule, RuleKey};

impl RuleFolder<'_> {
    /// Folds the rules of a group.
    pub(super) fn fold_group(&mut self, group: &Group, folded: &mut FoldedRules) {
        self.cache.clear();
        if let Some(available) = &group.available {
            self.add_availability_facts(group, available, folded);
        }
        let run = match group.take {
            take if take.lifts_runs() => group.run.as_ref().or(group.build.as_ref()),
            _ => None,
        };
        let cards = self.game.deck.len() as u64;
        folded.update_cost += u64::from(group.piles.count) + cards;
        let partner_rule = group.partner_rule();
        folded.has_partners |= partner_rule.is_some();
        let accepts = group.start.is_some() || group.build.is_some() || partner_rule.is_some();
        let takes_one = group.unit == Unit::Exactly(1);
        if group.piles.contains(self.game.stock) {
            folded.stock_is_in_play = accepts || group.take != Take::None;
        }
        let cost = |condition: &FoldedCondition, folder: &Self| {
            let cards = condition.table.as_ref().map_or(0, TableDraft::max_set_size);
            condition.pending.cost(folder.game, cards)
        };
        for pile in group.piles.iter() {
            let empty = TableIndex::Target { is_empty: true };
            let occupied = TableIndex::Target { is_empty: false };
            let mut start = self.fold_condition(RuleKey::Start, group.start.as_ref(), pile, empty);
            let mut build =
                self.fold_condition(RuleKey::Build, group.build.as_ref(), pile, occupied);
            let condition = partner_rule.map(|(_, condition)| condition);
            let partner = self.fold_condition(RuleKey::Pair, condition, pile, occupied);
            let run_table = match run {
                Some(run) => {
                    let run = self.fold_condition(RuleKey::Run, Some(run), pile, occupied);
                    let is_exact = run.pending.is_empty();
                    is_exact.then(|| self.add_table(&run))
                }
                None => Some(FaceTable::NONE),
            };
            if run_table.is_none() && pile == group.piles.first {
                folded.update_cost += cards * run.map_or(0, |run| run.cost);
            }
            let partners = self.add_table(&partner);
            let partner_cost = cost(&partner, self);
            let partner_checks = folded.add_checks(partner.pending, self.places.len());
            folded.piles.push(PileRules {
                take: group.take,
                capacity: group.capacity.unwrap_or(u8::MAX),
                keep: group.keep,
                start: self.add_table(&start),
                build: self.add_table(&build),
                partners,
                partner_checks,
                run: run_table.unwrap_or(FaceTable::NONE),
                run_needs_evaluation: run_table.is_none(),
            });
            if !accepts {
                continue;
            }
            for condition in [&mut start, &mut build] {
                Self::add_rule_checks(group, takes_one, &mut condition.pending);
            }
            let mut target_cost = 1 + cost(&start, self).max(cost(&build, self));
            if partner_rule.is_some() {
                target_cost += 2 * partner_cost;
            }
            folded.listing_cost += target_cost;
            let checks_when_empty = folded.add_checks(start.pending, self.places.len());
            let checks_when_occupied = folded.add_checks(build.pending, self.places.len());
            let target = Target {
                pile,
                takes_one,
                partner_way: partner_rule.map(|(way, _)| way),
                tables_suffice: checks_when_empty == 0 && checks_when_occupied == 0 && !group.alike,
                interchangeable_with: group.alike.then_some(group.piles),
                checks_when_empty,
                checks_when_occupied,
                cost: target_cost,
            };
            folded.targets.push(target);
        }
    }

    /// Folds the rules of an action.
    pub(super) fn fold_action(&mut self, action: &Action) -> FoldedAction {
        let when = action.when.as_ref();
        let fact = when.map(|when| self.add_fact(&when.predicate, PileId::new(0)));
        let sources = if action.idle {
            Vec::new()
        } else {
            self.sources(action)
        };
        let rules = Rule::OF_ACTIONS.iter().copied();
        let is_needed = |rule: &Rule| match rule.key {
            RuleKey::Locks => self.game.base.as_ref().is_some_and(|base| base.locks),
            RuleKey::Limit => action.limit.is_some(),
            RuleKey::Do => sources.is_empty() && !action.idle,
            _ => false,
        };
        FoldedAction {
            rules: rules.filter(is_needed).collect(),
            fact,
            cost: when.map_or(0, |when| when.cost),
            sources,
        }
    }

    /// If an action changes something exactly when one of some piles holds a card, returns these piles. Otherwise
    /// returns an empty list.
    fn sources(&self, action: &Action) -> Vec<PileId> {
        let [step] = action.steps.as_slice() else {
            return Vec::new();
        };
        if step.when.is_some() || action.may_restore {
            return Vec::new();
        }
        let has_room = |pile: PileId| {
            let capacity = self.game.group_of(pile).capacity;
            capacity.is_none_or(|capacity| usize::from(capacity) >= self.game.deck.len())
        };
        let can_get_cards = |pile| step.amount_of(pile) > 0 && has_room(pile);
        let is_certain = if step.is_packet() {
            step.only.is_none()
        } else {
            step.is_plain_deal() && step.to.iter().any(can_get_cards)
        };
        step.from.iter().filter(|_| is_certain).collect()
    }

    /// Adds the facts that must hold before cards can be lifted from the piles of a group.
    fn add_availability_facts(
        &mut self,
        group: &Group,
        available: &Condition,
        folded: &mut FoldedRules,
    ) {
        let cost = available.cost * u64::from(group.piles.count);
        folded.listing_cost += cost;
        folded.update_cost += cost;
        folded
            .availability_facts
            .resize(self.game.piles.len(), None);
        for pile in group.piles.iter() {
            folded.availability_facts[pile.index()] =
                Some(self.add_fact(&available.predicate, pile));
        }
    }

    /// Adds checks for the rules of a target other than its condition.
    fn add_rule_checks(group: &Group, takes_one: bool, pending: &mut PendingChecks) {
        let mut check = |key| {
            pending.checks.push(Check::Rule(Rule {
                key,
                owner: Owner::Target,
            }));
        };
        if !takes_one && group.landing_run().is_some() {
            check(RuleKey::Run);
        }
        if !takes_one && (group.unit != Unit::Any || group.capacity.is_some()) {
            pending.checks.push(Check::Fits(group.unit, group.capacity));
        }
    }

    fn add_table(&mut self, condition: &FoldedCondition) -> FaceTable {
        condition
            .table
            .as_ref()
            .map_or(FaceTable::NONE, |table| self.tables.add(table))
    }
}
