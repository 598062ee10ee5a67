//! The name of a game, its pack, its base rank and its score.

use super::{Compiler, START_OF_FILE};
use crate::cards::{Order, Pack, Rank, Suit};
use crate::condition::Slot;
use crate::rules::Clause;
use crate::rules::field::{Field, List, Text};
use crate::rules::format::spell::spell_out;
use crate::rules::game::{Base, Score};
use crate::text::{Describe, Span};
use std::sync::Arc;

impl Compiler<'_> {
    pub(super) fn required_name(&mut self) -> String {
        match self.file.name.as_ref() {
            None if !self.mode.is_complete => String::new(),
            None => {
                self.error(START_OF_FILE, "missing key `name`")
                    .help("write `name = \"...\"` at the top of the file");
                String::new()
            }
            Some(field) => {
                let name = field
                    .get()
                    .map(|t| t.0.trim().to_owned())
                    .unwrap_or_default();
                if name.is_empty() && field.get().is_some() {
                    self.error(field.span, "the name is empty");
                }
                name
            }
        }
    }

    pub(super) fn pack(&mut self) -> Option<Pack> {
        let deck = self.file.deck.as_ref().and_then(Field::get);
        let packs = self
            .integer(
                deck.and_then(|d| d.packs.as_ref()),
                "packs",
                1..=i64::from(Pack::MAX_PACKS),
            )
            .unwrap_or(1);
        let all_ranks: Vec<Rank> = Rank::all().collect();
        let ranks = self
            .parse_list(deck.and_then(|d| d.ranks.as_ref()), "rank", true)
            .unwrap_or(all_ranks);
        let suits = self
            .parse_list(deck.and_then(|d| d.suits.as_ref()), "suit", false)
            .unwrap_or(Suit::ALL.to_vec());
        let wrap = deck
            .and_then(|d| d.wrap.as_ref())
            .and_then(Field::get)
            .is_some_and(|w| w.0);
        self.order = Arc::new(Order::new(ranks.clone(), wrap));
        let jokers = deck.and_then(|d| d.jokers.as_ref());
        let max_jokers = i64::from(Pack::MAX_JOKERS);
        let jokers = self.integer(jokers, "jokers", 0..=max_jokers).unwrap_or(0);
        let pack = Pack {
            packs: u8::try_from(packs).ok()?,
            suits,
            ranks,
            jokers: u8::try_from(jokers).ok()?,
        };
        if pack.size() > Pack::MAX_CARDS {
            let packs_span = deck.and_then(|d| d.packs.as_ref()).map(|packs| packs.span);
            let suits_span = deck.and_then(|d| d.suits.as_ref()).map(|suits| suits.span);
            let span = suits_span.or(packs_span).unwrap_or(START_OF_FILE);
            return self
                .error(span, format!("the deck has {} cards", pack.size()))
                .label(format!("expected at most {} cards", Pack::MAX_CARDS))
                .fail();
        }
        Some(pack)
    }

    /// Parses a list of ranks or suits. If they must be `unique`, reports the ones that are listed twice.
    fn parse_list<T>(
        &mut self,
        field: Option<&Field<List<Text>>>,
        what: &str,
        unique: bool,
    ) -> Option<Vec<T>>
    where
        T: std::str::FromStr<Err = crate::cards::ParseCardError> + PartialEq,
    {
        let field = field?;
        let mut list: Vec<(T, Span)> = Vec::new();
        for entry in &field.get()?.0 {
            let Some(text) = entry.get() else { continue };
            match text.0.parse::<T>() {
                Ok(value) => match list.iter().find(|(v, _)| unique && *v == value) {
                    None => list.push((value, entry.span)),
                    Some((_, first)) => self.listed_twice(what, &text.0, entry.span, *first),
                },
                Err(error) => {
                    let error = error.at(entry.span);
                    self.report.push(match spell_out(&text.0) {
                        Some(entries) if entries.len() > 1 => {
                            error.write("", &format!("\"{}\"", entries.join("\", \"")))
                        }
                        _ => error,
                    });
                }
            }
        }
        if field.get()?.0.is_empty() {
            self.error(field.span, format!("the list of {what}s is empty"));
        }
        (!list.is_empty()).then(|| list.into_iter().map(|(value, _)| value).collect())
    }

    /// Reports what is listed twice.
    pub(super) fn listed_twice(&mut self, what: &str, name: &str, span: Span, first: Span) {
        self.error(span, format!("the {what} `{name}` is listed twice"))
            .also(first, "it is listed here too");
    }

    pub(super) fn base(&mut self) -> Option<Base> {
        let field = self.file.base.as_ref()?;
        let base = field.get()?;
        let from = self.resolve_groups(base.from.as_ref());
        let locks = base
            .locks
            .as_ref()
            .and_then(Field::get)
            .is_some_and(|l| l.0);
        if let (true, true, Some(locks)) = (locks, base.from.is_none(), base.locks.as_ref()) {
            self.error(locks.span, "`locks` has no effect without `from`")
                .label("expected `from` beside it")
                .help("write the groups that a player's first card comes from: `from = [...]`");
        }
        let Some(group) = base.of.as_ref() else {
            return self
                .error(field.span, "missing key `of` in `base`")
                .label("expected the group whose first card sets the base rank")
                .fail();
        };
        let group = self.resolve_group(group)?;
        let clause = |key: &str, at: Option<Span>| Clause {
            key: format!("base.{key}"),
            span: Some(at.unwrap_or(field.span)),
        };
        Some(Base {
            of: group,
            from,
            locks,
            clause: clause("locks", base.locks.as_ref().map(|l| l.span)),
            from_clause: clause("from", base.from.as_ref().map(|f| f.span)),
        })
    }

    /// Compiles the scoring. This comes before the conditions, because they cost more if they read the score.
    pub(super) fn score(&mut self) -> Score {
        let score = self.file.score.as_ref().and_then(Field::get);
        let points = self.formula(score.and_then(|s| s.points.as_ref()), Slot::Points);
        if let Some(points) = &points {
            self.names.score_cost = points.cost;
            let mut changes = false;
            points.number.walk(&mut |_| changes = true);
            if !changes {
                self.report
                    .warn(points.span, "the score never changes")
                    .label("expected something that depends on the position");
            }
        }
        let carry = score
            .and_then(|s| s.carry.as_ref())
            .and_then(Field::get)
            .is_some_and(|c| c.0);
        Score { points, carry }
    }
}
