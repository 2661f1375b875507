//! What changes state: one use case a file, one transaction each.

pub mod create_link_code;
mod describe;
mod hasher;
pub mod housekeeping;
pub mod link_location;
pub mod login;
pub mod logout;
pub mod provision_location;
pub mod resolve_session;
pub mod sign_up;
mod slow_down;
pub mod unlink_location;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_kit::token::TokenSigner;

use crate::domain::Vendors;
use hasher::Hasher;

/// What the use cases stand on.
pub struct App {
    /// Auth's own.
    pub database: Database,
    signer: TokenSigner,
    vendors: Vendors,
    hasher: Hasher,
}

impl App {
    /// # Errors
    /// If no password can be hashed.
    pub fn new(database: Database, signer: TokenSigner, vendors: Vendors) -> Result<App, Fault> {
        Ok(App { database, signer, vendors, hasher: Hasher::new()? })
    }

    fn now(&self) -> Timestamp {
        self.database.clock().now()
    }
}
