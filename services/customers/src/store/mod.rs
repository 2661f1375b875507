//! SQL, on kit's transaction type.

mod checks;
mod contacts;
mod erasures;
mod export;
mod guests;
mod ledger;
mod letters;
mod list;
mod locations;
mod percents;
mod redemptions;
mod rewards;

pub use checks::{NewCheck, known_checks, put_checks, refunds_of, rework, worked_since};
pub use contacts::{Upsert, keep_upserts, kept_guests};
pub use erasures::{
    add_tombstones, addresses_in_use, contacts_of, erasures_heard, erasures_pending, erasures_were_heard,
    forget_guests, known_tombstones, letters_read, letters_were_read, locations_with_tombstones,
    note_erasures, settle_erasures, sweep, tombstones_of,
};
pub use export::{export_checks, export_entries};
pub use guests::{find_recipients, guests_to_expire, meet_guests, open_accounts};
pub use ledger::save;
pub use letters::{delete_kept_letters, kept_letters};
pub use list::{
    Cursor, CustomerRow, PointsCursor, PointsRow, Shared, TwinRow, find_customer, page_of_customers,
    page_of_points, page_of_twins,
};
pub use locations::{bump_versions, hold_location, hold_locations};
pub use percents::{add_percent, history, newest_percents, outstanding, rename_setter};
pub use redemptions::{item_rewards, redeem, servings_of};
pub use rewards::{
    NewReward, RewardRow, find_reward, insert_reward, note_message, rename_granter, reward_words, rewards_of,
};

use saffron_core::BusinessDate;
use saffron_kit::Fault;

use crate::domain::Guest;

/// Postgres's date of a business date.
fn sql_date(date: BusinessDate) -> jiff_sqlx::Date {
    jiff_sqlx::Date::from(date.date())
}

/// The business date of a Postgres date.
fn business_date(date: jiff_sqlx::Date) -> BusinessDate {
    BusinessDate::from_date(date.to_jiff())
}

/// What the database holds was checked when it was written.
fn stored<T, E: std::fmt::Display>(parsed: Result<T, E>) -> Result<T, Fault> {
    parsed.map_err(|e| Fault::Permanent(format!("stored value: {e}")))
}

/// Guests as two columns.
fn columns<'a>(guests: impl IntoIterator<Item = &'a Guest>) -> (Vec<String>, Vec<String>) {
    guests.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip()
}

/// A guest of two columns.
fn guest(pos_id: &str, id: &str) -> Result<Guest, Fault> {
    Ok((stored(pos_id.parse())?, stored(id.parse())?))
}
