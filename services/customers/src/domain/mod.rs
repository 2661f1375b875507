//! Types and rules of guests, points, rewards and the percentage. No I/O.

mod account;
mod check;
mod contact;
mod erasure;
mod ledger_changes;
mod merge;
mod percent;
mod redemption;
mod refund;
mod reward;
mod segment;

use saffron_core::{CustomerId, PosId};

pub use account::{Account, Book, Grant, Kind, Lot, Posting, Share};
pub use check::{CheckKey, Effect, servings};
pub use contact::{Contact, Search, phone};
pub use erasure::{Identifier, TombstoneKey, identifiers_in};
pub use ledger_changes::{Figures, LedgerChanges};
pub use merge::{Merge, guests_that_stay};
pub use percent::{History, Percent};
pub use redemption::{OpenItem, Redemption, Serving, assign};
pub use refund::{CheckEffects, Refunds};
pub use reward::{Gift, Message, valid_until};
pub use segment::{Bounds, Segment, Sort, year_before};

/// A guest of a location.
pub type Guest = (PosId, CustomerId);
