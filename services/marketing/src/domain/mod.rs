//! Addresses, consent, messages and their limits. No I/O.

mod address;
mod code;
mod consent;
mod contact;
mod counters;
mod draft;
mod form;
mod keyword;
mod kinds;
mod mail;
mod message;
mod quiet;
mod segment;
mod token;

pub use address::{Address, AddressHash, Hasher};
pub use code::{Code, CodeResult};
pub use consent::{Standing, Statement};
pub use contact::{Contact, parse_search};
pub use counters::Counters;
pub use draft::{Draft, RawDraft, To};
pub use form::Form;
pub use keyword::Keyword;
pub use kinds::{Act, CampaignKind, CampaignState, Change, Channel, Delivery, Exclusion, Outcome};
pub use mail::{Mails, Rendered};
pub use message::{Content, Item, Location, REWARD_NOTICE, Reward, clean_text, render_text, until};
pub use quiet::quiet_until;
pub use segment::{Encoding, SegmentPrice, segments};
pub use token::{LinkKey, RecipientKey};

/// A guest of a location.
pub type Guest = (saffron_core::PosId, saffron_core::CustomerId);
