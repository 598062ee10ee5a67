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

    /// The 95 % confidence interval of the share of games won: the exact one (Clopper and Pearson 1934) if fewer than ten
    /// games were won or fewer than ten were not, else Wilson's score (1927). It is 0 to 1 if no game was played.
    pub fn interval(&self) -> (f64, f64) {
        interval(self.wins, self.games)
    }
}

/// Below this, counts are few: the coverage of Wilson's score falls to 84 % at a single one.
const FEW: u64 = 10;

/// The exact interval for a few wins in some games.
fn exact_interval(wins: u64, games: u64) -> (f64, f64) {
    const TAIL: f64 = 0.025;
    // The share at which so many wins or fewer have this probability.
    let share_at = |wins: u64, probability: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let share = f64::midpoint(low, high);
            if probability_of_at_most(wins, games, share) > probability {
                low = share;
            } else {
                high = share;
            }
        }
        low
    };
    let low = wins
        .checked_sub(1)
        .map_or(0.0, |fewer| share_at(fewer, 1.0 - TAIL));
    let high = if wins == games {
        1.0
    } else {
        share_at(wins, TAIL)
    };
    (low, high)
}

/// The probability of at most a few wins in some games, each of which is won with the probability `share`, below 1.
fn probability_of_at_most(wins: u64, games: u64, share: f64) -> f64 {
    let (mut term, mut sum) = ((1.0 - share).powf(as_float(games)), 0.0);
    for number in 0..=wins {
        sum += term;
        term *= as_float(games - number) / as_float(number + 1) * share / (1.0 - share);
    }
    sum
}

/// The interval of [`Tally::interval`] for wins in some games.
pub fn interval(wins: u64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let losses = games.saturating_sub(wins);
    if games == 0 {
        return (0.0, 1.0);
    }
    if wins < FEW {
        return exact_interval(wins, games);
    }
    if losses < FEW {
        let (low, high) = exact_interval(losses, games);
        return (1.0 - high, 1.0 - low);
    }
    let n = as_float(games);
    let rate = as_float(wins) / n;
    let center = rate + Z * Z / (2.0 * n);
    let margin = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let divisor = 1.0 + Z * Z / n;
    ((center - margin) / divisor, (center + margin) / divisor)
}

/// Converts a count; exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub fn as_float(count: u64) -> f64 {
    count as f64
}
