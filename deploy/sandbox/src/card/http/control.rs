//! The control API, for tests only: modes of misbehaviour, planted mismatches, and the provider's own view. It answers
//! this machine only, and has a key of its own.
//!
//! - `GET  /sandbox/v1/accounts`
//! - `POST /sandbox/v1/mode` `{"mode": "down", "calls": 3}`; modes: see [`crate::misbehaviour::Mode`]
//! - `POST /sandbox/v1/webhooks` `{"delivery": "shuffle", "times": 3}`
//! - `GET  /sandbox/v1/{account}/truth?since=SECONDS`
//! - `POST /sandbox/v1/{account}/payments`: see [`NewPayment`]
//! - `POST /sandbox/v1/{account}/commands`: see [`Command`]; `{"do": "dispute", "of": "ch_…"}`
//! - `POST /sandbox/v1/{account}/webhooks` `{"since": SECONDS}`: sends these events once more

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::account::{Command, NewPayment, Secs};
use super::super::fault::Fault;
use super::super::provider::{Delivery, Provider};
use super::bearer;
use crate::http::{Body, done};
use crate::misbehaviour::set_mode;

type Shared = State<Provider>;

/// The control API.
pub fn router(provider: Provider) -> Router<Provider> {
    let set_delivery = |State(provider): Shared, Body(set): Body<SetDelivery>| async move {
        done(|| provider.set_delivery(set.delivery, set.times))
    };
    let truth = |State(provider): Shared, Path(account): Path<String>, Query(query): Query<Since>| async move {
        provider.truth(&account, query.since).map(Json)
    };
    let command = |State(provider): Shared, Path(account): Path<String>, Body(command): Body<Command>| async move {
        provider.command(&account, command).map(ids)
    };
    let pay = |State(provider): Shared, Path(account): Path<String>, Body(new): Body<NewPayment>| async move {
        provider.command(&account, Command::Pay(new)).map(ids)
    };
    let resend = |State(provider): Shared, Path(account): Path<String>, Body(query): Body<Since>| async move {
        provider.resend_events(&account, query.since).map(|count| Json(json!({ "events": count })))
    };
    Router::new()
        .route("/sandbox/v1/accounts", get(accounts))
        .route("/sandbox/v1/mode", post(set_mode::<Provider>))
        .route("/sandbox/v1/webhooks", post(set_delivery))
        .route("/sandbox/v1/{account}/truth", get(truth))
        .route("/sandbox/v1/{account}/payments", post(pay))
        .route("/sandbox/v1/{account}/commands", post(command))
        .route("/sandbox/v1/{account}/webhooks", post(resend))
        .fallback(no_call)
        .layer(from_fn_with_state(provider, guard))
}

/// Middleware that refuses calls from other machines or without the control key.
async fn guard(
    State(provider): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if !peer.ip().to_canonical().is_loopback() {
        let fault =
            Fault { status: StatusCode::FORBIDDEN, ..Fault::invalid("Only this machine may do that.") };
        return fault.into_response();
    }
    if !bearer(request.headers()).is_some_and(|key| provider.config().control_key.matches(key)) {
        return Fault::unauthorized("The control key is missing or wrong.").into_response();
    }
    next.run(request).await
}

/// The answer for an unknown path.
async fn no_call() -> Fault {
    Fault { status: StatusCode::NOT_FOUND, ..Fault::invalid("There is no such control call.") }
}

fn ids(ids: Vec<String>) -> Json<Value> {
    Json(json!({ "ids": ids }))
}

async fn accounts(State(provider): Shared) -> Json<Value> {
    let accounts = provider.accounts().into_iter();
    let accounts: Vec<Value> =
        accounts.map(|(pos_id, account)| json!({ "posID": pos_id, "account": account })).collect();
    Json(json!({ "accounts": accounts }))
}

#[derive(Deserialize)]
struct SetDelivery {
    delivery: Delivery,
    #[serde(default)]
    times: usize,
}

#[derive(Deserialize)]
struct Since {
    #[serde(default = "always")]
    since: Secs,
}

fn always() -> Secs {
    Secs::MIN
}
