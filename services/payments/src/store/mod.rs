//! SQL, on kit's transaction type; and the card provider, which is asked from here alone.

mod accounts;
mod checks;
mod clearing;
mod lists;
mod locations;
mod mirror;
mod mismatches;
mod one;
mod provider;
mod reads;
mod stale;
#[cfg(test)]
mod tests;
mod weeks;

pub use accounts::{
    Polled, due_polls, note_events, note_history, note_polled, oldest_read, poll_again, start_history,
    unread_history,
};
pub use checks::{NewCheck, known_checks, put_checks};
pub use clearing::{clear_some, hold_one_to_clear, note_cleared};
pub use lists::{
    Filter, ObjectRow, Place, page_of_intents, page_of_payouts, page_of_transactions, sums_of_payout,
};
pub use locations::{
    Account, account_of, as_of, bump_versions, hold_account, hold_locations, set_account, share_account,
    whose_event,
};
pub use mirror::put;
pub use mismatches::{Mismatch, MismatchCursor, MismatchKind, page_of_mismatches};
pub use one::{dispute_of, find_check, find_intent, payout_of_intent, refunds_of, tenders_of};
pub use provider::{Changed, ListPage, Provider, ProviderFault};
pub use reads::{forget_notices, mark_open, take_notices};
pub use stale::{Claimed, PutBack, claim, mark, next_read, put_back, settle_marks, tell_freshness, waiting};
pub use weeks::{WeekRow, move_weeks, page_of_weeks, week};

use saffron_core::BusinessDate;
use saffron_kit::Fault;

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
