//! Items of the menu.

use saffron_till::Item;

use super::{Listed, Of, plain_id, too_long};
use crate::layout::Field;
use crate::orders::ids;
use crate::reading::Entry;

/// The item of a row. Its id is the one that sales of the same exporter give it: their own, else made of name and size.
///
/// # Errors
/// Why it is none.
pub fn of(entry: &Entry, of: &Of) -> Result<Listed, String> {
    let name = ids::item_name(entry.text(Field::Item), entry.text(Field::Size)).ok_or("has no name")?;
    let given = entry.text(Field::ItemId).map(plain_id);
    given.map_or(Ok(()), too_long)?;
    let id =
        given.map_or_else(|| ids::item_id(&name), ids::given_item_id).map_err(|e| format!("its id {e}"))?;
    let money = |field: Field| match entry.money.get(&field).copied() {
        Some(amount) if amount.cents() < 0 => Err(format!("{}: it is below zero", field.name())),
        amount => Ok(amount),
    };
    let text = |field| entry.text(field).unwrap_or_default().to_owned();
    let sent = given.map_or_else(|| id.to_string(), str::to_owned);
    let item = Item {
        pos_id: of.pos_id.clone(),
        id,
        revision: of.revision,
        name,
        major_category: text(Field::Category),
        minor_category: text(Field::Subcategory),
        price: money(Field::Price)?,
        cost: money(Field::Cost)?,
        stock: entry.numbers.get(&Field::Stock).copied(),
        low_stock: entry.numbers.get(&Field::LowStock).copied(),
        sold_out: entry.flags.get(&Field::SoldOut).copied().unwrap_or_default(),
        sold_out_until: None,
    };
    Listed::new(entry.place, "item.upserted", "posItemID", sent, &item)
}
