//! Creates positions from deals and layouts.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::board_view::BoardView;
use super::command::Command;
use super::generate::State;
use super::position::Position;
use super::sized::with_state;
use super::watch::{Event, Watcher};
use crate::cards::{
    Card, CardId, CardSet, DealNumber, ForeignDeal, IdSet, ParseDealError, Rank, Stream,
    parse_cards,
};
use crate::condition::{Counter, GroupId, PileId, View};
use crate::rules::{Game, Step};
use crate::text::{debug_as_display, pluralize};
use crate::work::{OPENING, Window};

/// How many shuffles are tried to find an opening that satisfies `setup.until`.
const MAX_SHUFFLES: u16 = 1000;

/// The order of the pack before the first card is dealt. The cards are not validated yet.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deal {
    /// A shuffled pack, by deal number.
    Number(DealNumber),
    /// A shuffled pack, by its number in another program.
    Foreign(ForeignDeal),
    /// The cards of the stock before the first deal, next card first, without the picked cards.
    Deck(Vec<Card>),
}

impl From<DealNumber> for Deal {
    fn from(number: DealNumber) -> Deal {
        Deal::Number(number)
    }
}

/// Parses a number: `617`, or of another program `ms:617` or `pysol:123456`; or the cards of a deck: `AS 2S TH`.
///
/// ```
/// use patience::Deal;
///
/// for name in ["617", "ms:617", "pysol:123456", "AS 2S TH"] {
///     let deal: Deal = name.parse()?;
///     assert_eq!(deal.to_string(), name);
/// }
/// # Ok::<(), patience::deal::ParseDealError>(())
/// ```
impl FromStr for Deal {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<Deal, ParseDealError> {
        if let Ok(cards) = parse_cards(text)
            && !cards.is_empty()
        {
            Ok(Deal::Deck(cards))
        } else if text.contains(':') {
            text.parse().map(Deal::Foreign)
        } else {
            text.parse().map(Deal::Number)
        }
    }
}

/// Writes the number, or the cards of the deck.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Number(number) => write!(f, "{number}"),
            Deal::Foreign(deal) => write!(f, "{deal}"),
            Deal::Deck(cards) => {
                let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                f.write_str(&cards.join(" "))
            }
        }
    }
}

/// Why a game cannot be dealt.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// The deck has more or fewer cards than the pack without the picked cards.
    #[error("the deck has {}, but {} are needed", pluralize(*.found, "card"), needed)]
    Count {
        /// The number of cards in the deck.
        found: usize,
        /// The number of cards it should have.
        needed: usize,
    },
    /// The deck has a card more often than the pack without the picked cards.
    #[error("{0} is in the deck more often than in the pack")]
    TooOften(Card),
    /// The other program does not number deals of the game's pack.
    #[error("`{}` numbers deal {}, and the game has another pack", .0.dealer().word(), .0.packs_in_words())]
    Pack(ForeignDeal),
    /// The opening of the deck does not satisfy `setup.until`.
    #[error("the opening of this deck does not satisfy `setup.until`")]
    Unwanted,
    /// No opening satisfied `setup.until` in this number of shuffles.
    #[error("no opening satisfied `setup.until` in {0} shuffles")]
    Never(u16),
}

/// The cards of each pile, to be laid out as a position. They are not validated yet.
///
/// ```
/// use patience::deal::{Layout, parse_cards};
/// use patience::{Position, Rules};
///
/// let rules = Rules::built_in("klondike")?;
/// let game = rules.game();
/// let pile = |name| game.pile_named(name).expect("it has that pile");
/// let face_up = |text| parse_cards(text).map(|cards| cards.into_iter().map(|card| (card, false)).collect());
/// let mut layout = Layout::default();
/// layout.piles = vec![(pile("t1"), face_up("KH QS")?), (pile("t2"), face_up("JD")?)];
/// let position = Position::lay_out(game, &layout)?;
/// assert!(position.parse_move("t2 t1").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// Piles with their cards from bottom to top, each with `true` if it is face down. In the stock, all cards are face
    /// down, whatever the flag.
    pub piles: Vec<(PileId, Vec<(Card, bool)>)>,
    /// The base rank. If it is `None`, the first pile with cards in the group that sets the base decides.
    pub base: Option<Rank>,
    /// Counters and their values.
    pub used: Vec<(Counter, u16)>,
}

/// Why a layout is not a position.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The pack does not have the card.
    #[error("the pack has no {0}")]
    Missing(Card),
    /// The layout has a card more often than the pack.
    #[error("{0} is placed more often than the pack has it")]
    TooOften(Card),
    /// A pile, by name, has more cards than its capacity.
    #[error("{0} holds at most {1}")]
    Full(String, String),
    /// A card is face down in a pile, given by name, though it may be lifted from there.
    #[error("{0} must be face up: it may be lifted from {1}")]
    Hidden(Card, String),
    /// The game has no such pile.
    #[error("the game has no pile {}", .0.index())]
    NoPile(PileId),
    /// The game has no such action or group to count.
    #[error("the game does not count {0:?}")]
    NoCounter(Counter),
    /// The game has no base rank, or no cards of this rank.
    #[error("{0} cannot be the base rank")]
    NoBase(Rank),
}

