use super::Rank;

/// The rank order of a game: the sequence of ranks, and whether it wraps from the last to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    ranks: Vec<Rank>,
    wrap: bool,
    /// The number of ranks below each rank.
    places: [Option<u8>; Rank::COUNT],
}

impl Order {
    /// Creates an order from ranks, lowest first and without duplicates.
    pub fn new(ranks: Vec<Rank>, wrap: bool) -> Order {
        let mut places = [None; Rank::COUNT];
        for (place, rank) in (0..).zip(&ranks) {
            places[rank.index()] = Some(place);
        }
        Order {
            ranks,
            wrap,
            places,
        }
    }

    /// Returns the ranks, lowest first.
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// Whether the first rank follows the last.
    pub fn wraps(&self) -> bool {
        self.wrap
    }

    /// Returns the number of ranks below this one, or `None` if the game does not have the rank.
    pub fn place(&self, rank: Rank) -> Option<usize> {
        self.places[rank.index()].map(usize::from)
    }

    /// Returns the rank `offset` steps higher (lower if negative), or `None` if that is past the end of an order that
    /// does not wrap.
    pub fn step(&self, rank: Rank, offset: i32) -> Option<Rank> {
        let place = i64::try_from(self.place(rank)?).ok()? + i64::from(offset);
        let place = if self.wrap {
            place.rem_euclid(i64::try_from(self.ranks.len()).ok()?)
        } else {
            place
        };
        self.ranks.get(usize::try_from(place).ok()?).copied()
    }
}
