//! Campaigns: previewed, created, sent by workers, paused and stopped.

pub(super) mod announce;
mod change_campaign;
mod preview;
pub(super) mod recipients;
mod send_campaign;
mod send_test;
mod sending;

pub use announce::announce_delayed;
pub use change_campaign::{change_campaign, no_such_campaign};
pub use preview::{Preview, preview};
pub use send_campaign::{NewCampaign, send_campaign};
pub use send_test::send_test;
pub use sending::{recover_lost_workers, run_sending};
