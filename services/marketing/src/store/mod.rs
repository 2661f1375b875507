//! SQL, on kit's transaction type, and the SMS provider.
//!
//! Who moves recipients of a campaign holds the campaign's row first ([`hold_campaign`]): so its counters are exact, and
//! what is read of its recipients stands. Rows of `standing` are locked last.

mod campaigns;
mod checks;
mod consents;
mod contacts;
mod guest_texts;
mod ledger;
mod locations;
mod messages;
mod outcomes;
mod people;
mod recipients;
mod restored;
mod rewards;
mod sms;
mod sweep;
#[cfg(test)]
mod tests;
mod texts;
mod till_words;
mod work;

pub use campaigns::{
    Campaign, CampaignCursor, find_campaign, hold_campaign, hold_unfinished, insert_campaign,
    page_of_campaigns, save_campaign, unannounced,
};
pub use checks::{NewCheck, code_results, known_checks, move_results, put_checks};
pub use consents::{Entry, EntryCursor, EntryRow, Scope, hear, hold_number, page_of_entries, standings};
pub use contacts::{
    add_tombstones, contacts_at, find_contact, forget_guest, forget_recipients, keep_upserts, kept_guests,
    known_tombstones,
};
pub use guest_texts::{
    GuestText, TextCursor, TextFilter, forget_old_texts, forget_texts, insert_text, page_of_texts,
    texts_since,
};
pub use locations::{
    Described, describe_location, find_location, hold_locations, share_location, touch_location,
};
pub use messages::{MessageCursor, MessageRow, page_of_messages};
pub use outcomes::{OutcomeCursor, OutcomeRow, page_of_outcomes};
pub use people::{PersonCursor, PersonRow, page_of_people};
pub use recipients::{
    DueRow, NewRecipient, PlaceRow, RowMove, counted, due_rows, find_place, insert_recipients, last_texted,
    mark_opted_out, move_rows, next_due, rows_in_hand, waiting_rows,
};
pub use restored::{forget_rewards_before, settle_as_unknown};
pub use rewards::{RewardToTell, due_rewards, forget_reward, note_reward, reward_again};
pub use sms::{Sms, SmsFault};
pub use sweep::{erasures_pending, note_erasure, sweep};
pub use texts::{forget_old_statuses, keep_status, name_texts};
pub use till_words::{TillWord, hear_tills};
pub use work::{
    Next, drop_worker, hold_lease, hold_pace, lost_workers, move_pace, next_campaign, rows_of_worker,
    take_lease, waiting,
};

use jiff::Timestamp;
use saffron_kit::Fault;

use crate::domain::AddressHash;

/// Postgres's time of a moment.
fn sql_time(at: Timestamp) -> jiff_sqlx::Timestamp {
    jiff_sqlx::Timestamp::from(at)
}

/// What the database holds was checked when it was written.
fn stored<T, E: std::fmt::Display>(parsed: Result<T, E>) -> Result<T, Fault> {
    parsed.map_err(|e| Fault::Permanent(format!("stored value: {e}")))
}

/// A hash of a column.
fn hash(bytes: Vec<u8>) -> Result<AddressHash, Fault> {
    stored(bytes.try_into().map(AddressHash).map_err(|_| "no hash"))
}

/// Hashes as a column.
fn hashes<'a>(hashes: impl IntoIterator<Item = &'a AddressHash>) -> Vec<Vec<u8>> {
    hashes.into_iter().map(|hash| hash.0.to_vec()).collect()
}
