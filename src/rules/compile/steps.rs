//! Steps: the setup, actions and what happens by itself.

use super::{Compiler, MOST_ENTRIES, START_OF_FILE};
use crate::cards::{Pack, parse_cards};
use crate::condition::{PileId, Piles, Slot};
use crate::rules::field::{self, Field, List, Named, Text};
use crate::rules::file::{By, Face, First, Step as Keys};
use crate::rules::game::{Action, Amount, Auto, Step, StepKind};
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
        let verbs: Vec<(&str, Span)> = [
            ("deal", keys.deal.as_ref().map(|f| f.span)),
            ("turn", keys.turn.as_ref().map(|f| f.span)),
            ("pick", keys.pick.as_ref().map(|f| f.span)),
            ("call", keys.call.as_ref().map(|f| f.span)),
        ]
        .into_iter()
        .filter_map(|(verb, span)| Some((verb, span?)))
        .collect();
        let when = self.condition(keys.when.as_ref(), Slot::When);
        let verb = match verbs.as_slice() {
            [(verb, _)] => *verb,
            [] => {
                self.report.push(
                    Diagnostic::error(span, "a step that does nothing")
                        .label("expected one of `deal`, `turn`, `pick` or `call`"),
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
            ("first", keys.first.as_ref().map(|f| f.span), &["turn"]),
            (
                "to",
                keys.to.as_ref().map(|f| f.span),
                &["deal", "turn", "pick"],
            ),
            (
                "when",
                keys.when.as_ref().map(|f| f.span),
                &["deal", "turn", "call"],
            ),
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

    fn target(&mut self, keys: &Keys, verb: &str, span: Span) -> Option<Piles> {
        let Some(to) = keys.to.as_ref() else {
            self.report.push(
                Diagnostic::error(span, format!("`{verb}` without `to`"))
                    .label("expected the group or the pile that gets the cards"),
            );
            return None;
        };
        self.piles(to)
    }

    /// A group, or one of its piles: `foundation 1`.
    fn piles(&mut self, field: &Field<Text>) -> Option<Piles> {
        let text = field.get()?.0.trim();
        let (name, number) = match text.split_once(' ') {
            Some((name, number)) => (name, Some(number.trim())),
            None => (text, None),
        };
        let Some(group) = self.names.group(name) else {
            let names = self
                .names
                .groups
                .iter()
                .map(|g| g.name.clone())
                .collect::<Vec<_>>();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut diagnostic =
                Diagnostic::error(field.span, format!("there is no group of piles `{name}`"))
                    .label(format!("expected {}", field::one_of(&names)));
            let group = name.trim_end_matches(|c: char| c.is_ascii_digit());
            if group != name && names.contains(&group) {
                let number = &name[group.len()..];
                diagnostic = diagnostic.help(format!("did you mean `{group} {number}`?"));
            } else {
                diagnostic = diagnostic.suggest(name, names);
            }
            self.report.push(diagnostic);
            return None;
        };
        let piles = self.names.piles(group);
        let Some(number) = number else {
            return Some(piles);
        };
        match number.parse().ok().and_then(|n| piles.nth(n)) {
            Some(first) => Some(Piles { first, count: 1 }),
            None => {
                self.report.push(
                    Diagnostic::error(field.span, format!("there is no {name} `{number}`"))
                        .label(format!("expected a number from 1 to {}", piles.count)),
                );
                None
            }
        }
    }

    fn one_pile(&mut self, field: &Field<Text>) -> Option<PileId> {
        let piles = self.piles(field)?;
        if piles.count != 1 {
            let name = field.get().map(|t| t.0.clone()).unwrap_or_default();
            self.report.push(
                Diagnostic::error(field.span, format!("`{name}` is {} piles", piles.count))
                    .label("expected one pile")
                    .help(format!("name one of them: `{name} 1`")),
            );
            return None;
        }
        Some(piles.first)
    }

    fn deal(&mut self, keys: &Keys, span: Span) -> Option<StepKind> {
        let to = self.target(keys, "deal", span);
        let from = match keys.from.as_ref() {
            Some(field) => self.one_pile(field),
            None => Some(self.stock),
        };
        let amount = keys.deal.as_ref()?;
        let amount = self.amount(amount, to);
        let by = keys
            .by
            .as_ref()
            .and_then(Field::get)
            .copied()
            .unwrap_or(By::Round);
        let face = keys
            .face
            .as_ref()
            .and_then(Field::get)
            .copied()
            .unwrap_or(Face::Up);
        let (from, to) = (from?, to?);
        if to.contains(from) {
            self.error(span, "cards are dealt from a pile to itself");
            return None;
        }
        Some(StepKind::Deal {
            from,
            to,
            amount: amount?,
            by,
            up: face == Face::Up,
        })
    }

    fn amount(&mut self, field: &Field<field::Amount>, to: Option<Piles>) -> Option<Amount> {
        let most = i64::try_from(Pack::MOST).unwrap_or(i64::MAX);
        let mut card_count = |number: i64, least: i64| {
            if (least..=most).contains(&number) {
                return u8::try_from(number).ok();
            }
            self.report.push(
                Diagnostic::error(field.span, format!("{number} is no number of cards"))
                    .label(format!("expected {least} to {most}")),
            );
            None
        };
        match field.get()? {
            field::Amount::All => Some(Amount::All),
            field::Amount::Each(number) => card_count(*number, 1).map(Amount::Each),
            field::Amount::List(list) => {
                let numbers: Vec<Option<u8>> = list.iter().map(|&n| card_count(n, 0)).collect();
                let numbers: Option<Vec<u8>> = numbers.into_iter().collect();
                if let Some(to) = to
                    && usize::from(to.count) != list.len()
                {
                    self.report.push(
                        Diagnostic::error(
                            field.span,
                            format!("{} numbers for {} piles", list.len(), to.count),
                        )
                        .label("expected one number a pile"),
                    );
                    return None;
                }
                numbers.map(Amount::List)
            }
        }
    }

    fn turn(&mut self, keys: &Keys, span: Span) -> Option<StepKind> {
        let from = self.piles(keys.turn.as_ref()?);
        let to = match keys.to.as_ref() {
            Some(field) => self.one_pile(field),
            None => self.target(keys, "turn", span).map(|p| p.first),
        };
        let (from, to) = (from?, to?);
        if from.contains(to) {
            self.error(span, "a pile is turned onto itself");
            return None;
        }
        let first = keys.first.as_ref();
        match (first, from.count) {
            (None, 2..) => {
                self.report.push(
                    Diagnostic::error(span, "several piles are turned as one packet")
                        .label("expected `first`: it decides the order of the cards")
                        .help("write `first = \"on top\"` or `first = \"at bottom\"`"),
                );
                return None;
            }
            (Some(first), 1) => {
                self.error(first.span, "`first` says nothing where one pile is turned");
            }
            _ => {}
        }
        // The packet is turned over: what lay on its top comes to lie at its bottom, and is moved first.
        let order: Vec<PileId> = match first.and_then(Field::get) {
            Some(First::AtBottom) => from.iter().rev().collect(),
            _ => from.iter().collect(),
        };
        Some(StepKind::Turn { from: order, to })
    }

    fn pick(&mut self, keys: &Keys, span: Span, in_setup: bool) -> Option<StepKind> {
        let to = self.target(keys, "pick", span)?;
        let field = keys.pick.as_ref()?;
        if !in_setup {
            self.error(
                field.span,
                "cards are picked out of the pack, and that is only in the setup",
            );
            return None;
        }
        let cards = match parse_cards(&field.get()?.0) {
            Ok(cards) => cards,
            Err(error) => {
                self.error(field.span, error.to_string());
                return None;
            }
        };
        if cards.len() != usize::from(to.count) {
            self.report.push(
                Diagnostic::error(
                    field.span,
                    format!("{} cards for {} piles", cards.len(), to.count),
                )
                .label("expected one card a pile"),
            );
            return None;
        }
        Some(StepKind::Pick { cards, to })
    }

    fn call(&mut self, keys: &Keys, in_setup: bool) -> Option<StepKind> {
        let field = keys.call.as_ref()?;
        let name = &field.get()?.0;
        let Some(action) = self.names.action(name) else {
            let names = self.names.actions.clone();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let label = if names.is_empty() {
                "the game has none".to_owned()
            } else {
                format!("expected {}", field::one_of(&names))
            };
            self.report.push(
                Diagnostic::error(field.span, format!("there is no action `{name}`"))
                    .label(label)
                    .suggest(name, names),
            );
            return None;
        };
        let tables = Named::entries(self.file.actions.as_ref());
        let called = tables
            .get(action.at())
            .and_then(|(_, f)| f.get()?.steps.as_ref()?.get());
        let calls = called.is_some_and(|l| {
            l.0.iter()
                .any(|s| s.get().is_some_and(|s| s.call.is_some()))
        });
        if calls && !in_setup {
            self.report.push(
                Diagnostic::error(field.span, format!("`{name}` calls an action itself"))
                    .label("expected an action that calls none: steps do not loop"),
            );
            return None;
        }
        Some(StepKind::Call(action))
    }
}
