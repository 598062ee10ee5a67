//! What each step does: `deal`, `turn`, `pick` and the others.

use super::Compiler;
use crate::cards::{Pack, parse_cards};
use crate::condition::{PileId, Piles, Slot};
use crate::rules::field::{self, Field, List, Named, Text, Whole};
use crate::rules::file::{By, Divert as DivertKeys, Face, First, Step as Keys};
use crate::rules::step::{Amount, Dealing, Divert, StepKind};
use crate::text::{Diagnostic, Span};

/// Whether cards are to lie face up.
fn is_up(face: Option<&Field<Face>>) -> bool {
    face.and_then(Field::get) != Some(&Face::Down)
}

impl Compiler<'_> {
    /// A group, or one of its piles: `foundation 1`.
    pub(super) fn piles(&mut self, field: &Field<Text>) -> Option<Piles> {
        let text = field.get()?.0.trim();
        let (name, number) = match text.split_once(' ') {
            Some((name, number)) => (name, Some(number.trim())),
            None => (text, None),
        };
        let group = self.group_named(name, field.span)?;
        if self.is_refused(name) {
            return None;
        }
        let piles = self.names.piles(group);
        let Some(number) = number else {
            return Some(piles);
        };
        match number.parse().ok().and_then(|n| piles.nth(n)) {
            Some(first) => Some(Piles::one(first)),
            None => {
                self.report.push(
                    Diagnostic::error(field.span, format!("there is no {name} `{number}`"))
                        .label(format!("expected a number from 1 to {}", piles.count)),
                );
                None
            }
        }
    }

    pub(super) fn one_pile(&mut self, field: &Field<Text>) -> Option<PileId> {
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

    pub(super) fn deal(&mut self, keys: &Keys, span: Span) -> Option<StepKind> {
        let to = keys.to.as_ref().and_then(|to| self.piles(to));
        let from = match keys.from.as_ref() {
            Some(field) => self.piles(field),
            None => Some(Piles::one(self.stock)),
        };
        let only = self.condition(keys.only.as_ref(), Slot::Where);
        let which = self.condition(keys.which.as_ref(), Slot::Which);
        let divert = keys.divert.as_ref().and_then(|field| self.divert(field));
        let amount = keys.deal.as_ref()?;
        let amount = self.amount(amount, to);
        let by = keys
            .by
            .as_ref()
            .and_then(Field::get)
            .copied()
            .unwrap_or(By::Round);
        let (from, to) = (from?, to?);
        if from.iter().any(|p| to.contains(p)) {
            let at = keys.to.as_ref().map_or(span, |f| f.span);
            let mut wrong = Diagnostic::error(at, "cards are dealt to where they come from");
            if let Some(from) = &keys.from {
                wrong = wrong.also(from.span, "they come from here");
            }
            self.report.push(wrong);
            return None;
        }
        if let Some(divert) = &divert {
            let is_in = |piles: Piles| divert.to.iter().any(|p| piles.contains(p));
            let wrong = match (is_in(from), is_in(to)) {
                (true, _) => "cards are diverted to where they come from",
                (_, true) => "cards are diverted to where they are dealt to",
                _ => "",
            };
            if !wrong.is_empty() {
                let at = keys.divert.as_ref().and_then(|f| f.get()?.to.as_ref());
                let at = at.map_or(span, |f| f.span);
                self.report.push(
                    Diagnostic::error(at, wrong)
                        .label("expected a pile that has no other part in the deal"),
                );
                return None;
            }
        }
        let under = keys.under.as_ref().and_then(Field::get);
        Some(StepKind::Deal(Box::new(Dealing {
            from,
            to,
            only,
            amount: amount?,
            which,
            divert,
            by,
            up: is_up(keys.face.as_ref()),
            under: under.is_some_and(|f| f.0),
        })))
    }

    fn divert(&mut self, field: &Field<DivertKeys>) -> Option<Divert> {
        let keys = field.get()?;
        let which = self.condition(keys.which.as_ref(), Slot::Which);
        let to = keys.to.as_ref().and_then(|to| self.piles(to));
        for (key, is_there) in [("which", keys.which.is_some()), ("to", keys.to.is_some())] {
            if !is_there {
                self.report.push(
                    Diagnostic::error(field.span, format!("`divert` without `{key}`")).help(
                        "write `divert = { which = 'Ace', to = \"foundation\" }`, or what goes where",
                    ),
                );
            }
        }
        Some(Divert {
            which: which?,
            to: to?,
            up: is_up(keys.face.as_ref()),
        })
    }

    pub(super) fn sink(&mut self, keys: &Keys) -> Option<StepKind> {
        let piles = self.piles(keys.sink.as_ref()?);
        let which = self.condition(keys.which.as_ref(), Slot::Which);
        Some(StepKind::Sink(piles?, which?))
    }

    pub(super) fn close(&mut self, keys: &Keys) -> Option<StepKind> {
        let field = keys.close.as_ref()?;
        let piles = self.piles(field)?;
        if piles.count == 1 {
            self.error(
                field.span,
                "one pile cannot move up: expected a group of piles",
            );
            return None;
        }
        Some(StepKind::Close(piles))
    }

    fn amount(&mut self, field: &Field<field::Amount>, to: Option<Piles>) -> Option<Amount> {
        let most = i64::try_from(Pack::MAX_CARDS).unwrap_or(i64::MAX);
        let mut card_count = |number: i64, least: i64, span: Span| {
            if (least..=most).contains(&number) {
                return u8::try_from(number).ok();
            }
            self.report.push(
                Diagnostic::error(span, format!("{number} is no number of cards"))
                    .label(format!("expected {least} to {most}")),
            );
            None
        };
        match field.get()? {
            field::Amount::All => Some(Amount::All),
            field::Amount::Each(number) => card_count(*number, 1, field.span).map(Amount::Each),
            field::Amount::List(List(list)) => {
                let number = |field: &Field<Whole>| card_count(field.get()?.0, 0, field.span);
                let numbers: Vec<Option<u8>> = list.iter().map(number).collect();
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

    pub(super) fn turn(&mut self, keys: &Keys, span: Span) -> Option<StepKind> {
        let from = self.piles(keys.turn.as_ref()?);
        let to = keys.to.as_ref().and_then(|to| self.one_pile(to));
        let only = self.condition(keys.only.as_ref(), Slot::Where);
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
        Some(StepKind::Turn {
            from: order,
            only,
            to,
        })
    }

    pub(super) fn pick(&mut self, keys: &Keys, in_setup: bool) -> Option<StepKind> {
        let to = self.piles(keys.to.as_ref()?)?;
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

    pub(super) fn call(&mut self, keys: &Keys, in_setup: bool) -> Option<StepKind> {
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
                    .missing(name)
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
