//! The push service's door, `POST /push/{id}`, and what only tests have, for this machine only:
//!
//! - `POST   /sandbox/v1/subscriptions` `{"applicationServerKey": "…"}`: a browser subscribes; `{endpoint, keys}`
//! - `DELETE /sandbox/v1/subscriptions/{id}`: it wants no more
//! - `GET    /sandbox/v1/pushes?after=NUMBER&limit=100`: oldest first, opened
//! - `POST   /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`Mode`]
//! - `POST   /sandbox/v1/forget`

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, State};
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri};
use axum::routing::{any, post};
use serde::Deserialize;
use serde_json::json;

use super::service::{Heads, Mode, PushService};
use crate::page::{json_of, number, only_here, refusal};

/// The most bytes of a push (RFC 8030).
const LARGEST: usize = 4_096;
/// The most pushes of a list.
const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Subscribe {
    application_server_key: String,
}

#[derive(Deserialize)]
struct SetMode {
    #[serde(flatten)]
    mode: Mode,
    calls: Option<u32>,
}

/// All doors.
pub(super) fn router(service: PushService) -> Router {
    Router::new()
        .route("/push/{id}", post(take))
        .fallback(any(door))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(service)
}

async fn take(
    State(service): State<PushService>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let heads = Heads {
        authorization: text(AUTHORIZATION.as_str()).unwrap_or_default(),
        encoding: text(CONTENT_ENCODING.as_str()).unwrap_or_default(),
        ttl: text("ttl"),
        urgency: text("urgency"),
        topic: text("topic"),
    };
    match service.take(&id, heads, &body).await {
        Ok(number) => {
            let mut response = json_of(StatusCode::CREATED, &json!({}));
            if let Ok(place) = HeaderValue::try_from(format!("/message/{number}")) {
                response.headers_mut().insert(LOCATION, place);
            }
            response
        }
        Err((status, why)) => {
            let mut response =
                refusal(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), &why);
            if status == 429
                && let Ok(seconds) = HeaderValue::try_from(why)
            {
                response.headers_mut().insert(RETRY_AFTER, seconds);
            }
            response
        }
    }
}

async fn door(
    State(service): State<PushService>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if let Err(answer) = only_here(peer, &headers, false) {
        return answer;
    }
    let bad = |error: serde_json::Error| {
        refusal(StatusCode::BAD_REQUEST, &format!("The body cannot be read: {error}"))
    };
    let done = || json_of(StatusCode::OK, &json!({}));
    let path: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
    match (&method, path.as_slice()) {
        (&Method::POST, ["sandbox", "v1", "subscriptions"]) => {
            match serde_json::from_slice::<Subscribe>(&body) {
                Ok(wanted) => {
                    json_of(StatusCode::OK, &json!(service.subscribe(&wanted.application_server_key)))
                }
                Err(error) => bad(error),
            }
        }
        (&Method::DELETE, ["sandbox", "v1", "subscriptions", id]) => {
            service.unsubscribe(id);
            done()
        }
        (&Method::GET, ["sandbox", "v1", "pushes"]) => {
            let query = uri.query().unwrap_or_default();
            let (after, limit) = (number(query, "after", 0), number(query, "limit", 100).min(MOST));
            let after = u64::try_from(after).unwrap_or(u64::MAX);
            let pushed: Vec<_> =
                service.pushed().into_iter().filter(|one| one.number > after).take(limit).collect();
            json_of(StatusCode::OK, &json!({ "asked": service.asked(), "pushes": pushed }))
        }
        (&Method::POST, ["sandbox", "v1", "mode"]) => match serde_json::from_slice::<SetMode>(&body) {
            Ok(SetMode { mode, calls }) => {
                service.set_mode(mode, calls);
                done()
            }
            Err(error) => bad(error),
        },
        (&Method::POST, ["sandbox", "v1", "forget"]) => {
            service.forget();
            done()
        }
        _ => refusal(StatusCode::NOT_FOUND, "There is no such page."),
    }
}
