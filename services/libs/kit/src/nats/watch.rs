//! EVENTS as somebody watches it: what happens from now on.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use saffron_core::{Code, Error, PosId};

use super::{Nats, subject};
use crate::Fault;

/// A consumer that nobody reads is removed by the server after this time.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);

/// Which events.
#[derive(Debug, Clone, Default)]
pub struct Which {
    /// Those of one location.
    pub pos_id: Option<PosId>,
    /// Those of one domain and name.
    pub event: Option<(&'static str, &'static str)>,
}

impl Which {
    fn subject(&self) -> String {
        let (domain, name) = self.event.unwrap_or(("*", "*"));
        match &self.pos_id {
            Some(pos_id) => subject::event(Some(pos_id), domain, name),
            None => subject::every_event(domain, name),
        }
    }
}

impl Nats {
    /// Opens a view of the events that come from now on, by a consumer of this name that only this view reads. What comes
    /// are CloudEvents; [`Nats::unwatch_events`] removes the consumer.
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses; conflict, if somebody reads by that name now.
    pub async fn watch_events(
        &self,
        name: &str,
        which: &Which,
    ) -> Result<impl Stream<Item = Result<Bytes, Fault>> + Send + use<>, Fault> {
        let transient = |e: &dyn std::fmt::Display| Fault::Transient(format!("EVENTS: {e}"));
        let stream = self.opened("EVENTS").await?;
        if let Ok(there) = stream.consumer_info(name).await {
            if there.num_waiting > 0 {
                let why = format!(
                    "Somebody reads as {name} now. Choose another name, or wait a second if it was you."
                );
                return Err(Error::new(Code::Conflict, why).into());
            }
            stream.delete_consumer(name).await.map_err(|e| transient(&e))?;
        }
        let config = pull::Config {
            name: Some(name.to_owned()),
            filter_subject: self.named(&which.subject()),
            deliver_policy: DeliverPolicy::New,
            ack_policy: AckPolicy::None,
            memory_storage: true,
            inactive_threshold: FORGOTTEN_AFTER,
            ..pull::Config::default()
        };
        let consumer = stream.create_consumer(config).await.map_err(|e| transient(&e))?;
        let messages = consumer.messages().await.map_err(|e| transient(&e))?;
        Ok(messages.map(|message| match message {
            Ok(message) => Ok(message.payload.clone()),
            Err(e) => Err(Fault::Transient(format!("EVENTS: {e}"))),
        }))
    }

    /// Removes the consumer of [`Nats::watch_events`].
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses.
    pub async fn unwatch_events(&self, name: &str) -> Result<(), Fault> {
        let stream = self.opened("EVENTS").await?;
        stream.delete_consumer(name).await.map_err(|e| Fault::Transient(format!("EVENTS: {e}")))?;
        Ok(())
    }
}
