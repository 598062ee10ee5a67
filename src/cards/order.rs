use super::Rank;

/// The order of the ranks in a game: which follows which, and whether the last is followed by the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    ranks: Vec<Rank>,
    wrap: bool,
}

impl Order {
    /// The order in which the ranks are listed, each once.
    #[must_use]
    pub fn new(ranks: Vec<Rank>, wrap: bool) -> Order {
        Order { ranks, wrap }
    }

    /// The ranks, lowest first.
    #[must_use]
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// Whether the last rank is followed by the first.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.wrap
    }

    /// How many ranks lie below this one; nothing for a rank that the game does not have.
    #[must_use]
    pub fn place(&self, rank: Rank) -> Option<usize> {
        self.ranks.iter().position(|&r| r == rank)
    }

    /// The rank `by` steps higher (lower where negative): around the corner where the order wraps, nothing past
    /// its end where it does not.
    #[must_use]
    pub fn step(&self, rank: Rank, by: i32) -> Option<Rank> {
        let place = i64::try_from(self.place(rank)?).ok()? + i64::from(by);
        let place = if self.wrap {
            place.rem_euclid(i64::try_from(self.ranks.len()).ok()?)
        } else {
            place
        };
        self.ranks.get(usize::try_from(place).ok()?).copied()
    }
}
