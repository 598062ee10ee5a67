//! Moves several cards by moving them one after the other, with the help of other piles.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::{Attempt, BoardView, Move, Position, Refusal, Source, Target};
use crate::rules::Unit;
use crate::rules::file::Take;
use crate::text::pluralize;

/// The most positions that a search may visit. It takes less than a tenth of a second.
const MAX_POSITIONS: usize = 20_000;
/// The most moves of a beginning that may be one move of several cards.
const MAX_START: usize = 24;

impl Position {
    /// Finds a sequence of legal moves that together are what a player asked for: see
    /// [`Position::find_compound_move`]. Without a number of cards it is the smallest number that fits.
    pub(crate) fn resolve_compound(&self, attempt: &Attempt) -> Option<Vec<Move>> {
        let mut left = MAX_POSITIONS;
        let mut pairs = self.compound_candidates(attempt).into_iter();
        pairs.find_map(|(card, to)| self.find_compound_move_within(card, to, &mut left))
    }

    /// The legal moves that are what a player asked for: one, or several that together move several cards.
    ///
    /// # Errors
    /// Returns why neither is possible.
    #[doc(hidden)]
    pub fn resolve_in_moves(&self, attempt: &Attempt) -> Result<Vec<Move>, Refusal> {
        attempt.resolve(self).map(|mv| vec![mv]).or_else(|refusal| {
            let moves = self.resolve_compound(attempt);
            moves.ok_or_else(|| self.refuse_compound(attempt).unwrap_or(refusal))
        })
    }

    /// Explains why several cards cannot be moved as a player asked, not even one at a time: either they may not be placed
    /// there, or there are too few empty piles. Returns `None` if the player did not ask for several cards, or for cards
    /// that are refused whether they move together or not.
    pub(crate) fn refuse_compound(&self, attempt: &Attempt) -> Option<Refusal> {
        if let Attempt::Cards(Source::Pile(_, None), _) = attempt {
            return None;
        }
        let mut pairs = self.compound_candidates(attempt);
        pairs.retain(|&(card, to)| self.needs_single_moves(card, to));
        let landings = pairs
            .iter()
            .map(|&(card, to)| self.refuse_landing(card, to));
        if let Some(refusals) = landings.collect::<Option<Vec<_>>>() {
            return Refusal::latest(refusals);
        }
        let mut pairs = pairs.into_iter();
        pairs.find_map(|(card, to)| {
            let cards = self.unit_to_compose(card, to)?.len();
            let cards = pluralize(cards, "card");
            let to = self.game().pile_name(to);
            let message =
                format!("{cards} cannot be moved to {to} one at a time: there is not enough room");
            Some(Refusal::without_rule(message))
        })
    }

    /// Whether several cards are refused as one move only because they have to move one at a time.
    fn needs_single_moves(&self, card: CardId, to: PileId) -> bool {
        let Some(from) = self.pile_of(card).filter(|&from| from != to) else {
            return false;
        };
        if self.is_hidden(card) || self.unit_size(card, from) < 2 {
            return false;
        }
        let group = self.game().group_of(to);
        // Cards that are put home one at a time lie there in another order.
        let is_too_many = || {
            let refusal = self.refusal(Move::Cards(card, to));
            refusal.is_some_and(|refusal| refusal.key() == group.clause("unit").key)
        };
        self.game().group_of(from).take == Take::Top
            || group.unit == Unit::Exactly(1) && !group.goal && is_too_many()
    }

    /// The cards and piles that a request for a move of several cards may mean.
    fn compound_candidates(&self, attempt: &Attempt) -> Vec<(CardId, PileId)> {
        let Attempt::Cards(source, target) = *attempt else {
            return Vec::new();
        };
        let cards: Vec<CardId> = match source {
            Source::Card(card) => vec![card],
            Source::Pile(pile, None) => self.cards_down(pile).skip(1).collect(),
            Source::Pile(pile, Some(count)) => {
                let card = self.cards_down(pile).nth(usize::from(count) - 1);
                card.into_iter().collect()
            }
        };
        let piles: Vec<PileId> = match target {
            Target::Pile(pile) => vec![pile],
            Target::Group(group) => self.game().group(group).piles.iter().collect(),
        };
        let pairs = piles
            .iter()
            .flat_map(|&to| cards.iter().map(move |&card| (card, to)));
        pairs.collect()
    }

