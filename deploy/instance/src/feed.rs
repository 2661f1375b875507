//! Publishes facts to the stream POS, as a gateway does.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use async_nats::HeaderMap;
use async_nats::jetstream::Context;
use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use saffron_core::PosId;

use crate::Operator;

/// Messages without an acknowledgement at once: enough to keep the stream busy while each waits for its disk flush.
const IN_FLIGHT: usize = 256;
/// How long a message is retried.
const PATIENCE: Duration = Duration::from_secs(120);

/// A publisher of facts.
pub struct Feed {
    /// The user that publishes.
    pub operator: Operator,
    /// The prefix of each message's id, so that none counts as a repeat of another feed's.
    name: String,
    sent: u64,
    stored: FuturesUnordered<BoxFuture<'static, Result<()>>>,
}

impl Feed {
    /// A feed of this name, which no other feed of the same streams may have.
    pub fn new(operator: Operator, name: impl Into<String>) -> Feed {
        Feed { operator, name: name.into(), sent: 0, stored: FuturesUnordered::new() }
    }

    /// Publishes one message; waits first if too many older ones have no acknowledgement.
    pub async fn put(&mut self, pos_id: &PosId, body: Vec<u8>) -> Result<()> {
        while self.stored.len() >= IN_FLIGHT {
            if let Some(stored) = self.stored.next().await {
                stored?;
            }
        }
        self.sent += 1;
        let subject = format!("pos.v1.{}.{pos_id}.batch", pos_id.partition());
        let mut headers = HeaderMap::new();
        headers.insert(async_nats::header::NATS_MESSAGE_ID, format!("{}-{}", self.name, self.sent));
        // The first try is in the order of the feed.
        let first = self.operator.jetstream.publish_with_headers(
            subject.clone(),
            headers.clone(),
            body.clone().into(),
        );
        let first = first.await?;
        let jetstream = self.operator.jetstream.clone();
        self.stored.push(Box::pin(async move {
            match first.await {
                Ok(stored) => {
                    ensure!(!stored.duplicate, "the stream took a message for a repeat");
                    Ok(())
                }
                Err(_) => repeat(jetstream, subject, headers, body).await,
            }
        }));
        Ok(())
    }

    /// Waits until every published message is acknowledged.
    pub async fn flush(&mut self) -> Result<()> {
        while let Some(stored) = self.stored.next().await {
            stored?;
        }
        Ok(())
    }
}

/// Publishes a message until it is stored; NATS recognizes repeats by the id.
async fn repeat(jetstream: Context, subject: String, headers: HeaderMap, body: Vec<u8>) -> Result<()> {
    let began = Instant::now();
    loop {
        let sent =
            jetstream.publish_with_headers(subject.clone(), headers.clone(), body.clone().into()).await?;
        match sent.await {
            Ok(_) => return Ok(()),
            Err(error) if began.elapsed() > PATIENCE => bail!("the stream refuses facts: {error}"),
            Err(_) => {}
        }
    }
}
