//! The provider's pages and what only tests have, for this machine only:
//!
//! - `GET  /sandbox/v1/messages?with=NUMBER&limit=100`: newest first
//! - `POST /sandbox/v1/inbound` `{"from": "+12065550100", "body": "STOP"}`: a guest writes; the answers
//! - `POST /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`Mode`]
//! - `POST /sandbox/v1/fates` `{"number": "…", "fate": "undelivered"}`; null takes it back; see [`Fate`]
//! - `POST /sandbox/v1/forget`

use std::collections::BTreeSet;
use std::net::SocketAddr;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Direction, Fate, Message, Mode, Provider, Status};
use crate::page::{escape, json_of, number, only_here, page, refusal, see, value};

/// The most texts of a list, and the most conversations of the page.
const MOST: usize = 500;

#[derive(Deserialize)]
struct SetMode {
    #[serde(flatten)]
    mode: Mode,
    calls: Option<u32>,
}

#[derive(Deserialize)]
struct SetFate {
    number: String,
    fate: Option<Fate>,
}

#[derive(Deserialize)]
struct Inbound {
    from: String,
    body: String,
}

/// The door.
pub async fn door(
    State(provider): State<Provider>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if let Err(answer) = only_here(peer, &headers, provider.config().published) {
        return answer;
    }
    let path: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
    match (&method, path.as_slice()) {
        (&Method::GET, []) => guests(&provider),
        (&Method::GET, ["guests", guest]) => talk(&provider, guest),
        (&Method::POST, ["guests", guest]) => {
            let form = std::str::from_utf8(&body).unwrap_or_default();
            let said = value(form, "body").filter(|said| !said.trim().is_empty());
            if let Some(said) = said
                && let Err(error) = provider.say(guest, &said).await
            {
                return refusal(StatusCode::BAD_GATEWAY, &format!("The answer did not arrive: {error:#}"));
            }
            see(&format!("/guests/{guest}"))
        }
        (&Method::GET, ["sandbox", "v1", "messages"]) => messages(&provider, uri.query().unwrap_or_default()),
        (&Method::POST, ["sandbox", "v1", "inbound"]) => match read::<Inbound>(&body) {
            Err(answer) => answer,
            Ok(said) => match provider.say(&said.from, &said.body).await {
                Ok(replies) => json_of(StatusCode::OK, &json!({ "replies": replies })),
                Err(error) => refusal(StatusCode::BAD_GATEWAY, &format!("{error:#}")),
            },
        },
        (&Method::POST, ["sandbox", "v1", "mode"]) => {
            done(&body, |SetMode { mode, calls }| provider.set_mode(mode, calls))
        }
        (&Method::POST, ["sandbox", "v1", "fates"]) => {
            done(&body, |SetFate { number, fate }| provider.set_fate(&number, fate))
        }
        (&Method::POST, ["sandbox", "v1", "forget"]) => {
            provider.forget();
            json_of(StatusCode::OK, &json!({}))
        }
        _ => refusal(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

#[expect(clippy::result_large_err, reason = "it is the answer")]
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Response<Body>> {
    let bad = |error| refusal(StatusCode::BAD_REQUEST, &format!("The body cannot be read: {error}"));
    serde_json::from_slice(body).map_err(bad)
}

fn done<T: DeserializeOwned>(body: &[u8], work: impl FnOnce(T)) -> Response<Body> {
    match read(body) {
        Ok(wanted) => {
            work(wanted);
            json_of(StatusCode::OK, &json!({}))
        }
        Err(answer) => answer,
    }
}

fn messages(provider: &Provider, query: &str) -> Response<Body> {
    let limit = number(query, "limit", 100).min(MOST);
    let kept = match value(query, "with") {
        Some(guest) => provider.with_guest(&guest),
        None => provider.messages(),
    };
    let newest: Vec<Value> = kept.iter().rev().take(limit).map(|message| json!(message)).collect();
    json_of(StatusCode::OK, &json!({ "taken": provider.taken(), "messages": newest }))
}

/// The number of the person, on either side.
fn guest(message: &Message) -> &str {
    if message.direction == Direction::Inbound { &message.from } else { &message.to }
}

fn guests(provider: &Provider) -> Response<Body> {
    let kept = provider.messages();
    let (mut seen, mut rows) = (BTreeSet::new(), String::new());
    for message in kept.iter().rev() {
        let number = guest(message);
        if seen.len() >= MOST || !seen.insert(number.to_owned()) {
            continue;
        }
        let (number, body) = (escape(number), escape(&message.body));
        let at = message.at.strftime("%Y-%m-%d %H:%M:%S UTC");
        rows.push_str(&format!(
            "<li><a href=\"/guests/{number}\"><strong>{number}</strong> <span class=\"dim\">{at}</span><br>{body}\
             </a></li>"
        ));
    }
    let told = if kept.is_empty() {
        "Nothing arrived yet. What Saffron sends by text appears here; nobody else gets it.".to_owned()
    } else {
        format!(
            "{} texts were sent. Choose a guest to see them as on a phone, and to answer.",
            provider.taken()
        )
    };
    let list = if rows.is_empty() { rows } else { format!("<ul>{rows}</ul>") };
    page("Texts", &format!("<h1>Texts</h1><p class=\"dim\">{told}</p>{list}"))
}

fn talk(provider: &Provider, number: &str) -> Response<Body> {
    let kept = provider.with_guest(number);
    let number = escape(number);
    let bubble = |message: &Message| {
        let class = if message.direction == Direction::Inbound { "bubble guest" } else { "bubble" };
        let what = match message.status {
            Status::Undelivered => " · did not arrive",
            _ => "",
        };
        let at = message.at.strftime("%H:%M:%S UTC");
        let body = escape(&message.body);
        format!("<div class=\"{class}\">{body}<br><span class=\"dim\">{at}{what}</span></div>")
    };
    let bubbles: String = kept.iter().rev().take(MOST).rev().map(bubble).collect();
    let body = format!(
        "<p><a href=\"/\">All texts</a></p><h1>{number}</h1><div class=\"phone\">{bubbles}</div>\
         <form method=\"post\" action=\"/guests/{number}\"><input name=\"body\" aria-label=\"Answer as the guest\" \
         placeholder=\"Answer as the guest, e.g. STOP\" maxlength=\"480\" required autocomplete=\"off\">\
         <button>Send</button></form>"
    );
    page(&number, &body)
}
