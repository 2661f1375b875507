//! The provider's doors: the real API under `/2010-04-01`, and pages and what only tests have besides.

use std::io;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri};
use axum::routing::any;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::fault::Fault;
use super::provider::Order;
use super::{Message, Mode, Provider, web};
use crate::page::{json_of, pairs};

/// How many characters a text may have.
const LONGEST: usize = 1_600;
/// How long an idempotency token may be.
const LONGEST_TOKEN: usize = 255;

/// All doors.
pub fn router(provider: Provider) -> Router {
    Router::new()
        .route("/2010-04-01/{*path}", any(real))
        .fallback(any(web::door))
        .layer(DefaultBodyLimit::max(1 << 16))
        .with_state(provider)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// A call of the real API.
async fn real(
    State(provider): State<Provider>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mode = provider.next_mode();
    let wait = mode.wait();
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let result = match mode {
        Mode::Reset => return broken(),
        Mode::Down => Err(Fault::server()),
        Mode::RateLimited { .. } => Err(Fault::too_many()),
        Mode::Normal | Mode::Slow { .. } | Mode::DropAfter => {
            answer(&provider, &method, &uri, &headers, &body)
        }
    };
    if mode == Mode::DropAfter {
        return broken();
    }
    let (status, body) = match &result {
        Ok((status, body)) => (*status, body.clone()),
        Err(fault) => (fault.status, fault.body()),
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json_of(status, &body);
    if let Mode::RateLimited { retry_after } = mode {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after));
    }
    if status == StatusCode::UNAUTHORIZED {
        let basic = HeaderValue::from_static("Basic realm=\"Twilio API\"");
        response.headers_mut().insert(WWW_AUTHENTICATE, basic);
    }
    response
}

/// An answer whose body breaks off: the connection is closed in the middle.
fn broken() -> Response<Body> {
    let reset = io::Error::from(io::ErrorKind::ConnectionReset);
    Response::new(Body::from_stream(tokio_stream::once(Err::<Bytes, _>(reset))))
}

fn answer(
    provider: &Provider,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(u16, Value), Fault> {
    let config = provider.config();
    let basic = header(headers, AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Basic "));
    let proof = basic.and_then(|basic| STANDARD.decode(basic.trim()).ok());
    let proof = proof.and_then(|proof| String::from_utf8(proof).ok()).unwrap_or_default();
    let (account, token) = proof.split_once(':').unwrap_or_default();
    if account != config.account || !config.token.is(token) {
        return Err(Fault::unauthorized());
    }
    let path: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).skip(1).collect();
    match (method, path.as_slice()) {
        (&Method::POST, ["Accounts", account, "Messages.json"]) if *account == config.account => {
            let form = std::str::from_utf8(body).unwrap_or_default();
            let token = header(headers, "i-twilio-idempotency-token").unwrap_or_default();
            if token.len() > LONGEST_TOKEN {
                return Err(Fault::new(20001, "The idempotency token is too long."));
            }
            let (message, _) = provider.send(order(form, config.number.as_str())?, token)?;
            Ok((201, shown(provider, &message)))
        }
        (&Method::GET, ["Accounts", account, "Messages", message]) if *account == config.account => {
            let sid = message.strip_suffix(".json").unwrap_or(message);
            let message = provider.message(sid).ok_or_else(|| Fault::unknown(uri.path()))?;
            Ok((200, shown(provider, &message)))
        }
        _ => Err(Fault::unknown(uri.path())),
    }
}

/// What a form asks to send.
fn order(form: &str, number: &str) -> Result<Order, Fault> {
    let mut form = pairs(form);
    let mut take = |name: &str| {
        let place = form.iter().position(|(known, _)| known == name)?;
        Some(form.swap_remove(place).1).filter(|value| !value.is_empty())
    };
    let to = take("To").ok_or_else(|| Fault::missing(21604, "To"))?;
    let (from, service) = (take("From"), take("MessagingServiceSid"));
    let body = take("Body").ok_or_else(|| Fault::new(21602, "Message body is required."))?;
    if body.chars().count() > LONGEST {
        let what = "The concatenated message body exceeds the 1600 character limit";
        return Err(Fault::new(21617, what));
    }
    let from = match (from, service) {
        (Some(from), _) if from == number => from,
        (Some(from), _) => {
            let what = format!("The 'From' phone number {from} is not a number of this account.");
            return Err(Fault::new(21606, what));
        }
        (None, Some(service)) if service.starts_with("MG") => number.to_owned(),
        (None, _) => return Err(Fault::missing(21603, "From")),
    };
    Ok(Order { to, from, body, callback: take("StatusCallback") })
}

/// A text as the API answers it.
fn shown(provider: &Provider, message: &Message) -> Value {
    let account = &provider.config().account;
    let at = message.at.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string();
    json!({
        "account_sid": account,
        "api_version": "2010-04-01",
        "body": message.body,
        "date_created": at,
        "date_sent": null,
        "date_updated": at,
        "direction": message.direction,
        "error_code": message.error_code,
        "error_message": null,
        "from": message.from,
        "messaging_service_sid": null,
        "num_media": "0",
        "num_segments": "1",
        "price": null,
        "price_unit": "USD",
        "sid": message.sid,
        "status": message.status,
        "subresource_uris": {
            "media": format!("/2010-04-01/Accounts/{account}/Messages/{}/Media.json", message.sid)
        },
        "to": message.to,
        "uri": format!("/2010-04-01/Accounts/{account}/Messages/{}.json", message.sid),
    })
}
