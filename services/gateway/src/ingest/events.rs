//! Ingest of facts: parsed, checked against the key, stamped, and answered only when JetStream has
//! stored them on disk.

use std::sync::Arc;

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use saffron_core::fact::{
    BadEvent, MAX_EVENTS, Received, Refusal, StampedBatch, count_events, receive_events,
};
use saffron_core::{Code, Error, EventId, Source};
use saffron_kit::Fault;
use saffron_kit::metrics::{self, Ingest};
use saffron_kit::nats::subject;
use saffron_kit::telemetry::TraceParent;
use serde::Serialize;
use utoipa::ToSchema;

use super::keys::{IngestKey, bearer};
use crate::Gateway;
use crate::http::body::JsonBytes;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

/// The largest message of NATS (`max_payload` 2 MiB) without its headers; bytes.
const MAX_STAMPED: usize = 2 * 1024 * 1024 - 64 * 1024;

/// The accepted events.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    /// Their ids, in the order of the request.
    #[schema(value_type = Vec<String>)]
    accepted: Vec<EventId>,
    /// Fields that Saffron does not know and left out, such as `data.items[].seat`: each once, 100 at most. Absent without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ignored: Vec<String>,
}

envelopes! {
    /// The answer of `POST /ingest/v1/events`.
    AcceptedEnvelope(Accepted);
}

/// Send facts.
///
/// One CloudEvent or an array of 2,000 at most; all of them are stored or none. The types and their fields are in docs/api.md.
#[utoipa::path(
    post, path = "/ingest/v1/events", operation_id = "ingestEvents", tag = "tills",
    params(
        ("Authorization" = String, Header, description = "Bearer <ingest key>"),
        ("Saffron-Source" = Option<String>, Header, nullable = false, description = "Of keys of imports and connections: the id of another key of \
the location, or till. The facts count as sent by that key."),
    ),
    request_body(content = Value, description = "One CloudEvent, or an array of them.", content_type = "application/json"),
    responses((status = 202, description = "They are stored on disk.", body = AcceptedEnvelope), Failures)
)]
pub async fn ingest_events(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    headers: HeaderMap,
    JsonBytes(body): JsonBytes,
) -> Result<Envelope<Accepted>, Failure> {
    let key = bearer(client.bearer.as_ref(), "ingest key")?;
    let key = gateway.authenticate_till(&client, key).await?;
    let source = gateway.keys.source(&key, &headers).await?;
    match store(&gateway, &key, source, &body).await {
        Ok(accepted) => {
            metrics::ingest(Ingest::Accepted, accepted.accepted.len() as u64);
            Ok(Envelope::with(StatusCode::ACCEPTED, accepted, String::new()))
        }
        Err(failure) => {
            metrics::ingest(Ingest::Refused, count_events(&body) as u64);
            Err(failure)
        }
    }
}

/// Stores all events of a POST, or none.
async fn store(gateway: &Gateway, key: &IngestKey, source: Source, body: &[u8]) -> Result<Accepted, Failure> {
    let received_at = gateway.clock.now();
    let IngestKey { pos_id, calendar, .. } = key;
    let Received { facts, ignored } = receive_events(body, pos_id, calendar, received_at).map_err(refused)?;
    let accepted = facts.iter().map(|fact| fact.precedence.event_id.clone()).collect();
    let batch = StampedBatch::of(pos_id.clone(), calendar, received_at, facts).sent_by(source);
    let message = serde_json::to_vec(&batch).map_err(|e| Fault::Permanent(format!("stamped batch: {e}")))?;
    if message.len() > MAX_STAMPED {
        return Err(
            Error::new(Code::TooLarge, "The batch is too large. Send fewer events per request.").into()
        );
    }
    // A repeated POST has the same id.
    let (subject, id) = (subject::facts(pos_id), subject::facts_id(pos_id, body));
    gateway.nats.publish_traced(TraceParent::current(), &subject, &id, message).await.map_err(|fault| {
        tracing::warn!(%fault, %pos_id, "facts were not stored");
        Error::unavailable("The events could not be stored. Please send them again.")
    })?;
    Ok(Accepted { accepted, ignored })
}

fn refused(refusal: Refusal) -> Failure {
    let of_event = |code: Code, bad: BadEvent| {
        let error = Error { code, ..Error::invalid(bad.field, bad.why) };
        Failure::of_event(error, bad.event, bad.id)
    };
    match refusal {
        Refusal::NotJson(why) => {
            Error::new(Code::Invalid, format!("The body is not valid JSON: {why}.")).into()
        }
        Refusal::TooMany => {
            Error::new(Code::TooLarge, format!("More than {MAX_EVENTS} events. Send fewer at once.")).into()
        }
        Refusal::OtherLocation(bad) => of_event(Code::Forbidden, bad),
        Refusal::Bad(bad) => of_event(Code::Invalid, bad),
    }
}
