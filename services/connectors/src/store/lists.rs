use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use crate::domain::State;

/// An import in a list.
#[derive(Debug, Clone)]
pub struct ListedImport {
    pub import_id: Uuid,
    pub state: State,
    pub created_at: jiff_sqlx::Timestamp,
    pub created_by: String,
    pub version: i64,
    pub sent_checks: i64,
    pub sent_shifts: i64,
    pub sent_items: i64,
    pub sent_guests: i64,
    pub net_sales: Money,
    pub first_date: Option<BusinessDate>,
    pub last_date: Option<BusinessDate>,
    pub undo_until: Option<jiff_sqlx::Timestamp>,
    pub file_names: Vec<String>,
    /// Days that count twice.
    pub overlap_days: i64,
    /// The import's net sales of them.
    pub overlap_net_sales: Money,
}

/// Imports of a location behind an id, the newest first.
pub async fn page_of_imports(
    database: &Database,
    pos_id: &PosId,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<ListedImport>, Fault> {
    let rows = sqlx::query_as!(
        ListedImport,
        r#"SELECT import_id, state, created_at, created_by, version, sent_checks, sent_shifts, sent_items, sent_guests,
             i.net_sales, first_date, last_date, undo_until,
             ARRAY (SELECT f.name FROM import_file AS f WHERE f.import_id = i.import_id ORDER BY f.file) AS "file_names!",
             o.days AS "overlap_days!", o.net_sales AS "overlap_net_sales!: Money"
           FROM import AS i
           CROSS JOIN LATERAL (SELECT count(*) AS days, coalesce(sum(net_sales), 0)::bigint AS net_sales
             FROM (SELECT DISTINCT business_date, import_net_sales AS net_sales FROM import_overlap AS d
               WHERE d.import_id = i.import_id AND NOT d.is_kept) AS n) AS o
           WHERE pos_id = $1 AND ($2::uuid IS NULL OR import_id < $2)
           ORDER BY import_id DESC LIMIT $3"#,
        pos_id.as_str(),
        after,
        limit
    );
    Ok(rows.fetch_all(database.pool()).await?)
}

/// A list of refused rows: its number and object.
#[derive(Debug, Clone)]
pub struct RefusedList {
    pub number: i32,
    pub object_id: Uuid,
}

/// The lists of refused rows of an import from a number on, `limit` of them at most.
pub async fn refused_lists(
    database: &Database,
    import_id: Uuid,
    from: i32,
    limit: i64,
) -> Result<Vec<RefusedList>, Fault> {
    let rows = sqlx::query_as!(
        RefusedList,
        "SELECT number, object_id FROM import_refused WHERE import_id = $1 AND number >= $2
         ORDER BY number LIMIT $3",
        import_id,
        from,
        limit
    );
    Ok(rows.fetch_all(database.pool()).await?)
}
