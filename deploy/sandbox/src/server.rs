//! A stand-in that runs: its tasks and its address.

use std::net::SocketAddr;
use std::ops::Deref;

use anyhow::Context as _;
use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::progress;

/// A task of a stand-in that runs until it is shut down.
pub(crate) type Part = JoinHandle<anyhow::Result<()>>;

/// A stand-in that is running. It ends when its token is cancelled.
pub struct Running<T> {
    stand_in: T,
    /// The address at which the stand-in listens.
    pub address: SocketAddr,
    scheme: &'static str,
    parts: Vec<Part>,
}

impl<T> Deref for Running<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.stand_in
    }
}

impl<T> Running<T> {
    pub(crate) fn new(
        stand_in: T,
        scheme: &'static str,
        address: SocketAddr,
        parts: Vec<Part>,
    ) -> Running<T> {
        Running { stand_in, address, scheme, parts }
    }

    /// The URL of the stand-in, such as `http://127.0.0.1:8104`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// Waits until the stand-in has ended.
    ///
    /// # Errors
    /// If it ended without being shut down.
    pub async fn ended(self) -> anyhow::Result<()> {
        for part in self.parts {
            part.await.context("a part of the stand-in stopped")??;
        }
        Ok(())
    }

    /// Logs and prints that the stand-in is ready, and waits until it has ended.
    pub(crate) async fn run(self, name: &str) -> anyhow::Result<()> {
        tracing::info!(address = %self.address, "the {name} listens");
        progress::ready();
        self.ended().await
    }
}

/// Binds a listener to an address; port 0 takes a free port.
pub(crate) async fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Serves HTTP until it is shut down.
pub(crate) fn serve(listener: TcpListener, app: Router, shutdown: CancellationToken) -> Part {
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, app).with_graceful_shutdown(shutdown.cancelled_owned());
    tokio::spawn(async move { served.await.context("the HTTP server stopped") })
}
