use jiff::Timestamp;
use saffron_core::{BusinessDate, CheckId, CustomerId, Money};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use crate::domain::{Guest, Kind};

/// A check of a guest with all stored fields.
pub struct ExportedCheck {
    pub id: CheckId,
    /// The guest whom it names, if another one into whom this guest was merged.
    pub named: Option<CustomerId>,
    /// UTC.
    pub closed_at: Timestamp,
    pub business_date: BusinessDate,
    pub net_sales: Money,
    pub reward_used: Money,
    pub voided: bool,
    pub refund: bool,
    pub refund_of: Option<CheckId>,
    pub earned: i64,
    pub spent: i64,
    pub taken: i64,
    pub returned: i64,
    pub items: Vec<String>,
}

/// A guest's checks, newest first.
pub async fn export_checks(
    database: &Database,
    guest: &Guest,
    limit: i64,
) -> Result<Vec<ExportedCheck>, Fault> {
    let checks = sqlx::query_as!(
        ExportedCheck,
        "SELECT pos_check_id AS id, named_customer_id AS named, closed_at, business_date, net_sales, reward_used, voided, refund, refund_of, earned,
           spent, taken, returned, item_ids AS items
         FROM pos_check WHERE pos_id = $1 AND pos_customer_id = $2 ORDER BY closed_at DESC LIMIT $3",
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    );
    Ok(checks.fetch_all(database.pool()).await?)
}

/// A line of the ledger with all stored fields.
pub struct ExportedEntry {
    /// The guest's id, or an ended one.
    pub customer: CustomerId,
    /// When it happened, UTC.
    pub at: Timestamp,
    /// When it was written, UTC.
    pub posted_at: Timestamp,
    pub kind: Kind,
    pub debit: String,
    pub credit: String,
    pub points: i64,
    pub check: Option<CheckId>,
    pub reward: Option<Uuid>,
}

/// A guest's ledger and those of its ended ids, newest first.
pub async fn export_entries(
    database: &Database,
    guest: &Guest,
    limit: i64,
) -> Result<Vec<ExportedEntry>, Fault> {
    let entries = sqlx::query_as!(
        ExportedEntry,
        r#"SELECT e.pos_customer_id AS customer, e.at, e.posted_at, e.kind, e.debit, e.credit, e.points,
             e.pos_check_id AS "check", e.reward_id AS reward
           FROM (SELECT $2 AS id UNION SELECT pos_customer_id FROM customer WHERE pos_id = $1 AND merged_into = $2) AS n
           JOIN entry AS e ON e.pos_id = $1 AND e.pos_customer_id = n.id
           ORDER BY e.at DESC, e.entry_id DESC LIMIT $3"#,
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    );
    Ok(entries.fetch_all(database.pool()).await?)
}
