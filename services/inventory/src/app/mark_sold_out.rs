use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::{AvailabilityChanged, AvailabilityReason};
use saffron_core::time::public_time;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::settle::settle;
use super::{App, no_such_item};
use crate::domain::{AuditLine, Mark};
use crate::store::{self, Change, Edit, Editor, Items};

/// Marks items of the caller's locations as sold out, or takes their marks back: all of them or none. `marks` has a
/// mark for each of their locations, or none where marks are taken back. Returns the items as they are now.
pub async fn mark_sold_out(
    app: &App,
    caller: &Caller,
    keys: BTreeSet<(PosId, ItemId)>,
    marks: &BTreeMap<PosId, Mark>,
) -> Result<Items, Fault> {
    let pos_ids: BTreeSet<PosId> = keys.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    for pos_id in &pos_ids {
        caller.zone(pos_id)?;
    }
    let now = app.now();
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, &pos_ids).await?;
    let before = store::items(tx.conn(), &keys).await?;
    if let Some((_, missing)) = keys.iter().find(|key| !before.contains_key(*key)) {
        return Err(no_such_item(missing).into());
    }
    let mut after = before.clone();
    let (mut lines, mut changes) = (Vec::<((PosId, ItemId), AuditLine)>::new(), Vec::new());
    for (key, item) in &mut after {
        let mark = marks.get(&key.0).copied();
        let Some(line) = item.set_mark(mark, now) else { continue };
        lines.push((key.clone(), line));
        changes.push(change_of(key, mark, caller.zone(&key.0)?.wall(now)));
    }
    let edits: Vec<Edit<'_>> =
        lines.iter().map(|((pos_id, item), line)| Edit { pos_id, item, line }).collect();
    store::add_edits(&mut tx, Editor::Person(caller.user, &caller.name), &edits).await?;
    let why = if marks.is_empty() { AvailabilityReason::TakenBack } else { AvailabilityReason::Marked };
    tell(&mut tx, &changes, why, Some(caller.user)).await?;
    let after = settle(&mut tx, &before, after).await?;
    tx.commit().await?;
    Ok(after)
}

/// A mark, or its end, as tills are told.
pub(super) fn change_of(key: &(PosId, ItemId), mark: Option<Mark>, at: jiff::civil::DateTime) -> Change {
    let until = mark.and_then(|mark| mark.until).map(|end| end.moment().wall);
    Change {
        pos_id: key.0.clone(),
        item: key.1.clone(),
        at,
        told: crate::domain::Told::default(),
        sold_out: Some((mark.is_some(), until)),
    }
}

/// Tells tills and everyone of marks.
pub(super) async fn tell(
    tx: &mut Tx,
    changes: &[Change],
    why: AvailabilityReason,
    user: Option<UserId>,
) -> Result<(), Fault> {
    let numbers = store::announce(tx, changes).await?;
    for (change, number) in changes.iter().zip(numbers) {
        let (sold_out, until) = change.sold_out.unwrap_or_default();
        tx.publish(&AvailabilityChanged {
            pos_id: change.pos_id.clone(),
            item_id: change.item.clone(),
            change: number,
            sold_out,
            until: until.map(public_time),
            why,
            user_id: user,
        })?;
    }
    Ok(())
}
