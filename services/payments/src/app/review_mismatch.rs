use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Database;

use crate::domain::Note;
use crate::store::{self, Mismatch};

/// Resolves a mismatch with a note, or opens it again without one, and returns it as it is then. `version` is that of the
/// mismatch as the caller saw it: where it changed since, or another person reviewed it first, nothing is stored. The same
/// review again changes nothing.
pub async fn review_mismatch(
    database: &Database,
    reviewer: &Caller,
    pos_id: &PosId,
    id: &str,
    version: &str,
    note: Option<&Note>,
) -> Result<Mismatch, Fault> {
    let gone = || Error::new(Code::NotFound, "This needs no review any more. Reload the list.");
    // No mismatch has such an id, and Postgres takes no such text.
    if id.contains('\0') {
        return Err(gone().into());
    }
    let mut tx = database.begin().await?;
    let current = store::lock_mismatch(&mut tx, pos_id, id).await?.ok_or_else(gone)?;
    if current.version() != version || current.is_resolved == note.is_some() {
        return if is_review(&current, reviewer, version, note) {
            Ok(current)
        } else {
            Err(conflict(&current).into())
        };
    }
    store::add_review(&mut tx, pos_id, &current, reviewer, note).await?;
    let reviewed = store::lock_mismatch(&mut tx, pos_id, id).await?.ok_or_else(gone)?;
    tx.commit().await?;
    Ok(reviewed)
}

/// Whether the newest review is the one that this call makes: the answer to the first call was lost.
fn is_review(current: &Mismatch, reviewer: &Caller, version: &str, note: Option<&Note>) -> bool {
    current.reviewer == Some(reviewer.user.0)
        && current.version_after(current.reviews - 1) == version
        && current.review_resolved == Some(note.is_some())
        && current.note.as_deref() == Some(note.map_or("", Note::as_str))
}

fn conflict(current: &Mismatch) -> Error {
    let message = match (&current.reviewed_by, current.review_resolved, current.is_resolved) {
        (Some(by), Some(true), true) => format!("{by} resolved this first. Nothing was changed."),
        (Some(by), Some(false), _) => format!("{by} opened this again. Nothing was changed."),
        _ => "This has changed. Reload the list and look again.".into(),
    };
    Error::new(Code::Conflict, message)
}
