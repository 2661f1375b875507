//! What Saffron says of payments and payouts: their states, fees and net amounts.

mod failure;
mod fee;
mod net;
mod payout;
mod state;

pub use failure::card_failure;
use failure::payout_failure;
pub use fee::{Amount, Fee, online_fee};
pub use net::net;
pub use payout::PayoutState;
pub use state::PaymentState;
