//! The move generator.
//!
//! It looks at destinations, not at pairs: what a destination accepts is a set of cards, what may be lifted is
//! another, and the moves are in both. What the tables leave to be asked is asked of the rules themselves.

use super::board::{Board, GameBoard};
use super::board_view::{BoardView, Liftable};
use super::cache::PileCache;
use super::command::Command;
use super::facts::Facts;
use super::judge::Candidate;
use super::sight::{Bindings, Sight};
use super::work::{MAX_FOR_A_COMMAND, Work};
use crate::cards::{CardId, CardSet, Stream};
use crate::condition::{ActionId, PileId, Piles};
use crate::rules::file::Take;
use crate::rules::fold::{Check, FoldedAction, Target};
use crate::rules::{Game, Unit, Way};

/// A move: cards to a pile, or something that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The unit whose lowest card this is, to a pile.
    Cards(CardId, PileId),
    /// An action.
    Action(ActionId),
}

/// A board with what follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const WORDS: usize, const PILES: usize> {
    pub(super) board: Board<WORDS, PILES>,
    pub(super) cache: PileCache<WORDS, PILES>,
}

/// Piles that are one place.
struct AlikePiles<const WORDS: usize> {
    piles: Piles,
    /// What is offered elsewhere.
    elsewhere: Liftable<WORDS>,
    /// The one of them that accepts what opens a pile.
    first_empty: Option<PileId>,
}

// Searches copy it more often than they do anything else.
const _: () = assert!(size_of::<State<1, 16>>() <= 512);

impl<const WORDS: usize, const PILES: usize> State<WORDS, PILES> {
    /// The state of a game of which no card lies on the table.
    pub(super) fn empty(game: &Game) -> Self {
        State::new(game, Board::empty())
    }

    /// A board with what follows from it.
    pub(super) fn new(game: &Game, board: Board<WORDS, PILES>) -> Self {
        let cache = PileCache::new(GameBoard {
            game,
            board: &board,
        });
        State { board, cache }
    }

    /// Whether what is kept is what follows from the board.
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

    /// Plays a move with what follows from it, as far as the work goes.
    #[inline]
    pub(super) fn play(&mut self, game: &Game, stream: &mut Stream, chosen: Move, work: &mut Work) {
        let leaves = match chosen {
            Move::Cards(card, to) => game.discard.is_some() && self.is_pair(game, card, to),
            Move::Action(_) => false,
        };
        Command::new(game, self, stream).play(chosen, leaves, work);
    }

    /// Lists the actions that may be done, then the moves of cards: for pile after pile what it accepts.
    #[inline]
    pub(super) fn list(&self, game: &Game, moves: &mut Vec<Move>, work: &mut Work) {
        moves.clear();
        let facts = Facts::new(self.view(game));
        for (id, action) in ActionId::first(game.actions.len()).zip(&game.folded.actions) {
            let holds = |pile: &PileId| self.board.size(*pile) > 0;
            if (action.sources.is_empty() || action.sources.iter().any(holds))
                && action.fact.is_none_or(|fact| facts.holds(fact))
                && (action.rules.is_empty() || is_allowed(facts.view, id, action, work))
            {
                moves.push(Move::Action(id));
            }
        }
        self.visit_landings(&facts, |target, cards| {
            cards.each(|card| moves.push(Move::Cards(card, target.pile)));
            false
        });
    }

    /// Whether a card can be moved.
    pub(super) fn has_card_move(&self, game: &Game) -> bool {
        let facts = Facts::new(self.view(game));
        self.visit_landings(&facts, |_, _| true)
    }

    /// Whether a move of cards is listed.
    pub(super) fn is_listed(&self, game: &Game, card: CardId, pile: PileId) -> bool {
        let facts = Facts::new(self.view(game));
        self.visit_landings(&facts, |target, cards| {
            target.pile == pile && cards.contains(card)
        })
    }

