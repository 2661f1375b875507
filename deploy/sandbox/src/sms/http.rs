//! The provider's API under `/2010-04-01`; pages and what only tests have stand beside it.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::fault::{fault, invalid, missing};
use super::{Message, Provider, web};
use crate::http::{Refusal, header, pairs};
use crate::misbehaviour::misbehave;

/// How many characters a text may have.
const LONGEST: usize = 1_600;
/// How long an idempotency token may be.
const LONGEST_TOKEN: usize = 255;

/// The API, the page, and what only tests have.
pub fn router(provider: Provider) -> Router {
    let misbehave = from_fn_with_state(provider.clone(), misbehave::<Provider>);
    Router::new()
        .route("/2010-04-01/{*path}", any(api).layer(misbehave))
        .merge(web::router(provider.config().published))
        .with_state(provider)
}

/// A call of the real API.
async fn api(
    State(provider): State<Provider>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answer = answer(&provider, &method, &uri, &headers, &body);
    let mut response = answer
        .map(|(status, body)| (status, Json(body)).into_response())
        .unwrap_or_else(Refusal::into_response);
    if response.status() == StatusCode::UNAUTHORIZED {
        let basic = axum::http::HeaderValue::from_static("Basic realm=\"Twilio API\"");
        response.headers_mut().insert(WWW_AUTHENTICATE, basic);
    }
    response
}

/// Answers a call by its path.
fn answer(
    provider: &Provider,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(StatusCode, Value), Refusal> {
    let config = provider.config();
    let basic = header(headers, AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Basic "));
    let proof = basic.and_then(|basic| STANDARD.decode(basic.trim()).ok());
    let proof = proof.and_then(|proof| String::from_utf8(proof).ok()).unwrap_or_default();
    let (account, token) = proof.split_once(':').unwrap_or_default();
    if account != config.account || !config.token.matches(token) {
        return Err(fault(StatusCode::UNAUTHORIZED, 20003, "Authenticate"));
    }
    let path: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).skip(1).collect();
    match (method, path.as_slice()) {
        (&Method::POST, ["Accounts", account, "Messages.json"]) if *account == config.account => {
            let form = std::str::from_utf8(body).unwrap_or_default();
            let token = header(headers, "i-twilio-idempotency-token").unwrap_or_default();
            if token.len() > LONGEST_TOKEN {
                return Err(invalid(20001, "The idempotency token is too long."));
            }
            let idempotency_token = token.to_owned();
            let message = Message { idempotency_token, ..order(provider, form)? };
            let message = provider.send(message)?;
            Ok((StatusCode::CREATED, shown(provider, &message)))
        }
        (&Method::GET, ["Accounts", account, "Messages", message]) if *account == config.account => {
            let sid = message.strip_suffix(".json").unwrap_or(message);
            let message = provider.message(sid).ok_or_else(|| missing(uri.path()))?;
            Ok((StatusCode::OK, shown(provider, &message)))
        }
        _ => Err(missing(uri.path())),
    }
}

/// The text that a form asks to send.
fn order(provider: &Provider, form: &str) -> Result<Message, Refusal> {
    let (form, number) = (pairs(form), &provider.config().number);
    let get = |name: &str| {
        let value = form.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        value.filter(|value| !value.is_empty())
    };
    let required = |code, name: &str| invalid(code, format!("A '{name}' parameter is required."));
    let to = get("To").ok_or_else(|| required(21604, "To"))?;
    let body = get("Body").ok_or_else(|| invalid(21602, "Message body is required."))?;
    if body.chars().count() > LONGEST {
        return Err(invalid(21617, "The concatenated message body exceeds the 1600 character limit"));
    }
    let from = match (get("From"), get("MessagingServiceSid")) {
        (Some(from), _) if from == *number => from,
        (Some(from), _) => {
            let what = format!("The 'From' phone number {from} is not a number of this account.");
            return Err(invalid(21606, what));
        }
        (None, Some(service)) if service.starts_with("MG") => number.clone(),
        (None, _) => return Err(required(21603, "From")),
    };
    Ok(Message { callback: get("StatusCallback"), ..provider.text(from, to, body) })
}

/// The JSON of a text.
fn shown(provider: &Provider, message: &Message) -> Value {
    let account = &provider.config().account;
    let at = message.at.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string();
    let uri = format!("/2010-04-01/Accounts/{account}/Messages/{}", message.sid);
    json!({
        "account_sid": account, "api_version": "2010-04-01", "body": message.body, "date_created": at,
        "date_sent": null, "date_updated": at, "direction": message.direction, "error_code": message.error_code,
        "error_message": null, "from": message.from, "messaging_service_sid": null, "num_media": "0",
        "num_segments": "1", "price": null, "price_unit": "USD", "sid": message.sid, "status": message.status,
        "subresource_uris": { "media": format!("{uri}/Media.json") }, "to": message.to,
        "uri": format!("{uri}.json"),
    })
}
