use std::collections::BTreeSet;

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_till::Event;

use super::send::{events_of, till_of};
use super::{Stop, at_the_door, batch, connected, lists};
use crate::app::announce::{move_import, set_progress};
use crate::app::{App, no_such_import};
use crate::domain::{BatchKind, Standing, State};
use crate::store::{self, InHand, Progress};

/// Takes back what an import brought, then sends again what it took away, with its own source. A later correction by a till has a
/// higher revision, and stays. Guests stay: no fact takes one away. Of days that a person took out of the import nothing is sent again:
/// another source has them.
pub(super) async fn undo(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    let import_id = in_hand.import_id;
    let till = till_of(app, in_hand).await?;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let (_, total) = store::facts_to_do(&mut conn, import_id).await?;
    let mut done = store::facts_undone(&mut conn, import_id).await?;
    let import = store::find_import(&mut conn, &in_hand.pos_id, import_id).await?;
    let import = import.ok_or_else(|| Fault::from(no_such_import(import_id)))?;
    let calendar = import.calendar();
    let taken = store::taken_out(&mut conn, import_id).await?;
    drop(conn);
    let taken: BTreeSet<BusinessDate> = taken.into_iter().map(|day| day.business_date).collect();
    loop {
        let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
        let next = store::next_to_undo(&mut conn, import_id).await?;
        drop(conn);
        let Some(next) = next else { break };
        let events = events_of(app, in_hand, &next).await?;
        let refused = match next.kind {
            BatchKind::Check | BatchKind::Remove => {
                till.post(&batch::removals(&in_hand.pos_id, &events)?).await
            }
            BatchKind::TakeBack => {
                let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
                let undo_id = store::undo_id(&mut conn, import_id).await?;
                drop(conn);
                till.post(&lists::undoing(undo_id, &events)?).await
            }
            // What they brought is in the batch of taking back before them.
            BatchKind::Shift | BatchKind::Item | BatchKind::Guest => Ok(Vec::new()),
            BatchKind::Restore => {
                let back: Vec<Event> = events
                    .into_iter()
                    .filter(|event| {
                        !batch::business_date(event, &calendar).is_some_and(|date| taken.contains(&date))
                    })
                    .collect();
                match back.as_slice() {
                    [] => Ok(Vec::new()),
                    back => {
                        till.clone().as_source(next.source.as_deref().unwrap_or_default()).post(back).await
                    }
                }
            }
        };
        if let Some(first) = refused.map_err(at_the_door)?.first() {
            return Err(Stop::Words(format!(
                "A part could not be undone ({} {}). Contact support; what was kept for it stays.",
                first.field, first.why
            )));
        }
        done += i64::from(next.facts);
        let mut tx = app.database.begin().await?;
        if !store::is_still_in_hand(&mut tx, in_hand).await? {
            return Err(Stop::Lost);
        }
        store::batch_undone(&mut tx, import_id, next.number).await?;
        set_progress(&mut tx, import_id, &Progress { phase: "undoing", done, total }, true).await?;
        tx.commit().await?;
    }
    let days = connected::to_give_back(app, &import, &app.findings(&import)?).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    if !store::is_still_in_hand(&mut tx, in_hand).await? {
        return Err(Stop::Lost);
    }
    store::set_undo_until(&mut tx, import_id, None, None).await?;
    store::forget_objects(&mut tx, import_id, now).await?;
    let to = Standing { state: State::Undone, resumes: None, has_sent: true };
    connected::give_back(&mut tx, &import, &days).await?;
    move_import(&mut tx, import_id, to).await?;
    tx.commit().await?;
    app.wake_feeds.notify_waiters();
    Ok(())
}
