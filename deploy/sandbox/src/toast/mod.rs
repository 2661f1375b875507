//! The sandbox Toast: Toast's APIs for clients with standard access, as it documents them, over trade that is put in. A program of
//! its own, reached by its address; tests start it in their own process with [`serve`] and put trade in.
//!
//! Its objects are made from the trade with all that is odd about Toast's: amounts are decimals, prices hold discounts and modifiers,
//! rounding is a charge, refunds sit inside payments and do not change their orders, names are in other lists. Totals are counted
//! from the trade, never from the objects. There is no webhook.

mod account;
mod args;
mod clients;
mod demo;
mod fault;
mod http;
mod limits;
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
pub use account::Restaurant;
pub use args::{ToastArgs, run};
pub use clients::SCOPES;
pub use provider::Toast;

/// How the stand-in is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_TOAST_SANDBOX_LISTEN", default_value = "127.0.0.1:8110")]
    pub listen: SocketAddr,
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
    /// A stand-in on a free port of this machine, with this key and no restaurants.
    #[must_use]
    pub fn new(control_key: &str, clock: Clock) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            control_key: Secret::new(control_key),
            published: false,
            clock,
        }
    }
}

/// A stand-in that is running.
pub type Running = server::Running<Toast>;

/// Starts a stand-in, which accepts calls once this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    listen(Toast::open(config), shutdown).await
}

/// The same with a stand-in that has its trade already.
async fn listen(toast: Toast, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let (listener, address) = server::bind(toast.config().listen).await?;
    let parts = vec![server::serve(listener, http::router(toast.clone()), shutdown)];
    Ok(Running::new(toast, "http", address, parts))
}
