use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::settle::{announce, redeem, settle};
use crate::domain::{CheckKey, Contact, Effect, Eraser, Guest, Movement, Named, Standing, servings};
use crate::store::{self, NewCheck, Upsert};

/// Facts that are ours, each the newest of its kind and key.
#[derive(Default)]
struct Facts {
    zones: BTreeMap<PosId, (Zone, Timestamp)>,
    checks: BTreeMap<CheckKey, (Precedence, Box<Check>)>,
    upserts: BTreeMap<Guest, Upsert>,
}

/// Records facts: who guests are, and what their checks do to figures, points and rewards, moved by exactly the difference
/// to what the same checks did before.
pub async fn record(tx: &mut Tx, eraser: &Eraser, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let facts = newest(batches);
    if facts.zones.is_empty() {
        return Ok(());
    }
    let zones = store::hold_locations(tx, &facts.zones).await?;
    let mut changed = BTreeSet::new();
    if !facts.upserts.is_empty() {
        changed.extend(meet(tx, eraser, facts.upserts).await?);
    }
    if !facts.checks.is_empty() {
        changed.extend(work(tx, &zones, facts.checks).await?);
    }
    announce(tx, &changed).await
}

fn newest(batches: Vec<StampedBatch>) -> Facts {
    let mut facts = Facts::default();
    for batch in batches {
        let StampedBatch { pos_id, zone, received_at, facts: sent, .. } = batch;
        let mut is_ours = false;
        for fact in sent {
            match fact.body {
                FactBody::Check(check) => {
                    let key = (pos_id.clone(), check.id.clone());
                    keep_newest(&mut facts.checks, key, fact.precedence, check);
                }
                FactBody::Customer(upsert) => {
                    let key = (pos_id.clone(), upsert.id.clone());
                    keep_newest(&mut facts.upserts, key, fact.precedence, Contact::of(&upsert));
                }
                // Other services' matters.
                FactBody::Item(_) | FactBody::Shift(_) => continue,
            }
            is_ours = true;
        }
        // Of two zones of one location, that of the batch that came in last.
        if is_ours && facts.zones.get(&pos_id).is_none_or(|(_, at)| *at <= received_at) {
            facts.zones.insert(pos_id, (zone, received_at));
        }
    }
    facts
}

/// Keeps what tills say of guests. Of an erased one nothing is kept; of another id with an erased one's email or phone,
/// that there is such a guest.
async fn meet(
    tx: &mut Tx,
    eraser: &Eraser,
    mut upserts: BTreeMap<Guest, Upsert>,
) -> Result<BTreeSet<PosId>, Fault> {
    let pos_ids = upserts.keys().map(|(pos_id, _)| pos_id.clone()).collect();
    let with_erased = store::locations_with_tombstones(tx, &pos_ids).await?;
    if !with_erased.is_empty() {
        let hashes_of = |(pos_id, id): &Guest, contact: &Contact| {
            Named::all(id, contact)
                .into_iter()
                .map(|named| (pos_id.clone(), eraser.hash(pos_id, &named)))
                .collect::<Vec<_>>()
        };
        let asked = upserts
            .iter()
            .filter(|(guest, _)| with_erased.contains(&guest.0))
            .flat_map(|(guest, (_, contact))| hashes_of(guest, contact))
            .collect();
        let known = store::known_tombstones(tx, &asked).await?;
        if !known.is_empty() {
            upserts
                .retain(|(pos_id, id), _| !known.contains(&eraser.hash(pos_id, &Named::Id(id.to_string()))));
            // Who was kept before stays whole, whatever address somebody else was erased with.
            let kept = store::kept_guests(tx, upserts.keys()).await?;
            for (guest, (_, contact)) in &mut upserts {
                if kept.contains(guest) {
                    continue;
                }
                if hashes_of(guest, contact).iter().any(|(_, hash)| known.contains(hash)) {
                    *contact = Contact::default();
                }
            }
        }
    }
    store::keep_upserts(tx, &upserts).await
}

