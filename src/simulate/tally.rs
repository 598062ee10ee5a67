/// The results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Tally {
    /// The number of games played.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The number of games that ended [`Outcome::Stuck`](crate::play::Outcome::Stuck).
    pub stuck: u64,
    /// The number of games that the player gave up although they were not stuck.
    pub gave_up: u64,
    /// The number of games that reached the maximum number of moves.
    pub cut_off: u64,
    /// The number of moves played.
    pub moves: u64,
    /// The number of legal moves in all positions where the player chose a move.
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

    /// Adds the results of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.stuck += other.stuck;
        self.gave_up += other.gave_up;
        self.cut_off += other.cut_off;
        self.moves += other.moves;
        self.generated += other.generated;
    }

    /// The 95 % confidence interval of the share of games won, by Wilson's score (1927), which is accurate for few
    /// games and for shares near 0 and 1 too. It is 0 to 1 if no game was played.
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_964;
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (n, wins) = (as_float(self.games), as_float(self.wins));
        let rate = wins / n;
        let center = rate + Z * Z / (2.0 * n);
        let margin = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        let divisor = 1.0 + Z * Z / n;
        // Rounding must not move the ends away from 0 and 1.
        let low = if self.wins == 0 {
            0.0
        } else {
            (center - margin) / divisor
        };
        let high = if self.wins == self.games {
            1.0
        } else {
            (center + margin) / divisor
        };
        (low, high)
    }
}

/// Converts a count; exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn intervals_match_published_tables() {
        let format_interval = |wins, games| {
            let tally = Tally {
                games,
                wins,
                ..Tally::default()
            };
            let (low, high) = tally.interval();
            format!("{low:.4} {high:.4}")
        };
        assert_eq!(format_interval(0, 0), "0.0000 1.0000");
        assert_eq!(format_interval(0, 10), "0.0000 0.2775");
        assert_eq!(format_interval(5, 10), "0.2366 0.7634");
        assert_eq!(format_interval(10, 10), "0.7225 1.0000");
        assert_eq!(format_interval(81, 263), "0.2553 0.3662");
    }
}
