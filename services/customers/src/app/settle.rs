use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::{PointsChanged, RewardRedeemed};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Guest, Movement, assign};
use crate::store;

/// Stores a movement, and publishes a guest's new points once.
pub async fn settle(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    store::save(tx, movement).await?;
    for ((pos_id, customer_id), account) in movement.moved_accounts() {
        let (pos_id, customer_id) = (pos_id.clone(), customer_id.clone());
        tx.publish(&PointsChanged { pos_id, customer_id, points: account.points(), owed: account.owed() })?;
    }
    Ok(())
}

/// Works from the stored rewards and checks of these guests, none of them erased, which checks redeem which reward items.
pub async fn redeem(tx: &mut Tx, guests: &BTreeSet<&Guest>) -> Result<(), Fault> {
    if guests.is_empty() {
        return Ok(());
    }
    let rewards = store::item_rewards(tx, guests).await?;
    if rewards.is_empty() {
        return Ok(());
    }
    let mut servings = store::servings_of(tx, rewards.keys()).await?;
    let mut changed = BTreeMap::new();
    for (key, rewards) in rewards {
        let open: Vec<_> = rewards.iter().map(|reward| reward.open.clone()).collect();
        let mut redeemed = assign(&open, &servings.remove(&key).unwrap_or_default());
        let ((pos_id, customer_id), item_id) = key;
        for before in rewards {
            let reward_id = before.open.reward;
            let redemption = redeemed.remove(&reward_id);
            if redemption == before.redeemed {
                continue;
            }
            let check_id = redemption.as_ref().map(|by| by.check.clone());
            if check_id != before.redeemed.map(|by| by.check) {
                let (pos_id, customer_id, item_id) = (pos_id.clone(), customer_id.clone(), item_id.clone());
                tx.publish(&RewardRedeemed { pos_id, customer_id, reward_id, item_id, check_id })?;
            }
            changed.insert(((pos_id.clone(), customer_id.clone()), reward_id), redemption);
        }
    }
    if changed.is_empty() { Ok(()) } else { store::put_redemptions(tx, &changed).await }
}
