use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{Calendar, DayStarts, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx};
use uuid::Uuid;

use crate::domain::{ConflictChoice, NewFile, Standing, State};

/// An import, as it is stored.
#[derive(Debug, Clone)]
pub struct ImportRow {
    pub import_id: Uuid,
    pub pos_id: PosId,
    pub state: State,
    pub resumes: Option<State>,
    pub created_at: jiff_sqlx::Timestamp,
    pub created_by: String,
    pub time_zone: Zone,
    pub day_starts: DayStarts,
    pub version: i64,
    pub source: Option<String>,
    pub ingest_key: Option<Vec<u8>>,
    pub said: Vec<u8>,
    pub findings: Option<Vec<u8>>,
    pub conflict_choice: Option<ConflictChoice>,
    pub phase: Option<String>,
    pub done: i64,
    pub total: i64,
    pub sent_checks: i64,
    pub sent_shifts: i64,
    pub sent_items: i64,
    pub sent_guests: i64,
    pub refused_checks: i64,
    pub error: Option<String>,
    pub undo_until: Option<jiff_sqlx::Timestamp>,
    /// Whether a batch was sent, or may have been.
    pub has_sent: bool,
}

impl ImportRow {
    /// The place at which the value of a column is sealed.
    #[must_use]
    pub fn place(import_id: Uuid, column: &str) -> String {
        format!("import/{import_id}/{column}")
    }

    /// The calendar by which its times are read.
    #[must_use]
    pub fn calendar(&self) -> Calendar {
        Calendar::new(self.time_zone.clone(), self.day_starts.clone())
    }

    /// Whether it brought guests and nothing else.
    #[must_use]
    pub const fn has_guests_alone(&self) -> bool {
        self.sent_guests > 0 && self.sent_checks == 0 && self.sent_shifts == 0 && self.sent_items == 0
    }

    /// Where it stands.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        Standing { state: self.state, resumes: self.resumes, has_sent: self.has_sent }
    }
}

/// What open apps are sent of an import that changed.
#[derive(Debug, Clone)]
#[must_use = "open apps show the change"]
pub struct ChangedImport {
    pub pos_id: PosId,
    pub import_id: Uuid,
    pub state: State,
    pub version: i64,
}

/// A new import.
pub struct NewImport {
    pub import_id: Uuid,
    pub pos_id: PosId,
    pub created_at: Timestamp,
    pub created_by: String,
    pub calendar: Calendar,
    pub said: Vec<u8>,
}

/// Locks a location until the commit, and counts its imports that have not ended.
pub async fn lock_location(tx: &mut Tx, pos_id: &PosId) -> Result<i64, Fault> {
    sqlx::query!(
        "INSERT INTO location (pos_id) VALUES ($1) ON CONFLICT (pos_id) DO UPDATE SET pos_id = excluded.pos_id",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    let open = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM import
           WHERE pos_id = $1 AND state NOT IN ('done', 'undone', 'discarded')"#,
        pos_id.as_str()
    );
    Ok(open.fetch_one(tx.conn()).await?)
}

