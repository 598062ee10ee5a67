//! Positions from deals and from layouts.

use std::sync::Arc;

use super::board::counter_index;
use super::board_view::BoardView;
use super::command::Command;
use super::generate::State;
use super::position::{Position, with_state};
use super::work::{MAX_FOR_A_COMMAND, MAX_FOR_AN_OPENING, Work};
use crate::cards::{Card, CardId, CardSet, DealNumber, Rank, Stream};
use crate::condition::{ActionId, Counter, GroupId, PileId, PileSet, View};
use crate::rules::{Game, StepKind};
use crate::text::counted;

/// How often the pack is shuffled for an opening that is as a game wants it.
const MAX_SHUFFLES: u16 = 1000;

/// How the pack lies before the first card is dealt. It may be any cards at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Shuffled, by the number of the deal.
    Number(DealNumber),
    /// Card by card as the stock lies before the first deal, next card first; what is picked is not in it.
    Deck(Vec<Card>),
}

/// Why cards are no deck of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// Not as many cards as the pack has after the picks.
    #[error("the deck has {}, {} are needed", counted(*.found, "card"), needed)]
    Count {
        /// How many there are.
        found: i64,
        /// How many are needed.
        needed: i64,
    },
    /// A card once more than the pack has it after the picks.
    #[error("{0} is in the deck once too often, or is not in the pack")]
    TooOften(Card),
    /// An opening that is not as the game wants it.
    #[error("the opening of this deck is not one of those that `setup.until` asks for")]
    Unwanted,
    /// No opening that is as the game wants it.
    #[error("{0} shuffles made no opening that is as `setup.until` asks")]
    Never(u16),
}

/// Piles with their cards, as they may be laid out. They may be any cards at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Piles with their cards from bottom to top, each with whether it lies face down. In the stock, all do.
    pub piles: Vec<(PileId, Vec<(Card, bool)>)>,
    /// The base rank; else that of the bottom card of the first pile that has one, of the group that sets it.
    pub base: Option<Rank>,
    /// How often something was done.
    pub used: Vec<(Counter, u16)>,
}

/// Why piles cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A card that the pack does not have.
    #[error("the pack has no {0}")]
    Missing(Card),
    /// A card once more than the pack has it.
    #[error("{0} lies on the table once too often")]
    TooOften(Card),
    /// More cards than the pile can hold.
    #[error("{0} can hold {1}")]
    Full(String, String),
    /// A card face down that may be lifted.
    #[error("{0} may be lifted from {1}, so it lies face up")]
    Hidden(Card, String),
}

impl Position {
    /// The position after the setup.
    ///
    /// # Errors
    /// A deck that is not the game's pack, or whose opening is not as the game wants it.
    pub fn deal(game: &Arc<Game>, deal: &Deal) -> Result<Position, DealError> {
        Position::deal_within(game, deal, &mut Work::new(MAX_FOR_AN_OPENING))
    }

    /// The same, as far as the work goes.
    ///
    /// # Errors
    /// Where the work is spent, any; else as [`Position::deal`].
    pub(crate) fn deal_within(
        game: &Arc<Game>,
        deal: &Deal,
        work: &mut Work,
    ) -> Result<Position, DealError> {
        let mut position = Position::empty(game);
        let mut pack: Vec<CardId> = CardId::first(game.deck.len()).collect();
        for step in &game.setup {
            let StepKind::Pick { cards, to } = &step.kind else {
                continue;
            };
            for (card, pile) in cards.iter().zip(to.iter()) {
                let at = pack.iter().position(|&id| game.deck[id.at()] == *card);
                let id = pack.remove(at.expect("the picks were checked against the pack"));
                position.place_card(id, pile, true);
            }
        }
        let number = match deal {
            Deal::Number(number) => *number,
            Deal::Deck(cards) => {
                position.open(game, &match_deck(game, pack, cards)?, work);
                return if position.meets_until(game) {
                    Ok(position)
                } else {
                    Err(DealError::Unwanted)
                };
            }
        };
        position.stream = Stream::new(number);
        for shuffles in 1..=MAX_SHUFFLES {
            let mut order = pack.clone();
            position.stream.shuffle(&mut order);
            let mut opened = position.clone();
            opened.open(game, &order, work);
            if work.is_spent() {
                return Err(DealError::Never(shuffles));
            }
            if opened.meets_until(game) {
                return Ok(opened);
            }
            // The next shuffle goes on with the numbers that this opening has left.
            position.stream = opened.stream;
        }
        Err(DealError::Never(MAX_SHUFFLES))
    }

    /// Whether an opening is as the game wants it.
    fn meets_until(&self, game: &Game) -> bool {
        let until = game.until.as_ref();
        until.is_none_or(|until| until.holds(&self.scene()))
    }

