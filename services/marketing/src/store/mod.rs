//! SQL, on kit's transaction type, and the SMS provider.
//!
//! A transaction that updates recipients of a campaign first locks the campaign's row ([`lock_campaign`]): so the counters are
//! exact, and the recipients stay as they were read. Rows of `standing` are locked last.

mod campaigns;
mod codes;
mod consents;
mod contacts;
mod erasures;
mod locations;
mod outcomes;
mod own_messages;
mod recipients;
mod rewards;
mod texts;
mod workers;

use std::convert::Infallible;

use saffron_core::{held_as, held_as_text};

pub use campaigns::*;
pub use codes::*;
pub use consents::*;
pub use contacts::*;
pub use erasures::*;
pub use locations::*;
pub use outcomes::*;
pub use own_messages::*;
pub use recipients::*;
pub use rewards::*;
pub use texts::*;
pub use workers::*;

use crate::domain::{
    Act, Address, AddressHash, CampaignKind, CampaignState, Channel, Code, Exclusion, Outcome,
};

held_as_text!(Act, CampaignKind, CampaignState, Channel, Code, Exclusion, Outcome, Scope);
held_as!(&str: Address, |address| address.as_str(), |text: &str| Ok::<_, Infallible>(Address::stored(text)));
held_as!([u8; 32]: AddressHash, |hash| hash.0, |bytes| Ok::<_, Infallible>(AddressHash(bytes)));

/// A column of rows, as a parameter of a statement.
fn column<'r, R, C>(rows: &'r [R], of: impl FnMut(&'r R) -> C) -> Vec<C> {
    rows.iter().map(of).collect()
}
