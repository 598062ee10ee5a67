//! A position of a game in progress.

use std::sync::Arc;

use super::board_view::BoardView;
use super::generate::Move;
use super::judge::{Candidate, may_do};
use super::sight::Sight;
use super::sized::{SizedState, with_state};
use super::watch::Watcher;
use crate::cards::{Card, CardId, CardSet, DealNumber, Rank, Stream};
use crate::condition::{ActionId, Counter, PileId, Ternary, View};
use crate::rules::{Game, Way};
use crate::work::{Kind, spend};

/// A valid position of a game: where every card is, whether it is face up, and the game's counters.
///
/// Besides the board, it caches what can be lifted from each pile and what each pile accepts. A move only notes which of
/// this it changes, so that a position whose moves are never listed costs little. Its size depends on the game: half a
/// kilobyte for one pack and sixteen piles.
///
/// Copying a position over another of the same game ([`Clone::clone_from`]), playing a move and listing moves do not
/// allocate, except for steps that reorder a pile and for a list of moves that has to grow.
///
/// # Examples
///
/// Play random moves:
///
/// ```
/// use patience::{Deal, DealNumber, Position, Rules};
///
/// let rules = Rules::built_in("spider")?;
/// let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
/// let (mut moves, mut random) = (Vec::new(), 1_usize);
/// for _ in 0..500 {
///     position.legal_moves_into(&mut moves);
///     if position.is_won() || moves.is_empty() {
///         break;
///     }
///     random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
///     position.play_unchecked(moves[(random >> 33) % moves.len()]);
/// }
/// println!("{}", position.to_text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A best-first solver, which solves most deals of `FreeCell`:
///
/// ```
/// use std::cmp::Reverse;
/// use std::collections::{BinaryHeap, HashSet};
///
/// use patience::{Deal, DealNumber, Position, Rank, Rules};
///
/// /// How far a position is from the end: the cards still in play, and those above a lower card.
/// fn distance(position: &Position) -> usize {
///     let game = position.game();
///     let piles = game.piles().filter(|&pile| game.group_name(pile) != "foundation");
///     let of_pile = |pile| {
///         let cards = position.cards(pile).into_iter();
///         let ranks: Vec<Rank> = cards.filter_map(|card| position.face(card).rank()).collect();
///         let blocks = |at: &usize| ranks[..*at].iter().any(|below| *below < ranks[*at]);
///         ranks.len() + (0..ranks.len()).filter(blocks).count()
///     };
///     piles.map(of_pile).sum()
/// }
///
/// let rules = Rules::built_in("freecell")?;
/// let mut positions = vec![Position::deal(rules.game(), &Deal::Number(DealNumber(7)))?];
/// positions[0].keep_hash();
/// let mut seen = HashSet::from([positions[0].hash()]);
/// let mut open = BinaryHeap::from([(Reverse(distance(&positions[0])), 0)]);
/// let mut is_solved = false;
/// while !is_solved && positions.len() < 100_000 {
///     let Some((_, best)) = open.pop() else { break };
///     for chosen in positions[best].legal_moves() {
///         let mut next = positions[best].clone();
///         next.play(chosen)?;
///         is_solved |= next.is_won();
///         if seen.insert(next.hash()) {
///             open.push((Reverse(distance(&next)), positions.len()));
///             positions.push(next);
///         }
///     }
/// }
/// assert!(is_solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position {
    pub(super) game: Arc<Game>,
    pub(super) state: SizedState,
    /// The random numbers for later shuffles.
    pub(super) rng: Stream,
    /// The hash of the board, if each move keeps it up to date.
    pub(super) board_hash: Option<u64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        // New memory takes far longer than what is written again.
        spend(Kind::Copy, 20 + self.size_in_memory() / 8);
        Position {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            rng: self.rng.clone(),
            board_hash: self.board_hash,
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        spend(Kind::Copy, self.size_in_memory() / 64);
        if !Arc::ptr_eq(&self.game, &other.game) {
            self.game = Arc::clone(&other.game);
        }
        self.state.copy_from(&other.state);
        self.rng.clone_from(&other.rng);
        self.board_hash = other.board_hash;
    }
}

impl Position {
    /// A position without cards.
    pub(super) fn empty(game: &Arc<Game>) -> Position {
        Position {
            game: Arc::clone(game),
            state: SizedState::empty(game),
            rng: Stream::new(DealNumber(0)),
            board_hash: None,
        }
    }

    /// The game being played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The base rank, once it is set.
    pub fn base(&self) -> Option<Rank> {
        with_state!(&self.state, state => state.board.base)
    }

    /// Whether the game has the card and the pile, or the action, of a move. Ids can come from another game.
    #[inline]
    pub(super) fn knows(&self, mv: Move) -> bool {
        match mv {
            Move::Cards(card, pile) => self.has_card(card) && self.has_pile(pile),
            Move::Action(action) => action.index() < self.game.actions.len(),
        }
    }

