//! What only tests can do: misbehave, plant, look. From this machine only, with a key of its own.
//!
//! - `GET  /sandbox/v1/accounts`
//! - `POST /sandbox/v1/mode` `{"mode": "down", "calls": 3}`; modes: see [`Mode`]
//! - `POST /sandbox/v1/webhooks` `{"delivery": "shuffle", "times": 3}`
//! - `GET  /sandbox/v1/{account}/truth?since=SECONDS`
//! - `POST /sandbox/v1/{account}/payments`: see [`NewPayment`]
//! - `POST /sandbox/v1/{account}/commands`: see [`Command`]; `{"do": "dispute", "of": "ch_…"}`
//! - `POST /sandbox/v1/{account}/webhooks` `{"since": SECONDS}`: tells of these events once more

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, Uri};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::fault::Fault;
use super::super::ledger::{Command, NewPayment, Secs};
use super::super::modes::{Delivery, Mode};
use super::super::provider::Provider;
use super::params::Params;
use super::{Caller, bearer, plain, segments};

#[derive(Deserialize)]
struct SetMode {
    #[serde(flatten)]
    mode: Mode,
    calls: Option<u32>,
}

#[derive(Deserialize)]
struct SetDelivery {
    delivery: Delivery,
    #[serde(default)]
    times: u32,
}

#[derive(Deserialize)]
struct Since {
    since: Secs,
}

/// The door.
pub async fn door(
    State(provider): State<Provider>,
    caller: Caller,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if !caller.0.ip().to_canonical().is_loopback() {
        return plain(Err(Fault { status: 403, ..Fault::invalid("Only this machine may do that.") }));
    }
    if !bearer(&headers).is_some_and(|key| provider.config().control_key.is(key)) {
        return plain(Err(Fault::unauthorized("The control key is missing or wrong.")));
    }
    plain(answer(&provider, &method, &uri, &body))
}

fn answer(provider: &Provider, method: &Method, uri: &Uri, body: &[u8]) -> Result<Value, Fault> {
    let path = segments(uri, "/sandbox/v1/");
    match (method, path.as_slice()) {
        (&Method::GET, ["accounts"]) => {
            let accounts = provider.accounts().into_iter();
            let accounts: Vec<Value> =
                accounts.map(|(pos_id, account)| json!({ "posID": pos_id, "account": account })).collect();
            Ok(json!({ "accounts": accounts }))
        }
        (&Method::POST, ["mode"]) => {
            let SetMode { mode, calls } = read(body)?;
            provider.set_mode(mode, calls);
            Ok(json!({}))
        }
        (&Method::POST, ["webhooks"]) => {
            let SetDelivery { delivery, times } = read(body)?;
            provider.set_delivery(delivery, times);
            Ok(json!({}))
        }
        (&Method::GET, [account, "truth"]) => {
            let mut params = Params::read(uri.query().unwrap_or_default())?;
            let since = params.integer("since")?.unwrap_or(Secs::MIN);
            params.finish()?;
            provider.truth(account, since)
        }
        (&Method::POST, [account, "payments"]) => {
            let new: NewPayment = read(body)?;
            provider.command(account, Command::Pay(new)).map(|ids| json!({ "ids": ids }))
        }
        (&Method::POST, [account, "commands"]) => {
            provider.command(account, read(body)?).map(|ids| json!({ "ids": ids }))
        }
        (&Method::POST, [account, "webhooks"]) => {
            let Since { since } = read(body)?;
            provider.tell_again(account, since).map(|count| json!({ "events": count }))
        }
        _ => Err(Fault { status: 404, ..Fault::invalid("There is no such control call.") }),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| Fault::invalid(format!("The body cannot be read: {error}")))
}
