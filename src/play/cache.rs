//! What follows from where the cards lie, and is kept so that moves are listed quickly.

use super::board::GameBoard;
use super::board_view::{BoardView, Liftable};
use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::rules::file::Take;
use crate::rules::fold::PileRules;

/// What a pile's own cards and the base rank decide, and nothing else does. Whatever depends on other piles or on what
/// was done is asked when moves are listed; so nothing here can be stale but by a change of the pile itself.
///
/// | kept | of each pile | follows from | renewed when |
/// |---|---|---|---|
/// | `units` | the lowest cards of the units that may be lifted, whether or not the pile is available | its cards and how they face, the base rank, `take`, `run`, `keep` | the pile changed, or the base was set |
/// | `single` | the card that may be lifted alone; where any card may be taken, those of `units` | its top card and its size, `take`, `keep` | the pile changed, or the base was set |
/// | `accepts` | the cards from elsewhere that its table accepts | its top card and its size, the base rank, `start`, `build`, `capacity` | the pile changed, or the base was set |
/// | `all` | `units` and single cards of all piles together | those of each pile | one of them is renewed |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PileCache<const WORDS: usize, const PILES: usize> {
    units: [CardSet<WORDS>; PILES],
    single: [Option<CardId>; PILES],
    accepts: [CardSet<WORDS>; PILES],
    all: Liftable<WORDS>,
}

/// How a pile changed. It is a hint: what is renewed is the same without it, only later.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<const WORDS: usize> {
    /// In any way.
    Any,
    /// It lost these cards from its top.
    Lost(CardSet<WORDS>),
    /// It got these cards on its top, which are a run by its own rules, the lowest of which is this.
    Gained(CardSet<WORDS>, CardId),
}

impl<const WORDS: usize, const PILES: usize> PileCache<WORDS, PILES> {
    /// What follows from a board on which nothing lies that could be lifted or would accept anything.
    pub(super) fn blank() -> Self {
        PileCache {
            units: [CardSet::EMPTY; PILES],
            single: [None; PILES],
            accepts: [CardSet::EMPTY; PILES],
            all: Liftable::default(),
        }
    }

    /// What follows from a board: the definition, of which [`Kept::renew`] is the short cut.
    pub(super) fn new(view: GameBoard<'_, WORDS, PILES>) -> Self {
        let mut cache = PileCache::blank();
        for pile in PileId::first(view.game.piles.len()) {
            cache.renew(view, pile, Change::Any);
        }
        cache
    }

    /// Works out anew what follows from a pile that changed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is most of what a move takes")]
    pub(super) fn renew(
        &mut self,
        view: GameBoard<'_, WORDS, PILES>,
        pile: PileId,
        change: Change<WORDS>,
    ) {
        let rules = &view.game.folded.piles[pile.at()];
        let index = pile.at() & (PILES - 1);
        let (top, size) = (view.board.top(pile), view.board.size(pile));
        let before = self.liftable_by(rules, pile);
        let run = match (change, top) {
            (Change::Any, _) | (_, None) => None,
            (Change::Lost(cards), Some(top)) => {
                let is_in_run = before.units.contains(top);
                is_in_run.then(|| (before.units - cards, top))
            }
            (Change::Gained(run, lowest), Some(top)) => {
                let on = view.board.below(lowest).filter(|_| rules.keep == 0);
                let rows = view.game.folded.tables.rows(rules.run, view.board.base);
                let goes_on = on.is_some_and(|on| rows.contain(on, lowest));
                let units = if goes_on { run | before.units } else { run };
                (rules.keep == 0).then_some((units, top))
            }
        };
        let liftable = match run {
            Some((units, top)) if rules.take == Take::Run && !rules.run_is_asked => Liftable {
                units,
                singles: CardSet::only(top),
            },
            _ => view.liftable_by(rules, pile, rules.keep),
        };
        self.units[index] = liftable.units;
        let is_alone = rules.take != Take::Any && !liftable.singles.is_empty();
        self.single[index] = top.filter(|_| is_alone);
        // No two piles offer the same card.
        self.all.units ^= before.units ^ liftable.units;
        self.all.singles ^= before.singles ^ liftable.singles;
        let table = match top {
            None => rules.start,
            Some(_) => rules.build,
        };
        self.accepts[index] = if size < rules.capacity {
            let cards: CardSet<WORDS> = view.game.folded.tables.get(table, view.board.base, top);
            cards - liftable.units - liftable.singles
        } else {
            CardSet::EMPTY
        };
    }

    /// A pile was given the number of another, which was empty and has the same rules. What is kept of the first number
    /// is then to be renewed.
    pub(super) fn move_pile(&mut self, from: PileId, to: PileId) {
        let (from, to) = (from.at() & (PILES - 1), to.at() & (PILES - 1));
        self.units[to] = std::mem::take(&mut self.units[from]);
        self.single[to] = self.single[from].take();
        self.accepts[to] = self.accepts[from];
    }

    /// What may be lifted from a pile, if it is available.
    #[inline]
    pub(super) fn liftable(
        &self,
        view: GameBoard<'_, WORDS, PILES>,
        pile: PileId,
    ) -> Liftable<WORDS> {
        self.liftable_by(&view.game.folded.piles[pile.at()], pile)
    }

    #[inline]
    fn liftable_by(&self, rules: &PileRules, pile: PileId) -> Liftable<WORDS> {
        let index = pile.at() & (PILES - 1);
        let units = self.units[index];
        let singles = match self.single[index] {
            Some(card) => CardSet::only(card),
            None if rules.take == Take::Any => units,
            None => CardSet::EMPTY,
        };
        Liftable { units, singles }
    }

    /// What may be lifted from all piles, if they are available.
    #[inline]
    pub(super) fn all(&self) -> Liftable<WORDS> {
        self.all
    }

    /// The cards from elsewhere that a pile's table accepts.
    #[inline]
    pub(super) fn accepts(&self, pile: PileId) -> CardSet<WORDS> {
        self.accepts[pile.at() & (PILES - 1)]
    }
}
