use super::{Card, Rank, Suit};

/// The cards a game is played with: one or more packs of the given suits and ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The number of packs, at least 1.
    pub packs: u8,
    /// The suits of each pack.
    pub suits: Vec<Suit>,
    /// The ranks of each suit.
    pub ranks: Vec<Rank>,
}

impl Pack {
    /// The maximum number of cards in a game: four packs with their jokers.
    pub const MAX_CARDS: usize = 224;

    /// Returns the total number of cards.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.packs) * self.suits.len() * self.ranks.len()
    }

    /// Returns the unshuffled cards, ordered by pack, then by suit (clubs, diamonds, hearts, spades), then by rank
    /// (Ace to King). The order in which the rules file lists suits and ranks does not matter.
    #[must_use]
    pub fn cards(&self) -> Vec<Card> {
        let faces = (0..Card::FACES).map(Card::from_face);
        let one_pack: Vec<Card> = faces
            .filter(|c| self.suits.contains(&c.suit) && self.ranks.contains(&c.rank))
            .collect();
        one_pack.repeat(usize::from(self.packs))
    }

    /// Returns the number of copies of a card.
    #[must_use]
    pub fn copies(&self, card: Card) -> usize {
        let has = self.suits.contains(&card.suit) && self.ranks.contains(&card.rank);
        if has { usize::from(self.packs) } else { 0 }
    }
}
