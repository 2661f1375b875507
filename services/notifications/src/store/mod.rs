//! SQL, on kit's transaction type, and the push services.
//!
//! Who writes into inboxes holds their rows first, in order ([`hold_inboxes`]); rows of `happening` are locked before.

mod cards;
mod communications;
mod days;
mod devices;
mod ended;
mod happenings;
mod jobs;
mod list;
mod locations;
mod mails;
mod people;
mod push;
mod rules;

pub use cards::{
    forget_card_communications, forget_card_happenings, hold_card_account, note_former, note_newest,
    note_unless_known, told_of_cards,
};
pub use communications::{
    NewCommunication, fold, forget_communications, heads, hold_inboxes, insert_communications, known,
    mark_all, mark_until, mark_viewed, unread, unread_at,
};
pub use days::{OpenDay, forget_days, mark_digested, note_days, open_days};
pub use devices::{
    Device, NewDevice, add_device, devices_of, find_device, hold_endpoint, list_devices, remove_device,
    remove_endpoint, remove_sessions, saw_success,
};
pub use ended::{forget_left, forget_sessions, is_ended, left_since, note_ended, note_left};
pub use happenings::{
    Claimed, Note, claim_happenings, forget_checks, forget_happenings, hold_happening, mark_told, note,
    postpone,
};
pub use jobs::{Job, NewJob, claim_jobs, drop_job, drop_jobs_of, put_jobs, retry_job, waiting_jobs};
pub use list::{CommunicationCursor, CommunicationRow, page_of_communications};
pub use locations::{Place, describe_location, find_places};
pub use mails::{MailJob, claim_mails, drop_mail, drop_mails_of, put_mails, retry_mail, waiting_mails};
pub use people::delete_person;
pub use push::{Push, PushFault, PushServices};
pub use rules::{
    Setting, least_thresholds, newer_checks, rules_of, rules_of_person, save_rules, save_setting, settings_of,
};

use jiff::Timestamp;
use saffron_core::{BusinessDate, UserId};
use saffron_kit::Fault;
use uuid::Uuid;

/// Postgres's time of a moment.
fn sql_time(at: Timestamp) -> jiff_sqlx::Timestamp {
    jiff_sqlx::Timestamp::from(at)
}

/// Postgres's date of a business date.
fn sql_date(date: BusinessDate) -> jiff_sqlx::Date {
    jiff_sqlx::Date::from(date.date())
}

/// What the database holds was checked when it was written.
fn stored<T, E: std::fmt::Display>(parsed: Result<T, E>) -> Result<T, Fault> {
    parsed.map_err(|e| Fault::Permanent(format!("stored value: {e}")))
}

/// People as a column.
fn ids<'a>(users: impl IntoIterator<Item = &'a UserId>) -> Vec<Uuid> {
    users.into_iter().map(|user| user.0).collect()
}
