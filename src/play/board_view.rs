//! Read access to a board.

use crate::cards::{Card, CardId, CardSet, FaceSet, Rank};
use crate::condition::{CardRef, Condition, Counter, Formula, PileId, Piles, Place, Scene, View};
use crate::rules::file::Take;
use crate::rules::fold::{FactEvaluator, PileRules};
use crate::rules::{Base, Game};
use crate::work::{Kind, spend};

/// A board with its game, as seen card by card. What conditions read of it follows from that.
pub trait BoardView: View + Sized {
    /// The game being played.
    fn game(&self) -> &Game;
    /// The base rank, once it is set.
    fn base(&self) -> Option<Rank>;
    /// The number of cards in a pile.
    fn pile_size(&self, pile: PileId) -> u8;
    /// The top card of a pile.
    fn top_card(&self, pile: PileId) -> Option<CardId>;
    /// The card directly below a card.
    fn card_below(&self, card: CardId) -> Option<CardId>;
    /// The pile a card is in; `None` for a card that is not on the board.
    fn pile_of(&self, card: CardId) -> Option<PileId>;
    /// Whether a card is face down.
    fn is_hidden(&self, card: CardId) -> bool;
    /// Whether any card is face down.
    fn has_hidden_cards(&self) -> bool;
    /// The value of a counter.
    fn count(&self, counter: Counter) -> u16;
    /// The number of cards on goal piles.
    fn goal_cards(&self) -> u8;
    /// Whether the game is stuck, as far as a search found that out: see [`Outcome`](super::Outcome).
    fn is_proved_stuck(&self) -> bool;

    /// The face of a card.
    fn face(&self, card: CardId) -> Card {
        self.game().deck[card.index()]
    }

    /// The cards of a pile, from top to bottom.
    fn cards_down(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        std::iter::successors(self.top_card(pile), |card| self.card_below(*card))
    }

    /// The number of cards in the pile of a card up to it, itself included.
    fn height(&self, card: CardId) -> u8 {
        let cards = std::iter::successors(Some(card), |card| self.card_below(*card));
        cards.fold(0, |height, _| height + 1)
    }

