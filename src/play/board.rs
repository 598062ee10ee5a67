//! The board: where the cards are. It stores no derived data.

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::{Counter, PileId, View};
use crate::rules::Game;
use crate::work::{Kind, spend};

use super::board_view::BoardView;

/// Where the cards of a game are, whether they are face up, and the game's counters.
///
/// Each card stores its pile and the card below it; each pile stores its top card. There is room for `WORDS * 64`
/// cards, `PILES` piles and `PILES` counters; both parameters are powers of two. Cards move only through methods that
/// keep these links consistent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<const WORDS: usize, const PILES: usize> {
    below: [[Option<CardId>; 64]; WORDS],
    pile_of: [[Option<PileId>; 64]; WORDS],
    top: [Option<CardId>; PILES],
    size: [u8; PILES],
    hidden: CardSet<WORDS>,
    /// The counters: how many times each action was used, then how many times cards were moved to each group.
    counters: [u16; PILES],
    /// The points carried over from earlier games in the same session.
    pub(super) carried_points: i32,
    /// The base rank, once it is set.
    pub(super) base: Option<Rank>,
    /// The number of cards on goal piles.
    pub(super) goal_cards: u8,
}

impl<const WORDS: usize, const PILES: usize> Board<WORDS, PILES> {
    /// A board without cards.
    pub(super) fn empty() -> Self {
        Board {
            below: [[None; 64]; WORDS],
            pile_of: [[None; 64]; WORDS],
            top: [None; PILES],
            size: [0; PILES],
            hidden: CardSet::EMPTY,
            counters: [0; PILES],
            carried_points: 0,
            base: None,
            goal_cards: 0,
        }
    }

    /// The index of a card in the arrays. The mask lets the compiler drop the bounds check.
    #[inline]
    fn card_index(card: CardId) -> usize {
        card.index() & (WORDS * 64 - 1)
    }

    /// The index of a pile in the arrays. The mask lets the compiler drop the bounds check.
    #[inline]
    fn pile_index(pile: PileId) -> usize {
        pile.index() & (PILES - 1)
    }

    #[inline]
    pub(super) fn top(&self, pile: PileId) -> Option<CardId> {
        self.top[Self::pile_index(pile)]
    }

    #[inline]
    pub(super) fn size(&self, pile: PileId) -> u8 {
        self.size[Self::pile_index(pile)]
    }

    #[inline]
    pub(super) fn below(&self, card: CardId) -> Option<CardId> {
        self.below.as_flattened()[Self::card_index(card)]
    }

    #[inline]
    pub(super) fn pile_of(&self, card: CardId) -> Option<PileId> {
        self.pile_of.as_flattened()[Self::card_index(card)]
    }

    #[inline]
    pub(super) fn hidden(&self) -> CardSet<WORDS> {
        self.hidden
    }

    #[inline]
    fn set_below(&mut self, card: CardId, below: Option<CardId>) {
        self.below.as_flattened_mut()[Self::card_index(card)] = below;
    }

    #[inline]
    fn set_pile_of(&mut self, card: CardId, pile: PileId) {
        self.pile_of.as_flattened_mut()[Self::card_index(card)] = Some(pile);
    }

    /// The pile of a card that must be on the board, such as the card of a move.
    #[inline]
    pub(super) fn expect_pile_of(&self, card: CardId) -> PileId {
        self.pile_of(card)
            .expect("a card that is moved is on the board")
    }

    /// The value of a counter.
    pub(super) fn counter(&self, index: usize) -> u16 {
        self.counters[index & (PILES - 1)]
    }

    /// Sets a counter.
    pub(super) fn set_counter(&mut self, index: usize, value: u16) {
        self.counters[index & (PILES - 1)] = value;
    }

    /// Moves a card and all cards on top of it to another pile without turning any over. Returns their number.
    #[inline]
    pub(super) fn move_unit(&mut self, card: CardId, from: PileId, to: PileId) -> u8 {
        let top = self.top(from);
        let mut size = 0;
        let mut next = top;
        while let Some(moved) = next {
            self.set_pile_of(moved, to);
            size += 1;
            if moved == card {
                break;
            }
            next = self.below(moved);
        }
        spend(Kind::Move, 4 + usize::from(size));
        self.top[Self::pile_index(from)] = self.below(card);
        self.set_below(card, self.top(to));
        self.top[Self::pile_index(to)] = top;
        self.size[Self::pile_index(from)] -= size;
        self.size[Self::pile_index(to)] += size;
        size
    }

