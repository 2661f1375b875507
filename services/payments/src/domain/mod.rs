//! The provider's objects, their states and fees, and weeks of online orders. No I/O.

mod check;
mod id;
mod kind;
mod notice;
mod objects;
mod recorded;
mod redacted;
mod shape;
mod signature;
mod summary;
mod typed;
mod week;

pub use check::{OnlineShare, PaidCheck};
pub use id::{ProviderId, prefix_of};
pub use kind::Kind;
pub use notice::{Notice, Stale};
pub use objects::{Objects, Read};
pub use recorded::{Held, RecordedKey, awaits_answer, recorded_key, recorded_of};
pub use redacted::redacted;
pub use shape::{BalanceTransaction, Dispute, PaymentIntent, Payout, Refund};
pub use signature::Signature;
pub use summary::{Amount, Fee, PaymentState, PayoutState, card_failure, net};
pub use typed::{Note, PaymentSearch, PaymentStatus};
pub use week::Week;
