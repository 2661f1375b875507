//! Lists, read page by page, no faster than the reader takes them.

use std::future::Future;

use futures::Stream;
use saffron_core::{Error, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, to_status};
use saffron_kit::pg::Database;
use saffron_proto::customers::{
    ListCustomersRequest, ListCustomersResponse, ListPointsRequest, ListPointsResponse,
    list_customers_response, list_points_response,
};
use tokio::sync::mpsc::Sender;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{asked, wire};
use crate::domain::{Guest, Search};
use crate::store::{self, Cursor, PointsCursor};

/// Rows read at once.
const PAGE: i64 = 500;

/// A list that was asked for.
pub trait List: Send + Sync + 'static {
    /// A row of the database.
    type Row: Send;
    /// The place of a row.
    type Place: Send + Sync + std::fmt::Display;
    /// A part of the answer.
    type Part: Send;

    /// So many rows after a place.
    fn page(
        &self,
        database: &Database,
        after: Option<&Self::Place>,
        limit: i64,
    ) -> impl Future<Output = Result<Vec<Self::Row>, Fault>> + Send;
    /// The place of a row.
    fn place(row: &Self::Row) -> Result<Self::Place, Fault>;
    /// A row as it is told.
    fn part(&self, row: Self::Row) -> Self::Part;
    /// That others follow after this place.
    fn more(place: String) -> Self::Part;
}

/// Streams a list: `limit` rows and the cursor of the next page where others follow, or all of them.
pub fn stream<L: List>(
    list: L,
    database: Database,
    after: Option<L::Place>,
    limit: Option<usize>,
) -> impl Stream<Item = Result<L::Part, Status>> + Send + 'static {
    let (parts, stream) = tokio::sync::mpsc::channel(PAGE as usize);
    tokio::spawn(async move {
        if let Err(fault) = send(&list, &database, after, limit, &parts).await {
            // The reader may be gone; then nobody wants to know.
            let _ = parts.send(Err(to_status(fault))).await;
        }
    });
    ReceiverStream::new(stream)
}

async fn send<L: List>(
    list: &L,
    database: &Database,
    mut after: Option<L::Place>,
    limit: Option<usize>,
    parts: &Sender<Result<L::Part, Status>>,
) -> Result<(), Fault> {
    loop {
        // One more than is asked for tells whether others follow.
        let wanted = limit.map_or(PAGE, |limit| limit as i64 + 1);
        let rows = list.page(database, after.as_ref(), wanted).await?;
        let more = rows.len() as i64 == wanted;
        let shown = limit.map_or(rows.len(), |limit| limit.min(rows.len()));
        after = rows.get(shown.saturating_sub(1)).map(L::place).transpose()?;
        for row in rows.into_iter().take(shown) {
            if parts.send(Ok(list.part(row))).await.is_err() {
                return Ok(());
            }
        }
        match (limit, &after) {
            (Some(_), Some(place)) if more => {
                let _ = parts.send(Ok(L::more(place.to_string()))).await;
                return Ok(());
            }
            (None, Some(_)) if more => {}
            _ => return Ok(()),
        }
    }
}

/// Guests of a location.
pub struct Customers {
    pos_id: PosId,
    zone: Zone,
    search: Option<Search>,
}

/// A list, its first place, and how many.
pub type Asked<L, P> = (L, Option<P>, Option<usize>);

impl Customers {
    /// Checks the request.
    ///
    /// # Errors
    /// The field that is wrong; forbidden, if the location is not the caller's.
    pub fn of(caller: &Caller, message: &ListCustomersRequest) -> Result<Asked<Customers, Cursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let zone = caller.zone(&pos_id)?.clone();
        let search = Search::parse(&message.search)?;
        let after = if message.cursor.is_empty() { None } else { Some(Cursor::parse(&message.cursor)?) };
        Ok((Customers { pos_id, zone, search }, after, asked::limit(message.limit)?))
    }
}

impl List for Customers {
    type Row = store::CustomerRow;
    type Place = Cursor;
    type Part = ListCustomersResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&Cursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        store::page_of_customers(database, &self.pos_id, self.search.as_ref(), after, limit).await
    }

    fn place(row: &Self::Row) -> Result<Cursor, Fault> {
        Cursor::at(row)
    }

    fn part(&self, row: Self::Row) -> ListCustomersResponse {
        let customer = wire::customer(&self.pos_id, &self.zone, row);
        ListCustomersResponse { part: Some(list_customers_response::Part::Customer(customer)) }
    }

    fn more(place: String) -> ListCustomersResponse {
        ListCustomersResponse { part: Some(list_customers_response::Part::NextCursor(place)) }
    }
}

/// The ledger of a guest.
pub struct Points {
    guest: Guest,
    zone: Zone,
}

impl Points {
    /// Checks the request.
    ///
    /// # Errors
    /// The field that is wrong; forbidden, if the location is not the caller's.
    pub fn of(caller: &Caller, message: &ListPointsRequest) -> Result<Asked<Points, PointsCursor>, Error> {
        let guest = asked::guest(caller, &message.pos_id, &message.pos_customer_id)?;
        let zone = caller.zone(&guest.0)?.clone();
        let after =
            if message.cursor.is_empty() { None } else { Some(PointsCursor::parse(&message.cursor)?) };
        Ok((Points { guest, zone }, after, asked::limit(message.limit)?))
    }

    /// Whose ledger it is.
    pub fn guest(&self) -> &Guest {
        &self.guest
    }
}

impl List for Points {
    type Row = store::PointsRow;
    type Place = PointsCursor;
    type Part = ListPointsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&PointsCursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        store::page_of_points(database, &self.guest, after, limit).await
    }

    fn place(row: &Self::Row) -> Result<PointsCursor, Fault> {
        Ok(PointsCursor::at(row))
    }

    fn part(&self, row: Self::Row) -> ListPointsResponse {
        let entry = wire::points_entry(&self.zone, row);
        ListPointsResponse { part: Some(list_points_response::Part::Entry(entry)) }
    }

    fn more(place: String) -> ListPointsResponse {
        ListPointsResponse { part: Some(list_points_response::Part::NextCursor(place)) }
    }
}
