//! Sums up the verdicts about the deals of each game.

use serde::Serialize;

use super::{Store, StoreError};
use patience::internals::printable_line;

/// Counts of the deals that were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The number of deals.
    pub deals: u64,
    /// Those that can be won.
    pub winnable: u64,
    /// Those that cannot.
    pub unwinnable: u64,
    /// Those for which a limit was reached first.
    pub unknown: u64,
    /// The number of positions that were looked at.
    pub states: u64,
    /// The time it took, in microseconds.
    #[serde(skip)]
    pub micros: u64,
}

/// Rules whose deals were solved or tried.
#[derive(Debug)]
pub(crate) struct SolvedRules {
    /// Their fingerprint, with the variants.
    pub(crate) rules: String,
    /// What the game was called.
    pub(crate) name: String,
    pub(crate) counts: Counts,
    /// The options of `odds` that solve the same deals again, with the highest of their limits. How many unknown deals had
    /// lower ones is said: those that were decided before need no more.
    pub(crate) options: String,
    /// The day of the newest verdict: `2026-11-22`.
    pub(crate) date: String,
    /// The version of the program that found it.
    pub(crate) version: String,
}

/// Deal numbers from 2^63 on are negative in the database. `total` adds floating-point numbers: the numbers in a stranger's
/// file may be too large for an integer.
const SOLVED_RULES: &str = "
    WITH tried AS (
        SELECT *, max(max_states) OVER (PARTITION BY rules) AS most_states,
            max(max_millis) OVER (PARTITION BY rules) AS most_millis
        FROM verdicts LEFT JOIN attempts ON attempts.id = attempt
        WHERE rules IN (SELECT id FROM solved_rules WHERE ?1 IN (fingerprint, ''))),
    dealt AS (
        SELECT rules, dealer, count(*) AS deals,
            count(*) FILTER (WHERE winnable) AS won, count(*) FILTER (WHERE winnable = 0) AS lost,
            coalesce(min(deal) FILTER (WHERE deal >= 0), min(deal)) AS first,
            coalesce(max(deal) FILTER (WHERE deal < 0), max(deal)) AS last,
            total(states) AS states, total(micros) AS micros, max(solved) AS solved,
            most_states, most_millis, count(*) FILTER (WHERE winnable IS NULL
                AND (max_states IS NOT most_states OR max_millis IS NOT most_millis)) AS tried_less
        FROM tried GROUP BY rules, dealer)
    SELECT fingerprint, name, sum(deals), sum(won), sum(lost), CAST(sum(states) AS INTEGER),
        CAST(sum(micros) AS INTEGER),
        group_concat(format('--deals %s%u..%u%s', iif(dealer = '', '', dealer || ':'), first, last,
            iif(deals - 1 = last - first, '', format(' (%d of them)', deals))), ' and ' ORDER BY dealer),
        most_states, most_millis, coalesce(date(max(solved), 'unixepoch'), ''),
        (SELECT version FROM verdicts LEFT JOIN attempts ON attempts.id = attempt
            WHERE rules = solved_rules.id ORDER BY solved DESC LIMIT 1),
        sum(tried_less)
    FROM dealt JOIN solved_rules ON solved_rules.id = rules
    GROUP BY rules ORDER BY name, fingerprint";

impl Store {
    /// The rules whose deals were solved or tried, by name: those with a fingerprint, or all of them.
    pub(crate) fn solved_rules(
        &self,
        fingerprint: Option<&str>,
    ) -> Result<Vec<SolvedRules>, StoreError> {
        self.rows(SOLVED_RULES, [fingerprint.unwrap_or_default()], |row| {
            let (deals, winnable, unwinnable) = (row.get(2)?, row.get(3)?, row.get(4)?);
            let counts = Counts {
                deals,
                winnable,
                unwinnable,
                unknown: deals - winnable - unwinnable,
                states: row.get(5)?,
                micros: row.get(6)?,
            };
            let (deals, states, millis): (String, Option<u64>, Option<u64>) =
                (row.get(7)?, row.get(8)?, row.get(9)?);
            let states = states.map(|states| format!(" --states {states}"));
            let time = millis.map(|millis| {
                let seconds = format!(" --time {}.{:03}", millis / 1000, millis % 1000);
                seconds
                    .trim_end_matches('0')
                    .trim_end_matches('.')
                    .to_owned()
            });
            let tried_less: u64 = row.get(12)?;
            let less = (tried_less > 0).then(|| format!(" (less for {tried_less} unknown)"));
            let limits = [states, time, less].into_iter().flatten();
            let options = deals + &limits.collect::<String>();
            Ok(SolvedRules {
                rules: row.get(0)?,
                name: row.get(1)?,
                counts,
                options: printable_line(&options),
                date: row.get(10)?,
                version: printable_line(&row.get::<_, String>(11)?),
            })
        })
    }
}
