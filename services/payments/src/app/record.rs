use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use saffron_core::fact::{Fact, FactBody, StampedBatch, keep_newest};
use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::record_money::{MoneyFacts, record_money};
use crate::domain::{OnlineShare, PaidCheck, Week, recorded_key};
use crate::store::{self, NewChecks};

/// How long the gateway may cache a location's time zone: that of a batch may be this old.
const ZONE_CACHED: SignedDuration = SignedDuration::from_secs(60);

/// Records the payments of checks, and the money of other processors.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Zone, Timestamp)> = BTreeMap::new();
    let (mut checks, mut money) = (NewChecks::new(), MoneyFacts::new());
    let mut todays: BTreeMap<PosId, BusinessDate> = BTreeMap::new();
    for batch in batches {
        todays.insert(batch.pos_id.clone(), batch.calendar().today(tx.clock().now()));
        let at = batch.received_at.saturating_sub(ZONE_CACHED).unwrap_or(Timestamp::MIN);
        for fact in batch.facts.into_iter().map(Fact::counted) {
            if !matches!(fact.body, FactBody::Check(_) | FactBody::Money(_)) {
                continue;
            }
            if zones.get(&batch.pos_id).is_none_or(|(_, stored)| *stored <= at) {
                zones.insert(batch.pos_id.clone(), (batch.zone.clone(), at));
            }
            match fact.body {
                FactBody::Check(check) => {
                    let key = (batch.pos_id.clone(), check.id.clone());
                    keep_newest(&mut checks, key, fact.precedence, PaidCheck::of(&check));
                }
                FactBody::Money(one) => {
                    let key = (batch.pos_id.clone(), recorded_key(&one));
                    keep_newest(&mut money, key, fact.precedence, (one, batch.received_at));
                }
                _ => {}
            }
        }
    }
    if zones.is_empty() {
        return Ok(());
    }
    store::lock_locations(tx, &zones).await?;
    record_checks(tx, checks, &todays).await?;
    record_money(tx, money).await
}

/// Records the payments of checks, and changes the weeks of online orders by exactly the difference between the shares of new
/// and stored versions.
async fn record_checks(
    tx: &mut Tx,
    mut checks: NewChecks,
    todays: &BTreeMap<PosId, BusinessDate>,
) -> Result<(), Fault> {
    let today = |pos_id: &PosId| todays.get(pos_id).copied();
    let stored = store::stored_checks(tx, checks.keys()).await?;
    checks
        .retain(|key, (precedence, _)| stored.get(key).is_none_or(|stored| stored.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    for (key, (precedence, check)) in &mut checks {
        let Some(stored) = stored.get(key).filter(|stored| stored.precedence.is_same_event(precedence))
        else {
            continue;
        };
        // Another start of the day moves nothing into or out of a week that is paid.
        let is_paid = |date| today(&key.0).is_some_and(|today| Week::of(date).payment_date() <= today);
        if is_paid(stored.business_date) || is_paid(check.business_date) {
            check.business_date = stored.business_date;
        }
    }
    let mut changes: BTreeMap<(PosId, Week), OnlineShare> = BTreeMap::new();
    for (key, (_, check)) in &checks {
        if let Some(stored) = stored.get(key) {
            changes
                .entry((key.0.clone(), Week::of(stored.business_date)))
                .or_default()
                .subtract(stored.share);
        }
        changes.entry((key.0.clone(), Week::of(check.business_date))).or_default().add(check.share());
    }
    changes.retain(|_, share| *share != OnlineShare::default());
    store::store_checks(tx, &checks).await?;
    if changes.is_empty() { Ok(()) } else { store::add_to_weeks(tx, &changes).await }
}