    /// Goes through the piles on which cards land, with those cards, until `found` returns true.
    #[inline]
    fn visit_landings(
        &self,
        facts: &Facts<'_, WORDS, PILES>,
        mut found: impl FnMut(&Target, CardSet<WORDS>) -> bool,
    ) -> bool {
        let offers = self.cache.all();
        if facts.view.needs_base() {
            let mut targets = facts.view.game.folded.targets.iter();
            return targets.any(|target| {
                let cards = self.cards_by_rules(target, offers, facts);
                !cards.is_empty() && found(target, cards)
            });
        }
        let has_gates = !facts.view.game.folded.gates.is_empty();
        let mut alike: Option<AlikePiles<WORDS>> = None;
        for target in &facts.view.game.folded.targets {
            // Most piles accept none of what is offered, and the table says so at once.
            let mut cards = offers.for_target(target.takes_one) & self.cache.accepts(target.pile);
            if !cards.is_empty() && (!target.is_plain || has_gates) {
                cards = self.filter_landing(target, cards, offers, &mut alike, facts);
            }
            if target.pairs {
                cards |= self.pairs(target, offers, facts);
            }
            if !cards.is_empty() && found(target, cards) {
                return true;
            }
        }
        false
    }

    /// Whether cards may be lifted from a pile, as things stand.
    #[inline]
    pub(super) fn is_open(pile: PileId, facts: &Facts<'_, WORDS, PILES>) -> bool {
        let gate = facts.view.game.folded.gate(pile);
        gate.is_none_or(|fact| facts.holds(fact))
    }

    /// What piles are as one place.
    fn alike_piles(
        &self,
        piles: Piles,
        offers: Liftable<WORDS>,
        view: GameBoard<'_, WORDS, PILES>,
    ) -> AlikePiles<WORDS> {
        let mut elsewhere = offers;
        for pile in piles.iter() {
            let liftable = self.cache.liftable(view, pile);
            elsewhere.units -= liftable.units;
            elsewhere.singles -= liftable.singles;
        }
        AlikePiles {
            piles,
            elsewhere,
            first_empty: view.first_empty(piles),
        }
    }

    /// Those of the cards that pass a pile's table that may land there. It is the rarer way, and kept apart from the
    /// loop over all piles.
    fn filter_landing(
        &self,
        target: &Target,
        mut cards: CardSet<WORDS>,
        offers: Liftable<WORDS>,
        alike: &mut Option<AlikePiles<WORDS>>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let is_empty = self.board.size(target.pile) == 0;
        if let Some(piles) = target.alike {
            let alike = match alike {
                Some(alike) if alike.piles == piles => alike,
                _ => alike.insert(self.alike_piles(piles, offers, facts.view)),
            };
            if is_empty && alike.first_empty != Some(target.pile) {
                return CardSet::EMPTY;
            }
            cards &= alike.elsewhere.for_target(target.takes_one);
        }
        let left = if is_empty {
            target.empty
        } else {
            target.filled
        };
        if left != 0 && !cards.is_empty() {
            let left = &facts.view.game.folded.left[usize::from(left)];
            cards = self.apply_checks(target.pile, target.takes_one, left, cards, facts);
        }
        if !facts.view.game.folded.gates.is_empty() {
            cards = cards.filter(|card| Self::is_open(self.board.pile_containing(card), facts));
        }
        cards
    }

