//! The catcher's page and its JSON API, for this machine only:
//!
//! - `GET  /sandbox/v1/mails?to=ADDRESS&after=NUMBER&limit=100`: newest first
//! - `GET  /sandbox/v1/mails/{number}`: with headers, html and text; `…/source` as it was sent
//! - `GET  /sandbox/v1/deliveries`: who got what, as long as it is remembered
//! - `POST /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`Mode`]
//! - `POST /sandbox/v1/refusals` `{"address": "…", "refusal": "permanent", "times": 1}`; null takes it again
//! - `POST /sandbox/v1/forget`

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::routing::any;
use serde::Deserialize;
use serde_json::{Value, json};

use super::post::{Mail, Mode, Post, Refusal};
use crate::page::{content, escape, json_of, number, only_here, page, refusal, value, with_policy};

/// What a mail may do when it is shown: be seen, and load its pictures.
const MAIL_POLICY: &str = "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'";
/// The most mails of a list.
const MOST: usize = 500;

#[derive(Deserialize)]
struct SetMode {
    #[serde(flatten)]
    mode: Mode,
    calls: Option<u32>,
}

#[derive(Deserialize)]
struct SetRefusal {
    address: String,
    refusal: Option<Refusal>,
    times: Option<u32>,
}

/// All doors.
pub fn router(post: Arc<Post>) -> Router {
    Router::new().fallback(any(door)).layer(DefaultBodyLimit::max(1 << 16)).with_state(post)
}

async fn door(
    State(post): State<Arc<Post>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if let Err(answer) = only_here(peer, &headers, post.config().published) {
        return answer;
    }
    let path: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
    let query = uri.query().unwrap_or_default();
    match (&method, path.as_slice()) {
        (&Method::GET, []) => list(&post),
        (&Method::GET, ["mails", mail]) => found(&post, mail, show),
        (&Method::GET, ["mails", mail, "html"]) => found(&post, mail, |mail| {
            let html = mail.html().unwrap_or_default().into_bytes();
            with_policy(content(StatusCode::OK, "text/html; charset=utf-8", html), MAIL_POLICY)
        }),
        (&Method::GET, ["sandbox", "v1", "mails"]) => mails(&post, query),
        (&Method::GET, ["sandbox", "v1", "mails", mail]) => {
            found(&post, mail, |mail| json_of(StatusCode::OK, &whole(mail)))
        }
        (&Method::GET, ["mails", mail, "source"] | ["sandbox", "v1", "mails", mail, "source"]) => {
            found(&post, mail, |mail| {
                content(StatusCode::OK, "text/plain; charset=utf-8", mail.source.clone())
            })
        }
        (&Method::GET, ["sandbox", "v1", "deliveries"]) => {
            json_of(StatusCode::OK, &json!({ "taken": post.taken(), "deliveries": post.deliveries() }))
        }
        (&Method::POST, ["sandbox", "v1", "mode"]) => {
            done(&body, |SetMode { mode, calls }| post.set_mode(mode, calls))
        }
        (&Method::POST, ["sandbox", "v1", "refusals"]) => {
            done(&body, |set: SetRefusal| post.refuse(&set.address, set.refusal, set.times))
        }
        (&Method::POST, ["sandbox", "v1", "forget"]) => {
            post.forget();
            json_of(StatusCode::OK, &json!({}))
        }
        _ => refusal(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

fn done<T: serde::de::DeserializeOwned>(body: &[u8], work: impl FnOnce(T)) -> Response<Body> {
    match serde_json::from_slice(body) {
        Ok(wanted) => {
            work(wanted);
            json_of(StatusCode::OK, &json!({}))
        }
        Err(error) => refusal(StatusCode::BAD_REQUEST, &format!("The body cannot be read: {error}")),
    }
}

fn found(post: &Post, number: &str, answer: impl FnOnce(&Mail) -> Response<Body>) -> Response<Body> {
    match number.parse().ok().and_then(|number| post.mail(number)) {
        Some(mail) => answer(&mail),
        None => refusal(StatusCode::NOT_FOUND, "There is no such mail, or it is too old to be kept."),
    }
}

fn mails(post: &Post, query: &str) -> Response<Body> {
    let (to, limit) = (value(query, "to"), number(query, "limit", 100).min(MOST));
    let after = u64::try_from(number(query, "after", 0)).unwrap_or(0);
    let fits = |mail: &Arc<Mail>| {
        mail.number > after && to.as_ref().is_none_or(|to| mail.to.iter().any(|known| known == to))
    };
    let newest = post.mails().into_iter().rev().filter(fits).take(limit);
    let mails: Vec<Value> = newest.map(|mail| short(&mail)).collect();
    json_of(StatusCode::OK, &json!({ "taken": post.taken(), "mails": mails }))
}

fn short(mail: &Mail) -> Value {
    json!({
        "number": mail.number,
        "at": mail.at.to_string(),
        "from": mail.from,
        "to": mail.to,
        "subject": mail.subject(),
        "size": mail.source.len(),
    })
}

fn whole(mail: &Mail) -> Value {
    let mut shown = short(mail);
    if let Some(members) = shown.as_object_mut() {
        members.insert("headers".into(), json!(mail.headers()));
        members.insert("html".into(), json!(mail.html()));
        members.insert("text".into(), json!(mail.text()));
    }
    shown
}

fn list(post: &Post) -> Response<Body> {
    let mails = post.mails();
    let rows: String = mails.iter().rev().take(MOST).map(|mail| row(mail)).collect();
    let kept = mails.len();
    let taken = post.taken();
    let told = match (kept, kept > MOST) {
        (0, _) => {
            "Nothing arrived yet. What Saffron sends by email appears here; nobody else gets it.".to_owned()
        }
        (_, true) => format!("{taken} arrived, the newest {MOST} are shown."),
        (_, false) => format!("{taken} arrived, {kept} are kept."),
    };
    let list = if kept == 0 { String::new() } else { format!("<ul>{rows}</ul>") };
    page("Mail", &format!("<h1>Mail</h1><p class=\"dim\">{told}</p>{list}"))
}

fn row(mail: &Mail) -> String {
    let to = escape(&mail.to.join(", "));
    let subject = escape(&mail.subject());
    let at = mail.at.strftime("%Y-%m-%d %H:%M:%S UTC");
    let number = mail.number;
    format!(
        "<li><a href=\"/mails/{number}\"><strong>{subject}</strong><br><span class=\"dim\">{to} · {at}</span>\
         </a></li>"
    )
}

fn show(mail: &Mail) -> Response<Body> {
    let subject = mail.subject();
    let (title, number) = (escape(&subject), mail.number);
    let to = escape(&mail.to.join(", "));
    let (from, at) = (escape(&mail.from), mail.at.strftime("%Y-%m-%d %H:%M:%S UTC"));
    let frame = match mail.html() {
        Some(_) => format!(
            "<h2>On a phone</h2><iframe title=\"The mail\" sandbox=\"\" src=\"/mails/{number}/html\"></iframe>"
        ),
        None => String::new(),
    };
    let text = escape(&mail.text().unwrap_or_default());
    let headers: String =
        mail.headers().iter().map(|(name, value)| format!("{}: {}\n", escape(name), escape(value))).collect();
    let body = format!(
        "<p><a href=\"/\">All mail</a></p><h1>{title}</h1><p class=\"dim\">From {from} to {to}, {at}</p>{frame}\
         <h2>Plain text</h2><pre>{text}</pre><h2>Headers</h2><pre>{headers}</pre>\
         <p><a href=\"/mails/{number}/source\">Source</a></p>"
    );
    page(&subject, &body)
}
