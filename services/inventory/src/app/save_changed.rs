use saffron_core::event::{StockRanOut, TillAvailabilityChanged};
use saffron_core::time::public_time;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::Item;
use crate::store::{self, Items};

/// Stores changed items of locked locations, announces the locations whose lists changed, and publishes items that ran out of
/// stock and what the till changed of its marks. Returns the items with their new versions.
///
/// A list changes with a value of the till or the owner, or with a level; not with each sale, or open apps would read the list
/// again all day.
pub(super) async fn save_changed(tx: &mut Tx, before: &Items, mut after: Items) -> Result<Items, Fault> {
    let now = tx.clock().now();
    let mut changed = Vec::new();
    for (key, item) in &mut after {
        if before.get(key).and_then(|was| was.till.mark) != item.till.mark {
            tx.publish(&till_availability_changed(item))?;
        }
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

fn till_availability_changed(item: &Item) -> TillAvailabilityChanged {
    let mark = item.till.mark;
    TillAvailabilityChanged {
        pos_id: item.pos_id.clone(),
        item_id: item.id.clone(),
        sold_out: mark.is_some(),
        until: mark.and_then(|mark| mark.until).map(|end| public_time(end.wall)),
    }
}
