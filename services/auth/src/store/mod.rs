//! SQL, on kit's transaction type.

mod accounts;
mod card_accounts;
mod devices;
mod ingest_keys;
mod link_codes;
mod links;
mod locations;
mod mails;
mod pictures;
mod resets;
mod samples;
mod sessions;
mod sign_ups;
mod tries;

use saffron_core::held_as_text;

pub use accounts::*;
pub use card_accounts::*;
pub use devices::*;
pub use ingest_keys::*;
pub use link_codes::*;
pub use links::*;
pub use locations::*;
pub use mails::*;
pub use pictures::*;
pub use resets::*;
pub use samples::*;
pub use sessions::*;
pub use sign_ups::*;
pub use tries::*;

use crate::domain::{IngestKeyKind, MailKind};

held_as_text!(IngestKeyKind, MailKind);
