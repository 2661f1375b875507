//! Calls to the outside by HTTP, with the certificates that the machine trusts.

use std::time::{Duration, Instant};

use bytes::Buf;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;

use crate::deadline::deadline;
use crate::{Fault, metrics};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// An HTTP client for requests with bodies of type `B`. It sets no deadline of its own: each call has one.
#[derive(Debug, Clone)]
pub struct Https<B>(Client<HttpsConnector<HttpConnector>, B>);

impl<B> Https<B>
where
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// Makes a call; it ends for the metrics with the head of its answer, or when it is given up.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn request(&self, request: Request<B>) -> Result<Response<Incoming>, Error> {
        let server = request.uri().host().unwrap_or_default().to_owned();
        self.request_to(server, request).await
    }

    /// As [`Https::request`], counted as a call to `server` where the host is one of many that others choose.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn request_to(&self, server: String, request: Request<B>) -> Result<Response<Incoming>, Error> {
        let mut call = Call { server, begun: Instant::now(), status: None };
        let response = self.0.request(request).await?;
        call.status = Some(response.status().as_u16());
        Ok(response)
    }
}

/// A running call; counted in the metrics when it is dropped.
struct Call {
    server: String,
    begun: Instant,
    status: Option<u16>,
}

impl Drop for Call {
    fn drop(&mut self) {
        metrics::http_called(std::mem::take(&mut self.server), self.status, self.begun.elapsed());
    }
}

/// Opens connections as they are needed; those to an `http://` address are not encrypted.
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
    tcp.set_connect_timeout(Some(deadline(CONNECT)));
    let connector = HttpsConnectorBuilder::new()
        .with_native_roots()
        .map_err(|e| Fault::Permanent(format!("certificates of this machine: {e}")))?
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp);
    Ok(Https(Client::builder(TokioExecutor::new()).pool_idle_timeout(IDLE).build(connector)))
}
