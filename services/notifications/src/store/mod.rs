//! SQL, on kit's transaction type, and the push services.
//!
//! A writer of inboxes locks their rows first, in order ([`hold_inboxes`]); rows of `happening` are locked before.

mod card_accounts;
mod checks;
mod communications;
mod days;
mod departures;
mod devices;
mod happenings;
mod locations;
mod mails;
mod push;
mod push_jobs;
mod rules;

pub use card_accounts::{
    forget_card_communications, forget_card_happenings, hold_card_account, note_card_event,
    note_former_account, people_with_card_communications,
};
pub use checks::newer_checks;
pub use communications::{
    Communication, NewCommunication, fold, heads, hold_inboxes, insert_communications, mark_all, mark_viewed,
    page_of_communications, recipients, unread, unread_at,
};
pub use days::{OpenDay, forget_days, mark_digested, note_days, open_days};
pub use departures::{delete_person, is_ended, left_since, note_ended, note_left};
pub use devices::{
    Device, NewDevice, add_device, devices_of, find_device, hold_endpoint, list_devices, note_success,
    remove_device, remove_endpoint, remove_sessions,
};
pub use happenings::{
    DueHappening, HAPPENINGS, Note, claim_happenings, hold_happening, mark_delivered, note,
};
pub use locations::{Location, describe_location, find_locations};
pub use mails::{MAILS, MailJob, claim_mails, drop_mails_of, put_mails};
pub use push::{Push, PushFault, PushServices};
pub use push_jobs::{NewPushJob, PUSHES, PushJob, claim_pushes, drop_pushes_of, put_pushes};
pub use rules::{Setting, least_thresholds, rules_of, save_rules, save_setting, settings_of};

use crate::domain::{Happening, Kind};

saffron_core::held_as_text!(Kind);
saffron_core::held_as!(
    String: Happening,
    |happening| serde_json::to_string(happening).unwrap_or_default(),
    |text: String| serde_json::from_str::<Happening>(&text)
);