    /// Moves `count` cards, one by one, from the top of a pile that has as many to another pile. `face_up_after` is called
    /// with whether a card was face down, and returns whether it is placed face up.
    #[inline]
    pub(super) fn move_from_top(
        &mut self,
        from: PileId,
        to: PileId,
        count: u8,
        face_up_after: impl Fn(bool) -> bool,
    ) {
        let (mut next, mut onto) = (self.top(from), self.top(to));
        spend(Kind::Move, 4 + usize::from(count));
        for _ in 0..count {
            let Some(card) = next else {
                break;
            };
            next = self.below(card);
            self.set_below(card, onto);
            self.set_pile_of(card, to);
            self.turn(card, face_up_after(self.hidden.contains(card)));
            onto = Some(card);
        }
        self.top[Self::pile_index(from)] = next;
        self.top[Self::pile_index(to)] = onto;
        self.size[Self::pile_index(from)] -= count;
        self.size[Self::pile_index(to)] += count;
    }

    /// Moves all cards of a pile to an empty one, in the same order.
    pub(super) fn move_pile(&mut self, from: PileId, to: PileId) {
        spend(Kind::Move, 4 + usize::from(self.size(from)));
        let mut next = self.top(from);
        while let Some(card) = next {
            self.set_pile_of(card, to);
            next = self.below(card);
        }
        self.top[Self::pile_index(to)] = self.top[Self::pile_index(from)].take();
        self.size[Self::pile_index(to)] = std::mem::take(&mut self.size[Self::pile_index(from)]);
    }

    /// Removes a card from its pile, wherever it is in the pile. Returns the pile.
    pub(super) fn take_out(&mut self, card: CardId) -> PileId {
        let pile = self.expect_pile_of(card);
        // Cards that lie deep are found by walking down.
        spend(Kind::Move, 4 + usize::from(self.size(pile)));
        self.relink(card, pile, self.below(card));
        self.size[Self::pile_index(pile)] -= 1;
        pile
    }

    /// Puts another card, or none, in the place of a card of a pile, as seen from the card on it.
    fn relink(&mut self, card: CardId, pile: PileId, other: Option<CardId>) {
        if self.top(pile) == Some(card) {
            self.top[Self::pile_index(pile)] = other;
            return;
        }
        let mut above = self.top(pile);
        while let Some(next) = above.filter(|&next| self.below(next) != Some(card)) {
            above = self.below(next);
        }
        let above = above.expect("a card that is not on top has a card on it");
        self.set_below(above, other);
    }

    /// Lets a card, wherever it is in its pile, and the top card of another pile change places. Neither is turned over.
    pub(super) fn swap_with_top(&mut self, card: CardId, to: PileId) {
        let from = self.expect_pile_of(card);
        let Some(top) = self.top(to).filter(|_| from != to) else {
            return;
        };
        let (below_card, below_top) = (self.below(card), self.below(top));
        self.relink(card, from, Some(top));
        self.set_below(top, below_card);
        self.set_pile_of(top, from);
        self.top[Self::pile_index(to)] = Some(card);
        self.set_below(card, below_top);
        self.set_pile_of(card, to);
    }

    /// Puts a card that is not in any pile on top of the given pile.
    #[inline]
    pub(super) fn put(&mut self, card: CardId, pile: PileId, face_up: bool) {
        self.set_below(card, self.top(pile));
        self.set_pile_of(card, pile);
        self.top[Self::pile_index(pile)] = Some(card);
        self.size[Self::pile_index(pile)] += 1;
        self.turn(card, face_up);
    }

    /// Moves `count` cards from the top of a pile to the bottom of another pile, which must not be empty, and turns them
    /// face up or face down. They keep their order.
    pub(super) fn move_under(&mut self, from: PileId, to: PileId, count: u8, face_up: bool) {
        let mut lowest = self.lowest(to);
        for _ in 0..count {
            let (Some(above), Some(card)) = (lowest, self.top(from)) else {
                return;
            };
            self.top[Self::pile_index(from)] = self.below(card);
            self.size[Self::pile_index(from)] -= 1;
            self.put_below(card, above, to, face_up);
            lowest = Some(card);
        }
    }

