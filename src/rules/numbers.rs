//! Numbers the moves that the rules of a game can ever allow.
//!
//! A move of cards is a source pile, how many cards lie on the moved card, and a target pile. Most such triples can never
//! be legal: nothing is lifted from a stock, a waste gives its top card only, and thirteen cards are the longest run
//! whose ranks descend. What programs learn has a place for each number, so that all that can be left out, is.
//!
//! Nothing here depends on a position: each bound follows from the lookup tables of the rules, which accept at least
//! what the rules accept, or from a key that limits what may be lifted or placed.

use std::collections::HashMap;
use std::rc::Rc;

use super::file::Take;
use super::fold::{Check, FaceTable, PileRules};
use super::{Game, Unit};
use crate::cards::{CardId, CardSet, Rank};
use crate::condition::{PileId, PileSet};
use crate::work::{Kind, spend};

/// A move of cards, wherever they are: the two piles, and how many cards lie on the card that is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberedMove {
    /// The pile that the cards come from.
    pub(crate) from: PileId,
    /// The pile that they go to.
    pub(crate) to: PileId,
    /// How many cards lie on the lowest card that is moved.
    pub(crate) depth: usize,
}

/// The numbers of the moves of cards of a game, from 0.
#[derive(Debug, Default)]
pub(crate) struct MoveNumbers {
    piles: usize,
    /// For each source and target, source by source, where its numbers begin and which depth is the first; at the end, how
    /// many numbers there are.
    pairs: Vec<(u32, u8)>,
}

impl MoveNumbers {
    /// Numbers the moves of a game.
    pub(crate) fn new(game: &Game) -> MoveNumbers {
        let reach = Reach::new(game);
        spend(Kind::Cell, 4 * game.piles.len() * game.piles.len());
        let (mut pairs, mut count) = (Vec::new(), 0);
        for from in game.piles() {
            for to in game.piles() {
                let (first, end) = reach.depths(from, to);
                pairs.push((count, first));
                count += u32::from(end - first);
            }
        }
        pairs.push((count, 0));
        MoveNumbers {
            piles: game.piles.len(),
            pairs,
        }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> u32 {
        self.pairs.last().map_or(0, |&(count, _)| count)
    }

    /// The number of a move between piles of the game; `None` if no position allows it.
    pub(crate) fn number(&self, mv: NumberedMove) -> Option<u32> {
        let pair = mv.from.index() * self.piles + mv.to.index();
        let (&(start, first), &(end, _)) = (self.pairs.get(pair)?, self.pairs.get(pair + 1)?);
        let offset = mv.depth.checked_sub(usize::from(first))?;
        let number = start.checked_add(u32::try_from(offset).ok()?)?;
        (number < end).then_some(number)
    }

    /// The move with a number.
    pub(crate) fn find(&self, number: u32) -> Option<NumberedMove> {
        if number >= self.count() {
            return None;
        }
        // Of several pairs that begin there, only the last has any numbers.
        let pair = self.pairs.partition_point(|&(start, _)| start <= number) - 1;
        let (start, first) = self.pairs[pair];
        Some(NumberedMove {
            from: PileId::new(pair / self.piles),
            to: PileId::new(pair % self.piles),
            depth: (number - start) as usize + usize::from(first),
        })
    }
}

/// What the lookup tables say about lifting and placing cards.
struct Reach<'a> {
    game: &'a Game,
    /// The runs that may be lifted from each pile.
    runs: Vec<Rc<Runs>>,
    /// What each pile accepts.
    accepts: Vec<Accepts>,
}

/// What a pile accepts.
#[derive(Clone, Copy, Default)]
struct Accepts {
    /// When it is empty.
    start: Acceptance,
    /// On its top card.
    build: Acceptance,
    /// To leave the game with its top card, or to change places with it.
    partners: Acceptance,
}

/// Which cards a pile may accept, and which piles they may come from.
#[derive(Clone, Copy, Default)]
struct Acceptance {
    cards: CardSet,
    origins: PileSet,
}

impl Acceptance {
    /// The cards that may come from a pile.
    fn cards_from(&self, pile: PileId) -> CardSet {
        if self.origins.contains(pile) {
            self.cards
        } else {
            CardSet::EMPTY
        }
    }
}