/// Works checks that are newer than what is stored, and with each what it refunds.
async fn work(
    tx: &mut Tx,
    zones: &BTreeMap<PosId, Zone>,
    mut checks: BTreeMap<CheckKey, (Precedence, Box<Check>)>,
) -> Result<BTreeSet<PosId>, Fault> {
    let known = store::known_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|known| known.precedence < *precedence));
    if checks.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut before: BTreeMap<CheckKey, Effect> = known
        .into_iter()
        .filter(|(key, _)| checks.contains_key(key))
        .map(|(key, known)| (key, known.effect))
        .collect();
    let sales = refunded_by(&checks, &before);
    let others = sales.iter().filter(|sale| !checks.contains_key(*sale));
    let sold = store::known_checks(tx, others).await?;
    before.extend(sold.into_iter().map(|(key, known)| (key, known.effect)));
    let refunds = store::refunds_of(tx, checks.keys().chain(sales.iter()).collect::<BTreeSet<_>>()).await?;
    let named: BTreeSet<Guest> = checks
        .iter()
        .filter_map(|((pos_id, _), (_, check))| Some((pos_id.clone(), check.customer.clone()?)))
        .collect();
    let knew =
        before.iter().filter_map(|((pos_id, _), effect)| Some((pos_id.clone(), effect.guest.clone()?)));
    let guests: BTreeSet<Guest> = knew.chain(named.iter().cloned()).collect();
    store::meet_guests(tx, &named).await?;
    // What a check spends, also one whose refund is voided, may be of lots that have ended since its day.
    let days = checks.values().map(|(_, check)| check.business_date);
    let since = days.chain(before.values().map(|effect| effect.business_date)).min();
    let accounts = store::open_accounts(tx, &guests, since).await?;
    let changed: BTreeSet<PosId> = guests.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let histories = store::history(tx, &changed).await?;
    let none = crate::domain::History::default();
    let now = super::now(tx);
    let todays = zones.iter().map(|(pos_id, zone)| (pos_id.clone(), zone.today(now))).collect();
    let mut movement = Movement::begin(accounts, &todays, now);
    let mut stored: BTreeMap<CheckKey, NewCheck> = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        let guest = check.customer.clone().filter(|id| movement.holds(&(key.0.clone(), id.clone())));
        let served = if guest.is_some() { servings(&check) } else { BTreeMap::new() };
        let effect = Effect::of(&check, guest, histories.get(&key.0).unwrap_or(&none));
        stored.insert(key, NewCheck { precedence, effect, servings: served });
    }
    // In the order of closing, as a guest lived it.
    let mut in_order: Vec<_> = stored.iter().collect();
    in_order.sort_by_key(|(key, check)| (&key.0, check.effect.closed_at, &key.1));
    let mut standing = Standing::begin(before, refunds);
    for (key, check) in in_order {
        standing.put(&mut movement, key, check.effect.clone());
    }
    for (key, check) in &mut stored {
        if let Some(effect) = standing.effect(key) {
            check.effect = effect.clone();
        }
    }
    store::put_checks(tx, &stored).await?;
    store::rework(tx, standing.refunded().filter(|(key, _)| !stored.contains_key(*key))).await?;
    settle(tx, &movement).await?;
    redeem(tx, &movement.figures().keys().collect()).await?;
    Ok(changed)
}

/// The checks that these refund, or refunded before.
fn refunded_by(
    checks: &BTreeMap<CheckKey, (Precedence, Box<Check>)>,
    before: &BTreeMap<CheckKey, Effect>,
) -> BTreeSet<CheckKey> {
    let now = checks.iter().map(|((pos_id, _), (_, check))| (pos_id, &check.refund_of));
    let then = before.iter().map(|((pos_id, _), effect)| (pos_id, &effect.refund_of));
    now.chain(then).filter_map(|(pos_id, sale)| Some((pos_id.clone(), sale.clone()?))).collect()
}
