use std::collections::BTreeSet;

use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures::StreamExt as _;
use saffron_core::event::CloudEvent;
use saffron_kit::Secret;
use saffron_kit::nats::streams::{self, Consumers, StreamSizes};
use saffron_kit::nats::{Nats, NatsConfig};
use serde_json::Value;
use uuid::Uuid;

use crate::{PATIENCE, server};

/// A NATS prefix of its own with all streams, taken away when the test ends.
pub struct TestNats {
    /// The connection of a service.
    pub nats: Nats,
    /// The configuration that a service would have.
    pub config: NatsConfig,
    services: Vec<Consumers>,
    raw: async_nats::Client,
}

/// Streams of its own for one test, with the consumers of these services.
pub async fn nats(services: &[Consumers]) -> TestNats {
    const MIB: i64 = 1024 * 1024;
    let url = server("SAFFRON_TEST_NATS_URL");
    let config = NatsConfig {
        url: Secret::new(url.clone()),
        prefix: format!("t{}_", Uuid::new_v4().simple()),
        sizes: StreamSizes {
            pos_bytes: 64 * MIB,
            events_bytes: 64 * MIB,
            dlq_bytes: 16 * MIB,
            push_bytes: 16 * MIB,
            replicas: 1,
        },
    };
    let raw = async_nats::connect(url).await.unwrap();
    let nats = Nats::connect("test", &config).await.unwrap();
    crate::eventually("NATS", || async { nats.is_connected().then_some(()) }).await;
    let made = TestNats { nats, config, services: services.to_vec(), raw };
    made.apply().await;
    made
}

impl TestNats {
    /// Makes the streams and consumers that are gone.
    pub async fn apply(&self) {
        streams::apply(&self.nats, &self.services).await.unwrap();
    }

    /// Subscribes to a subject (wildcards allowed, without the prefix) from now on.
    pub async fn subscribe(&self, subject: &str) -> Subscription {
        let subscription = self.raw.subscribe(format!("{}{subject}", self.config.prefix)).await.unwrap();
        // The server works a connection's words in order: once it has sent this back, it knows the subscription.
        let inbox = self.raw.new_inbox();
        let mut echo = self.raw.subscribe(inbox.clone()).await.unwrap();
        self.raw.publish(inbox, "".into()).await.unwrap();
        echo.next().await.expect("the connection lives");
        Subscription(subscription)
    }

    /// Takes the PUSH stream away, as a restart of a single node does.
    pub async fn lose_push(&self) {
        self.lose("PUSH").await;
    }

    /// Takes the EVENTS stream away, until [`TestNats::apply`] makes it again.
    pub async fn lose_events(&self) {
        self.lose("EVENTS").await;
    }

    /// Lets the open views of PUSH get nothing more, as when the node dies that their consumers lie on.
    pub async fn silence_push(&self) {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}PUSH", self.config.prefix)).await.unwrap();
        let later = stream.cached_info().created + std::time::Duration::from_secs(60 * 60);
        let mut names = stream.consumer_names();
        while let Some(name) = names.next().await {
            stream.pause_consumer(&name.unwrap(), later).await.unwrap();
        }
    }

    /// How many views of PUSH were opened lately; one that is given up is counted until the server forgets it.
    pub async fn push_views(&self) -> usize {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}PUSH", self.config.prefix)).await.unwrap();
        stream.cached_info().state.consumer_count
    }

    /// Deletes a stream with its consumers, as a lost disk does.
    pub async fn lose(&self, stream: &str) {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        jetstream.delete_stream(format!("{}{stream}", self.config.prefix)).await.unwrap();
    }

    /// Empties POS of facts that are worked, so that a long test does not fill it.
    pub async fn forget_facts(&self) {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}POS", self.config.prefix)).await.unwrap();
        stream.purge().await.unwrap();
    }

    /// The number of letters in DLQ.
    pub async fn letters(&self) -> u64 {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}DLQ", self.config.prefix)).await.unwrap();
        stream.cached_info().state.messages
    }

    /// The messages of a stream, oldest first: subjects without the prefix, and bodies.
    pub async fn stored(&self, stream: &str) -> Vec<(String, Vec<u8>)> {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}{stream}", self.config.prefix)).await.unwrap();
        let state = stream.cached_info().state.clone();
        let mut messages = Vec::new();
        for sequence in state.first_sequence..=state.last_sequence {
            // The sequence of a deleted message stays unused.
            let Ok(message) = stream.get_raw_message(sequence).await else { continue };
            let subject = message.subject.strip_prefix(&self.config.prefix).expect("its prefix").to_owned();
            messages.push((subject, message.payload.to_vec()));
        }
        messages
    }

    /// How many batches the messages of a stream were stored in; a message that was stored alone is in none.
    pub async fn batches(&self, stream: &str) -> usize {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}{stream}", self.config.prefix)).await.unwrap();
        let state = stream.cached_info().state.clone();
        let mut batches = BTreeSet::new();
        for sequence in state.first_sequence..=state.last_sequence {
            let message = stream.get_raw_message(sequence).await.unwrap();
            batches.extend(message.headers.get("Nats-Batch-Id").map(ToString::to_string));
        }
        batches.len()
    }

    /// Publishes raw bytes to a subject of a stream and waits until they are stored.
    pub async fn put(&self, subject: &str, body: Vec<u8>) {
        self.nats.publish(subject, &Uuid::new_v4().to_string(), body).await.unwrap();
    }
}

