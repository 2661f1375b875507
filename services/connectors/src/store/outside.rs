//! Calls to POS systems.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full, Limited};
use saffron_kit::Fault;
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use saffron_pos::http::Transport;

/// The deadline of a complete answer.
const DEADLINE: Duration = Duration::from_secs(30);
/// The largest answer, bytes: a page of 200 orders has less than 2 MiB.
const LARGEST: usize = 16 * 1024 * 1024;

/// Sends requests with the certificates that the machine trusts.
pub struct Outside(Https<Full<Bytes>>);

impl Outside {
    /// A client.
    ///
    /// # Errors
    /// If the machine trusts no certificate.
    pub fn new() -> Result<Outside, Fault> {
        Ok(Outside(https()?))
    }

    async fn attempt(&self, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
        let response = self.0.request(request.map(Full::new)).await.map_err(|e| e.to_string())?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, LARGEST).collect().await.map_err(|e| e.to_string())?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }
}

#[async_trait]
impl Transport for Outside {
    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
        let answer = tokio::time::timeout(deadline(DEADLINE), self.attempt(request)).await;
        answer.unwrap_or_else(|_| Err("no answer in time".to_owned()))
    }
}
