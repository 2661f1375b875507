use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Calendar, ItemId, Money, Quantity};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::grpc::{Caller, Mirrored as _};
use saffron_kit::pg::Database;
use saffron_proto::inventory as proto;
use saffron_proto::inventory::{ListItemsRequest, ListItemsResponse};

use crate::domain::{Item, Level, MarkedBy, Offer, search_text, sort_name};
use crate::store::{self, ItemQuery};

saffron_kit::mirrored!(Level, proto::StockLevel: Green, Orange, Red);
saffron_kit::mirrored!(MarkedBy, proto::MarkedBy: Till, Owner);

/// The paged list of a location's items.
pub(super) struct ItemList {
    database: Database,
    query: ItemQuery,
    calendar: Calendar,
}

impl ItemList {
    /// Checks the request, and that the caller has the location.
    pub(super) fn for_request(
        database: Database,
        caller: &Caller,
        message: &ListItemsRequest,
        now: Timestamp,
    ) -> Result<ItemList, Fault> {
        let please = match message.to_purchase {
            true => "Please select location to view items for purchase.",
            false => "Please select location to view menu items.",
        };
        let (pos_id, calendar) = caller.location(&message.pos_id, please)?;
        let search = search_text(&message.search)?;
        let query = ItemQuery { pos_id, search, to_purchase: message.to_purchase, now };
        Ok(ItemList { database, query, calendar })
    }
}

impl List for ItemList {
    type Key = (ItemId, String);
    type Piece = ListItemsResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let page = store::page_of_items(&self.database, &self.query, after, limit).await?;
        let rows = page.into_iter().map(|item| {
            (
                (item.id.clone(), sort_name(item.display_name())),
                to_proto(&item, &self.calendar, self.query.now),
            )
        });
        Ok(rows.collect())
    }
}

/// An item as the app shows it to owners at `now`.
pub(super) fn to_proto(item: &Item, calendar: &Calendar, now: Timestamp) -> proto::Item {
    let today = calendar.today(now);
    let running = item.offer(today);
    let mark = item.active_mark(now);
    let until = mark.and_then(|(_, mark)| mark.until).map(|end| public_time(end.wall));
    proto::Item {
        pos_id: item.pos_id.to_string(),
        pos_item_id: item.id.to_string(),
        item_name: item.till.name.clone(),
        display_name: item.display_name().to_owned(),
        major_category: item.till.major_category.clone().unwrap_or_default(),
        minor_category: item.till.minor_category.clone().unwrap_or_default(),
        price: item.price().unwrap_or_default().cents(),
        open_price: item.price().is_none(),
        estimated_cost: item.cost().map(Money::cents),
        image_url: item.image_url(),
        offer: running.map(|promotion| offer_to_proto(&promotion.offer)),
        on_offer: running.is_some_and(|promotion| promotion.offer.is_valid_on(today)),
        stock: item.stock().map(Quantity::milli),
        low_stock: item.low_stock().map(Quantity::milli),
        level: item.level(now).map_or(0, Level::for_message),
        sold_out: mark.is_some(),
        sold_out_until: until.unwrap_or_default(),
        sold_out_by: mark.map_or(0, |(by, _)| by.for_message()),
        till_price: item.till.price.filter(|price| Some(*price) != item.price()).map(Money::cents),
        till_cost: item.till.cost.filter(|cost| Some(*cost) != item.cost()).map(Money::cents),
        version: item.version,
    }
}

pub(super) fn offer_to_proto(offer: &Offer) -> proto::Offer {
    proto::Offer {
        percent: i32::from(offer.percent),
        valid_from: offer.from.to_string(),
        valid_until: offer.until.to_string(),
    }
}

/// An item as the POS sent it.
pub(super) fn sent_item(item: &Item) -> Result<proto::SentItem, Fault> {
    let sent = item.as_sent().map_err(|e| Fault::Permanent(format!("item as it was sent: {e}")))?;
    Ok(proto::SentItem {
        pos_item_id: item.id.to_string(),
        revision: item.newest.revision,
        event_id: item.newest.event_id.to_string(),
        removed: item.removed,
        counted_at: item.till_count.map(|count| count.at.to_string()).unwrap_or_default(),
        data: sent.as_data(&item.pos_id, item.newest.revision).to_string(),
    })
}
