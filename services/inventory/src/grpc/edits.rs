use saffron_core::time::public_time;
use saffron_core::{Calendar, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::pg::Database;
use saffron_proto::inventory::{Edit, ListEditsRequest, ListEditsResponse};

use super::requests::item_id;
use crate::store;

/// The audit list of a location, or of one of its items.
pub(super) struct EditList {
    database: Database,
    pos_id: PosId,
    item: Option<ItemId>,
    calendar: Calendar,
}

impl EditList {
    /// Checks the request, and that the caller has the location.
    pub(super) fn for_request(
        database: Database,
        caller: &Caller,
        message: &ListEditsRequest,
    ) -> Result<EditList, Fault> {
        let (pos_id, calendar) =
            caller.location(&message.pos_id, "Please select location to view its changes.")?;
        let item = Some(message.pos_item_id.as_str()).filter(|id| !id.is_empty());
        Ok(EditList { database, pos_id, item: item.map(item_id).transpose()?, calendar })
    }
}

impl List for EditList {
    type Key = i64;
    type Piece = ListEditsResponse;

    async fn page(&self, after: Option<&i64>, limit: i64) -> Result<Page<Self>, Fault> {
        let (item, after) = (self.item.as_ref(), after.copied());
        let page = store::page_of_edits(&self.database, &self.pos_id, item, after, limit).await?;
        let rows = page.into_iter().map(|row| {
            let edit = Edit {
                pos_item_id: row.pos_item_id.into(),
                item_name: row.item_name,
                at: public_time(self.calendar.wall(row.at)),
                by: row.by,
                field: row.field,
                from: row.was,
                to: row.became,
            };
            (row.id, edit)
        });
        Ok(rows.collect())
    }
}
