//! A view of EVENTS from now on.

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::response::Response;
use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use saffron_core::{Code, Error, PosId};
use serde::de::IgnoredAny;
use serde_json::json;

use crate::Fault;
use crate::nats::Nats;

/// The events of a view.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// Those of one location.
    pub pos_id: Option<PosId>,
    /// Those of one domain and name.
    pub event: Option<(&'static str, &'static str)>,
}

impl EventFilter {
    /// Whether an event of this subject (`saffron.v1.<posID>.<domain>.<event>`) is one of them.
    fn wants(&self, subject: &str) -> bool {
        let mut parts = subject.split('.').skip(2);
        let pos_id = parts.next();
        let event = parts.next().zip(parts.next());
        self.pos_id.as_ref().is_none_or(|wanted| pos_id == Some(wanted.as_str()))
            && self.event.is_none_or(|wanted| event == Some(wanted))
    }
}

impl Nats {
    /// Opens a view of the events that come from now on, by one of [`crate::nats::streams::ANALYST_CONSUMERS`] that need no
    /// acknowledgement, and that only this view reads then. The messages are CloudEvents.
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses, or there is no such consumer; conflict, if that consumer is being read.
    pub async fn watch_events(
        &self,
        name: &str,
        filter: EventFilter,
    ) -> Result<impl Stream<Item = Result<Bytes, Fault>> + Send + use<>, Fault> {
        let transient = |e: &dyn std::fmt::Display| Fault::Transient(format!("EVENTS: {e}"));
        let stream = self.opened("EVENTS").await?;
        let consumer: Consumer<pull::Config> = stream.get_consumer(name).await.map_err(|e| transient(&e))?;
        if consumer.cached_info().num_waiting > 0 {
            let why = format!(
                "The consumer {name} is being read. Choose another name, or wait a second if it was you."
            );
            return Err(Error::new(Code::Conflict, why).into());
        }
        // It must not be made again, which would allow choosing where it delivers to: see deploy/nats/users.conf.
        let next = stream.cached_info().state.last_sequence + 1;
        let reset = format!("CONSUMER.RESET.{}.{name}", self.prefixed("EVENTS"));
        match self.jetstream().request(reset, &json!({ "seq": next })).await.map_err(|e| transient(&e))? {
            Response::Err { error } => return Err(transient(&error)),
            Response::Ok(IgnoredAny) => (),
        }
        let messages = consumer.messages().await.map_err(|e| transient(&e))?;
        let nats = self.clone();
        Ok(messages.filter_map(move |message| {
            let wanted = match message {
                Ok(message) if filter.wants(nats.unprefixed(&message.subject)) => {
                    Some(Ok(message.payload.clone()))
                }
                Ok(_) => None,
                Err(e) => Some(Err(Fault::Transient(format!("EVENTS: {e}")))),
            };
            std::future::ready(wanted)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_wants_only_its_own_events() {
        let pos_id = |text: &str| text.parse::<PosId>().ok();
        let subject = "saffron.v1.p1.reports.check_recorded";
        let event = Some(("reports", "check_recorded"));
        assert!(EventFilter::default().wants(subject));
        assert!(EventFilter { pos_id: pos_id("p1"), event }.wants(subject));
        assert!(!EventFilter { pos_id: pos_id("p2"), event }.wants(subject));
        assert!(!EventFilter { pos_id: pos_id("p1"), event }.wants("saffron.v1._.reports.check_recorded"));
        assert!(!EventFilter { pos_id: None, event: Some(("auth", "check_recorded")) }.wants(subject));
        assert!(!EventFilter { pos_id: None, event: Some(("reports", "check")) }.wants(subject));
    }
}
