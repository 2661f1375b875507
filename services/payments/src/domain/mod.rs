//! The provider's objects, their states and fees, and weeks of online orders. No I/O.

mod check;
mod failure;
mod fee;
mod id;
mod kind;
mod net;
mod notice;
mod objects;
mod payout;
mod redacted;
mod shape;
mod signature;
mod state;
mod typed;
mod week;

pub use check::{OnlineShare, PaidCheck};
pub use failure::{card_failure, payout_failure};
pub use fee::{Amount, Fee};
pub use id::ProviderId;
pub use kind::Kind;
pub use net::net;
pub use notice::{Notice, Stale};
pub use objects::{Objects, Read};
pub use payout::PayoutState;
pub use redacted::redacted;
pub use shape::{BalanceTransaction, Dispute, PaymentIntent, Payout, Refund};
pub use signature::Signature;
pub use state::PaymentState;
pub use typed::{Note, PaymentSearch, PaymentStatus};
pub use week::Week;
