use super::{Card, Rank, Suit};

/// The cards a game is played with: one or more packs of the given suits and ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The number of packs, at least 1.
    pub packs: u8,
    /// The suits of each pack. A suit may occur several times.
    pub suits: Vec<Suit>,
    /// The ranks of each suit.
    pub ranks: Vec<Rank>,
    /// The number of jokers, in all packs together.
    pub jokers: u8,
}

impl Pack {
    /// The maximum number of jokers.
    pub const MAX_JOKERS: u8 = 8;

    /// The maximum number of packs.
    pub const MAX_PACKS: u8 = 4;

    /// The maximum number of cards in a game: four packs with their jokers.
    pub const MAX_CARDS: usize = 224;

    /// Returns the total number of cards.
    pub fn size(&self) -> usize {
        usize::from(self.packs) * self.suits.len() * self.ranks.len() + usize::from(self.jokers)
    }

    /// Returns the unshuffled cards, ordered by pack, then by suit (clubs, diamonds, hearts, spades), then by rank (Ace
    /// to King). Of a suit that occurs several times in a pack, the copies after the first follow all suits, again in
    /// this order. Jokers come last. The order of suits and ranks in the rules file does not matter.
    pub fn cards(&self) -> Vec<Card> {
        let faces = || (0..Card::FACES).map(Card::from_face);
        let one_pack: Vec<Card> = (0..self.suits.len())
            .flat_map(|copy| faces().filter(move |&card| self.copies_in_pack(card) > copy))
            .collect();
        let jokers = std::iter::repeat_n(Card::Joker, usize::from(self.jokers));
        let packs = one_pack.repeat(usize::from(self.packs));
        packs.into_iter().chain(jokers).collect()
    }

    /// Returns the number of copies of a card.
    pub fn copies(&self, card: Card) -> usize {
        match card {
            Card::Suited(..) => usize::from(self.packs) * self.copies_in_pack(card),
            Card::Joker => usize::from(self.jokers),
        }
    }

    /// Returns how often a suit occurs in each pack.
    pub fn copies_of_suit(&self, suit: Suit) -> usize {
        self.suits.iter().filter(|&&other| other == suit).count()
    }

    /// Returns how often a card occurs in each pack, which jokers are not part of.
    fn copies_in_pack(&self, card: Card) -> usize {
        match card {
            Card::Suited(suit, rank) if self.ranks.contains(&rank) => self.copies_of_suit(suit),
            _ => 0,
        }
    }
}
