//! SQL, on kit's transaction type, and the push services.
//!
//! A transaction that writes to inboxes first locks them, in order ([`lock_inboxes`]); rows of `happening` are locked before.

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
    add_card_happening, delete_card_communications, delete_card_happenings, lock_card_account,
    people_with_card_communications, set_former_account,
};
pub use checks::newer_checks;
pub use communications::{
    Communication, NewCommunication, add_to_count, insert_communications, latest_shown, lock_inboxes,
    mark_all, mark_viewed, page_of_communications, recipients, unread, unread_at,
};
pub use days::{OpenDay, add_days, delete_days, mark_digested, open_days};
pub use departures::{delete_person, has_ended, left_since, mark_ended, mark_left};
pub use devices::{
    Device, NewDevice, add_device, devices_of, find_device, list_devices, lock_endpoint, mark_success,
    remove_device, remove_devices_of_sessions, remove_endpoint,
};
pub use happenings::{
    DueHappening, HAPPENINGS, NewHappening, add_happenings, claim_happenings, lock_happening, mark_delivered,
};
pub use locations::{Location, describe_location, find_locations};
pub use mails::{MAILS, MailJob, claim_mails, delete_mails, queue_mails};
pub use push::{Push, PushFault, PushServices};
pub use push_jobs::{NewPushJob, PUSHES, PushJob, claim_pushes, delete_pushes, queue_pushes};
pub use rules::{Setting, least_thresholds, rules_of, save_rules, save_setting, settings_of};

use crate::domain::{Happening, Kind};

saffron_core::held_as_text!(Kind);
saffron_core::held_as!(
    String: Happening,
    |happening| serde_json::to_string(happening).unwrap_or_default(),
    |text: String| serde_json::from_str::<Happening>(&text)
);
