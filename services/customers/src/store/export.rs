use jiff::Timestamp;
use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use super::business_date;
use crate::domain::Guest;

/// A check of a guest as it is kept here. Money in cents.
#[derive(Debug, Clone)]
pub struct ExportedCheck {
    /// Its id.
    pub id: String,
    /// UTC.
    pub closed_at: Timestamp,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Net sales.
    pub net_sales: i64,
    /// Paid with points.
    pub reward_used: i64,
    /// Struck as a whole.
    pub voided: bool,
    /// It refunds another one.
    pub refund: bool,
    /// Points.
    pub earned: i64,
    /// Points.
    pub spent: i64,
    /// The check that it refunds.
    pub refund_of: Option<String>,
    /// Points that its refunds took back of those earned.
    pub taken: i64,
    /// Points that its refunds gave back of those spent.
    pub returned: i64,
    /// What was served.
    pub items: Vec<String>,
}

/// A guest's checks, newest first.
pub async fn export_checks(
    database: &Database,
    guest: &Guest,
    limit: i64,
) -> Result<Vec<ExportedCheck>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_check_id, closed_at, business_date, net_sales, reward_used, voided, refund, refund_of, earned, spent,
           taken, returned, item_ids
         FROM pos_check WHERE pos_id = $1 AND pos_customer_id = $2 ORDER BY closed_at DESC LIMIT $3",
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ExportedCheck {
            id: row.pos_check_id,
            closed_at: row.closed_at.to_jiff(),
            business_date: business_date(row.business_date),
            net_sales: row.net_sales,
            reward_used: row.reward_used,
            voided: row.voided,
            refund: row.refund,
            earned: row.earned,
            spent: row.spent,
            refund_of: row.refund_of,
            taken: row.taken,
            returned: row.returned,
            items: row.item_ids,
        })
        .collect())
}

/// A line of the ledger as it is kept here.
#[derive(Debug, Clone)]
pub struct ExportedEntry {
    /// When it happened, UTC.
    pub at: Timestamp,
    /// When it was written, UTC.
    pub posted_at: Timestamp,
    /// What it tells of.
    pub kind: String,
    /// An account.
    pub debit: String,
    /// An account.
    pub credit: String,
    /// Above 0.
    pub points: i64,
    /// By a check.
    pub check: Option<String>,
    /// By a reward.
    pub reward: Option<Uuid>,
}

/// A guest's ledger, newest first.
pub async fn export_entries(
    database: &Database,
    guest: &Guest,
    limit: i64,
) -> Result<Vec<ExportedEntry>, Fault> {
    let rows = sqlx::query!(
        "SELECT at, posted_at, kind, debit, credit, points, pos_check_id, reward_id FROM entry
         WHERE pos_id = $1 AND pos_customer_id = $2 ORDER BY at DESC, entry_id DESC LIMIT $3",
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ExportedEntry {
            at: row.at.to_jiff(),
            posted_at: row.posted_at.to_jiff(),
            kind: row.kind,
            debit: row.debit,
            credit: row.credit,
            points: row.points,
            check: row.pos_check_id,
            reward: row.reward_id,
        })
        .collect())
}
