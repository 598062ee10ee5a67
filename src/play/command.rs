//! Plays the player's moves and what follows from them: refilling piles, turning cards face up, automatic steps.

use super::board::{Board, GameBoard};
use super::board_view::BoardView;
use super::cache::PileCache;
use super::generate::{Move, State};
use super::sight::{Bindings, Sight};
use super::watch::{Event, Watcher};
use crate::cards::{CardId, CardSet, IdSet, Stream};
use crate::condition::{ActionId, Counter, PileId, PileSet};
use crate::rules::file::Take;
use crate::rules::{Game, MAX_ENTRIES, Way};
use crate::work::{Kind, MOVE, Window, spend};

/// A move or an action in progress. During play, boards change only through a command.
#[derive(Debug)]
pub(super) struct Command<'a, const WORDS: usize, const PILES: usize> {
    pub(super) game: &'a Game,
    pub(super) board: &'a mut Board<WORDS, PILES>,
    pub(super) cache: &'a mut PileCache<WORDS, PILES>,
    /// The random numbers for later shuffles.
    pub(super) rng: &'a mut Stream,
    /// The hash of the board, if it is kept.
    pub(super) hash: &'a mut Option<u64>,
    /// The piles that lost their last card.
    pub(super) emptied: PileSet,
    /// The work that it may do.
    pub(super) window: Window,
}

impl<'a, const WORDS: usize, const PILES: usize> Command<'a, WORDS, PILES> {
    /// A command that has not done anything yet.
    pub(super) fn new(
        game: &'a Game,
        state: &'a mut State<WORDS, PILES>,
        rng: &'a mut Stream,
        hash: &'a mut Option<u64>,
    ) -> Self {
        Command {
            game,
            board: &mut state.board,
            cache: &mut state.cache,
            rng,
            hash,
            emptied: PileSet::EMPTY,
            window: Window::for_sure(MOVE),
        }
    }

