//! The name of a game, its pack, its base rank and its score.

use super::Compiler;
use crate::cards::{Order, Pack, Rank, Suit};
use crate::condition::{Node, Slot};
use crate::rules::Clause;
use crate::rules::field::{Field, List, Text};
use crate::rules::format::spell::spell_out;
use crate::rules::game::{Base, Score};
use crate::text::{Describe, Span};
use std::sync::Arc;

impl Compiler<'_> {
    pub(super) fn required_name(&mut self) -> String {
        let field = &self.file.name;
        let name = field.text().trim();
        if self.info.is_complete && !field.is_set() {
            self.error(Span::START, "missing key `name`")
                .help("write `name = \"...\"` at the top of the file");
        }
        if name.is_empty() && field.get().is_some() {
            self.error(field.span, "the name is empty");
        }
        name.to_owned()
    }

    pub(super) fn pack(&mut self) -> Option<Pack> {
        let deck = self.file.deck.keys();
        let max_packs = usize::from(Pack::MAX_PACKS);
        let packs = self.integer(&deck.packs, "packs", 1..=max_packs);
        let ranks = self.parse_list(&deck.ranks, "rank", true);
        let ranks: Vec<Rank> = ranks.unwrap_or_else(|| Rank::all().collect());
        let suits = self.parse_list(&deck.suits, "suit", false);
        self.order = Arc::new(Order::new(ranks.clone(), deck.wrap.is_true()));
        let max_jokers = usize::from(Pack::MAX_JOKERS);
        let jokers = self.integer(&deck.jokers, "jokers", 0..=max_jokers);
        let pack = Pack {
            packs: packs.unwrap_or(1),
            suits: suits.unwrap_or(Suit::ALL.to_vec()),
            ranks,
            jokers: jokers.unwrap_or(0),
        };
        if pack.size() > Pack::MAX_CARDS {
            let span = deck.suits.set_at().unwrap_or(deck.packs.span);
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
        field: &Field<List<Text>>,
        what: &str,
        unique: bool,
    ) -> Option<Vec<T>>
    where
        T: std::str::FromStr<Err = crate::cards::ParseCardError> + PartialEq,
    {
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
        let field = &self.file.base;
        let base = field.get()?;
        let from = self.resolve_groups(&base.from);
        if base.locks.is_true() && !base.from.is_set() {
            self.error(base.locks.span, "`locks` has no effect without `from`")
                .label("expected `from` beside it")
                .help("write the groups that a player's first card comes from: `from = [...]`");
        }
        if !base.of.is_set() {
            return self
                .error(field.span, "missing key `of` in `base`")
                .label("expected the group whose first card sets the base rank")
                .fail();
        }
        let clause = |key: &str, at: Option<Span>| Clause {
            key: format!("base.{key}"),
            span: Some(at.unwrap_or(field.span)),
        };
        Some(Base {
            of: self.resolve_group(&base.of)?,
            from,
            locks: base.locks.is_true(),
            clause: clause("locks", base.locks.set_at()),
            from_clause: clause("from", base.from.set_at()),
        })
    }

    /// Compiles the scoring. This comes before the conditions, because they cost more if they read the score.
    pub(super) fn score(&mut self) -> Score {
        let score = self.file.score.keys();
        let points = self.formula(&score.points, Slot::Points);
        if let Some(points) = &points {
            self.names.score_cost = Node::Value(&points.number).cost(&self.names);
            let mut changes = false;
            points.number.walk(&mut |_| changes = true);
            if !changes {
                self.report
                    .warn(points.span, "the score never changes")
                    .label("expected something that depends on the position");
            }
        }
        let carry = score.carry.is_true();
        Score { points, carry }
    }
}
