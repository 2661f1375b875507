use jiff::civil::DateTime;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::Search;
use crate::domain::CheckRow;

/// The order of checks of several locations.
pub type FoundKey = (BusinessDate, DateTime, (PosId, CheckId));

/// The most employees that a search means.
const MOST_EMPLOYEES: i64 = 50;
/// The most checks with a near amount.
const MOST_NEAR: i64 = 5;

/// The ids of employees whose name contains the search, at these locations: from the rows of months, and from the days of
/// those that are not folded.
async fn employees(database: &Database, pos_ids: &[PosId], search: &Search) -> Result<Vec<String>, Fault> {
    // A name has a letter.
    if !search.text.chars().any(char::is_alphabetic) {
        return Ok(Vec::new());
    }
    let members = sqlx::query_scalar!(
        r#"SELECT DISTINCT member AS "member!" FROM (
             SELECT member FROM rollup_dimension
             WHERE pos_id = ANY($1) AND grain = 1 AND dimension = 1 AND strpos(lower(label), $2) > 0
             UNION ALL
             SELECT d.member FROM month AS m
             JOIN rollup_dimension AS d ON d.pos_id = m.pos_id AND d.grain = 0 AND d.dimension = 1
               AND d.business_date >= m.month AND d.business_date < (m.month + interval '1 month')::date
             WHERE m.pos_id = ANY($1) AND NOT m.folded AND strpos(lower(d.label), $2) > 0
           ) AS employee
           WHERE member <> '' LIMIT $3"#,
        pos_ids as &[PosId],
        search.text,
        MOST_EMPLOYEES
    );
    Ok(members.fetch_all(database.pool()).await?)
}

/// Checks of all dates at these locations, newest first: with the searched amount (with or without the tip, or as net
/// sales; of refunds too), with this number, of an employee of this name, or one of `visits`. By indexes
/// alone.
pub async fn find_checks(
    database: &Database,
    pos_ids: &[PosId],
    search: &Search,
    visits: &[(PosId, CheckId)],
    after: Option<&FoundKey>,
    limit: i64,
) -> Result<Vec<CheckRow>, Fault> {
    let employees = employees(database, pos_ids, search).await?;
    // `+ 0` keeps Postgres from reading all checks in the order of the list until enough match.
    let found = sqlx::query_as!(
        CheckRow,
        r#"SELECT pos_id, pos_check_id, business_date, open_time, close_time, gross_sales, gross_discounts, gross_tax,
             gross_tips, gross_payment, covers, coalesce(table_name, '') AS "table_name!",
             coalesce(employee_id, '') AS "employee_id!", coalesce(employee_name, '') AS "employee_name!",
             coalesce(order_type, '') AS "order_type!", payment_types, voided, coalesce(refund_of, '') AS "refund_of!",
             out_of_balance, exceptions
           FROM pos_check
           WHERE pos_id = ANY($1) AND closed AND NOT removed
             AND (abs(gross_payment) = $2 OR abs(gross_payment - gross_tips) = $2
               OR abs(gross_sales - gross_discounts) = $2 OR pos_check_id = ANY($3) OR employee_id = ANY($4)
               OR pos_check_id = ANY($5) AND pos_id || '/' || pos_check_id = ANY($6))
             AND ($7::date IS NULL OR (business_date, close_time, pos_id, pos_check_id) < ($7, $8, $9, $10))
           ORDER BY business_date + 0 DESC, close_time DESC, pos_id DESC, pos_check_id DESC LIMIT $11"#,
        pos_ids as &[PosId],
        search.amount(),
        &search.numbers() as &[String],
        &employees,
        &visits.iter().map(|(_, check)| check.clone()).collect::<Vec<_>>() as &[CheckId],
        &visits.iter().map(|(pos_id, check)| format!("{pos_id}/{check}")).collect::<Vec<_>>(),
        after.map(|(date, ..)| *date) as Option<BusinessDate>,
        after.map(|(_, close_time, _)| close_time.to_sqlx()) as Option<jiff_sqlx::DateTime>,
        after.map(|(.., (pos_id, _))| pos_id.as_str()),
        after.map(|(.., (_, id))| id.as_str()),
        limit
    );
    Ok(found.fetch_all(database.pool()).await?)
}

/// The checks of these locations whose charged amount is nearest to an amount (cents), the nearest first.
pub async fn nearest_checks(
    database: &Database,
    pos_ids: &[PosId],
    cents: i64,
) -> Result<Vec<CheckRow>, Fault> {
    let found = sqlx::query_as!(
        CheckRow,
        r#"SELECT near.pos_id AS "pos_id!: PosId", pos_check_id AS "pos_check_id!: CheckId",
             business_date AS "business_date!", open_time AS "open_time!", close_time AS "close_time!",
             gross_sales AS "gross_sales!", gross_discounts AS "gross_discounts!", gross_tax AS "gross_tax!",
             gross_tips AS "gross_tips!", gross_payment AS "gross_payment!", covers AS "covers!",
             coalesce(table_name, '') AS "table_name!", coalesce(employee_id, '') AS "employee_id!",
             coalesce(employee_name, '') AS "employee_name!", coalesce(order_type, '') AS "order_type!",
             payment_types AS "payment_types!", voided AS "voided!", coalesce(refund_of, '') AS "refund_of!",
             out_of_balance AS "out_of_balance!", exceptions AS "exceptions!"
           FROM location AS l
           CROSS JOIN LATERAL (
             (SELECT * FROM pos_check AS n
              WHERE n.pos_id = l.pos_id AND n.closed AND NOT n.removed
                AND abs(n.gross_payment) < $2 AND abs(n.gross_payment) > 0
              ORDER BY abs(n.gross_payment) DESC LIMIT $3)
             UNION ALL
             (SELECT * FROM pos_check AS n
              WHERE n.pos_id = l.pos_id AND n.closed AND NOT n.removed AND abs(n.gross_payment) > $2
              ORDER BY abs(n.gross_payment) LIMIT $3)
           ) AS near
           WHERE l.pos_id = ANY($1)
           ORDER BY abs(abs(gross_payment) - $2), business_date DESC, close_time DESC, near.pos_id, pos_check_id
           LIMIT $3"#,
        pos_ids as &[PosId],
        cents.abs(),
        MOST_NEAR
    );
    Ok(found.fetch_all(database.pool()).await?)
}
