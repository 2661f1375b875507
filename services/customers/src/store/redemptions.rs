use std::collections::{BTreeMap, BTreeSet};

use jiff_sqlx::ToSqlx as _;
use saffron_core::{CheckId, ItemId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};
use uuid::Uuid;

use super::columns;
use crate::domain::{Guest, OpenItem, Redemption, Serving};

/// A reward item, and its stored redemption.
pub struct ItemReward {
    pub open: OpenItem,
    /// None, if the reward is open.
    pub redeemed: Option<Redemption>,
}

/// All reward items of these guests, by guest and item.
pub async fn item_rewards(
    tx: &mut Tx,
    guests: &BTreeSet<&Guest>,
) -> Result<BTreeMap<(Guest, ItemId), Vec<ItemReward>>, Fault> {
    let (pos_ids, ids) = columns(guests.iter().copied());
    let rows = sqlx::query!(
        r#"SELECT r.pos_id, r.pos_customer_id, r.pos_item_id AS "pos_item_id!", r.reward_id, r.granted_at, r.valid_until,
             r.place, r.redeemed_at, r.redeemed_by_check
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN reward AS r ON r.pos_id = n.pos_id AND r.pos_customer_id = n.id
           WHERE r.pos_item_id IS NOT NULL"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let mut rewards: BTreeMap<(Guest, ItemId), Vec<ItemReward>> = BTreeMap::new();
    for row in rows {
        let open = OpenItem {
            reward: row.reward_id,
            granted_at: row.granted_at.to_jiff(),
            valid_until: row.valid_until,
            number: row.place,
        };
        let redeemed = row.redeemed_by_check.zip(row.redeemed_at);
        let redeemed = redeemed.map(|(check, at)| Redemption { check, at: at.to_jiff() });
        let key = ((row.pos_id, row.pos_customer_id), row.pos_item_id);
        rewards.entry(key).or_default().push(ItemReward { open, redeemed });
    }
    Ok(rewards)
}

/// The checks of guests that serve these items.
pub async fn servings_of<'a>(
    tx: &mut Tx,
    wanted: impl IntoIterator<Item = &'a (Guest, ItemId)>,
) -> Result<BTreeMap<(Guest, ItemId), Vec<Serving>>, Fault> {
    let (guests, items): (Vec<&Guest>, Vec<&ItemId>) =
        wanted.into_iter().map(|(guest, item)| (guest, item)).unzip();
    let (pos_ids, ids) = columns(guests);
    let rows = sqlx::query!(
        r#"SELECT k.pos_id, k.pos_customer_id AS "pos_customer_id!", n.item AS "item!: ItemId", k.pos_check_id, k.closed_at,
             k.business_date, k.quantities[array_position(k.item_ids, n.item)] AS "quantity!: Quantity"
           FROM unnest($1::text[], $2::text[], $3::text[]) AS n (pos_id, id, item)
           JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_customer_id = n.id AND n.item = ANY(k.item_ids)"#,
        &pos_ids,
        &ids,
        &items as &[&ItemId]
    )
    .fetch_all(tx.conn())
    .await?;
    let mut servings: BTreeMap<(Guest, ItemId), Vec<Serving>> = BTreeMap::new();
    for row in rows {
        servings.entry(((row.pos_id, row.pos_customer_id), row.item)).or_default().push(Serving {
            check: row.pos_check_id,
            closed_at: row.closed_at.to_jiff(),
            business_date: row.business_date,
            quantity: row.quantity,
        });
    }
    Ok(servings)
}

/// Stores which check redeems each of these rewards, by guest and reward id; none: the reward is open again.
pub async fn store_redemptions(
    tx: &mut Tx,
    changed: &BTreeMap<(Guest, Uuid), Option<Redemption>>,
) -> Result<(), Fault> {
    let redemptions = column(changed.values(), Option::as_ref);
    sqlx::query!(
        "UPDATE reward AS r SET redeemed_at = n.at, redeemed_by_check = n.check_id
         FROM unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[]) AS n (pos_id, reward_id, at, check_id)
         WHERE r.pos_id = n.pos_id AND r.reward_id = n.reward_id",
        &column(changed.keys(), |((pos_id, _), _)| pos_id) as &[&PosId],
        &column(changed.keys(), |(_, reward)| *reward),
        &column(&redemptions, |by| by.map(|by| by.at.to_sqlx())) as &[Option<jiff_sqlx::Timestamp>],
        &column(&redemptions, |by| by.map(|by| &by.check)) as &[Option<&CheckId>]
    )
    .execute(tx.conn())
    .await?;
    changed.keys().for_each(|((pos_id, _), _)| tx.touch(pos_id));
    Ok(())
}