    /// Finds a shortest sequence of legal moves that together move a card and all cards on it to another pile, in the
    /// same order, and leave every other card where it is: what a player does who moves a sequence with the help of
    /// empty cells and piles. Returns `None` if there is none, if it would take too long to find, or if the card below
    /// them is face down.
    pub fn find_compound_move(&self, card: CardId, to: PileId) -> Option<Vec<Move>> {
        if !self.has_pile(to) {
            return None;
        }
        self.find_compound_move_within(card, to, &mut { MAX_POSITIONS })
    }

    /// The moves of several cards, one at a time, onto a card of another pile: the lowest card of each, and the pile. The
    /// search for all of them together visits no more positions than that for one.
    pub(crate) fn list_compound_moves(&self) -> Vec<(CardId, PileId)> {
        let mut left = MAX_POSITIONS;
        let mut found = Vec::new();
        for from in self.game().piles() {
            let cards: Vec<CardId> = self.cards_down(from).skip(1).collect();
            for to in self.game().piles().filter(|&to| self.size(to) > 0) {
                let mut cards = cards
                    .iter()
                    .copied()
                    .take_while(|card| !self.is_hidden(*card));
                let lands = |card: &CardId| {
                    self.needs_single_moves(*card, to) && self.refuse_landing(*card, to).is_none()
                };
                if let Some(card) = cards.find(lands)
                    && self
                        .find_compound_move_within(card, to, &mut left)
                        .is_some()
                {
                    found.push((card, to));
                }
            }
        }
        found
    }

    /// The card and the pile, if the first of some legal moves together move it and all cards on it to that pile, and
    /// [`Position::find_compound_move`] does the same. Of several such beginnings, it is the shortest.
    pub(crate) fn find_compound_start(&self, moves: &[Move]) -> Option<(CardId, PileId)> {
        let mut at = self.clone();
        for (index, &mv) in moves.iter().take(MAX_START).enumerate() {
            let Move::Cards(_, to) = mv else {
                return None;
            };
            at.play_unchecked(mv);
            let cards = at.cards(to);
            let Some(placed) = cards.get(usize::from(self.size(to))..) else {
                continue;
            };
            let Some(&card) = placed.first().filter(|_| index > 0) else {
                continue;
            };
            if self
                .unit_to_compose(card, to)
                .is_none_or(|unit| unit != placed)
            {
                continue;
            }
            let mut other = self.clone();
            for mv in self.find_compound_move(card, to)? {
                other.play_unchecked(mv);
            }
            if other == at {
                return Some((card, to));
            }
        }
        None
    }

    /// Like [`Position::find_compound_move`]. `left` is how many positions may still be visited.
    fn find_compound_move_within(
        &self,
        card: CardId,
        to: PileId,
        left: &mut usize,
    ) -> Option<Vec<Move>> {
        let unit = self.unit_to_compose(card, to)?;
        if !self.may_accept(to, card) {
            return None;
        }
        Search {
            start: self,
            unit,
            from: self.pile_of(card)?,
            to,
        }
        .run(left)
    }

    /// A card and all cards on it, from the bottom up, if single moves may be joined to a move of them to a pile.
    fn unit_to_compose(&self, card: CardId, to: PileId) -> Option<Vec<CardId>> {
        let from = self.pile_of(card)?;
        let game = self.game();
        // Nothing may depend on a card that is turned up on the way, and a counter must not count more than one move.
        let is_hidden = |card| self.is_hidden(card);
        let has_counters = game.piles.iter().any(|pile| pile.is_counted);
        let takes_one = matches!(game.group_of(to).unit, Unit::Any | Unit::Exactly(1));
        if from == to
            || has_counters
            || !takes_one
            || is_hidden(card)
            || self.card_below(card).is_some_and(is_hidden)
        {
            return None;
        }
        let mut unit: Vec<CardId> = self.cards_down(from).take_while(|&c| c != card).collect();
        unit.push(card);
        unit.reverse();
        let is_visible = !unit.iter().any(|&card| is_hidden(card));
        (unit.len() > 1 && is_visible).then_some(unit)
    }
}

