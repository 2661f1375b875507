//! The provider's doors: the real API under `/v1`, and what only tests have under `/sandbox/v1`.

mod control;
mod lists;
mod params;

use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri};
use axum::routing::any;
use serde_json::Value;
use tracing::Instrument as _;

use super::fault::Fault;
use super::journal::Once;
use super::ledger::Command;
use super::modes::Mode;
use super::provider::{Answer, Provider, known};
use super::show::{self, Expand, VERSION};
use crate::ids::Key;
use params::Params;

const NO_KEY: &str = "You did not provide an API key. You need to provide your API key in the Authorization \
                      header, using Bearer auth.";
const NO_ACCOUNT: &str = "Name a connected account in the header Stripe-Account: this platform has no payments \
                          of its own.";
const NOTHING_TO_REFUND: &str = "One of the following params should be provided for this request: \
                                 payment_intent or charge.";

/// All doors.
pub fn router(provider: Provider) -> Router {
    Router::new()
        .route("/v1/{*path}", any(real))
        .route("/sandbox/v1/{*path}", any(control::door))
        .layer(DefaultBodyLimit::max(1 << 20))
        .with_state(provider)
}

/// The paths of a request below its base.
fn segments<'a>(uri: &'a Uri, base: &str) -> Vec<&'a str> {
    uri.path().strip_prefix(base).unwrap_or_default().split('/').filter(|part| !part.is_empty()).collect()
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// A call of the real API.
async fn real(
    State(provider): State<Provider>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let request = format!(
        "req_{}",
        Key::of(&[&provider.serial(), &uri]).to_string().chars().take(14).collect::<String>()
    );
    let span = tracing::info_span!("card", method = %method, path = uri.path(), request);
    async {
        let mode = provider.with(|state| state.modes.next());
        let wait = mode.wait();
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let (answer, replayed) = match mode {
            Mode::Reset => return broken(),
            Mode::Down => (faulty(&Fault::server("An unknown error occurred.")), false),
            Mode::RateLimited { .. } => {
                let message = "Request rate limit exceeded. You can learn more about rate limits here \
                               https://stripe.com/docs/rate-limits.";
                (faulty(&Fault { status: 429, ..Fault::invalid(message).code("rate_limit") }), false)
            }
            _ => answer(&provider, &method, &uri, &headers, &body)
                .unwrap_or_else(|fault| (faulty(&fault), false)),
        };
        let mut response = response(&answer, mode);
        let told = response.headers_mut();
        let mut tell = |name: &'static str, value: Option<&str>| {
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
                told.insert(name, value);
            }
        };
        tell("request-id", Some(&request));
        tell("stripe-version", Some(header(&headers, "stripe-version").unwrap_or(VERSION)));
        tell("stripe-account", header(&headers, "stripe-account"));
        tell("idempotency-key", header(&headers, "idempotency-key"));
        tell("idempotent-replayed", replayed.then_some("true"));
        if let Mode::RateLimited { retry_after } = mode {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after));
        }
        response
    }
    .instrument(span)
    .await
}

fn faulty(fault: &Fault) -> Answer {
    (fault.status, fault.body())
}

fn response((status, body): &Answer, mode: Mode) -> Response<Body> {
    let mut response = Response::new(Body::from(mode.spoil(body)));
    *response.status_mut() = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = if mode == Mode::NotJson { "text/html" } else { "application/json" };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// An answer whose body breaks off: the connection is closed in the middle.
fn broken() -> Response<Body> {
    let reset = io::Error::from(io::ErrorKind::ConnectionReset);
    Response::new(Body::from_stream(tokio_stream::once(Err::<Bytes, _>(reset))))
}

/// Answers a call of the real API, and says whether it is an answer that was given before.
fn answer(
    provider: &Provider,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(Answer, bool), Fault> {
    let key = bearer(headers).ok_or_else(|| Fault::unauthorized(NO_KEY))?;
    if !provider.config().secret_key.is(key) {
        return Err(Fault::unauthorized("Invalid API Key provided."));
    }
    // The platform looks at one of its accounts.
    if let (&Method::GET, ["accounts", account]) = (method, segments(uri, "/v1/").as_slice()) {
        let shown = provider.with(|state| known(&state.accounts, account).map(show::account))?;
        return Ok(((200, shown), false));
    }
    let account = header(headers, "stripe-account").ok_or_else(|| Fault::invalid(NO_ACCOUNT))?;
    provider.with(|state| known(&state.accounts, account).map(drop))?;
    let path = segments(uri, "/v1/");
    match *method {
        Method::GET => {
            let params = Params::read(uri.query().unwrap_or_default())?;
            let shown =
                provider.with(|state| lists::read(known(&state.accounts, account)?, &path, params))?;
            Ok(((200, shown), false))
        }
        Method::POST => {
            let form = std::str::from_utf8(body).map_err(|_| Fault::invalid("The form is not UTF-8."))?;
            let mut params = Params::read(form)?;
            let once = header(headers, "idempotency-key").map(|key| Once {
                key: key.to_owned(),
                request: Key::of(&[&uri.path(), &params.canonical()]).to_string(),
            });
            if once.as_ref().is_some_and(|once| once.key.len() > 255) {
                return Err(Fault::invalid("Idempotency keys may have at most 255 characters."));
            }
            let expand = Expand::read(params.list("expand"), false)?;
            let command = command(&path, &mut params)?;
            params.finish()?;
            Ok(provider.post(account, command, once, &expand))
        }
        _ => Err(lists::unknown(method.as_str(), &path)),
    }
}

/// What a POST of the real API asks for.
fn command(path: &[&str], params: &mut Params) -> Result<Command, Fault> {
    match path {
        ["payment_intents", intent, "capture"] => Ok(Command::Capture {
            intent: (*intent).to_owned(),
            amount: params.integer("amount_to_capture")?,
        }),
        ["payment_intents", intent, "cancel"] => {
            Ok(Command::Cancel { intent: (*intent).to_owned(), reason: params.take("cancellation_reason") })
        }
        ["payment_intents", intent, "confirm"] => {
            Ok(Command::Confirm { intent: (*intent).to_owned(), method: params.take("payment_method") })
        }
        ["refunds"] => {
            let (charge, intent) = (params.take("charge"), params.take("payment_intent"));
            let missing = || Fault::param("charge", NOTHING_TO_REFUND).code("parameter_missing");
            let of = charge.or(intent).ok_or_else(missing)?;
            let (amount, reason) = (params.integer("amount")?, params.take("reason"));
            Ok(Command::Refund { of, amount, reason, metadata: params.object("metadata"), pending: false })
        }
        _ => Err(lists::unknown("POST", path)),
    }
}

/// The answer of a control call.
fn plain(result: Result<Value, Fault>) -> Response<Body> {
    let answer = result.map_or_else(|fault| faulty(&fault), |body| (200, body));
    response(&answer, Mode::Normal)
}

/// Who calls.
type Caller = ConnectInfo<SocketAddr>;
