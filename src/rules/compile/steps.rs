//! Compiles the steps of the setup, of actions and of automatic moves.

use super::verbs::in_place;
use super::{Compiler, MAX_ENTRIES};
use crate::condition::{Piles, Slot};
use crate::rules::Verb;
use crate::rules::field::{self, Field, List};
use crate::rules::file::Step as Keys;
use crate::rules::game::{Action, Auto};
use crate::rules::step::Step;
use crate::text::{Describe, Span, Spanned, join_with};

impl Compiler<'_> {
    pub(super) fn setup(&mut self) -> Vec<Step> {
        let steps = self.steps(&self.file.setup.keys().steps, true);
        let first_deal = steps.iter().position(|step| step.verb != Verb::Pick);
        for (index, step) in steps.iter().enumerate() {
            let first = first_deal.filter(|first| *first < index);
            if let (Verb::Pick, Some(first)) = (step.verb, first) {
                let message = "cards cannot be picked after the pack is shuffled";
                self.error(step.span, message)
                    .also(steps[first].span, "the pack is shuffled before this step")
                    .help("write the `pick` steps first");
            }
        }
        steps
    }

    /// The actions; `None` if one of them is not a table, because the actions after it would get wrong numbers.
    pub(super) fn actions(&mut self) -> Option<Vec<Action>> {
        let tables = self.file.actions.named().iter().take(MAX_ENTRIES);
        let is_valid = tables.clone().all(|(_, field)| field.get().is_some());
        let mut actions = Vec::new();
        for (name, field) in tables {
            let Some(keys) = field.get() else { continue };
            if keys.idle.is_true() && !keys.limit.is_set() {
                let message = "an action that may change nothing needs a `limit`";
                self.error(keys.idle.span, message)
                    .label(format!("`{}` could be used forever", name.value))
                    .help("write `limit`, the number of times it can be used");
            }
            actions.push(Action {
                name: name.value.clone(),
                limit: self.integer(&keys.limit, "limit", 1..=1000),
                idle: keys.idle.is_true(),
                steps: self.required_steps(&keys.steps, "actions", name),
                when: self.condition(&keys.when, Slot::When),
                description: self.description_of_steps(&name.value),
                limit_span: keys.limit.set_at(),
                steps_span: keys.steps.set_at().unwrap_or(name.span),
                is_counted: false,
                may_restore: false,
            });
        }
        is_valid.then_some(actions)
    }

    pub(super) fn autos(&mut self) -> Vec<Auto> {
        let field = &self.file.auto;
        let tables = field.named();
        let count = self.check_entry_count(tables, "the game", "tables in `auto`", field.span);
        let mut declared = Vec::new();
        let mut autos = Vec::new();
        for (name, keys) in &tables[..count] {
            self.declare_name(name, "a table in `auto`", &mut declared);
            let Some(keys) = keys.get() else { continue };
            autos.push(Auto {
                name: name.value.clone(),
                steps: self.required_steps(&keys.steps, "auto", name),
                when: self.condition(&keys.when, Slot::When),
                description: self.description_of_steps(&name.value),
            });
        }
        autos
    }

    fn required_steps(
        &mut self,
        list: &Field<List<Keys>>,
        table: &str,
        name: &Spanned<String>,
    ) -> Vec<Step> {
        if !list.is_set() {
            let message = format!("missing key `do` in `{table}.{}`", name.value);
            self.error(name.span, message)
                .label("expected steps")
                .help("write steps such as `do = [{ deal = 1, to = \"waste\" }]`");
        }
        self.steps(list, false)
    }

    fn steps(&mut self, list: &Field<List<Keys>>, in_setup: bool) -> Vec<Step> {
        let count = self.check_entry_count(list.entries(), "the list", "steps", list.span);
        let steps = list.entries()[..count].iter();
        steps
            .filter_map(|field| self.step(field, in_setup))
            .collect()
    }

    fn step(&mut self, field: &Field<Keys>, in_setup: bool) -> Option<Step> {
        let keys = field.get()?;
        let span = field.span;
        let when = self.condition(&keys.when, Slot::When);
        let set = keys.keys_set();
        let verb = self.verb(&set, span)?;
        self.check_step_keys(set, verb, span);
        let mut own = |key: &str, field, slot| {
            let is_own = verb.owns(key);
            is_own.then(|| self.condition(field, slot)).flatten()
        };
        let step = Step {
            when,
            only: own("where", &keys.only, Slot::Where),
            which: own("which", &keys.which, Slot::Which),
            under: keys.under.is_true(),
            ..Step::new(verb, span)
        };
        match verb {
            Verb::Deal => self.deal(keys, step),
            Verb::Turn => self.turn(keys, step),
            Verb::Pick => self.pick(keys, step, in_setup),
            Verb::Shuffle => {
                let pile = self.resolve_pile(&keys.shuffle)?;
                Some(in_place(step, Piles::one(pile)))
            }
            Verb::Sink => Some(in_place(step, self.resolve_piles(&keys.sink)?)),
            Verb::Exchange => Some(in_place(step, self.resolve_piles(&keys.exchange)?)),
            Verb::Invert => {
                let face_up = false;
                let piles = self.resolve_piles(&keys.invert)?;
                Some(in_place(Step { face_up, ..step }, piles))
            }
            Verb::Close => self.close(keys, step),
            Verb::Call => self.call(keys, step),
        }
    }

    /// Returns the verb of a step. Reports a step that does not have exactly one.
    fn verb(&mut self, set: &[(&str, Span)], span: Span) -> Option<Verb> {
        let verb_of = |(key, span): &(&str, Span)| {
            let verb = Verb::ALL.iter().find(|verb| verb.key() == *key)?;
            Some((*verb, *span))
        };
        let verbs: Vec<(Verb, Span)> = set.iter().filter_map(verb_of).collect();
        match verbs.as_slice() {
            [(verb, _)] => Some(*verb),
            [] => {
                let verbs: Vec<&str> = Verb::ALL.iter().map(|v| v.key()).collect();
                self.error(span, "the step has no verb")
                    .label(format!("expected {}", field::list_choices(&verbs)))
                    .fail()
            }
            [(first, first_span), (second, second_span), ..] => {
                let (first, second) = (first.key(), second.key());
                let message = format!("`{second}` cannot be combined with `{first}`");
                self.error(*second_span, message)
                    .also(*first_span, format!("`{first}` is here"))
                    .help("write two steps, in the order in which they happen")
                    .fail()
            }
        }
    }

    /// Reports missing keys of a verb, and keys that have no effect with it.
    fn check_step_keys(&mut self, set: Vec<(&str, Span)>, verb: Verb, span: Span) {
        for (key, expected) in verb.required_keys() {
            if set.iter().all(|(other, _)| other != key) {
                self.error(span, format!("`{}` needs `{key}`", verb.key()))
                    .label(format!("expected {expected}"));
            }
        }
        for (key, span) in set.into_iter().filter(|(key, _)| !verb.owns(key)) {
            let owners = Verb::ALL.iter().filter(|v| v.owns(key));
            let owners: Vec<String> = owners.map(|v| format!("`{}`", v.key())).collect();
            let message = format!("`{key}` has no effect with `{}`", verb.key());
            self.error(span, message)
                .label(format!("it belongs only to {}", join_with(&owners, "and")));
        }
    }
}
