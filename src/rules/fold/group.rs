//! Folds the rules of groups and actions.

use super::check::{Check, PendingChecks};
use super::condition::FoldedCondition;
use super::tables::FaceTable;
use super::tabulate::TableIndex;
use super::{FoldedAction, PileRules, RuleFolder, Target};
use crate::condition::{Condition, Leaf, PileExpr, PileId, PileSet, Predicate};
use crate::rules::file::Take;
use crate::rules::game::{Action, Group, Unit};
use crate::rules::rule::{Owner, Rule, RuleKey};

impl RuleFolder<'_> {
    /// Folds the rules of a group.
    pub(super) fn fold_group(&mut self, group: &Group) {
        self.cache.clear();
        self.folded.has_partners |= group.partner_rule().is_some();
        let accepts =
            group.start.is_some() || group.build.is_some() || group.partner_rule().is_some();
        for pile in group.piles.iter() {
            let empty = TableIndex::Target { is_empty: true };
            let occupied = TableIndex::Target { is_empty: false };
            let start = self.fold_condition(RuleKey::Start, group.start.as_ref(), pile, empty);
            let build = self.fold_condition(RuleKey::Build, group.build.as_ref(), pile, occupied);
            let partner_rule = group.partner_rule().map(|(_, condition)| condition);
            let partner = self.fold_condition(RuleKey::Pair, partner_rule, pile, occupied);
            let run = self.fold_run(group, pile);
            let rules = PileRules {
                is_in_play: accepts || group.take != Take::None,
                take: group.take,
                capacity: group.capacity.unwrap_or(u8::MAX),
                keep: group.keep,
                availability: group
                    .available
                    .as_ref()
                    .map(|available| self.add_availability(available, pile)),
                partners: self.add_table(&partner),
                partner_checks: self.add_checks(partner.pending),
                start: self.add_table(&start),
                build: self.add_table(&build),
                run: run.unwrap_or(FaceTable::NONE),
                run_needs_evaluation: run.is_none(),
            };
            self.folded.piles.push(rules);
            if accepts {
                self.add_target(group, pile, start, build);
            }
        }
    }

    /// Returns the table of the runs that are lifted from a pile; `None` if it would be too expensive.
    fn fold_run(&mut self, group: &Group, pile: PileId) -> Option<FaceTable> {
        let run = group.run.as_ref().or(group.build.as_ref());
        let Some(run) = run.filter(|_| group.take.lifts_runs()) else {
            return Some(FaceTable::NONE);
        };
        let occupied = TableIndex::Target { is_empty: false };
        let folded = self.fold_condition(RuleKey::Run, Some(run), pile, occupied);
        if folded.pending.is_empty() {
            return Some(self.add_table(&folded));
        }
        None
    }

    /// Adds a pile that accepts cards from the player.
    fn add_target(
        &mut self,
        group: &Group,
        pile: PileId,
        mut start: FoldedCondition,
        mut build: FoldedCondition,
    ) {
        let takes_one = group.unit == Unit::Exactly(1);
        let partner_way = group.partner_rule().map(|(way, _)| way);
        for condition in [&mut start, &mut build] {
            Self::add_rule_checks(group, takes_one, &mut condition.pending);
        }
        let checks_when_empty = self.add_checks(start.pending);
        let checks_when_occupied = self.add_checks(build.pending);
        self.folded.targets.push(Target {
            pile,
            takes_one,
            partner_way,
            tables_suffice: checks_when_empty == 0 && checks_when_occupied == 0 && !group.alike,
            interchangeable_with: group.alike.then_some(group.piles),
            checks_when_empty,
            checks_when_occupied,
        });
    }

    /// Adds a list of checks and returns its index.
    fn add_checks(&mut self, pending: PendingChecks) -> u16 {
        let lists = &mut self.folded.pending_checks;
        if pending.is_empty() {
            return 0;
        }
        lists.push(pending.finish(PileSet::first(self.places.len())));
        u16::try_from(lists.len() - 1).expect("three lists for each pile")
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

    /// Adds the fact that must hold before cards can be lifted from a pile, and returns its index.
    fn add_availability(&mut self, available: &Condition, pile: PileId) -> usize {
        let predicate = self.specializer.specialize_top(&available.predicate, pile);
        let fact = self.add_specialized_fact(&predicate);
        let folded = &mut self.folded;
        let affected = &mut folded.availability_affected;
        affected.resize(self.places.len(), PileSet::EMPTY);
        match piles_read(&predicate) {
            Some(piles) => piles.each(|read| affected[read.index()].insert(pile)),
            None => {
                let mut always = folded.always_affected.iter_mut();
                match always.find(|(known, _)| *known == fact) {
                    Some((_, piles)) => piles.insert(pile),
                    None => folded.always_affected.push((fact, PileSet::only(pile))),
                }
            }
        }
        fact
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
        let table = condition.table.as_ref();
        table.map_or(FaceTable::NONE, |table| self.tables.add(table))
    }
}

/// The piles whose cards a specialized predicate depends on. Returns `None` if it may depend on anything else.
fn piles_read(predicate: &Predicate) -> Option<PileSet> {
    let (mut piles, mut is_all) = (PileSet::EMPTY, true);
    predicate.walk(&mut |leaf| match leaf {
        Leaf::One(read) | Leaf::Piles(read) => piles |= read.set(),
        Leaf::Contents(PileExpr::At(pile)) => piles.insert(*pile),
        // They add nothing to those, or are the same in every position.
        Leaf::EachCard(_) | Leaf::EndCard(_) | Leaf::Suit | Leaf::Membership(_) => {}
        _ => is_all = false,
    });
    is_all.then_some(piles)
}
