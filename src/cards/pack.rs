use super::{Card, Rank, Suit};

/// What a game is played with: so many packs of these suits and ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// How many packs, at least 1.
    pub packs: u8,
    /// The suits of each pack.
    pub suits: Vec<Suit>,
    /// The ranks of each suit.
    pub ranks: Vec<Rank>,
}

impl Pack {
    /// The most cards a game may have: four packs with their jokers.
    pub const MAX_CARDS: usize = 224;

    /// How many cards there are.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.packs) * self.suits.len() * self.ranks.len()
    }

    /// The cards of the new, unshuffled packs: pack after pack, in each suit after suit in the order clubs,
    /// diamonds, hearts, spades, in each rank after rank from Ace to King, whatever order the game's file lists.
    #[must_use]
    pub fn cards(&self) -> Vec<Card> {
        let faces = (0..Card::FACES).map(Card::of_face);
        let one: Vec<Card> = faces
            .filter(|c| self.suits.contains(&c.suit) && self.ranks.contains(&c.rank))
            .collect();
        one.repeat(usize::from(self.packs))
    }

    /// How many copies of a card there are.
    #[must_use]
    pub fn copies(&self, card: Card) -> usize {
        let has = self.suits.contains(&card.suit) && self.ranks.contains(&card.rank);
        if has { usize::from(self.packs) } else { 0 }
    }
}
