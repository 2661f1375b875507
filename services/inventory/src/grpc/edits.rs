use saffron_core::time::public_time;
use saffron_core::{Error, ItemId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::inventory::list_edits_response::Part;
use saffron_proto::inventory::{Edit, ListEditsRequest, ListEditsResponse};

use super::one_location;
use crate::store::{self, EditRow};

/// The audit list of a location, or of one of its items.
pub(super) struct EditList {
    pos_id: PosId,
    item: Option<ItemId>,
    zone: Zone,
}

impl EditList {
    /// Checks the request: the list, where it begins, and how long it is.
    pub(super) fn of(
        caller: &Caller,
        message: &ListEditsRequest,
    ) -> Result<(EditList, Option<i64>, Option<usize>), Error> {
        let pos_id = one_location(caller, &message.pos_id, "Please select location to view its changes.")?;
        let zone = caller.zone(&pos_id)?.clone();
        let item = match message.pos_item_id.as_str() {
            "" => None,
            text => Some(text.parse().map_err(|e| Error::invalid("posItemID", format!("{e}")))?),
        };
        let wrong = || Error::invalid("cursor", "is not one that this list gave");
        let before = list::after(&message.cursor, |text| text.parse().map_err(|_| wrong()))?;
        Ok((EditList { pos_id, item, zone }, before, list::limit(message.limit)?))
    }
}

impl List for EditList {
    type Row = EditRow;
    type Cursor = i64;
    type Part = ListEditsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&i64>,
        limit: i64,
    ) -> Result<Vec<EditRow>, Fault> {
        store::page_of_edits(database, &self.pos_id, self.item.as_ref(), after.copied(), limit).await
    }

    fn cursor(&self, row: &EditRow) -> Result<i64, Fault> {
        Ok(row.id)
    }

    fn row(&self, row: EditRow) -> ListEditsResponse {
        let edit = Edit {
            pos_item_id: row.pos_item_id,
            item_name: row.item_name,
            at: public_time(self.zone.wall(row.at)),
            by: row.by,
            field: row.field,
            from: row.was,
            to: row.became,
        };
        ListEditsResponse { part: Some(Part::Edit(edit)) }
    }

    fn next(cursor: String) -> ListEditsResponse {
        ListEditsResponse { part: Some(Part::NextCursor(cursor)) }
    }
}
