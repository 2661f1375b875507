//! The mail catcher: an SMTP server that takes every mail and delivers none, with a page to look at what arrived. A
//! program of its own; tests start it in their own process with [`serve`].

mod args;
mod post;
mod reader;
mod smtp;
mod web;

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use anyhow::Context as _;
use saffron_core::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use args::{MailArgs, run};
pub use post::{Delivery, Mail, Mode, Post, Refusal};
pub use reader::Reader;

/// How the catcher is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where mail is sent to; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where its page and its JSON API are; port 0 takes a free one.
    pub page: SocketAddr,
    /// Who reaches the page is decided by the engine of a container: peers other than this machine may look too.
    pub published: bool,
    /// How many mails are kept; the oldest go first.
    pub keep: usize,
    /// How many deliveries are remembered; see [`Delivery`].
    pub remember: usize,
    /// The largest mail, in bytes.
    pub largest: usize,
    /// Connections open at once; further ones are answered 421.
    pub connections: usize,
    /// The time.
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

/// A catcher that is running. Ends when its token is cancelled.
pub struct Running {
    post: Arc<Post>,
    /// Where it takes mail.
    pub address: SocketAddr,
    /// Where its page is.
    pub page: SocketAddr,
    door: JoinHandle<()>,
    web: JoinHandle<std::io::Result<()>>,
}

impl Deref for Running {
    type Target = Post;
    fn deref(&self) -> &Post {
        &self.post
    }
}

impl Running {
    /// The address of its SMTP server, such as `smtp://127.0.0.1:2525`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The address of its page, such as `http://127.0.0.1:8025`.
    #[must_use]
    pub fn page_url(&self) -> String {
        format!("http://{}", self.page)
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If it stopped by itself.
    pub async fn ended(self) -> anyhow::Result<()> {
        self.web
            .await
            .context("the mail catcher's page stopped")?
            .context("the mail catcher's page stopped")?;
        self.door.await.context("the mail catcher stopped")
    }
}

/// Starts a catcher. It is there when this returns.
///
/// # Errors
/// If an address is taken.
pub async fn serve(config: Config, shutdown: CancellationToken) -> anyhow::Result<Running> {
    let bind = |at: SocketAddr| async move {
        TcpListener::bind(at).await.with_context(|| format!("cannot listen on {at}"))
    };
    let (listener, page) = (bind(config.listen).await?, bind(config.page).await?);
    let (address, page_address) = (listener.local_addr()?, page.local_addr()?);
    let post = Arc::new(Post::new(config));
    let door = tokio::spawn(smtp::listen(listener, post.clone(), shutdown.clone()));
    let app = web::router(post.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(page, app).with_graceful_shutdown(async move { shutdown.cancelled().await });
    let web = tokio::spawn(async move { served.await });
    Ok(Running { post, address, page: page_address, door, web })
}