    /// Those of the cards that pass what is left to be asked.
    #[inline(never)]
    pub(super) fn apply_checks(
        &self,
        to: PileId,
        takes_one: bool,
        left: &[Check],
        mut cards: CardSet<WORDS>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let GameBoard { game, board } = facts.view;
        let folded = &game.folded;
        let offered = |piles: &[PileId]| {
            let liftable = piles
                .iter()
                .map(|&pile| self.cache.liftable(facts.view, pile));
            let offered = liftable.map(|liftable| liftable.for_target(takes_one));
            offered.fold(CardSet::EMPTY, |all, cards| all | cards)
        };
        let candidate = |card: CardId| {
            let from = board.pile_containing(card);
            Candidate { card, from, to }
        };
        for check in left {
            cards = match check {
                Check::From(few) => cards & offered(few),
                Check::NotFrom(few) => cards - offered(few),
                Check::Origins(piles) => {
                    cards.filter(|card| piles.contains(board.pile_containing(card)))
                }
                Check::Beside(pile, table) => {
                    cards & folded.tables.get(*table, board.base, board.top(*pile))
                }
                Check::FromTop(table) => {
                    let tops: CardSet<WORDS> = folded.tables.get(*table, board.base, board.top(to));
                    let top = |card| board.top(board.pile_containing(card));
                    cards.filter(|card| top(card).is_some_and(|top| tops.contains(top)))
                }
                Check::Fact(fact) if facts.holds(*fact) => cards,
                Check::Fact(_) => CardSet::EMPTY,
                Check::Fits(unit, capacity) => {
                    self.filter_fitting(to, *unit, *capacity, cards, facts.view)
                }
                Check::Rule(rule) => {
                    cards.filter(|card| rule.allows(&facts.view, candidate(card), Way::Land))
                }
                Check::Predicate(test) => cards.filter(|card| {
                    let bindings = Bindings {
                        card: Some(card),
                        top: board.top(to),
                        this: Some(to),
                        from: board.pile_of(card),
                        base: None,
                    };
                    let sight = Sight::for_rules(&facts.view);
                    sight.evaluate_predicate(test, &game.order, bindings) == Some(true)
                }),
            };
            if cards.is_empty() {
                break;
            }
        }
        cards
    }

    /// Those of the cards whose units have a size that a pile takes; each pile they lie in is gone through once.
    fn filter_fitting(
        &self,
        to: PileId,
        unit: Unit,
        capacity: Option<u8>,
        cards: CardSet<WORDS>,
        view: GameBoard<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let held = u16::from(view.board.size(to));
        let fits = |size: u16| {
            let is_unit = match unit {
                Unit::Any => true,
                Unit::Exactly(number) => u16::from(number) == size,
            };
            is_unit && capacity.is_none_or(|capacity| held + size <= u16::from(capacity))
        };
        let (mut fitting, mut left) = (CardSet::EMPTY, cards);
        while let Some(first) = left.lowest() {
            let from = view.board.pile_containing(first);
            let is_any = view.game.folded.piles[from.at()].take == Take::Any;
            let mut here = (self.cache.liftable(view, from).units | CardSet::only(first)) & left;
            left -= here;
            for (card, size) in view.cards_down(from).zip(1..) {
                if here.contains(card) && fits(if is_any { 1 } else { size }) {
                    fitting.insert(card);
                }
                here.remove(card);
                if here.is_empty() {
                    break;
                }
            }
        }
        fitting
    }

    /// The cards that every rule of one way allows to go to a pile, by asking them all. So it is done while the base
    /// rank is to be set: each card that may set it is judged by its own.
    #[cold]
    fn cards_by_rules(
        &self,
        target: &Target,
        offers: Liftable<WORDS>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let to = target.pile;
        let offered = offers.for_target(target.takes_one);
        let lands = offered.filter(|card| {
            let from = self.board.pile_containing(card);
            Candidate { card, from, to }.is_allowed(&facts.view, Way::Land)
        });
        if target.pairs && !facts.view.is_locked() {
            lands | self.pairs(target, offers, facts)
        } else {
            lands
        }
    }
}

/// Whether the rules of an action that have to be asked allow it.
#[inline(never)]
fn is_allowed<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    id: ActionId,
    action: &FoldedAction,
    work: &mut Work,
) -> bool {
    let sight = Sight::for_rules(&view);
    work.with_limit(MAX_FOR_A_COMMAND, |work| {
        let mut rules = action.rules.iter();
        rules.all(|rule| rule.allows_action(&sight, id, work))
    })
}
