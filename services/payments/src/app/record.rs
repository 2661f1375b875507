use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use saffron_core::fact::{FactBody, StampedBatch, keep_newest};
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{OnlineShare, PaidCheck, Week};
use crate::store::{self, NewChecks};

/// How long the gateway may cache the time zone of a location: that of a batch was true so long ago.
const CACHED: SignedDuration = SignedDuration::from_secs(60);

/// Records the payments of checks, and moves the weeks of online orders by exactly the difference to the shares of earlier
/// versions of the same checks.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Zone, Timestamp)> = BTreeMap::new();
    let mut checks = NewChecks::new();
    for batch in batches {
        let at = batch.received_at.saturating_sub(CACHED).unwrap_or(Timestamp::MIN);
        for fact in batch.facts {
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
    store::lock_locations(tx, &zones).await?;
    let known = store::known_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|known| known.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    let mut moves: BTreeMap<(PosId, Week), OnlineShare> = BTreeMap::new();
    for (key, (_, check)) in &checks {
        if let Some(known) = known.get(key) {
            moves.entry((key.0.clone(), Week::of(known.business_date))).or_default().take(known.share);
        }
        moves.entry((key.0.clone(), Week::of(check.business_date))).or_default().add(check.share());
    }
    moves.retain(|_, share| *share != OnlineShare::default());
    store::put_checks(tx, &checks).await?;
    if moves.is_empty() { Ok(()) } else { store::move_weeks(tx, &moves).await }
}