    #[inline]
    pub(super) fn view(&self) -> GameBoard<'_, WORDS, PILES> {
        GameBoard {
            game: self.game,
            board: self.board,
        }
    }

    /// Plays a move and its consequences. `way` says what happens to the card at the target pile.
    #[inline]
    pub(super) fn play(&mut self, mv: Move, way: Way, watcher: &mut impl Watcher) {
        match mv {
            Move::Cards(card, to) => {
                let from = self.board.expect_pile_of(card);
                let folded = &self.game.folded;
                let is_alone = folded.piles[from.index()].take == Take::Any;
                if folded.moves_are_local && !is_alone && !self.view().needs_base() {
                    self.move_unit_locally(card, from, to);
                    watcher.note(Event::Done, &self.view());
                    return;
                }
                self.count_move(to);
                match way {
                    Way::Swap => self.swap_cards(card, from, to),
                    Way::Pair => self.move_card(card, to, true),
                    Way::Land if is_alone => self.move_card(card, to, false),
                    Way::Land => self.move_unit(card, from, to),
                }
                watcher.note(Event::Done, &self.view());
            }
            Move::Action(action) => self.run_action(action, watcher),
        }
        self.settle(true, watcher);
    }

    /// Runs the steps of an action and counts its use, without settling the board.
    pub(super) fn run_action(&mut self, action: ActionId, watcher: &mut impl Watcher) {
        let game = self.game;
        self.run(&game.actions[action.index()].steps, watcher);
        // Counted last, so that the steps see the counter as the player saw it.
        self.increment(Counter::Action(action));
    }

    fn increment(&mut self, counter: Counter) {
        let index = self.game.counter_index(counter);
        self.board
            .set_counter(index, self.board.counter(index).saturating_add(1));
    }

    /// Counts a move of cards to a pile, if any condition reads that counter.
    #[inline]
    pub(super) fn count_move(&mut self, to: PileId) {
        let rules = &self.game.piles[to.index()];
        if rules.is_counted {
            self.increment(Counter::Group(rules.group));
        }
    }

    /// Refills emptied piles, turns up liftable cards and runs automatic steps, each time the first one that applies,
    /// until nothing changes or it has done all the work that it may.
    #[inline]
    pub(super) fn settle(&mut self, refill: bool, watcher: &mut impl Watcher) {
        if self.game.autos.is_empty()
            && (self.game.refilled_piles.is_empty()
                || (self.emptied & self.game.refilled_piles).is_empty())
        {
            self.turn_up();
            watcher.note(Event::TurnedUp, &self.view());
        } else {
            self.settle_until_stable(refill, watcher);
        }
    }

    fn settle_until_stable(&mut self, refill: bool, watcher: &mut impl Watcher) {
        let game = self.game;
        let mut run_counts = [0u8; MAX_ENTRIES];
        loop {
            let refilled = refill && self.refill();
            watcher.note(Event::Refilled, &self.view());
            self.turn_up();
            watcher.note(Event::TurnedUp, &self.view());
            let may_run = |auto: usize| usize::from(run_counts[auto]) < game.deck.len();
            let ready = next_auto(&self.view(), self.window, may_run);
            if let Some(auto) = ready {
                run_counts[auto] += 1;
                watcher.note(Event::Auto(auto), &self.view());
                self.run(&game.autos[auto].steps, watcher);
            } else if !self.window.is_open() {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            } else if !refilled {
                // All autos are asked again only if the limit kept one of them from running.
                let is_worn = |auto: usize| usize::from(run_counts[auto]) == game.deck.len();
                if (0..game.autos.len()).any(is_worn)
                    && let Some(auto) = next_auto(&self.view(), self.window, is_worn)
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

    /// Turns up the cards that may be lifted, which must always be face up.
    #[inline]
    pub(super) fn turn_up(&mut self) {
        let game = self.game;
        if game.folded.piles[game.stock.index()].is_in_play {
            self.turn_stock_face_down();
        }
        self.cache.stale.each(|pile| {
            spend(Kind::Cache, 1);
            self.turn_up_pile(pile);
        });
        if !game.folded.availability_affected.is_empty() {
            self.turn_up_available_piles();
        }
    }

    /// Moves a card and all cards on top of it in a game where that changes only the two piles, and finishes the
    /// command.
    #[inline]
    fn move_unit_locally(&mut self, card: CardId, from: PileId, to: PileId) {
        let size = self.board.move_unit(card, from, to);
        self.hash_moved(from, to, size);
        self.subtract_goal_cards(from, size);
        self.add_goal_cards(to, size);
        // The cards that were moved are face up already.
        self.turn_up_pile(from);
        self.cache.note_move(card, from, to);
    }

    /// Turns all cards of the stock face down, if the stock may have changed; cards that may be lifted are then turned
    /// up again.
    fn turn_stock_face_down(&mut self) {
        let stock = self.game.stock;
        if self.cache.stale.contains(stock) || self.game.group_of(stock).available.is_some() {
            self.cache.stale.insert(stock);
            let cards: CardSet<WORDS> = self.view().cards_down(stock).collect();
            self.hash_changed(stock, |command| {
                cards.each(|card| command.board.turn(card, false));
            });
        }
    }

    /// Finds out which piles are `available` after some have changed, and turns up their liftable cards.
    #[inline(never)]
    fn turn_up_available_piles(&mut self) {
        let folded = &self.game.folded;
        let changed = self.cache.stale;
        let mut affected = PileSet::EMPTY;
        changed.each(|pile| affected |= folded.availability_affected[pile.index()]);
        let always = folded
            .always_affected
            .iter()
            .fold(PileSet::EMPTY, |all, (_, piles)| all | *piles);
        affected |= changed.widen() - always;
        loop {
            let view = GameBoard {
                game: self.game,
                board: self.board,
            };
            self.cache.refresh(view);
            self.cache.update_availability(view, affected);
            let mut turned = IdSet::EMPTY;
            if !self.board.hidden().is_empty() {
                (affected | always).each(|pile| {
                    if self.cache.is_available(pile) && self.turn_up_pile(pile) {
                        turned.insert(pile);
                    }
                });
            }
            if turned.is_empty() {
                return;
            }
            self.cache.stale = turned;
            // Whether a card is face up may decide about other piles.
            affected = PileSet::EMPTY;
        }
    }

    /// Turns up the liftable cards of a pile. Returns whether any of them was face down.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it usually checks only the top card")]
    fn turn_up_pile(&mut self, pile: PileId) -> bool {
        let is_down = |top: CardId| self.board.hidden().contains(top);
        let may_be_down = match self.game.folded.piles[pile.index()].take {
            Take::None => false,
            Take::Any => true,
            _ => self.board.top(pile).is_some_and(is_down),
        };
        may_be_down && self.turn_up_cards(pile)
    }

    #[inline(never)]
    fn turn_up_cards(&mut self, pile: PileId) -> bool {
        spend(Kind::Cache, usize::from(self.board.size(pile)));
        let cards: CardSet<WORDS> = self.view().cards_to_turn_up(pile);
        if cards.is_empty() {
            return false;
        }
        self.hash_changed(pile, |command| {
            cards.each(|card| command.board.turn(card, true));
        });
        true
    }
}

/// The first automatic step that may run and would change something.
pub(super) fn next_auto<T: BoardView>(
    view: &T,
    window: Window,
    may_run: impl Fn(usize) -> bool,
) -> Option<usize> {
    let sight = Sight::for_rules(view).within(window);
    view.game()
        .autos
        .iter()
        .enumerate()
        .position(|(index, auto)| {
            let when = auto.when.as_ref();
            may_run(index)
                && sight.allows(Bindings::default(), when) == Some(true)
                && sight.would_change(&auto.steps) == Some(true)
        })
}
