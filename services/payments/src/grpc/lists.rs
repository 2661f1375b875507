//! Lists that are read by cursor.

use saffron_core::{BusinessDate, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::payments::{
    ListMismatchesRequest, ListMismatchesResponse, ListPayoutHistoryRequest, ListPayoutHistoryResponse,
    MismatchKind as AskedKind, list_mismatches_response, list_payout_history_response,
};

use super::{asked, wire};
use crate::domain::Week;
use crate::store::{self, Mismatch, MismatchCursor, MismatchKind, WeekRow};

/// A list, its first place, and how many.
pub type Asked<L, C> = (L, Option<C>, Option<usize>);

/// Mismatches of one kind.
pub struct Mismatches {
    pos_id: PosId,
    kind: MismatchKind,
}

impl Mismatches {
    /// Checks the request.
    pub fn of(
        caller: &Caller,
        message: &ListMismatchesRequest,
    ) -> Result<Asked<Mismatches, MismatchCursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let kind = match message.kind() {
            AskedKind::Unspecified => {
                return Err(Error::invalid(
                    "kind",
                    "must be unknown_to_provider, without_check or payout_differs",
                ));
            }
            AskedKind::UnknownToProvider => MismatchKind::UnknownToProvider,
            AskedKind::WithoutCheck => MismatchKind::WithoutCheck,
            AskedKind::PayoutDiffers => MismatchKind::PayoutDiffers,
        };
        let after = list::after(&message.cursor, MismatchCursor::parse)?;
        Ok((Mismatches { pos_id, kind }, after, list::limit(message.limit)?))
    }
}

impl List for Mismatches {
    type Row = Mismatch;
    type Cursor = MismatchCursor;
    type Part = ListMismatchesResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&MismatchCursor>,
        limit: i64,
    ) -> Result<Vec<Mismatch>, Fault> {
        store::page_of_mismatches(database, &self.pos_id, self.kind, after, limit).await
    }

    fn cursor(&self, row: &Mismatch) -> Result<MismatchCursor, Fault> {
        Ok(MismatchCursor::at(row))
    }

    fn row(&self, row: Mismatch) -> ListMismatchesResponse {
        let mismatch = wire::mismatch(self.kind, row);
        ListMismatchesResponse { part: Some(list_mismatches_response::Part::Mismatch(mismatch)) }
    }

    fn next(cursor: String) -> ListMismatchesResponse {
        ListMismatchesResponse { part: Some(list_mismatches_response::Part::NextCursor(cursor)) }
    }
}

/// Weeks of online orders that are over.
pub struct Weeks {
    pos_id: PosId,
    running: Week,
}

impl Weeks {
    /// Checks the request. `running` is the week of the location's today.
    pub fn of(
        pos_id: PosId,
        running: Week,
        message: &ListPayoutHistoryRequest,
    ) -> Result<Asked<Weeks, BusinessDate>, Error> {
        let parse =
            |text: &str| text.parse().map_err(|_| Error::invalid("cursor", "is not one that this list gave"));
        let after = list::after(&message.cursor, parse)?;
        Ok((Weeks { pos_id, running }, after, list::limit(message.limit)?))
    }
}

impl List for Weeks {
    type Row = WeekRow;
    type Cursor = BusinessDate;
    type Part = ListPayoutHistoryResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&BusinessDate>,
        limit: i64,
    ) -> Result<Vec<WeekRow>, Fault> {
        let before = after.copied().unwrap_or(self.running.begin()).min(self.running.begin());
        store::page_of_weeks(database, &self.pos_id, before, limit).await
    }

    fn cursor(&self, row: &WeekRow) -> Result<BusinessDate, Fault> {
        Ok(row.week.begin())
    }

    fn row(&self, row: WeekRow) -> ListPayoutHistoryResponse {
        ListPayoutHistoryResponse { part: Some(list_payout_history_response::Part::Week(wire::week(&row))) }
    }

    fn next(cursor: String) -> ListPayoutHistoryResponse {
        ListPayoutHistoryResponse { part: Some(list_payout_history_response::Part::NextCursor(cursor)) }
    }
}
