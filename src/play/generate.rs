//! The board with its cache, and the move generator.

use std::borrow::Cow;

use super::board::{Board, GameBoard};
use super::cache::PileCache;
use super::command::Command;
use super::listing::Listing;
use super::sight::Sight;
use super::watch::Watcher;
use crate::cards::{CardId, CardSet, Stream};
use crate::condition::{ActionId, PileId, Ternary};
use crate::rules::fold::FoldedAction;
use crate::rules::{Game, Way};
use crate::work::{Kind, LISTING, Window, spend};

/// A move of cards, or an action. It need not be legal.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// Moves the unit with this lowest card to a pile.
    Cards(CardId, PileId),
    /// Uses an action, such as a deal.
    Action(ActionId),
}

/// A board with its cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const WORDS: usize, const PILES: usize> {
    pub(super) board: Board<WORDS, PILES>,
    pub(super) cache: PileCache<WORDS, PILES>,
}

// Tree searches copy a state for every node, so its size decides how fast they are.
const _: () = assert!(size_of::<State<1, 16>>() <= 528);

impl<const WORDS: usize, const PILES: usize> State<WORDS, PILES> {
    /// The state before any card is on the board.
    pub(super) fn empty(game: &Game) -> Self {
        State::new(game, Board::empty())
    }

    /// A state with a freshly computed cache.
    pub(super) fn new(game: &Game, board: Board<WORDS, PILES>) -> Self {
        let cache = PileCache::new(GameBoard {
            game,
            board: &board,
        });
        State { board, cache }
    }

    /// Whether the cache, once it is refreshed, matches the board, and nothing stale is told before.
    pub(super) fn is_sound(&self, game: &Game) -> bool {
        let cache = PileCache::new(self.view(game));
        let is_accepted = |pile| self.accepted(game, pile) == cache.accepted(pile);
        *self.fresh_cache(game) == cache && game.piles().all(is_accepted)
    }

    /// Refreshes the cache.
    #[inline]
    pub(super) fn refresh(&mut self, game: &Game) {
        let board = &self.board;
        self.cache.refresh(GameBoard { game, board });
    }

    /// The cache, or a copy of it that is refreshed.
    #[inline]
    pub(super) fn fresh_cache(&self, game: &Game) -> Cow<'_, PileCache<WORDS, PILES>> {
        if self.cache.is_fresh() {
            return Cow::Borrowed(&self.cache);
        }
        let mut cache = self.cache;
        cache.refresh(self.view(game));
        Cow::Owned(cache)
    }

    #[inline]
    pub(super) fn view<'a>(&'a self, game: &'a Game) -> GameBoard<'a, WORDS, PILES> {
        GameBoard {
            game,
            board: &self.board,
        }
    }

    /// Plays a move and its consequences.
    #[inline]
    pub(super) fn play(
        &mut self,
        game: &Game,
        rng: &mut Stream,
        hash: &mut Option<u64>,
        mv: Move,
        watcher: &mut impl Watcher,
    ) {
        let way = match mv {
            Move::Cards(card, to) if game.folded.has_partners => {
                self.refresh(game);
                Listing::new(&self.cache, &self.view(game)).way_of(card, to)
            }
            _ => Way::Land,
        };
        Command::new(game, self, rng, hash).play(mv, way, watcher);
    }

    /// Lists the legal actions, then the legal moves of cards by target pile. Returns whether the list is complete: it is
    /// unless that takes more work than a list may.
    #[inline]
    pub(super) fn list(
        &self,
        game: &Game,
        cache: &PileCache<WORDS, PILES>,
        moves: &mut Vec<Move>,
    ) -> bool {
        moves.clear();
        let window = Window::new(LISTING);
        let view = self.view(game);
        let listing = Listing::new(cache, &view);
        let facts = &listing.facts;
        for (id, action) in game.actions().zip(&game.folded.actions) {
            let has_cards = |pile: &PileId| self.board.size(*pile) > 0;
            if (action.sources.is_empty() || action.sources.iter().any(has_cards))
                && action.fact.is_none_or(|fact| facts.holds(fact))
                && (action.rules.is_empty() || is_allowed(view, id, action))
                && window.is_open()
            {
                moves.push(Move::Action(id));
            }
        }
        listing.visit_targets(window, |target, cards| {
            cards.each(|card| moves.push(Move::Cards(card, target.pile)));
            false
        });
        spend(Kind::Target, moves.len());
        window.is_open()
    }

    /// Whether any move of cards is legal; `None` if that takes more work than a list of moves may.
    pub(super) fn has_card_move(&self, game: &Game) -> Ternary {
        let cache = self.fresh_cache(game);
        let window = Window::new(LISTING);
        let found = Listing::new(&cache, &self.view(game)).visit_targets(window, |_, _| true);
        (found || window.is_open()).then_some(found)
    }

    /// Whether a move of cards is among the listed moves.
    pub(super) fn is_listed(&self, game: &Game, card: CardId, pile: PileId) -> bool {
        Listing::new(&self.fresh_cache(game), &self.view(game))
            .cards_onto_pile(pile)
            .contains(card)
    }

    /// What happens to a card that is moved to a pile.
    pub(super) fn way_of(&self, game: &Game, card: CardId, to: PileId) -> Way {
        Listing::new(&self.fresh_cache(game), &self.view(game)).way_of(card, to)
    }

    /// The cards that the lookup table of a pile accepts, wherever they are.
    #[inline]
    pub(super) fn accepted(&self, game: &Game, pile: PileId) -> CardSet<WORDS> {
        if self.cache.is_stale(pile) {
            self.accepted_if_stale(game, pile)
        } else {
            self.cache.accepted(pile)
        }
    }

    // Kept out of line, because a copy of the cache takes up a lot of the stack.
    #[inline(never)]
    fn accepted_if_stale(&self, game: &Game, pile: PileId) -> CardSet<WORDS> {
        self.fresh_cache(game).accepted(pile)
    }
}

/// Whether an action passes the rules that no fact or table covers.
#[inline(never)]
fn is_allowed<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    id: ActionId,
    action: &FoldedAction,
) -> bool {
    let sight = Sight::for_rules(&view);
    let mut rules = action.rules.iter();
    rules.all(|rule| rule.allows_action(&sight, id))
}
