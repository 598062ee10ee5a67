//! Compiles each verb of a step: `deal`, `turn`, `pick` and the others.

use super::Compiler;
use crate::cards::{Pack, parse_cards};
use crate::condition::{PileId, Piles, Slot};
use crate::rules::field::{self, Field, Integer, List, Named, Text};
use crate::rules::file::{By, Divert as DivertKeys, Face, First, Step as Keys};
use crate::rules::step::{Amount, Divert, Step};
use crate::text::{Describe, Diagnostic, Span, group_digits};

/// Whether cards are dealt face up.
fn is_face_up(face: Option<&Field<Face>>) -> bool {
    face.and_then(Field::get) != Some(&Face::Down)
}

/// Lets a step change these piles in place.
pub(super) fn in_place(step: Step, piles: Piles) -> Step {
    Step {
        from: piles,
        to: piles,
        ..step
    }
}

impl Compiler<'_> {
    /// Resolves a group, or one of its piles, such as `foundation 1`.
    pub(super) fn resolve_piles(&mut self, field: &Field<Text>) -> Option<Piles> {
        let text = field.get()?.0.trim();
        let (name, number) = match text.split_once(' ') {
            Some((name, number)) => (name, Some(number.trim())),
            None => (text, None),
        };
        let group = self.resolve_group_name(name, field.span)?;
        if self.is_invalid_name(name) {
            return None;
        }
        let piles = self.names.piles(group);
        let Some(number) = number else {
            return Some(piles);
        };
        match number.parse().ok().and_then(|n| piles.nth(n)) {
            Some(first) => Some(Piles::one(first)),
            None => self
                .error(field.span, format!("there is no pile `{name} {number}`"))
                .label(format!("expected a number from 1 to {}", piles.count))
                .fail(),
        }
    }

    /// Resolves a name that must refer to a single pile.
    pub(super) fn resolve_pile(&mut self, field: &Field<Text>) -> Option<PileId> {
        let piles = self.resolve_piles(field)?;
        if piles.count != 1 {
            let name = field.get().map(|t| t.0.clone()).unwrap_or_default();
            return self
                .error(field.span, format!("`{name}` has {} piles", piles.count))
                .label("expected one pile")
                .help(format!("name one of them: `{name} 1`"))
                .fail();
        }
        Some(piles.first)
    }

    pub(super) fn deal(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let span = step.span;
        let to = keys.to.as_ref().and_then(|to| self.resolve_piles(to));
        let from = match keys.from.as_ref() {
            Some(field) => self.resolve_piles(field),
            None => Some(Piles::one(self.stock)),
        };
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
            let to_span = keys.to.as_ref().map_or(span, |f| f.span);
            let mut error =
                Diagnostic::error(to_span, "cards cannot be dealt to the pile they come from");
            if let Some(from) = &keys.from {
                error = error.also(from.span, "they come from here");
            }
            self.report.push(error.help(
                "add a pile that takes nothing from the player, such as `[piles.hold]`: deal the cards there, and in \
                 the next step from there back",
            ));
            return None;
        }
        if let Some(divert) = &divert {
            let is_in = |piles: Piles| divert.to.iter().any(|p| piles.contains(p));
            let message = match (is_in(from), is_in(to)) {
                (true, _) => "cards cannot be diverted to a pile they come from",
                (_, true) => "cards cannot be diverted to a pile they are dealt to",
                _ => "",
            };
            if !message.is_empty() {
                let to_span = keys.divert.as_ref().and_then(|f| f.get()?.to.as_ref());
                let to_span = to_span.map_or(span, |f| f.span);
                return self
                    .error(to_span, message)
                    .label("expected a pile that is not in `from` or `to`")
                    .fail();
            }
        }
        Some(Step {
            from,
            to,
            amount: Some(amount?),
            divert,
            by,
            face_up: is_face_up(keys.face.as_ref()),
            ..step
        })
    }

    fn divert(&mut self, field: &Field<DivertKeys>) -> Option<Divert> {
        let keys = field.get()?;
        let which = self.condition(keys.which.as_ref(), Slot::Which);
        let to = keys.to.as_ref().and_then(|to| self.resolve_piles(to));
        let Some(to_field) = keys.to.as_ref() else {
            return self
                .error(field.span, "`divert` needs `to`")
                .help("for example: `divert = { which = 'Ace', to = \"foundation\" }`")
                .fail();
        };
        if keys.which.is_some() && which.is_none() {
            return None;
        }
        let skip = keys.skip.as_ref().and_then(Field::get);
        Some(Divert {
            which,
            to: to?,
            face_up: is_face_up(keys.face.as_ref()),
            skip: skip.is_some_and(|skip| skip.0),
            to_span: to_field.span,
        })
    }

    pub(super) fn close(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let field = keys.close.as_ref()?;
        let piles = self.resolve_piles(field)?;
        if piles.count == 1 {
            return self
                .error(field.span, "`close` needs several piles")
                .label("expected a group of several piles")
                .fail();
        }
        Some(in_place(step, piles))
    }

    fn amount(&mut self, field: &Field<field::Amount>, to: Option<Piles>) -> Option<Amount> {
        let max = i64::try_from(Pack::MAX_CARDS).unwrap_or(i64::MAX);
        let mut card_count = |number: i64, min: i64, span: Span| {
            if (min..=max).contains(&number) {
                return u8::try_from(number).ok();
            }
            self.error(span, format!("`deal` cannot be {}", group_digits(number)))
                .label(format!("expected {min} to {max}"))
                .fail()
        };
        match field.get()? {
            field::Amount::All => Some(Amount::All),
            field::Amount::Each(number) => card_count(*number, 1, field.span).map(Amount::Each),
            field::Amount::List(List(list)) => {
                let number = |field: &Field<Integer>| card_count(field.get()?.0, 0, field.span);
                let numbers: Vec<Option<u8>> = list.iter().map(number).collect();
                let numbers: Option<Vec<u8>> = numbers.into_iter().collect();
                if let Some(to) = to
                    && usize::from(to.count) != list.len()
                {
                    return self
                        .error(
                            field.span,
                            format!("found {} numbers for {} piles", list.len(), to.count),
                        )
                        .label("expected one number for each pile")
                        .fail();
                }
                numbers.map(Amount::List)
            }
        }
    }

    pub(super) fn turn(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let span = step.span;
        let from = self.resolve_piles(keys.turn.as_ref()?);
        let to = keys.to.as_ref().and_then(|to| self.resolve_pile(to));
        let (from, to) = (from?, to?);
        if from.contains(to) {
            return self
                .error(span, "a pile cannot be turned onto itself")
                .fail();
        }
        let first = keys.first.as_ref();
        match (first, from.count) {
            (None, 2..) => {
                return self
                    .error(span, "`turn` of several piles needs `first`")
                    .label("expected `first`, the order of the piles in the packet")
                    .help("write `first = \"on top\"` or `first = \"at bottom\"`")
                    .fail();
            }
            (Some(first), 1) => {
                self.error(
                    first.span,
                    "`first` has no effect if only one pile is turned",
                );
            }
            _ => {}
        }
        Some(Step {
            from,
            to: Piles::one(to),
            // Turning the packet over moves its top to the bottom, so the piles on top are moved first.
            is_reversed: first.and_then(Field::get) == Some(&First::AtBottom),
            face_up: false,
            ..step
        })
    }

    pub(super) fn pick(&mut self, keys: &Keys, step: Step, in_setup: bool) -> Option<Step> {
        let to = self.resolve_piles(keys.to.as_ref()?)?;
        let field = keys.pick.as_ref()?;
        if !in_setup {
            return self
                .error(field.span, "`pick` is only allowed in the setup")
                .fail();
        }
        let cards = match parse_cards(&field.get()?.0) {
            Ok(cards) => cards,
            Err(error) => {
                self.report.push(error.at(field.span));
                return None;
            }
        };
        if cards.len() != usize::from(to.count) {
            return self
                .error(
                    field.span,
                    format!("found {} cards for {} piles", cards.len(), to.count),
                )
                .label("expected one card for each pile")
                .fail();
        }
        let from = Piles::one(self.stock);
        Some(Step {
            from,
            to,
            cards,
            ..step
        })
    }

    pub(super) fn call(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let field = keys.call.as_ref()?;
        let name = &field.get()?.0;
        let Some(action) = self.names.action(name) else {
            let names = self.names.actions.clone();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let label = if names.is_empty() {
                "the game has no actions".to_owned()
            } else {
                format!("expected {}", field::list_choices(&names))
            };
            return self
                .error(field.span, format!("there is no action `{name}`"))
                .label(label)
                .missing(name)
                .suggest(name, names)
                .fail();
        };
        let tables = Named::entries(self.file.actions.as_ref());
        let called = tables
            .get(action.index())
            .and_then(|(_, f)| f.get()?.steps.as_ref()?.get());
        let called = called.map_or(&[][..], |list| &list.0);
        let calls = called.iter().filter_map(|s| s.get()?.call.as_ref());
        let calls: Vec<Span> = calls.map(|call| call.span).collect();
        if !calls.is_empty() {
            let message = if calls.contains(&field.span) {
                format!("`{name}` cannot call itself")
            } else {
                format!("cannot call `{name}`: it calls another action")
            };
            return self
                .error(field.span, message)
                .label("expected an action without `call` steps")
                .fail();
        }
        Some(Step {
            action: Some(action),
            ..step
        })
    }
}
