//! What a player knows of a position, and the worlds that fit it.

use crate::cards::{CardId, CardSet, DealNumber, Stream};
use crate::play::{Move, Numbers, Position, mix};
use crate::work::is_all_done;

/// How many worlds are tried for one that fits.
const MAX_TRIES: usize = 100;

/// What a player knows of a position: everything but where each of the unknown cards lies. It contains nothing else, so
/// that no decision made from it can depend on what the player does not know: equal cards are numbered by where they lie.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    /// The position with the unknown cards in the order of their faces.
    pub(super) position: Position,
    /// The cards whose place is known.
    pub(super) known: CardSet,
    /// The cards whose place is not known, in the order of their faces.
    pub(super) unknown: Vec<CardId>,
    /// The legal moves.
    pub(super) legal: Vec<Move>,
    /// The key of a rule by which moves are legal or not depending on unknown cards, once a world has shown one.
    pub(super) telltale: Option<String>,
    /// The numbers of its cards, which are not those of the position that was seen.
    pub(super) numbers: Numbers,
}

impl Position {
    /// A world that fits what a player knows who has seen some cards before, and sees those that are face up: the same
    /// position with the other cards lying anywhere, and the same legal moves. `None` if none was found in a hundred tries.
    ///
    /// Later shuffles follow from `seed` as well, and not from the deal. What was seen before a shuffle is known no more: leave
    /// it out.
    ///
    /// Equal cards may have changed their ids, so a move is carried over by its [`Position::move_id`].
    ///
    /// ```
    /// use patience::{Deal, DealNumber, Position, Rules, Session};
    ///
    /// let rules = Rules::built_in("klondike")?;
    /// let session = Session::new(Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?);
    /// let worlds = (0..10).filter_map(|seed| session.position().sample_world(session.seen(), seed));
    /// for world in worlds {
    ///     assert_eq!(world.view(), session.view());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_world(
        &self,
        seen: impl IntoIterator<Item = CardId>,
        seed: u64,
    ) -> Option<Position> {
        Knowledge::new(self, seen.into_iter().collect()).sample(seed)
    }
}

impl Knowledge {
    /// What a player knows who remembers where some cards are, and sees those that are face up.
    pub(super) fn new(position: &Position, remembered: CardSet) -> Knowledge {
        let remembered = remembered | position.shown_cards();
        let (position, numbers) = position.renumbered(remembered);
        let known = numbers.renumber(remembered);
        let unknown = position.unknown_cards(known);
        Knowledge {
            position: position.rearranged(known, &unknown, 0),
            legal: position.legal_moves(),
            known,
            unknown,
            telltale: None,
            numbers,
        }
    }

    /// Whether the place of every card is known.
    pub(super) fn is_complete(&self) -> bool {
        self.unknown.is_empty()
    }

    /// A hash that is the same for positions of which the same is known.
    pub(super) fn hash(&self) -> u64 {
        let unknown = self.unknown.iter().map(|card| mix(card.index() as u64));
        mix(self.position.seed() ^ unknown.fold(0, u64::wrapping_add))
    }

    /// A world that fits: a position where the unknown cards lie anywhere, and the same moves are legal. `None` if none
    /// was found.
    pub(super) fn sample(&mut self, seed: u64) -> Option<Position> {
        let mut random = Stream::new(DealNumber(seed));
        let mut cards = self.unknown.clone();
        let mut misfit = None;
        for _ in 0..MAX_TRIES {
            if is_all_done() {
                return None;
            }
            random.shuffle(&mut cards);
            let world = self.position.rearranged(self.known, &cards, seed);
            if world.is_won() {
                continue;
            }
            if world.legal_moves() == self.legal {
                if let Some(other) = misfit.filter(|_| self.telltale.is_none()) {
                    self.telltale = find_difference(&world, &other);
                }
                return Some(world);
            }
            misfit = Some(world);
        }
        None
    }

    /// The hash of what is known after a legal move; `None` if the move shows something new.
    pub(super) fn hash_after(&self, mv: Move) -> Option<u64> {
        let mut next = self.clone();
        next.position.play_unchecked(mv);
        (!shows_new(&next.position, &self.position, self.known)).then(|| next.hash())
    }
}

/// The key of a rule that refuses a move in one of two positions, and not in the other.
fn find_difference(one: &Position, other: &Position) -> Option<String> {
    let refused = |moves: &Position, by: &Position| {
        let mut moves = moves.legal_moves().into_iter();
        moves.find_map(|mv| by.refusal(mv))
    };
    let refusal = refused(one, other).or_else(|| refused(other, one))?;
    Some(refusal.key().to_owned())
}

/// Whether a position shows a card that is not known, or cards were shuffled since an earlier one.
pub(super) fn shows_new(position: &Position, before: &Position, known: CardSet) -> bool {
    !(position.shown_cards() - known).is_empty() || position.has_shuffled_since(before)
}
