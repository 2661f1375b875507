use jiff::civil::DateTime;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Check;
use saffron_core::id::PosGiven as _;
use saffron_core::{BusinessDate, CheckId, Error, Money, PosId, Span};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::domain::CheckRow;

/// What a list of checks is searched for: a part of a check number, payment type or employee's name, of
/// the name, reason or approver of a discount or void, or an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// In lower case.
    pub(super) text: String,
    /// The same as an amount of money, where it is one.
    pub(super) cents: Option<i64>,
    /// The number of a check that a POS sent so.
    number: Option<CheckId>,
}

impl Search {
    /// The longest search, in characters.
    const LONGEST: usize = 100;

    /// Reads what a person typed; none where it is blank.
    pub fn parse(text: &str) -> Result<Option<Search>, Error> {
        let sent = text.trim().trim_start_matches('#');
        let number = CheckId::of_sent(sent).ok();
        let text = text.trim().to_lowercase();
        if text.chars().count() > Search::LONGEST {
            return Err(Error::invalid("search", "may have at most 100 characters"));
        }
        let amount = text.trim_start_matches('$').replace(',', "");
        let cents = Money::parse_dollars(&amount).ok().map(Money::cents);
        Ok((!text.is_empty()).then_some(Search { text, cents, number }))
    }

    /// The amount that checks are searched for, cents: without sign, as refunds count too.
    pub fn amount(&self) -> Option<i64> {
        self.cents.map(i64::abs).filter(|cents| *cents > 0)
    }

    /// The check numbers that it may mean.
    pub(super) fn numbers(&self) -> Vec<String> {
        let number = self.text.trim_start_matches('#');
        let sent = self.number.iter().map(ToString::to_string);
        [number.to_owned(), number.to_uppercase()].into_iter().chain(sent).collect()
    }
}

/// Checks of a location, newest first, all or only those with exceptions; `after` is the key of the last check of the page before.
pub async fn page_of_checks(
    database: &Database,
    pos_id: &PosId,
    span: Span,
    (search, only_exceptions): (Option<&Search>, bool),
    after: Option<&(BusinessDate, DateTime, CheckId)>,
    limit: i64,
) -> Result<Vec<CheckRow>, Fault> {
    let page = sqlx::query_as!(
        CheckRow,
        r#"SELECT pos_id, pos_check_id, business_date, open_time, close_time, gross_sales, gross_discounts, gross_tax,
             gross_tips, gross_payment, covers, coalesce(table_name, '') AS "table_name!",
             coalesce(employee_id, '') AS "employee_id!", coalesce(employee_name, '') AS "employee_name!",
             coalesce(order_type, '') AS "order_type!", payment_types, voided, coalesce(refund_of, '') AS "refund_of!",
             out_of_balance, exceptions
           FROM pos_check
           WHERE pos_id = $1 AND business_date BETWEEN $2 AND $3 AND closed AND NOT removed
             AND ($4::date IS NULL OR (business_date, close_time, pos_check_id) < ($4, $5, $6))
             AND (NOT $10 OR exceptions <> 0)
             AND ($8::text IS NULL OR strpos(lower(pos_check_id), $8) > 0 OR strpos(lower(employee_name), $8) > 0
               OR EXISTS (SELECT 1 FROM unnest(payment_types || reasons) AS t (text) WHERE strpos(lower(text), $8) > 0)
               OR pos_check_id = $11
               OR $9::bigint IN (gross_sales, gross_payment, gross_payment - gross_tips))
           ORDER BY business_date DESC, close_time DESC, pos_check_id DESC
           LIMIT $7"#,
        pos_id.as_str(),
        span.from as BusinessDate,
        after.map_or(span.to, |(date, ..)| span.to.min(*date)) as BusinessDate,
        after.map(|(date, ..)| *date) as Option<BusinessDate>,
        after.map(|(_, close_time, _)| close_time.to_sqlx()) as Option<jiff_sqlx::DateTime>,
        after.map(|(.., id)| id.as_str()),
        limit,
        search.map(|search| search.text.as_str()),
        search.and_then(|search| search.cents),
        only_exceptions,
        search.and_then(|search| search.number.as_ref()).map(CheckId::as_str)
    );
    Ok(page.fetch_all(database.pool()).await?)
}

