use jiff::civil::DateTime;
use saffron_core::fact::Check;
use saffron_core::{BusinessDate, CheckId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::{business_date, sql_date, stored};
use crate::domain::Span;

/// A check as lists show it. Money in cents.
#[derive(Debug, Clone)]
pub struct CheckRow {
    /// Unique within the location.
    pub check_id: String,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Wall time.
    pub open_time: DateTime,
    /// Wall time.
    pub close_time: DateTime,
    /// Before discounts.
    pub gross_sales: i64,
    /// Positive.
    pub gross_discounts: i64,
    /// Tax.
    pub gross_tax: i64,
    /// Tips of payments.
    pub gross_tips: i64,
    /// Payments with tips.
    pub gross_payment: i64,
    /// Guests.
    pub covers: i32,
    /// Table.
    pub table: String,
    /// Who served.
    pub employee_id: String,
    /// Who served.
    pub employee_name: String,
    /// Order type.
    pub order_type: String,
    /// Each once.
    pub payment_types: Vec<String>,
    /// Struck as a whole.
    pub voided: bool,
    /// The check it refunds, or empty.
    pub refund_of: String,
}

/// The place in a list after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    business_date: BusinessDate,
    close_time: DateTime,
    check_id: CheckId,
}

impl Cursor {
    /// The place of this check.
    ///
    /// # Errors
    /// If the stored id cannot be read.
    pub fn at(row: &CheckRow) -> Result<Cursor, Fault> {
        Ok(Cursor {
            business_date: row.business_date,
            close_time: row.close_time,
            check_id: stored(row.check_id.parse())?,
        })
    }

    /// Reads what an earlier answer gave.
    ///
    /// # Errors
    /// Invalid, naming cursor.
    pub fn parse(text: &str) -> Result<Cursor, Error> {
        let read = || {
            let mut parts = text.splitn(3, '.');
            Some(Cursor {
                business_date: parts.next()?.parse().ok()?,
                close_time: parts.next()?.parse().ok()?,
                check_id: parts.next()?.parse().ok()?,
            })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Whole seconds without a point, so that the point parts the fields.
        write!(
            f,
            "{}.{}.{}",
            self.business_date,
            self.close_time.strftime("%Y-%m-%dT%H:%M:%S"),
            self.check_id
        )
    }
}

/// Checks of a location, newest first.
///
/// # Errors
/// If the database is away.
pub async fn page_of_checks(
    database: &Database,
    pos_id: &PosId,
    span: Span,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<CheckRow>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT pos_check_id, business_date, open_time, close_time, gross_sales, gross_discounts, gross_tax,
             gross_tips, gross_payment, covers, table_name, employee_id, employee_name, order_type, payment_types,
             voided, refund_of
           FROM pos_check
           WHERE pos_id = $1 AND business_date BETWEEN $2 AND $3
             AND ($4::date IS NULL OR (business_date, close_time, pos_check_id) < ($4, $5, $6))
           ORDER BY business_date DESC, close_time DESC, pos_check_id DESC
           LIMIT $7"#,
        pos_id.as_str(),
        sql_date(span.from) as jiff_sqlx::Date,
        sql_date(after.map_or(span.to, |cursor| cursor.business_date.min(span.to))) as jiff_sqlx::Date,
        after.map(|cursor| sql_date(cursor.business_date)) as Option<jiff_sqlx::Date>,
        after.map(|cursor| jiff_sqlx::DateTime::from(cursor.close_time)) as Option<jiff_sqlx::DateTime>,
        after.map(|cursor| cursor.check_id.to_string()),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| CheckRow {
            check_id: row.pos_check_id,
            business_date: business_date(row.business_date),
            open_time: row.open_time.to_jiff(),
            close_time: row.close_time.to_jiff(),
            gross_sales: row.gross_sales,
            gross_discounts: row.gross_discounts,
            gross_tax: row.gross_tax,
            gross_tips: row.gross_tips,
            gross_payment: row.gross_payment,
            covers: row.covers,
            table: row.table_name.unwrap_or_default(),
            employee_id: row.employee_id.unwrap_or_default(),
            employee_name: row.employee_name.unwrap_or_default(),
            order_type: row.order_type.unwrap_or_default(),
            payment_types: row.payment_types,
            voided: row.voided,
            refund_of: row.refund_of.unwrap_or_default(),
        })
        .collect())
}

/// Which of these locations have such a check.
///
/// # Errors
/// If the database is away.
pub async fn locations_with_check(
    database: &Database,
    pos_ids: &[String],
    check_id: &CheckId,
) -> Result<Vec<String>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM pos_check WHERE pos_id = ANY($1) AND pos_check_id = $2 ORDER BY pos_id LIMIT 2",
        pos_ids,
        check_id.as_str()
    )
    .fetch_all(database.pool())
    .await?;
    Ok(found)
}

/// The whole fact of a check; none if there is no such check.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn find_check(
    database: &Database,
    pos_id: &PosId,
    check_id: &CheckId,
) -> Result<Option<Check>, Fault> {
    let fact = sqlx::query_scalar!(
        "SELECT f.fact FROM pos_check c
         JOIN check_fact f ON f.pos_id = c.pos_id AND f.business_date = c.business_date
           AND f.pos_check_id = c.pos_check_id
         WHERE c.pos_id = $1 AND c.pos_check_id = $2",
        pos_id.as_str(),
        check_id.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    fact.map(|fact| stored(serde_json::from_str(&fact))).transpose()
}
