use jiff::civil::DateTime;
use saffron_core::fact::Check;
use saffron_core::{BusinessDate, CheckId, Error, Money, PosId, Span};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::{business_date, sql_date, stored};

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
    pub fn at(row: &CheckRow) -> Result<Cursor, Fault> {
        Ok(Cursor {
            business_date: row.business_date,
            close_time: row.close_time,
            check_id: stored(row.check_id.parse())?,
        })
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<Cursor, Error> {
        let read = || {
            let mut parts = text.splitn(3, '~');
            Some(Cursor {
                business_date: parts.next()?.parse().ok()?,
                close_time: parts.next()?.parse().ok().filter(|at: &DateTime| at.year() > 0)?,
                check_id: parts.next()?.parse().ok()?,
            })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The time to its last digit: checks of one second follow each other by it.
        write!(f, "{}~{}~{}", self.business_date, self.close_time, self.check_id)
    }
}

/// What a list of checks is searched for: a part of a check number, payment type or employee's name, or an
/// amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// In lower case.
    text: String,
    /// Where the text is an amount of money.
    cents: Option<i64>,
}

impl Search {
    /// The longest that is looked for, in characters.
    const LONGEST: usize = 100;

    /// Reads what somebody typed; none where it is blank.
    pub fn parse(text: &str) -> Result<Option<Search>, Error> {
        let text = text.trim().to_lowercase();
        if text.chars().count() > Search::LONGEST {
            return Err(Error::invalid("search", "may have at most 100 characters"));
        }
        let amount = text.trim_start_matches('$').replace(',', "");
        let cents = Money::parse_dollars(&amount).ok().map(Money::cents);
        Ok((!text.is_empty()).then_some(Search { text, cents }))
    }
}

/// Checks of a location, newest first.
pub async fn page_of_checks(
    database: &Database,
    pos_id: &PosId,
    span: Span,
    search: Option<&Search>,
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
             AND ($8::text IS NULL OR strpos(lower(pos_check_id), $8) > 0 OR strpos(lower(employee_name), $8) > 0
               OR EXISTS (SELECT 1 FROM unnest(payment_types) AS t (tender) WHERE strpos(lower(tender), $8) > 0)
               OR $9::bigint IN (gross_sales, gross_payment, gross_payment - gross_tips))
           ORDER BY business_date DESC, close_time DESC, pos_check_id DESC
           LIMIT $7"#,
        pos_id.as_str(),
        sql_date(span.from) as jiff_sqlx::Date,
        sql_date(after.map_or(span.to, |cursor| cursor.business_date.min(span.to))) as jiff_sqlx::Date,
        after.map(|cursor| sql_date(cursor.business_date)) as Option<jiff_sqlx::Date>,
        after.map(|cursor| jiff_sqlx::DateTime::from(cursor.close_time)) as Option<jiff_sqlx::DateTime>,
        after.map(|cursor| cursor.check_id.to_string()),
        limit,
        search.map(|search| search.text.as_str()),
        search.and_then(|search| search.cents)
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
pub async fn find_check(
    database: &Database,
    pos_id: &PosId,
    check_id: &CheckId,
) -> Result<Option<Check>, Fault> {
    // By its date alone Postgres goes to one partition; joined with the check it would look at all of them.
    let mut snapshot = database.snapshot().await?;
    let date = sqlx::query_scalar!(
        "SELECT business_date FROM pos_check WHERE pos_id = $1 AND pos_check_id = $2",
        pos_id.as_str(),
        check_id.as_str()
    )
    .fetch_optional(snapshot.conn())
    .await?;
    let Some(date) = date else { return Ok(None) };
    let fact = sqlx::query_scalar!(
        "SELECT fact FROM check_fact WHERE pos_id = $1 AND business_date = $2 AND pos_check_id = $3",
        pos_id.as_str(),
        date as jiff_sqlx::Date,
        check_id.as_str()
    )
    .fetch_optional(snapshot.conn())
    .await?;
    snapshot.end().await?;
    fact.map(|fact| stored(serde_json::from_str(&fact))).transpose()
}
