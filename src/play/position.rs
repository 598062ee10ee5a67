//! A position: where every card lies, and what may be done.

use std::sync::Arc;

use super::board::counter_index;
use super::board_view::BoardView;
use super::generate::{Move, State};
use super::judge::{Candidate, may_do};
use super::refusal::Refusal;
use super::work::{MAX_FOR_A_COMMAND, Work};
use crate::cards::{Card, CardId, DealNumber, Rank, Stream};
use crate::condition::{ActionId, Counter, PileId, Place, View};
use crate::rules::Game;

/// A valid position of a game.
///
/// It holds a board, which says where every card lies, and what follows from the board pile by pile. Copying one over
/// another of the same game ([`Clone::clone_from`]), playing a move and listing moves allocate nothing, but for steps that
/// put a pile in another order and for a list that has to grow. What is copied has the size that the game needs: half a
/// kilobyte for one pack and sixteen piles.
#[derive(Debug)]
pub struct Position {
    pub(super) game: Arc<Game>,
    pub(super) state: SizedState,
    /// The numbers for shuffles that are still to come.
    pub(super) stream: Stream,
}

/// The state of a game, with room for as many cards and piles as the game has.
#[derive(Clone, Debug)]
pub(super) enum SizedState {
    /// 64 cards, 16 piles.
    Small(Box<State<1, 16>>),
    /// 64 cards, 64 piles.
    Wide(Box<State<1, 64>>),
    /// 128 cards, 32 piles.
    Double(Box<State<2, 32>>),
    /// 128 cards, 128 piles.
    DoubleWide(Box<State<2, 128>>),
    /// 256 cards, 64 piles.
    Large(Box<State<4, 64>>),
    /// 256 cards, 256 piles.
    Largest(Box<State<4, 256>>),
}

/// Does something with the state of a position, whatever its size.
macro_rules! with_state {
    ($state:expr, $name:ident => $done:expr) => {
        match $state {
            $crate::play::position::SizedState::Small($name) => $done,
            $crate::play::position::SizedState::Wide($name) => $done,
            $crate::play::position::SizedState::Double($name) => $done,
            $crate::play::position::SizedState::DoubleWide($name) => $done,
            $crate::play::position::SizedState::Large($name) => $done,
            $crate::play::position::SizedState::Largest($name) => $done,
        }
    };
}
pub(super) use with_state;

impl SizedState {
    /// The state of a game of which no card lies on the table.
    fn empty(game: &Game) -> SizedState {
        match game.room() {
            (1, 16) => SizedState::Small(Box::new(State::empty(game))),
            (1, _) => SizedState::Wide(Box::new(State::empty(game))),
            (2, 32) => SizedState::Double(Box::new(State::empty(game))),
            (2, _) => SizedState::DoubleWide(Box::new(State::empty(game))),
            (_, 64) => SizedState::Large(Box::new(State::empty(game))),
            _ => SizedState::Largest(Box::new(State::empty(game))),
        }
    }

    /// Becomes the same as another state.
    #[inline]
    fn copy_from(&mut self, other: &SizedState) {
        match (self, other) {
            (SizedState::Small(to), SizedState::Small(from)) => **to = **from,
            (SizedState::Wide(to), SizedState::Wide(from)) => **to = **from,
            (SizedState::Double(to), SizedState::Double(from)) => **to = **from,
            (SizedState::DoubleWide(to), SizedState::DoubleWide(from)) => **to = **from,
            (SizedState::Large(to), SizedState::Large(from)) => **to = **from,
            (SizedState::Largest(to), SizedState::Largest(from)) => **to = **from,
            (to, from) => *to = from.clone(),
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            stream: self.stream.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.game, &other.game) {
            self.game = Arc::clone(&other.game);
        }
        self.state.copy_from(&other.state);
        self.stream.clone_from(&other.stream);
    }
}

