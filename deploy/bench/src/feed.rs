//! Facts into the stream POS, as the gateway puts them there, and whether services have worked them.

use std::future::IntoFuture;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use async_nats::jetstream::{self, Context as JetStream};
use async_nats::{ConnectOptions, HeaderMap};
use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use saffron_core::PosId;
use saffron_dev::say::Step;

use crate::stack::Stack;

/// The stream of facts.
const STREAM: &str = "POS";
/// The stream of what services tell of.
const EVENTS: &str = "EVENTS";
/// Messages on their way at once: enough to keep the stream busy while each waits for its disk flush.
const IN_FLIGHT: usize = 256;
/// How long acknowledgements may be outstanding.
const PATIENCE: Duration = Duration::from_secs(60);
/// Nothing may stand still for longer.
const STILL: Duration = Duration::from_secs(120);

/// A way into the stream.
pub struct Feed {
    jetstream: JetStream,
    /// Stands in each message's id, so that none is taken for one of another bench.
    name: String,
    sent: u64,
    on_their_way: FuturesUnordered<BoxFuture<'static, Result<()>>>,
}

impl Feed {
    /// To the stream of a stack, as its operator.
    pub async fn open(stack: &Stack) -> Result<Feed> {
        Ok(Feed {
            jetstream: operator(stack).await?,
            name: stack.place.home.display().to_string(),
            sent: 0,
            on_their_way: FuturesUnordered::new(),
        })
    }

    /// Puts one message there; waits for older ones where too many are on their way.
    pub async fn put(&mut self, pos_id: &PosId, body: Vec<u8>) -> Result<()> {
        while self.on_their_way.len() >= IN_FLIGHT {
            if let Some(stored) = self.on_their_way.next().await {
                stored?;
            }
        }
        self.sent += 1;
        let mut headers = HeaderMap::new();
        headers.insert(async_nats::header::NATS_MESSAGE_ID, format!("{}-{}", self.name, self.sent));
        let subject = format!("pos.v1.{}.{pos_id}.batch", pos_id.partition());
        let stored = self
            .jetstream
            .publish_with_headers(subject, headers, body.into())
            .await
            .map_err(|error| anyhow!("cannot put facts into the stream: {error}"))?;
        self.on_their_way.push(Box::pin(async move {
            match stored.into_future().await {
                Ok(ack) if ack.duplicate => bail!("the stream took a message for a repeat"),
                Ok(_) => Ok(()),
                Err(error) => bail!("the stream refused facts: {error}"),
            }
        }));
        Ok(())
    }

    /// Waits until everything is stored.
    pub async fn flush(&mut self) -> Result<()> {
        while let Some(stored) = self.on_their_way.next().await {
            stored?;
        }
        Ok(())
    }

    /// Messages that a service has not acknowledged.
    pub async fn waiting(&self, service: &str) -> Result<u64> {
        let stream = self.stream().await?;
        let mut waiting = 0;
        for partition in 0..PosId::PARTITIONS {
            let name = consumer(service, partition);
            let info = stream.consumer_info(&name).await.map_err(|error| anyhow!("{name}: {error}"))?;
            waiting += info.num_pending + info.num_ack_pending as u64;
        }
        Ok(waiting)
    }

    /// Waits until these services have worked every fact.
    pub async fn worked(&self, services: &[&str], step: &Step) -> Result<()> {
        let mut last = u64::MAX;
        let mut moved = Instant::now();
        loop {
            let mut waiting = 0;
            for service in services {
                waiting += self.waiting(service).await?;
            }
            if waiting == 0 {
                return Ok(());
            }
            if waiting != last {
                (last, moved) = (waiting, Instant::now());
            }
            if moved.elapsed() > STILL {
                bail!("{waiting} messages are not worked, and nothing moves; see the services' logs");
            }
            step.note(&format!("{waiting} messages are to be worked"));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Forgets what reports consumed: its consumers begin at the first message once they are made again.
    pub async fn rewind(&self) -> Result<()> {
        let stream = self.stream().await?;
        for partition in 0..PosId::PARTITIONS {
            let name = consumer("reports", partition);
            stream.delete_consumer(&name).await.map_err(|error| anyhow!("{name}: {error}"))?;
        }
        Ok(())
    }

    /// Empties the stream once reports has acknowledged every message, and that of the events about it: what years of
    /// checks leave there would fill the disk.
    pub async fn forget_worked(&self) -> Result<()> {
        let began = Instant::now();
        while self.waiting("reports").await? > 0 {
            if began.elapsed() > PATIENCE {
                bail!("messages are worked and not acknowledged");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        for name in [STREAM, EVENTS] {
            let stream = self.jetstream.get_stream(name).await.map_err(|error| anyhow!("{name}: {error}"))?;
            stream.purge().await.map_err(|error| anyhow!("cannot purge {name}: {error}"))?;
        }
        Ok(())
    }

    async fn stream(&self) -> Result<jetstream::stream::Stream> {
        self.jetstream.get_stream(STREAM).await.map_err(|error| anyhow!("{STREAM}: {error}"))
    }
}

/// The streams of a stack, as its operator.
pub async fn operator(stack: &Stack) -> Result<JetStream> {
    let url = stack.env.get("SAFFRON_OPS_NATS_URL").context("no address of NATS")?;
    let address: async_nats::ServerAddr = url.parse().context("the address of NATS")?;
    let (user, password) = (address.username().unwrap_or_default(), address.password().unwrap_or_default());
    let client = ConnectOptions::new()
        .user_and_password(user.to_owned(), password.to_owned())
        .custom_inbox_prefix("_INBOX_ops")
        .connect(address.clone())
        .await
        .map_err(|error| anyhow!("cannot connect to NATS: {error}"))?;
    let mut jetstream = jetstream::new(client);
    jetstream.set_timeout(Duration::from_secs(30));
    Ok(jetstream)
}

/// A service's durable consumer of a partition.
fn consumer(service: &str, partition: u8) -> String {
    format!("{service}-facts-{partition:02}")
}
