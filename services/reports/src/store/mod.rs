//! SQL, on kit's transaction type.

mod checks;
mod days;
mod facts;
mod months;
mod parts;
mod reports;
mod rollups;

pub use checks::{CheckRow, Cursor, Search, find_check, locations_with_check, page_of_checks};
pub use days::days_now;
pub use facts::{NewChecks, NewShifts, leap_versions, replace_checks, replace_shifts, take_versions};
pub use months::{hold_location, make_months_ahead, mark_folded, months_to_fold, unfold};
pub use reports::{
    Answered, Cashiers, ItemLevel, cashiers, daily, dimension, hourly, items, labor, payments,
};
pub use rollups::{fold_rollups, move_rollups};

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
