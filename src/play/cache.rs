//! Data derived from the board, cached per pile to speed up move generation.

use super::board::GameBoard;
use super::board_view::{BoardView, Liftable};
use crate::cards::{CardId, CardSet, IdSet};
use crate::condition::{PileId, PileSet};
use crate::rules::file::Take;
use crate::rules::fold::PileRules;
use crate::work::{Kind, spend};

/// What is derived from the cards of each pile, and whether the pile is available.
///
/// All but the latter depends only on the pile's own cards and on the base rank, so that it becomes stale only when the
/// pile changes or the base rank is set. Whatever else depends on other piles or on counters is evaluated when moves are
/// listed.
///
/// A move only notes what became stale: many positions are made whose moves nobody lists. Where a pile can be
/// unavailable, its cards may have to be turned up after a move, so that nothing may stay stale.
///
/// | Field | Contents | Depends on |
/// |---|---|---|
/// | `units` | the lowest card of each unit that may be lifted, ignoring `available` | the pile's cards and whether they are face up, the base rank, `take`, `run`, `keep` |
/// | `single` | the only card that may be lifted alone; `None` for `take = "any"`, where every card of `units` may be lifted alone | top card and size, `take`, `keep` |
/// | `accepted` | the cards of other piles that the pile's lookup table accepts | top card and size, the base rank, `start`, `build`, `capacity` |
/// | `available` | whether the pile is `available`; true without that condition | what the condition depends on |
/// | `offers` | the units and single cards of all piles that are `available` | `units`, `single` and `available` of every pile |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PileCache<const WORDS: usize, const PILES: usize> {
    units: [CardSet<WORDS>; PILES],
    single: [Option<CardId>; PILES],
    accepted: [CardSet<WORDS>; PILES],
    available: [bool; PILES],
    offers: Liftable<WORDS>,
    /// The piles whose entries are stale.
    pub(super) stale: IdSet<PileId, WORDS>,
    /// The first move since the cache was refreshed, if it changed only its two piles. They are stale too, even if `stale`
    /// does not list them.
    unit: Option<MovedUnit>,
}

/// A unit that was moved: its lowest card, and the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MovedUnit {
    card: CardId,
    from: PileId,
    to: PileId,
}

/// How a pile changed. This is only a hint: [`PileCache::update`] gives the same result for [`Change::Any`], but more
/// slowly.
#[derive(Clone, Copy, Debug)]
enum Change<const WORDS: usize> {
    /// In any way.
    Any,
    /// These cards were removed from its top.
    Lost(CardSet<WORDS>),
    /// These cards were placed on top of it. They form a run by the pile's own rules, and the second field is the
    /// lowest of them.
    Gained(CardSet<WORDS>, CardId),
}

impl<const WORDS: usize, const PILES: usize> PileCache<WORDS, PILES> {
    /// The cache of a board where nothing can be lifted or accepted.
    pub(super) fn empty() -> Self {
        PileCache {
            units: [CardSet::EMPTY; PILES],
            single: [None; PILES],
            accepted: [CardSet::EMPTY; PILES],
            available: [true; PILES],
            offers: Liftable::default(),
            stale: IdSet::EMPTY,
            unit: None,
        }
    }

    /// Computes the cache from scratch. Refreshing it must always lead to the same result.
    pub(super) fn new(view: GameBoard<'_, WORDS, PILES>) -> Self {
        let mut cache = PileCache::empty();
        for pile in view.game.piles() {
            cache.update(view, pile, Change::Any);
        }
        if !view.game.folded.availability_affected.is_empty() {
            cache.update_availability(view, PileSet::first(view.game.piles.len()));
        }
        cache
    }

    /// Notes that a unit was moved, given the lowest of its cards, and that this changed only these two piles.
    #[inline]
    pub(super) fn note_move(&mut self, card: CardId, from: PileId, to: PileId) {
        if self.is_fresh() {
            self.unit = Some(MovedUnit { card, from, to });
        } else {
            self.forget_unit();
            self.stale.insert(from);
            self.stale.insert(to);
        }
    }

    /// Lists the piles of the noted unit as stale, so that they are recomputed from scratch.
    fn forget_unit(&mut self) {
        if let Some(unit) = self.unit.take() {
            self.stale.insert(unit.from);
            self.stale.insert(unit.to);
        }
    }

    /// Whether nothing is stale.
    #[inline]
    pub(super) fn is_fresh(&self) -> bool {
        self.unit.is_none() && self.stale.is_empty()
    }

    /// Whether the entry of a pile is stale.
    #[inline]
    pub(super) fn is_stale(&self, pile: PileId) -> bool {
        let is_moved = |unit: MovedUnit| unit.from == pile || unit.to == pile;
        self.stale.contains(pile) || self.unit.is_some_and(is_moved)
    }

    /// Recomputes what is stale.
    #[inline]
    pub(super) fn refresh(&mut self, view: GameBoard<'_, WORDS, PILES>) {
        if self.stale.is_empty() {
            if let Some(unit) = self.unit.take() {
                self.update_after_move(view, unit);
            }
            return;
        }
        self.forget_unit();
        let stale = std::mem::take(&mut self.stale);
        stale.each(|pile| self.update(view, pile, Change::Any));
    }

