//! HTTPS to the SMS provider, on the TLS that the rest of the house uses.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use saffron_kit::Fault;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// Makes calls.
pub(super) type Https = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// Opens connections with the certificates that the machine trusts; an `http://` address is spoken to plainly.
///
/// # Errors
/// If the machine has no certificates.
pub(super) fn https() -> Result<Https, Fault> {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT));
    let connector = HttpsConnectorBuilder::new()
        .with_native_roots()
        .map_err(|e| Fault::Permanent(format!("certificates of this machine: {e}")))?
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp);
    Ok(Client::builder(TokioExecutor::new()).pool_idle_timeout(IDLE).build(connector))
}
