//! The catcher's page and its JSON API, for this machine only:
//!
//! - `GET  /sandbox/v1/mails?to=ADDRESS&after=NUMBER&limit=100`: newest first
//! - `GET  /sandbox/v1/mails/{number}`: with headers, html and text; `…/source` as it was sent
//! - `GET  /sandbox/v1/deliveries`: which mails reached which addresses, as long as it is remembered
//! - `POST /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`Mode`]
//! - `POST /sandbox/v1/refusals` `{"address": "…", "refusal": "permanent", "times": 1}`; null takes it again
//! - `POST /sandbox/v1/forget`

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use minijinja::context;
use serde::Deserialize;
use serde_json::{Value, json};

use super::mailbox::{Mail, Mailbox, Mode, Refusal};
use crate::http::{self, Body, done, no_page, only_this_machine};
use crate::misbehaviour::SetMode;
use crate::pages::page;

/// The Content-Security-Policy of a shown mail: it may only load pictures.
const MAIL_POLICY: &str = "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'";
/// The most mails of a list.
const MOST: usize = 500;
const TIME: &str = "%Y-%m-%d %H:%M:%S UTC";

type Shared = State<Arc<Mailbox>>;
type Answer = Result<Response, http::Refusal>;

/// The page and the JSON API.
pub fn router(mailbox: Arc<Mailbox>) -> Router {
    let deliveries = |State(mailbox): Shared| async move {
        Json(json!({ "taken": mailbox.taken(), "deliveries": mailbox.deliveries() }))
    };
    let set_mode = |State(mailbox): Shared, Body(set): Body<SetMode<Mode>>| async move {
        done(|| mailbox.set_mode(set.mode, set.calls))
    };
    let refuse = |State(mailbox): Shared, Body(set): Body<SetRefusal>| async move {
        done(|| mailbox.refuse(&set.address, set.refusal, set.times))
    };
    let forget = |State(mailbox): Shared| async move { done(|| mailbox.forget()) };
    let published = mailbox.config().published;
    Router::new()
        .route("/", get(list))
        .route("/mails/{number}", get(show))
        .route("/mails/{number}/html", get(html))
        .route("/mails/{number}/source", get(source))
        .route("/sandbox/v1/mails", get(mails))
        .route("/sandbox/v1/mails/{number}", get(whole))
        .route("/sandbox/v1/mails/{number}/source", get(source))
        .route("/sandbox/v1/deliveries", get(deliveries))
        .route("/sandbox/v1/mode", post(set_mode))
        .route("/sandbox/v1/refusals", post(refuse))
        .route("/sandbox/v1/forget", post(forget))
        .fallback(no_page)
        .layer(from_fn_with_state(published, only_this_machine))
        .with_state(mailbox)
}

#[derive(Deserialize)]
struct SetRefusal {
    address: String,
    refusal: Option<Refusal>,
    times: Option<u32>,
}

#[derive(Deserialize)]
struct Wanted {
    to: Option<String>,
    #[serde(default)]
    after: u64,
    limit: Option<usize>,
}

fn find(mailbox: &Mailbox, number: u64) -> Result<Arc<Mail>, http::Refusal> {
    let gone = "There is no such mail, or it is too old to be kept.";
    mailbox.mail(number).ok_or_else(|| http::Refusal::new(StatusCode::NOT_FOUND, gone))
}

/// The JSON of a mail in a list.
fn short(mail: &Mail) -> Value {
    json!({ "number": mail.number, "at": mail.at.to_string(), "from": mail.from, "to": mail.to,
        "subject": mail.subject(), "size": mail.source.len() })
}

async fn list(State(mailbox): Shared) -> Response {
    let all = mailbox.mails();
    let row = |mail: &Arc<Mail>| {
        let at = mail.at.strftime(TIME).to_string();
        context! { number => mail.number, subject => mail.subject(), to => &mail.to, at }
    };
    let mails: Vec<_> = all.iter().rev().take(MOST).map(row).collect();
    page("mails.html", context! { taken => mailbox.taken(), kept => all.len(), shown => MOST, mails })
}

async fn show(State(mailbox): Shared, Path(number): Path<u64>) -> Answer {
    let mail = find(&mailbox, number)?;
    let values = context! {
        number, subject => mail.subject(), from => &mail.from, to => &mail.to, html => mail.html().is_some(),
        at => mail.at.strftime(TIME).to_string(), text => mail.text(), headers => mail.headers(),
    };
    Ok(page("mail.html", values))
}

async fn html(State(mailbox): Shared, Path(number): Path<u64>) -> Answer {
    let html = find(&mailbox, number)?.html().unwrap_or_default();
    Ok(([(CONTENT_SECURITY_POLICY, MAIL_POLICY)], Html(html)).into_response())
}

async fn source(State(mailbox): Shared, Path(number): Path<u64>) -> Answer {
    let source = find(&mailbox, number)?.source.clone();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], source).into_response())
}

/// A mail as JSON, with headers and both bodies.
async fn whole(State(mailbox): Shared, Path(number): Path<u64>) -> Answer {
    let mail = find(&mailbox, number)?;
    let mut shown = short(&mail);
    if let Some(members) = shown.as_object_mut() {
        members.insert("headers".into(), json!(mail.headers()));
        members.insert("html".into(), json!(mail.html()));
        members.insert("text".into(), json!(mail.text()));
    }
    Ok(Json(shown).into_response())
}

async fn mails(State(mailbox): Shared, Query(wanted): Query<Wanted>) -> Json<Value> {
    let fits = |mail: &&Arc<Mail>| {
        mail.number > wanted.after && wanted.to.as_ref().is_none_or(|to| mail.to.contains(to))
    };
    let limit = wanted.limit.unwrap_or(100).min(MOST);
    let mails: Vec<Value> =
        mailbox.mails().iter().rev().filter(fits).take(limit).map(|mail| short(mail)).collect();
    Json(json!({ "taken": mailbox.taken(), "mails": mails }))
}
