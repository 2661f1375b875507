//! The inbox as a list.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{Calendar, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::pg::Database;
use saffron_proto::notifications::ListCommunicationsResponse;
use uuid::Uuid;

use super::messages;
use crate::domain::Shelf;
use crate::store;

/// A person's communications of some locations, newest first.
pub struct Communications {
    pub database: Database,
    pub user: UserId,
    pub locations: BTreeMap<PosId, Calendar>,
    pub shelf: Option<Shelf>,
}

impl List for Communications {
    type Key = (Timestamp, Uuid);
    type Piece = ListCommunicationsResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let pos_ids: Vec<PosId> = self.locations.keys().cloned().collect();
        let after = after.copied();
        let page =
            store::page_of_communications(&self.database, self.user, &pos_ids, self.shelf, after, limit);
        let rows = page.await?.into_iter().map(|row| {
            let calendar = self.locations.get(&row.pos_id).cloned().unwrap_or_else(Calendar::utc);
            ((row.added_at, row.communication_id), messages::communication(&calendar, row))
        });
        Ok(rows.collect())
    }
}
