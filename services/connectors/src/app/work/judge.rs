use std::sync::Arc;
use std::time::Duration;

use saffron_kit::Fault;

use super::collisions::{collisions, is_undecided, token_of};
use super::files::{BytesRead, open_files};
use super::{Stop, guests, read};
use crate::app::announce::{fail_import, move_import, set_progress};
use crate::app::{App, no_such_import};
use crate::domain::{Standing, State, net_of};
use crate::store::{self, ImportRow, InHand, Progress};

/// The pause between two states of the progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Judges the files of an import: what they bring, what has to be asked, and which days another source has.
pub(super) async fn judge(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    let import_id = in_hand.import_id;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let import = store::find_import(&mut conn, &in_hand.pos_id, import_id).await?;
    let import = import.ok_or_else(|| Fault::from(no_such_import(import_id)))?;
    let known_conflicts = store::conflicts_of(&mut conn, import_id).await?;
    drop(conn);
    let known = read::known(app, &import)?;
    let files = open_files(app, import_id).await?;
    let read = Arc::clone(&files.read);
    let reading = read::apart(app, files, move |files| {
        let opened = read::open(files)?;
        let judged = read::judged(&opened, &known.given, files)?;
        read::findings(opened, &judged, &known)
    });
    let mut findings = tokio::select! {
        found = reading => found?,
        lost = show_progress(app, in_hand, &read) => return Err(lost),
    };
    let token = token_of(app, &import)?;
    let conflicts = collisions(app, &import, &findings, &token).await?;
    let net_sales = findings.summary.as_ref().map(|summary| net_of(&summary.total)).unwrap_or_default();
    let mut tx = app.database.begin().await?;
    if !store::is_still_in_hand(&mut tx, in_hand).await? {
        return Err(Stop::Lost);
    }
    guests::forget_erased(&mut tx, &in_hand.pos_id, &mut findings).await?;
    let sealed = app.sealed.seal_value(&ImportRow::place(import_id, "findings"), &findings)?;
    store::set_findings(&mut tx, import_id, &sealed, findings.whole_span(), net_sales).await?;
    store::set_conflicts(&mut tx, import_id, &conflicts).await?;
    // A choice holds for the days that the person saw.
    let is_undecided = is_undecided(&import, &known_conflicts, &conflicts);
    if is_undecided {
        store::forget_choice(&mut tx, import_id).await?;
    }
    let nothing = findings.summary.is_none() && !findings.is_open();
    if nothing {
        let words = "No sales, shifts, items or guests were found in the files. Map their columns by hand, or upload another \
                     report.";
        fail_import(&mut tx, import_id, Some(State::Judging), words).await?;
    } else {
        let is_open = findings.is_open() || is_undecided;
        let state = if is_open { State::Asking } else { State::Ready };
        move_import(&mut tx, import_id, Standing { state, resumes: None, has_sent: false }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Stores how far the reading is, again and again, until another worker has the import.
pub(super) async fn show_progress(app: &App, in_hand: &InHand, read: &BytesRead) -> Stop {
    let mut pause = tokio::time::interval(PROGRESS_EVERY);
    loop {
        pause.tick().await;
        match store_percent(app, in_hand, read.percent()).await {
            Ok(true) => {}
            Ok(false) => return Stop::Lost,
            Err(fault) => tracing::warn!(%fault, "the progress of an import could not be stored"),
        }
    }
}

/// Stores how far the reading is; false if another worker has the import.
async fn store_percent(app: &App, in_hand: &InHand, percent: i64) -> Result<bool, Fault> {
    let mut tx = app.database.begin().await?;
    if !store::is_still_in_hand(&mut tx, in_hand).await? {
        return Ok(false);
    }
    let progress = Progress { phase: "reading", done: percent, total: 100 };
    set_progress(&mut tx, in_hand.import_id, &progress, false).await?;
    tx.commit().await?;
    Ok(true)
}
