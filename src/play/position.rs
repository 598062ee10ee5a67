//! A position: where every card lies, and what each pile offers.

use std::sync::Arc;

use crate::cards::{Card, DealNumber, Pack, Rank, Stream};
use crate::condition::{Cards, Counter, PileId, Place, Scene, Side, Table, View};
use crate::rules::Game;

/// A card of a game: its place in the new packs. Two packs hold each face twice, under two ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub(super) u8);

impl CardId {
    /// The id as an index, below 128.
    #[must_use]
    pub fn at(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn bit(self) -> Cards {
        1 << self.0
    }
}

/// The places of the bits of a set, lowest first: cards of a set of cards, piles of a set of piles.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let [place, ..] = set.trailing_zeros().to_le_bytes();
        set &= set - 1;
        Some(place)
    })
}

/// Those cards of a set of which something holds.
pub(super) fn only(cards: Cards, holds: impl Fn(CardId) -> bool) -> Cards {
    let cards = bits(cards).map(CardId).filter(|&card| holds(card));
    cards.fold(0, |set, card| set | card.bit())
}

/// The ids of so many cards or piles; there are at most 128.
pub(super) fn ids(count: usize) -> impl Iterator<Item = u8> {
    (0..count).map(|id| id.to_le_bytes()[0])
}

/// No card, or no pile.
pub(super) const NONE: u8 = u8::MAX;

/// What is kept of a pile: its end of the chain of cards, and what it offers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heap {
    /// The top card.
    pub top: u8,
    /// How many cards.
    pub size: u8,
    /// The card that may be lifted alone, or that every card of `units` may be.
    pub alone: u8,
    /// The lowest cards of units that may be lifted.
    pub units: Cards,
    /// The cards from elsewhere that it accepts, as far as its top card and the base rank tell.
    pub accepts: Cards,
    /// The hash of its cards, where the pile is not stale.
    pub hash: u64,
}

const EMPTY: Heap = Heap {
    top: NONE,
    size: 0,
    units: 0,
    alone: NONE,
    accepts: 0,
    hash: 0,
};

/// Every card that may be lifted at all may be lifted alone.
pub(super) const EACH: u8 = NONE - 1;

impl Heap {
    /// The cards that may be lifted, in whatever way.
    pub(super) fn offered(&self) -> Cards {
        self.units | self.singles()
    }

    /// The cards that may be lifted alone.
    pub(super) fn singles(&self) -> Cards {
        match self.alone {
            NONE => 0,
            EACH => self.units,
            card => 1 << card,
        }
    }
}

/// What may be lifted in a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// The lowest cards of units.
    pub(super) units: Cards,
    /// The cards that may be lifted alone.
    pub(super) singles: Cards,
}

/// A valid position of a game.
///
/// Each card knows the card below it and its pile; each pile knows its top card, what may be lifted from it, and which
/// cards it accepts as far as its top card, its group and the base rank tell. That is renewed after a move for the
/// piles that it touched and for those of which the rules say that a touched one decides, and for no others; so the
/// moves of a position are mostly found by one `and` a pile. What is asked of other piles (`from is reserve`, a
/// neighbor's top) is asked where that leaves a card. A law of the tests lays positions out anew and compares.
///
/// Copying one over another of the same game ([`Clone::clone_from`]) and playing a move allocate nothing, but for
/// steps that put a pile in another order. A position of one pack and thirteen piles has about a kilobyte.
#[derive(Debug)]
pub struct Position {
    pub(super) game: Arc<Game>,
    /// By card: the card below it in its pile.
    pub(super) below: [u8; Pack::MOST],
    /// By card: its pile; none for a card that a layout lacks.
    pub(super) home: [u8; Pack::MOST],
    pub(super) heaps: Vec<Heap>,
    /// What all piles offer together.
    pub(super) offers: Offers,
    /// The cards that lie face down.
    pub(super) hidden: Cards,
    pub(super) base: Option<Rank>,
    /// By action how often it was used, then by group how often cards were moved there; of the groups only those
    /// are counted of which a condition asks.
    pub(super) used: Vec<u16>,
    /// The numbers for shuffles that are still to come.
    pub(super) stream: Stream,
    /// How many cards lie on goal piles.
    pub(super) goal: u8,
    /// The points of the games before this one in the same sitting.
    pub(super) carried: i32,
    /// The piles whose offers are to be renewed.
    pub(super) touched: u128,
    /// The piles whose hashes are to be renewed.
    pub(super) stale: u128,
    /// The hashes of all piles together.
    pub(super) hashed: u64,
    /// The piles that the command in progress took the last card of.
    pub(super) emptied: u128,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            game: Arc::clone(&self.game),
            heaps: self.heaps.clone(),
            used: self.used.clone(),
            stream: self.stream.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.game, &other.game) {
            self.game = Arc::clone(&other.game);
        }
        self.below = other.below;
        self.home = other.home;
        self.heaps.clone_from(&other.heaps);
        self.used.clone_from(&other.used);
        self.stream.clone_from(&other.stream);
        self.offers = other.offers;
        self.hidden = other.hidden;
        self.base = other.base;
        self.goal = other.goal;
        self.carried = other.carried;
        self.touched = other.touched;
        self.stale = other.stale;
        self.hashed = other.hashed;
        self.emptied = other.emptied;
    }
}

