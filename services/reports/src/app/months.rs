use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::date;
use saffron_core::fact::{FactBody, StampedBatch};
use saffron_core::{BusinessDate, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Facts of earlier months lie together.
const FIRST: BusinessDate = BusinessDate::from_date(date(2014, 1, 1));
/// So do those of later months than these after the current one.
const AHEAD: usize = 12;

/// The partitions that facts lie in: one for each month that has facts, made with the first of them.
#[derive(Clone)]
pub struct Months {
    database: Database,
    /// Months that were provided for since this process began.
    known: Arc<Mutex<BTreeSet<BusinessDate>>>,
}

impl Months {
    #[must_use]
    pub fn new(database: Database) -> Months {
        Months { database, known: Arc::default() }
    }

    /// Provides for the months of these facts, in a transaction of its own: it waits for all that write to the table, and may
    /// hold nothing that they wait for. Where a partition cannot be made in time, facts of that month lie with the others that
    /// have none.
    pub async fn provide(&self, batches: &[StampedBatch]) {
        let facts = batches.iter().flat_map(|batch| &batch.facts);
        let months: BTreeSet<BusinessDate> = facts
            .filter_map(|fact| match &fact.body {
                FactBody::Check(check) => Some(check.business_date.first_of_month()),
                _ => None,
            })
            .collect();
        let new: BTreeSet<BusinessDate> = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            months.difference(&known).copied().collect()
        };
        if new.is_empty() {
            return;
        }
        let last = ahead(Zone::utc().today(self.database.clock().now()), AHEAD).pop_last();
        let made = new.range(FIRST..).take_while(|month| Some(**month) <= last).copied().collect();
        if let Err(fault) = self.make(&made).await {
            tracing::warn!(%fault, months = ?made, "no partition was made");
        }
        self.known.lock().unwrap_or_else(PoisonError::into_inner).extend(new);
    }

    /// Makes the partitions of months.
    pub async fn make(&self, months: &BTreeSet<BusinessDate>) -> Result<(), Fault> {
        if months.is_empty() {
            return Ok(());
        }
        let mut tx = self.database.begin().await?;
        store::make_months(&mut tx, months).await?;
        tx.commit().await
    }
}

/// The month of a date and so many after it.
pub(super) fn ahead(date: BusinessDate, months: usize) -> BTreeSet<BusinessDate> {
    let next = |month: &BusinessDate| Some(month.plus_days(31).first_of_month());
    std::iter::successors(Some(date.first_of_month()), next).take(months + 1).collect()
}