    /// Does the setup with the shuffled pack.
    fn open(&mut self, game: &Game, order: &[CardId], work: &mut Work) {
        for &card in order.iter().rev() {
            self.place_card(card, game.stock, false);
        }
        let until = game.until.as_ref().map_or(0, |until| until.cost);
        work.spend(self.settling_cost() + until);
        let stream = &mut self.stream;
        with_state!(&mut self.state, state => {
            let mut command = Command::new(game, state, stream);
            command.changed = PileSet::first(game.piles.len());
            work.with_limit(MAX_FOR_A_COMMAND, |work| {
                command.run(&game.setup, work);
                command.settle(false, work);
            });
        });
    }

    /// Puts a card that lies nowhere on a pile, and nothing else.
    fn place_card(&mut self, card: CardId, pile: PileId, up: bool) {
        let (game, stream) = (&self.game, &mut self.stream);
        with_state!(&mut self.state, state => {
            Command::new(game, state, stream).put(card, pile, up);
        });
    }

    /// The layout of the position: laid out, it is the same to the rules but for how the cards fall in later shuffles
    /// and for points carried from the game before.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let pile_cards = |pile: PileId| (pile, self.cards_with_facing(pile));
        let actions = ActionId::first(self.game.actions.len()).map(Counter::Action);
        let groups = GroupId::first(self.game.groups.len()).map(Counter::Group);
        let used = |counter| (counter, View::used(self, counter));
        Layout {
            piles: self.pile_ids().map(pile_cards).collect(),
            base: self.base(),
            used: actions.chain(groups).map(used).collect(),
        }
    }

    /// The cards of a pile as a layout has them: from bottom to top, each with whether it lies face down.
    #[must_use]
    pub fn cards_with_facing(&self, pile: PileId) -> Vec<(Card, bool)> {
        let cards = self.cards(pile).into_iter();
        cards.map(|c| (self.face(c), self.is_hidden(c))).collect()
    }

    /// The position of a layout. Nothing settles.
    ///
    /// # Errors
    /// A layout with more copies of a card than the pack has, or with a card face down that may be lifted.
    pub fn lay_out(game: &Arc<Game>, layout: &Layout) -> Result<Position, LayoutError> {
        let mut position = Position::empty(game);
        let mut left: Vec<CardId> = CardId::first(game.deck.len()).collect();
        // The rank of the first card to be put down is not the base: that is said, or found when all lie there.
        for (pile, cards) in &layout.piles {
            for &(card, down) in cards {
                let wrong = match game.pack.copies(card) {
                    0 => LayoutError::Missing(card),
                    _ => LayoutError::TooOften(card),
                };
                let at = left
                    .iter()
                    .position(|&id| game.deck[id.at()] == card)
                    .ok_or(wrong)?;
                if let Some(capacity) = game.group_of(*pile).capacity
                    && !position.has_room(*pile)
                {
                    return Err(LayoutError::Full(
                        game.pile_name(*pile),
                        counted(capacity, "card"),
                    ));
                }
                position.place_card(left.remove(at), *pile, !down);
            }
        }
        let first = game.base.as_ref().and_then(|base| {
            let mut piles = game.group(base.of).piles.iter();
            piles.find_map(|p| position.bottom(p))
        });
        let base = layout.base.or(first.map(|card| card.rank));
        with_state!(&mut position.state, state => {
            for &(counter, times) in &layout.used {
                state.board.set_used(counter_index(game, counter), times);
            }
            state.board.base = base;
            // The cards of the stock are listed without their faces.
            let shown: CardSet = state.view(game).cards_to_turn_up(game.stock);
            shown.iter().for_each(|card| state.board.turn(card, true));
        });
        for pile in position.pile_ids() {
            let hidden: CardSet = position.cards_to_turn_up(pile);
            if let Some(hidden) = hidden.lowest() {
                let card = game.deck[hidden.at()];
                return Err(LayoutError::Hidden(card, game.pile_name(pile)));
            }
        }
        with_state!(&mut position.state, state => **state = State::new(game, state.board));
        Ok(position)
    }
}

/// The ids of a deck's cards, each of the pack's once.
fn match_deck(
    game: &Game,
    mut pack: Vec<CardId>,
    cards: &[Card],
) -> Result<Vec<CardId>, DealError> {
    let needed = pack.len();
    let mut order = Vec::new();
    for &card in cards {
        let at = pack
            .iter()
            .position(|&id| game.deck[id.at()] == card)
            .ok_or(DealError::TooOften(card))?;
        order.push(pack.remove(at));
    }
    if order.len() == needed {
        return Ok(order);
    }
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    Err(DealError::Count {
        found: count(order.len()),
        needed: count(needed),
    })
}
