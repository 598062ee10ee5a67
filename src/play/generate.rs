//! The move generator: the one place where legality is decided.
//!
//! It looks at destinations, not at pairs: what a destination accepts is a set of cards, what may be lifted is
//! another, and the moves are in both.

use super::position::{Offers, Position};
use super::work::{MAX_FOR_A_COMMAND, Work};
use crate::cards::{CardId, CardSet};
use crate::condition::{ActionId, PileId, PileSet, Scene, Sieve, Table, View};
use crate::rules::file::Take;
use crate::rules::{Group, Landing, Unit};

/// A move: cards to a pile, or something that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The unit whose lowest card this is, to a pile.
    Cards(CardId, PileId),
    /// An action.
    Action(ActionId),
}

impl Position {
    /// All legal moves: actions in the order of the file, then for pile after pile what it accepts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Puts all legal moves into a list in place of what it holds.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        self.list_into(moves, |action| {
            self.may_do(action, &mut Work::new(MAX_FOR_A_COMMAND))
        });
    }

    /// Lists the actions that may be done, then the moves of cards.
    pub(super) fn list_into(
        &self,
        moves: &mut Vec<Move>,
        mut may_do: impl FnMut(ActionId) -> bool,
    ) {
        moves.clear();
        let actions = ActionId::first(self.game.actions.len());
        moves.extend(actions.filter(|&action| may_do(action)).map(Move::Action));
        let offers = self.offers();
        for &target in &self.game.targets {
            for card in self.lands(target, offers).iter() {
                moves.push(Move::Cards(card, target.pile));
            }
        }
    }

    /// Whether a card can be moved.
    pub(super) fn has_card_move(&self) -> bool {
        let offers = self.offers();
        let mut targets = self.game.targets.iter();
        targets.any(|&target| !self.lands(target, offers).is_empty())
    }

    /// Whether a move is legal. Of a pair, either card may be moved onto the other if both their piles allow it,
    /// though only one of the two moves is listed.
    #[must_use]
    pub fn is_legal(&self, chosen: Move) -> bool {
        match chosen {
            Move::Action(action) => self.may_do(action, &mut Work::new(MAX_FOR_A_COMMAND)),
            Move::Cards(card, pile) => {
                self.is_listed(card, pile)
                    || self.mirrored(card, pile).is_some() && self.is_pair(card, pile)
            }
        }
    }

    /// Whether a move of cards is one of [`Position::legal_moves`].
    pub(super) fn is_listed(&self, card: CardId, pile: PileId) -> bool {
        let mut targets = self.game.targets.iter();
        let target = targets.find(|target| target.pile == pile);
        target.is_some_and(|&t| self.lands(t, self.offers()).contains(card))
    }

    pub(super) fn pile_ids(&self) -> impl Iterator<Item = PileId> + use<> {
        PileId::first(self.piles.len())
    }

    /// Whether a base rank is still to be set.
    pub(super) fn is_unset(&self) -> bool {
        self.base.is_none() && self.game.base.is_some()
    }

    /// Whether nothing but the choice of the base rank is legal.
    pub(super) fn is_locked(&self) -> bool {
        self.base.is_none() && self.game.base.as_ref().is_some_and(|b| b.locks)
    }

    /// Whether cards can be lifted from a pile at all, as things stand.
    pub(super) fn is_available(&self, pile: PileId) -> bool {
        let Some(available) = &self.game.piles[pile.at()].available else {
            return true;
        };
        available.holds(&Scene {
            this: Some(pile),
            ..self.scene()
        })
    }

    /// What may be lifted as things stand; before the base rank is chosen, only from where it may be chosen.
    pub(super) fn offers(&self) -> Offers {
        if !self.is_locked() {
            return self.offers;
        }
        let mut offers = Offers::default();
        for group in self.game.base.iter().flat_map(|base| &base.from) {
            for pile in &self.piles[self.game.group(*group).piles.range()] {
                offers.units |= pile.units;
                offers.singles |= pile.singles();
            }
        }
        offers
    }

    /// The cards among those offered whose units a pile takes, or with which its top card leaves the game.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "it is the loop over all piles; as a call it costs a tenth of a move tree"
    )]
    fn lands(&self, target: Landing, offers: Offers) -> CardSet {
        let state = &self.piles[target.pile.at()];
        let offered = if target.takes_one {
            offers.singles
        } else {
            offers.units
        };
        // Most piles accept none of what is offered, and the table says so at once.
        let cards = offered & state.accepts;
        if target.pairs {
            self.taken(target, cards) | self.paired(target.pile, offers)
        } else if cards.is_empty() || target.is_plain && !self.is_unset() {
            cards
        } else {
            self.taken(target, cards)
        }
    }

    /// Those of the cards that a pile's table accepts whose units it takes. It is the rarer way, and kept apart from
    /// the loop over all piles.
    #[inline(never)]
    fn taken(&self, target: Landing, mut cards: CardSet) -> CardSet {
        let (pile, one) = (target.pile, target.takes_one);
        let rules = &self.game.piles[pile.at()];
        let state = &self.piles[pile.at()];
        let is_empty = state.top.is_none();
        let group = &self.game.groups[rules.group.at()];
        let Some(accepts) = (if is_empty { &rules.start } else { &rules.build }) else {
            return CardSet::EMPTY;
        };
        if self.is_unset() {
            let base = self.game.base.as_ref();
            if base.is_some_and(|b| b.locks && b.of != rules.group) {
                return CardSet::EMPTY;
            }
            cards = self.accepted(accepts, pile, cards);
        } else if !accepts.is_table() {
            cards = accepts.pass(&self.target(pile), cards);
        }
        if cards.is_empty() {
            return cards;
        }
        if !one && (group.capacity.is_some() || group.unit != Unit::Any) {
            cards = self.of_fitting_size(group, state.size, cards);
        }
        if !one && group.take == Take::None && group.run.is_some() {
            cards = cards.filter(|card| self.is_run_for(pile, card));
        }
        cards
    }

    /// Whether the unit with this lowest card is a run as the pile it would land on asks for it.
    pub(super) fn is_run_for(&self, pile: PileId, lowest: CardId) -> bool {
        let Some(fits) = &self.game.piles[pile.at()].run else {
            return true;
        };
        let from = self.pile_with(lowest);
        if self.game.piles[from.at()].take == Take::Any {
            return true;
        }
        let unit = self.cards_down(from).take_while(|&card| card != lowest);
        unit.into_iter().all(|card| {
            let scene = Scene {
                top: self.below[card.at()].map(|under| self.face(under)),
                this: Some(pile),
                ..self.scene()
            };
            !fits.pass(&scene, CardSet::of(card)).is_empty()
        })
    }

    /// The cards from elsewhere that a pile accepts, as far as its top card, its group and the base rank tell. While
    /// the base rank is not set, each card that may set it is judged by its own.
    pub(super) fn table_of(&self, pile: PileId) -> CardSet {
        let rules = &self.game.piles[pile.at()];
        let state = &self.piles[pile.at()];
        let is_empty = state.top.is_none();
        let accepts = if is_empty { &rules.start } else { &rules.build };
        let Some(accepts) = accepts.as_ref().filter(|_| state.size < rules.capacity) else {
            return CardSet::EMPTY;
        };
        let cards = if self.is_unset() && self.sets_base(pile).is_some() {
            CardSet::first(self.game.deck.len())
        } else {
            accepts.at_most(self.base, self.top(pile))
        };
        let cards = cards - state.offered();
        if !cards.is_empty() && !self.game.kin[pile.at()].is_empty() {
            self.left_by_kin(pile, cards)
        } else {
            cards
        }
    }

    /// Those of the cards that a pile may accept as far as the other piles of its group have a say.
    fn left_by_kin(&self, pile: PileId, mut cards: CardSet) -> CardSet {
        let group = self.game.group_of(pile);
        let is_empty = self.piles[pile.at()].top.is_none();
        if group.alike {
            if is_empty && self.first_empty(group) != Some(pile) {
                return CardSet::EMPTY;
            }
            for other in &self.piles[group.piles.range()] {
                cards -= other.offered();
            }
        }
        if is_empty && let Some(distinct) = group.distinct {
            for bottom in group.piles.iter().filter_map(|p| self.bottom(p)) {
                cards = cards.filter(|card| !distinct.are_alike(bottom, self.face(card)));
            }
        }
        cards
    }

    /// The cards that a pile's condition accepts. A card that would set the base rank is judged as if its rank were
    /// the base, and no other opens the pile.
    fn accepted(&self, accepts: &Sieve, pile: PileId, cards: CardSet) -> CardSet {
        let scene = self.target(pile);
        match self.sets_base(pile) {
            None => accepts.pass(&scene, cards),
            Some(setting) => {
                let judged = |card: CardId| {
                    let base = Some(self.face(card).rank);
                    let scene = Scene { base, ..scene };
                    !accepts.pass(&scene, CardSet::of(card)).is_empty()
                };
                (cards & setting).filter(judged)
            }
        }
    }

    /// The cards that may set the base rank by opening a pile, and no others may open it; nothing where the base
    /// is set, or not set there, or not set by a player.
    pub(super) fn sets_base(&self, pile: PileId) -> Option<CardSet> {
        let base = self.game.base.as_ref().filter(|_| self.is_unset())?;
        let here =
            self.game.piles[pile.at()].group == base.of && self.piles[pile.at()].top.is_none();
        if !here || base.from.is_empty() {
            return None;
        }
        let sources = base.from.iter().map(|g| self.game.group(*g).piles.set());
        let sources = sources.fold(PileSet::EMPTY, |set, piles| set | piles);
        Some(self.lying_in(sources))
    }

    pub(super) fn first_empty(&self, group: &Group) -> Option<PileId> {
        let mut piles = group.piles.iter();
        piles.find(|p| self.piles[p.at()].top.is_none())
    }

    /// Those of the cards whose units have a size that a group takes; each pile they lie in is gone through once.
    fn of_fitting_size(&self, group: &Group, held: u8, cards: CardSet) -> CardSet {
        let fits = |size: u16| {
            let room = |capacity| u16::from(held) + size <= u16::from(capacity);
            group.capacity.is_none_or(room)
                && match group.unit {
                    Unit::Any => true,
                    Unit::Exactly(number) => u16::from(number) == size,
                }
        };
        let (mut fitting, mut left) = (CardSet::EMPTY, cards);
        while let Some(first) = left.lowest() {
            let from = self.pile_with(first);
            let is_any = self.game.piles[from.at()].take == Take::Any;
            let mut here = (self.piles[from.at()].units | CardSet::of(first)) & left;
            left -= here;
            for (card, size) in self.cards_down(from).zip(1..) {
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

    /// How many cards are moved with a card: itself and those on it; itself alone from a pile of which any card
    /// may be taken.
    pub(super) fn unit_size(&self, card: CardId) -> u8 {
        let pile = self.pile_with(card);
        if self.game.group_of(pile).take == Take::Any {
            return 1;
        }
        let on_it = self.cards_down(pile).take_while(|&c| c != card).count();
        u8::try_from(on_it + 1).unwrap_or(u8::MAX)
    }

    /// Whether an action may be asked for; what the work does not suffice to see counts as no change.
    pub(super) fn may_do(&self, action: ActionId, work: &mut Work) -> bool {
        let rules = &self.game.actions[action.at()];
        !self.is_locked()
            && rules
                .limit
                .is_none_or(|limit| self.used[action.at()] < limit)
            && self.is_true(rules.when.as_ref(), work)
            && self.would_change(&rules.steps, work)
            && !(rules.may_restore && self.is_restored_by(action, work))
    }

    pub(super) fn has_room(&self, pile: PileId) -> bool {
        self.piles[pile.at()].size < self.game.piles[pile.at()].capacity
    }
}
