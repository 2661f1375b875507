use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Error, Money, Quantity, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::inventory as proto;
use saffron_proto::inventory::list_items_response::Part;
use saffron_proto::inventory::{ListItemsRequest, ListItemsResponse, StockLevel};

use super::one_location;
use crate::domain::{Item, Level, Offer};
use crate::store::{self, ItemCursor, ItemQuery};

/// The list of a location's items as they are now.
pub(super) struct ItemList {
    query: ItemQuery,
    zone: Zone,
}

impl ItemList {
    /// Checks the request: the list, where it begins, and how long it is.
    pub(super) fn of(
        caller: &Caller,
        message: &ListItemsRequest,
        now: Timestamp,
    ) -> Result<(ItemList, Option<ItemCursor>, Option<usize>), Error> {
        let which = match message.to_purchase {
            true => "Please select location to view items for purchase.",
            false => "Please select location to view menu items.",
        };
        let pos_id = one_location(caller, &message.pos_id, which)?;
        let zone = caller.zone(&pos_id)?.clone();
        let query = ItemQuery::new(pos_id, &message.search, message.to_purchase, now)?;
        let after = list::after(&message.cursor, ItemCursor::parse)?;
        Ok((ItemList { query, zone }, after, list::limit(message.limit)?))
    }
}

impl List for ItemList {
    type Row = Item;
    type Cursor = ItemCursor;
    type Part = ListItemsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&ItemCursor>,
        limit: i64,
    ) -> Result<Vec<Item>, Fault> {
        store::page_of_items(database, &self.query, after, limit).await
    }

    fn cursor(&self, row: &Item) -> Result<ItemCursor, Fault> {
        Ok(ItemCursor::at(row))
    }

    fn row(&self, row: Item) -> ListItemsResponse {
        ListItemsResponse { part: Some(Part::Item(shown(&row, &self.zone, self.query.now))) }
    }

    fn next(cursor: String) -> ListItemsResponse {
        ListItemsResponse { part: Some(Part::NextCursor(cursor)) }
    }
}

/// An item as owners see it at `now`.
pub(super) fn shown(item: &Item, zone: &Zone, now: Timestamp) -> proto::Item {
    let today = zone.today(now);
    let running = item.offer(today);
    let mark = item.standing_mark(now);
    let until = mark.and_then(|mark| mark.until).map(|end| public_time(end.moment().wall));
    let text = |label: &Option<_>| label.as_ref().map(ToString::to_string).unwrap_or_default();
    proto::Item {
        pos_id: item.pos_id.to_string(),
        pos_item_id: item.id.to_string(),
        item_name: item.till.name.to_string(),
        display_name: item.display_name().to_owned(),
        major_category: text(&item.till.major_category),
        minor_category: text(&item.till.minor_category),
        price: item.price().cents(),
        estimated_cost: item.cost().map(Money::cents),
        image_url: item.image_url(),
        offer: running.map(|promotion| offer(&promotion.offer)),
        on_offer: running.is_some_and(|promotion| promotion.offer.holds(today)),
        stock: item.stock().map(Quantity::milli),
        low_stock: item.low_stock().map(Quantity::milli),
        level: level(item.level(now)).into(),
        sold_out: mark.is_some(),
        sold_out_until: until.unwrap_or_default(),
        till_price: Some(item.till.price).filter(|price| *price != item.price()).map(Money::cents),
        till_cost: item.till.cost.filter(|cost| Some(*cost) != item.cost()).map(Money::cents),
        version: item.version,
    }
}

fn level(level: Option<Level>) -> StockLevel {
    match level {
        None => StockLevel::Unspecified,
        Some(Level::Green) => StockLevel::Green,
        Some(Level::Orange) => StockLevel::Orange,
        Some(Level::Red) => StockLevel::Red,
    }
}

/// An offer as the contract carries it.
pub(super) fn offer(offer: &Offer) -> proto::Offer {
    proto::Offer {
        percent: i32::from(offer.percent),
        valid_from: offer.from.to_string(),
        valid_until: offer.until.to_string(),
    }
}
