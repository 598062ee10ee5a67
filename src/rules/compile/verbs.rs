//! Compiles each verb of a step: `deal`, `turn`, `pick` and the others.

use super::Compiler;
use crate::cards::{Pack, parse_cards};
use crate::condition::{PileId, Piles, Slot};
use crate::rules::field::{self, Field, List, Text};
use crate::rules::file::{By, Divert as DivertKeys, Face, First, Step as Keys};
use crate::rules::step::{Amount, Divert, Step};
use crate::text::{Describe, Span};

/// Whether cards are dealt face up.
fn is_face_up(face: &Field<Face>) -> bool {
    face.get() != Some(&Face::Down)
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
            let name = field.text();
            return self
                .error(field.span, format!("`{name}` has {} piles", piles.count))
                .label("expected one pile")
                .help(format!("name one of them: `{name} 1`"))
                .fail();
        }
        Some(piles.first)
    }

    pub(super) fn deal(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let to = self.resolve_piles(&keys.to);
        let from = match keys.from.set_at() {
            Some(_) => self.resolve_piles(&keys.from),
            None => Some(Piles::one(self.stock)),
        };
        let divert = self.divert(&keys.divert);
        let amount = self.amount(&keys.deal, to);
        let (from, to) = (from?, to?);
        let meets = |a: Piles, b: Piles| a.iter().any(|pile| b.contains(pile));
        if meets(from, to) {
            let message = "cards cannot be dealt to the pile they come from";
            let error = self.error(keys.to.span, message).help(
                "add a pile that takes nothing from the player, such as `[piles.hold]`: deal the cards there, and in \
                 the next step from there back",
            );
            if let Some(from) = keys.from.set_at() {
                error.also(from, "they come from here");
            }
            return None;
        }
        if let Some(divert) = &divert {
            let verb = match (meets(divert.to, from), meets(divert.to, to)) {
                (true, _) => "come from",
                (_, true) => "are dealt to",
                _ => "",
            };
            if !verb.is_empty() {
                let message = format!("cards cannot be diverted to a pile they {verb}");
                return self
                    .error(divert.to_span, message)
                    .label("expected a pile that is not in `from` or `to`")
                    .fail();
            }
        }
        Some(Step {
            from,
            to,
            amount: Some(amount?),
            divert,
            by: keys.by.get().copied().unwrap_or(By::Round),
            face_up: is_face_up(&keys.face),
            ..step
        })
    }

    fn divert(&mut self, field: &Field<DivertKeys>) -> Option<Divert> {
        let keys = field.get()?;
        let which = self.condition(&keys.which, Slot::Which);
        let to = self.resolve_piles(&keys.to);
        if !keys.to.is_set() {
            return self
                .error(field.span, "`divert` needs `to`")
                .help("for example: `divert = { which = 'Ace', to = \"foundation\" }`")
                .fail();
        }
        if keys.which.is_set() && which.is_none() {
            return None;
        }
        Some(Divert {
            which,
            to: to?,
            face_up: is_face_up(&keys.face),
            skip: keys.skip.is_true(),
            to_span: keys.to.span,
        })
    }

    pub(super) fn close(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let piles = self.resolve_piles(&keys.close)?;
        if piles.count == 1 {
            return self
                .error(keys.close.span, "`close` needs several piles")
                .label("expected a group of several piles")
                .fail();
        }
        Some(in_place(step, piles))
    }

    fn amount(&mut self, field: &Field<field::Amount>, to: Option<Piles>) -> Option<Amount> {
        let max = Pack::MAX_CARDS;
        match field.get()? {
            field::Amount::All => Some(Amount::All),
            field::Amount::Each(number) => {
                let number = self.in_range(*number, field.span, "deal", 1..=max)?;
                Some(Amount::Each(number))
            }
            field::Amount::List(List(list)) => {
                let number = |field| self.integer(field, "deal", 0..=max);
                let numbers: Vec<Option<u8>> = list.iter().map(number).collect();
                if let Some(to) = to
                    && usize::from(to.count) != list.len()
                {
                    let message = format!("found {} numbers for {} piles", list.len(), to.count);
                    return self
                        .error(field.span, message)
                        .label("expected one number for each pile")
                        .fail();
                }
                let numbers: Option<Vec<u8>> = numbers.into_iter().collect();
                numbers.map(Amount::List)
            }
        }
    }

    pub(super) fn turn(&mut self, keys: &Keys, step: Step) -> Option<Step> {
        let from = self.resolve_piles(&keys.turn);
        let to = self.resolve_pile(&keys.to);
        let (from, to) = (from?, to?);
        if from.contains(to) {
            return self
                .error(step.span, "a pile cannot be turned onto itself")
                .fail();
        }
        if from.count > 1 && !keys.first.is_set() {
            return self
                .error(step.span, "`turn` of several piles needs `first`")
                .label("expected `first`, the order of the piles in the packet")
                .help("write `first = \"on top\"` or `first = \"at bottom\"`")
                .fail();
        }
        if from.count == 1 && keys.first.is_set() {
            let message = "`first` has no effect if only one pile is turned";
            self.error(keys.first.span, message);
        }
        Some(Step {
            from,
            to: Piles::one(to),
            // Turning the packet over moves its top to the bottom, so the piles on top are moved first.
            is_reversed: keys.first.get() == Some(&First::AtBottom),
            face_up: false,
            ..step
        })
    }

    pub(super) fn pick(&mut self, keys: &Keys, step: Step, in_setup: bool) -> Option<Step> {
        let to = self.resolve_piles(&keys.to)?;
        let field = &keys.pick;
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
            let message = format!("found {} cards for {} piles", cards.len(), to.count);
            return self
                .error(field.span, message)
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
        let field = &keys.call;
        let name = &field.get()?.0;
        let Some(action) = self.names.action(name) else {
            let names: Vec<&str> = self.names.actions.iter().map(String::as_str).collect();
            let label = if names.is_empty() {
                "the game has no actions".to_owned()
            } else {
                format!("expected {}", field::list_choices(&names))
            };
            self.report
                .error(field.span, format!("there is no action `{name}`"))
                .label(label)
                .missing(name)
                .suggest(name, names);
            return None;
        };
        let tables = self.file.actions.named().get(action.index());
        let called = tables.map_or(&[][..], |(_, table)| table.keys().steps.entries());
        let calls: Vec<Span> = called
            .iter()
            .filter_map(|step| step.keys().call.set_at())
            .collect();
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
