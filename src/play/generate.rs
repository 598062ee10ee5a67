//! The move generator.
//!
//! It looks at destinations, not at pairs: what a destination accepts is a set of cards, what may be lifted is
//! another, and the moves are in both. What the tables leave to be asked is asked of the rules themselves.

use super::board::{At, Board};
use super::board_view::{BoardView, Lifted};
use super::command::Command;
use super::facts::Facts;
use super::judge::Candidate;
use super::kept::Kept;
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
    pub(super) kept: Kept<WORDS, PILES>,
}

/// Piles that are one place.
struct OnePlace<const WORDS: usize> {
    piles: Piles,
    /// What is offered elsewhere.
    elsewhere: Lifted<WORDS>,
    /// The one of them that accepts what opens a pile.
    first_empty: Option<PileId>,
}

// Searches copy it more often than they do anything else.
const _: () = assert!(size_of::<State<1, 16>>() <= 512);

impl<const WORDS: usize, const PILES: usize> State<WORDS, PILES> {
    /// The state of a game of which no card lies on the table.
    pub(super) fn empty(game: &Game) -> Self {
        State::of(game, Board::empty())
    }

    /// A board with what follows from it.
    pub(super) fn of(game: &Game, board: Board<WORDS, PILES>) -> Self {
        let kept = Kept::new(At {
            game,
            board: &board,
        });
        State { board, kept }
    }

    /// Whether what is kept is what follows from the board.
    pub(super) fn is_sound(&self, game: &Game) -> bool {
        self.kept == Kept::new(self.at(game))
    }

