use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::{PointsChanged, RewardRedeemed};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Guest, LedgerChanges, assign};
use crate::store;

/// Stores ledger changes, and publishes each guest's new points once.
pub async fn save_changes(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    store::save(tx, changes).await?;
    for ((pos_id, customer_id), account) in changes.changed_accounts() {
        let (pos_id, customer_id) = (pos_id.clone(), customer_id.clone());
        tx.publish(&PointsChanged { pos_id, customer_id, points: account.points(), owed: account.owed() })?;
    }
    Ok(())
}

/// Recomputes, from the stored rewards and checks of these guests, which checks redeem which reward items. None of the guests is
/// erased.
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
    if changed.is_empty() { Ok(()) } else { store::store_redemptions(tx, &changed).await }
}
