//! The push service's call, `POST /push/{id}`, and what only tests have, for this machine only:
//!
//! - `POST   /sandbox/v1/subscriptions` `{"applicationServerKey": "…"}`: a browser subscribes; `{endpoint, keys}`
//! - `DELETE /sandbox/v1/subscriptions/{id}`: it wants no more
//! - `GET    /sandbox/v1/pushes?after=NUMBER&limit=100`: oldest first, opened
//! - `POST   /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`super::Mode`]
//! - `POST   /sandbox/v1/forget`

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::PushService;
use crate::http::{Body, Refusal, done, no_page, only_this_machine};
use crate::misbehaviour::{misbehave, set_mode};

/// The most bytes of a push (RFC 8030).
const LARGEST: usize = 4_096;
/// The most pushes of a list.
const MOST: usize = 500;

type Shared = State<PushService>;

/// The push service's call, and what only tests have.
pub(super) fn router(service: PushService) -> Router {
    let subscribe = |State(service): Shared, Body(wanted): Body<Subscribe>| async move {
        Json(service.subscribe(&wanted.application_server_key))
    };
    let unsubscribe = |State(service): Shared, Path(id): Path<String>| async move {
        service.unsubscribe(&id);
        Json(json!({}))
    };
    let forget = |State(service): Shared| async move { done(|| service.forget()) };
    let control = Router::new()
        .route("/sandbox/v1/subscriptions", post(subscribe))
        .route("/sandbox/v1/subscriptions/{id}", delete(unsubscribe))
        .route("/sandbox/v1/pushes", get(pushes))
        .route("/sandbox/v1/mode", post(set_mode::<PushService>))
        .route("/sandbox/v1/forget", post(forget))
        .fallback(no_page)
        .layer(from_fn_with_state(false, only_this_machine));
    let misbehave = from_fn_with_state(service.clone(), misbehave::<PushService>);
    Router::new()
        .route("/push/{id}", post(take).layer(misbehave))
        .merge(control)
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(service)
}

/// Answers a push.
async fn take(
    State(service): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let number = service.take(&id, &headers, &body)?;
    let location = [(LOCATION, format!("/message/{number}"))];
    Ok((StatusCode::CREATED, location, Json(json!({}))).into_response())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Subscribe {
    application_server_key: String,
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    after: u64,
    limit: Option<usize>,
}

async fn pushes(State(service): Shared, Query(wanted): Query<Wanted>) -> Json<Value> {
    let newer = service.pushed().into_iter().filter(|push| push.number > wanted.after);
    let pushes: Vec<_> = newer.take(wanted.limit.unwrap_or(100).min(MOST)).collect();
    Json(json!({ "asked": service.asked(), "pushes": pushes }))
}
