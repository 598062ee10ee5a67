//! A position: where every card lies, and what each pile offers.

use std::sync::Arc;

use crate::cards::{Card, CardId, CardSet, DealNumber, Pack, Rank, Stream};
use crate::condition::{Counter, PileId, PileSet, Place, Scene, Table, View};
use crate::rules::Game;

/// What is kept of a pile: its end of the chain of cards, and what it offers.
#[derive(Clone, Copy, Debug)]
pub(super) struct PileState {
    /// The top card.
    pub top: Option<CardId>,
    /// How many cards.
    pub size: u8,
    /// Which cards may be lifted alone.
    pub alone: Alone,
    /// The lowest cards of units that may be lifted.
    pub units: CardSet,
    /// The cards from elsewhere that it accepts, as far as its top card and the base rank tell.
    pub accepts: CardSet,
    /// The hash of its cards, where the pile is not stale.
    pub hash: u64,
}

/// Which cards of a pile may be lifted alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alone {
    /// None of them.
    None,
    /// This one, which was the top card when that was found out.
    One(CardId),
    /// Each card that may be lifted at all.
    Each,
}

const EMPTY: PileState = PileState {
    top: None,
    size: 0,
    units: CardSet::EMPTY,
    alone: Alone::None,
    accepts: CardSet::EMPTY,
    hash: 0,
};

impl PileState {
    /// The cards that may be lifted, in whatever way.
    pub(super) fn offered(&self) -> CardSet {
        self.units | self.singles()
    }

    /// The cards that may be lifted alone.
    pub(super) fn singles(&self) -> CardSet {
        match self.alone {
            Alone::None => CardSet::EMPTY,
            Alone::One(card) => CardSet::of(card),
            Alone::Each => self.units,
        }
    }
}

/// What may be lifted in a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// The lowest cards of units.
    pub(super) units: CardSet,
    /// The cards that may be lifted alone.
    pub(super) singles: CardSet,
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
    pub(super) below: [Option<CardId>; Pack::MOST],
    /// By card: its pile; `None` for a card that a layout lacks.
    pub(super) pile_of: [Option<PileId>; Pack::MOST],
    pub(super) piles: Vec<PileState>,
    /// What all piles offer together.
    pub(super) offers: Offers,
    /// The cards that lie face down.
    pub(super) hidden: CardSet,
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
    pub(super) touched: PileSet,
    /// The piles whose hashes are to be renewed.
    pub(super) stale: PileSet,
    /// The hashes of all piles together.
    pub(super) hashed: u64,
    /// The piles that the command in progress took the last card of.
    pub(super) emptied: PileSet,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            game: Arc::clone(&self.game),
            piles: self.piles.clone(),
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
        self.pile_of = other.pile_of;
        self.piles.clone_from(&other.piles);
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
            below: [None; Pack::MOST],
            pile_of: [None; Pack::MOST],
            piles: vec![EMPTY; game.piles.len()],
            offers: Offers::default(),
            hidden: CardSet::EMPTY,
            base: None,
            used: vec![0; game.actions.len() + game.groups.len()],
            stream: Stream::new(DealNumber(0)),
            goal: 0,
            carried: 0,
            touched: PileSet::first(game.piles.len()),
            stale: PileSet::first(game.piles.len()),
            hashed: 0,
            emptied: PileSet::EMPTY,
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
        self.hidden.contains(card)
    }

    /// The cards of a pile from its top to its bottom.
    pub fn cards_down(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        std::iter::successors(self.piles[pile.at()].top, |card| self.below[card.at()])
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
        let mut key = Vec::with_capacity(self.game.deck.len() + self.piles.len() + 8);
        for pile in self.pile_ids() {
            for card in self.cards_down(pile) {
                let face = u8::try_from(self.face(card).face()).expect("52 faces");
                key.push(face | if self.is_hidden(card) { 0x80 } else { 0 });
            }
            key.push(u8::MAX);
        }
        key.push(self.base.map_or(0, Rank::number));
        self.counts()
            .for_each(|used| key.extend(used.to_le_bytes()));
        key
    }
}

impl View for Position {
    fn top(&self, pile: PileId) -> Option<Card> {
        let top = self.piles[pile.at()].top;
        top.map(|top| self.game.deck[top.at()])
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        self.cards_down(pile).last().map(|card| self.face(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        self.piles[pile.at()].size
    }

    fn place(&self, pile: PileId) -> Place {
        self.game.piles[pile.at()].place
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
    fn lying_in(&self, piles: PileSet) -> CardSet {
        let offered = piles.iter().map(|pile| self.piles[pile.at()].offered());
        offered.fold(CardSet::EMPTY, |cards, more| cards | more)
    }

    fn pile_of(&self, card: CardId) -> Option<PileId> {
        self.pile_of[card.at()]
    }
}
