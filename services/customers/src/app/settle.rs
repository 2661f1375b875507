use std::collections::{BTreeMap, BTreeSet};

use saffron_core::PosId;
use saffron_core::event::{CustomersChanged, PointsChanged, RewardRedeemed};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Guest, Movement, assign};
use crate::store;

/// Writes what moved, and publishes a guest's new points once.
pub async fn settle(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    store::save(tx, movement).await?;
    for ((pos_id, id), account) in movement.moved_accounts() {
        tx.publish(&PointsChanged {
            pos_id: pos_id.clone(),
            customer_id: id.clone(),
            points: account.points(),
            owed: account.owed(),
        })?;
    }
    Ok(())
}

/// Works anew which checks redeem the reward items of these guests, from what is stored of both. Nothing of an erased
/// guest is to be among them.
pub async fn redeem(tx: &mut Tx, guests: &BTreeSet<&Guest>) -> Result<(), Fault> {
    if guests.is_empty() {
        return Ok(());
    }
    let rewards = store::item_rewards(tx, guests.iter().copied()).await?;
    if rewards.is_empty() {
        return Ok(());
    }
    let mut servings = store::servings_of(tx, rewards.keys()).await?;
    let mut changed = BTreeMap::new();
    for (key, rewards) in rewards {
        let served = servings.remove(&key).unwrap_or_default();
        let open: Vec<_> = rewards.iter().map(|reward| reward.open.clone()).collect();
        let mut redeemed = assign(&open, &served);
        let (guest, item) = key;
        for reward in rewards {
            let redemption = redeemed.remove(&reward.open.reward);
            if redemption == reward.redeemed {
                continue;
            }
            let check_of = |by: &Option<crate::domain::Redemption>| by.as_ref().map(|by| by.check.clone());
            if check_of(&redemption) != check_of(&reward.redeemed) {
                tx.publish(&RewardRedeemed {
                    pos_id: guest.0.clone(),
                    customer_id: guest.1.clone(),
                    reward_id: reward.open.reward,
                    item_id: item.clone(),
                    check_id: check_of(&redemption),
                })?;
            }
            changed.insert((guest.clone(), reward.open.reward), redemption);
        }
    }
    if changed.is_empty() { Ok(()) } else { store::redeem(tx, &changed).await }
}

/// Tells open apps, once a location and transaction.
pub async fn announce(tx: &mut Tx, changed: &BTreeSet<PosId>) -> Result<(), Fault> {
    if changed.is_empty() {
        return Ok(());
    }
    for (pos_id, version) in store::bump_versions(tx, changed).await? {
        tx.publish(&CustomersChanged { pos_id, version })?;
    }
    Ok(())
}