    #[inline]
    pub(super) fn at<'a>(&'a self, game: &'a Game) -> At<'a, WORDS, PILES> {
        At {
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
        let facts = Facts::new(self.at(game));
        for (id, action) in ActionId::first(game.actions.len()).zip(&game.folded.actions) {
            let holds = |pile: &PileId| self.board.size(*pile) > 0;
            if (action.sources.is_empty() || action.sources.iter().any(holds))
                && action.fact.is_none_or(|fact| facts.holds(fact))
                && (action.rules.is_empty() || is_allowed(facts.at, id, action, work))
            {
                moves.push(Move::Action(id));
            }
        }
        self.find_landing(&facts, |target, cards| {
            cards.each(|card| moves.push(Move::Cards(card, target.pile)));
            false
        });
    }

    /// Whether a card can be moved.
    pub(super) fn has_card_move(&self, game: &Game) -> bool {
        let facts = Facts::new(self.at(game));
        self.find_landing(&facts, |_, _| true)
    }

    /// Whether a move of cards is listed.
    pub(super) fn is_listed(&self, game: &Game, card: CardId, pile: PileId) -> bool {
        let facts = Facts::new(self.at(game));
        self.find_landing(&facts, |target, cards| {
            target.pile == pile && cards.contains(card)
        })
    }

    /// Goes through the piles on which cards land, with those cards, until `found` returns true.
    #[inline]
    fn find_landing(
        &self,
        facts: &Facts<'_, WORDS, PILES>,
        mut found: impl FnMut(&Target, CardSet<WORDS>) -> bool,
    ) -> bool {
        let offers = self.kept.all();
        if facts.at.is_unset() {
            let mut targets = facts.at.game.folded.targets.iter();
            return targets.any(|target| {
                let cards = self.judged(target, offers, facts);
                !cards.is_empty() && found(target, cards)
            });
        }
        let has_gates = !facts.at.game.folded.gates.is_empty();
        let mut place: Option<OnePlace<WORDS>> = None;
        for target in &facts.at.game.folded.targets {
            // Most piles accept none of what is offered, and the table says so at once.
            let mut cards = offers.of(target.takes_one) & self.kept.accepts(target.pile);
            if !cards.is_empty() && (!target.is_plain || has_gates) {
                cards = self.left_of(target, cards, offers, &mut place, facts);
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
        let gate = facts.at.game.folded.gate(pile);
        gate.is_none_or(|fact| facts.holds(fact))
    }

    /// What piles are as one place.
    fn place(
        &self,
        piles: Piles,
        offers: Lifted<WORDS>,
        at: At<'_, WORDS, PILES>,
    ) -> OnePlace<WORDS> {
        let mut elsewhere = offers;
        for pile in piles.iter() {
            let lifted = self.kept.lifted(at, pile);
            elsewhere.units -= lifted.units;
            elsewhere.singles -= lifted.singles;
        }
        OnePlace {
            piles,
            elsewhere,
            first_empty: at.first_empty(piles),
        }
    }

    /// Those of the cards that pass a pile's table that may land there. It is the rarer way, and kept apart from the
    /// loop over all piles.
    fn left_of(
        &self,
        target: &Target,
        mut cards: CardSet<WORDS>,
        offers: Lifted<WORDS>,
        place: &mut Option<OnePlace<WORDS>>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let is_empty = self.board.size(target.pile) == 0;
        if let Some(piles) = target.alike {
            let place = match place {
                Some(place) if place.piles == piles => place,
                _ => place.insert(self.place(piles, offers, facts.at)),
            };
            if is_empty && place.first_empty != Some(target.pile) {
                return CardSet::EMPTY;
            }
            cards &= place.elsewhere.of(target.takes_one);
        }
        let left = if is_empty {
            target.empty
        } else {
            target.filled
        };
        if left != 0 && !cards.is_empty() {
            let left = &facts.at.game.folded.left[usize::from(left)];
            cards = self.sift(target.pile, target.takes_one, left, cards, facts);
        }
        if !facts.at.game.folded.gates.is_empty() {
            cards = cards.filter(|card| Self::is_open(self.board.pile_with(card), facts));
        }
        cards
    }

    /// Those of the cards that pass what is left to be asked.
    #[inline(never)]
    pub(super) fn sift(
        &self,
        to: PileId,
        takes_one: bool,
        left: &[Check],
        mut cards: CardSet<WORDS>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let At { game, board } = facts.at;
        let folded = &game.folded;
        let offered = |piles: &[PileId]| {
            let lifted = piles.iter().map(|&pile| self.kept.lifted(facts.at, pile));
            let offered = lifted.map(|lifted| lifted.of(takes_one));
            offered.fold(CardSet::EMPTY, |all, cards| all | cards)
        };
        let candidate = |card: CardId| {
            let from = board.pile_with(card);
            Candidate { card, from, to }
        };
        for check in left {
            cards = match check {
                Check::From(few) => cards & offered(few),
                Check::NotFrom(few) => cards - offered(few),
                Check::Origins(piles) => cards.filter(|card| piles.contains(board.pile_with(card))),
                Check::Beside(pile, table) => {
                    cards & folded.tables.get(*table, board.base, board.top(*pile))
                }
                Check::FromTop(table) => {
                    let tops: CardSet<WORDS> = folded.tables.get(*table, board.base, board.top(to));
                    let top = |card| board.top(board.pile_with(card));
                    cards.filter(|card| top(card).is_some_and(|top| tops.contains(top)))
                }
                Check::Fact(fact) if facts.holds(*fact) => cards,
                Check::Fact(_) => CardSet::EMPTY,
                Check::Fits(unit, capacity) => self.fitting(to, *unit, *capacity, cards, facts.at),
                Check::Rule(rule) => {
                    cards.filter(|card| rule.allows(&facts.at, candidate(card), Way::Land))
                }
                Check::Predicate(test) => cards.filter(|card| {
                    let about = Bindings {
                        card: Some(card),
                        top: board.top(to),
                        this: Some(to),
                        from: board.pile_of(card),
                        base: None,
                    };
                    let sight = Sight::of_rules(&facts.at);
                    sight.is_known(test, &game.order, about) == Some(true)
                }),
            };
            if cards.is_empty() {
                break;
            }
        }
        cards
    }

    /// Those of the cards whose units have a size that a pile takes; each pile they lie in is gone through once.
    fn fitting(
        &self,
        to: PileId,
        unit: Unit,
        capacity: Option<u8>,
        cards: CardSet<WORDS>,
        at: At<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let held = u16::from(at.board.size(to));
        let fits = |size: u16| {
            let is_unit = match unit {
                Unit::Any => true,
                Unit::Exactly(number) => u16::from(number) == size,
            };
            is_unit && capacity.is_none_or(|capacity| held + size <= u16::from(capacity))
        };
        let (mut fitting, mut left) = (CardSet::EMPTY, cards);
        while let Some(first) = left.lowest() {
            let from = at.board.pile_with(first);
            let is_any = at.game.folded.piles[from.at()].take == Take::Any;
            let mut here = (self.kept.lifted(at, from).units | CardSet::only(first)) & left;
            left -= here;
            for (card, size) in at.cards_down(from).zip(1..) {
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
    fn judged(
        &self,
        target: &Target,
        offers: Lifted<WORDS>,
        facts: &Facts<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let to = target.pile;
        let offered = offers.of(target.takes_one);
        let lands = offered.filter(|card| {
            let from = self.board.pile_with(card);
            Candidate { card, from, to }.is_allowed(&facts.at, Way::Land)
        });
        if target.pairs && !facts.at.is_locked() {
            lands | self.pairs(target, offers, facts)
        } else {
            lands
        }
    }
}

/// Whether the rules of an action that have to be asked allow it.
#[inline(never)]
fn is_allowed<const WORDS: usize, const PILES: usize>(
    at: At<'_, WORDS, PILES>,
    id: ActionId,
    action: &FoldedAction,
    work: &mut Work,
) -> bool {
    let sight = Sight::of_rules(&at);
    work.part(MAX_FOR_A_COMMAND, |work| {
        let mut rules = action.rules.iter();
        rules.all(|rule| rule.allows_action(&sight, id, work))
    })
}
