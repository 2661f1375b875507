//! The control page for people on this machine, and the control calls for tests, which have a key of their own.
//!
//! - `GET  /`: the page
//! - `GET  /sandbox/v1/merchants`
//! - `POST /sandbox/v1/mode` `{"mode": "down", "calls": 3}`; modes: see [`crate::misbehaviour::Mode`]
//! - `POST /sandbox/v1/tricks` `{"lag_seconds": 60}`: see [`Tricks`]; what is not named is as usual
//! - `POST /sandbox/v1/webhooks` `{"delivery": "shuffle", "times": 3}`
//! - `POST /sandbox/v1/{merchant}/webhooks` `{"since": "2026-07-19T00:00:00Z"}`: sends these events once more
//! - `POST /sandbox/v1/{merchant}/tokens` `{"do": "expire"}`, or `"revoke"`, or `"revoke_all"` with the personal ones

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Form, Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use minijinja::context;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::request::Head;
use crate::http::{Body, Refusal, done, only_this_machine};
use crate::misbehaviour::{Mode, set_mode};
use crate::pages::page;
use crate::square::Delivery;
use crate::square::provider::Square;
use crate::square::tricks::Tricks;

/// The modes that the page offers.
const MODES: [(&str, &str, Mode); 6] = [
    ("normal", "As usual", Mode::Normal),
    ("overloaded", "Too many calls (429)", Mode::Overloaded),
    ("down", "Down (500)", Mode::Down),
    ("not_json", "A web page instead", Mode::NotJson),
    ("truncated", "Half an answer", Mode::Truncated),
    ("reset", "The connection breaks", Mode::Reset),
];

/// The page and the control calls.
pub fn router(square: Square) -> Router<Square> {
    let pages = Router::new()
        .route("/", get(overview))
        .route("/sandbox/mode", post(choose_mode))
        .route("/sandbox/tokens", post(choose_tokens))
        .layer(from_fn_with_state(square.config().published, only_this_machine));
    let set_tricks =
        |State(square): Shared, Body(tricks): Body<Tricks>| async move { done(|| square.set_tricks(tricks)) };
    let set_delivery = |State(square): Shared, Body(set): Body<SetDelivery>| async move {
        done(|| square.set_delivery(set.delivery, set.times))
    };
    let merchants = |State(square): Shared| async move { Json(json!({ "merchants": square.counts() })) };
    let resend = |State(square): Shared, Path(merchant): Path<String>, Body(since): Body<Since>| async move {
        Json(json!({ "events": square.resend_events(&merchant, since.since) }))
    };
    let tokens = |State(square): Shared, Path(merchant): Path<String>, Body(set): Body<SetTokens>| async move {
        done(|| set.what.run(&square, &merchant))
    };
    let calls = Router::new()
        .route("/sandbox/v1/merchants", get(merchants))
        .route("/sandbox/v1/mode", post(set_mode::<Square>))
        .route("/sandbox/v1/tricks", post(set_tricks))
        .route("/sandbox/v1/webhooks", post(set_delivery))
        .route("/sandbox/v1/{merchant}/webhooks", post(resend))
        .route("/sandbox/v1/{merchant}/tokens", post(tokens))
        .layer(from_fn_with_state(square, guard));
    pages.merge(calls)
}

/// Middleware that refuses calls from other machines or without the control key.
async fn guard(
    State(square): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    head: Head,
    request: Request,
    next: Next,
) -> Response {
    let config = square.config();
    if !config.published && !peer.ip().to_canonical().is_loopback() {
        return Refusal::new(StatusCode::FORBIDDEN, "Only this machine may do that.").into_response();
    }
    if !head.token().is_some_and(|key| config.control_key.matches(key)) {
        return Refusal::new(StatusCode::UNAUTHORIZED, "The control key is missing or wrong.")
            .into_response();
    }
    next.run(request).await
}

async fn overview(State(square): Shared) -> Response {
    let tricks = square.with(|state| serde_json::to_string_pretty(&state.tricks).unwrap_or_default());
    let mode = square.mode();
    let title = MODES.iter().find(|(_, _, known)| *known == mode).map(|(_, title, _)| *title);
    let title = title.unwrap_or("as a test has set it");
    let modes: Vec<minijinja::Value> =
        MODES.iter().map(|(mode, title, _)| context! { mode => *mode, title => *title }).collect();
    let merchant = |counts: &Value| {
        let members = counts.as_object().into_iter().flatten();
        minijinja::Value::from_pairs(members.map(|(name, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), minijinja::Value::from(text))
        }))
    };
    let merchants: Vec<minijinja::Value> = square.counts().iter().map(merchant).collect();
    page("square.html", context! { calls => square.calls(), mode => title, modes, merchants, tricks })
}

#[derive(Deserialize)]
struct ChooseMode {
    mode: String,
}

async fn choose_mode(State(square): Shared, Form(choice): Form<ChooseMode>) -> Response {
    match MODES.iter().find(|(name, ..)| *name == choice.mode) {
        Some((_, _, mode)) => {
            square.set_mode(*mode, None);
            Redirect::to("/").into_response()
        }
        None => Refusal::new(StatusCode::BAD_REQUEST, "There is no such mode.").into_response(),
    }
}

#[derive(Deserialize)]
struct ChooseTokens {
    merchant: String,
    #[serde(rename = "do")]
    what: TokenChange,
}

async fn choose_tokens(State(square): Shared, Form(choice): Form<ChooseTokens>) -> Redirect {
    choice.what.run(&square, &choice.merchant);
    Redirect::to("/")
}

#[derive(Deserialize)]
struct SetDelivery {
    delivery: Delivery,
    #[serde(default)]
    times: usize,
}

#[derive(Deserialize)]
struct Since {
    since: Timestamp,
}

#[derive(Deserialize)]
struct SetTokens {
    #[serde(rename = "do")]
    what: TokenChange,
}

/// What happens to the tokens of a merchant.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TokenChange {
    Expire,
    Revoke,
    RevokeAll,
}

impl TokenChange {
    fn run(self, square: &Square, merchant: &str) {
        match self {
            TokenChange::Expire => square.expire(merchant),
            TokenChange::Revoke => square.revoke(merchant, false),
            TokenChange::RevokeAll => square.revoke(merchant, true),
        }
    }
}
