//! Reads the starting position of a test: a deal, a deck, or piles.

use std::sync::Arc;

use crate::cards::{Card, DealNumber, parse_cards};
use crate::condition::{Counter, PileId};
use crate::play::{Deal, Layout, LayoutError, Position, Target, pile_named};
use crate::rules::Game;
use crate::rules::field::{Field, Named, Text};
use crate::rules::file::Test;
use crate::text::{Describe, Diagnostic, Diagnostics, Draft, Span, group_digits};
use crate::work;

/// A pile with its cards from bottom to top, each with `true` if it is face down.
pub(super) type PileCards = (PileId, Vec<(Card, bool)>, Span);

/// Reads the parts of a test for its game.
pub(super) struct Reader<'a> {
    pub(super) game: &'a Arc<Game>,
    pub(super) report: &'a mut Diagnostics,
    /// The maximum work that the test may take.
    pub(super) max_work: u64,
}

/// Reports that a test exceeds its work limit.
pub(super) fn work_exceeded(work: u64, span: Span) -> Diagnostic {
    let message = format!("this takes more than {} units of work", group_digits(work));
    Diagnostic::error(span, message).label("its share of what the tests of a file may take: moves that are judged card by card cost most")
}

impl Reader<'_> {
    /// Reports an error, which the same statement may describe further.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) -> Draft<'_> {
        self.report.error(span, message)
    }

    /// Reads the starting position: deals it, or lays it out. Returns the work that this took, too.
    pub(super) fn read_start(&mut self, test: &Test, span: Span) -> Option<(Position, u64)> {
        let starts: Vec<(&str, Span)> = [
            ("deal", test.deal.set_at()),
            ("deck", test.deck.set_at()),
            ("place", test.place.set_at()),
        ]
        .into_iter()
        .filter_map(|(key, span)| Some((key, span?)))
        .collect();
        if let [(first, at), (second, other), ..] = starts.as_slice() {
            return self
                .error(
                    *other,
                    format!("`{second}` cannot be combined with `{first}`"),
                )
                .label("expected only one of `deal`, `deck` and `place`")
                .also(*at, format!("`{first}` is here"))
                .fail();
        }
        let (deal, deck, place) = (&test.deal, &test.deck, &test.place);
        if deal.is_set() {
            let number = deal.get()?.0;
            let Ok(number) = u64::try_from(number) else {
                self.error(deal.span, format!("{number} is not a deal number"));
                return None;
            };
            self.refuse_layout_keys(test);
            return self.deal(&Deal::Number(DealNumber(number)), deal.span);
        }
        if deck.is_set() {
            let cards = match parse_cards(&deck.get()?.0) {
                Ok(cards) => cards,
                Err(error) => {
                    self.report.push(error.at(deck.span));
                    return None;
                }
            };
            self.refuse_layout_keys(test);
            return self.deal(&Deal::Deck(cards), deck.span);
        }
        if !place.is_set() {
            return self
                .error(span, "there is no starting position")
                .label("expected `place`, `deal` or `deck`")
                .fail();
        }
        let piles = self.read_piles(place);
        let base = test.base.get().and_then(|text| {
            let (text, span) = (&text.0, test.base.span);
            if self.game.base.is_none() {
                self.error(span, "the game has no base rank");
                return None;
            }
            let rank = self.game.rank(text);
            if rank.is_none() {
                self.error(span, format!("`{text}` is not a rank of the game"));
            }
            rank
        });
        let cards = |(pile, cards, _): &PileCards| (*pile, cards.clone());
        let layout = Layout {
            piles: piles.iter().map(cards).collect(),
            base,
            used: self.read_counters(test),
        };
        let laid_out = Position::lay_out(self.game, &layout);
        if let Err(error) = &laid_out {
            let holds = |(pile, cards, _): &&PileCards| match error {
                LayoutError::Missing(card) | LayoutError::TooOften(card) => {
                    cards.iter().any(|(c, _)| c == card)
                }
                LayoutError::Hidden(_, name) | LayoutError::Full(name, _) => {
                    self.game.pile_name(*pile) == *name
                }
                // The keys of the text have only what the game has.
                LayoutError::NoPile(_) | LayoutError::NoCounter(_) | LayoutError::NoBase(_) => {
                    false
                }
            };
            let span = piles
                .iter()
                .rev()
                .find(holds)
                .map_or(place.span, |found| found.2);
            self.error(span, error.to_string());
        }
        laid_out.ok().map(|position| (position, 0))
    }

    fn refuse_layout_keys(&mut self, test: &Test) {
        let keys = [("base", test.base.set_at()), ("used", test.used.set_at())];
        for (key, span) in keys.iter().filter_map(|(key, span)| Some((key, (*span)?))) {
            self.error(span, format!("`{key}` can only be used with `place`"));
        }
    }

    /// Deals the opening of a test. Returns also how much work that takes.
    fn deal(&mut self, deal: &Deal, span: Span) -> Option<(Position, u64)> {
        let before = work::done();
        let opening = Position::deal(self.game, deal);
        let done = work::done() - before;
        match opening {
            _ if done > self.max_work => {
                self.report.push(work_exceeded(self.max_work, span));
                None
            }
            Ok(opening) => Some((opening, done)),
            Err(error) => {
                self.error(span, error.to_string());
                None
            }
        }
    }

    fn read_counters(&mut self, test: &Test) -> Vec<(Counter, u16)> {
        let entries = test.used.named();
        let mut used = Vec::new();
        for (name, times) in entries {
            let Some(counter) = self.game.names.counter(&name.value) else {
                let names = self.game.names.counters();
                self.error(
                    name.span,
                    format!("there is no action or group `{}`", name.value),
                )
                .suggest(&name.value, names);
                continue;
            };
            let Some(number) = times.get().map(|t| t.0) else {
                continue;
            };
            match u16::try_from(number) {
                Ok(number) => used.push((counter, number)),
                Err(_) => {
                    let message = format!("`{}` cannot be {}", name.value, group_digits(number));
                    self.error(times.span, message)
                        .label(format!("expected 0 to {}", group_digits(u16::MAX)));
                }
            }
        }
        used
    }

    pub(super) fn read_piles(&mut self, field: &Field<Named<Text>>) -> Vec<PileCards> {
        let entries = field.named();
        let mut piles: Vec<PileCards> = Vec::new();
        for (name, cards) in entries {
            let pile = match pile_named(self.game, &name.value) {
                Ok(Target::Pile(pile)) => pile,
                Ok(Target::Group(group)) => {
                    let group = self.game.group(group);
                    self.error(name.span, format!("`{}` needs a number", name.value))
                        .label(format!("expected {}", group.pile_names()));
                    continue;
                }
                Err(error) => {
                    self.error(name.span, error.to_string());
                    continue;
                }
            };
            if let Some((.., other)) = piles.iter().find(|(p, ..)| *p == pile) {
                self.error(
                    name.span,
                    format!("the pile `{}` is listed twice", self.game.pile_name(pile)),
                )
                .also(*other, "it is listed here too");
                continue;
            }
            let Some(text) = cards.get() else { continue };
            let read = |word: &str| {
                let down = word.strip_prefix('#');
                down.unwrap_or(word)
                    .parse::<Card>()
                    .map(|card| (card, down.is_some()))
            };
            match text
                .0
                .split_whitespace()
                .map(read)
                .collect::<Result<Vec<_>, _>>()
            {
                Ok(list) if pile == self.game.stock && list.iter().any(|(_, down)| *down) => {
                    let message = "cards in the stock are always face down: write them without `#`";
                    self.error(cards.span, message);
                }
                Ok(mut list) => {
                    if pile == self.game.stock {
                        list.reverse();
                    }
                    piles.push((pile, list, cards.span));
                }
                Err(error) => self.report.push(error.at(cards.span)),
            }
        }
        piles
    }
}
