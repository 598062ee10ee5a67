//! Compiles the steps of the setup, of actions and of automatic moves.

use super::verbs::in_place;
use super::{Compiler, MAX_ENTRIES, START_OF_FILE};
use crate::condition::{Piles, Slot};
use crate::rules::Verb;
use crate::rules::field::{self, Field, List, Named, Text};
use crate::rules::file::Step as Keys;
use crate::rules::game::{Action, Auto};
use crate::rules::step::Step;
use crate::text::{Describe, Diagnostic, Span, join_with};

impl Compiler<'_> {
    pub(super) fn setup(&mut self) -> Vec<Step> {
        let Some(setup) = self.file.setup.as_ref() else {
            return Vec::new();
        };
        let Some(list) = setup.get().and_then(|s| s.steps.as_ref()) else {
            return Vec::new();
        };
        let steps = self.steps(list, true);
        let first_deal = steps.iter().position(|step| step.verb != Verb::Pick);
        for (index, step) in steps.iter().enumerate() {
            if let (Verb::Pick, Some(first)) =
                (step.verb, first_deal.filter(|first| *first < index))
            {
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
        let tables = Named::entries(self.file.actions.as_ref());
        let mut actions = Vec::new();
        let mut is_valid = true;
        for (name, keys) in tables.iter().take(MAX_ENTRIES) {
            let Some(keys) = keys.get() else {
                is_valid = false;
                continue;
            };
            let limit = self.integer(keys.limit.as_ref(), "limit", 1..=1000);
            let idle = keys.idle.as_ref();
            let idle = idle.filter(|idle| idle.get().is_some_and(|idle| idle.0));
            if let Some(idle) = idle.filter(|_| keys.limit.is_none()) {
                self.error(
                    idle.span,
                    "an action that may change nothing needs a `limit`",
                )
                .label(format!("`{}` could be used forever", name.value))
                .help("write `limit`, the number of times it can be used");
            }
            let idle = idle.is_some();
            let path = format!("actions.{}", name.value);
            let steps = self.required_steps(keys.steps.as_ref(), &path, name.span);
            actions.push(Action {
                name: name.value.clone(),
                when: self.condition(keys.when.as_ref(), Slot::When),
                limit: limit.and_then(|l| u16::try_from(l).ok()),
                idle,
                steps,
                limit_span: keys.limit.as_ref().map(|l| l.span),
                steps_span: keys.steps.as_ref().map_or(name.span, |s| s.span),
                is_counted: false,
                may_restore: false,
            });
        }
        is_valid.then_some(actions)
    }

    pub(super) fn autos(&mut self) -> Vec<Auto> {
        let tables = Named::entries(self.file.auto.as_ref());
        let span = self.file.auto.as_ref().map_or(START_OF_FILE, |f| f.span);
        let count = self.check_entry_count(tables, "the game", "tables in `auto`", span);
        let mut declared = Vec::new();
        let mut autos = Vec::new();
        for (name, keys) in &tables[..count] {
            self.declare_name(name, "a table in `auto`", &mut declared);
            let Some(keys) = keys.get() else { continue };
            let path = format!("auto.{}", name.value);
            let steps = self.required_steps(keys.steps.as_ref(), &path, name.span);
            autos.push(Auto {
                name: name.value.clone(),
                when: self.condition(keys.when.as_ref(), Slot::When),
                steps,
            });
        }
        autos
    }

    fn required_steps(
        &mut self,
        list: Option<&Field<List<Keys>>>,
        path: &str,
        span: Span,
    ) -> Vec<Step> {
        match list {
            Some(list) => self.steps(list, false),
            None => {
                self.error(span, format!("missing key `do` in `{path}`"))
                    .label("expected steps")
                    .help("write steps such as `do = [{ deal = 1, to = \"waste\" }]`");
                Vec::new()
            }
        }
    }

    fn steps(&mut self, list: &Field<List<Keys>>, in_setup: bool) -> Vec<Step> {
        let Some(steps) = list.get() else {
            return Vec::new();
        };
        let count = self.check_entry_count(&steps.0, "the list", "steps", list.span);
        steps.0[..count]
            .iter()
            .filter_map(|field| self.step(field, in_setup))
            .collect()
    }

    fn step(&mut self, field: &Field<Keys>, in_setup: bool) -> Option<Step> {
        let keys = field.get()?;
        let span = field.span;
        let when = self.condition(keys.when.as_ref(), Slot::When);
        let verb = self.verb(keys, span)?;
        self.check_step_keys(keys, verb, span);
        let own = |field: &&Field<Text>| verb.owns(keys, field.span);
        let under = keys.under.as_ref().and_then(Field::get);
        let step = Step {
            when,
            only: self.condition(keys.only.as_ref().filter(own), Slot::Where),
            which: self.condition(keys.which.as_ref().filter(own), Slot::Which),
            under: under.is_some_and(|under| under.0),
            ..Step::new(verb, span)
        };
        match verb {
            Verb::Deal => self.deal(keys, step),
            Verb::Turn => self.turn(keys, step),
            Verb::Pick => self.pick(keys, step, in_setup),
            Verb::Shuffle => {
                let pile = self.resolve_pile(keys.shuffle.as_ref()?)?;
                Some(in_place(step, Piles::one(pile)))
            }
            Verb::Sink | Verb::Exchange | Verb::Invert => {
                let field = [&keys.sink, &keys.exchange, &keys.invert];
                let field = field.into_iter().flatten().next()?;
                let face_up = verb != Verb::Invert;
                Some(in_place(
                    Step { face_up, ..step },
                    self.resolve_piles(field)?,
                ))
            }
            Verb::Close => self.close(keys, step),
            Verb::Call => self.call(keys, step),
        }
    }

    /// Returns the verb of a step. Reports a step that does not have exactly one.
    fn verb(&mut self, keys: &Keys, span: Span) -> Option<Verb> {
        let all = Verb::ALL.iter();
        let verbs: Vec<(Verb, Span)> = all
            .filter_map(|verb| Some((*verb, verb.span_in(keys)?)))
            .collect();
        let error = match verbs.as_slice() {
            [(verb, _)] => return Some(*verb),
            [] => {
                let verbs: Vec<&str> = Verb::ALL.iter().map(|v| v.key()).collect();
                Diagnostic::error(span, "the step has no verb")
                    .label(format!("expected {}", field::list_choices(&verbs)))
            }
            [(first, first_span), (second, second_span), ..] => {
                let (first, second) = (first.key(), second.key());
                let message = format!("`{second}` cannot be combined with `{first}`");
                Diagnostic::error(*second_span, message)
                    .also(*first_span, format!("`{first}` is here"))
                    .help("write two steps, in the order in which they happen")
            }
        };
        self.report.push(error);
        None
    }

    /// Reports missing keys of a verb, and keys that have no effect with it.
    fn check_step_keys(&mut self, keys: &Keys, verb: Verb, span: Span) {
        for (key, expected) in verb.missing_keys(keys) {
            self.error(span, format!("`{}` needs `{key}`", verb.key()))
                .label(format!("expected {expected}"));
        }
        for (key, span) in keys.keys_set() {
            if verb.owns(keys, span) {
                continue;
            }
            let owners = Verb::ALL.iter().filter(|v| v.owns(keys, span));
            let owners: Vec<String> = owners.map(|v| format!("`{}`", v.key())).collect();
            let message = format!("`{key}` has no effect with `{}`", verb.key());
            self.error(span, message)
                .label(format!("it belongs only to {}", join_with(&owners, "and")));
        }
    }
}
