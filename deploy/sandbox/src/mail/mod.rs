//! The mail catcher: an SMTP server that takes every mail and delivers none, with a page that shows what arrived. A
//! program of its own; tests start it in their own process with [`serve`].

mod mailbox;
mod reader;
mod smtp;
mod web;

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;
use saffron_core::Clock;
use tokio_util::sync::CancellationToken;

use crate::server;

pub use mailbox::{Delivery, Mail, Mailbox, Mode, Refusal};
pub use reader::Reader;

/// A mail server that takes every mail, delivers none, and shows what arrived
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where mail is sent to; port 0 takes a free one
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_LISTEN", default_value = "127.0.0.1:8105")]
    pub listen: SocketAddr,
    /// Where its page and its JSON API are; port 0 takes a free one
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_PAGE", default_value = "127.0.0.1:8106")]
    pub page: SocketAddr,
    /// In a container: its engine decides who reaches the page, so other peers than this machine may read it
    #[arg(long, env = "SAFFRON_SANDBOX_PUBLISHED")]
    pub published: bool,
    /// How many mails are kept; the oldest go first
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_KEEP", default_value_t = 2_000)]
    pub keep: usize,
    /// How many deliveries are remembered; see [`Delivery`].
    #[arg(skip = 200_000_usize)]
    pub remember: usize,
    /// The largest mail, in bytes.
    #[arg(skip = 2_usize << 20)]
    pub largest: usize,
    /// Connections open at once; further ones are answered 421.
    #[arg(skip = 256_usize)]
    pub connections: usize,
    /// The time.
    #[arg(skip = Clock::system())]
    pub clock: Clock,
}

impl Config {
    /// A catcher on free ports of this machine.
    #[must_use]
    pub fn new(clock: Clock) -> Config {
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        Config {
            listen: free,
            page: free,
            published: false,
            keep: 2_000,
            remember: 200_000,
            largest: 2 << 20,
            connections: 256,
            clock,
        }
    }
}

/// Runs the catcher until it is stopped.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(config: Config) -> anyhow::Result<()> {
    serve(config, CancellationToken::new()).await?.run("mail catcher").await
}

/// A catcher that is running.
pub type Running = server::Running<Arc<Mailbox>>;

/// Starts a catcher, which accepts connections once this returns.
///
/// # Errors
/// If an address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let ((smtp, address), (web, page)) =
        (server::bind(config.listen).await?, server::bind(config.page).await?);
    let mailbox = Arc::new(Mailbox::new(config, page));
    let smtp = smtp::listen(smtp, mailbox.clone(), shutdown.clone());
    let smtp = tokio::spawn(async move {
        smtp.await;
        Ok(())
    });
    let web = server::serve(web, web::router(mailbox.clone()), shutdown);
    Ok(Running::new(mailbox, "smtp", address, vec![web, smtp]))
}
