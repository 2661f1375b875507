//! The metrics of NATS.

use async_nats::jetstream::consumer::{PullConsumer, pull};

use super::Nats;
use crate::Fault;
use crate::metrics::{Gauge, Reading, labels, show_consumer, watch};

impl Nats {
    /// Shows whether the server is connected.
    pub fn watch(&self, service: &'static str) {
        let nats = self.clone();
        watch(Gauge::NatsConnected, labels(service, &[]), move || f64::from(u8::from(nats.is_connected())));
    }

    /// How many messages each of these durable consumers has not acknowledged, delivered or not, and how many of them were
    /// delivered more than once.
    ///
    /// # Errors
    /// Transient, if NATS is away or one of them does not exist.
    pub(crate) async fn pending(
        &self,
        service: &'static str,
        stream: &str,
        consumers: &[String],
    ) -> Result<Vec<Reading>, Fault> {
        let mut readings = Vec::with_capacity(consumers.len());
        for name in consumers {
            show_consumer(name);
            let consumer: Result<PullConsumer, _> = self
                .jetstream()
                .get_consumer_from_stream::<pull::Config, _, _>(name, self.prefixed(stream))
                .await;
            let consumer = consumer.map_err(|e| Fault::Transient(format!("{name}: {e}")))?;
            let info = consumer.cached_info();
            let labels = labels(service, &[("stream", stream), ("consumer", name)]);
            let value = (info.num_pending + info.num_ack_pending as u64) as f64;
            readings.push(Reading { gauge: Gauge::ConsumerPending, labels: labels.clone(), value });
            let value = info.num_redelivered as f64;
            readings.push(Reading { gauge: Gauge::ConsumerRedelivered, labels, value });
        }
        Ok(readings)
    }

    /// The used share of a stream's bytes, 0 to 1.
    ///
    /// # Errors
    /// Transient, if NATS is away or the stream is missing.
    pub async fn used(&self, stream: &str) -> Result<f64, Fault> {
        let stream = self.opened(stream).await?;
        let info = stream.cached_info();
        let most = info.config.max_bytes;
        Ok(if most > 0 { info.state.bytes as f64 / most as f64 } else { 0.0 })
    }

    /// How full the streams are; PUSH is left out while it is not there.
    ///
    /// # Errors
    /// Transient, if NATS is away or one of the others is missing.
    pub async fn fullness(&self, service: &'static str) -> Result<Vec<Reading>, Fault> {
        let mut readings = Vec::new();
        for name in ["POS", "EVENTS", "DLQ", "PUSH"] {
            let stream = match self.opened(name).await {
                Ok(stream) => stream,
                Err(_) if name == "PUSH" => continue,
                Err(fault) => return Err(fault),
            };
            let info = stream.cached_info();
            let labels = labels(service, &[("stream", name)]);
            let bytes = info.state.bytes as f64;
            readings.push(Reading { gauge: Gauge::StreamBytes, labels: labels.clone(), value: bytes });
            let max = info.config.max_bytes as f64;
            readings.push(Reading { gauge: Gauge::StreamMaxBytes, labels, value: max });
        }
        Ok(readings)
    }
}
