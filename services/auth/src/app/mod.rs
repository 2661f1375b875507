//! What changes state: one use case a file, one transaction each.

pub mod card_accounts;
pub mod change_password;
pub mod confirm_sign_up;
pub mod create_link_code;
mod describe;
pub mod end_sessions;
pub mod erase_person;
mod hasher;
pub mod housekeeping;
mod known_device;
pub mod link_location;
pub mod login;
pub mod logout;
mod note;
pub mod people;
pub mod provision_location;
pub mod request_reset;
pub mod reset_password;
pub mod resolve_session;
pub mod restored;
pub mod send_mails;
pub mod sign_up;
mod slow_down;
pub mod unlink_location;
pub mod update_profile;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_kit::picture::Easel;
use saffron_kit::token::TokenSigner;
use tokio::sync::Notify;

use crate::domain::picture::{FRAME, MOST_MEBIBYTES};
use crate::domain::{CardVendors, Vendors};
use hasher::Hasher;

/// What the use cases stand on.
pub struct App {
    /// Auth's own.
    pub database: Database,
    signer: TokenSigner,
    vendors: Vendors,
    card_vendors: CardVendors,
    hasher: Hasher,
    easel: Easel,
    /// Mails wait.
    mails: Notify,
}

impl App {
    pub fn new(
        database: Database,
        signer: TokenSigner,
        vendors: Vendors,
        card_vendors: CardVendors,
    ) -> Result<App, Fault> {
        let (easel, hasher) = (Easel::new(FRAME, MOST_MEBIBYTES), Hasher::new()?);
        Ok(App { database, signer, vendors, card_vendors, hasher, easel, mails: Notify::new() })
    }

    /// Mails were asked for.
    fn wake_mailer(&self) {
        self.mails.notify_one();
    }

    fn now(&self) -> Timestamp {
        self.database.clock().now()
    }
}
