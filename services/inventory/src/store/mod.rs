//! SQL, on kit's transaction type, and the object store that holds the pictures.

mod changes;
mod checks;
mod codes;
mod edits;
mod https;
mod items;
mod list;
mod locations;
mod objects;
mod pictures;
mod promotions;
mod rows;

pub use changes::{Change, announce, changes_after, forget_changes};
pub use checks::{SoldChecks, forget_sold, keep_checks, sold_checks, sold_since};
pub use codes::{free_code, reserve_code, take_offer_step};
pub use edits::{Edit, EditRow, Editor, add_edits, page_of_edits, rename_editor};
pub use items::{Items, find_item, items, locations_with_item, save_items};
pub use list::{ItemCursor, ItemQuery, page_of_items};
pub use locations::{due_items, leap_locations, lock_due_locations, lock_locations, raise_versions};
pub use objects::Objects;
pub use pictures::{keep_picture, remove_retired, retire_unused, touch_picture, uploaded_here};
pub use promotions::{PromotionCursor, PromotionQuery, PromotionRow, page_of_promotions};

/// Postgres's date of a business date.
fn sql_date(date: saffron_core::BusinessDate) -> jiff_sqlx::Date {
    jiff_sqlx::Date::from(date.date())
}

/// The business date of a Postgres date.
fn business_date(date: jiff_sqlx::Date) -> saffron_core::BusinessDate {
    saffron_core::BusinessDate::from_date(date.to_jiff())
}

/// Postgres's timestamptz of a moment.
fn sql_time(at: jiff::Timestamp) -> jiff_sqlx::Timestamp {
    jiff_sqlx::Timestamp::from(at)
}

/// What the database holds was checked when it was written.
fn stored<T, E: std::fmt::Display>(parsed: Result<T, E>) -> Result<T, saffron_kit::Fault> {
    parsed.map_err(|e| saffron_kit::Fault::Permanent(format!("stored value: {e}")))
}
