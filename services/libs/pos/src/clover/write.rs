//! Writes what an owner set: prices, and that an item is sold out. A merchant is one location, so that an item has one price.

use serde_json::json;

use super::client::Client;
use super::model::{Item, Read};
use crate::PosError;
use crate::adapter::{Change, Set};

/// Writes a change, unless the item is so already.
pub(super) async fn write(client: &Client, change: &Change) -> Result<(), PosError> {
    let id = change.item.as_str();
    let raw = client.item(id).await?;
    let item: Item = Read::of(raw.get()).object().map_err(|_| PosError::Unreadable("an item".to_owned()))?;
    if item.deleted_time.is_some_and(|at| at > 0) {
        return Err(PosError::Missing);
    }
    let is_open = item.price_type.as_deref() == Some("VARIABLE");
    let fields = match change.set {
        Set::Price(price) if item.price == Some(price.cents()) && !is_open => return Ok(()),
        Set::Price(price) if is_open => json!({"price": price.cents(), "priceType": "FIXED"}),
        Set::Price(price) => json!({"price": price.cents()}),
        Set::SoldOut(sold_out) if (item.available == Some(false)) == sold_out => return Ok(()),
        Set::SoldOut(sold_out) => json!({"available": !sold_out}),
    };
    client.put_item(id, &fields).await
}