    #[inline]
    fn has_card(&self, card: CardId) -> bool {
        card.index() < self.game.deck.len()
    }

    #[inline]
    pub(crate) fn has_pile(&self, pile: PileId) -> bool {
        pile.index() < self.game.piles.len()
    }

    /// The face of a card.
    ///
    /// # Panics
    /// Panics if the game does not have the card.
    pub fn face(&self, card: CardId) -> Card {
        self.game.deck[card.index()]
    }

    /// Whether a card is face down.
    pub fn is_hidden(&self, card: CardId) -> bool {
        self.has_card(card)
            && with_state!(&self.state, state => state.board.hidden().contains(card))
    }

    /// The pile a card is in; `None` for a card that a layout left out, or that the game does not have.
    pub fn pile_of(&self, card: CardId) -> Option<PileId> {
        if !self.has_card(card) {
            return None;
        }
        with_state!(&self.state, state => state.board.pile_of(card))
    }

    /// The cards of a pile, from top to bottom; none if the game does not have the pile.
    pub fn cards_down(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        // Every game has a stock, so a pile that the game lacks is read as pile 0, but no card is taken from it.
        let known = Some(pile).filter(|pile| self.has_pile(*pile));
        let most = known.map_or(0, |_| usize::MAX);
        BoardView::cards_down(self, known.unwrap_or(PileId::new(0))).take(most)
    }

    /// The cards of a pile, from bottom to top.
    pub fn cards(&self, pile: PileId) -> Vec<CardId> {
        let mut cards: Vec<CardId> = self.cards_down(pile).collect();
        cards.reverse();
        cards
    }

