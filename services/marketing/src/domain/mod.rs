//! The rules: no I/O.

mod address;
mod areas;
mod code;
mod consent;
mod contact;
mod counters;
mod draft;
mod form;
mod item;
mod mail;
mod message;
mod quiet;
mod segment;
mod token;
mod wish;
mod words;

pub use address::{Address, AddressHash, Hasher, shortened};
pub use code::{Code, Share};
pub use consent::{Standing, Word};
pub use contact::{Contact, Search};
pub use counters::Counters;
pub use draft::{Draft, Raw, RawItem, To};
pub use form::Form;
pub use item::Item;
pub use mail::{Mails, Rendered};
pub use message::{Content, Location, REWARD_NOTICE, Reward, clean_text, text_of};
pub use quiet::awake_at;
pub use segment::{Encoding, segments};
pub use token::{LinkKey, Place};
pub use wish::Wish;
pub use words::{Act, CampaignKind, CampaignState, Change, Channel, Delivery, Exclusion, Outcome};

/// Whose something is: a guest of a location.
pub type Guest = (saffron_core::PosId, saffron_core::CustomerId);
