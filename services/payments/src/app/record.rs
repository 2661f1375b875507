use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use saffron_core::fact::{FactBody, StampedBatch, keep_newest};
use saffron_core::{CheckId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::announce::announce;
use crate::domain::{OnlineShare, PaidCheck, Week};
use crate::store::{self, NewCheck};

/// How long the door may believe auth's word on a location: a batch's time zone is true of so long ago.
const BELIEVED: SignedDuration = SignedDuration::from_secs(60);

/// Records what tills say of payments, and moves the weeks of online orders by exactly the difference to what the same
/// checks brought before.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Zone, Timestamp)> = BTreeMap::new();
    let mut checks = BTreeMap::new();
    for batch in batches {
        let at = batch.received_at.saturating_sub(BELIEVED).unwrap_or(Timestamp::MIN);
        for fact in batch.facts {
            // Other facts are other services' matters.
            let FactBody::Check(check) = fact.body else { continue };
            if zones.get(&batch.pos_id).is_none_or(|(_, known)| *known <= at) {
                zones.insert(batch.pos_id.clone(), (batch.zone.clone(), at));
            }
            let key = (batch.pos_id.clone(), check.id.clone());
            keep_newest(&mut checks, key, fact.precedence, PaidCheck::of(&check));
        }
    }
    if checks.is_empty() {
        return Ok(());
    }
    store::hold_locations(tx, &zones).await?;
    let known = store::known_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|known| known.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    let mut moves: BTreeMap<(PosId, Week), OnlineShare> = BTreeMap::new();
    let mut stored: BTreeMap<(PosId, CheckId), NewCheck> = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        if let Some(known) = known.get(&key) {
            let share = moves.entry((key.0.clone(), Week::of(known.business_date))).or_default();
            share.take(known.share);
        }
        moves.entry((key.0.clone(), Week::of(check.business_date))).or_default().add(check.share());
        stored.insert(key, NewCheck { precedence, check });
    }
    moves.retain(|_, share| *share != OnlineShare::default());
    store::put_checks(tx, &stored).await?;
    if !moves.is_empty() {
        store::move_weeks(tx, &moves).await?;
    }
    // Other checks change nothing that a screen of payments shows.
    let shown = stored.iter().filter(|(_, new)| new.check.online || !new.check.tenders.is_empty());
    let moved = moves.keys().map(|(pos_id, _)| pos_id.clone());
    let changed: BTreeSet<PosId> = shown.map(|(key, _)| key.0.clone()).chain(moved).collect();
    announce(tx, &changed).await
}
