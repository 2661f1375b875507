use saffron_core::PosId;
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::move_import;
use super::{App, conflict, no_such_import};
use crate::domain::{State, Step};
use crate::store;

/// Starts, pauses, resumes, undoes or discards an import.
pub async fn step_import(app: &App, pos_id: &PosId, import_id: Uuid, step: Step) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let import = store::lock_import(&mut tx, pos_id, import_id).await?;
    let import = import.ok_or_else(|| no_such_import(import_id))?;
    let standing = import.standing();
    let to = standing.after(step)?;
    if to == standing {
        return Ok(());
    }
    if step == Step::Undo {
        if import.state == State::Done && import.has_guests_alone() {
            return Err(conflict(
                "The import brought guests alone, who stay: erase a guest in the list of customers, one by one.",
            ));
        }
        store::begin_undo(&mut tx, import_id).await?;
        if import.undo_until.is_some_and(|until| until.to_jiff() <= now) {
            return Err(conflict("The import can be undone for 30 days, which have passed."));
        }
        if let Some(source) = &import.source
            && let Some(later) = store::replaced_by(&mut tx, import_id, source).await?
        {
            return Err(conflict(format!(
                "A later import, {later}, took the place of a part of this one: undo that one first."
            )));
        }
    }
    if step == Step::Undo {
        store::set_overlaps(&mut tx, import_id, &[]).await?;
    }
    move_import(&mut tx, import_id, to).await?;
    if to.state == State::Discarded {
        store::forget_findings(&mut tx, import_id).await?;
        store::forget_objects(&mut tx, import_id, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}
