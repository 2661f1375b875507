//! The inbox as a list.

use std::collections::BTreeMap;

use saffron_core::{Error, PosId, UserId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::notifications::{
    ListCommunicationsRequest, ListCommunicationsResponse, list_communications_response,
};

use super::{asked, wire};
use crate::domain::Shelf;
use crate::store::{self, CommunicationCursor, CommunicationRow};

/// A person's communications of some locations, newest first.
pub struct Communications {
    user: UserId,
    places: BTreeMap<PosId, Zone>,
    pos_ids: Vec<String>,
    shelf: Option<Shelf>,
}

/// A list, its first place, and how many.
pub type Asked = (Communications, Option<CommunicationCursor>, Option<usize>);

impl Communications {
    /// Checks the request.
    pub fn of(caller: &Caller, message: &ListCommunicationsRequest) -> Result<Asked, Error> {
        let places = caller.scope(&message.pos_ids)?;
        let after = list::after(&message.cursor, CommunicationCursor::parse)?;
        let limit = list::limit(message.limit)?;
        let pos_ids = places.keys().map(ToString::to_string).collect();
        let list = Communications { user: caller.user, places, pos_ids, shelf: asked::shelf(message.shelf) };
        Ok((list, after, limit))
    }
}

impl List for Communications {
    type Row = CommunicationRow;
    type Cursor = CommunicationCursor;
    type Part = ListCommunicationsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&CommunicationCursor>,
        limit: i64,
    ) -> Result<Vec<CommunicationRow>, Fault> {
        store::page_of_communications(database, self.user, &self.pos_ids, self.shelf, after, limit).await
    }

    fn cursor(&self, row: &CommunicationRow) -> Result<CommunicationCursor, Fault> {
        Ok(CommunicationCursor::at(row))
    }

    fn row(&self, row: CommunicationRow) -> ListCommunicationsResponse {
        let zone = self.places.get(&row.pos_id).cloned().unwrap_or_else(Zone::utc);
        let communication = wire::communication(&zone, row);
        let part = list_communications_response::Part::Communication(communication);
        ListCommunicationsResponse { part: Some(part) }
    }

    fn next(cursor: String) -> ListCommunicationsResponse {
        ListCommunicationsResponse { part: Some(list_communications_response::Part::NextCursor(cursor)) }
    }
}
