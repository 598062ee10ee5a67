//! Counts the games that were played.

use serde::Serialize;

use super::{Help, PlayedGame, Store, StoreError};

/// A game whose statistics are asked for.
#[derive(Debug, Serialize)]
pub(crate) struct Wanted {
    /// The game, as it is recorded.
    pub(crate) game: String,
    /// Variants it must have been played with, possibly with others.
    pub(crate) variants: Vec<String>,
}

/// The statistics of a game with one set of variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct GameSummary {
    /// The game, as it is recorded.
    pub(crate) game: String,
    /// The variants, in alphabetical order.
    pub(crate) variants: Vec<String>,
    /// Its title, with its variants.
    pub(crate) name: String,
    pub(crate) played: u64,
    pub(crate) won: u64,
    pub(crate) stuck: u64,
    pub(crate) given_up: u64,
    /// How many of the games were played with help.
    pub(crate) helped: u64,
    /// In how many of them the solver helped.
    pub(crate) helped_by_solver: u64,
    /// How many games were won in a row, up to the last one.
    pub(crate) current_streak: u64,
    /// The most games that were ever won in a row.
    pub(crate) longest_streak: u64,
    /// The best score of a game, won or not.
    pub(crate) best_score: Option<i64>,
    /// The shortest time of a game that was won.
    pub(crate) best_seconds: Option<u64>,
    /// The sum of all scores, if the score carries over from game to game.
    pub(crate) balance: Option<i64>,
    /// When the last game ended, in seconds since 1970.
    pub(crate) last_ended: u64,
}

/// A game of the past.
#[derive(Debug, Serialize)]
pub(crate) struct HistoryEntry {
    #[serde(flatten)]
    pub(crate) game: PlayedGame,
    /// When it ended, by the clock of the player: `2026-11-22 18:05`.
    #[serde(skip)]
    pub(crate) ended: String,
}

impl Store {
    /// Counts the games that are wanted, all if the list is empty: one entry for each game and set of variants, in
    /// alphabetical order.
    pub(crate) fn summary(&self, wanted: &[Wanted]) -> Result<Vec<GameSummary>, StoreError> {
        // A run is a lost game and the games won after it; the first begins with the first game.
        let query = format!(
            "WITH
                chosen AS (SELECT * FROM played WHERE {IS_WANTED}),
                numbered AS (
                    SELECT game, variants, result = 'won' AS is_won,
                        sum(result <> 'won') OVER (of_game ORDER BY id) AS run,
                        sum(result <> 'won') OVER of_game AS last_run,
                        first_value(name) OVER (of_game ORDER BY id DESC) AS last_name
                    FROM chosen WINDOW of_game AS (PARTITION BY game, variants)),
                runs AS (
                    SELECT game, variants, last_name, run = last_run AS is_last, sum(is_won) AS wins
                    FROM numbered GROUP BY game, variants, run),
                streaks AS (
                    SELECT game, variants, max(last_name) AS last_name, max(wins) AS longest,
                        max(wins) FILTER (WHERE is_last) AS current
                    FROM runs GROUP BY game, variants)
            SELECT game, variants, last_name, count(*), sum(result = 'won'), sum(result = 'stuck'),
                sum(result = 'given up'), sum(hints > 0 OR solver > 0), sum(solver > 0), current, longest, max(score),
                min(seconds) FILTER (WHERE result = 'won'), sum(score) FILTER (WHERE carries), max(ended)
            FROM chosen JOIN streaks USING (game, variants)
            GROUP BY game, variants ORDER BY game, variants"
        );
        self.rows(&query, [in_json(wanted)], |row| {
            Ok(GameSummary {
                game: row.get(0)?,
                variants: split(&row.get::<_, String>(1)?),
                name: row.get(2)?,
                played: row.get(3)?,
                won: row.get(4)?,
                stuck: row.get(5)?,
                given_up: row.get(6)?,
                helped: row.get(7)?,
                helped_by_solver: row.get(8)?,
                current_streak: row.get(9)?,
                longest_streak: row.get(10)?,
                best_score: row.get(11)?,
                best_seconds: row.get(12)?,
                balance: row.get(13)?,
                last_ended: row.get(14)?,
            })
        })
    }

    /// The last games that are wanted, the latest first.
    pub(crate) fn history(
        &self,
        wanted: &[Wanted],
        count: u32,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let query = format!(
            "SELECT game, variants, name, rules, deal, result, moves, score, carries, seconds, hints, solver, started,
                ended, strftime('%Y-%m-%d %H:%M', ended, 'unixepoch', 'localtime')
            FROM played WHERE {IS_WANTED} ORDER BY id DESC LIMIT ?2"
        );
        self.rows(&query, (in_json(wanted), count), |row| {
            let game = PlayedGame {
                game: row.get(0)?,
                variants: split(&row.get::<_, String>(1)?),
                name: row.get(2)?,
                rules: row.get(3)?,
                deal: row.get(4)?,
                end: row.get(5)?,
                moves: row.get(6)?,
                score: row.get(7)?,
                carries: row.get(8)?,
                seconds: row.get(9)?,
                help: Help {
                    hints: row.get(10)?,
                    solver: row.get(11)?,
                },
                started: row.get(12)?,
                ended: row.get(13)?,
            };
            let ended = row.get(14)?;
            Ok(HistoryEntry { game, ended })
        })
    }
}

/// The condition that a game is among the wanted ones, which are a list in JSON, or that the list is empty. The names of
/// variants contain no spaces.
const IS_WANTED: &str = "(?1 = '[]' OR EXISTS (
    SELECT 1 FROM json_each(?1) AS wanted WHERE wanted.value ->> 'game' = game AND NOT EXISTS (
        SELECT 1 FROM json_each(wanted.value -> 'variants') AS variant
        WHERE instr(' ' || variants || ' ', ' ' || variant.value || ' ') = 0)))";

fn in_json(wanted: &[Wanted]) -> String {
    serde_json::to_string(wanted).expect("it is made of texts")
}

fn split(variants: &str) -> Vec<String> {
    variants.split_whitespace().map(str::to_owned).collect()
}