/// A search for a sequence of moves.
struct Search<'a> {
    start: &'a Position,
    /// The cards to move, from the bottom up.
    unit: Vec<CardId>,
    from: PileId,
    to: PileId,
}

/// A position that was reached, and how.
struct Reached {
    position: Position,
    /// The index of the position before it and the move from there; `None` at the start.
    last: Option<(usize, Move)>,
    moves: usize,
}

impl Search<'_> {
    /// Searches with A*: each card that is not yet in its place needs a move at least.
    fn run(&self, left: &mut usize) -> Option<Vec<Move>> {
        let mut reached = vec![Reached {
            position: self.start.clone(),
            last: None,
            moves: 0,
        }];
        let mut seen = HashSet::from([self.start.hash()]);
        let mut open = BinaryHeap::from([(Reverse(self.unit.len()), 0)]);
        let mut legal = Vec::new();
        while let Some((_, index)) = open.pop() {
            if self.is_done(&reached[index].position) {
                return Some(list_moves(&reached, index));
            }
            reached[index].position.legal_moves_into(&mut legal);
            for &mv in &legal {
                if !self.is_useful(&reached[index].position, mv) {
                    continue;
                }
                let mut next = reached[index].position.clone();
                next.play_unchecked(mv);
                if !self.keeps_others(&next) || !seen.insert(next.hash()) {
                    continue;
                }
                *left = left.checked_sub(1)?;
                let moves = reached[index].moves + 1;
                let missing = self.unit.len() - self.count_placed(&next);
                open.push((Reverse(moves + missing), reached.len()));
                reached.push(Reached {
                    position: next,
                    last: Some((index, mv)),
                    moves,
                });
            }
        }
        None
    }

    /// Whether a move takes cards of the unit, and not to a goal pile on the way.
    fn is_useful(&self, position: &Position, mv: Move) -> bool {
        match mv {
            Move::Action(_) => false,
            Move::Cards(card, to) => {
                let is_goal = position.game().piles[to.index()].goal;
                self.unit.contains(&card) && (to == self.to || !is_goal)
            }
        }
    }

    /// Whether all other cards are in the pile where they were.
    fn keeps_others(&self, position: &Position) -> bool {
        let cards = CardId::first(position.game().deck.len());
        let mut others = cards.filter(|card| !self.unit.contains(card));
        others.all(|card| {
            position.pile_of(card) == self.start.pile_of(card)
                && position.is_hidden(card) == self.start.is_hidden(card)
        })
    }

    /// The number of cards of the unit that are in their place on the target.
    fn count_placed(&self, position: &Position) -> usize {
        let size = usize::from(position.size(self.to));
        let before = usize::from(self.start.size(self.to));
        let cards = position.cards(self.to);
        let placed = cards[before.min(size)..].iter().zip(&self.unit);
        placed.take_while(|(card, wanted)| card == wanted).count()
    }

    fn is_done(&self, position: &Position) -> bool {
        let size = |position: &Position| usize::from(position.size(self.from));
        let is_gone = size(position) + self.unit.len() == size(self.start);
        is_gone && self.count_placed(position) == self.unit.len()
    }
}

/// The moves that lead to a position.
fn list_moves(reached: &[Reached], index: usize) -> Vec<Move> {
    let last = |&at: &usize| reached[at].last.map(|(before, _)| before);
    let path = std::iter::successors(Some(index), last);
    let mut moves: Vec<Move> = path
        .filter_map(|at| reached[at].last.map(|(_, mv)| mv))
        .collect();
    moves.reverse();
    moves
}