    /// Returns all legal moves: actions in the order of the rules file, then moves of cards, by target pile.
    ///
    /// Some are missing if listing them takes more work than [`LISTING`](crate::work::LISTING);
    /// [`Position::legal_moves_into`] says so.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        with_state!(&self.state, state => {
            let cache = state.fresh_cache(&self.game);
            state.list(&self.game, &cache, &mut moves);
        });
        moves
    }

    /// Replaces the contents of `moves` with all legal moves. This is the fast way to list them: what is cached is brought
    /// up to date, also for the positions that are copied from this one.
    ///
    /// Returns whether the list is complete: some moves are missing if listing them takes more work than
    /// [`LISTING`](crate::work::LISTING), which happens in no game that `patience check` accepts.
    #[inline]
    pub fn legal_moves_into(&mut self, moves: &mut Vec<Move>) -> bool {
        with_state!(&mut self.state, state => {
            state.refresh(&self.game);
            state.list(&self.game, &state.cache, moves)
        })
    }

    /// Brings up to date what is cached, for those who only look at the position.
    pub(crate) fn refresh(&mut self) {
        with_state!(&mut self.state, state => state.refresh(&self.game));
    }

    /// Whether a move is legal. If two cards can leave the game as a pair or change places, moving either onto the
    /// other may be legal, although only one of these moves is listed. A move that names a card, a pile or an action
    /// that the game does not have is not legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        if !self.knows(mv) {
            return false;
        }
        match mv {
            Move::Action(action) => self.may_do(action),
            Move::Cards(card, to) => self
                .pile_of(card)
                .is_some_and(|from| Candidate { card, from, to }.is_legal(self)),
        }
    }

    /// Plays a move without checking that it is legal. An illegal move can lead to a position that the rules do not
    /// allow, but it neither adds nor loses cards.
    ///
    /// # Panics
    /// May panic, or move another card, if the move names a card that is on no pile, or a card, a pile or an action that
    /// the game does not have.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_with(mv, &mut ());
    }

    /// Plays a move and its consequences, and tells what happens.
    #[inline]
    pub(super) fn play_with(&mut self, mv: Move, watcher: &mut impl Watcher) {
        let (game, rng, hash) = (&self.game, &mut self.rng, &mut self.board_hash);
        with_state!(&mut self.state, state => state.play(game, rng, hash, mv, watcher));
    }

    /// Whether an action is legal. It is not if finding out takes more work than a move may.
    pub(super) fn may_do(&self, action: ActionId) -> bool {
        may_do(self, action)
    }

    /// Whether any move of cards is legal; `None` if that takes more work than a list of moves may.
    pub(super) fn has_card_move(&self) -> Ternary {
        with_state!(&self.state, state => state.has_card_move(&self.game))
    }

    /// The cards that the lookup tables of any of these piles accept now, wherever the cards are.
    pub(crate) fn accepted_cards(&self, piles: &[PileId]) -> CardSet {
        with_state!(&self.state, state => {
            let accepted = piles.iter().map(|&pile| state.accepted(&self.game, pile));
            accepted.fold(CardSet::EMPTY, |all, cards| all | cards.widen())
        })
    }

    /// Whether a move of cards is one of [`Position::legal_moves`].
    pub(super) fn is_listed(&self, card: CardId, pile: PileId) -> bool {
        with_state!(&self.state, state => state.is_listed(&self.game, card, pile))
    }

    /// What happens to a card that is moved to a pile.
    pub(crate) fn way_of(&self, card: CardId, to: PileId) -> Way {
        with_state!(&self.state, state => state.way_of(&self.game, card, to))
    }

    /// The same pair or swap with source and target exchanged: the listed move of the pile's top card onto this card.
    /// `None` if the two cards neither leave as a pair nor change places.
    pub(super) fn mirrored_move(&self, card: CardId, pile: PileId) -> Option<Move> {
        let from = self.pile_of(card)?;
        let top = self.top_card(pile)?;
        let is_top = self.top_card(from) == Some(card);
        let is_mirrored =
            is_top && self.way_of(top, from) != Way::Land && self.is_listed(top, from);
        is_mirrored.then_some(Move::Cards(top, from))
    }

    /// The pile of a card that must be on the board, such as the card of a move.
    pub(crate) fn expect_pile_of(&self, card: CardId) -> PileId {
        with_state!(&self.state, state => state.board.expect_pile_of(card))
    }

    /// Whether cards were shuffled by the moves that led here from an earlier position.
    pub(crate) fn has_shuffled_since(&self, before: &Position) -> bool {
        self.rng.state() != before.rng.state()
    }

    /// Whether the game is won. [`Position::outcome`] also tells whether it is stuck, but takes much longer.
    #[inline]
    pub fn is_won(&self) -> bool {
        with_state!(&self.state, state => state.view(&self.game).is_won())
    }

    /// How far the game is from the condition that wins it; `None` if it has no condition of its own.
    pub(crate) fn distance_to_win(&self) -> Option<u32> {
        with_state!(&self.state, state => state.view(&self.game).distance_to_win())
    }

    /// The score, including the points carried over from earlier games.
    pub fn score(&self) -> i32 {
        View::score(self).saturating_add(self.carried_points())
    }

    /// The score as a player sees it: `None` if it depends on a face-down card.
    pub fn visible_score(&self) -> Option<i32> {
        let score = Sight::for_player(self).visible_score()?;
        Some(score.saturating_add(self.carried_points()))
    }

    fn carried_points(&self) -> i32 {
        with_state!(&self.state, state => state.board.carried_points)
    }

    /// The top card of a pile; `None` if the pile is empty or the game does not have it.
    pub fn top(&self, pile: PileId) -> Option<CardId> {
        self.top_card(pile).filter(|_| self.has_pile(pile))
    }

    /// The number of cards in a pile; 0 if the game does not have it.
    pub fn size(&self, pile: PileId) -> u8 {
        if !self.has_pile(pile) {
            return 0;
        }
        View::size(self, pile)
    }

    /// Sets the points carried over from earlier games in the same session, for games that keep score across deals.
    pub fn carry(&mut self, points: i32) {
        with_state!(&mut self.state, state => state.board.carried_points = points);
    }

    /// Whether the hash and the cache, once it is refreshed, match the board. They always should; tests check it.
    #[doc(hidden)]
    pub fn is_sound(&self) -> bool {
        self.is_hash_sound() && with_state!(&self.state, state => state.is_sound(&self.game))
    }

    /// How often the player used an action, or moved cards to a group if a condition of the game reads that; else 0, also
    /// for an action or a group that the game lacks.
    pub fn counter(&self, counter: Counter) -> u16 {
        if self.game.has_counter(counter) {
            View::counter(self, counter)
        } else {
            0
        }
    }

    /// How many bytes the position takes, without the rules of the game.
    pub(crate) fn size_in_memory(&self) -> usize {
        size_of::<Position>() + with_state!(&self.state, state => size_of_val(&**state))
    }

    /// The values of the counters that a limit or a condition reads, as far as it tells them apart.
    pub(crate) fn relevant_counts(&self) -> impl Iterator<Item = u16> {
        self.game.counters_read.iter().map(|&(index, cap)| {
            let count = with_state!(&self.state, state => state.board.counter(index));
            count.min(cap)
        })
    }

    /// Everything that determines how the game can continue, except the outcome of later shuffles: two positions with
    /// the same key are equivalent under the rules. Cards are encoded by face, and counters only if a limit or a
    /// condition reads them.
    pub fn key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.game.deck.len() + self.game.piles.len() + 8);
        for pile in self.game.piles() {
            for card in self.cards_down(pile) {
                let face = u8::try_from(self.face(card).face()).expect("53 faces");
                key.push(face | if self.is_hidden(card) { 0x80 } else { 0 });
            }
            key.push(u8::MAX);
        }
        key.push(self.base().map_or(0, Rank::number));
        self.relevant_counts()
            .for_each(|count| key.extend(count.to_le_bytes()));
        key
    }
}
