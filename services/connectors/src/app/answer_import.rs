use saffron_core::PosId;
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::move_import;
use super::{App, conflict, no_such_import};
use crate::domain::{ConflictChoice, Saying, Standing, State};
use crate::store::{self, ImportRow};

/// Stores what a person says of an import's files, and has them judged again if it bears on that.
pub async fn answer_import(
    app: &App,
    pos_id: &PosId,
    import_id: Uuid,
    saying: Saying,
    choice: Option<ConflictChoice>,
) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let import = store::lock_import(&mut tx, pos_id, import_id).await?;
    let import = import.ok_or_else(|| no_such_import(import_id))?;
    if import.state == State::Uploading {
        return Err(conflict("The files are not complete: upload the missing parts first."));
    }
    if !import.standing().takes_answers() {
        return Err(conflict("The import was started already: what its files mean is settled."));
    }
    if let Some(choice) = choice {
        store::set_choice(&mut tx, import_id, choice).await?;
    }
    if saying.is_empty() {
        if matches!(import.state, State::Asking | State::Ready) {
            let conflicts = store::conflicts_of(tx.conn(), import_id).await?;
            let is_open = app.findings(&import)?.is_open()
                || (!conflicts.is_empty() && choice.or(import.conflict_choice).is_none());
            let state = if is_open { State::Asking } else { State::Ready };
            move_import(&mut tx, import_id, Standing { state, resumes: None, has_sent: false }).await?;
        }
    } else {
        let mut said = app.said(&import)?;
        said.add(saying)?;
        let sealed = app.sealed.seal_value(&ImportRow::place(import_id, "said"), &said)?;
        store::set_said(&mut tx, import_id, &sealed).await?;
        let to = Standing { state: State::Judging, resumes: None, has_sent: false };
        move_import(&mut tx, import_id, to).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}
