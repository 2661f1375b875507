use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::sql_date;

/// Makes the partitions of this month and the twelve after it.
///
/// # Errors
/// If the database is away.
pub async fn make_months_ahead(tx: &mut Tx, today: BusinessDate) -> Result<(), Fault> {
    sqlx::query!(
        "SELECT make_check_month(($1::date + make_interval(months => n))::date)::text FROM generate_series(0, 12) AS n",
        sql_date(today) as jiff_sqlx::Date
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(())
}