    /// The scene of conditions without variables.
    fn scene(&self) -> Scene<'_, Self> {
        Scene::table(self, self.base())
    }

    /// The value of the points of a game.
    fn count_points(&self, points: &Formula) -> i32 {
        points.value(&self.scene())
    }

    /// Whether the condition for a win holds.
    fn meets(&self, win: &Condition) -> bool {
        win.holds(&self.scene())
    }

    /// Whether the game has a base rank that is not set yet.
    fn needs_base(&self) -> bool {
        self.base().is_none() && self.game().base.is_some()
    }

    /// Whether only a move that sets the base rank is legal.
    fn is_locked(&self) -> bool {
        self.base().is_none() && self.game().base.as_ref().is_some_and(|b| b.locks)
    }

    /// Whether a card that goes to a pile may set the base rank, or is not legal because it does not, so that no table
    /// tells whether it is accepted.
    fn judges_by_base(&self, pile: PileId) -> bool {
        let game = self.game();
        let sets_base = |base: &Base| base.locks || base.of == game.piles[pile.index()].group;
        self.base().is_none() && game.base.as_ref().is_some_and(sets_base)
    }

    /// The first empty pile among some piles.
    fn first_empty(&self, piles: Piles) -> Option<PileId> {
        piles.iter().find(|&pile| self.is_empty(pile))
    }

    /// The cards in the unit of a card, from the top down: all cards on top of it and itself, or only itself if `take`
    /// is `any`.
    fn unit(&self, card: CardId, from: PileId) -> impl Iterator<Item = CardId> {
        let is_alone = self.game().folded.piles[from.index()].take == Take::Any;
        let cards_on_it = self.cards_down(from).take_while(move |&c| c != card);
        let cards_on_it = cards_on_it.take(if is_alone { 0 } else { usize::MAX });
        cards_on_it.chain([card])
    }

    /// The number of cards in the unit of a card.
    fn unit_size(&self, card: CardId, from: PileId) -> u8 {
        u8::try_from(self.unit(card, from).count()).unwrap_or(u8::MAX)
    }

    /// Whether `available` lets cards be lifted from a pile.
    fn is_available(&self, pile: PileId) -> bool {
        self.facts().is_available(pile)
    }

    /// An evaluator of the facts of the folded rules.
    #[inline]
    fn facts(&self) -> FactEvaluator<'_, Self> {
        let game = self.game();
        FactEvaluator::new(&game.folded, self, self.base(), &game.order)
    }

    /// Whether a pile has room for another card.
    fn has_room(&self, pile: PileId) -> bool {
        self.size(pile) < self.game().folded.piles[pile.index()].capacity
    }

    /// The face-down cards of a pile that may be lifted, and so must be turned up.
    #[inline]
    fn cards_to_turn_up<const WORDS: usize>(&self, pile: PileId) -> CardSet<WORDS> {
        match self.game().folded.piles[pile.index()].take {
            Take::None => CardSet::EMPTY,
            _ if !self.is_available(pile) => CardSet::EMPTY,
            Take::Any => {
                let cards = self.cards_down(pile);
                cards.filter(|&card| self.is_hidden(card)).collect()
            }
            _ => match self.top_card(pile) {
                Some(top) if self.is_hidden(top) => CardSet::only(top),
                _ => CardSet::EMPTY,
            },
        }
    }

    /// What may be lifted from a pile if its bottom `keep` cards must stay, ignoring `available`.
    #[inline]
    fn liftable<const WORDS: usize>(&self, pile: PileId, keep: u8) -> Liftable<WORDS> {
        self.liftable_by(&self.game().folded.piles[pile.index()], pile, keep)
    }

    /// Like [`BoardView::liftable`], for a pile with these rules.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "hot path: most of the time to play a move is spent here"
    )]
    fn liftable_by<const WORDS: usize>(
        &self,
        rules: &PileRules,
        pile: PileId,
        keep: u8,
    ) -> Liftable<WORDS> {
        let none = Liftable::default();
        let size = self.size(pile);
        let Some(top) = self.top_card(pile).filter(|_| size > keep) else {
            return none;
        };
        let max = usize::from(size - keep);
        let singles = CardSet::only(top);
        let units = match rules.take {
            Take::None => return none,
            Take::Top => singles,
            Take::Any => {
                // Of several cards with the same face, only the highest may be lifted.
                let mut faces = FaceSet::EMPTY;
                let mut cards = CardSet::EMPTY;
                spend(Kind::Cache, max);
                for card in self.cards_down(pile).take(max) {
                    let face = self.face(card);
                    if !faces.contains(face) {
                        cards.insert(card);
                    }
                    faces.insert(face);
                }
                return Liftable {
                    units: cards,
                    singles: cards,
                };
            }
            Take::Run => self.top_run(rules, pile, top, max).0,
            Take::Full => CardSet::only(self.top_run::<WORDS>(rules, pile, top, max).1),
            Take::TopOrFull => {
                CardSet::only(self.top_run::<WORDS>(rules, pile, top, max).1) | singles
            }
        };
        Liftable { units, singles }
    }

    /// The longest run of face-up cards that ends with a pile's top card, limited to `max` cards: all its cards, and
    /// the lowest.
    #[inline]
    fn top_run<const WORDS: usize>(
        &self,
        rules: &PileRules,
        pile: PileId,
        top: CardId,
        max: usize,
    ) -> (CardSet<WORDS>, CardId) {
        let folded = &self.game().folded;
        let (mut run, mut card) = (CardSet::only(top), top);
        let run_table = folded.tables.rows(rules.run, self.base());
        let mut remaining = max;
        while remaining > 1
            && let Some(below) = self.card_below(card)
        {
            let fits = run_table.contain(below, card)
                || rules.run_needs_evaluation && self.continues_run(pile, card, below);
            if !fits || self.is_hidden(below) {
                break;
            }
            run.insert(below);
            card = below;
            remaining -= 1;
        }
        spend(Kind::Cache, max - remaining);
        (run, card)
    }

    /// Whether a card may be on another in a run of a pile.
    fn continues_run(&self, pile: PileId, card: CardId, below: CardId) -> bool {
        let group = self.game().group_of(pile);
        let run = group.run.as_ref().or(group.build.as_ref());
        run.is_some_and(|run| {
            run.holds(&Scene {
                card: Some(self.face(card)),
                top: Some(self.face(below)),
                this: Some(pile),
                ..self.scene()
            })
        })
    }
}

