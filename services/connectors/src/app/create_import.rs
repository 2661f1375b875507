use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::announce_change;
use super::{App, conflict};
use crate::domain::{MOST_OPEN, NewFile, Said};
use crate::store::{self, ImportRow, NewImport};

/// The longest name of an ingest key, characters.
const LONGEST_NAME: usize = 200;

/// Who begins an import.
pub struct Beginner<'a> {
    /// For people.
    pub name: &'a str,
    /// Their signed token.
    pub token: &'a str,
}

/// Begins an import with an ingest key of its own. A key whose import was never stored has brought nothing, and is listed among the
/// location's keys.
pub async fn create_import(
    app: &App,
    by: Beginner<'_>,
    pos_id: PosId,
    calendar: Calendar,
    files: Vec<NewFile>,
) -> Result<Uuid, Fault> {
    let import_id = Uuid::now_v7();
    let mut tx = app.database.begin().await?;
    refuse_many(store::lock_location(&mut tx, &pos_id).await?)?;
    drop(tx);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let name: String = format!("Import of {}", names.join(", ")).chars().take(LONGEST_NAME).collect();
    let (source, key) = app.others.create_key(by.token, &pos_id, &name).await?;
    let key = app.sealed.seal_value(&ImportRow::place(import_id, "key"), &key.expose())?;
    let said = app.sealed.seal_value(&ImportRow::place(import_id, "said"), &Said::default())?;
    let mut tx = app.database.begin().await?;
    refuse_many(store::lock_location(&mut tx, &pos_id).await?)?;
    let new = NewImport {
        import_id,
        pos_id,
        created_at: app.now(),
        created_by: by.name.to_owned(),
        calendar,
        said,
    };
    store::insert_import(&mut tx, new, &files).await?;
    store::set_key(&mut tx, import_id, &source, &key).await?;
    announce_change(&mut tx, import_id).await?;
    tx.commit().await?;
    Ok(import_id)
}

fn refuse_many(open: i64) -> Result<(), Fault> {
    if open < MOST_OPEN {
        return Ok(());
    }
    Err(conflict(format!(
        "This location has {MOST_OPEN} imports that have not ended. Finish, undo or discard one of them first."
    )))
}
