use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::CustomerMerged;
use saffron_core::{BusinessDate, CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::save_changes::{redeem, save_changes};
use crate::domain::{Guest, Identifier, LedgerChanges, Merge, TombstoneKey, guests_that_stay};
use crate::store::{self, Merged};

/// Stores merges that are newer than the stored ones, and applies them.
pub async fn record_merges(
    tx: &mut Tx,
    key: &TombstoneKey,
    todays: &BTreeMap<PosId, BusinessDate>,
    merges: &BTreeMap<Guest, Merge>,
) -> Result<(), Fault> {
    let newer = store::store_merges(tx, merges).await?;
    if newer.is_empty() { Ok(()) } else { apply_merges(tx, key, todays, &newer, &BTreeSet::new()).await }
}

/// Finds the guest for whom each id counts whose merges may have changed with these guests, and moves the checks and rewards of
/// those that count for another one than before, with visits, spend and points. Merges of `leaving` guests, who are about to
/// be erased, have no effect any more. What erased guests had stays with them.
pub async fn apply_merges(
    tx: &mut Tx,
    key: &TombstoneKey,
    todays: &BTreeMap<PosId, BusinessDate>,
    guests: &BTreeSet<Guest>,
    leaving: &BTreeSet<Guest>,
) -> Result<(), Fault> {
    let merged = changed_merges(tx, key, guests, leaving).await?;
    if merged.is_empty() {
        return Ok(());
    }
    let of = |ids: fn(&Merged) -> [&CustomerId; 2]| -> BTreeSet<Guest> {
        let guests = merged.iter().flat_map(|one| ids(one).map(|id| (one.pos_id.clone(), id.clone())));
        guests.collect()
    };
    store::add_guests(tx, &of(|one| [&one.id, &one.stays])).await?;
    store::store_stays(tx, &merged).await?;
    for Merged { pos_id, id, stays, .. } in &merged {
        let (pos_id, customer_id) = (pos_id.clone(), id.clone());
        let merged_into = (stays != id).then(|| stays.clone());
        tx.publish(&CustomerMerged { pos_id, customer_id, merged_into })?;
    }
    let accounts = store::open_accounts(tx, &of(|one| [&one.before, &one.stays]), None).await?;
    let has_account = |one: &Merged, id| accounts.contains_key(&(one.pos_id.clone(), id));
    let moving: Vec<Merged> = merged
        .into_iter()
        .filter(|one| has_account(one, one.before.clone()) && has_account(one, one.stays.clone()))
        .collect();
    let shares = store::move_shares(tx, &moving).await?;
    let mut changes = LedgerChanges::begin(accounts, todays, tx.clock().now());
    let mut guests = BTreeSet::new();
    for ((pos_id, before, stays), (figures, share)) in shares {
        let (before, stays) = ((pos_id.clone(), before), (pos_id, stays));
        changes.merge(&before, &stays, figures, &share);
        guests.extend([before, stays]);
    }
    save_changes(tx, &changes).await?;
    redeem(tx, &guests.iter().collect()).await
}

/// The ids that count for another guest than is stored, in order.
async fn changed_merges(
    tx: &mut Tx,
    key: &TombstoneKey,
    guests: &BTreeSet<Guest>,
    leaving: &BTreeSet<Guest>,
) -> Result<Vec<Merged>, Fault> {
    let lines = store::merge_lines(tx, guests).await?;
    let ids = lines.iter().flat_map(|(pos_id, lines)| lines.iter().map(move |line| (pos_id, &line.id)));
    let hash = |pos_id: &PosId, id: &CustomerId| key.hash(pos_id, &Identifier::Id(id.to_string()));
    let hashes: Vec<_> = ids.map(|(pos_id, id)| (pos_id.clone(), hash(pos_id, id))).collect();
    let tombstones = store::find_tombstones(tx, &hashes).await?;
    let mut merged = Vec::new();
    for (pos_id, lines) in lines {
        let is_erased = |line: &&store::MergeLine| {
            line.erased
                || leaving.contains(&(pos_id.clone(), line.id.clone()))
                || tombstones.contains(&hash(&pos_id, &line.id))
        };
        let erased = lines.iter().filter(is_erased).map(|line| line.id.clone()).collect();
        let merges = lines.iter().filter_map(|line| Some((line.id.clone(), line.merge.clone()?))).collect();
        let mut stay = guests_that_stay(&merges, &erased);
        // An erased guest stays as it was erased.
        for line in lines.into_iter().filter(|line| !line.erased) {
            let stays = stay.remove(&line.id).unwrap_or_else(|| line.id.clone());
            let before = line.stays.unwrap_or_else(|| line.id.clone());
            if stays != before {
                merged.push(Merged { pos_id: pos_id.clone(), id: line.id, before, stays });
            }
        }
    }
    merged.sort();
    Ok(merged)
}
