//! The move generator.
//!
//! It iterates over target piles, not over pairs of piles: the moves to a target are the intersection of the cards that
//! it accepts and the cards that may be lifted. Only what the lookup tables cannot express is evaluated card by card.

use super::board::{Board, GameBoard};
use super::board_view::{BoardView, Liftable};
use super::cache::PileCache;
use super::checks::Checker;
use super::command::Command;
use super::facts::FactEvaluator;
use super::judge::Candidate;
use super::sight::Sight;
use super::watch::Watcher;
use super::work::{MAX_COMMAND_WORK, WorkBudget};
use crate::cards::{CardId, CardSet, Stream};
use crate::condition::{ActionId, PileId, Piles};
use crate::rules::fold::{FoldedAction, Target};
use crate::rules::{Game, Way};

/// The largest work of a list of card moves that is not counted pile by pile.
const MAX_CHEAP_LISTING: u64 = 10_000;

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

/// The piles of a group with `alike`, which are interchangeable.
struct InterchangeablePiles<const WORDS: usize> {
    piles: Piles,
    /// What may be lifted from all other piles.
    elsewhere: Liftable<WORDS>,
    /// The first empty pile; the other empty piles accept no cards.
    first_empty: Option<PileId>,
}

/// What is known of the cards of piles with `available` while moves are listed.
#[derive(Default)]
struct AvailableCards<const WORDS: usize> {
    /// The cards of the piles whose condition has been evaluated.
    asked: CardSet<WORDS>,
    /// Those that may not be lifted.
    unavailable: CardSet<WORDS>,
}