    /// Recomputes the entries of two piles after a unit was moved.
    #[inline]
    fn update_after_move(&mut self, view: GameBoard<'_, WORDS, PILES>, unit: MovedUnit) {
        let MovedUnit { card, from, to } = unit;
        let cards_on_it = view.cards_down(to).take_while(|&moved| moved != card);
        let cards = cards_on_it.collect::<CardSet<WORDS>>() | CardSet::only(card);
        let piles = &view.game.folded.piles;
        let (source, target) = (&piles[from.index()], &piles[to.index()]);
        let is_run = source.take == Take::Top
            || source.take == Take::Run && source.run == target.run && !source.run_needs_evaluation;
        self.update(view, from, Change::Lost(cards));
        if is_run {
            self.update(view, to, Change::Gained(cards, card));
        } else {
            self.update(view, to, Change::Any);
        }
    }

    /// Recomputes the entry of a pile that changed, except whether it is `available`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "hot path: after a move, listing spends most of its time here"
    )]
    fn update(&mut self, view: GameBoard<'_, WORDS, PILES>, pile: PileId, change: Change<WORDS>) {
        let rules = &view.game.folded.piles[pile.index()];
        if !rules.is_in_play {
            return;
        }
        spend(Kind::Cache, 2);
        let index = pile.index() & (PILES - 1);
        let (top, size) = (view.board.top(pile), view.board.size(pile));
        let before = self.liftable_with_rules(rules, pile);
        let updated_run = match (change, top) {
            (Change::Any, _) | (_, None) => None,
            (Change::Lost(cards), Some(top)) => {
                let is_in_run = before.units.contains(top);
                is_in_run.then(|| (before.units - cards, top))
            }
            (Change::Gained(run, lowest), Some(top)) => {
                let below = view.board.below(lowest).filter(|_| rules.keep == 0);
                let rows = view.game.folded.tables.rows(rules.run, view.board.base);
                let extends_run = below.is_some_and(|below| rows.contain(below, lowest));
                let units = if extends_run { run | before.units } else { run };
                (rules.keep == 0).then_some((units, top))
            }
        };
        let liftable = match updated_run {
            Some((units, top)) if rules.take == Take::Run && !rules.run_needs_evaluation => {
                Liftable {
                    units,
                    singles: CardSet::only(top),
                }
            }
            _ => view.liftable_by(rules, pile, rules.keep),
        };
        self.units[index] = liftable.units;
        let has_single = rules.take != Take::Any && !liftable.singles.is_empty();
        self.single[index] = top.filter(|_| has_single);
        if self.available[index] {
            self.offers.toggle(before);
            self.offers.toggle(liftable);
        }
        let table = match top {
            None => rules.start,
            Some(_) => rules.build,
        };
        self.accepted[index] = if size < rules.capacity {
            let cards: CardSet<WORDS> = view.game.folded.tables.get(table, view.board.base, top);
            cards - liftable.units - liftable.singles
        } else {
            CardSet::EMPTY
        };
    }

    /// Updates whether some piles are `available`, and all piles where that may change at any time, and offers the cards of
    /// those that are.
    pub(super) fn update_availability(
        &mut self,
        view: GameBoard<'_, WORDS, PILES>,
        piles: PileSet,
    ) {
        let facts = view.facts();
        piles.each(|pile| self.set_available(view, pile, facts.is_available(pile)));
        for (fact, piles) in &view.game.folded.always_affected {
            let is_available = facts.holds(*fact);
            // The fact is the same for all these piles, so one of them tells what it was.
            if piles.lowest().map(|pile| self.is_available(pile)) != Some(is_available) {
                piles.each(|pile| self.set_available(view, pile, is_available));
            }
        }
    }

    fn set_available(
        &mut self,
        view: GameBoard<'_, WORDS, PILES>,
        pile: PileId,
        is_available: bool,
    ) {
        let index = pile.index() & (PILES - 1);
        if self.available[index] != is_available {
            self.available[index] = is_available;
            self.offers.toggle(self.liftable(view, pile));
        }
    }

    /// Whether a pile is `available`.
    pub(super) fn is_available(&self, pile: PileId) -> bool {
        self.available[pile.index() & (PILES - 1)]
    }

    /// Moves a pile's entry to a pile that was empty and has the same rules. The caller must then update the entry of
    /// `from`.
    pub(super) fn move_entry(&mut self, from: PileId, to: PileId) {
        let (from, to) = (from.index() & (PILES - 1), to.index() & (PILES - 1));
        self.units[to] = std::mem::take(&mut self.units[from]);
        self.single[to] = self.single[from].take();
        self.accepted[to] = self.accepted[from];
    }

    /// What may be lifted from a pile, ignoring `available`.
    #[inline]
    pub(super) fn liftable(
        &self,
        view: GameBoard<'_, WORDS, PILES>,
        pile: PileId,
    ) -> Liftable<WORDS> {
        self.liftable_with_rules(&view.game.folded.piles[pile.index()], pile)
    }

    #[inline]
    fn liftable_with_rules(&self, rules: &PileRules, pile: PileId) -> Liftable<WORDS> {
        let index = pile.index() & (PILES - 1);
        let units = self.units[index];
        let singles = match self.single[index] {
            Some(card) => CardSet::only(card),
            None if rules.take == Take::Any => units,
            None => CardSet::EMPTY,
        };
        Liftable { units, singles }
    }

    /// What may be lifted from all piles together.
    #[inline]
    pub(super) fn offers(&self) -> Liftable<WORDS> {
        self.offers
    }

    /// The cards of other piles that a pile's lookup table accepts.
    #[inline]
    pub(super) fn accepted(&self, pile: PileId) -> CardSet<WORDS> {
        self.accepted[pile.index() & (PILES - 1)]
    }
}