impl<'a> Reach<'a> {
    fn new(game: &'a Game) -> Reach<'a> {
        let folded = &game.folded;
        // Most piles share their tables with others.
        let mut known_runs = HashMap::new();
        let mut known_cards = HashMap::new();
        let runs = folded.piles.iter().map(|rules| {
            let key = (rules.run, rules.run_needs_evaluation);
            let runs = known_runs.entry(key);
            Rc::clone(runs.or_insert_with(|| Rc::new(Runs::new(game, rules))))
        });
        let mut reach = Reach {
            game,
            runs: runs.collect(),
            accepts: vec![Accepts::default(); game.piles.len()],
        };
        for target in &folded.targets {
            let rules = &folded.piles[target.pile.index()];
            let mut accept = |table, is_empty, checks: u16| Acceptance {
                cards: *known_cards
                    .entry((table, is_empty))
                    .or_insert_with(|| accepted(game, table, is_empty)),
                origins: origins(game, &folded.pending_checks[usize::from(checks)]),
            };
            let partners = accept(rules.partners, false, rules.partner_checks);
            reach.accepts[target.pile.index()] = Accepts {
                start: accept(rules.start, true, target.checks_when_empty),
                build: accept(rules.build, false, target.checks_when_occupied),
                partners: target.partner_way.map(|_| partners).unwrap_or_default(),
            };
        }
        reach
    }

    /// The depths of the cards that may move from a pile to another: the first, and the one after the last.
    fn depths(&self, from: PileId, to: PileId) -> (u8, u8) {
        let source = &self.game.folded.piles[from.index()];
        let cards = u8::try_from(self.game.deck.len()).unwrap_or(u8::MAX);
        let most = source.capacity.min(cards).saturating_sub(source.keep);
        if from == to || source.take == Take::None || most == 0 {
            return (0, 0);
        }
        let (first, end) = self.landing_depths(from, to, most);
        let partners = self.accepts[to.index()].partners.cards_from(from);
        if partners.is_empty() {
            return (first, end);
        }
        // A card that leaves the game with another, or changes places with it, is lifted alone.
        let alone = if source.take == Take::Any { most } else { 1 };
        (0, end.max(alone))
    }

    /// The depths of the cards that may be placed, of at most so many that a pile gives.
    fn landing_depths(&self, from: PileId, to: PileId, most: u8) -> (u8, u8) {
        let group = self.game.group_of(to);
        let accepts = &self.accepts[to.index()];
        let cards = accepts.start.cards_from(from) | accepts.build.cards_from(from);
        if cards.is_empty() || group.alike && group.piles.contains(from) {
            return (0, 0);
        }
        let take = self.game.folded.piles[from.index()].take;
        let longest = if take.lifts_runs() {
            self.runs[from.index()].longest(cards).min(most)
        } else {
            1
        };
        let longest = longest.min(group.capacity.unwrap_or(u8::MAX));
        match (group.unit, take) {
            (Unit::Exactly(unit), _) if unit == 0 || unit > longest => (0, 0),
            (_, Take::Any) => (0, most),
            (Unit::Exactly(unit), _) => (unit - 1, unit),
            (Unit::Any, _) => (0, longest),
        }
    }
}

/// The piles that cards may come from that pass some checks.
fn origins(game: &Game, checks: &[Check]) -> PileSet {
    let all = PileSet::first(game.piles.len());
    let of_check = |check: &Check| match check {
        Check::Any(lists) => lists
            .iter()
            .fold(PileSet::EMPTY, |any, list| any | origins(game, list)),
        Check::FactOfOrigin(facts) => all.filter(|pile| facts[pile.index()].is_some()),
        check => check.origins(all).unwrap_or(all),
    };
    checks
        .iter()
        .fold(all, |left, check| left & of_check(check))
}

/// The base ranks that there can be.
fn bases(game: &Game) -> impl Iterator<Item = Option<Rank>> {
    let ranks = Rank::all().filter(|_| game.base.is_some());
    std::iter::once(None).chain(ranks.map(Some))
}

/// The cards that a table accepts: without a card if `is_empty` is set, else on any.
fn accepted(game: &Game, table: FaceTable, is_empty: bool) -> CardSet {
    let tables = &game.folded.tables;
    let mut cards = CardSet::EMPTY;
    for base in bases(game) {
        if is_empty {
            cards |= tables.get_wide(table, base, None);
        } else {
            for card in CardId::first(game.deck.len()) {
                cards |= tables.get_wide(table, base, Some(card));
            }
        }
    }
    cards
}

/// How long the runs can be that a table allows.
#[derive(Default)]
struct Runs {
    /// The cards that can be the lowest of a run of one card, of two, and so on.
    lowest: Vec<CardSet>,
    /// The cards that can be the lowest of a run of any length, as far as is known: with a King on an Ace it goes on.
    endless: CardSet,
}

impl Runs {
    /// The runs of a pile, under every base rank.
    fn new(game: &Game, rules: &PileRules) -> Runs {
        let cards = game.deck.len();
        let mut runs = Runs::default();
        if rules.run_needs_evaluation {
            runs.endless = CardSet::first(cards);
            return runs;
        }
        for base in bases(game) {
            let on = |card| game.folded.tables.get_wide(rules.run, base, Some(card));
            let on: Vec<CardSet> = CardId::first(cards).map(on).collect();
            let mut lowest = CardSet::first(cards);
            for length in 1.. {
                if runs.lowest.len() < length {
                    runs.lowest.push(CardSet::EMPTY);
                }
                runs.lowest[length - 1] |= lowest;
                let goes_on = |card: CardId| !(on[card.index()] & lowest).is_empty();
                let longer = lowest.filter(goes_on);
                if longer == lowest {
                    runs.endless |= lowest;
                    break;
                }
                lowest = longer;
            }
        }
        runs
    }

    /// The most cards in a run of which one of these is the lowest.
    fn longest(&self, cards: CardSet) -> u8 {
        if !(self.endless & cards).is_empty() {
            return u8::MAX;
        }
        // A run of three cards holds one of two, so that each set is a part of the one before.
        let lengths = self.lowest.iter();
        let lengths = lengths.take_while(|lowest| !(**lowest & cards).is_empty());
        u8::try_from(lengths.count()).unwrap_or(u8::MAX)
    }
}