// Tree searches copy a state for every node, so its size decides how fast they are.
const _: () = assert!(size_of::<State<1, 16>>() <= 512);

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

    /// Whether the cache matches the board.
    pub(super) fn is_sound(&self, game: &Game) -> bool {
        self.cache == PileCache::new(self.view(game))
    }

    #[inline]
    pub(super) fn view<'a>(&'a self, game: &'a Game) -> GameBoard<'a, WORDS, PILES> {
        GameBoard {
            game,
            board: &self.board,
        }
    }

    /// Plays a move and its consequences, within the work budget.
    #[inline]
    pub(super) fn play(
        &mut self,
        game: &Game,
        rng: &mut Stream,
        mv: Move,
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        let way = match mv {
            Move::Cards(card, to) if game.folded.has_partners => self.way_of(game, card, to),
            _ => Way::Land,
        };
        Command::new(game, self, rng).play(mv, way, budget, watcher);
    }

    /// Lists the legal actions, then the legal moves of cards by target pile, within the work budget.
    #[inline]
    pub(super) fn list(&self, game: &Game, moves: &mut Vec<Move>, budget: &mut WorkBudget) {
        moves.clear();
        let facts = FactEvaluator::new(self.view(game));
        for (id, action) in game.actions().zip(&game.folded.actions) {
            let has_cards = |pile: &PileId| self.board.size(*pile) > 0;
            if (action.sources.is_empty() || action.sources.iter().any(has_cards))
                && action
                    .fact
                    .is_none_or(|fact| budget.spend(action.cost) && facts.holds(fact))
                && (action.rules.is_empty() || is_allowed(facts.view, id, action, budget))
            {
                moves.push(Move::Action(id));
            }
        }
        self.visit_landings(&facts, budget, |target, cards| {
            cards.each(|card| moves.push(Move::Cards(card, target.pile)));
            false
        });
    }

    /// Whether any move of cards is legal.
    pub(super) fn has_card_move(&self, game: &Game) -> bool {
        let facts = FactEvaluator::new(self.view(game));
        self.visit_landings(&facts, &mut WorkBudget::new(u64::MAX), |_, _| true)
    }

    /// Whether a move of cards is among the listed moves.
    pub(super) fn is_listed(&self, game: &Game, card: CardId, pile: PileId) -> bool {
        let facts = FactEvaluator::new(self.view(game));
        self.visit_landings(&facts, &mut WorkBudget::new(u64::MAX), |target, cards| {
            target.pile == pile && cards.contains(card)
        })
    }

    /// Calls `visit` with each target pile and the cards that may move there, until it returns true or the work budget
    /// runs out. Returns whether it returned true.
    #[inline]
    fn visit_landings(
        &self,
        facts: &FactEvaluator<'_, WORDS, PILES>,
        budget: &mut WorkBudget,
        mut visit: impl FnMut(&Target, CardSet<WORDS>) -> bool,
    ) -> bool {
        let folded = &facts.view.game.folded;
        let targets = &folded.targets;
        // In most games it is enough to count once.
        let is_cheap = folded.listing_cost <= MAX_CHEAP_LISTING;
        budget.spend(if is_cheap {
            folded.listing_cost
        } else {
            targets.len() as u64
        });
        let offers = self.cache.all_liftable();
        let needs_base = facts.view.needs_base();
        let has_availability_facts = !folded.availability_facts.is_empty();
        let mut interchangeable: Option<InterchangeablePiles<WORDS>> = None;
        let mut available = AvailableCards::default();
        for target in targets {
            if needs_base && facts.view.judges_by_base(target.pile) {
                if !is_cheap && !budget.spend(target.cost) {
                    return false;
                }
                let cards = self.cards_by_rules(target, offers, facts);
                if !cards.is_empty() && visit(target, cards) {
                    return true;
                }
                continue;
            }
            // For most piles this set is empty, so nothing else has to be evaluated.
            let mut cards = offers.for_target(target.takes_one) & self.cache.accepted(target.pile);
            if !cards.is_empty() && (!target.tables_suffice || has_availability_facts) {
                if !is_cheap && !budget.spend(target.cost) {
                    return false;
                }
                let (groups, available) = (&mut interchangeable, &mut available);
                cards = self.filter_landing(target, cards, offers, groups, available, facts);
            }
            if let Some(way) = target.partner_way {
                if !is_cheap && !budget.spend(target.cost) {
                    return false;
                }
                cards |= self.partner_cards(target, way, offers, facts);
            }
            if !cards.is_empty() && visit(target, cards) {
                return true;
            }
        }
        false
    }

    /// Collects what the loop over targets needs to know about interchangeable piles.
    fn interchangeable_piles(
        &self,
        piles: Piles,
        offers: Liftable<WORDS>,
        view: GameBoard<'_, WORDS, PILES>,
    ) -> InterchangeablePiles<WORDS> {
        let mut elsewhere = offers;
        for pile in piles.iter() {
            let liftable = self.cache.liftable(view, pile);
            elsewhere.units -= liftable.units;
            elsewhere.singles -= liftable.singles;
        }
        InterchangeablePiles {
            piles,
            elsewhere,
            first_empty: view.first_empty(piles),
        }
    }

    /// Keeps the cards of piles whose `available` lets them be lifted.
    fn keep_available(
        &self,
        cards: CardSet<WORDS>,
        known: &mut AvailableCards<WORDS>,
        facts: &FactEvaluator<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let mut rest = cards - known.asked;
        while let Some(card) = rest.lowest() {
            let pile = self.board.expect_pile_of(card);
            let liftable = self.cache.liftable(facts.view, pile);
            let of_pile = liftable.units | liftable.singles | CardSet::only(card);
            known.asked |= of_pile;
            rest -= of_pile;
            if !facts.is_available(pile) {
                known.unavailable |= of_pile;
            }
        }
        cards - known.unavailable
    }

    /// Keeps the cards that may be placed on a target, out of those passing its lookup table. This slow path is kept
    /// out of the loop over all piles.
    fn filter_landing(
        &self,
        target: &Target,
        mut cards: CardSet<WORDS>,
        offers: Liftable<WORDS>,
        interchangeable: &mut Option<InterchangeablePiles<WORDS>>,
        available: &mut AvailableCards<WORDS>,
        facts: &FactEvaluator<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let is_empty = self.board.size(target.pile) == 0;
        if let Some(piles) = target.interchangeable_with {
            let interchangeable = match interchangeable {
                Some(interchangeable) if interchangeable.piles == piles => interchangeable,
                _ => interchangeable.insert(self.interchangeable_piles(piles, offers, facts.view)),
            };
            if is_empty && interchangeable.first_empty != Some(target.pile) {
                return CardSet::EMPTY;
            }
            cards &= interchangeable.elsewhere.for_target(target.takes_one);
        }
        if !facts.view.game.folded.availability_facts.is_empty() {
            cards = self.keep_available(cards, available, facts);
        }
        let checks = if is_empty {
            target.checks_when_empty
        } else {
            target.checks_when_occupied
        };
        if checks != 0 && !cards.is_empty() {
            let checks = &facts.view.game.folded.pending_checks[usize::from(checks)];
            let checker = Checker {
                state: self,
                to: target.pile,
                takes_one: target.takes_one,
                facts,
            };
            cards = checker.keep(checks, cards);
        }
        cards
    }

    /// The cards that may go to a target, found by evaluating every rule. This is needed only until the base rank is
    /// set, because a card that may set it is judged by its own rank.
    #[cold]
    fn cards_by_rules(
        &self,
        target: &Target,
        offers: Liftable<WORDS>,
        facts: &FactEvaluator<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let to = target.pile;
        let offered = offers.for_target(target.takes_one);
        let landing = offered.filter(|card| {
            let from = self.board.expect_pile_of(card);
            Candidate { card, from, to }.is_allowed(&facts.view, Way::Land)
        });
        match target.partner_way {
            Some(way) if !facts.view.is_locked() => {
                landing | self.partner_cards(target, way, offers, facts)
            }
            _ => landing,
        }
    }
}

/// Whether an action passes the rules that no fact or table covers.
#[inline(never)]
fn is_allowed<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    id: ActionId,
    action: &FoldedAction,
    budget: &mut WorkBudget,
) -> bool {
    let sight = Sight::for_rules(&view);
    budget.with_limit(MAX_COMMAND_WORK, |budget| {
        let mut rules = action.rules.iter();
        rules.all(|rule| rule.allows_action(&sight, id, budget))
    })
}
