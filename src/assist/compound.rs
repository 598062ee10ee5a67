//! Moves of several cards that are made one after the other, with the help of other piles: what a player may ask for, and
//! what is offered.

use crate::cards::CardId;
use crate::condition::{PileId, View};
use crate::play::{Attempt, BoardView, Move, Position, Refusal, Source, Target};
use crate::rules::Unit;
use crate::rules::file::Take;
use crate::text::pluralize;
use crate::work::{LINE, Window};

use super::singly::{SingleMoves, Task};

/// The most moves of a beginning that may be one move of several cards.
const MAX_START: usize = 24;

/// A card with those on it, and the pile that they are to go to.
pub(crate) type Wish = (CardId, PileId);

impl Position {
    /// The legal moves that are what a player asked for: one, or several that together move several cards.
    ///
    /// # Errors
    /// Returns why neither is possible.
    #[doc(hidden)]
    pub fn resolve_in_moves(&self, attempt: &Attempt) -> Result<Vec<Move>, Refusal> {
        attempt.resolve(self).map(|mv| vec![mv]).or_else(|refusal| {
            let moves = self.try_singly(attempt);
            moves.map_err(|failures| self.refuse_singly(attempt, failures).unwrap_or(refusal))
        })
    }

    /// Finds a sequence of legal moves that together are what a player asked for: see
    /// [`Position::find_compound_move`]. Without a number of cards it is the smallest number that fits.
    pub(crate) fn resolve_compound(&self, attempt: &Attempt) -> Option<Vec<Move>> {
        self.try_singly(attempt).ok()
    }

    /// Like [`Position::resolve_compound`].
    ///
    /// # Errors
    /// Returns what came of each wish that single moves may be joined for.
    fn try_singly(&self, attempt: &Attempt) -> Result<Vec<Move>, Vec<(Wish, SingleMoves)>> {
        let (mut failures, window) = (Vec::new(), Window::new(LINE));
        for wish in self.compound_wishes(attempt) {
            match self.move_singly(wish, window) {
                Some(SingleMoves::Found(moves)) => return Ok(moves),
                Some(failure) => failures.push((wish, failure)),
                None => {}
            }
        }
        Err(failures)
    }

    /// Explains why several cards cannot be moved as a player asked, not even one at a time: they may not be placed there,
    /// or there is no way to do it, or no way was found. Returns `None` if the player did not ask for several cards, or for
    /// cards that are refused whether they move together or not.
    fn refuse_singly(
        &self,
        attempt: &Attempt,
        failures: Vec<(Wish, SingleMoves)>,
    ) -> Option<Refusal> {
        let (mut refusals, mut landing) = (Vec::new(), Vec::new());
        for (wish, failure) in failures {
            if !self.needs_single_moves(wish) {
                continue;
            }
            match self.refuse_landing(wish.0, wish.1) {
                Some(refusal) => refusals.push(refusal),
                None => landing.push((wish, failure)),
            }
        }
        if landing.is_empty() {
            // Without a number of cards, those that fit are meant.
            let is_one = !matches!(attempt, Attempt::Cards(Source::Pile(_, None), _));
            return is_one.then(|| Refusal::latest(refusals)).flatten();
        }
        landing.retain(|(wish, _)| self.is_sequence(*wish));
        let is_cut_off = |failure: &SingleMoves| *failure == SingleMoves::CutOff;
        let cut_off = landing.iter().find(|(_, failure)| is_cut_off(failure));
        let (wish, failure) = cut_off.or(landing.first())?;
        let cards = pluralize(self.unit_to_compose(*wish)?.len(), "card");
        let to = self.game().pile_name(wish.1);
        Some(Refusal::without_rule(if is_cut_off(failure) {
            format!("no way was found to move {cards} to {to} one at a time")
        } else {
            format!(
                "{cards} cannot be moved to {to}: with single moves of these cards it cannot be done"
            )
        }))
    }

