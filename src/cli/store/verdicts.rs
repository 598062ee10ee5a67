//! What the solver found out about deals.

use std::collections::HashMap;

use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::{Store, StoreError, as_integer};

/// Whether a deal can be won, without the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum VerdictWord {
    /// It can be won.
    Winnable,
    /// It cannot be won.
    Unwinnable,
    /// A limit was reached.
    Unknown,
}

impl VerdictWord {
    const ALL: [VerdictWord; 3] = [
        VerdictWord::Winnable,
        VerdictWord::Unwinnable,
        VerdictWord::Unknown,
    ];

    /// The word for it, for people and in the database.
    pub(in crate::cli) fn word(self) -> &'static str {
        match self {
            VerdictWord::Winnable => "winnable",
            VerdictWord::Unwinnable => "unwinnable",
            VerdictWord::Unknown => "unknown",
        }
    }
}

/// A deal that was solved, or tried in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct SolvedDeal {
    /// The fingerprint of the rules, with the variants.
    pub(in crate::cli) rules: String,
    /// The deal, as it is written on the command line.
    pub(in crate::cli) deal: String,
    /// What the game is called, with its variants.
    pub(in crate::cli) name: String,
    /// Whether it can be won.
    pub(in crate::cli) verdict: VerdictWord,
    /// The limit that was reached, if that is unknown.
    pub(in crate::cli) reason: Option<String>,
    /// The number of positions that were looked at.
    pub(in crate::cli) states: u64,
    /// The time it took, in milliseconds.
    pub(in crate::cli) millis: u64,
    /// The version of the program.
    pub(in crate::cli) version: String,
    /// The time limit, in milliseconds.
    pub(in crate::cli) max_millis: Option<u64>,
    /// The limit of positions.
    pub(in crate::cli) max_states: Option<u64>,
    /// The memory limit, in bytes.
    pub(in crate::cli) max_memory: u64,
    /// When it was solved, in seconds since 1970.
    pub(in crate::cli) solved: u64,
}

impl SolvedDeal {
    /// Whether another attempt with these limits could find out more.
    pub(in crate::cli) fn is_worth_another_attempt(&self, other: &SolvedDeal) -> bool {
        let is_longer = |known: Option<u64>, new: Option<u64>| match (known, new) {
            (Some(known), Some(new)) => new > known,
            (known, new) => known.is_some() && new.is_none(),
        };
        self.verdict == VerdictWord::Unknown
            && self.reason.as_deref() != Some("shuffle")
            && (self.reason.as_deref() == Some("interrupt")
                || is_longer(self.max_millis, other.max_millis)
                || is_longer(self.max_states, other.max_states)
                || other.max_memory > self.max_memory)
    }
}

/// Two databases that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Contradiction {
    pub(in crate::cli) known: SolvedDeal,
    pub(in crate::cli) other: SolvedDeal,
}

impl Store {
    /// All deals of a game that were solved or tried, by deal.
    pub(in crate::cli) fn verdicts(
        &self,
        rules: &str,
    ) -> Result<HashMap<String, SolvedDeal>, StoreError> {
        let read = || {
            let query = format!("SELECT {COLUMNS} FROM verdicts WHERE rules = ?1");
            let mut statement = self.connection.prepare(&query)?;
            let rows = statement.query_map([rules], read_row)?;
            rows.map(|row| row.map(|solved| (solved.deal.clone(), solved)))
                .collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.explain(&error))
    }

    /// Adds what was found out about a deal. What was known for certain stays.
    pub(in crate::cli) fn add_verdict(&mut self, solved: &SolvedDeal) -> Result<(), StoreError> {
        add(&self.connection, solved).map_err(|error| self.explain(&error))
    }

    /// Adds everything that another database knows, or nothing if the two contradict each other. Returns how many deals
    /// were read.
    pub(in crate::cli) fn merge(
        &mut self,
        other: &Store,
    ) -> Result<Result<usize, Box<Contradiction>>, StoreError> {
        let all = || {
            let query = format!("SELECT {COLUMNS} FROM verdicts ORDER BY rules, deal");
            let mut statement = other.connection.prepare(&query)?;
            let rows = statement.query_map([], read_row)?;
            rows.collect::<rusqlite::Result<Vec<SolvedDeal>>>()
        };
        let solved = all().map_err(|error| other.explain(&error))?;
        let behavior = TransactionBehavior::Immediate;
        let mut merge = || {
            let transaction = self.connection.transaction_with_behavior(behavior)?;
            for other in &solved {
                if let Some(known) = find_contradiction(&transaction, other)? {
                    let other = other.clone();
                    return Ok(Err(Box::new(Contradiction { known, other })));
                }
                add(&transaction, other)?;
            }
            transaction.commit()?;
            Ok(Ok(solved.len()))
        };
        merge().map_err(|error| self.explain(&error))
    }
}

const COLUMNS: &str = "rules, deal, name, verdict, reason, states, millis, version, max_millis, max_states, max_memory, \
    solved";

fn read_row(row: &Row<'_>) -> rusqlite::Result<SolvedDeal> {
    let word: String = row.get(3)?;
    let verdict = VerdictWord::ALL
        .into_iter()
        .find(|verdict| verdict.word() == word);
    Ok(SolvedDeal {
        rules: row.get(0)?,
        deal: row.get(1)?,
        name: row.get(2)?,
        verdict: verdict.ok_or(rusqlite::Error::QueryReturnedNoRows)?,
        reason: row.get(4)?,
        states: row.get(5)?,
        millis: row.get(6)?,
        version: row.get(7)?,
        max_millis: row.get(8)?,
        max_states: row.get(9)?,
        max_memory: row.get(10)?,
        solved: row.get(11)?,
    })
}

fn add(connection: &Connection, solved: &SolvedDeal) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO verdicts (rules, deal, name, verdict, reason, states, millis, version, max_millis, max_states,
            max_memory, solved)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        ON CONFLICT (rules, deal) DO UPDATE SET name = excluded.name, verdict = excluded.verdict,
            reason = excluded.reason, states = excluded.states, millis = excluded.millis, version = excluded.version,
            max_millis = excluded.max_millis, max_states = excluded.max_states, max_memory = excluded.max_memory,
            solved = excluded.solved
        WHERE verdict = 'unknown'",
        params![
            solved.rules,
            solved.deal,
            solved.name,
            solved.verdict.word(),
            solved.reason,
            as_integer(solved.states),
            as_integer(solved.millis),
            solved.version,
            solved.max_millis.map(as_integer),
            solved.max_states.map(as_integer),
            as_integer(solved.max_memory),
            as_integer(solved.solved),
        ],
    )?;
    Ok(())
}

/// What is known of a deal, if that contradicts what another database says.
fn find_contradiction(
    connection: &Connection,
    other: &SolvedDeal,
) -> rusqlite::Result<Option<SolvedDeal>> {
    let query = format!("SELECT {COLUMNS} FROM verdicts WHERE rules = ?1 AND deal = ?2");
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query_map(params![other.rules, other.deal], read_row)?;
    let known = rows.next().transpose()?;
    let are_certain = |known: &SolvedDeal| {
        known.verdict != VerdictWord::Unknown && other.verdict != VerdictWord::Unknown
    };
    Ok(known.filter(|known| are_certain(known) && known.verdict != other.verdict))
}
