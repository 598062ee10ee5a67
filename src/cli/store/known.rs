//! The rules whose deals were solved, and the verdicts about them.

use super::ledger::{read_row, select};
use super::{SolvedDeal, Store, StoreError};

/// Rules whose deals were solved or tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct SolvedRules {
    /// Their fingerprint, with the variants.
    pub(in crate::cli) rules: String,
    /// What the game was called.
    pub(in crate::cli) name: String,
    /// The number of deals.
    pub(in crate::cli) deals: u64,
}

impl Store {
    /// The rules whose deals were solved or tried, by name.
    pub(in crate::cli) fn solved_rules(&self) -> Result<Vec<SolvedRules>, StoreError> {
        let read = || {
            let query =
                "SELECT fingerprint, name, count(*) FROM verdicts JOIN solved_rules ON id = rules
                GROUP BY id ORDER BY name, fingerprint";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                Ok(SolvedRules {
                    rules: row.get(0)?,
                    name: row.get(1)?,
                    deals: row.get(2)?,
                })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.explain(&error))
    }

    /// Hands on all deals of some rules that were solved or tried, one at a time.
    pub(in crate::cli) fn each_deal(
        &self,
        rules: &str,
        each: &mut dyn FnMut(&SolvedDeal),
    ) -> Result<(), StoreError> {
        let mut read = || {
            let query = select("fingerprint = ?1");
            let mut statement = self.connection.prepare(&query)?;
            for row in statement.query_map([rules], read_row)? {
                each(&row?);
            }
            Ok(())
        };
        read().map_err(|error| self.explain(&error))
    }
}