impl<T: BoardView> View for T {
    #[inline]
    fn top(&self, pile: PileId) -> Option<Card> {
        self.top_card(pile).map(|card| self.face(card))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        spend(Kind::Step, usize::from(self.pile_size(pile)));
        self.cards_down(pile).last().map(|card| self.face(card))
    }

    #[inline]
    fn size(&self, pile: PileId) -> u8 {
        self.pile_size(pile)
    }

    fn place(&self, pile: PileId) -> Place {
        self.game().piles[pile.index()].place
    }

    #[inline]
    fn face_of(&self, card: CardId) -> Card {
        self.face(card)
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(CardId) -> bool) -> bool {
        self.cards_down(pile).all(holds)
    }

    fn every_moved_card(
        &self,
        card: CardId,
        from: PileId,
        holds: &mut dyn FnMut(CardId) -> bool,
    ) -> bool {
        self.unit(card, from).all(holds)
    }

    fn index_of(&self, card: CardRef) -> Option<u8> {
        let card = match card {
            CardRef::Card(card) => self.pile_of(card).map(|_| card)?,
            CardRef::TopOf(pile) => return Some(self.size(pile)).filter(|&size| size > 0),
            CardRef::BottomOf(pile) => return (!self.is_empty(pile)).then_some(1),
        };
        let height = self.height(card);
        spend(Kind::Step, usize::from(height));
        Some(height)
    }

    fn is_face_up(&self, card: CardRef) -> bool {
        let card = match card {
            CardRef::Card(card) => Some(card),
            CardRef::TopOf(pile) => self.top_card(pile),
            CardRef::BottomOf(pile) => self.cards_down(pile).last(),
        };
        card.is_some_and(|card| !self.is_hidden(card))
    }

    fn counter(&self, counter: Counter) -> u16 {
        self.count(counter)
    }

    fn score(&self) -> i32 {
        match &self.game().score.points {
            Some(points) => self.count_points(points),
            None => i32::from(self.goal_cards()),
        }
    }

    fn is_won(&self) -> bool {
        match &self.game().win {
            Some(condition) => self.meets(condition),
            None => usize::from(self.goal_cards()) == self.game().deck.len(),
        }
    }

    fn is_stuck(&self) -> bool {
        self.is_proved_stuck()
    }
}

/// The cards that may be lifted from a pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Liftable<const WORDS: usize> {
    /// The lowest card of each unit, for targets that accept units of any size.
    pub units: CardSet<WORDS>,
    /// The cards that may be lifted alone.
    pub singles: CardSet<WORDS>,
}

impl<const WORDS: usize> Liftable<WORDS> {
    /// Adds what may be lifted from a pile, or removes it if it was added before. While several piles change, a card may be
    /// in two of them for a while; then the order of these calls makes no difference.
    #[inline]
    pub(super) fn toggle(&mut self, other: Liftable<WORDS>) {
        self.units ^= other.units;
        self.singles ^= other.singles;
    }

    /// The cards to offer to a target that takes one card at a time, or units of any size.
    #[inline]
    pub(super) fn for_target(self, takes_one: bool) -> CardSet<WORDS> {
        if takes_one { self.singles } else { self.units }
    }
}