    /// The lowest card of a pile.
    pub(super) fn lowest(&self, pile: PileId) -> Option<CardId> {
        let mut lowest = self.top(pile);
        while let Some(below) = lowest.and_then(|card| self.below(card)) {
            lowest = Some(below);
        }
        lowest
    }

    /// Puts a card that is not in any pile below the lowest card of a pile.
    pub(super) fn put_below(&mut self, card: CardId, lowest: CardId, pile: PileId, face_up: bool) {
        self.set_below(card, None);
        self.set_below(lowest, Some(card));
        self.set_pile_of(card, pile);
        self.size[Self::pile_index(pile)] += 1;
        self.turn(card, face_up);
    }

    /// Turns a card face up or face down.
    #[inline]
    pub(super) fn turn(&mut self, card: CardId, face_up: bool) {
        if face_up {
            self.hidden.remove(card);
        } else {
            self.hidden.insert(card);
        }
    }

    /// Puts other cards, from bottom to top, in the places of a pile's cards. They stay face up or face down.
    pub(super) fn replace(&mut self, pile: PileId, cards: impl IntoIterator<Item = CardId>) {
        let cards = cards.into_iter();
        self.reorder(pile, cards);
        let mut next = self.top(pile);
        while let Some(card) = next {
            self.set_pile_of(card, pile);
            next = self.below(card);
        }
    }

    /// Reorders the cards of a pile; the new order is given from bottom to top.
    pub(super) fn reorder(&mut self, pile: PileId, cards: impl IntoIterator<Item = CardId>) {
        spend(Kind::Move, 4 + usize::from(self.size(pile)));
        let mut below = None;
        for card in cards {
            self.set_below(card, below);
            below = Some(card);
        }
        self.top[Self::pile_index(pile)] = below;
    }
}

/// A board together with its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameBoard<'a, const WORDS: usize, const PILES: usize> {
    pub(super) game: &'a Game,
    pub(super) board: &'a Board<WORDS, PILES>,
}

impl<const WORDS: usize, const PILES: usize> GameBoard<'_, WORDS, PILES> {
    /// How far the game is from the condition that wins it; `None` if it has no condition of its own.
    pub(super) fn distance_to_win(&self) -> Option<u32> {
        let win = self.game.win.as_ref()?;
        Some(win.distance(&self.scene()))
    }

    /// Whether the game is won, by folded facts where there are any.
    pub(super) fn is_won(&self) -> bool {
        let win = self.game.win.as_ref();
        match win.and_then(|condition| condition.facts.get(None)) {
            Some(fact) => self.facts().holds(fact),
            None => View::is_won(self),
        }
    }
}

impl<const WORDS: usize, const PILES: usize> BoardView for GameBoard<'_, WORDS, PILES> {
    fn game(&self) -> &Game {
        self.game
    }

    #[inline]
    fn base(&self) -> Option<Rank> {
        self.board.base
    }

    #[inline]
    fn pile_size(&self, pile: PileId) -> u8 {
        self.board.size(pile)
    }

    #[inline]
    fn top_card(&self, pile: PileId) -> Option<CardId> {
        self.board.top(pile)
    }

    #[inline]
    fn card_below(&self, card: CardId) -> Option<CardId> {
        self.board.below(card)
    }

    #[inline]
    fn pile_of(&self, card: CardId) -> Option<PileId> {
        self.board.pile_of(card)
    }

    #[inline]
    fn is_hidden(&self, card: CardId) -> bool {
        self.board.hidden.contains(card)
    }

    #[inline]
    fn has_hidden_cards(&self) -> bool {
        !self.board.hidden.is_empty()
    }

    fn count(&self, counter: Counter) -> u16 {
        self.board.counter(self.game.counter_index(counter))
    }

    fn goal_cards(&self) -> u8 {
        self.board.goal_cards
    }

    fn is_proved_stuck(&self) -> bool {
        unreachable!(
            "only a test's `holds` condition can read `stuck`, and it is evaluated on a `Position`"
        )
    }
}
