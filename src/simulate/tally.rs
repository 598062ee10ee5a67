/// What came of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// How many ended stuck, as [`Outcome::Stuck`](crate::play::Outcome::Stuck) has it.
    pub stuck: u64,
    /// How many the player gave up though they were not stuck: he would play none of the moves.
    pub gave_up: u64,
    /// How many were cut off, as they had as many moves as a game may have.
    pub cut_off: u64,
    /// How many moves were played.
    pub moves: u64,
    /// How many legal moves the positions had in which a move was looked for.
    pub generated: u64,
}

impl Tally {
    pub(super) fn one_game() -> Tally {
        Tally {
            games: 1,
            ..Tally::default()
        }
    }

    pub(super) fn won(self) -> Tally {
        Tally { wins: 1, ..self }
    }

    pub(super) fn stuck(self) -> Tally {
        Tally { stuck: 1, ..self }
    }

    pub(super) fn gave_up(self) -> Tally {
        Tally { gave_up: 1, ..self }
    }

    pub(super) fn cut_off(self) -> Tally {
        Tally { cut_off: 1, ..self }
    }

    /// Adds what came of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.stuck += other.stuck;
        self.gave_up += other.gave_up;
        self.cut_off += other.cut_off;
        self.moves += other.moves;
        self.generated += other.generated;
    }

    /// Between which shares of games that are won the true one lies, with a confidence of 95 %: the interval of
    /// Wilson (1927), which is right for few games and for shares near 0 and 1 too. From 0 to 1 without a game.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_964;
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (n, wins) = (as_float(self.games), as_float(self.wins));
        let share = wins / n;
        let middle = share + Z * Z / (2.0 * n);
        let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        // At its ends it is 0 or 1, but for rounding.
        let low = if self.wins == 0 {
            0.0
        } else {
            (middle - reach) / whole
        };
        let high = if self.wins == self.games {
            1.0
        } else {
            (middle + reach) / whole
        };
        (low, high)
    }
}

/// A count as a number to calculate with; exact to 2^53.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn intervals_are_those_of_the_tables() {
        let of = |wins, games| {
            let tally = Tally {
                games,
                wins,
                ..Tally::default()
            };
            let (low, high) = tally.interval();
            format!("{low:.4} {high:.4}")
        };
        assert_eq!(of(0, 0), "0.0000 1.0000");
        assert_eq!(of(0, 10), "0.0000 0.2775");
        assert_eq!(of(5, 10), "0.2366 0.7634");
        assert_eq!(of(10, 10), "0.7225 1.0000");
        assert_eq!(of(81, 263), "0.2553 0.3662");
    }
}
