use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::DateTime;
use saffron_core::event::{AvailabilityChanged, AvailabilityReason};
use saffron_core::time::public_time;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::App;
use super::save_changed::save_changed;
use crate::domain::{Mark, TillChange, no_such_item};
use crate::store::{self, Change, Edits, ItemKey, Items};

/// Marks items of the caller's locations as sold out, or removes the marks: all of them or none. `marks` has a mark for each
/// location of the items, or none to remove marks. Returns the changed items.
pub async fn mark_sold_out(
    app: &App,
    caller: &Caller,
    keys: BTreeSet<ItemKey>,
    marks: &BTreeMap<PosId, Mark>,
) -> Result<Items, Fault> {
    let pos_ids: BTreeSet<PosId> = keys.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let pos_ids: Vec<PosId> = pos_ids.into_iter().collect();
    for pos_id in &pos_ids {
        caller.calendar(pos_id)?;
    }
    let now = app.now();
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, &pos_ids).await?;
    let before = store::find_items(tx.conn(), &keys).await?;
    if let Some((_, missing)) = keys.iter().find(|key| before.get(*key).is_none_or(|item| item.removed)) {
        return Err(no_such_item(missing).into());
    }
    let mut after = before.clone();
    let (mut edits, mut changes) = (Edits::new(), Vec::new());
    for (key, item) in &mut after {
        let mark = marks.get(&key.0).copied();
        let Some(line) = item.set_mark(mark, now) else { continue };
        edits.push((key.clone(), line));
        changes.push(mark_change(key, mark, caller.calendar(&key.0)?.wall(now)));
    }
    store::add_edits(&mut tx, Some(caller), edits).await?;
    let why = if marks.is_empty() { AvailabilityReason::TakenBack } else { AvailabilityReason::Marked };
    publish_marks(&mut tx, &changes, why, Some(caller.user)).await?;
    let after = save_changed(&mut tx, &before, after).await?;
    tx.commit().await?;
    Ok(after)
}

/// The change for tills about a new mark, or about the end of one.
pub(super) fn mark_change((pos_id, item): &ItemKey, mark: Option<Mark>, at: DateTime) -> Change {
    let until = mark.and_then(|mark| mark.until).map(|end| end.wall);
    let sold_out = Some((mark.is_some(), until));
    Change { pos_id: pos_id.clone(), item: item.clone(), at, edited: TillChange::default(), sold_out }
}

/// Publishes marks to tills, services and apps.
pub(super) async fn publish_marks(
    tx: &mut Tx,
    changes: &[Change],
    why: AvailabilityReason,
    user_id: Option<UserId>,
) -> Result<(), Fault> {
    let numbers = store::append_changes(tx, changes).await?;
    for (Change { pos_id, item, sold_out, .. }, change) in changes.iter().zip(numbers) {
        let (pos_id, item_id) = (pos_id.clone(), item.clone());
        let (sold_out, until) = sold_out.unwrap_or_default();
        let until = until.map(public_time);
        tx.publish(&AvailabilityChanged { pos_id, item_id, change, sold_out, until, why, user_id })?;
    }
    Ok(())
}