/// The facts behind these checks of a location, whose business dates lie in the span.
pub async fn facts_of_checks(
    database: &Database,
    pos_id: &PosId,
    span: Span,
    ids: &[&CheckId],
) -> Result<Vec<Check>, Fault> {
    let facts = sqlx::query_scalar!(
        "SELECT fact FROM check_fact
         WHERE pos_id = $1 AND business_date BETWEEN $2 AND $3 AND pos_check_id = ANY($4)",
        pos_id.as_str(),
        span.from as BusinessDate,
        span.to as BusinessDate,
        ids as &[&CheckId]
    );
    facts.fetch_all(database.pool()).await?.iter().map(|json| super::fact(json)).collect()
}

/// The first two of these locations that have such a check.
pub async fn locations_with_check(
    database: &Database,
    pos_ids: &[PosId],
    check_id: &CheckId,
) -> Result<Vec<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM pos_check WHERE pos_id = ANY($1) AND pos_check_id = $2 AND NOT removed
         ORDER BY pos_id LIMIT 2",
        pos_ids as &[PosId],
        check_id.as_str()
    );
    Ok(found.fetch_all(database.pool()).await?)
}

/// The order of open checks.
pub type OpenKey = (DateTime, PosId, CheckId);

/// The open checks of these locations, the oldest first; `after` is the key of the last check of the page before.
pub async fn open_checks(
    database: &Database,
    pos_ids: &[PosId],
    after: Option<&OpenKey>,
    limit: i64,
) -> Result<Vec<CheckRow>, Fault> {
    let page = sqlx::query_as!(
        CheckRow,
        r#"SELECT pos_id, pos_check_id, business_date, open_time, close_time, gross_sales, gross_discounts, gross_tax,
             gross_tips, gross_payment, covers, coalesce(table_name, '') AS "table_name!",
             coalesce(employee_id, '') AS "employee_id!", coalesce(employee_name, '') AS "employee_name!",
             coalesce(order_type, '') AS "order_type!", payment_types, voided, coalesce(refund_of, '') AS "refund_of!",
             out_of_balance, exceptions
           FROM pos_check
           WHERE pos_id = ANY($1) AND NOT closed
             AND ($2::timestamp IS NULL OR (open_time, pos_id, pos_check_id) > ($2, $3, $4))
           ORDER BY open_time, pos_id, pos_check_id
           LIMIT $5"#,
        pos_ids as &[PosId],
        after.map(|(open_time, ..)| open_time.to_sqlx()) as Option<jiff_sqlx::DateTime>,
        after.map(|(_, pos_id, _)| pos_id.as_str()),
        after.map(|(.., id)| id.as_str()),
        limit
    );
    Ok(page.fetch_all(database.pool()).await?)
}

/// A check with all its fields, and whether it is closed; none if there is no such check.
pub async fn find_check(
    database: &Database,
    pos_id: &PosId,
    check_id: &CheckId,
) -> Result<Option<(Check, bool)>, Fault> {
    // By its date alone Postgres goes to one partition; joined with the check it would read all of them.
    let mut snapshot = database.snapshot().await?;
    let row = sqlx::query!(
        "SELECT business_date, closed FROM pos_check WHERE pos_id = $1 AND pos_check_id = $2 AND NOT removed",
        pos_id.as_str(),
        check_id.as_str()
    );
    let Some(row) = row.fetch_optional(snapshot.conn()).await? else { return Ok(None) };
    let json = sqlx::query_scalar!(
        "SELECT fact FROM check_fact WHERE pos_id = $1 AND business_date = $2 AND pos_check_id = $3",
        pos_id.as_str(),
        row.business_date as BusinessDate,
        check_id.as_str()
    );
    let json = json.fetch_optional(snapshot.conn()).await?;
    snapshot.end().await?;
    json.map(|json| Ok((super::fact(&json)?, row.closed))).transpose()
}
