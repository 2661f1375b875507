use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, Fact, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{BusinessDate, Calendar, CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::merge_guests::record_merges;
use super::save_changes::{redeem, save_changes};
use crate::domain::{
    CheckEffects, CheckKey, Contact, Effect, Guest, History, Identifier, LedgerChanges, Merge, TombstoneKey,
    servings,
};
use crate::store::{self, NewCheck, Upsert};

type Checks = BTreeMap<CheckKey, (Precedence, Box<Check>)>;

/// Facts about guests and checks, each the newest of its kind and key.
#[derive(Default)]
struct Facts {
    calendars: BTreeMap<PosId, (Calendar, Timestamp)>,
    checks: Checks,
    upserts: BTreeMap<Guest, Upsert>,
    merges: BTreeMap<Guest, (Precedence, CustomerId)>,
}

/// Records facts: contact data of guests, merges, and the effects of checks on figures, points and rewards, which change by
/// exactly the difference between the new and the stored effects.
pub async fn record(tx: &mut Tx, key: &TombstoneKey, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let facts = newest(batches);
    if facts.calendars.is_empty() {
        return Ok(());
    }
    let calendars = store::lock_locations(tx, &facts.calendars).await?;
    if !facts.upserts.is_empty() {
        record_contacts(tx, key, facts.upserts).await?;
    }
    let now = tx.clock().now();
    let todays = calendars.iter().map(|(pos_id, calendar)| (pos_id.clone(), calendar.today(now))).collect();
    if !facts.merges.is_empty() {
        let merges = facts.merges.into_iter();
        let merges = merges.map(|(guest, (precedence, into))| (guest, Merge { precedence, into }));
        record_merges(tx, key, &todays, &merges.collect()).await?;
    }
    if !facts.checks.is_empty() {
        record_checks(tx, &todays, facts.checks).await?;
    }
    Ok(())
}

fn newest(batches: Vec<StampedBatch>) -> Facts {
    let mut facts = Facts::default();
    for batch in batches {
        let calendar = batch.calendar();
        let StampedBatch { pos_id, received_at, facts: sent, .. } = batch;
        let mut is_ours = false;
        for fact in sent.into_iter().map(Fact::counted) {
            match fact.body {
                FactBody::Check(check) => {
                    let key = (pos_id.clone(), check.id.clone());
                    keep_newest(&mut facts.checks, key, fact.precedence, check);
                }
                FactBody::Customer(upsert) => {
                    let key = (pos_id.clone(), upsert.id.clone());
                    keep_newest(&mut facts.upserts, key, fact.precedence, Contact::of(&upsert));
                }
                FactBody::MergedCustomer(merge) => {
                    let key = (pos_id.clone(), merge.id);
                    keep_newest(&mut facts.merges, key, fact.precedence, merge.merged_into);
                }
                // Recorded by other services.
                _ => continue,
            }
            is_ours = true;
        }
        // Of two calendars of one location, that of the batch that was received last.
        if is_ours && facts.calendars.get(&pos_id).is_none_or(|(_, at)| *at <= received_at) {
            facts.calendars.insert(pos_id, (calendar, received_at));
        }
    }
    facts
}

/// Stores contact data. Of an erased guest nothing is stored; of a new id with the email or phone of an erased guest only that
/// the guest exists.
async fn record_contacts(
    tx: &mut Tx,
    key: &TombstoneKey,
    mut upserts: BTreeMap<Guest, Upsert>,
) -> Result<(), Fault> {
    let hashes_of = |(pos_id, id): &Guest, contact: &Contact| {
        let identifiers = Identifier::all(id, contact);
        identifiers.iter().map(|one| (pos_id.clone(), key.hash(pos_id, one))).collect::<Vec<_>>()
    };
    let pos_ids = upserts.keys().map(|(pos_id, _)| pos_id).collect();
    let with_erased = store::locations_with_tombstones(tx, &pos_ids).await?;
    let of_these = upserts.iter().filter(|((pos_id, _), _)| with_erased.contains(pos_id));
    let hashes: Vec<_> = of_these.flat_map(|(guest, (_, contact))| hashes_of(guest, contact)).collect();
    let known = store::find_tombstones(tx, &hashes).await?;
    if !known.is_empty() {
        upserts.retain(|(pos_id, id), _| !known.contains(&key.hash(pos_id, &Identifier::Id(id.to_string()))));
        // A guest with stored contact data stays as stored, even if another guest was erased with the same address.
        let kept = store::guests_with_contact(tx, upserts.keys()).await?;
        for (guest, (_, contact)) in &mut upserts {
            let is_erased = hashes_of(guest, contact).iter().any(|(_, hash)| known.contains(hash));
            if is_erased && !kept.contains(guest) {
                *contact = Contact::default();
            }
        }
    }
    store::store_contacts(tx, &upserts).await
}

/// Stores checks that are newer than the stored ones, with the effects on the checks that they refund.
async fn record_checks(
    tx: &mut Tx,
    todays: &BTreeMap<PosId, BusinessDate>,
    mut checks: Checks,
) -> Result<(), Fault> {
    let mut known = store::stored_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|(known, _)| known < precedence));
    if checks.is_empty() {
        return Ok(());
    }
    known.retain(|key, _| checks.contains_key(key));
    let sales = refunded_by(&checks, known.iter().map(|(key, (_, effect))| (key, effect)));
    known.extend(store::stored_checks(tx, sales.iter().filter(|sale| !checks.contains_key(*sale))).await?);
    let before: BTreeMap<CheckKey, Effect> =
        known.into_iter().map(|(key, (_, effect))| (key, effect)).collect();
    let refunds = store::refunds_of(tx, checks.keys().chain(&sales).collect::<BTreeSet<_>>()).await?;
    let of_now = checks.iter().map(|((pos_id, _), (_, check))| (pos_id, &check.customer));
    let named = of_now.filter_map(|(pos_id, id)| Some((pos_id.clone(), id.clone()?))).collect();
    let ended = store::ended_guests(tx, &named).await?;
    let stays = |guest: Guest| match ended.get(&guest) {
        Some(stays) => (guest.0, stays.clone()),
        None => guest,
    };
    let new: BTreeSet<Guest> = named.into_iter().map(stays).collect();
    store::add_guests(tx, &new).await?;
    let of_before = before.iter().map(|((pos_id, _), effect)| (pos_id, &effect.guest));
    let of_before = of_before.filter_map(|(pos_id, id)| Some((pos_id.clone(), id.clone()?)));
    let guests: BTreeSet<Guest> = of_before.chain(new).collect();
    // A check, also one whose refund is voided, may spend points of lots that have ended since its day.
    let days = checks.values().map(|(_, check)| check.business_date);
    let since = days.chain(before.values().map(|effect| effect.business_date)).min();
    let accounts = store::open_accounts(tx, &guests, since).await?;
    let histories = store::histories(tx, &guests.into_iter().map(|(pos_id, _)| pos_id).collect()).await?;
    let no_history = History::default();
    let now = tx.clock().now();
    let mut changes = LedgerChanges::begin(accounts, todays, now);
    let mut stored: BTreeMap<CheckKey, NewCheck> = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        let guest = check.customer.clone().map(|id| stays((key.0.clone(), id)));
        let guest = guest.filter(|guest| changes.has_account(guest)).map(|(_, id)| id);
        let servings = if guest.is_some() { servings(&check) } else { BTreeMap::new() };
        let named = check.customer.clone().filter(|id| guest.as_ref().is_some_and(|guest| guest != id));
        let effect = Effect::of(&check, guest, histories.get(&key.0).unwrap_or(&no_history));
        stored.insert(key, NewCheck { precedence, effect, named, servings });
    }
    let mut in_order: Vec<_> = stored.iter().collect();
    in_order.sort_by_key(|(key, check)| (&key.0, check.effect.closed_at, &key.1));
    let mut effects = CheckEffects::begin(before, refunds);
    for (key, check) in in_order {
        effects.replace(&mut changes, key, check.effect.clone());
    }
    for (key, check) in &mut stored {
        if let Some(effect) = effects.effects().get(key) {
            check.effect = effect.clone();
        }
    }
    store::store_checks(tx, &stored).await?;
    store::set_points(tx, effects.refunded().filter(|(key, _)| !stored.contains_key(*key))).await?;
    save_changes(tx, &changes).await?;
    redeem(tx, &changes.figures().keys().collect()).await
}

/// The checks that these refund, or that their earlier versions refunded.
fn refunded_by<'a>(
    checks: &Checks,
    before: impl Iterator<Item = (&'a CheckKey, &'a Effect)>,
) -> BTreeSet<CheckKey> {
    let before = before.map(|((pos_id, _), effect)| (pos_id.clone(), effect.refund_of.clone()));
    let now = checks.iter().map(|((pos_id, _), (_, check))| (pos_id.clone(), check.refund_of.clone()));
    now.chain(before).filter_map(|(pos_id, sale)| Some((pos_id, sale?))).collect()
}