/// Stores a new import with its files.
pub async fn insert_import(tx: &mut Tx, new: NewImport, files: &[NewFile]) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO import (import_id, pos_id, state, created_at, created_by, time_zone, day_starts, version, said, due_at)
         VALUES ($1, $2, 'uploading', $3, $4, $5, $6, 1, $7, $3)",
        new.import_id,
        new.pos_id.as_str(),
        new.created_at.to_sqlx(),
        new.created_by,
        new.calendar.name(),
        new.calendar.starts().to_string(),
        new.said
    )
    .execute(tx.conn())
    .await?;
    let numbers: Vec<i32> = (0..).take(files.len()).collect();
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let bytes: Vec<i64> = files.iter().map(|file| file.bytes).collect();
    let parts: Vec<i32> = files.iter().map(NewFile::parts).collect();
    sqlx::query!(
        "INSERT INTO import_file (import_id, file, name, bytes, parts)
         SELECT $1, file, name, bytes, parts
         FROM unnest($2::integer[], $3::text[], $4::bigint[], $5::integer[]) AS n (file, name, bytes, parts) ORDER BY file",
        new.import_id,
        &numbers,
        &names,
        &bytes,
        &parts
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Finds an import of a location.
pub async fn find_import(
    conn: &mut Conn,
    pos_id: &PosId,
    import_id: Uuid,
) -> Result<Option<ImportRow>, Fault> {
    let row = sqlx::query_as!(
        ImportRow,
        r#"SELECT import_id, pos_id, state, resumes, created_at, created_by, time_zone, day_starts, version, source, ingest_key,
             said, findings, conflict_choice, phase, done, total, sent_checks, sent_shifts, sent_items, sent_guests,
             refused_checks, error, undo_until,
             coalesce(i.state IN ('sending', 'done', 'takingOut', 'undoing') OR i.resumes IN ('sending', 'takingOut', 'undoing'), false)
               AS "has_sent!"
           FROM import AS i WHERE pos_id = $1 AND import_id = $2"#,
        pos_id.as_str(),
        import_id
    );
    Ok(row.fetch_optional(conn).await?)
}

/// The same, locked until the commit.
pub async fn lock_import(tx: &mut Tx, pos_id: &PosId, import_id: Uuid) -> Result<Option<ImportRow>, Fault> {
    sqlx::query!(
        "SELECT import_id FROM import WHERE pos_id = $1 AND import_id = $2 FOR NO KEY UPDATE",
        pos_id.as_str(),
        import_id
    )
    .fetch_optional(tx.conn())
    .await?;
    find_import(tx.conn(), pos_id, import_id).await
}

/// Moves an import to where it stands now, due at once; a worker that has it in hand loses it.
pub async fn move_import(tx: &mut Tx, import_id: Uuid, to: Standing) -> Result<ChangedImport, Fault> {
    let now = tx.clock().now().to_sqlx();
    let moved = sqlx::query_as!(
        ChangedImport,
        "UPDATE import SET state = $2, resumes = $3, version = version + 1, due_at = $4, announced_at = $4, tries = tries + 1,
           attempts = 0, failures = 0, error = CASE WHEN $2 = 'failed' THEN error END,
           phase = CASE WHEN $2 <> 'preparing' THEN phase END
         WHERE import_id = $1 RETURNING pos_id, import_id, state, version",
        import_id,
        to.state.as_str(),
        to.resumes.map(State::as_str),
        now
    );
    Ok(moved.fetch_one(tx.conn()).await?)
}

/// Counts a change of an import that leaves its state; none if open apps were sent something of it since `before`.
pub async fn touch_import(
    tx: &mut Tx,
    import_id: Uuid,
    before: Timestamp,
) -> Result<Option<ChangedImport>, Fault> {
    let now = tx.clock().now().to_sqlx();
    let touched = sqlx::query!(
        r#"UPDATE import SET version = version + 1, announced_at = CASE WHEN announced_at <= $2 THEN $3 ELSE announced_at END
           WHERE import_id = $1 RETURNING pos_id, import_id, state, version, old.announced_at <= $2 AS "is_due!""#,
        import_id,
        before.to_sqlx(),
        now
    );
    let row = touched.fetch_one(tx.conn()).await?;
    Ok(row.is_due.then_some(ChangedImport {
        pos_id: row.pos_id,
        import_id: row.import_id,
        state: row.state,
        version: row.version,
    }))
}

/// Stores what a person said, and has the files judged again.
pub async fn set_said(tx: &mut Tx, import_id: Uuid, said: &[u8]) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET said = $2 WHERE import_id = $1", import_id, said)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Stores what becomes of days that another source has.
pub async fn set_choice(tx: &mut Tx, import_id: Uuid, choice: ConflictChoice) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET conflict_choice = $2 WHERE import_id = $1", import_id, choice.as_str())
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Stores the ingest key of an import, sealed, and its id.
pub async fn set_key(tx: &mut Tx, import_id: Uuid, source: &str, key: &[u8]) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET source = $2, ingest_key = $3 WHERE import_id = $1",
        import_id,
        source,
        key
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes that the ingest key of an import is revoked.
pub async fn forget_key(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET ingest_key = NULL WHERE import_id = $1", import_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Imports whose key is needed no more, `most` of them at most: those of which nothing is left, and those that could be undone until a
/// moment before.
pub async fn imports_past_their_key(
    database: &Database,
    undo_ended_before: Timestamp,
    most: i64,
) -> Result<Vec<(PosId, Uuid)>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, import_id FROM import WHERE ingest_key IS NOT NULL
           AND (state IN ('undone', 'discarded') OR (state = 'done' AND undo_until <= $1))
         ORDER BY import_id LIMIT $2",
        undo_ended_before.to_sqlx(),
        most
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.import_id)).collect())
}

