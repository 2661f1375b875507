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

pub use card_accounts::*;
pub use checks::*;
pub use communications::*;
pub use days::*;
pub use departures::*;
pub use devices::*;
pub use happenings::*;
pub use locations::*;
pub use mails::*;
pub use push::*;
pub use push_jobs::*;
pub use rules::*;

use crate::domain::{Happening, Kind};

saffron_core::held_as_text!(Kind);
saffron_core::held_as!(
    String: Happening,
    |happening| serde_json::to_string(happening).unwrap_or_default(),
    |text: String| serde_json::from_str::<Happening>(&text)
);
