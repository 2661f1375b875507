use std::collections::{BTreeMap, BTreeSet};

use saffron_core::PosId;
use saffron_core::event::RewardPercentChanged;
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use super::save_changes::save_changes;
use super::{App, lock};
use crate::domain::{CheckEffects, CheckKey, Effect, Guest, LedgerChanges, Percent};
use crate::store;

/// Changes the percentage at which points are earned from now on. Tills' clocks may run ahead: points of checks with a
/// later closing time are computed again. The same percentage is no change.
pub async fn update_percent(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    percent: Percent,
) -> Result<(), Fault> {
    let only = BTreeSet::from([pos_id.clone()]);
    let mut tx = app.database.begin().await?;
    let now = tx.clock().now();
    let today = lock(&mut tx, caller, pos_id).await?;
    let history = store::histories(&mut tx, &only).await?.remove(pos_id).unwrap_or_default();
    if history.newest().map_or(percent == Percent::default(), |(_, newest)| newest == percent) {
        return Ok(());
    }
    // Clocks of replicas differ: a change is not dated before the previous one.
    let from = history.newest().map_or(now, |(newest, _)| newest.max(now));
    store::add_percent(&mut tx, pos_id, from, percent, (caller.user, &caller.name)).await?;
    let history = store::histories(&mut tx, &only).await?.remove(pos_id).unwrap_or_default();
    let before = store::effects_since(&mut tx, pos_id, from).await?;
    let guests: BTreeSet<Guest> =
        before.values().filter_map(|effect| Some((pos_id.clone(), effect.guest.clone()?))).collect();
    let accounts = store::open_accounts(&mut tx, &guests, None).await?;
    let mut changes = LedgerChanges::begin(accounts, &BTreeMap::from([(pos_id.clone(), today)]), now);
    let mut in_order: Vec<(CheckKey, Effect)> = before.clone().into_iter().collect();
    in_order.sort_by(|(a, one), (b, other)| (one.closed_at, a).cmp(&(other.closed_at, b)));
    let refunds = store::refunds_of(&mut tx, before.keys()).await?;
    let mut effects = CheckEffects::begin(before, refunds);
    for (check, mut effect) in in_order {
        effect.compute_points(&history);
        effects.replace(&mut changes, &check, effect);
    }
    store::set_points(&mut tx, effects.effects()).await?;
    save_changes(&mut tx, &changes).await?;
    tx.publish(&RewardPercentChanged {
        pos_id: pos_id.clone(),
        percent_hundredths: percent.hundredths().into(),
        effective_from: from,
    })?;
    tx.commit().await
}