    /// Whether several cards are refused as one move only because they have to move one at a time.
    fn needs_single_moves(&self, (card, to): Wish) -> bool {
        let Some(from) = self.pile_of(card).filter(|&from| from != to) else {
            return false;
        };
        if self.unit_size(card, from) < 2 {
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

    /// Whether each card on a card may lie on the one below it in the other pile.
    fn is_sequence(&self, (card, to): Wish) -> bool {
        let Some(from) = self.pile_of(card) else {
            return false;
        };
        let mut upper = self.unit(card, from).take_while(|&above| above != card);
        upper.all(|above| {
            let below = self.card_below(above);
            below.is_some_and(|below| self.continues_run(to, above, below))
        })
    }

    /// What a request for a move of several cards may mean.
    fn compound_wishes(&self, attempt: &Attempt) -> Vec<Wish> {
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

    /// Finds legal moves that together move a card and all cards on it to another pile, in the same order, and leave every
    /// other card where it is: what a player does who moves a sequence with the help of empty cells and piles. They are a
    /// shortest way, unless the usual one does it: cards wait in empty piles, and half of a longer sequence on another
    /// empty pile. Returns `None` if single moves may not be joined: one card, other cards or none would be moved, one of
    /// them or the card below them is face down, or moves of cards are counted.
    pub fn find_compound_move(&self, card: CardId, to: PileId) -> Option<SingleMoves> {
        if !self.has_pile(to) {
            return None;
        }
        self.move_singly((card, to), Window::new(LINE))
    }

    /// The longest moves of several cards, one at a time, from each pile to each other: onto a card, or onto the first empty
    /// pile of a group. Those that take too much work to find are missing.
    pub(crate) fn list_compound_moves(&self) -> Vec<Wish> {
        let window = Window::new(LINE);
        let mut found = Vec::new();
        for from in self.game().piles() {
            let cards = self.cards_down(from).skip(1);
            let mut cards: Vec<CardId> = cards.take_while(|card| !self.is_hidden(*card)).collect();
            cards.reverse();
            for to in self
                .game()
                .piles()
                .filter(|&to| self.is_first_of_its_kind(to))
            {
                let wishes = cards.iter().map(|&card| (card, to));
                let mut wishes = wishes.take_while(|_| window.is_open());
                let is_possible = |&wish: &Wish| {
                    self.needs_single_moves(wish)
                        && self.is_sequence(wish)
                        && self.refuse_landing(wish.0, wish.1).is_none()
                        && if self.is_empty(to) {
                            Task::new(self, wish).is_some_and(|task| task.plan().is_some())
                        } else {
                            let moves = self.move_singly(wish, window);
                            moves.and_then(SingleMoves::found).is_some()
                        }
                };
                found.extend(wishes.find(is_possible));
            }
        }
        found
    }

    /// Whether a pile has cards, or is the first empty one of its group.
    fn is_first_of_its_kind(&self, pile: PileId) -> bool {
        let group = self.game().group_of(pile);
        !self.is_empty(pile) || self.first_empty(group.piles) == Some(pile)
    }

    /// The card and the pile, if the first of some legal moves together move it and all cards on it to that pile, and
    /// [`Position::find_compound_move`] does the same. Of several such beginnings, it is the shortest.
    pub(crate) fn find_compound_start(&self, moves: &[Move]) -> Option<Wish> {
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
                .unit_to_compose((card, to))
                .is_none_or(|unit| unit != placed)
            {
                continue;
            }
            let SingleMoves::Found(together) = self.find_compound_move(card, to)? else {
                return None;
            };
            let mut other = self.clone();
            for mv in together {
                other.play_unchecked(mv);
            }
            if other == at {
                return Some((card, to));
            }
        }
        None
    }

    /// Like [`Position::find_compound_move`], within a window.
    fn move_singly(&self, wish: Wish, window: Window) -> Option<SingleMoves> {
        let task = Task::new(self, wish)?;
        if !self.may_accept(wish.1, wish.0) {
            return Some(SingleMoves::Impossible);
        }
        let planned = task.plan().map(SingleMoves::Found);
        planned.or_else(|| Some(task.search(window)))
    }

    /// A card and all cards on it, from the bottom up, if single moves may be joined to a move of them to a pile.
    pub(super) fn unit_to_compose(&self, (card, to): Wish) -> Option<Vec<CardId>> {
        let from = self.pile_of(card)?;
        let game = self.game();
        // Nothing may depend on a card that is turned up on the way, and a counter must not count more than one move.
        let is_hidden = |card| self.is_hidden(card);
        let has_counters = game.piles.iter().any(|pile| pile.is_counted);
        let takes_one = matches!(game.group_of(to).unit, Unit::Any | Unit::Exactly(1));
        let is_any = game.group_of(from).take == Take::Any;
        if from == to
            || is_any
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
