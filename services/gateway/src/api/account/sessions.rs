//! The caller's sessions.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_proto::auth::{self as proto, EndOtherSessionsRequest, EndSessionRequest, ListSessionsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;
use crate::api::some;
use crate::call::request::SignedIn;
use crate::call::{ends_sessions, route};
use crate::http::envelope::{Envelope, Failure};

pub(super) fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route::<ListSessionsRequest, SessionList, _, _>(
            "get-sessions",
            "The caller's sessions.",
            get_sessions,
        ))
        .routes(ends_sessions::<EndSessionRequest>(
            "end-session",
            "End one of the caller's sessions.",
            |_, _| (),
            |answer| answer.ended,
        ))
        .routes(ends_sessions::<EndOtherSessionsRequest>(
            "end-other-sessions",
            "End all sessions of the caller but this one.",
            |request, own| request.handle = own.handle.clone(),
            |answer| answer.ended,
        ))
}

/// A session that has not ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    /// Its public name, which gives no access.
    handle: String,
    /// The device: `Chrome on Android`.
    device: Option<String>,
    /// UTC, YYYY-MM-DDTHH:mm:ssZ.
    started_at: String,
    /// UTC, YYYY-MM-DDTHH:mm:ssZ; exact to a day, or to an hour for sessions that end with the browser.
    last_seen_at: String,
    /// The session of this call.
    current: bool,
}

/// The caller's sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionList {
    /// Newest first, 500 at most.
    session_list: Vec<OwnSession>,
}

async fn get_sessions(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<ListSessionsRequest>,
) -> Result<Envelope<SessionList>, Failure> {
    let answers = gateway.services.collect(&caller.session.token, request).await?;
    let sessions = answers.into_iter().filter_map(|answer| answer.session);
    let list: Result<Vec<OwnSession>, Error> =
        sessions.map(|session| own_session(session, &caller.session.handle)).collect();
    Ok(SessionList { session_list: list? }.into())
}

fn own_session(session: proto::Session, own: &str) -> Result<OwnSession, Error> {
    let time = |seconds: i64| {
        let invalid = |e| Fault::Permanent(format!("time of a session: {e}")).into_answer();
        Timestamp::from_second(seconds).map(|at| at.to_string()).map_err(invalid)
    };
    Ok(OwnSession {
        current: session.handle == own,
        handle: session.handle,
        device: some(session.device),
        started_at: time(session.started_at)?,
        last_seen_at: time(session.last_seen_at)?,
    })
}
