//! Reads and writes the verdicts of the solver.

use std::collections::HashMap;
use std::fs;

use rusqlite::{Connection, OptionalExtension, Row, Statement, params};

use super::{Attempt, SolvedDeal, Store, StoreError, as_integer, schema};
use crate::deal::NumberedDeal;
use patience::Dealer;

impl Store {
    /// Hands on the verdicts about the deals from a first to a last number, in any order, one at a time.
    pub(crate) fn each_verdict(
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

    /// Adds the verdicts about some deals, all of them or, after an error, none. Certain verdicts stay. Returns how many
    /// there were.
    pub(crate) fn add_verdicts(
        &mut self,
        verdicts: impl IntoIterator<Item = Result<SolvedDeal, StoreError>>,
    ) -> Result<u64, StoreError> {
        let explain = |error: rusqlite::Error| StoreError::new(&self.path, &error);
        let transaction = self.connection.transaction().map_err(explain)?;
        let mut writer = Writer::new(&transaction).map_err(explain)?;
        let mut count = 0;
        for solved in verdicts {
            if let Some(contradiction) = writer.add(&solved?).map_err(explain)? {
                return Err(StoreError::Contradiction(contradiction));
            }
            count += 1;
        }
        drop(writer);
        transaction.commit().map_err(explain)?;
        Ok(count)
    }

    /// Adds everything that another database knows or, after an error, nothing. Returns how many deals were read.
    pub(crate) fn merge(&mut self, other: &Store) -> Result<u64, StoreError> {
        let explain = |error: rusqlite::Error| other.explain(&error);
        let query = select("true ORDER BY verdicts.rules, dealer, deal");
        let mut statement = other.connection.prepare(&query).map_err(explain)?;
        let rows = statement.query_map([], read_row).map_err(explain)?;
        self.add_verdicts(rows.map(|row| row.map_err(explain)))
    }

    /// Whether two databases are in the same file.
    pub(crate) fn is_same_file(&self, other: &Store) -> bool {
        let path = |store: &Store| fs::canonicalize(&store.path).ok();
        path(self).is_some_and(|own| path(other) == Some(own))
    }

    /// Finds out whether something can be written before hours are spent on the results.
    pub(crate) fn check_writable(&mut self) -> Result<(), StoreError> {
        schema::touch(&mut self.connection).map_err(|error| self.explain(&error))
    }
}

/// Writes verdicts within a transaction.
#[derive(Debug)]
struct Writer<'a> {
    connection: &'a Connection,
    /// The numbers that stand for fingerprints and attempts.
    ids: HashMap<(String, Attempt), (i64, i64)>,
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
            ids: HashMap::new(),
            find: connection.prepare(&select("fingerprint = ?1 AND dealer = ?2 AND deal = ?3"))?,
            insert: connection.prepare(insert)?,
        })
    }

    /// Adds a verdict, unless as much is known. Returns what contradicts it, if anything does.
    fn add(&mut self, solved: &SolvedDeal) -> rusqlite::Result<Option<String>> {
        let (dealer, number) = (word(solved.deal), solved.deal.number.cast_signed());
        let values = params![solved.rules, dealer, number];
        let known = self.find.query_row(values, read_row).optional()?;
        if let Some(known) = known.filter(|known| !known.is_improved_by(solved)) {
            return Ok(known.contradiction(solved));
        }
        let (rules, attempt) = self.ids_of(solved)?;
        self.insert.execute(params![
            rules,
            dealer,
            number,
            solved.winnable,
            solved.reason,
            attempt,
            as_integer(solved.states),
            as_integer(solved.micros),
            as_integer(solved.solved),
        ])?;
        Ok(None)
    }

    /// The numbers that stand for the rules and the attempt.
    fn ids_of(&mut self, solved: &SolvedDeal) -> rusqlite::Result<(i64, i64)> {
        let key = (solved.rules.clone(), solved.attempt.clone());
        if let Some(&ids) = self.ids.get(&key) {
            return Ok(ids);
        }
        let rules = "INSERT INTO solved_rules (fingerprint, name) VALUES (?1, ?2)
            ON CONFLICT (fingerprint) DO UPDATE SET name = name RETURNING id";
        let named = [&solved.rules, &solved.name];
        let rules = self.connection.query_row(rules, named, |row| row.get(0))?;
        let find = "SELECT id FROM attempts
            WHERE version = ?1 AND max_millis IS ?2 AND max_states IS ?3 AND max_memory = ?4";
        let insert = "INSERT INTO attempts (version, max_millis, max_states, max_memory)
            VALUES (?1, ?2, ?3, ?4) RETURNING id";
        let Attempt {
            version,
            max_millis,
            max_states,
            max_memory,
        } = &solved.attempt;
        let values = params![
            version,
            max_millis.map(as_integer),
            max_states.map(as_integer),
            as_integer(*max_memory)
        ];
        let query = |query| self.connection.query_row(query, values, |row| row.get(0));
        let known = query(find).optional()?;
        let attempt = known.map_or_else(|| query(insert), Ok)?;
        self.ids.insert(key, (rules, attempt));
        Ok((rules, attempt))
    }
}

/// The statement that reads verdicts. Names that are missing are damage, not a reason to skip rows.
fn select(which: &str) -> String {
    format!(
        "SELECT fingerprint, dealer, deal, name, winnable, reason, states, micros, version, max_millis, max_states,
            max_memory, solved
        FROM verdicts LEFT JOIN solved_rules ON solved_rules.id = rules LEFT JOIN attempts ON attempts.id = attempt
        WHERE {which}"
    )
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<SolvedDeal> {
    Ok(SolvedDeal {
        rules: row.get(0)?,
        deal: NumberedDeal {
            dealer: dealer_of(&row.get::<_, String>(1)?)?,
            number: row.get::<_, i64>(2)?.cast_unsigned(),
        },
        name: row.get(3)?,
        winnable: row.get(4)?,
        reason: row.get(5)?,
        states: row.get(6)?,
        micros: row.get(7)?,
        attempt: Attempt {
            version: row.get(8)?,
            max_millis: row.get(9)?,
            max_states: row.get(10)?,
            max_memory: row.get(11)?,
        },
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
