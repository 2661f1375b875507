use std::collections::BTreeMap;

use saffron_core::{ItemId, Money};
use saffron_kit::Fault;
use saffron_pos::adapter::{Fact, Set};
use serde::Deserialize;

use crate::app::connections::announce::announce;
use crate::app::connections::{InWork, Stop};
use crate::store;

/// Forgets changes that the POS did not take and now has, because a person made them there.
pub(in crate::app::connections) async fn forget_set(of: &InWork<'_>, facts: &[Fact]) -> Result<(), Stop> {
    #[derive(Deserialize)]
    struct Event {
        data: Data,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Data {
        #[serde(rename = "posItemID")]
        item: Option<ItemId>,
        price: Option<Money>,
        #[serde(default)]
        sold_out: bool,
    }
    let (pos_id, connection_id) = of.place();
    let mut conn = of.app.database.pool().acquire().await.map_err(Fault::from)?;
    let unwritten = store::unwritten_of(&mut conn, pos_id, connection_id).await?;
    drop(conn);
    if unwritten.is_empty() || facts.is_empty() {
        return Ok(());
    }
    let has: BTreeMap<ItemId, Data> = facts
        .iter()
        .filter_map(|fact| serde_json::from_str::<Event>(fact.event.json()).ok())
        .filter_map(|event| Some((event.data.item.clone()?, event.data)))
        .collect();
    let mut tx = of.app.database.begin().await?;
    let mut is_shown = false;
    for row in unwritten {
        let (Some(set), Some(has)) = (row.set(), has.get(&row.item)) else { continue };
        let is_set = match set {
            Set::Price(price) => has.price == Some(price),
            Set::SoldOut(sold_out) => has.sold_out == sold_out,
        };
        if is_set {
            is_shown |= store::delete_unwritten(&mut tx, pos_id, connection_id, &row.item, set).await?;
        }
    }
    if is_shown {
        announce(&mut tx, connection_id, Some(pos_id)).await?;
        tx.commit().await?;
    }
    Ok(())
}
