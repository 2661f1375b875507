use futures::{Stream, TryStreamExt as _};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::objects::Objects;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::Seal;

/// The folder of all objects.
const FOLDER: &str = "imports";

/// The store of sealed objects.
#[derive(Clone)]
pub struct Sealed {
    objects: Objects,
    seal: Seal,
}

/// The name of an object, at which alone it can be opened.
fn name_of(import_id: Uuid, object_id: Uuid) -> String {
    format!("{FOLDER}/{import_id}/{object_id}")
}

impl Sealed {
    /// Seals with this key what is kept in this store.
    #[must_use]
    pub const fn new(objects: Objects, seal: Seal) -> Sealed {
        Sealed { objects, seal }
    }

    /// Writes a new object. It stays once [`keep_object`] is committed.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn put(&self, import_id: Uuid, plain: &[u8]) -> Result<Uuid, Fault> {
        let object_id = Uuid::new_v4();
        let name = name_of(import_id, object_id);
        let sealed = self.seal.seal(&name, plain)?;
        self.objects.put(&name, sealed).await?;
        Ok(object_id)
    }

    /// Writes an object in place of what it holds, at once: a reader finds the one or the other.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn put_over(&self, import_id: Uuid, object_id: Uuid, plain: &[u8]) -> Result<(), Fault> {
        let name = name_of(import_id, object_id);
        let sealed = self.seal.seal(&name, plain)?;
        self.objects.put(&name, sealed).await
    }

    /// Reads an object; none if it is gone.
    ///
    /// # Errors
    /// If the store is away, or the object was changed.
    pub async fn get(&self, import_id: Uuid, object_id: Uuid) -> Result<Option<Vec<u8>>, Fault> {
        let name = name_of(import_id, object_id);
        let sealed = self.objects.get(&name).await?;
        sealed.map(|sealed| self.seal.open(&name, &sealed)).transpose()
    }

    /// Removes an object; one that is gone already is no error.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn delete(&self, import_id: Uuid, object_id: Uuid) -> Result<(), Fault> {
        self.objects.delete(&name_of(import_id, object_id)).await
    }

    /// Objects that were written before a moment, by import and own id.
    pub fn written_before(
        &self,
        before: Timestamp,
    ) -> impl Stream<Item = Result<(Uuid, Uuid), Fault>> + Send + use<> {
        let names = self.objects.written_before(FOLDER, before);
        names.try_filter_map(|name| async move {
            let mut parts = name.rsplit('/');
            let (object, import) = (parts.next(), parts.next());
            let parse = |part: Option<&str>| part.and_then(|part| part.parse::<Uuid>().ok());
            Ok(parse(import).zip(parse(object)))
        })
    }

    /// Whether the key is being changed for another.
    #[must_use]
    pub const fn is_changing(&self) -> bool {
        self.seal.is_changing()
    }

    /// Whether what was sealed for a place is sealed with the key that seals now.
    #[must_use]
    pub fn is_current(&self, place: &str, sealed: &[u8]) -> bool {
        self.seal.is_current(place, sealed)
    }

    /// Seals a value of a row.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn seal_value(&self, place: &str, value: &impl serde::Serialize) -> Result<Vec<u8>, Fault> {
        let plain = serde_json::to_vec(value).map_err(|e| Fault::Permanent(e.to_string()))?;
        self.seal.seal(place, &plain)
    }

    /// Opens a value of a row.
    ///
    /// # Errors
    /// If it was changed, or is none.
    pub fn open_value<T: serde::de::DeserializeOwned>(&self, place: &str, sealed: &[u8]) -> Result<T, Fault> {
        let plain = self.seal.open(place, sealed)?;
        serde_json::from_slice(&plain).map_err(|e| Fault::Permanent(format!("{place}: {e}")))
    }
}

/// Notes that an object is in use until a moment.
pub async fn keep_object(
    tx: &mut Tx,
    import_id: Uuid,
    object_id: Uuid,
    until: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO object (object_id, import_id, forget_at) VALUES ($1, $2, $3)",
        object_id,
        import_id,
        until.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the objects of an import deleted at a moment.
pub async fn forget_objects(tx: &mut Tx, import_id: Uuid, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE object SET forget_at = least(forget_at, $2) WHERE import_id = $1",
        import_id,
        at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the objects of an import's batches and refused rows kept until a moment; those of guests go now: nothing of them is undone.
pub async fn keep_material(tx: &mut Tx, import_id: Uuid, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE object AS o SET forget_at = $2 WHERE o.import_id = $1
           AND NOT EXISTS (SELECT FROM import_part AS p WHERE p.import_id = $1 AND p.object_id = o.object_id)",
        import_id,
        until.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE object SET forget_at = $2
         WHERE object_id IN (SELECT object_id FROM import_batch WHERE import_id = $1 AND kind = 'guest')",
        import_id,
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Objects whose time has come, `most` of them at most, by import and own id.
pub async fn objects_to_forget(
    database: &Database,
    now: Timestamp,
    most: i64,
) -> Result<Vec<(Uuid, Uuid)>, Fault> {
    let rows = sqlx::query!(
        "SELECT import_id, object_id FROM object WHERE forget_at <= $1 ORDER BY forget_at LIMIT $2",
        now.to_sqlx(),
        most
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.import_id, row.object_id)).collect())
}

/// Deletes the rows of objects that are gone, and what names them.
pub async fn delete_objects(tx: &mut Tx, ids: &[Uuid]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM import_part WHERE object_id = ANY($1)", ids).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM import_batch WHERE object_id = ANY($1)", ids).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM import_refused WHERE object_id = ANY($1)", ids).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM object WHERE object_id = ANY($1)", ids).execute(tx.conn()).await?;
    Ok(())
}

/// Those of these ids that no object has.
pub async fn unknown_objects(database: &Database, ids: &[Uuid]) -> Result<Vec<Uuid>, Fault> {
    let rows = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM unnest($1::uuid[]) AS n (id)
           WHERE NOT EXISTS (SELECT FROM object AS o WHERE o.object_id = n.id)"#,
        ids
    );
    Ok(rows.fetch_all(database.pool()).await?)
}
