use saffron_kit::Fault;
use saffron_till::Till;

use super::{Stop, at_the_door, batch, guests};
use crate::app::announce::{move_import, set_progress};
use crate::app::{App, UNDO_KEPT, no_such_import};
use crate::domain::{RefusedRow, Standing, State};
use crate::store::{self, BatchRow, InHand, Progress};

/// Sends the batches of an import, in their order. One that was sent before the worker died is sent again, and counts once.
pub(super) async fn send(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    let import_id = in_hand.import_id;
    let till = till_of(app, in_hand).await?;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let (total, _) = store::facts_to_do(&mut conn, import_id).await?;
    let mut done = store::facts_sent(&mut conn, import_id).await?;
    drop(conn);
    loop {
        let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
        let next = store::next_to_send(&mut conn, import_id).await?;
        drop(conn);
        let Some(next) = next else { break };
        let events = events_of(app, in_hand, &next).await?;
        let refused = till.post(&events).await.map_err(at_the_door)?;
        let rows: Vec<RefusedRow> = refused
            .iter()
            .map(|refused| RefusedRow {
                file: String::new(),
                line: 0,
                check: events.get(refused.index).map(batch::about).unwrap_or_default(),
                reason: format!("{} {}", refused.field, refused.why).trim().to_owned(),
            })
            .collect();
        let list = keep_refused(app, in_hand, &rows).await?;
        // Guests who were erased since are in the batch's count, but are not sent.
        let (sent, bad) = (events.len() as i64, rows.len() as i64);
        done += i64::from(next.facts);
        let mut tx = app.database.begin().await?;
        if !store::is_still_in_hand(&mut tx, in_hand).await? {
            return Err(Stop::Lost);
        }
        if let Some(object_id) = list {
            store::keep_object(&mut tx, import_id, object_id, app.now() + UNDO_KEPT * 2).await?;
            store::insert_refused(&mut tx, import_id, object_id, i32::try_from(bad).unwrap_or(i32::MAX))
                .await?;
        }
        store::batch_sent(&mut tx, import_id, next.number).await?;
        store::add_sent(&mut tx, import_id, next.kind, sent - bad, bad).await?;
        set_progress(&mut tx, import_id, &Progress { phase: "sending", done, total }, true).await?;
        tx.commit().await?;
    }
    let until = app.now() + UNDO_KEPT;
    let mut tx = app.database.begin().await?;
    if !store::is_still_in_hand(&mut tx, in_hand).await? {
        return Err(Stop::Lost);
    }
    store::set_undo_until(&mut tx, import_id, Some(until), Some(app.next_comparison())).await?;
    store::keep_material(&mut tx, import_id, until).await?;
    let to = Standing { state: State::Done, resumes: None, has_sent: true };
    move_import(&mut tx, import_id, to).await?;
    tx.commit().await?;
    Ok(())
}

/// The client at the door, with the import's own key.
pub(super) async fn till_of(app: &App, in_hand: &InHand) -> Result<Till, Stop> {
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let import = store::find_import(&mut conn, &in_hand.pos_id, in_hand.import_id).await?;
    let import = import.ok_or_else(|| Fault::from(no_such_import(in_hand.import_id)))?;
    let key = app.key(&import)?;
    let key = key.ok_or_else(|| {
        Stop::Words("The ingest key of this import was revoked. Begin another import.".to_owned())
    })?;
    Ok(Till::new(app.settings.ingest.clone(), key))
}

/// The events of a batch, without guests who were erased.
pub(super) async fn events_of(
    app: &App,
    in_hand: &InHand,
    row: &BatchRow,
) -> Result<Vec<saffron_till::Event>, Stop> {
    let bytes = app.sealed.get(in_hand.import_id, row.object_id).await?;
    let bytes = bytes.ok_or_else(|| {
        Stop::Words("What was prepared of this import is not there any more. Contact support.".to_owned())
    })?;
    Ok(guests::without_erased(app, &in_hand.pos_id, &batch::read(&bytes)?).await?)
}

/// Stores a list of refused facts; none if there is none.
pub(super) async fn keep_refused(
    app: &App,
    in_hand: &InHand,
    rows: &[RefusedRow],
) -> Result<Option<uuid::Uuid>, Stop> {
    if rows.is_empty() {
        return Ok(None);
    }
    let plain = serde_json::to_vec(rows).map_err(|e| Fault::Permanent(e.to_string()))?;
    Ok(Some(app.sealed.put(in_hand.import_id, &plain).await?))
}
