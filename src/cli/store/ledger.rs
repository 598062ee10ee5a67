//! Reads and writes the verdicts of the solver.

use std::collections::HashMap;
use std::fs;

use rusqlite::{Connection, OptionalExtension, Row, Statement, TransactionBehavior, params};

use super::verdicts::{Contradiction, SolvedDeal, VerdictWord};
use super::{Store, StoreError, as_integer, schema};
use crate::cards::Dealer;
use crate::cli::deal::NumberedDeal;

impl Store {
    /// Hands on the verdicts about the deals from a first to a last number, in any order, one at a time.
    pub(in crate::cli) fn each_verdict(
        &self,
        rules: &str,
        (first, last): (NumberedDeal, NumberedDeal),
        visit: &mut dyn FnMut(SolvedDeal),
    ) -> Result<(), StoreError> {
        let ends = (first.number.cast_signed(), last.number.cast_signed());
        // The database has signed numbers: those from 2^63 on are negative there.
        let ranges = if ends.0 <= ends.1 {
            vec![ends]
        } else {
            vec![(ends.0, i64::MAX), (i64::MIN, ends.1)]
        };
        let read = || {
            let query = select("fingerprint = ?1 AND dealer = ?2 AND deal BETWEEN ?3 AND ?4");
            let mut statement = self.connection.prepare(&query)?;
            for (low, high) in ranges {
                let rows = statement.query_map(params![rules, word(first), low, high], read_row)?;
                for row in rows {
                    visit(row?);
                }
            }
            Ok(())
        };
        read().map_err(|error| self.explain(&error))
    }

    /// Adds the verdicts about some deals, all of them or, after an error, none. Certain verdicts stay.
    pub(in crate::cli) fn add_verdicts(&mut self, solved: &[SolvedDeal]) -> Result<(), StoreError> {
        self.add_all(&mut |add| solved.iter().try_for_each(add))
    }

    /// Adds everything that another database knows or, after an error, nothing. Returns how many deals were read.
    pub(in crate::cli) fn merge(&mut self, other: &Store) -> Result<u64, StoreError> {
        let mut count = 0;
        self.add_all(&mut |add| {
            let explain = |error: rusqlite::Error| other.explain(&error);
            let query = select("true ORDER BY verdicts.rules, dealer, deal");
            let mut statement = other.connection.prepare(&query).map_err(explain)?;
            let rows = statement.query_map([], read_row).map_err(explain)?;
            for row in rows {
                add(&row.map_err(explain)?)?;
                count += 1;
            }
            Ok(())
        })?;
        Ok(count)
    }

    /// Whether two databases are in the same file.
    pub(in crate::cli) fn is_same_file(&self, other: &Store) -> bool {
        let path = |store: &Store| fs::canonicalize(&store.path).ok();
        path(self).is_some_and(|own| path(other) == Some(own))
    }

    /// Finds out whether something can be written before hours are spent on the results.
    pub(in crate::cli) fn check_writable(&mut self) -> Result<(), StoreError> {
        schema::touch(&mut self.connection).map_err(|error| self.explain(&error))
    }

    /// Adds what `list` hands on, in one transaction.
    fn add_all(
        &mut self,
        list: &mut dyn FnMut(&mut Add<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let explain = |error: rusqlite::Error| StoreError::new(&path, &error);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior);
        let transaction = transaction.map_err(explain)?;
        let mut writer = Writer::new(&transaction).map_err(explain)?;
        list(&mut |solved| match writer.add(solved).map_err(explain)? {
            None => Ok(()),
            Some(contradiction) => Err(StoreError::Contradiction(Box::new(contradiction))),
        })?;
        drop(writer);
        transaction.commit().map_err(explain)
    }
}

/// Adds a verdict.
type Add<'a> = dyn FnMut(&SolvedDeal) -> Result<(), StoreError> + 'a;

/// The program and the limits of an attempt.
type Attempt = (String, Option<u64>, Option<u64>, u64);

/// Writes verdicts within a transaction.
#[derive(Debug)]
struct Writer<'a> {
    connection: &'a Connection,
    /// The numbers that stand for fingerprints.
    rules: HashMap<String, i64>,
    /// The numbers that stand for attempts.
    attempts: HashMap<Attempt, i64>,
    find: Statement<'a>,
    insert: Statement<'a>,
}

