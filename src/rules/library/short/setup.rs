//! What the setup of a game deals from a short pack.

use super::set;
use crate::cards::Card;
use crate::rules::Game;
use crate::rules::tree::{TomlKind, TomlTable, Value};

/// Makes the setup deal fewer cards, and pick only cards that the pack has.
pub(super) fn shrink_setup(table: &mut TomlTable, whole: &Game, pack: &[Card]) {
    let setup = table
        .get_mut("setup")
        .and_then(|entry| entry.value.as_table_mut());
    let steps = setup.and_then(|setup| setup.get_mut("do"));
    let Some(TomlKind::List(steps)) = steps.map(|entry| &mut entry.value.kind) else {
        return;
    };
    let mut scale = Scale::new(whole, pack);
    let old = std::mem::take(steps);
    for (mut value, step) in old.into_iter().zip(&whole.setup) {
        let Some(keys) = value.as_table_mut() else {
            continue;
        };
        let new = if !step.cards.is_empty() {
            scale.pick(&step.cards).map(|kind| ("pick", kind))
        } else if step.amount.is_some() && step.total().is_none() {
            Some(("deal", TomlKind::Text("all".to_owned())))
        } else if step.amount.is_some() {
            let amounts: Vec<u8> = step.to.iter().map(|pile| step.amount_of(pile)).collect();
            let is_certain = step.when.is_none()
                && step.only.is_none()
                && step.which.is_none()
                && step.from.first == whole.stock;
            scale.deal(&amounts, is_certain).map(|kind| ("deal", kind))
        } else {
            steps.push(value);
            continue;
        };
        // A step without cards is left out.
        if let Some((key, kind)) = new {
            set(keys, key, kind);
            steps.push(value);
        }
    }
}

/// Shrinks the numbers of cards that are dealt, one after the other, so that their sum keeps its part of the pack.
struct Scale {
    /// The cards that are not picked yet.
    pack: Vec<Card>,
    /// How many cards the stock has before the first deal: in the whole game, and now.
    from: usize,
    to: usize,
    /// How many cards were dealt so far: in the whole game, and now.
    before: usize,
    now: usize,
}

impl Scale {
    fn new(whole: &Game, pack: &[Card]) -> Scale {
        let mut left = pack.to_vec();
        let mut picks = 0;
        for card in whole.setup.iter().flat_map(|step| &step.cards) {
            picks += 1;
            if let Some(place) = left.iter().position(|other| other == card) {
                left.swap_remove(place);
            }
        }
        Scale {
            pack: pack.to_vec(),
            from: (whole.deck.len() - picks).max(1),
            to: left.len(),
            before: 0,
            now: 0,
        }
    }

    /// The cards of a pick that the pack has; `None` if it has none.
    fn pick(&mut self, cards: &[Card]) -> Option<TomlKind> {
        let mut found = Vec::new();
        for card in cards {
            if let Some(place) = self.pack.iter().position(|other| other == card) {
                self.pack.swap_remove(place);
                found.push(card.to_string());
            }
        }
        (!found.is_empty()).then(|| TomlKind::Text(found.join(" ")))
    }

    /// The numbers of cards that the piles get; `None` if none gets any. If it is not certain that cards are dealt, or
    /// where, the numbers shrink alone.
    fn deal(&mut self, amounts: &[u8], is_certain: bool) -> Option<TomlKind> {
        let mut new: Vec<i64> = Vec::new();
        for &amount in amounts {
            let amount = usize::from(amount);
            let shrink = |number: usize| (number * self.to + self.from / 2) / self.from;
            let number = if amount == 0 {
                0
            } else if is_certain {
                self.before += amount;
                let number = shrink(self.before).saturating_sub(self.now).max(1);
                let number = number.min(self.to - self.now);
                self.now += number;
                number
            } else {
                shrink(amount).max(1)
            };
            new.push(i64::try_from(number).unwrap_or(0));
        }
        let (&first, others) = new.split_first()?;
        let kind = if others.iter().all(|number| *number == first) {
            TomlKind::Integer(first)
        } else {
            let value = |number| Value::unwritten(TomlKind::Integer(number));
            TomlKind::List(new.into_iter().map(value).collect())
        };
        (!matches!(kind, TomlKind::Integer(0))).then_some(kind)
    }
}
