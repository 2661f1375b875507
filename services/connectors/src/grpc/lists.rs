use std::sync::Arc;

use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_proto::connectors::{ListImportsResponse, ListRefusedRowsResponse};
use uuid::Uuid;

use super::messages::{listed, refused_row};
use crate::app::App;
use crate::domain::RefusedRow;
use crate::store;

/// Lists of refused rows that are read at once.
const LISTS: i64 = 2;

/// The imports of a location.
pub(super) struct ImportList {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
}

impl List for ImportList {
    type Key = Uuid;
    type Piece = ListImportsResponse;

    async fn page(&self, after: Option<&Uuid>, limit: i64) -> Result<Page<Self>, Fault> {
        let page = store::page_of_imports(&self.app.database, &self.pos_id, after.copied(), limit).await?;
        Ok(page.into_iter().map(|row| (row.import_id, listed(row, &self.calendar))).collect())
    }
}

/// The refused rows of an import.
pub(super) struct RefusedRows {
    pub app: Arc<App>,
    pub import_id: Uuid,
}

impl List for RefusedRows {
    /// The number of a list, and of a row in it.
    type Key = (i32, i32);
    type Piece = ListRefusedRowsResponse;

    async fn page(&self, after: Option<&(i32, i32)>, limit: i64) -> Result<Page<Self>, Fault> {
        let (mut from, mut skip) = after.map_or((0, 0), |(list, row)| (*list, *row + 1));
        let mut page: Page<Self> = Vec::new();
        loop {
            let lists = store::refused_lists(&self.app.database, self.import_id, from, LISTS).await?;
            if lists.is_empty() {
                return Ok(page);
            }
            for list in lists {
                let rows = self.rows(list.object_id).await?;
                for (number, row) in (0..).zip(rows).skip(usize::try_from(skip).unwrap_or(usize::MAX)) {
                    if page.len() as i64 >= limit {
                        return Ok(page);
                    }
                    page.push(((list.number, number), refused_row(row)));
                }
                (from, skip) = (list.number + 1, 0);
            }
        }
    }
}

impl RefusedRows {
    /// The rows of a list; none once they are deleted.
    async fn rows(&self, object_id: Uuid) -> Result<Vec<RefusedRow>, Fault> {
        match self.app.sealed.get(self.import_id, object_id).await? {
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|e| Fault::Permanent(e.to_string())),
            None => Ok(Vec::new()),
        }
    }
}
