//! Steps: the setup, actions and what happens by itself.

use super::{Compiler, MOST_ENTRIES, START_OF_FILE};
use crate::condition::Slot;
use crate::rules::field::{self, Field, List, Named};
use crate::rules::file::Step as Keys;
use crate::rules::game::{Action, Auto};
use crate::rules::step::{Step, StepKind};
use crate::text::{Diagnostic, Span};

/// What a step can do: the keys of which it says exactly one.
const VERBS: [&str; 8] = [
    "deal", "turn", "pick", "shuffle", "rotate", "sink", "close", "call",
];
/// Those that can be done sometimes only.
const WITH_WHEN: [&str; 7] = ["deal", "turn", "shuffle", "rotate", "sink", "close", "call"];

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
                (_, None) => dealt = Some(step.span),
                _ => {}
            }
        }
        steps
    }

    pub(super) fn actions(&mut self) -> Vec<Action> {
        let tables = Named::entries(self.file.actions.as_ref());
        let mut actions = Vec::new();
        for (name, keys) in tables.iter().take(MOST_ENTRIES) {
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
        let verbs: Vec<(&str, Span)> = VERBS
            .iter()
            .zip([
                keys.deal.as_ref().map(|f| f.span),
                keys.turn.as_ref().map(|f| f.span),
                keys.pick.as_ref().map(|f| f.span),
                keys.shuffle.as_ref().map(|f| f.span),
                keys.rotate.as_ref().map(|f| f.span),
                keys.sink.as_ref().map(|f| f.span),
                keys.close.as_ref().map(|f| f.span),
                keys.call.as_ref().map(|f| f.span),
            ])
            .filter_map(|(verb, span)| Some((*verb, span?)))
            .collect();
        let when = self.condition(keys.when.as_ref(), Slot::When);
        let verb = match verbs.as_slice() {
            [(verb, _)] => *verb,
            [] => {
                self.report.push(
                    Diagnostic::error(span, "a step that does nothing")
                        .label(format!("expected {}", field::one_of(&VERBS))),
                );
                return None;
            }
            [(first, other), (second, at), ..] => {
                self.report.push(
                    Diagnostic::error(*at, format!("a step says both `{first}` and `{second}`"))
                        .also(*other, format!("`{first}` is here"))
                        .help("write two steps, in the order in which they are done"),
                );
                return None;
            }
        };
        self.idle_keys(keys, verb);
        let kind = match verb {
            "deal" => self.deal(keys, span),
            "turn" => self.turn(keys, span),
            "pick" => self.pick(keys, span, in_setup),
            "shuffle" => self.one_pile(keys.shuffle.as_ref()?).map(StepKind::Shuffle),
            "rotate" => self.piles(keys.rotate.as_ref()?).map(StepKind::Rotate),
            "sink" => self.sink(keys, span),
            "close" => self.close(keys),
            _ => self.call(keys, in_setup),
        }?;
        Some(Step { kind, when, span })
    }

    /// Reports keys that say nothing beside this verb.
    fn idle_keys(&mut self, keys: &Keys, verb: &str) {
        let all = [
            ("from", keys.from.as_ref().map(|f| f.span), &["deal"][..]),
            ("face", keys.face.as_ref().map(|f| f.span), &["deal"]),
            ("by", keys.by.as_ref().map(|f| f.span), &["deal"]),
            ("under", keys.under.as_ref().map(|f| f.span), &["deal"]),
            ("divert", keys.divert.as_ref().map(|f| f.span), &["deal"]),
            (
                "where",
                keys.only.as_ref().map(|f| f.span),
                &["deal", "turn"],
            ),
            (
                "which",
                keys.which.as_ref().map(|f| f.span),
                &["deal", "sink"],
            ),
            ("first", keys.first.as_ref().map(|f| f.span), &["turn"]),
            (
                "to",
                keys.to.as_ref().map(|f| f.span),
                &["deal", "turn", "pick"],
            ),
            ("when", keys.when.as_ref().map(|f| f.span), &WITH_WHEN),
        ];
        for (key, span, verbs) in all {
            if let Some(span) = span.filter(|_| !verbs.contains(&verb)) {
                self.report.push(
                    Diagnostic::error(span, format!("`{key}` says nothing beside `{verb}`"))
                        .label(format!("it belongs to {}", field::one_of(verbs))),
                );
            }
        }
    }
}