debug_as_display!(DealError, LayoutError);

impl Position {
    /// Deals a game: returns the position after its setup.
    ///
    /// # Errors
    /// Returns an error if the deck is not the game's pack, or if no opening satisfies `setup.until`.
    pub fn deal(game: &Arc<Game>, deal: &Deal) -> Result<Position, DealError> {
        Position::deal_watched(game, deal, &mut ())
    }

    /// Like [`Position::deal`], and tells what happens.
    pub(super) fn deal_watched(
        game: &Arc<Game>,
        deal: &Deal,
        watcher: &mut impl Watcher,
    ) -> Result<Position, DealError> {
        let window = Window::new(OPENING);
        let (mut position, mut pack, picked) = Position::with_picks(game, &game.setup);
        (position.rng, pack) = match deal {
            Deal::Number(number) => (Stream::new(*number), pack),
            Deal::Foreign(foreign) => {
                let whole = foreign.order_unshuffled(&game.pack);
                let whole = whole.ok_or(DealError::Pack(*foreign))?;
                let whole = whole.into_iter().map(CardId::new).collect();
                (Stream::foreign(*foreign), whole)
            }
            Deal::Deck(cards) => {
                position.open(game, &match_deck(game, pack, cards)?, watcher);
                return if position.meets_until(game) {
                    Ok(position)
                } else {
                    Err(DealError::Unwanted)
                };
            }
        };
        for shuffles in 1..=MAX_SHUFFLES {
            let mut order = pack.clone();
            position.rng.shuffle(&mut order);
            // Other programs shuffle the picked cards too.
            order.retain(|&card| !picked.contains(card));
            let empty = game.until.is_some().then(|| position.clone());
            position.open(game, &order, watcher);
            if !window.is_open() {
                return Err(DealError::Never(shuffles));
            }
            if position.meets_until(game) {
                return Ok(position);
            }
            // The next shuffle continues with the random numbers that this opening left.
            if let Some(empty) = empty {
                position = Position {
                    rng: position.rng,
                    ..empty
                };
            }
        }
        Err(DealError::Never(MAX_SHUFFLES))
    }

    /// The position after the first steps of the setup of a deal, with the cards turned up that may be lifted. Nothing
    /// else happens by itself. `None` if the steps take too much work.
    pub(crate) fn deal_partly(
        game: &Arc<Game>,
        number: DealNumber,
        steps: usize,
    ) -> Option<Position> {
        let setup = game.setup.get(..steps)?;
        let (mut position, mut pack, _) = Position::with_picks(game, setup);
        position.rng = Stream::new(number);
        position.rng.shuffle(&mut pack);
        position.place_stock(&pack);
        let (rng, hash) = (&mut position.rng, &mut position.board_hash);
        with_state!(&mut position.state, state => {
            let mut command = Command::new(game, state, rng, hash);
            command.cache.stale = IdSet::first(game.piles.len());
            command.run(setup, &mut ());
            command.turn_up();
            command.window.is_open()
        })
        .then_some(position)
    }

    /// A position with nothing but the cards that steps take out of the pack, the other cards, and those that were taken.
    fn with_picks(game: &Arc<Game>, setup: &[Step]) -> (Position, Vec<CardId>, CardSet) {
        let mut position = Position::empty(game);
        let mut pack: Vec<CardId> = CardId::first(game.deck.len()).collect();
        let mut picked: CardSet = CardSet::EMPTY;
        for step in setup {
            for (card, pile) in step.cards.iter().zip(step.to.iter()) {
                let index = pack.iter().position(|&id| game.deck[id.index()] == *card);
                let id = pack.remove(index.expect("the picks were checked against the pack"));
                picked.insert(id);
                position.place_card(id, pile, true);
            }
        }
        (position, pack, picked)
    }

    /// Whether the opening satisfies `setup.until`.
    fn meets_until(&self, game: &Game) -> bool {
        let until = game.until.as_ref();
        until.is_none_or(|until| until.holds(&self.scene()))
    }

    /// Runs the setup with the pack in this order.
    fn open(&mut self, game: &Game, order: &[CardId], watcher: &mut impl Watcher) {
        self.place_stock(order);
        watcher.note(Event::Shuffled, self);
        let (rng, hash) = (&mut self.rng, &mut self.board_hash);
        with_state!(&mut self.state, state => {
            let mut command = Command::new(game, state, rng, hash);
            command.cache.stale = IdSet::first(game.piles.len());
            command.run(&game.setup, watcher);
            command.settle(false, watcher);
        });
    }

    /// Puts the pack on the stock, its first card on top.
    fn place_stock(&mut self, pack: &[CardId]) {
        let (game, rng, hash) = (&self.game, &mut self.rng, &mut self.board_hash);
        with_state!(&mut self.state, state => {
            let mut command = Command::new(game, state, rng, hash);
            command.put_pack(pack.iter().rev().copied(), game.stock);
        });
    }

