//! Finds cards that can go to goal piles without harm.

use crate::cards::{Card, CardId};
use crate::condition::{PileId, View};
use crate::play::{BoardView, Move, Position};
use crate::work::{LINE, is_all_done, within};

impl Position {
    /// Returns the moves that put cards on goal piles without harm, in order of play: all the moves that are left to
    /// win, or else every move of a card that no other card needs any more.
    ///
    /// A card goes up only if no other card could go to its place instead, and if each card that could be placed on it
    /// is on a goal pile or could go there too, without harm. A game has no such moves if its cards leave in pairs or
    /// change places. Other conditions that depend on goal piles are not considered, so this is a help for players and
    /// no proof.
    ///
    /// Those are missing that take more work to find than half of [`LINE`].
    pub fn safe_moves(&self) -> Vec<Move> {
        within(LINE / 2, || self.find_safe_moves())
    }

    fn find_safe_moves(&self) -> Vec<Move> {
        if self.game().folded.has_partners {
            return Vec::new();
        }
        let to_win = self.moves_to_win();
        if !to_win.is_empty() {
            return to_win;
        }
        let (mut moves, mut position) = (Vec::new(), self.clone());
        // Each move takes a card out of play, so the number of cards is a limit.
        while moves.len() < position.game().deck.len()
            && !is_all_done()
            && let Some(next) = position.find_safe_move()
        {
            position.play_unchecked(next);
            moves.push(next);
        }
        moves
    }

    /// Returns the moves that win if cards only move to goal piles; empty if these moves do not win, or if a card is face
    /// down.
    fn moves_to_win(&self) -> Vec<Move> {
        let (mut moves, mut position) = (Vec::new(), self.clone());
        if self.has_hidden_cards() {
            return moves;
        }
        while !position.is_won() {
            let goal_moves = position.goal_moves();
            let Some(&next) = goal_moves.first() else {
                return Vec::new();
            };
            position.play_unchecked(next);
            moves.push(next);
            if moves.len() > position.game().deck.len() || is_all_done() {
                return Vec::new();
            }
        }
        moves
    }

    /// The legal moves of cards to goal piles, in the order of the piles.
    fn goal_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| match *mv {
            Move::Action(_) => false,
            Move::Cards(card, to) => !self.is_on_goal(card) && self.game().piles[to.index()].goal,
        });
        // The order of the list may tell which of two equal cards is face down.
        moves.sort_by_key(|mv| match *mv {
            Move::Action(_) => (None, None),
            Move::Cards(card, to) => (Some(to), self.pile_of(card)),
        });
        moves
    }

    fn find_safe_move(&self) -> Option<Move> {
        if self.needs_base() {
            return None;
        }
        self.goal_moves().into_iter().find(|mv| match *mv {
            Move::Action(_) => false,
            Move::Cards(card, to) => {
                self.top(self.expect_pile_of(card)) == Some(card)
                    && self.has_no_rival(card, to)
                    && self.is_missed_by_none(card, &mut Vec::new())
            }
        })
    }

    /// Whether no other card could go to this goal pile instead. Empty piles that are interchangeable accept different
    /// cards, if there are enough of them.
    fn has_no_rival(&self, card: CardId, to: PileId) -> bool {
        let rivals = self
            .cards_in_play()
            .filter(|&other| self.may_accept(to, other));
        let rivals: Vec<CardId> = rivals.collect();
        if rivals
            .iter()
            .all(|&other| self.face(other) == self.face(card))
        {
            return true;
        }
        let group = self.game().group_of(to);
        let empty = group.piles.iter().filter(|&pile| self.is_empty(pile));
        self.is_empty(to) && group.alike && empty.count() >= rivals.len()
    }

    /// Whether no card in play needs this one to be placed on: each that could be placed on it can go to a goal pile
    /// too, and is not missed either. `visited` are the faces that were asked about before.
    fn is_missed_by_none(&self, card: CardId, visited: &mut Vec<Card>) -> bool {
        let face = self.face(card);
        if visited.contains(&face) {
            return true;
        }
        visited.push(face);
        self.cards_in_play().all(|other| {
            self.face(other) == face
                || !self.may_be_placed_on(other, card)
                || self.goals().any(|goal| self.may_accept(goal, other))
                    && self.is_missed_by_none(other, visited)
        })
    }

    /// The cards that are not on goal piles, including face-down ones. A player knows which cards these are from the goal
    /// piles.
    fn cards_in_play(&self) -> impl Iterator<Item = CardId> {
        let cards = CardId::first(self.game().deck.len());
        cards.filter(|&card| self.pile_of(card).is_some() && !self.is_on_goal(card))
    }

    fn is_on_goal(&self, card: CardId) -> bool {
        self.pile_of(card)
            .is_some_and(|pile| self.game().piles[pile.index()].goal)
    }

    pub(super) fn goals(&self) -> impl Iterator<Item = PileId> {
        let piles = self.game().piles();
        piles.filter(|pile| self.game().piles[pile.index()].goal)
    }

    /// Whether a pile may accept a card now, by the lookup table of its rules alone.
    pub(super) fn may_accept(&self, pile: PileId, card: CardId) -> bool {
        let rules = &self.game().folded.piles[pile.index()];
        let top = self.top(pile);
        let table = if top.is_some() {
            rules.build
        } else {
            rules.start
        };
        let tables = &self.game().folded.tables;
        self.has_room(pile) && tables.accept(table, self.base(), top, card)
    }

    /// Whether a card may be placed on another in a pile that is not a goal pile.
    fn may_be_placed_on(&self, card: CardId, other: CardId) -> bool {
        let (game, base) = (self.game(), self.base());
        let piles = game.piles().filter(|pile| !game.piles[pile.index()].goal);
        let mut tables: Vec<_> = piles
            .map(|pile| game.folded.piles[pile.index()].build)
            .collect();
        tables.dedup();
        let mut tables = tables.into_iter();
        tables.any(|table| game.folded.tables.accept(table, base, Some(other), card))
    }
}
