//! Steps: the setup, actions and what happens by itself.

use super::{Compiler, MAX_ENTRIES, START_OF_FILE};
use crate::condition::Slot;
use crate::rules::field::{self, Field, List, Named};
use crate::rules::file::Step as Keys;
use crate::rules::game::{Action, Auto};
use crate::rules::step::{Step, StepKind};
use crate::rules::verb::Verb;
use crate::text::{Diagnostic, Span};

impl Compiler<'_> {
    pub(super) fn setup(&mut self) -> Vec<Step> {
        let Some(setup) = self.file.setup.as_ref() else {
            return Vec::new();
        };
        let Some(list) = setup.get().and_then(|s| s.steps.as_ref()) else {
            return Vec::new();
        };
        let steps = self.steps(list, true);
        let mut dealt: Option<Span> = None;
        for step in &steps {
            match (&step.kind, dealt) {
                (StepKind::Pick { .. }, Some(first)) => self.report.push(
                    Diagnostic::error(step.span, "cards are picked after the pack was shuffled")
                        .also(first, "it is shuffled before this step")
                        .help("write the `pick` steps first"),
                ),
                (StepKind::Pick { .. }, None) => {}
                (_, first) => dealt = first.or(Some(step.span)),
            }
        }
        steps
    }

    pub(super) fn actions(&mut self) -> Vec<Action> {
        let tables = Named::entries(self.file.actions.as_ref());
        let mut actions = Vec::new();
        for (name, keys) in tables.iter().take(MAX_ENTRIES) {
            let Some(keys) = keys.get() else { continue };
            let limit = self.whole(keys.limit.as_ref(), "limit", 1..=1000);
            let steps = self.required_steps(keys.steps.as_ref(), &name.value, name.span);
            actions.push(Action {
                name: name.value.clone(),
                when: self.condition(keys.when.as_ref(), Slot::When),
                limit: limit.and_then(|l| u16::try_from(l).ok()),
                steps,
                limit_span: keys.limit.as_ref().map(|l| l.span),
                steps_span: keys.steps.as_ref().map_or(name.span, |s| s.span),
                is_counted: false,
                may_restore: false,
            });
        }
        actions
    }

    pub(super) fn autos(&mut self) -> Vec<Auto> {
        let tables = Named::entries(self.file.auto.as_ref());
        let span = self.file.auto.as_ref().map_or(START_OF_FILE, |f| f.span);
        let few = self.few(tables, "things that happen by themselves", span);
        let mut taken = Vec::new();
        let mut autos = Vec::new();
        for (name, keys) in &tables[..few] {
            self.fair_name(name, "what happens by itself", &mut taken);
            let Some(keys) = keys.get() else { continue };
            let steps = self.required_steps(keys.steps.as_ref(), &name.value, name.span);
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
        name: &str,
        span: Span,
    ) -> Vec<Step> {
        match list {
            Some(list) => self.steps(list, false),
            None => {
                self.report.push(
                    Diagnostic::error(span, format!("`{name}` does nothing"))
                        .label("expected steps")
                        .help("write `do = [{ deal = 1, to = \"waste\" }]`, or what it does"),
                );
                Vec::new()
            }
        }
    }

    fn steps(&mut self, list: &Field<List<Keys>>, in_setup: bool) -> Vec<Step> {
        let Some(steps) = list.get() else {
            return Vec::new();
        };
        let few = self.few(&steps.0, "steps", list.span);
        steps.0[..few]
            .iter()
            .filter_map(|field| self.step(field, in_setup))
            .collect()
    }

    fn step(&mut self, field: &Field<Keys>, in_setup: bool) -> Option<Step> {
        let keys = field.get()?;
        let span = field.span;
        let when = self.condition(keys.when.as_ref(), Slot::When);
        let verb = self.verb(keys, span)?;
        self.needs_and_idle_keys(keys, verb, span);
        let kind = match verb {
            Verb::Deal => self.deal(keys, span),
            Verb::Turn => self.turn(keys, span),
            Verb::Pick => self.pick(keys, in_setup),
            Verb::Shuffle => self.one_pile(keys.shuffle.as_ref()?).map(StepKind::Shuffle),
            Verb::Rotate => self.piles(keys.rotate.as_ref()?).map(StepKind::Rotate),
            Verb::Sink => self.sink(keys),
            Verb::Close => self.close(keys),
            Verb::Call => self.call(keys, in_setup),
        }?;
        Some(Step { kind, when, span })
    }

    /// The one verb of a step.
    fn verb(&mut self, keys: &Keys, span: Span) -> Option<Verb> {
        let all = Verb::ALL.iter();
        let said: Vec<(Verb, Span)> = all
            .filter_map(|verb| Some((*verb, verb.place_in(keys)?)))
            .collect();
        let wrong = match said.as_slice() {
            [(verb, _)] => return Some(*verb),
            [] => {
                let words: Vec<&str> = Verb::ALL.iter().map(|v| v.word()).collect();
                Diagnostic::error(span, "a step that does nothing")
                    .label(format!("expected {}", field::one_of(&words)))
            }
            [(first, other), (second, at), ..] => {
                let (first, second) = (first.word(), second.word());
                Diagnostic::error(*at, format!("a step says both `{first}` and `{second}`"))
                    .also(*other, format!("`{first}` is here"))
                    .help("write two steps, in the order in which they are done")
            }
        };
        self.report.push(wrong);
        None
    }

    /// Reports keys that a verb needs and does not have, and those that say nothing beside it.
    fn needs_and_idle_keys(&mut self, keys: &Keys, verb: Verb, span: Span) {
        for (key, expected) in verb.missing_in(keys) {
            self.report.push(
                Diagnostic::error(span, format!("`{}` without `{key}`", verb.word()))
                    .label(format!("expected {expected}")),
            );
        }
        for (key, place) in keys.written() {
            if verb.has(keys, place) {
                continue;
            }
            let owners = Verb::ALL.iter().filter(|v| v.has(keys, place));
            let owners: Vec<&str> = owners.map(|v| v.word()).collect();
            let message = format!("`{key}` says nothing beside `{}`", verb.word());
            self.report.push(
                Diagnostic::error(place, message)
                    .label(format!("it belongs to {}", field::one_of(&owners))),
            );
        }
    }
}
