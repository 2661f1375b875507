//! The lists of this service.

use saffron_core::{CustomerId, Error, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::customers::{
    ListCustomersRequest, ListCustomersResponse, ListPointsRequest, ListPointsResponse, ListTwinsRequest,
    ListTwinsResponse, Twin, list_customers_response, list_points_response, list_twins_response,
};

use super::{asked, wire};
use crate::domain::{Guest, Search};
use crate::store::{self, Cursor, PointsCursor, Shared};

/// Guests of a location.
pub struct Customers {
    pos_id: PosId,
    zone: Zone,
    search: Option<Search>,
}

/// A list, its first place, and how many.
pub type Asked<L, C> = (L, Option<C>, Option<usize>);

impl Customers {
    /// Checks the request.
    pub fn of(caller: &Caller, message: &ListCustomersRequest) -> Result<Asked<Customers, Cursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let zone = caller.zone(&pos_id)?.clone();
        let search = Search::parse(&message.search)?;
        let after = list::after(&message.cursor, Cursor::parse)?;
        Ok((Customers { pos_id, zone, search }, after, list::limit(message.limit)?))
    }
}

impl List for Customers {
    type Row = store::CustomerRow;
    type Cursor = Cursor;
    type Part = ListCustomersResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&Cursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        store::page_of_customers(database, &self.pos_id, self.search.as_ref(), after, limit).await
    }

    fn cursor(&self, row: &Self::Row) -> Result<Cursor, Fault> {
        Cursor::at(row)
    }

    fn row(&self, row: Self::Row) -> ListCustomersResponse {
        let customer = wire::customer(&self.pos_id, &self.zone, row);
        ListCustomersResponse { part: Some(list_customers_response::Part::Customer(customer)) }
    }

    fn next(cursor: String) -> ListCustomersResponse {
        ListCustomersResponse { part: Some(list_customers_response::Part::NextCursor(cursor)) }
    }
}

/// The ledger of a guest.
pub struct Points {
    guest: Guest,
    zone: Zone,
}

impl Points {
    /// Checks the request.
    pub fn of(caller: &Caller, message: &ListPointsRequest) -> Result<Asked<Points, PointsCursor>, Error> {
        let guest = asked::guest(caller, &message.pos_id, &message.pos_customer_id)?;
        let zone = caller.zone(&guest.0)?.clone();
        let after = list::after(&message.cursor, PointsCursor::parse)?;
        Ok((Points { guest, zone }, after, list::limit(message.limit)?))
    }

    /// Whose ledger it is.
    pub fn guest(&self) -> &Guest {
        &self.guest
    }
}

impl List for Points {
    type Row = store::PointsRow;
    type Cursor = PointsCursor;
    type Part = ListPointsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&PointsCursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        store::page_of_points(database, &self.guest, after, limit).await
    }

    fn cursor(&self, row: &Self::Row) -> Result<PointsCursor, Fault> {
        Ok(PointsCursor::at(row))
    }

    fn row(&self, row: Self::Row) -> ListPointsResponse {
        let entry = wire::points_entry(&self.zone, row);
        ListPointsResponse { part: Some(list_points_response::Part::Entry(entry)) }
    }

    fn next(cursor: String) -> ListPointsResponse {
        ListPointsResponse { part: Some(list_points_response::Part::NextCursor(cursor)) }
    }
}

/// Other guests with the addresses of a guest.
pub struct Twins {
    guest: Guest,
    zone: Zone,
    shared: Shared,
}

impl Twins {
    /// Checks the request about a guest who is known.
    pub fn of(
        caller: &Caller,
        guest: Guest,
        known: &store::CustomerRow,
        message: &ListTwinsRequest,
    ) -> Result<Asked<Twins, CustomerId>, Error> {
        let zone = caller.zone(&guest.0)?.clone();
        let after = list::after(&message.cursor, |text| {
            text.parse().map_err(|_| Error::invalid("cursor", "is not one that this list gave"))
        })?;
        Ok((Twins { guest, zone, shared: Shared::of(known) }, after, list::limit(message.limit)?))
    }
}

impl List for Twins {
    type Row = store::TwinRow;
    type Cursor = CustomerId;
    type Part = ListTwinsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&CustomerId>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        store::page_of_twins(database, &self.guest, &self.shared, after, limit).await
    }

    fn cursor(&self, row: &Self::Row) -> Result<CustomerId, Fault> {
        row.customer.id.parse().map_err(|e| Fault::Permanent(format!("stored value: {e}")))
    }

    fn row(&self, row: Self::Row) -> ListTwinsResponse {
        let customer = wire::customer(&self.guest.0, &self.zone, row.customer);
        let twin = Twin { customer: Some(customer), same_email: row.same_email, same_phone: row.same_phone };
        ListTwinsResponse { part: Some(list_twins_response::Part::Twin(twin)) }
    }

    fn next(cursor: String) -> ListTwinsResponse {
        ListTwinsResponse { part: Some(list_twins_response::Part::NextCursor(cursor)) }
    }
}
