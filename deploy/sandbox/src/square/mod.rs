//! The sandbox Square: Square's public API, as it documents it, over trade that is put in. A program of its own, reached
//! by its address; tests start it in their own process with [`serve`] and put trade in.
//!
//! Its objects are made from the trade with all that is odd about Square's: tenders hold the tip and payments do not, lines
//! hold their share of the order's discounts, refunds are orders, the till's orders have no version. Reports are counted
//! from the trade, never from the objects.

mod account;
mod args;
mod demo;
mod event;
mod fault;
mod grants;
mod http;
mod provider;
mod reporting;
mod show;
mod state;
mod trade;
mod webhook;

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use reqwest::Url;
use saffron_core::{Clock, Secret};
use tokio_util::sync::CancellationToken;

use crate::server;

pub use crate::card::Delivery;
pub use crate::misbehaviour::Mode;
pub use crate::tricks::Tricks;
pub use args::{SquareArgs, run};
pub use grants::SCOPES;
pub use provider::Square;
pub use trade::{
    Dispute, Location, Merchant, Order, Origin, Payout, PayoutEntry, RefundStatus, Return, Stage,
    customer_id, discount_id, item_id, job_id, order_id, payment_id, refund_id, team_member_id, timecard_id,
    variation_id,
};
pub use webhook::signature;

/// How the stand-in is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where it listens; port 0 takes a free one
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_LISTEN", default_value = "127.0.0.1:8108")]
    pub listen: SocketAddr,
    /// The id of the application that may be authorized
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_APPLICATION_ID", default_value = "sandbox-sq0idb-saffron")]
    pub application_id: String,
    /// Its redirect URL; without one, it names its own when it asks
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_REDIRECT_URL")]
    pub redirect_url: Option<String>,
    /// The secret of that application.
    #[arg(skip = Secret::new(""))]
    pub application_secret: Secret,
    /// The key of `/sandbox/v1`.
    #[arg(skip = Secret::new(""))]
    pub control_key: Secret,
    /// The address that gets its events.
    #[arg(skip)]
    pub webhook: Option<Webhook>,
    /// Other machines reach the port only as far as a container engine lets them
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    pub published: bool,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
}

impl Config {
    /// A stand-in on a free port of this machine, with these secrets, no merchants and no webhook.
    #[must_use]
    pub fn new(application_secret: &str, control_key: &str, clock: Clock) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            application_id: "sandbox-sq0idb-saffron".to_owned(),
            redirect_url: None,
            application_secret: Secret::new(application_secret),
            control_key: Secret::new(control_key),
            webhook: None,
            published: false,
            clock,
        }
    }
}

/// The address that gets the stand-in's events.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// The address.
    pub url: Url,
    /// The address as the signature names it: what the receiver is known by.
    pub signed_url: String,
    /// The signature key of the subscription.
    pub key: Secret,
    /// The wait before the second try; it doubles with each.
    pub retry: Duration,
    /// How often an event is tried.
    pub tries: u32,
}

/// A stand-in that is running.
pub type Running = server::Running<Square>;

/// Starts a stand-in, which accepts calls once this returns.
///
/// # Errors
/// If the address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    listen(Square::open(config), shutdown).await
}

/// The same with a stand-in that has its trade already.
async fn listen(square: Square, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let webhook = square.config().webhook.clone();
    let (listener, address) = server::bind(square.config().listen).await?;
    let mut parts = vec![server::serve(listener, http::router(square.clone()), shutdown.clone())];
    parts.extend(webhook.map(|webhook| tokio::spawn(webhook::run(square.clone(), webhook, shutdown))));
    Ok(Running::new(square, "http", address, parts))
}
