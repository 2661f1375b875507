//! HTTP itself: envelope, errors, bodies, who comes from where, limits, headers, files.

pub mod address;
pub mod envelope;
pub mod guard;
pub mod headers;
pub mod json;
pub mod limits;
pub mod notification;
pub mod page;
pub mod routes;
pub mod web;

use std::net::SocketAddr;

use axum::Router;
use axum::serve::ListenerExt as _;
use saffron_kit::{CancellationToken, Fault};
use tokio::net::TcpListener;

/// Serves until `shutdown`, then until every request in hand is answered.
pub async fn serve(listener: TcpListener, router: Router, shutdown: CancellationToken) -> Result<(), Fault> {
    // An event must not wait for a packet to fill up.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
    });
    axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(shutdown.cancelled_owned())
        .await
        .map_err(|e| Fault::Permanent(format!("HTTP server: {e}")))
}
