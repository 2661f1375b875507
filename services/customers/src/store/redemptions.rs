use std::collections::BTreeMap;

use saffron_core::{ItemId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{business_date, columns, guest, stored};
use crate::domain::{Guest, OpenItem, Redemption, Serving};

/// A reward item and the check that redeems it as it is stored.
#[derive(Debug, Clone)]
pub struct ItemReward {
    /// The rule's side of it.
    pub open: OpenItem,
    /// None: open.
    pub redeemed: Option<Redemption>,
}

/// All reward items of these guests, by guest and item.
pub async fn item_rewards<'a>(
    tx: &mut Tx,
    guests: impl IntoIterator<Item = &'a Guest>,
) -> Result<BTreeMap<(Guest, ItemId), Vec<ItemReward>>, Fault> {
    let (pos_ids, ids) = columns(guests);
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
        let key = (guest(&row.pos_id, &row.pos_customer_id)?, stored(row.pos_item_id.parse())?);
        let open = OpenItem {
            reward: row.reward_id,
            granted_at: row.granted_at.to_jiff(),
            valid_until: row.valid_until.map(business_date),
            place: row.place,
        };
        let redeemed = match (row.redeemed_by_check, row.redeemed_at) {
            (Some(id), Some(at)) => Some(Redemption { check: stored(id.parse())?, at: at.to_jiff() }),
            _ => None,
        };
        rewards.entry(key).or_default().push(ItemReward { open, redeemed });
    }
    Ok(rewards)
}

/// The checks of guests that serve these items.
pub async fn servings_of<'a>(
    tx: &mut Tx,
    wanted: impl IntoIterator<Item = &'a (Guest, ItemId)>,
) -> Result<BTreeMap<(Guest, ItemId), Vec<Serving>>, Fault> {
    let (guests, items): (Vec<&Guest>, Vec<String>) =
        wanted.into_iter().map(|(guest, item)| (guest, item.to_string())).unzip();
    let (pos_ids, ids) = columns(guests);
    let rows = sqlx::query!(
        r#"SELECT k.pos_id, k.pos_customer_id AS "pos_customer_id!", n.item AS "item!", k.pos_check_id, k.closed_at,
             k.business_date, k.quantities[array_position(k.item_ids, n.item)] AS "quantity!"
           FROM unnest($1::text[], $2::text[], $3::text[]) AS n (pos_id, id, item)
           JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_customer_id = n.id AND n.item = ANY(k.item_ids)"#,
        &pos_ids,
        &ids,
        &items
    )
    .fetch_all(tx.conn())
    .await?;
    let mut servings: BTreeMap<(Guest, ItemId), Vec<Serving>> = BTreeMap::new();
    for row in rows {
        let key = (guest(&row.pos_id, &row.pos_customer_id)?, stored(row.item.parse())?);
        servings.entry(key).or_default().push(Serving {
            check: stored(row.pos_check_id.parse())?,
            closed_at: row.closed_at.to_jiff(),
            business_date: business_date(row.business_date),
            quantity: Quantity::from_milli(row.quantity),
        });
    }
    Ok(servings)
}

/// Notes which checks redeem which rewards now; none: the reward is open again.
pub async fn redeem(tx: &mut Tx, changed: &BTreeMap<(Guest, Uuid), Option<Redemption>>) -> Result<(), Fault> {
    let pos_ids: Vec<String> = changed.keys().map(|((pos_id, _), _)| pos_id.to_string()).collect();
    let rewards: Vec<Uuid> = changed.keys().map(|(_, reward)| *reward).collect();
    let at: Vec<Option<jiff_sqlx::Timestamp>> =
        changed.values().map(|by| by.as_ref().map(|by| by.at.into())).collect();
    let checks: Vec<Option<String>> =
        changed.values().map(|by| by.as_ref().map(|by| by.check.to_string())).collect();
    sqlx::query!(
        "UPDATE reward AS r SET redeemed_at = n.at, redeemed_by_check = n.check_id
         FROM unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[]) AS n (pos_id, reward_id, at, check_id)
         WHERE r.pos_id = n.pos_id AND r.reward_id = n.reward_id",
        &pos_ids,
        &rewards,
        &at as &[Option<jiff_sqlx::Timestamp>],
        &checks as &[Option<String>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
