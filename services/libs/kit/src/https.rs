//! Calls to the outside by HTTP: one way to open connections, on one TLS, with the certificates that the machine trusts.

use std::time::Duration;

use bytes::Buf;
use http_body::Body;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use crate::Fault;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// Makes calls that carry such bodies. It sets no deadline of its own: each call has one.
pub type Https<B> = Client<HttpsConnector<HttpConnector>, B>;

/// Opens connections as they are needed; an `http://` address is spoken to plainly.
///
/// # Errors
/// If the machine has no certificates.
pub fn https<B>() -> Result<Https<B>, Fault>
where
    B: Body + Send,
    B::Data: Buf + Send,
{
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