/// Imports whose files end before they were started, `most` of them at most.
pub async fn imports_past_their_files(
    database: &Database,
    created_before: Timestamp,
    most: i64,
) -> Result<Vec<(PosId, Uuid)>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, import_id FROM import WHERE created_at < $1
           AND (state IN ('uploading', 'judging', 'asking', 'ready', 'preparing')
             OR (state IN ('failed', 'paused') AND (resumes IS NULL OR resumes IN ('judging', 'preparing'))))
         ORDER BY created_at LIMIT $2",
        created_before.to_sqlx(),
        most
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.import_id)).collect())
}

/// Discards an import whose files are gone; none if it was started meanwhile.
pub async fn give_up_import(
    tx: &mut Tx,
    pos_id: &PosId,
    import_id: Uuid,
) -> Result<Option<ChangedImport>, Fault> {
    let given_up = sqlx::query_as!(
        ChangedImport,
        "UPDATE import SET state = 'discarded', resumes = NULL, findings = NULL, version = version + 1, tries = tries + 1,
           error = 'The import was not started within 7 days, and its files were deleted. Upload them again.'
         WHERE pos_id = $1 AND import_id = $2 AND state NOT IN ('sending', 'done', 'takingOut', 'undoing', 'undone', 'discarded')
           AND coalesce(resumes, 'judging') IN ('judging', 'preparing')
         RETURNING pos_id, import_id, state, version",
        pos_id.as_str(),
        import_id
    );
    Ok(given_up.fetch_optional(tx.conn()).await?)
}

/// Deletes imports that ended and were begun before a moment, without their objects, which are gone.
pub async fn delete_old_imports(database: &Database, created_before: Timestamp) -> Result<(), Fault> {
    let mut batches = database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let ids = sqlx::query_scalar!(
            "SELECT import_id FROM import AS i WHERE created_at < $1 AND state IN ('done', 'undone', 'discarded')
               AND ingest_key IS NULL AND NOT EXISTS (SELECT FROM object AS o WHERE o.import_id = i.import_id)
             ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED",
            created_before.to_sqlx(),
            batches.rows()
        );
        let ids = ids.fetch_all(tx.conn()).await?;
        sqlx::query!("DELETE FROM import_file WHERE import_id = ANY($1)", &ids).execute(tx.conn()).await?;
        sqlx::query!("DELETE FROM import_conflict WHERE import_id = ANY($1)", &ids)
            .execute(tx.conn())
            .await?;
        sqlx::query!("DELETE FROM import_over WHERE import_id = ANY($1)", &ids).execute(tx.conn()).await?;
        sqlx::query!("DELETE FROM import_overlap WHERE import_id = ANY($1)", &ids).execute(tx.conn()).await?;
        sqlx::query!("DELETE FROM import_taken_out WHERE import_id = ANY($1)", &ids)
            .execute(tx.conn())
            .await?;
        sqlx::query!("DELETE FROM import WHERE import_id = ANY($1)", &ids).execute(tx.conn()).await?;
        batches.end(tx, ids.len() as u64).await?;
    }
    Ok(())
}

/// Forgets what was to become of days that another source has.
pub async fn forget_choice(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET conflict_choice = NULL WHERE import_id = $1", import_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}
