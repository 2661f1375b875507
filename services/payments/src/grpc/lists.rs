use jiff::Timestamp;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::List;
use saffron_kit::pg::Database;
use saffron_proto::payments::{ListMismatchesResponse, ListPayoutHistoryResponse, Mismatch, WeekPayout};

use super::answers;
use crate::domain::Week;
use crate::store::{self, MismatchFilter};

/// Mismatches of a location.
pub struct Mismatches {
    pub database: Database,
    pub pos_id: PosId,
    pub filter: MismatchFilter,
}

impl List for Mismatches {
    type Key = (Timestamp, String);
    type Piece = ListMismatchesResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Vec<(Self::Key, Mismatch)>, Fault> {
        let Mismatches { database, pos_id, filter } = self;
        let rows = store::page_of_mismatches(database, pos_id, *filter, after, limit).await?;
        let keyed = |row: store::Mismatch| ((row.at, row.id.clone()), answers::mismatch(row));
        Ok(rows.into_iter().map(keyed).collect())
    }
}

/// Weeks of online orders before the running one.
pub struct Weeks {
    pub database: Database,
    pub pos_id: PosId,
    pub running: Week,
}

impl List for Weeks {
    type Key = BusinessDate;
    type Piece = ListPayoutHistoryResponse;

    async fn page(
        &self,
        after: Option<&BusinessDate>,
        limit: i64,
    ) -> Result<Vec<(BusinessDate, WeekPayout)>, Fault> {
        let running = self.running.begin();
        let before = after.map_or(running, |after| running.min(*after));
        let weeks = store::page_of_weeks(&self.database, &self.pos_id, before, limit).await?;
        Ok(weeks.into_iter().map(|(week, share)| (week.begin(), answers::week(week, share))).collect())
    }
}
