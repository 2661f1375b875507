use std::collections::BTreeSet;

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_till::{Batcher, Event};

use super::collisions::token_of;
use super::send::till_of;
use super::{Stop, at_the_door, batch};
use crate::app::announce::{move_import, set_progress};
use crate::app::{App, ChecksOf, no_such_import};
use crate::domain::{Standing, State};
use crate::store::{self, InHand, Progress};

/// Removes the checks that an import has on the days that a person took out of it. A removal that was sent before the worker died is
/// sent again with the same id, as undoing the import sends it, and counts once.
pub(super) async fn take_out(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    let import_id = in_hand.import_id;
    let till = till_of(app, in_hand).await?;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let import = store::find_import(&mut conn, &in_hand.pos_id, import_id).await?;
    let import = import.ok_or_else(|| Fault::from(no_such_import(import_id)))?;
    let days = store::taken_out(&mut conn, import_id).await?;
    drop(conn);
    let days: Vec<_> = days.into_iter().filter(|day| !day.is_done).collect();
    let total = days.iter().map(|day| day.checks).sum();
    let dates: BTreeSet<BusinessDate> = days.iter().map(|day| day.business_date).collect();
    if let (Some(first), Some(last)) = (dates.first(), dates.last()) {
        let access = token_of(app, &import)?;
        let own = import.source.as_deref().unwrap_or_default();
        let (mut cursor, mut done) = (String::new(), 0);
        loop {
            let days = (*first, *last);
            let token = access.get().await?;
            let page = app.others.checks(&token, &in_hand.pos_id, days, ChecksOf::Source(own), &cursor);
            let (checks, next) = page.await?;
            let mut batcher = Batcher::default();
            for check in checks.iter().filter(|check| dates.contains(&check.business_date)) {
                let removal =
                    batch::last_removal(&in_hand.pos_id, &check.check_id, check.revision, &check.event_id)?;
                if let Some(full) = batcher.push(removal) {
                    post(&till, &full).await?;
                }
                done += 1;
            }
            post(&till, &batcher.rest()).await?;
            let mut tx = app.database.begin().await?;
            if !store::is_still_in_hand(&mut tx, in_hand).await? {
                return Err(Stop::Lost);
            }
            set_progress(&mut tx, import_id, &Progress { phase: "takingOut", done, total }, true).await?;
            tx.commit().await?;
            match next {
                Some(next) => cursor = next,
                None => break,
            }
        }
    }
    let mut tx = app.database.begin().await?;
    if !store::is_still_in_hand(&mut tx, in_hand).await? {
        return Err(Stop::Lost);
    }
    store::end_taking_out(&mut tx, import_id, app.next_comparison()).await?;
    let to = Standing { state: State::Done, resumes: None, has_sent: true };
    move_import(&mut tx, import_id, to).await?;
    tx.commit().await?;
    Ok(())
}

async fn post(till: &saffron_till::Till, removals: &[Event]) -> Result<(), Stop> {
    if removals.is_empty() {
        return Ok(());
    }
    match till.post(removals).await.map_err(at_the_door)?.first() {
        None => Ok(()),
        Some(first) => Err(Stop::Words(format!(
            "A part of these days could not be taken out ({} {}). Contact support.",
            first.field, first.why
        ))),
    }
}
