//! Deleting many rows, a batch at a time.

use jiff::SignedDuration;

use super::inbox::{BURIED_DAYS, REMEMBERED_DAYS};
use super::once::REMEMBERED_HOURS;
use super::{Database, Tx};
use crate::Fault;
use crate::nats::streams::LETTER_DAYS;

/// Rows that one transaction deletes of a table, so that no other waits long for its locks and no statement comes near its
/// limit.
const ROWS: i64 = 1_000;
/// Batches of one round; further rows wait for the next.
const MOST: u32 = 200;

/// Tables that kit has in every service's database: the column with the time of a row, and the hours after which it is
/// deleted.
const KIT_TABLES: [(&str, &str, i64); 4] = [
    ("idempotency", "made_at", REMEMBERED_HOURS),
    ("inbox", "seen_at", REMEMBERED_DAYS * 24),
    ("buried_event", "buried_at", BURIED_DAYS * 24),
    ("outbox_refused", "refused_at", LETTER_DAYS as i64 * 24),
];

/// Transactions that delete a bounded number of rows each, until one finds fewer.
#[must_use]
pub struct Batches<'d> {
    database: &'d Database,
    left: u32,
}

impl Database {
    /// Deletes by batches: 200 at most, of 1,000 rows each.
    pub fn batches(&self) -> Batches<'_> {
        Batches { database: self, left: MOST }
    }

    /// Deletes, batch by batch, the old rows of kit's own tables: idempotency keys, event ids and refused events. Returns how
    /// many there were.
    ///
    /// # Errors
    /// If the database is away; batches before are committed.
    pub async fn forget_old(&self) -> Result<u64, Fault> {
        let mut all = 0;
        let mut batches = self.batches();
        while let Some(mut tx) = batches.begin().await? {
            let now = tx.clock().now();
            let mut gone = [0; 4];
            for (gone, (table, column, hours)) in gone.iter_mut().zip(KIT_TABLES) {
                let before = now - SignedDuration::from_hours(hours);
                *gone = tx.sweep(table, column, before, batches.rows()).await?;
            }
            all += gone.iter().sum::<u64>();
            batches.end(tx, gone.into_iter().max().unwrap_or(0)).await?;
        }
        Ok(all)
    }
}

impl Batches<'_> {
    /// The most rows that a transaction may delete of a table.
    #[must_use]
    pub fn rows(&self) -> i64 {
        ROWS
    }

    /// Begins the next transaction; none if there is nothing more to delete now.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn begin(&mut self) -> Result<Option<Tx>, Fault> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        Ok(Some(self.database.begin().await?))
    }

    /// Commits a transaction; `deleted` is the most rows that it deleted of one table.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn end(&mut self, tx: Tx, deleted: u64) -> Result<(), Fault> {
        tx.commit().await?;
        if deleted < ROWS.unsigned_abs() {
            self.left = 0;
        }
        Ok(())
    }
}
