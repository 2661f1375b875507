use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, Fact, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{CheckId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::save_changed::save_changed;
use crate::domain::{Item, SoldCheck, StockMovements, TillFact};
use crate::store::{self, Edits, ItemKey, Items, SoldChecks};

/// Facts about items, those of each item in the order of arrival.
type TillFacts = BTreeMap<ItemKey, Vec<TillFact>>;
/// The newest version of each check.
type NewestChecks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;

/// Records facts: the till's values of items, and the items sold by checks. The result does not depend on the order of arrival,
/// and repeated facts change nothing.
pub async fn record_facts(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let (mut facts, mut checks) = (TillFacts::new(), NewestChecks::new());
    for StampedBatch { pos_id, received_at, facts: of_batch, .. } in batches {
        for fact in of_batch.into_iter().map(Fact::counted) {
            match fact.body {
                FactBody::Item(item) => {
                    let key = (pos_id.clone(), item.id.clone());
                    let fact = TillFact::of(fact.precedence, *item, fact.time, received_at);
                    facts.entry(key).or_default().push(fact);
                }
                FactBody::RemovedItem(id) => {
                    let fact = TillFact::removal(fact.precedence);
                    facts.entry((pos_id.clone(), id)).or_default().push(fact);
                }
                FactBody::Check(check) => {
                    keep_newest(&mut checks, (pos_id.clone(), check.id.clone()), fact.precedence, check);
                }
                // Recorded by other services.
                _ => {}
            }
        }
    }
    let pos_ids = facts.keys().map(|(pos_id, _)| pos_id).chain(checks.keys().map(|(pos_id, _)| pos_id));
    let pos_ids: BTreeSet<&PosId> = pos_ids.collect();
    let pos_ids: Vec<PosId> = pos_ids.into_iter().cloned().collect();
    if pos_ids.is_empty() {
        return Ok(());
    }
    store::lock_locations(tx, &pos_ids).await?;
    let movements = record_checks(tx, checks).await?;
    let keys: BTreeSet<&ItemKey> = facts.keys().chain(movements.items()).collect();
    let before = store::find_items(tx.conn(), keys).await?;
    let mut after = before.clone();
    let edits = apply_facts(&mut after, facts, tx.clock().now());
    let recounted = add_sold(&before, &mut after, &movements);
    let keys: Vec<ItemKey> = recounted.keys().cloned().collect();
    let mut sold = store::sold_since(tx, recounted).await?;
    for key in keys {
        if let Some(item) = after.get_mut(&key) {
            item.sold = sold.remove(&key).unwrap_or_default();
        }
    }
    store::add_edits(tx, None, edits).await?;
    save_changed(tx, &before, after).await?;
    Ok(())
}

/// Stores checks that are newer than the stored versions, and returns the changes of stock.
async fn record_checks(tx: &mut Tx, checks: NewestChecks) -> Result<StockMovements, Fault> {
    let now = tx.clock().now();
    let stored = store::read_sold_checks(tx, checks.keys()).await?;
    let mut movements = StockMovements::default();
    let mut newer = SoldChecks::new();
    for (key, (precedence, check)) in checks {
        let stored = stored.get(&key);
        if stored.is_some_and(|stored| stored.precedence >= precedence) {
            continue;
        }
        if let Some(check) = SoldCheck::of(precedence, &check).replacing(stored, now) {
            movements.add_check(&key.0, stored, &check);
            newer.insert(key, check);
        }
    }
    store::save_sold_checks(tx, newer).await?;
    Ok(movements)
}

/// Applies facts to items at `now`, and returns lines for the audit list.
fn apply_facts(items: &mut Items, facts: TillFacts, now: Timestamp) -> Edits {
    let mut edits = Edits::new();
    for (key, mut facts) in facts {
        let item = match items.entry(key.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let Some(first) = facts.pop() else { continue };
                entry.insert(Item::new(key.0.clone(), key.1.clone(), first, now))
            }
        };
        edits.extend(item.apply_facts(facts, now).into_iter().map(|line| (key.clone(), line)));
    }
    edits
}

/// Adds movements to the sold quantity of each item. Returns the items with a new count, each with the time of the count: the
/// quantity sold since then has to be read.
fn add_sold(before: &Items, after: &mut Items, movements: &StockMovements) -> BTreeMap<ItemKey, Timestamp> {
    let mut recounted = BTreeMap::new();
    for (key, item) in after {
        let counted_at = |item: &Item| item.count().map(|count| count.at);
        let Some(at) = counted_at(item) else {
            item.sold = Quantity::ZERO;
            continue;
        };
        if before.get(key).and_then(counted_at) == Some(at) {
            item.sold += movements.sold_after(key, at);
        } else {
            recounted.insert(key.clone(), at);
        }
    }
    recounted
}
