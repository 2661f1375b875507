//! The use cases: each changes state in one transaction.

mod devices;
mod hasher;
mod ingest_keys;
mod locations;
mod login;
mod passwords;
mod people;
mod profile;
mod rate_limit;
mod send_mails;
mod sessions;
mod sign_up;
mod upkeep;

pub use ingest_keys::*;
pub use locations::*;
pub use login::*;
pub use passwords::*;
pub use people::*;
pub use profile::*;
pub use send_mails::*;
pub use sessions::*;
pub use sign_up::*;
pub use upkeep::*;

use std::net::IpAddr;

use jiff::Timestamp;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_kit::picture::Easel;
use saffron_kit::token::TokenSigner;
use tokio::sync::Notify;

use crate::domain::{CardVendors, FRAME, MAX_MEBIBYTES, Vendors};
use hasher::Hasher;

/// What the use cases share.
pub struct App {
    pub database: Database,
    signer: TokenSigner,
    vendors: Vendors,
    card_vendors: CardVendors,
    hasher: Hasher,
    easel: Easel,
    key_uses: KeyUses,
    /// Wakes the worker that sends mails.
    mails: Notify,
}

impl App {
    pub fn new(
        database: Database,
        signer: TokenSigner,
        (vendors, card_vendors): (Vendors, CardVendors),
    ) -> Result<App, Fault> {
        let (easel, hasher) = (Easel::new(FRAME, MAX_MEBIBYTES), Hasher::new()?);
        let key_uses = KeyUses::default();
        Ok(App { database, signer, vendors, card_vendors, hasher, easel, key_uses, mails: Notify::new() })
    }

    /// The present moment, UTC.
    pub fn now(&self) -> Timestamp {
        self.database.clock().now()
    }
}

/// Logs a sign-in, a refusal, or a change of credentials or links. No text that a person typed is logged; `remote_address` only
/// if it is an IP address.
fn log_access(what: &'static str, user_id: Option<UserId>, remote_address: &str) {
    let user = user_id.map(|id| id.to_string());
    let from = remote_address.trim().parse::<IpAddr>().ok().map(|ip| ip.to_canonical().to_string());
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    tracing::info!(user = or_none(user), from = or_none(from), "{what}");
}
