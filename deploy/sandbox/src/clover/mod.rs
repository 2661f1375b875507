//! The sandbox Clover: Clover's REST API, as it documents it, over trade that is put in. A program of its own, reached by its
//! address; tests start it in their own process with [`serve`] and put trade in.
//!
//! Its objects are made from the trade with all that is odd about Clover's: one line for each piece, discounts and refunds with
//! the other sign, rates and percentages instead of amounts, lists that are cut and answer for 90 days. Totals are counted from the
//! trade, never from the objects: Clover itself has none. Webhooks are for applications of its market, so that there are none.

mod account;
mod args;
mod demo;
mod fault;
mod grants;
mod http;
mod provider;
mod show;

use std::net::SocketAddr;

use clap::Args;
use saffron_core::{Clock, Secret};
use tokio_util::sync::CancellationToken;

use crate::server;

pub use crate::misbehaviour::Mode;
pub use crate::trade::{DayTotals, Order, Origin, RefundStatus, Return, Site, Stage};
pub use crate::tricks::Tricks;
pub use account::Merchant;
pub use args::{CloverArgs, run};
pub use grants::PERMISSIONS;
pub use provider::Clover;

/// How the stand-in is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_LISTEN", default_value = "127.0.0.1:8109")]
    pub listen: SocketAddr,
    /// The id of the application that may be granted access
    #[arg(long, env = "SAFFRON_CLOVER_SANDBOX_APPLICATION_ID", default_value = "SAFFRONAPP001")]
    pub application_id: String,
    /// The secret of that application.
    #[arg(skip = Secret::new(""))]
    pub application_secret: Secret,
    /// The key of `/sandbox/v1`.
    #[arg(skip = Secret::new(""))]
    pub control_key: Secret,
    /// Other machines reach the port only as far as a container engine lets them
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    pub published: bool,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
}

impl Config {
    /// A stand-in on a free port of this machine, with these secrets and no merchants.
    #[must_use]
    pub fn new(application_secret: &str, control_key: &str, clock: Clock) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            application_id: "SAFFRONAPP001".to_owned(),
            application_secret: Secret::new(application_secret),
            control_key: Secret::new(control_key),
            published: false,
            clock,
        }
    }
}

/// A stand-in that is running.
pub type Running = server::Running<Clover>;

/// Starts a stand-in, which accepts calls once this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    listen(Clover::open(config), shutdown).await
}

/// The same with a stand-in that has its trade already.
async fn listen(clover: Clover, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listener, address) = server::bind(clover.config().listen).await?;
    let parts = vec![server::serve(listener, http::router(clover.clone()), shutdown)];
    Ok(Running::new(clover, "http", address, parts))
}
