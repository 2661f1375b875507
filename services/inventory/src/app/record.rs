use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, FactBody, Precedence, StampedBatch};
use saffron_core::{CheckId, ItemId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::settle::settle;
use crate::domain::{AuditLine, Item, Moves, SoldCheck, TillSays};
use crate::store::{self, Edit, Editor, Items, SoldChecks};

/// What facts say that concerns the menu.
#[derive(Default)]
struct Facts {
    pos_ids: BTreeSet<PosId>,
    items: BTreeMap<(PosId, ItemId), Vec<TillSays>>,
    /// The newest version of each check.
    checks: BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>,
}

impl Facts {
    fn of(batches: Vec<StampedBatch>) -> Facts {
        let mut facts = Facts::default();
        for batch in batches {
            let pos_id = batch.pos_id;
            for fact in batch.facts {
                match fact.body {
                    FactBody::Item(item) => {
                        let key = (pos_id.clone(), item.id.clone());
                        let says = TillSays::of(fact.precedence, *item, fact.time, batch.received_at);
                        facts.items.entry(key).or_default().push(says);
                    }
                    FactBody::Check(check) => match facts.checks.entry((pos_id.clone(), check.id.clone())) {
                        Entry::Occupied(mut entry) if entry.get().0 < fact.precedence => {
                            entry.insert((fact.precedence, check));
                        }
                        Entry::Occupied(_) => {}
                        Entry::Vacant(entry) => {
                            entry.insert((fact.precedence, check));
                        }
                    },
                    // Other services' matters.
                    _ => continue,
                }
                if !facts.pos_ids.contains(&pos_id) {
                    facts.pos_ids.insert(pos_id.clone());
                }
            }
        }
        facts
    }
}

/// Records facts: what the till says of its items, and what checks sold. The result does not depend on the order in
/// which they arrive, and facts that come again change nothing.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let facts = Facts::of(batches);
    if facts.pos_ids.is_empty() {
        return Ok(());
    }
    store::lock_locations(tx, &facts.pos_ids).await?;
    let moves = keep_checks(tx, facts.checks).await?;
    let named: BTreeSet<_> = facts.items.keys().chain(moves.items()).cloned().collect();
    let before = store::items(tx.conn(), &named).await?;
    let mut after = before.clone();
    let lines = hear(&mut after, facts.items);
    let recounted = sell(&before, &mut after, &moves);
    let sold = store::sold_since(tx, &recounted).await?;
    for key in recounted.keys() {
        if let Some(item) = after.get_mut(key) {
            item.sold = sold.get(key).copied().unwrap_or_default();
        }
    }
    let edits: Vec<Edit<'_>> =
        lines.iter().map(|((pos_id, item), line)| Edit { pos_id, item, line }).collect();
    store::add_edits(tx, Editor::Till, &edits).await?;
    settle(tx, &before, after).await?;
    Ok(())
}

/// Keeps the checks that are newer than what is kept, and tells how they move stock.
async fn keep_checks(
    tx: &mut Tx,
    checks: BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>,
) -> Result<Moves, Fault> {
    let now = tx.clock().now();
    let kept = store::sold_checks(tx, checks.keys()).await?;
    let mut moves = Moves::default();
    let mut newer = SoldChecks::new();
    for (key, (precedence, check)) in checks {
        let known = kept.get(&key);
        if known.is_some_and(|known| known.precedence >= precedence) {
            continue;
        }
        if let Some(check) = SoldCheck::of(precedence, &check).beside(known, now) {
            moves.check(&key.0, known, &check);
            newer.insert(key, check);
        }
    }
    store::keep_checks(tx, &newer).await?;
    Ok(moves)
}

/// What the till says of items, and the lines of the audit list about it.
fn hear(
    items: &mut Items,
    facts: BTreeMap<(PosId, ItemId), Vec<TillSays>>,
) -> Vec<((PosId, ItemId), AuditLine)> {
    let mut lines = Vec::new();
    for (key, mut says) in facts {
        let item = match items.entry(key.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let Some(first) = says.pop() else { continue };
                entry.insert(Item::first(key.0.clone(), key.1.clone(), first))
            }
        };
        lines.extend(item.hear(says).into_iter().map(|line| (key.clone(), line)));
    }
    lines
}

/// Moves what was sold of each item. Returns those whose count is another than before, with its moment: what was sold
/// since has to be looked up.
fn sell(before: &Items, after: &mut Items, moves: &Moves) -> BTreeMap<(PosId, ItemId), Timestamp> {
    let mut recounted = BTreeMap::new();
    for (key, item) in after {
        let counted_at = |item: &Item| item.count().map(|count| count.at);
        let Some(at) = counted_at(item) else {
            item.sold = Quantity::ZERO;
            continue;
        };
        if before.get(key).and_then(counted_at) == Some(at) {
            item.sold += moves.since(key, at);
        } else {
            recounted.insert(key.clone(), at);
        }
    }
    recounted
}
