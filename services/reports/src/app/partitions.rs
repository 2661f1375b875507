use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::date;
use saffron_core::fact::{FactBody, StampedBatch};
use saffron_core::{BusinessDate, Calendar};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::store;

/// Facts of earlier months are in the default partition.
const FIRST_MONTH: BusinessDate = BusinessDate::from_date(date(2014, 1, 1));
/// Facts of later months than this many after the current one are in the default partition too.
const MONTHS_AHEAD: usize = 12;

/// The partitions of the table of check facts: one for each month with checks, made with the first of them.
#[derive(Clone)]
pub struct Partitions {
    database: Database,
    /// Months that need no partition made by this process any more.
    done: Arc<Mutex<BTreeSet<BusinessDate>>>,
}

impl Partitions {
    #[must_use]
    pub fn new(database: Database) -> Partitions {
        Partitions { database, done: Arc::default() }
    }

    /// Makes the missing partitions for these facts, in a transaction of its own: it waits for all that write to the table, and
    /// must have no lock that they wait for. If a partition cannot be made in time, facts of that month go to the default one.
    pub async fn make_for(&self, batches: &[StampedBatch]) {
        let facts = batches.iter().flat_map(|batch| &batch.facts);
        let months: BTreeSet<BusinessDate> = facts
            .filter_map(|fact| match &fact.body {
                FactBody::Check(check) | FactBody::OpenCheck(check) | FactBody::RemovedCheck(check) => {
                    Some(check.business_date.first_of_month())
                }
                _ => None,
            })
            .collect();
        let new: BTreeSet<BusinessDate> = {
            let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            months.difference(&done).copied().collect()
        };
        if new.is_empty() {
            return;
        }
        let last = months_from(Calendar::utc().today(self.database.clock().now()), MONTHS_AHEAD).pop_last();
        let made = new.range(FIRST_MONTH..).take_while(|month| Some(**month) <= last).copied().collect();
        if let Err(fault) = self.make(&made).await {
            tracing::warn!(%fault, months = ?made, "no partition was made");
        }
        self.done.lock().unwrap_or_else(PoisonError::into_inner).extend(new);
    }

    /// Makes the partitions of these months.
    pub async fn make(&self, months: &BTreeSet<BusinessDate>) -> Result<(), Fault> {
        if months.is_empty() {
            return Ok(());
        }
        let mut tx = self.database.begin().await?;
        store::create_partitions(&mut tx, months).await?;
        tx.commit().await
    }
}

/// The month of a date and that many after it, by their first dates.
pub(super) fn months_from(date: BusinessDate, months: usize) -> BTreeSet<BusinessDate> {
    let next = |month: &BusinessDate| Some(month.plus_days(31).first_of_month());
    std::iter::successors(Some(date.first_of_month()), next).take(months + 1).collect()
}