/// Events of a subject.
pub struct Subscription(async_nats::Subscriber);

impl Subscription {
    /// The next event that `wanted` accepts; fails the test after [`PATIENCE`].
    pub async fn expect_event(&mut self, wanted: impl Fn(&CloudEvent<Value>) -> bool) -> CloudEvent<Value> {
        let received = tokio::time::timeout(PATIENCE, async {
            loop {
                let message = self.0.next().await.expect("the subscription lives");
                let event: CloudEvent<Value> =
                    serde_json::from_slice(&message.payload).expect("a CloudEvent");
                if wanted(&event) {
                    return event;
                }
            }
        });
        received.await.expect("the event did not come")
    }
}

impl Drop for TestNats {
    /// On a thread of its own: the runtime of the test ends with it, before it would come to this. Streams that
    /// stay keep their space reserved, until the server has none left.
    fn drop(&mut self) {
        let (url, prefix) = (self.config.url.clone(), self.config.prefix.clone());
        let cleaner = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                // A test may have stopped the server; then there is nothing to take away.
                let Ok(raw) = async_nats::connect(url.expose()).await else { return };
                let jetstream = async_nats::jetstream::new(raw);
                for name in ["POS", "EVENTS", "DLQ", "PUSH"] {
                    let _ = jetstream.delete_stream(format!("{prefix}{name}")).await;
                }
            });
        });
        let _ = cleaner.join();
    }
}

impl TestNats {
    /// Waits until `service` has worked and acknowledged every fact.
    pub async fn facts_settled(&self, service: &str) {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = format!("{}POS", self.config.prefix);
        for partition in 0..saffron_core::PosId::PARTITIONS {
            let consumer = format!("{service}-facts-{partition:02}");
            crate::eventually(&format!("{consumer} to be done"), || async {
                let consumer: async_nats::jetstream::consumer::PullConsumer =
                    jetstream.get_consumer_from_stream(&consumer, &stream).await.ok()?;
                let info = consumer.get_info().await.ok()?;
                // A message that was stored a moment ago may not be counted as pending yet.
                let last = jetstream.get_stream_no_info(&stream).await.ok()?;
                let last = last.get_last_raw_message_by_subject(&info.config.filter_subject).await;
                let last = match last {
                    Ok(message) => message.sequence,
                    Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => 0,
                    Err(_) => return None,
                };
                let given = info.delivered.stream_sequence >= last && info.num_pending == 0;
                (given && info.num_ack_pending == 0).then_some(())
            })
            .await;
        }
    }

    /// Waits until every service has worked and acknowledged every event that it reacts to.
    pub async fn events_settled(&self) {
        let jetstream = async_nats::jetstream::new(self.raw.clone());
        let stream = jetstream.get_stream(format!("{}EVENTS", self.config.prefix)).await.unwrap();
        for service in self.services.iter().filter(|each| !each.events.is_empty()).map(|each| each.service) {
            let name = format!("{service}-events");
            crate::eventually(&format!("{name} to be done"), || async {
                let info = stream.consumer_info(&name).await.ok()?;
                (info.num_pending == 0 && info.num_ack_pending == 0).then_some(())
            })
            .await;
        }
    }
}
