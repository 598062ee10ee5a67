//! The names of the reductions, and sets of them.

/// Something that a search may leave out, where the rules of a game allow it. Each is a theorem, stated at its place in
/// `search::analysis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// Piles that no rule tells apart are one.
    EqualPiles,
    /// Suits are ignored if no rule reads them.
    Suits,
    /// The order of the cards in a pile is ignored if no card ever leaves it and no rule reads it.
    Order,
    /// All positions that the actions on the stock lead through are one.
    Cycle,
    /// A card that no other card needs goes to its goal pile at once, and does not come back.
    SafeGoals,
    /// A part of a run is moved only to bare a card that can go to a goal pile.
    PartRuns,
    /// Several like cards are equally good places for a run; only together with `PartRuns`.
    RunEnds,
    /// A position is given up if even an easier game could not be won from there.
    DeadEnds,
}

impl Reduction {
    /// All reductions.
    pub const ALL: [Reduction; 8] = [
        Reduction::EqualPiles,
        Reduction::Suits,
        Reduction::Order,
        Reduction::Cycle,
        Reduction::SafeGoals,
        Reduction::PartRuns,
        Reduction::RunEnds,
        Reduction::DeadEnds,
    ];

    /// Its name in [`Game::solver_facts`](crate::Game::solver_facts).
    pub fn name(self) -> &'static str {
        match self {
            Reduction::EqualPiles => "equal_piles",
            Reduction::Suits => "suits",
            Reduction::Order => "order",
            Reduction::Cycle => "cycle",
            Reduction::SafeGoals => "safe_goals",
            Reduction::PartRuns => "part_runs",
            Reduction::RunEnds => "run_ends",
            Reduction::DeadEnds => "dead_ends",
        }
    }
}

/// A set of reductions. Whichever a search may use, it finds the same verdicts, only sooner or later; tests compare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions(u8);

impl Reductions {
    /// All reductions.
    pub const ALL: Reductions = Reductions(u8::MAX);

    /// No reduction.
    pub const NONE: Reductions = Reductions(0);

    /// The set with one more reduction.
    pub const fn with(self, reduction: Reduction) -> Reductions {
        Reductions(self.0 | 1 << reduction as u8)
    }

    /// The set without a reduction.
    pub fn without(self, reduction: Reduction) -> Reductions {
        Reductions(self.0 & !(1 << reduction as u8))
    }

    /// The reductions in the set.
    pub fn iter(self) -> impl Iterator<Item = Reduction> {
        let all = Reduction::ALL.into_iter();
        all.filter(move |reduction| self.contains(*reduction))
    }

    /// Whether a reduction is in the set.
    pub fn contains(self, reduction: Reduction) -> bool {
        self.0 & 1 << reduction as u8 != 0
    }
}