impl Position {
    /// A table on which nothing lies.
    pub(super) fn empty(game: &Arc<Game>) -> Position {
        Position {
            game: Arc::clone(game),
            state: SizedState::empty(game),
            stream: Stream::new(DealNumber(0)),
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
        with_state!(&self.state, state => state.board.base)
    }

    /// The face of a card.
    #[must_use]
    pub fn face(&self, card: CardId) -> Card {
        self.game.deck[card.at()]
    }

    /// Whether a card lies face down.
    #[must_use]
    pub fn is_hidden(&self, card: CardId) -> bool {
        with_state!(&self.state, state => state.board.hidden().contains(card))
    }

    /// The pile that a card lies in; `None` for a card that a layout lacks.
    #[must_use]
    pub fn pile_of(&self, card: CardId) -> Option<PileId> {
        with_state!(&self.state, state => state.board.pile_of(card))
    }

    /// The cards of a pile from its top to its bottom.
    pub fn cards_down(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        BoardView::cards_down(self, pile)
    }

    /// The cards of a pile from its bottom to its top.
    #[must_use]
    pub fn cards(&self, pile: PileId) -> Vec<CardId> {
        let mut cards: Vec<CardId> = self.cards_down(pile).collect();
        cards.reverse();
        cards
    }

    /// All legal moves: actions in the order of the file, then for pile after pile what it accepts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Puts all legal moves into a list in place of what it holds.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        with_state!(&self.state, state => state.list(&self.game, moves, &mut Work::new(u64::MAX)));
    }

    /// Whether a move is legal. Of a pair, either card may be moved onto the other if both their piles allow it,
    /// though only one of the two moves is listed.
    #[must_use]
    pub fn is_legal(&self, chosen: Move) -> bool {
        match chosen {
            Move::Action(action) => self.may_do(action, &mut Work::new(MAX_FOR_A_COMMAND)),
            Move::Cards(card, to) => self
                .pile_of(card)
                .is_some_and(|from| Candidate { card, from, to }.is_legal(self)),
        }
    }

    /// Plays a move with everything that follows from it.
    ///
    /// # Errors
    /// A move that is not legal is refused, and nothing changes.
    pub fn play(&mut self, chosen: Move) -> Result<(), Refusal> {
        match self.refusal(chosen) {
            Some(refusal) => Err(refusal),
            None => {
                self.play_unchecked(chosen);
                Ok(())
            }
        }
    }

    /// Plays a move that is legal, such as one of [`Position::legal_moves`]. What a move that is not legal leads
    /// to is no position of the game, though still one of its cards.
    #[inline]
    pub fn play_unchecked(&mut self, chosen: Move) {
        self.play_with(chosen, &mut Work::new(MAX_FOR_A_COMMAND));
    }

    /// Plays a move with what follows from it, as far as the work goes.
    pub(super) fn play_with(&mut self, chosen: Move, work: &mut Work) {
        let (game, stream) = (&self.game, &mut self.stream);
        with_state!(&mut self.state, state => state.play(game, stream, chosen, work));
    }

    /// Whether an action may be asked for; what the work does not suffice to see counts as no change.
    pub(super) fn may_do(&self, action: ActionId, work: &mut Work) -> bool {
        may_do(self, action, work)
    }

    /// Whether a card can be moved.
    pub(super) fn has_card_move(&self) -> bool {
        with_state!(&self.state, state => state.has_card_move(&self.game))
    }

    /// Whether a move of cards is one of [`Position::legal_moves`].
    pub(super) fn is_listed(&self, card: CardId, pile: PileId) -> bool {
        with_state!(&self.state, state => state.is_listed(&self.game, card, pile))
    }

    /// Whether a card that is moved onto the top card of a pile leaves the game with it.
    pub(super) fn is_pair(&self, card: CardId, to: PileId) -> bool {
        with_state!(&self.state, state => state.is_pair(&self.game, card, to))
    }

    /// The listed move by which the top card of a pile leaves the game with this card, which it is moved onto: the same
    /// pair, named the other way round.
    pub(super) fn mirrored_pair(&self, card: CardId, pile: PileId) -> Option<Move> {
        let home = self.pile_of(card)?;
        let top = self.top_card(pile)?;
        let is_top = self.top_card(home) == Some(card);
        let is_mirrored = is_top && self.is_pair(top, home) && self.is_listed(top, home);
        is_mirrored.then_some(Move::Cards(top, home))
    }

