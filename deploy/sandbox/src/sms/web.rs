//! The provider's pages and what only tests have, for this machine only:
//!
//! - `GET  /sandbox/v1/messages?with=NUMBER&limit=100`: newest first
//! - `POST /sandbox/v1/inbound` `{"from": "+12065550100", "body": "STOP"}`: a guest writes; the answers
//! - `POST /sandbox/v1/mode` `{"mode": "slow", "millis": 50, "calls": 3}`; modes: see [`super::Mode`]
//! - `POST /sandbox/v1/fates` `{"number": "…", "fate": "undelivered"}`; null takes it back; see [`Fate`]
//! - `POST /sandbox/v1/forget`

use std::collections::BTreeSet;

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use minijinja::context;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Direction, Fate, Message, Provider, Status};
use crate::http::{Body, Refusal, done, no_page, only_this_machine};
use crate::misbehaviour::set_mode;
use crate::pages::page;

/// The most texts of a list, and the most conversations of the page.
const MOST: usize = 500;

type Shared = State<Provider>;

/// The pages, and what only tests have.
pub fn router(published: bool) -> Router<Provider> {
    let set_fate = |State(provider): Shared, Body(set): Body<SetFate>| async move {
        done(|| provider.set_fate(&set.number, set.fate))
    };
    let forget = |State(provider): Shared| async move { done(|| provider.forget()) };
    Router::new()
        .route("/", get(guests))
        .route("/guests/{number}", get(conversation).post(answer))
        .route("/sandbox/v1/messages", get(messages))
        .route("/sandbox/v1/inbound", post(inbound))
        .route("/sandbox/v1/mode", post(set_mode::<Provider>))
        .route("/sandbox/v1/fates", post(set_fate))
        .route("/sandbox/v1/forget", post(forget))
        .fallback(no_page)
        .layer(from_fn_with_state(published, only_this_machine))
}

#[derive(Deserialize)]
struct SetFate {
    number: String,
    fate: Option<Fate>,
}

/// The guest's number of a text, whichever side sent it.
fn guest(message: &Message) -> &str {
    if message.direction == Direction::Inbound { &message.from } else { &message.to }
}

async fn guests(State(provider): Shared) -> Response {
    let (mut seen, mut guests) = (BTreeSet::new(), Vec::new());
    for message in provider.messages().into_iter().rev() {
        let number = guest(&message).to_owned();
        if guests.len() < MOST && seen.insert(number.clone()) {
            let at = message.at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
            guests.push(context! { number, at, body => message.body });
        }
    }
    page("texts.html", context! { taken => provider.taken(), guests })
}

/// The page of a guest's texts.
async fn conversation(State(provider): Shared, Path(number): Path<String>) -> Response {
    let mut texts = provider.with_guest(&number);
    let texts = texts.split_off(texts.len().saturating_sub(MOST));
    let row = |text: Message| {
        let (inbound, undelivered) =
            (text.direction == Direction::Inbound, text.status == Status::Undelivered);
        let at = text.at.strftime("%H:%M:%S UTC").to_string();
        context! { body => text.body, at, inbound, undelivered }
    };
    page("guest.html", context! { number, texts => texts.into_iter().map(row).collect::<Vec<_>>() })
}

/// The answer of a form that a person sends as the guest.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    body: String,
}

/// The error where the webhook gives no answer.
fn unanswered(error: &anyhow::Error) -> Refusal {
    Refusal::new(StatusCode::BAD_GATEWAY, format!("The answer did not arrive: {error:#}"))
}

async fn answer(
    State(provider): Shared,
    Path(number): Path<String>,
    Form(Answer { body }): Form<Answer>,
) -> Result<Redirect, Refusal> {
    if !body.trim().is_empty() {
        provider.say(&number, &body).await.map_err(|error| unanswered(&error))?;
    }
    Ok(Redirect::to(&format!("/guests/{number}")))
}

#[derive(Deserialize)]
struct Inbound {
    from: String,
    body: String,
}

async fn inbound(State(provider): Shared, Body(text): Body<Inbound>) -> Result<Json<Value>, Refusal> {
    let replies = provider.say(&text.from, &text.body).await.map_err(|error| unanswered(&error))?;
    Ok(Json(json!({ "replies": replies })))
}

#[derive(Deserialize)]
struct Wanted {
    with: Option<String>,
    limit: Option<usize>,
}

async fn messages(State(provider): Shared, Query(wanted): Query<Wanted>) -> Json<Value> {
    let kept = wanted.with.map_or_else(|| provider.messages(), |guest| provider.with_guest(&guest));
    let newest: Vec<&Message> = kept.iter().rev().take(wanted.limit.unwrap_or(100).min(MOST)).collect();
    Json(json!({ "taken": provider.taken(), "messages": newest }))
}
