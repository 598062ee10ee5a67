//! Plays the player's moves and what follows from them: refilling piles, turning cards face up, automatic steps.

use super::board::{Board, GameBoard, counter_index};
use super::board_view::BoardView;
use super::cache::{Change, PileCache};
use super::generate::{Move, State};
use super::sight::{Bindings, Sight};
use super::watch::{Event, Watcher};
use super::work::WorkBudget;
use crate::cards::{CardId, CardSet, Stream};
use crate::condition::{ActionId, Counter, PileId, PileSet};
use crate::rules::file::Take;
use crate::rules::{Game, MAX_ENTRIES, Way};

/// A move or an action in progress. During play, boards change only through a command.
#[derive(Debug)]
pub(super) struct Command<'a, const WORDS: usize, const PILES: usize> {
    pub(super) game: &'a Game,
    pub(super) board: &'a mut Board<WORDS, PILES>,
    cache: &'a mut PileCache<WORDS, PILES>,
    /// The random numbers for later shuffles.
    pub(super) rng: &'a mut Stream,
    /// The piles that changed and whose cache entries have not been refreshed yet.
    pub(super) changed: PileSet,
    /// The piles that lost their last card.
    emptied: PileSet,
}

impl<'a, const WORDS: usize, const PILES: usize> Command<'a, WORDS, PILES> {
    /// A command that has not done anything yet.
    pub(super) fn new(
        game: &'a Game,
        state: &'a mut State<WORDS, PILES>,
        rng: &'a mut Stream,
    ) -> Self {
        Command {
            game,
            board: &mut state.board,
            cache: &mut state.cache,
            rng,
            changed: PileSet::EMPTY,
            emptied: PileSet::EMPTY,
        }
    }