impl Position {
    /// A table on which nothing lies.
    pub(super) fn empty(game: &Arc<Game>) -> Position {
        Position {
            game: Arc::clone(game),
            below: [NONE; Pack::MOST],
            home: [NONE; Pack::MOST],
            heaps: vec![EMPTY; game.piles.len()],
            offers: Offers::default(),
            hidden: 0,
            base: None,
            used: vec![0; game.actions.len() + game.groups.len()],
            stream: Stream::new(DealNumber(0)),
            goal: 0,
            carried: 0,
            touched: (1 << game.piles.len()) - 1,
            stale: (1 << game.piles.len()) - 1,
            hashed: 0,
            emptied: 0,
        }
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The base rank, once it is set.
    #[must_use]
    pub fn base(&self) -> Option<Rank> {
        self.base
    }

    /// The face of a card.
    #[must_use]
    pub fn face(&self, card: CardId) -> Card {
        self.game.deck[card.at()]
    }

    /// Whether a card lies face down.
    #[must_use]
    pub fn is_hidden(&self, card: CardId) -> bool {
        self.hidden & card.bit() != 0
    }

    /// The cards of a pile from its top to its bottom.
    pub fn cards_down(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        let first = self.heaps[pile.at()].top;
        let next = |&card: &u8| Some(self.below[usize::from(card)]).filter(|&c| c != NONE);
        std::iter::successors(Some(first).filter(|&c| c != NONE), next).map(CardId)
    }

    /// The cards of a pile from its bottom to its top.
    #[must_use]
    pub fn cards(&self, pile: PileId) -> Vec<CardId> {
        let mut cards: Vec<CardId> = self.cards_down(pile).collect();
        cards.reverse();
        cards
    }

    /// The points of games before this one in the same sitting, for a game that counts on from them.
    pub fn carry(&mut self, points: i32) {
        self.carried = points;
    }

    pub(super) fn scene(&self) -> Scene<'_, Position> {
        Scene::table(self, self.base)
    }

    /// What a condition on a pile as a target speaks of, but for the card.
    pub(super) fn target(&self, pile: PileId) -> Scene<'_, Position> {
        Scene {
            top: self.top(pile),
            this: Some(pile),
            ..self.scene()
        }
    }

    /// Where it is kept how often something was done.
    pub(super) fn counted(&self, counter: Counter) -> usize {
        match counter {
            Counter::Action(action) => action.at(),
            Counter::Group(group) => self.game.actions.len() + group.at(),
        }
    }

    /// How often those things were done for which a limit or a condition asks.
    pub(super) fn counts(&self) -> impl Iterator<Item = u16> {
        let actions = self.game.actions.iter();
        let actions = actions.map(|a| a.limit.is_some() || a.is_counted);
        let groups = self.game.groups.iter();
        let groups = groups.map(|g| self.game.piles[g.piles.first.at()].is_counted);
        let counts = actions.chain(groups);
        let counts = counts.zip(&self.used).filter(|(counts, _)| *counts);
        counts.map(|(_, &used)| used)
    }

    /// Everything that decides how the game can go on, by faces, but for how the cards fall in later shuffles: two
    /// positions with the same key are the same to the rules. How often something was done counts as far as a limit
    /// or a condition asks for it.
    #[must_use]
    pub fn key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.game.deck.len() + self.heaps.len() + 8);
        for pile in self.piles() {
            for card in self.cards_down(pile) {
                let face = u8::try_from(self.face(card).face()).expect("52 faces");
                key.push(face | if self.is_hidden(card) { 0x80 } else { 0 });
            }
            key.push(NONE);
        }
        key.push(self.base.map_or(0, Rank::number));
        self.counts()
            .for_each(|used| key.extend(used.to_le_bytes()));
        key
    }
}

impl View for Position {
    fn top(&self, pile: PileId) -> Option<Card> {
        let top = self.heaps[pile.at()].top;
        if top == NONE {
            None
        } else {
            Some(self.game.deck[usize::from(top)])
        }
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        self.cards_down(pile).last().map(|card| self.face(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        self.heaps[pile.at()].size
    }

    fn place(&self, pile: PileId) -> Place {
        self.game.piles[pile.at()].place
    }

    fn beside(&self, pile: PileId, side: Side) -> Option<PileId> {
        self.game.piles[pile.at()].beside[side as usize]
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool {
        self.cards_down(pile).all(|card| holds(self.face(card)))
    }

    fn used(&self, counter: Counter) -> u16 {
        self.used[self.counted(counter)]
    }

    fn score(&self) -> i32 {
        let score = self.game.score;
        let played = score
            .card
            .saturating_mul(i32::from(self.goal))
            .saturating_add(score.start);
        played.saturating_add(self.carried)
    }

    fn won(&self) -> bool {
        match &self.game.win {
            Some(condition) => condition.holds(&self.scene()),
            None => usize::from(self.goal) == self.game.deck.len(),
        }
    }

    fn stuck(&self) -> bool {
        self.outcome() == super::Outcome::Stuck
    }
}

impl Table for Position {
    fn lying_in(&self, piles: u128) -> Cards {
        bits(piles).fold(0, |cards, pile| {
            cards | self.heaps[usize::from(pile)].offered()
        })
    }

    fn home(&self, card: usize) -> PileId {
        PileId(self.home[card])
    }
}