    /// Puts a card that is in no pile on top of a pile.
    fn place_card(&mut self, card: CardId, pile: PileId, face_up: bool) {
        let (game, rng, hash) = (&self.game, &mut self.rng, &mut self.board_hash);
        with_state!(&mut self.state, state => {
            Command::new(game, state, rng, hash).put(card, pile, face_up);
        });
    }

    /// The layout of this position. Laying it out again gives an equivalent position, except for the outcome of later
    /// shuffles and for carried points.
    pub fn layout(&self) -> Layout {
        let pile_cards = |pile: PileId| (pile, self.cards_with_facing(pile));
        let actions = self.game.actions().map(Counter::Action);
        let groups = GroupId::first(self.game.groups.len()).map(Counter::Group);
        let value_of = |counter| (counter, View::counter(self, counter));
        Layout {
            piles: self.game.piles().map(pile_cards).collect(),
            base: self.base(),
            used: actions.chain(groups).map(value_of).collect(),
        }
    }

    /// The cards of a pile from bottom to top, each with `true` if it is face down.
    pub(crate) fn cards_with_facing(&self, pile: PileId) -> Vec<(Card, bool)> {
        let cards = self.cards(pile).into_iter();
        cards.map(|c| (self.face(c), self.is_hidden(c))).collect()
    }

    /// Creates the position of a layout, without refills or automatic steps.
    ///
    /// # Errors
    /// Returns an error if the layout has a card more often than the pack, too many cards in a pile, a face-down card that
    /// may be lifted, or something that the game does not have.
    pub fn lay_out(game: &Arc<Game>, layout: &Layout) -> Result<Position, LayoutError> {
        let mut counters = layout.used.iter().map(|(counter, _)| *counter);
        if let Some(counter) = counters.find(|&counter| !game.has_counter(counter)) {
            return Err(LayoutError::NoCounter(counter));
        }
        let mut piles = layout.piles.iter().map(|(pile, _)| *pile);
        if let Some(pile) = piles.find(|pile| pile.index() >= game.piles.len()) {
            return Err(LayoutError::NoPile(pile));
        }
        let may_be_base = |rank: Rank| {
            let mut ranks = game.deck.iter().map(|card| card.rank());
            game.base.is_some() && ranks.any(|other| other == Some(rank))
        };
        if let Some(base) = layout.base.filter(|&base| !may_be_base(base)) {
            return Err(LayoutError::NoBase(base));
        }
        let mut position = Position::empty(game);
        let mut remaining: Vec<CardId> = CardId::first(game.deck.len()).collect();
        // Cards on the piles must not set the base rank: the layout gives it, or it is found when all cards are placed.
        for (pile, cards) in &layout.piles {
            for &(card, down) in cards {
                let error = match game.pack.copies(card) {
                    0 => LayoutError::Missing(card),
                    _ => LayoutError::TooOften(card),
                };
                let index = remaining
                    .iter()
                    .position(|&id| game.deck[id.index()] == card)
                    .ok_or(error)?;
                if let Some(capacity) = game.group_of(*pile).capacity
                    && !position.has_room(*pile)
                {
                    return Err(LayoutError::Full(
                        game.pile_name(*pile),
                        pluralize(capacity, "card"),
                    ));
                }
                position.place_card(remaining.remove(index), *pile, !down);
            }
        }
        let first = game.base.as_ref().and_then(|base| {
            let mut piles = game.group(base.of).piles.iter();
            piles.find_map(|p| position.bottom(p)?.rank())
        });
        let base = layout.base.or(first);
        with_state!(&mut position.state, state => {
            for &(counter, times) in &layout.used {
                state.board.set_counter(game.counter_index(counter), times);
            }
            state.board.base = base;
            // A layout does not say which cards of the stock are face up.
            let shown: CardSet = state.view(game).cards_to_turn_up(game.stock);
            shown.iter().for_each(|card| state.board.turn(card, true));
        });
        for pile in position.game().piles() {
            let hidden: CardSet = position.cards_to_turn_up(pile);
            if let Some(hidden) = hidden.lowest() {
                let card = game.deck[hidden.index()];
                return Err(LayoutError::Hidden(card, game.pile_name(pile)));
            }
        }
        with_state!(&mut position.state, state => **state = State::new(game, state.board));
        Ok(position)
    }
}

/// Finds the card ids for the cards of a deck. Every card of the pack must be used once.
fn match_deck(
    game: &Game,
    mut pack: Vec<CardId>,
    cards: &[Card],
) -> Result<Vec<CardId>, DealError> {
    let needed = pack.len();
    let mut order = Vec::new();
    for &card in cards {
        let index = pack
            .iter()
            .position(|&id| game.deck[id.index()] == card)
            .ok_or(DealError::TooOften(card))?;
        order.push(pack.remove(index));
    }
    if order.len() == needed {
        return Ok(order);
    }
    Err(DealError::Count {
        found: order.len(),
        needed,
    })
}
