use std::collections::BTreeSet;

use saffron_core::event::{ItemsChanged, StockRanOut};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Items};

/// Writes what has become of items, tells who shows them, and tells everyone what ran out. Their locations are locked.
/// Returns them as they are now.
///
/// Open apps are told where an item looks otherwise: what the till or the owner says of it, or its level; not with each
/// sale, which would have them read their list again all day.
pub(super) async fn settle(tx: &mut Tx, before: &Items, mut after: Items) -> Result<Items, Fault> {
    let now = tx.clock().now();
    let mut otherwise = BTreeSet::new();
    let mut changed = Vec::new();
    for (key, item) in &mut after {
        let Some(was) = before.get(key) else {
            otherwise.insert(&key.0);
            changed.push(&*item);
            continue;
        };
        if item.says_else_than(was) {
            item.version += 1;
        }
        if item == was {
            continue;
        }
        if item.version > was.version || item.level(now) != was.level(now) {
            otherwise.insert(&key.0);
        }
        if item.ran_out_since(was) {
            let stock = item.stock().unwrap_or_default();
            tx.publish(&StockRanOut { pos_id: key.0.clone(), item_id: key.1.clone(), stock })?;
        }
        changed.push(&*item);
    }
    store::save_items(tx, &changed).await?;
    for (pos_id, version) in store::raise_versions(tx, &otherwise).await? {
        tx.publish(&ItemsChanged { pos_id, version })?;
    }
    Ok(after)
}
