//! Types and rules; no I/O.

mod amount;
mod check;
mod failure;
mod fee;
mod harvest;
mod id;
mod named;
mod net;
mod odd;
mod payout;
mod shape;
mod signature;
mod state;
mod week;

pub use amount::Amount;
pub use check::{OnlineShare, PaidCheck};
pub use failure::{card_failure, payout_failure};
pub use fee::Fee;
pub use harvest::{Harvest, Read};
pub use id::ProviderId;
pub use named::{Kind, Named, Notice};
pub use net::net;
pub use odd::odd;
pub use payout::PayoutState;
pub use shape::{BalanceTransaction, Charge, Dispute, PaymentIntent, Payout, Refund};
pub use signature::Signature;
pub use state::PaymentState;
pub use week::Week;