    pub(super) fn pile_ids(&self) -> impl Iterator<Item = PileId> + use<> {
        PileId::first(self.game.piles.len())
    }

    /// The pile of a card that lies on the table, as every card of a move does.
    pub(super) fn pile_containing(&self, card: CardId) -> PileId {
        with_state!(&self.state, state => state.board.pile_containing(card))
    }

    /// The points of games before this one in the same sitting, for a game that counts on from them.
    pub fn carry(&mut self, points: i32) {
        with_state!(&mut self.state, state => state.board.carried = points);
    }

    /// Whether what is kept of the board to be quick is what follows from it, as it always should be.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        with_state!(&self.state, state => state.is_sound(&self.game))
    }

    /// How often those things were done for which a limit or a condition asks.
    pub(super) fn relevant_counts(&self) -> impl Iterator<Item = u16> {
        let actions = self.game.actions.iter();
        let actions = actions.map(|a| a.limit.is_some() || a.is_counted);
        let groups = self.game.groups.iter();
        let groups = groups.map(|g| self.game.piles[g.piles.first.at()].is_counted);
        let counts = actions.chain(groups).enumerate();
        let counts = counts.filter(|(_, counts)| *counts);
        counts.map(|(at, _)| with_state!(&self.state, state => state.board.used(at)))
    }

    /// Everything that decides how the game can go on, by faces, but for how the cards fall in later shuffles: two
    /// positions with the same key are the same to the rules. How often something was done counts as far as a limit
    /// or a condition asks for it.
    #[must_use]
    pub fn key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.game.deck.len() + self.game.piles.len() + 8);
        for pile in self.pile_ids() {
            for card in self.cards_down(pile) {
                let face = u8::try_from(self.face(card).face()).expect("52 faces");
                key.push(face | if self.is_hidden(card) { 0x80 } else { 0 });
            }
            key.push(u8::MAX);
        }
        key.push(self.base().map_or(0, Rank::number));
        self.relevant_counts()
            .for_each(|used| key.extend(used.to_le_bytes()));
        key
    }
}

impl View for Position {
    fn top(&self, pile: PileId) -> Option<Card> {
        self.top_card(pile).map(|top| self.face(top))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        self.cards_down(pile).last().map(|card| self.face(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        with_state!(&self.state, state => state.board.size(pile))
    }

    fn place(&self, pile: PileId) -> Place {
        self.game.piles[pile.at()].place
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool {
        self.cards_down(pile).all(|card| holds(self.face(card)))
    }

    fn used(&self, counter: Counter) -> u16 {
        let at = counter_index(&self.game, counter);
        with_state!(&self.state, state => state.board.used(at))
    }

    fn score(&self) -> i32 {
        with_state!(&self.state, state => state.view(&self.game).score())
    }

    #[inline]
    fn won(&self) -> bool {
        with_state!(&self.state, state => state.view(&self.game).won())
    }

    fn stuck(&self) -> bool {
        self.outcome() == super::Outcome::Stuck
    }
}

impl BoardView for Position {
    fn game(&self) -> &Game {
        &self.game
    }

    fn base(&self) -> Option<Rank> {
        Position::base(self)
    }

    fn top_card(&self, pile: PileId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.top(pile))
    }

    fn card_below(&self, card: CardId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.below(card))
    }

    fn pile_of(&self, card: CardId) -> Option<PileId> {
        Position::pile_of(self, card)
    }

    fn is_hidden(&self, card: CardId) -> bool {
        Position::is_hidden(self, card)
    }

    fn has_hidden_cards(&self) -> bool {
        with_state!(&self.state, state => !state.board.hidden().is_empty())
    }

    fn is_restored_by(&self, action: ActionId, work: &mut Work) -> bool {
        with_state!(&self.state, state => state.view(&self.game).is_restored_by(action, work))
    }
}
