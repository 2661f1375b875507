//! SQL, on kit's transaction type.

mod checks;
mod counted;
mod days;
mod facts;
mod items;
mod months;
mod open_shifts;
mod parts;
mod reports;
mod rollups;

pub use checks::{CheckRow, Cursor, Search, find_check, locations_with_check, page_of_checks};
pub use days::days_now;
pub use facts::{NewChecks, NewShifts, leap_versions, replace_checks, replace_shifts, take_versions};
pub use items::{ItemLevel, items};
pub use months::{hold_location, make_months, mark_folded, months_to_fold, unfold};
pub use reports::{Answered, Cashiers, cashiers, daily, dimension, hourly, labor, payments};
pub use rollups::{fold_rollups, move_rollups};

/// Locations up to which a statement that joins a list of them to a table also holds the table's own location against them: so
/// each is asked of the node it lies on (docs/scaling.md). More lie on nearly every node; and Postgres sorts the list again for
/// each of its rows.
const AMONG: usize = 32;

/// That the location of this table is one of a list without repeats, each once in `locations`; nothing where they are many.
fn among(table: &str, list: &str, locations: &[String]) -> String {
    if locations.len() <= AMONG { format!(" AND {table}.pos_id = ANY ({list})") } else { String::new() }
}

/// Each of these locations once.
fn each_once<'a>(pos_ids: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    pos_ids.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().cloned().collect()
}

/// Postgres's date of a business date.
fn sql_date(date: saffron_core::BusinessDate) -> jiff_sqlx::Date {
    jiff_sqlx::Date::from(date.date())
}

/// The business date of a Postgres date.
fn business_date(date: jiff_sqlx::Date) -> saffron_core::BusinessDate {
    saffron_core::BusinessDate::from_date(date.to_jiff())
}

/// What the database holds was checked when it was written.
fn stored<T, E: std::fmt::Display>(parsed: Result<T, E>) -> Result<T, saffron_kit::Fault> {
    parsed.map_err(|e| saffron_kit::Fault::Permanent(format!("stored value: {e}")))
}
