use jiff::Timestamp;
use saffron_core::{Calendar, CustomerId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::List;
use saffron_kit::pg::Database;
use saffron_proto::customers::{
    Customer, ListCustomersResponse, ListPointsResponse, ListTwinsResponse, PointsEntry, Twin,
};

use super::answers;
use crate::domain::Guest;
use crate::store::{self, Addresses, GuestFilter};

/// Guests of a location.
pub struct Customers {
    pub database: Database,
    pub calendar: Calendar,
    pub filter: GuestFilter,
}

impl List for Customers {
    type Key = (i64, CustomerId);
    type Piece = ListCustomersResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Vec<(Self::Key, Customer)>, Fault> {
        let Customers { database, calendar, filter } = self;
        let rows = store::page_of_customers(database, filter, after, limit).await?;
        let keyed = |row: store::CustomerRow| {
            ((row.rank(filter.sort), row.id.clone()), answers::customer(&filter.pos_id, calendar, row))
        };
        Ok(rows.into_iter().map(keyed).collect())
    }
}

/// The ledger of a guest.
pub struct Points {
    pub database: Database,
    pub guest: Guest,
    pub calendar: Calendar,
}

impl List for Points {
    type Key = (Timestamp, i64);
    type Piece = ListPointsResponse;

    async fn page(
        &self,
        after: Option<&Self::Key>,
        limit: i64,
    ) -> Result<Vec<(Self::Key, PointsEntry)>, Fault> {
        let rows = store::page_of_points(&self.database, &self.guest, after, limit).await?;
        let keyed = |row: store::PointsRow| ((row.at, row.entry), answers::points_entry(&self.calendar, row));
        Ok(rows.into_iter().map(keyed).collect())
    }
}

/// Other guests with the addresses of a guest.
pub struct Twins {
    pub database: Database,
    pub guest: Guest,
    pub calendar: Calendar,
    pub addresses: Addresses,
}

impl List for Twins {
    type Key = CustomerId;
    type Piece = ListTwinsResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Vec<(Self::Key, Twin)>, Fault> {
        let Twins { database, guest, calendar, addresses } = self;
        let rows = store::page_of_twins(database, guest, addresses, after, limit).await?;
        let keyed = |row: store::CustomerRow| {
            let (id, (same_email, same_phone)) = (row.id.clone(), addresses.are_of(&row));
            let customer = Some(answers::customer(&guest.0, calendar, row));
            (id, Twin { customer, same_email, same_phone })
        };
        Ok(rows.into_iter().map(keyed).collect())
    }
}