    #[inline]
    pub(super) fn view(&self) -> GameBoard<'_, WORDS, PILES> {
        GameBoard {
            game: self.game,
            board: self.board,
        }
    }

    /// Plays a move and its consequences, within the work budget. `way` says what happens to the card at the target
    /// pile.
    #[inline]
    pub(super) fn play(
        &mut self,
        mv: Move,
        way: Way,
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        match mv {
            Move::Cards(card, to) => {
                let from = self.board.expect_pile_of(card);
                self.count_move(to);
                let folded = &self.game.folded;
                if way == Way::Swap {
                    self.swap_cards(card, from, to);
                } else if way == Way::Pair || folded.piles[from.index()].take == Take::Any {
                    self.move_card(card, to, way == Way::Pair);
                } else if folded.moves_are_local && !self.view().needs_base() {
                    self.move_unit_locally(card, from, to);
                    watcher.note(Event::Done, &self.view());
                    return;
                } else {
                    self.move_unit(card, from, to);
                }
                watcher.note(Event::Done, &self.view());
            }
            Move::Action(action) => self.run_action(action, budget, watcher),
        }
        self.settle(true, budget, watcher);
    }

    /// Runs the steps of an action and counts its use, without settling the board.
    pub(super) fn run_action(
        &mut self,
        action: ActionId,
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        let game = self.game;
        self.run(&game.actions[action.index()].steps, budget, watcher);
        // Counted last, so that the steps see the counter as the player saw it.
        self.increment(Counter::Action(action));
    }

    fn increment(&mut self, counter: Counter) {
        let index = counter_index(self.game, counter);
        self.board
            .set_counter(index, self.board.counter(index).saturating_add(1));
    }

    /// Counts a move of cards to a pile, if any condition reads that counter.
    #[inline]
    fn count_move(&mut self, to: PileId) {
        let rules = &self.game.piles[to.index()];
        if rules.is_counted {
            self.increment(Counter::Group(rules.group));
        }
    }

    /// Moves one card from anywhere in its pile: to another pile, or, if `removes_pair` is set, out of the game
    /// together with that pile's top card.
    fn move_card(&mut self, card: CardId, to: PileId, removes_pair: bool) {
        match self.game.discard.filter(|_| removes_pair) {
            Some(discard) => {
                // The top card goes to the discard pile first, below the moved card.
                let top = self.take_top(to);
                self.take_out(card);
                for card in top.into_iter().chain([card]) {
                    self.put(card, discard, true);
                }
            }
            None => {
                let face_up = !self.board.hidden().contains(card);
                self.take_out(card);
                self.put(card, to, face_up);
            }
        }
    }

    /// Lets a card and the top card of another pile change places. The group of the card's pile also gets a card.
    fn swap_cards(&mut self, card: CardId, from: PileId, to: PileId) {
        let group = |pile: PileId| self.game.piles[pile.index()].group;
        if group(from) != group(to) {
            self.count_move(from);
        }
        self.board.swap_with_top(card, to);
        self.changed |= PileSet::only(from) | PileSet::only(to);
    }

    /// Updates the number of cards on goal piles for cards added to a pile.
    #[inline]
    fn add_goal_cards(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.index()].goal {
            self.board.goal_cards += cards;
        }
    }

    /// Updates the number of cards on goal piles for cards removed from a pile.
    #[inline]
    fn subtract_goal_cards(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.index()].goal {
            self.board.goal_cards -= cards;
        }
    }

    /// Records that cards were added to a pile.
    #[inline]
    fn record_added(&mut self, pile: PileId, cards: u8) {
        self.add_goal_cards(pile, cards);
        self.changed.insert(pile);
    }

    /// Records that cards were removed from a pile.
    #[inline]
    fn record_removed(&mut self, pile: PileId, cards: u8) {
        self.subtract_goal_cards(pile, cards);
        if self.board.size(pile) == 0 {
            self.emptied.insert(pile);
        }
        self.changed.insert(pile);
    }

    /// Moves a card and all cards on top of it without turning any over.
    #[inline]
    pub(super) fn move_unit(&mut self, card: CardId, from: PileId, to: PileId) {
        let was_empty = self.board.size(to) == 0;
        let (_, size) = self.board.move_unit(card, from, to);
        self.record_removed(from, size);
        self.record_added(to, size);
        if was_empty {
            self.set_base_if_unset(to, card);
        }
    }

    /// Moves cards one by one from the top of a pile to another: at most `max`, limited by the cards available and the
    /// room in the target. `face_up_after` is called with whether a card was face down, and returns whether it is placed
    /// face up. Returns the number of cards moved.
    #[inline]
    pub(super) fn deal_from_top(
        &mut self,
        from: PileId,
        to: PileId,
        max: u8,
        face_up_after: impl Fn(bool) -> bool,
    ) -> u8 {
        let was_empty = self.board.size(to) == 0;
        let count = max.min(self.max_dealt(from, to));
        let Some(first) = self.board.top(from).filter(|_| count > 0) else {
            return 0;
        };
        let may_face_up = to != self.game.stock;
        self.board.move_from_top(from, to, count, |was_hidden| {
            may_face_up && face_up_after(was_hidden)
        });
        self.record_removed(from, count);
        self.record_added(to, count);
        if was_empty {
            self.set_base_if_unset(to, first);
        }
        count
    }

    /// Like [`Command::deal_from_top`], but each card goes under all cards of the target.
    pub(super) fn deal_under(&mut self, from: PileId, to: PileId, max: u8, face_up: bool) -> u8 {
        let is_first = self.board.size(to) == 0;
        let first = if is_first {
            self.deal_from_top(from, to, max.min(1), |_| face_up)
        } else {
            0
        };
        let count = (max - first).min(self.max_dealt(from, to));
        if count > 0 {
            let face_up = face_up && to != self.game.stock;
            self.board.move_under(from, to, count, face_up);
            self.record_removed(from, count);
            self.record_added(to, count);
        }
        first + count
    }

    /// The largest number of cards that can be dealt from a pile to another.
    fn max_dealt(&self, from: PileId, to: PileId) -> u8 {
        let capacity = self.game.folded.piles[to.index()].capacity;
        let room = capacity.saturating_sub(self.board.size(to));
        room.min(self.board.size(from))
    }

    /// Moves all cards of a pile to an empty pile of the same group.
    pub(super) fn move_pile(&mut self, from: PileId, to: PileId) {
        self.board.move_pile(from, to);
        self.emptied.insert(from);
        let piles = &self.game.folded.piles;
        let is_stale = self.changed.contains(from) || self.changed.contains(to);
        if is_stale || piles[from.index()] != piles[to.index()] {
            self.changed |= PileSet::only(from) | PileSet::only(to);
        } else {
            self.cache.move_entry(from, to);
        }
        if self.view().needs_base()
            && let Some(lowest) = self.view().cards_down(to).last()
        {
            self.set_base_if_unset(to, lowest);
        }
    }

    /// Sets the base rank, if it is not set yet and `card` is the first card on a pile of the group that sets it.
    #[inline]
    fn set_base_if_unset(&mut self, pile: PileId, card: CardId) {
        if self.board.base.is_none()
            && let Some(base) = &self.game.base
            && base.of == self.game.piles[pile.index()].group
            && let Some(rank) = self.game.deck[card.index()].rank()
        {
            self.board.base = Some(rank);
            // What every pile offers and accepts may depend on the base rank.
            self.changed = PileSet::first(self.game.piles.len());
        }
    }

    /// Removes a card from its pile, wherever it is in the pile.
    pub(super) fn take_out(&mut self, card: CardId) {
        let pile = self.board.take_out(card);
        self.record_removed(pile, 1);
    }

    /// Removes the top card of a pile and returns it; `None` if the pile is empty.
    pub(super) fn take_top(&mut self, pile: PileId) -> Option<CardId> {
        let card = self.board.top(pile)?;
        self.take_out(card);
        Some(card)
    }

    /// Puts a card that is not in any pile on top of the given pile. Cards put on the stock are always face down.
    pub(super) fn put(&mut self, card: CardId, pile: PileId, face_up: bool) {
        let was_empty = self.board.size(pile) == 0;
        self.board
            .put(card, pile, face_up && pile != self.game.stock);
        self.record_added(pile, 1);
        if was_empty {
            self.set_base_if_unset(pile, card);
        }
    }

    /// Puts a card that is not in any pile at the bottom of the given pile. Cards put into the stock are always face
    /// down.
    pub(super) fn put_under(&mut self, card: CardId, pile: PileId, face_up: bool) {
        if self.board.size(pile) == 0 {
            return self.put(card, pile, face_up);
        }
        self.board
            .put_under(card, pile, face_up && pile != self.game.stock);
        self.record_added(pile, 1);
    }

    /// Refills emptied piles, turns up liftable cards and runs automatic steps, each time the first one that applies,
    /// until nothing changes or the work budget runs out.
    #[inline]
    pub(super) fn settle(
        &mut self,
        refill: bool,
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        if self.game.autos.is_empty()
            && (self.game.refilled_piles.is_empty()
                || (self.emptied & self.game.refilled_piles).is_empty())
        {
            self.refresh();
            watcher.note(Event::TurnedUp, &self.view());
        } else {
            self.settle_until_stable(refill, budget, watcher);
        }
    }

    fn settle_until_stable(
        &mut self,
        refill: bool,
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        let game = self.game;
        let mut run_counts = [0u8; MAX_ENTRIES];
        loop {
            let refilled = refill && self.refill();
            watcher.note(Event::Refilled, &self.view());
            self.refresh();
            watcher.note(Event::TurnedUp, &self.view());
            if !budget.spend(game.folded.update_cost) {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            }
            let may_run = |auto: usize| usize::from(run_counts[auto]) < game.deck.len();
            let ready = next_auto(&self.view(), may_run, budget);
            if let Some(auto) = ready {
                run_counts[auto] += 1;
                watcher.note(Event::Auto(auto), &self.view());
                self.run(&game.autos[auto].steps, budget, watcher);
            } else if budget.is_spent() {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            } else if !refilled {
                // All autos are asked again only if the limit kept one of them from running.
                let is_worn = |auto: usize| usize::from(run_counts[auto]) == game.deck.len();
                if (0..game.autos.len()).any(is_worn)
                    && let Some(auto) = next_auto(&self.view(), is_worn, budget)
                {
                    watcher.note(Event::OutOfRuns(auto), &self.view());
                }
                return;
            }
        }
    }

    /// Refills the piles that the command emptied, in order, with one card each. Returns whether any was refilled.
    fn refill(&mut self) -> bool {
        let mut refilled = false;
        for pile in (self.emptied & self.game.refilled_piles).iter() {
            if self.board.size(pile) > 0 {
                continue;
            }
            let game = self.game;
            let sources = game.group_of(pile).fill.iter();
            let sources = sources.flat_map(|g| game.group(*g).piles.iter());
            let mut nonempty = sources.filter(|&p| p != pile && self.board.size(p) > 0);
            if let Some(source) = nonempty.next()
                && let Some(card) = self.board.top(source)
            {
                let face_up = !self.board.hidden().contains(card);
                self.take_out(card);
                self.put(card, pile, face_up);
                refilled = true;
            }
        }
        refilled
    }

    /// Turns up the cards that may be lifted, which must always be face up, and refreshes the cache entries of the
    /// changed piles.
    #[inline]
    pub(super) fn refresh(&mut self) {
        let game = self.game;
        if game.folded.stock_is_in_play {
            self.turn_stock_face_down();
        }
        std::mem::take(&mut self.changed).each(|pile| self.refresh_pile(pile, Change::Any));
        if !game.folded.availability_facts.is_empty() && !self.board.hidden().is_empty() {
            self.turn_up_available_cards();
        }
    }

    /// Turns up the liftable cards of a changed pile and refreshes its cache entry.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "hot path: playing a move spends most of its time here"
    )]
    fn refresh_pile(&mut self, pile: PileId, change: Change<WORDS>) {
        self.turn_up_pile(pile);
        self.refresh_cache_entry(pile, change);
    }

    /// Moves a card and all cards on top of it in a game where that changes only the two piles, and finishes the
    /// command.
    #[inline]
    fn move_unit_locally(&mut self, card: CardId, from: PileId, to: PileId) {
        let (cards, size) = self.board.move_unit(card, from, to);
        self.subtract_goal_cards(from, size);
        self.add_goal_cards(to, size);
        let piles = &self.game.folded.piles;
        let (source, target) = (&piles[from.index()], &piles[to.index()]);
        let is_run = source.take == Take::Top
            || source.take == Take::Run && source.run == target.run && !source.run_needs_evaluation;
        self.refresh_pile(from, Change::Lost(cards));
        if is_run {
            self.refresh_pile(to, Change::Gained(cards, card));
        } else {
            self.refresh_pile(to, Change::Any);
        }
    }

    /// Refreshes the cache entry of a pile.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "hot path: playing a move spends most of its time here"
    )]
    fn refresh_cache_entry(&mut self, pile: PileId, change: Change<WORDS>) {
        let view = GameBoard {
            game: self.game,
            board: self.board,
        };
        self.cache.update(view, pile, change);
    }

    /// Turns all cards of the stock face down, if the stock may have changed; cards that may be lifted are then turned
    /// up again.
    fn turn_stock_face_down(&mut self) {
        let stock = self.game.stock;
        if self.changed.contains(stock) || self.game.group_of(stock).available.is_some() {
            self.changed.insert(stock);
            let cards: CardSet<WORDS> = self.view().cards_down(stock).collect();
            cards.each(|card| self.board.turn(card, false));
        }
    }

    /// Turns up cards of piles with an `available` condition, which may depend on any other pile, and on cards that
    /// this turns up.
    fn turn_up_available_cards(&mut self) {
        let folded = &self.game.folded;
        let mut turned = true;
        while std::mem::take(&mut turned) {
            for pile in PileId::first(folded.availability_facts.len()) {
                if folded.availability_fact(pile).is_some() && self.turn_up_pile(pile) {
                    self.refresh_cache_entry(pile, Change::Any);
                    turned = true;
                }
            }
        }
    }

    /// Turns up the liftable cards of a pile. Returns whether any of them was face down.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it usually checks only the top card")]
    fn turn_up_pile(&mut self, pile: PileId) -> bool {
        let top = self.board.top(pile);
        let is_down = top.is_some_and(|top| self.board.hidden().contains(top));
        let may_have_hidden = is_down || self.game.folded.piles[pile.index()].take == Take::Any;
        may_have_hidden && self.turn_up_cards(pile)
    }

    #[inline(never)]
    fn turn_up_cards(&mut self, pile: PileId) -> bool {
        let cards: CardSet<WORDS> = self.view().cards_to_turn_up(pile);
        cards.each(|card| self.board.turn(card, true));
        !cards.is_empty()
    }
}

/// The first automatic step that may run and would change something.
pub(super) fn next_auto<T: BoardView>(
    view: &T,
    may_run: impl Fn(usize) -> bool,
    budget: &mut WorkBudget,
) -> Option<usize> {
    let sight = Sight::for_rules(view);
    view.game()
        .autos
        .iter()
        .enumerate()
        .position(|(index, auto)| {
            let when = auto.when.as_ref();
            may_run(index)
                && sight.holds_within_budget(Bindings::default(), when, budget) == Some(true)
                && sight.would_change(&auto.steps, budget) == Some(true)
        })
}
