//! What stand-ins of other POS systems have beside the API: a page for people on this machine, and calls for tests, which have a
//! key of their own; and what happens around their calls.
//!
//! - `GET  /`: the page
//! - `GET  /sandbox/v1/merchants`
//! - `POST /sandbox/v1/mode` `{"mode": "down", "calls": 3}`; modes: see [`crate::misbehaviour::Mode`]
//! - `POST /sandbox/v1/tricks` `{"lag_seconds": 60}`: see [`Tricks`]; what is not named is as usual
//! - `POST /sandbox/v1/{merchant}/tokens` `{"do": "expire"}`, or `"revoke"`, or `"revoke_all"` with the merchant's own ones

use std::net::SocketAddr;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Form, Path, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, DATE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use minijinja::context;
use saffron_core::Secret;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::{Body, Refusal, done, header, only_this_machine};
use crate::misbehaviour::{Misbehaves, Mode, misbehave, set_mode};
use crate::pages::page;
use crate::tricks::{Stopped, Tricks};

/// The modes that the page offers.
const MODES: [(&str, &str, Mode); 6] = [
    ("normal", "As usual", Mode::Normal),
    ("overloaded", "Too many calls (429)", Mode::Overloaded),
    ("down", "Down (500)", Mode::Down),
    ("not_json", "A web page instead", Mode::NotJson),
    ("truncated", "Half an answer", Mode::Truncated),
    ("reset", "The connection breaks", Mode::Reset),
];

/// What happens to the tokens of a merchant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenChange {
    /// Access that applications have ends; they may renew it.
    Expire,
    /// What applications were granted ends.
    Revoke,
    /// The same, and the merchant's own tokens end too.
    RevokeAll,
}

/// A stand-in of another POS.
pub trait Controlled: Misbehaves {
    /// The POS' name.
    const NAME: &'static str;

    /// Whether other machines reach the port as far as a container engine lets them.
    fn published(&self) -> bool;
    /// The key of the calls for tests.
    fn control_key(&self) -> &Secret;
    /// The present moment by its clock, which may be wrong.
    fn now(&self) -> Timestamp;
    /// Counts a call.
    fn count_call(&self) -> Result<(), Stopped>;
    /// How much of everything each merchant has.
    fn counts(&self) -> Vec<Value>;
    /// What goes wrong.
    fn tricks(&self) -> Tricks;
    /// Changes it.
    fn set_tricks(&self, tricks: Tricks);
    /// Changes the tokens of a merchant.
    fn change_tokens(&self, merchant: &str, change: TokenChange);
}

/// The calls of the API as they misbehave.
pub fn around<S: Controlled>(api: Router<S>, stand_in: &S) -> Router<S> {
    api.layer(from_fn_with_state(stand_in.clone(), add_unknown::<S>))
        .layer(from_fn_with_state(stand_in.clone(), count::<S>))
        .layer(from_fn_with_state(stand_in.clone(), misbehave::<S>))
}

/// Middleware that counts calls against the limit, and refuses them while the POS is down.
async fn count<S: Controlled>(State(stand_in): State<S>, request: Request, next: Next) -> Response {
    match stand_in.count_call() {
        Ok(()) => next.run(request).await,
        Err(Stopped::Down) => S::refusal(StatusCode::SERVICE_UNAVAILABLE),
        Err(Stopped::TooMany) => S::refusal(StatusCode::TOO_MANY_REQUESTS),
    }
}

/// Middleware that adds a member of a later version to the objects of answers, where that is asked for.
async fn add_unknown<S: Controlled>(State(stand_in): State<S>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if !stand_in.tricks().unknown_members {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    head.headers.remove(CONTENT_LENGTH);
    let mut body: Value = serde_json::from_slice(&body).unwrap_or_default();
    with_unknown(&mut body);
    Response::from_parts(head, body.to_string().into())
}

fn with_unknown(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(with_unknown),
        Value::Object(members) => {
            members.values_mut().for_each(with_unknown);
            members.insert("of_next_year".to_owned(), json!({ "kind": "NEW", "parts": [1, null] }));
        }
        _ => {}
    }
}

