//! Consent: a ledger of statements about addresses, and the standing of each address at each location.

mod ledger;
mod pos;
#[cfg(test)]
mod tests;

pub use ledger::{
    Entry, EntryKey, EntryRow, Scope, apply_statements, lock_number, page_of_entries, standings,
};
pub use pos::{PosConsent, apply_pos_consents};
