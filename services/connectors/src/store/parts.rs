use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use uuid::Uuid;

/// The most missing parts that are named.
const NAMED_MISSING: i64 = 100;

/// A file of an import, as far as it is uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    pub file: i32,
    pub name: String,
    pub bytes: i64,
    pub parts: i32,
    pub received: i32,
    /// The first of the missing parts.
    pub missing: Vec<i32>,
}

/// A part of a file that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartRow {
    pub hash: Vec<u8>,
    pub object_id: Uuid,
}

/// The files of an import, in order.
pub async fn files_of(conn: &mut Conn, import_id: Uuid) -> Result<Vec<FileRow>, Fault> {
    let rows = sqlx::query_as!(
        FileRow,
        r#"SELECT file, name, bytes, parts, received,
             CASE WHEN received = parts THEN '{}' ELSE ARRAY (
               SELECT part FROM generate_series(0, f.parts - 1) AS g (part)
               EXCEPT SELECT part FROM import_part AS p WHERE p.import_id = f.import_id AND p.file = f.file
               ORDER BY part LIMIT $2) END AS "missing!"
           FROM import_file AS f WHERE import_id = $1 ORDER BY file"#,
        import_id,
        NAMED_MISSING
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Finds a part of a file.
pub async fn find_part(
    conn: &mut Conn,
    import_id: Uuid,
    file: i32,
    part: i32,
) -> Result<Option<PartRow>, Fault> {
    let row = sqlx::query_as!(
        PartRow,
        "SELECT hash, object_id FROM import_part WHERE import_id = $1 AND file = $2 AND part = $3",
        import_id,
        file,
        part
    );
    Ok(row.fetch_optional(conn).await?)
}

/// Stores that a part is there; false if it was there before.
pub async fn insert_part(
    tx: &mut Tx,
    import_id: Uuid,
    (file, part): (i32, i32),
    hash: &[u8],
    object_id: Uuid,
) -> Result<bool, Fault> {
    let inserted = sqlx::query!(
        "INSERT INTO import_part (import_id, file, part, hash, object_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (import_id, file, part) DO NOTHING",
        import_id,
        file,
        part,
        hash,
        object_id
    );
    if inserted.execute(tx.conn()).await?.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "UPDATE import_file SET received = received + 1 WHERE import_id = $1 AND file = $2",
        import_id,
        file
    )
    .execute(tx.conn())
    .await?;
    Ok(true)
}

/// Whether all parts of all files are there.
pub async fn is_complete(tx: &mut Tx, import_id: Uuid) -> Result<bool, Fault> {
    let complete = sqlx::query_scalar!(
        r#"SELECT bool_and(received = parts) AS "complete!" FROM import_file WHERE import_id = $1"#,
        import_id
    );
    Ok(complete.fetch_one(tx.conn()).await?)
}

/// The objects of a file's parts, in order.
pub async fn part_objects(conn: &mut Conn, import_id: Uuid, file: i32) -> Result<Vec<Uuid>, Fault> {
    let rows = sqlx::query_scalar!(
        "SELECT object_id FROM import_part WHERE import_id = $1 AND file = $2 ORDER BY part",
        import_id,
        file
    );
    Ok(rows.fetch_all(conn).await?)
}