/// Middleware that dates answers by the stand-in's clock, and logs calls without their tokens.
pub async fn stamp<S: Controlled>(State(stand_in): State<S>, request: Request, next: Next) -> Response {
    let (method, path): (Method, String) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    let date = stand_in.now().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    if let Ok(date) = HeaderValue::try_from(date) {
        response.headers_mut().insert(DATE, date);
    }
    tracing::debug!(%method, path, status = response.status().as_u16(), "call");
    response
}

/// The page and the calls for tests, with further ones of its own.
pub fn router<S: Controlled>(stand_in: S, own: Router<S>) -> Router<S> {
    let pages = Router::new()
        .route("/", get(overview::<S>))
        .route("/sandbox/mode", post(choose_mode::<S>))
        .route("/sandbox/tokens", post(choose_tokens::<S>))
        .layer(from_fn_with_state(stand_in.published(), only_this_machine));
    let calls = Router::new()
        .route("/sandbox/v1/merchants", get(merchants::<S>))
        .route("/sandbox/v1/mode", post(set_mode::<S>))
        .route("/sandbox/v1/tricks", post(set_tricks::<S>))
        .route("/sandbox/v1/{merchant}/tokens", post(set_tokens::<S>))
        .merge(own)
        .layer(from_fn_with_state(stand_in, guard::<S>));
    pages.merge(calls)
}

/// Middleware that refuses calls from other machines or without the control key.
async fn guard<S: Controlled>(
    State(stand_in): State<S>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if !stand_in.published() && !peer.ip().to_canonical().is_loopback() {
        return Refusal::new(StatusCode::FORBIDDEN, "Only this machine may do that.").into_response();
    }
    let key = header(request.headers(), AUTHORIZATION.as_str()).and_then(|text| text.strip_prefix("Bearer "));
    if !key.is_some_and(|key| stand_in.control_key().matches(key)) {
        return Refusal::new(StatusCode::UNAUTHORIZED, "The control key is missing or wrong.")
            .into_response();
    }
    next.run(request).await
}

async fn merchants<S: Controlled>(State(stand_in): State<S>) -> Json<Value> {
    Json(json!({ "merchants": stand_in.counts() }))
}

async fn set_tricks<S: Controlled>(State(stand_in): State<S>, Body(tricks): Body<Tricks>) -> Json<Value> {
    done(|| stand_in.set_tricks(tricks))
}

#[derive(Deserialize)]
struct SetTokens {
    #[serde(rename = "do")]
    what: TokenChange,
}

async fn set_tokens<S: Controlled>(
    State(stand_in): State<S>,
    Path(merchant): Path<String>,
    Body(set): Body<SetTokens>,
) -> Json<Value> {
    done(|| stand_in.change_tokens(&merchant, set.what))
}

async fn overview<S: Controlled>(State(stand_in): State<S>) -> Response {
    let tricks = serde_json::to_string_pretty(&stand_in.tricks()).unwrap_or_default();
    let mode = stand_in.modes().peek();
    let title = MODES.iter().find(|(_, _, known)| *known == mode).map(|(_, title, _)| *title);
    let title = title.unwrap_or("as a test has set it");
    let modes: Vec<minijinja::Value> =
        MODES.iter().map(|(mode, title, _)| context! { mode => *mode, title => *title }).collect();
    let merchant = |counts: &Value| {
        let text = |name: &str| counts.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let numbers = counts.as_object().into_iter().flatten().filter(|(_, value)| value.is_number());
        let holds: Vec<String> = numbers.map(|(name, value)| format!("{value} {name}")).collect();
        context! { merchant => text("merchant"), name => text("name"), holds => holds.join(", ") }
    };
    let merchants: Vec<minijinja::Value> = stand_in.counts().iter().map(merchant).collect();
    let calls = stand_in.modes().asked();
    page("control.html", context! { name => S::NAME, calls, mode => title, modes, merchants, tricks })
}

#[derive(Deserialize)]
struct ChooseMode {
    mode: String,
}

async fn choose_mode<S: Controlled>(State(stand_in): State<S>, Form(choice): Form<ChooseMode>) -> Response {
    match MODES.iter().find(|(name, ..)| *name == choice.mode) {
        Some((_, _, mode)) => {
            stand_in.modes().set(*mode, None);
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

async fn choose_tokens<S: Controlled>(
    State(stand_in): State<S>,
    Form(choice): Form<ChooseTokens>,
) -> Redirect {
    stand_in.change_tokens(&choice.merchant, choice.what);
    Redirect::to("/")
}
