//! What open apps are sent of imports, in the transaction of the change.

use jiff::SignedDuration;
use saffron_core::event::ImportChanged;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::{Standing, State};
use crate::store::{self, ChangedImport, Progress};

/// The least time between two events about how far an import is.
const EVERY: SignedDuration = SignedDuration::from_secs(1);

/// Publishes that an import changed.
pub(super) fn announce(tx: &mut Tx, changed: ChangedImport) -> Result<(), Fault> {
    let ChangedImport { pos_id, import_id, state, version } = changed;
    tx.publish(&ImportChanged { pos_id, import_id, state: state.as_str().to_owned(), version })
}

/// Moves an import to where it stands now.
pub(super) async fn move_import(tx: &mut Tx, import_id: Uuid, to: Standing) -> Result<(), Fault> {
    let changed = store::move_import(tx, import_id, to).await?;
    announce(tx, changed)
}

/// Ends the work on an import with words for people; `resumes` is the state in which another try goes on.
pub(super) async fn fail_import(
    tx: &mut Tx,
    import_id: Uuid,
    resumes: Option<State>,
    error: &str,
) -> Result<(), Fault> {
    let changed = store::fail_import(tx, import_id, resumes, error).await?;
    announce(tx, changed)
}

/// Stores how far the work on an import is. Open apps are sent it at most once a second: what a work ends with is a change of state.
pub(super) async fn set_progress(
    tx: &mut Tx,
    import_id: Uuid,
    progress: &Progress<'_>,
    has_advanced: bool,
) -> Result<(), Fault> {
    store::set_progress(tx, import_id, progress, has_advanced).await?;
    count_change(tx, import_id).await
}

/// Counts a change of an import that leaves its state, which open apps are sent at most once a second.
pub(super) async fn count_change(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    let before = tx.clock().now() - EVERY;
    match store::touch_import(tx, import_id, before).await? {
        Some(changed) => announce(tx, changed),
        None => Ok(()),
    }
}

/// Counts a change of an import that leaves its state and that open apps are sent at once.
pub(super) async fn announce_change(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    // The clock of another replica may be a little ahead.
    let before = tx.clock().now() + EVERY * 60;
    match store::touch_import(tx, import_id, before).await? {
        Some(changed) => announce(tx, changed),
        None => Ok(()),
    }
}
