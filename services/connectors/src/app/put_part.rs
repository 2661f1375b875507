use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::announce::{count_change, move_import};
use super::{App, FILES_KEPT, conflict, no_such_import};
use crate::domain::{Standing, State, part_bytes};
use crate::store;

/// A part of a file.
pub struct Part {
    /// The file's number.
    pub file: i32,
    /// Its own, from 0.
    pub part: i32,
    /// What it holds.
    pub data: Vec<u8>,
}

/// Stores a part of a file; the same part again changes nothing. The last one that is missing has the files judged.
pub async fn put_part(app: &App, pos_id: &PosId, import_id: Uuid, part: Part) -> Result<(), Fault> {
    let place = (part.file, part.part);
    let hash: [u8; 32] = Sha256::digest(&part.data).into();
    let mut conn = app.database.pool().acquire().await?;
    let import = store::find_import(&mut conn, pos_id, import_id).await?;
    let import = import.ok_or_else(|| no_such_import(import_id))?;
    let files = store::files_of(&mut conn, import_id).await?;
    let known = store::find_part(&mut conn, import_id, place.0, place.1).await?;
    drop(conn);
    let file = files.iter().find(|file| file.file == part.file);
    let file =
        file.ok_or_else(|| Error::invalid("file", format!("must lie between 0 and {}", files.len() - 1)))?;
    let bytes = part_bytes(file.bytes, part.part)?;
    if part.data.len() as i64 != bytes {
        let message = format!("must hold {bytes} bytes, not {}: has the file changed?", part.data.len());
        return Err(Error::invalid("data", message).into());
    }
    if let Some(known) = known {
        return same(&known.hash, &hash);
    }
    refuse_complete(import.state)?;
    let object_id = app.sealed.put(import_id, &part.data).await?;
    let mut tx = app.database.begin().await?;
    let import = store::lock_import(&mut tx, pos_id, import_id).await?;
    let import = import.ok_or_else(|| no_such_import(import_id))?;
    if !store::insert_part(&mut tx, import_id, place, &hash, object_id).await? {
        let known = store::find_part(tx.conn(), import_id, place.0, place.1).await?;
        drop(tx);
        // Another upload of the part was faster; where the process ends here, the sweep finds the object.
        app.sealed.delete(import_id, object_id).await?;
        return same(known.map(|known| known.hash).as_deref().unwrap_or_default(), &hash);
    }
    refuse_complete(import.state)?;
    let until = import.created_at.to_jiff() + FILES_KEPT;
    store::keep_object(&mut tx, import_id, object_id, until).await?;
    let is_complete = store::is_complete(&mut tx, import_id).await?;
    if is_complete {
        let to = Standing { state: State::Judging, resumes: None, has_sent: false };
        move_import(&mut tx, import_id, to).await?;
    } else {
        count_change(&mut tx, import_id).await?;
    }
    tx.commit().await?;
    if is_complete {
        app.wake.notify_one();
    }
    Ok(())
}

fn same(known: &[u8], hash: &[u8]) -> Result<(), Fault> {
    if known == hash {
        return Ok(());
    }
    Err(conflict("This part was uploaded with other bytes. If the file has changed, begin another import."))
}

fn refuse_complete(state: State) -> Result<(), Fault> {
    match state {
        State::Uploading => Ok(()),
        _ => Err(conflict("The import takes no more parts: it is complete, or has ended.")),
    }
}
