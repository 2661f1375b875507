use saffron_core::event::StockRanOut;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Items};

/// Stores changed items of locked locations, announces the locations whose lists changed, and publishes items that ran out of
/// stock. Returns the items with their new versions.
///
/// A list changes with a value of the till or the owner, or with a level; not with each sale, or open apps would read the list
/// again all day.
pub(super) async fn save_changed(tx: &mut Tx, before: &Items, mut after: Items) -> Result<Items, Fault> {
    let now = tx.clock().now();
    let mut changed = Vec::new();
    for (key, item) in &mut after {
        let Some(was) = before.get(key) else {
            tx.touch(&key.0);
            changed.push(&*item);
            continue;
        };
        if item.values_changed_since(was) {
            item.version += 1;
        }
        if item == was {
            continue;
        }
        if item.version > was.version || item.level(now) != was.level(now) {
            tx.touch(&key.0);
        }
        if item.ran_out_since(was) {
            let stock = item.stock().unwrap_or_default();
            tx.publish(&StockRanOut { pos_id: key.0.clone(), item_id: key.1.clone(), stock })?;
        }
        changed.push(&*item);
    }
    store::save_items(tx, &changed).await?;
    Ok(after)
}
