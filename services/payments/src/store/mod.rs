//! SQL, on kit's transaction type; and the card provider, which is called from here alone.

mod checks;
mod former_objects;
mod locations;
mod mirror;
mod mismatches;
mod notices;
mod objects;
mod polls;
mod provider;
mod stale;
#[cfg(test)]
mod tests;
mod traces;
mod weeks;

pub use checks::{NewChecks, store_checks, stored_checks};
pub use former_objects::{delete_former_objects, lock_location_to_clear, mark_mirror_empty};
pub use locations::{
    Account, account_of, as_of, location_of_event, lock_account, lock_account_shared, lock_locations,
    set_account,
};
pub use mirror::upsert;
pub use mismatches::{Mismatch, MismatchKind, page_of_mismatches};
pub use notices::store_notices;
pub use objects::{
    Begin, Contents, PageRequest, Related, checks_of, contents_of, find_object, page_of, payout_of_intent,
    related,
};
pub use polls::{
    History, Poll, claim_polls, oldest_poll, poll_again, set_history_cursor, set_last_event, set_polled,
    start_history, unread_histories,
};
pub use provider::{ChangeAnswer, ListPage, Provider, ProviderFault};
pub use stale::{
    Claimed, Failed, STALE, claim, delete_marks, mark_open_objects, mark_stale, next_read_number, reschedule,
    update_as_of,
};
pub use traces::{find_check, tenders_of};
pub use weeks::{add_to_weeks, page_of_weeks, share_of_week};

use std::convert::Infallible;

use saffron_core::{BusinessDate, CheckId, PosId, held_as, held_as_text};

use crate::domain::{Kind, ProviderId, Week};

held_as_text!(Kind, ProviderId);
held_as!(BusinessDate: Week, |week| week.begin(), |date| Ok::<_, Infallible>(Week::of(date)));

/// Keys as two columns.
fn columns<'a>(keys: impl IntoIterator<Item = &'a (PosId, CheckId)>) -> (Vec<String>, Vec<String>) {
    keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip()
}