impl<'a> Writer<'a> {
    fn new(connection: &'a Connection) -> rusqlite::Result<Writer<'a>> {
        let insert = "INSERT OR REPLACE INTO verdicts
            (rules, dealer, deal, winnable, reason, attempt, states, micros, solved)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        Ok(Writer {
            connection,
            rules: HashMap::new(),
            attempts: HashMap::new(),
            find: connection.prepare(&select("fingerprint = ?1 AND dealer = ?2 AND deal = ?3"))?,
            insert: connection.prepare(insert)?,
        })
    }

    /// Adds a verdict, unless as much is known. Returns what contradicts it, if anything does.
    fn add(&mut self, solved: &SolvedDeal) -> rusqlite::Result<Option<Contradiction>> {
        if let Some(known) = self.find(solved)? {
            if known.contradicts(solved) {
                let other = solved.clone();
                return Ok(Some(Contradiction { known, other }));
            }
            if !known.is_improved_by(solved) {
                return Ok(None);
            }
        }
        let (rules, attempt) = (self.rules_of(solved)?, self.attempt_of(solved)?);
        let winnable = match solved.verdict {
            VerdictWord::Winnable => Some(true),
            VerdictWord::Unwinnable => Some(false),
            VerdictWord::Unknown => None,
        };
        self.insert.execute(params![
            rules,
            word(solved.deal),
            solved.deal.number.cast_signed(),
            winnable,
            solved.reason,
            attempt,
            as_integer(solved.states),
            as_integer(solved.micros),
            as_integer(solved.solved),
        ])?;
        Ok(None)
    }

    /// The known verdict about the deal of a new one.
    fn find(&mut self, solved: &SolvedDeal) -> rusqlite::Result<Option<SolvedDeal>> {
        let (deal, number) = (solved.deal, solved.deal.number.cast_signed());
        let values = params![solved.rules, word(deal), number];
        self.find.query_row(values, read_row).optional()
    }

    fn rules_of(&mut self, solved: &SolvedDeal) -> rusqlite::Result<i64> {
        if let Some(&id) = self.rules.get(&solved.rules) {
            return Ok(id);
        }
        let insert = "INSERT OR IGNORE INTO solved_rules (fingerprint, name) VALUES (?1, ?2)";
        let values = [&solved.rules, &solved.name];
        self.connection.execute(insert, values)?;
        let query = "SELECT id FROM solved_rules WHERE fingerprint = ?1";
        let id = self
            .connection
            .query_row(query, [&solved.rules], |row| row.get(0))?;
        self.rules.insert(solved.rules.clone(), id);
        Ok(id)
    }

    fn attempt_of(&mut self, solved: &SolvedDeal) -> rusqlite::Result<i64> {
        let (millis, states) = (solved.max_millis, solved.max_states);
        let attempt = (solved.version.clone(), millis, states, solved.max_memory);
        if let Some(&id) = self.attempts.get(&attempt) {
            return Ok(id);
        }
        let values = params![
            solved.version,
            millis.map(as_integer),
            states.map(as_integer),
            as_integer(solved.max_memory)
        ];
        let query =
            "SELECT id FROM attempts WHERE version = ?1 AND max_millis IS ?2 AND max_states IS ?3
            AND max_memory = ?4";
        let known = self.connection.query_row(query, values, |row| row.get(0));
        let id = if let Some(id) = known.optional()? {
            id
        } else {
            let insert = "INSERT INTO attempts (version, max_millis, max_states, max_memory)
                VALUES (?1, ?2, ?3, ?4)";
            self.connection.execute(insert, values)?;
            self.connection.last_insert_rowid()
        };
        self.attempts.insert(attempt, id);
        Ok(id)
    }
}

/// The statement that reads verdicts. Names that are missing are damage, not a reason to skip rows.
pub(super) fn select(which: &str) -> String {
    format!(
        "SELECT fingerprint, dealer, deal, name, winnable, reason, states, micros, version, max_millis, max_states,
            max_memory, solved
        FROM verdicts LEFT JOIN solved_rules ON solved_rules.id = rules LEFT JOIN attempts ON attempts.id = attempt
        WHERE {which}"
    )
}

pub(super) fn read_row(row: &Row<'_>) -> rusqlite::Result<SolvedDeal> {
    let winnable: Option<bool> = row.get(4)?;
    Ok(SolvedDeal {
        rules: row.get(0)?,
        deal: NumberedDeal {
            dealer: dealer_of(&row.get::<_, String>(1)?)?,
            number: row.get::<_, i64>(2)?.cast_unsigned(),
        },
        name: row.get(3)?,
        verdict: match winnable {
            Some(true) => VerdictWord::Winnable,
            Some(false) => VerdictWord::Unwinnable,
            None => VerdictWord::Unknown,
        },
        reason: row.get(5)?,
        states: row.get(6)?,
        micros: row.get(7)?,
        version: row.get(8)?,
        max_millis: row.get(9)?,
        max_states: row.get(10)?,
        max_memory: row.get(11)?,
        solved: row.get(12)?,
    })
}

/// The program that numbered a deal, as a word.
fn word(deal: NumberedDeal) -> &'static str {
    deal.dealer.map_or("", Dealer::word)
}

fn dealer_of(word: &str) -> rusqlite::Result<Option<Dealer>> {
    let dealer = Dealer::ALL.into_iter().find(|dealer| dealer.word() == word);
    if dealer.is_none() && !word.is_empty() {
        // It is explained as damage.
        return Err(rusqlite::Error::QueryReturnedNoRows);
    }
    Ok(dealer)
}
