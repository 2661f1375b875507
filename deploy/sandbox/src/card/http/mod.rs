//! The real API under `/v1`, and what only tests have under `/sandbox/v1`.

mod control;
mod lists;
mod params;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use axum::routing::any;
use axum::{Json, Router};
use tracing::Instrument as _;

use super::account::{Account, Command, VERSION};
use super::calls::Once;
use super::fault::Fault;
use super::provider::{Provider, find_account};
use crate::http::header;
use crate::ids::Key;
use crate::misbehaviour::misbehave;
use params::Params;

const NO_KEY: &str = "You did not provide an API key. You need to provide your API key in the Authorization \
                      header, using Bearer auth.";
const NO_ACCOUNT: &str = "Name a connected account in the header Stripe-Account: this platform has no payments \
                          of its own.";
const NOTHING_TO_REFUND: &str = "One of the following params should be provided for this request: \
                                 payment_intent or charge.";

/// The router of both APIs.
pub fn router(provider: Provider) -> Router {
    let misbehave = from_fn_with_state(provider.clone(), misbehave::<Provider>);
    let name = from_fn_with_state(provider.clone(), name_request);
    Router::new()
        .route("/v1/{*path}", any(api).layer(misbehave).layer(name))
        .merge(control::router(provider.clone()))
        .with_state(provider)
}

/// The key in the Authorization header, by Bearer.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    header(headers, AUTHORIZATION.as_str())?.strip_prefix("Bearer ")
}

/// Gives a request an id, and echoes the caller's account and idempotency key in the answer.
async fn name_request(State(provider): State<Provider>, request: Request, next: Next) -> Response {
    let id = format!("req_{:.14}", Key::of(&[&provider.serial(), request.uri()]));
    let span =
        tracing::info_span!("card", method = %request.method(), path = request.uri().path(), request = id);
    let named = ["stripe-version", "stripe-account", "idempotency-key"];
    let named = named.map(|name| (name, request.headers().get(name).cloned()));
    let mut response = next.run(request).instrument(span).await;
    let headers = response.headers_mut();
    headers.insert("stripe-version", HeaderValue::from_static(VERSION));
    for (name, value) in named.into_iter().chain([("request-id", HeaderValue::try_from(id).ok())]) {
        if let Some(value) = value {
            headers.insert(name, value);
        }
    }
    response
}

/// Answers a call of the real API.
async fn api(
    State(provider): State<Provider>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Fault> {
    let key = bearer(&headers).ok_or_else(|| Fault::unauthorized(NO_KEY))?;
    if !provider.config().secret_key.matches(key) {
        return Err(Fault::unauthorized("Invalid API Key provided."));
    }
    let path = uri.path().strip_prefix("/v1/").unwrap_or_default();
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    // The platform reads one of its accounts.
    if let (&Method::GET, ["accounts", account]) = (&method, path.as_slice()) {
        let shown =
            provider.with(|state| find_account(&state.accounts, account).map(Account::show_account))?;
        return Ok(Json(shown).into_response());
    }
    let account = header(&headers, "stripe-account").ok_or_else(|| Fault::invalid(NO_ACCOUNT))?;
    provider.with(|state| find_account(&state.accounts, account).map(drop))?;
    match method {
        Method::GET => {
            let params = Params::read(uri.query().unwrap_or_default().as_bytes());
            let shown =
                provider.with(|state| lists::read(find_account(&state.accounts, account)?, &path, params))?;
            Ok(Json(shown).into_response())
        }
        Method::POST => {
            let mut params = Params::read(&body);
            let once = header(&headers, "idempotency-key").map(|key| Once {
                key: key.to_owned(),
                request: Key::of(&[&uri.path(), &params.canonical()]).to_string(),
            });
            if once.as_ref().is_some_and(|once| once.key.len() > 255) {
                return Err(Fault::invalid("Idempotency keys may have at most 255 characters."));
            }
            let expand = params.expand(false)?;
            let command = command(&path, &mut params)?;
            params.finish()?;
            let ((status, body), is_replayed) = provider.post(account, command, once, &expand);
            let replayed = is_replayed.then_some(("idempotent-replayed", "true"));
            Ok((status, AppendHeaders(replayed), Json(body)).into_response())
        }
        _ => Err(lists::unknown(method.as_str(), &path)),
    }
}

/// The command of a POST of the real API.
fn command(path: &[&str], params: &mut Params) -> Result<Command, Fault> {
    Ok(match path {
        ["payment_intents", intent, "capture"] => {
            Command::Capture { intent: (*intent).to_owned(), amount: params.integer("amount_to_capture")? }
        }
        ["payment_intents", intent, "cancel"] => {
            Command::Cancel { intent: (*intent).to_owned(), reason: params.take("cancellation_reason") }
        }
        ["payment_intents", intent, "confirm"] => {
            Command::Confirm { intent: (*intent).to_owned(), method: params.take("payment_method") }
        }
        ["refunds"] => {
            let (charge, intent) = (params.take("charge"), params.take("payment_intent"));
            let missing = || Fault::param("charge", NOTHING_TO_REFUND).code("parameter_missing");
            let of = charge.or(intent).ok_or_else(missing)?;
            let (amount, reason) = (params.integer("amount")?, params.take("reason"));
            Command::Refund { of, amount, reason, metadata: params.object("metadata"), pending: false }
        }
        _ => return Err(lists::unknown("POST", path)),
    })
}
