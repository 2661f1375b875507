//! Where a person is signed in.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use saffron_core::{Code, Error};
use saffron_proto::auth as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::profile::OwnRequest;
use crate::Gateway;
use crate::api::some;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// A session that has not ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    /// Its public name; worth nothing by itself.
    handle: String,
    /// What it is used on: `Chrome on Android`.
    #[schema(required)]
    device: Option<String>,
    /// UTC, YYYY-MM-DDTHH:mm:ssZ.
    started_at: String,
    /// UTC, YYYY-MM-DDTHH:mm:ssZ; right to a day, of sessions that end with the browser to an hour.
    last_seen_at: String,
    /// The caller's own.
    current: bool,
}

/// The caller's sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionList {
    /// Newest first, 500 at most.
    session_list: Vec<OwnSession>,
}

/// A session to end.
#[derive(Deserialize, ToSchema)]
pub struct EndSessionRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// As `get-sessions` tells it.
    handle: String,
}

envelope! {
    /// The answer of `get-sessions`.
    GetSessionsEnvelope(SessionList)
}
envelope! {
    /// The answer of `end-session`.
    EndSessionEnvelope(null)
}
envelope! {
    /// The answer of `end-other-sessions`.
    EndOtherSessionsEnvelope(null)
}

/// The caller's sessions.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-sessions", operation_id = "getSessions", tag = "account",
    request_body = OwnRequest,
    responses((status = 200, description = "The answer.", body = GetSessionsEnvelope), Failures)
)]
pub async fn get_sessions(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<OwnRequest>,
) -> Result<GetSessionsEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let answers = gateway.services.whole(&entered.session.token, proto::ListSessionsRequest {}).await?;
    let sessions = answers.into_iter().filter_map(|answer| answer.session);
    let list: Result<Vec<OwnSession>, Error> =
        sessions.map(|session| shown(session, &entered.session.handle)).collect();
    Ok(SessionList { session_list: list? }.into())
}

/// End one of the caller's sessions.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/end-session", operation_id = "endSession", tag = "account",
    request_body = EndSessionRequest,
    responses((status = 200, description = "The answer.", body = EndSessionEnvelope), Failures)
)]
pub async fn end_session(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<EndSessionRequest>,
) -> Result<EndSessionEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::EndSessionRequest { handle: request.handle };
    for handle in gateway.services.call(&entered.session.token, call).await?.ended {
        gateway.end_session(&handle);
    }
    Ok(Null.into())
}

/// End all sessions of the caller but this one.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/end-other-sessions", operation_id = "endOtherSessions",
    tag = "account", request_body = OwnRequest,
    responses((status = 200, description = "The answer.", body = EndOtherSessionsEnvelope), Failures)
)]
pub async fn end_other_sessions(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<OwnRequest>,
) -> Result<EndOtherSessionsEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::EndOtherSessionsRequest { handle: entered.session.handle.clone() };
    for handle in gateway.services.call(&entered.session.token, call).await?.ended {
        gateway.end_session(&handle);
    }
    Ok(Null.into())
}

fn shown(session: proto::Session, own: &str) -> Result<OwnSession, Error> {
    let time = |seconds: i64| {
        let odd = |_| Error::new(Code::Internal, "Error Occured. Please contact system administrator.");
        Timestamp::from_second(seconds).map(|at| at.to_string()).map_err(odd)
    };
    Ok(OwnSession {
        current: session.handle == own,
        handle: session.handle,
        device: some(session.device),
        started_at: time(session.started_at)?,
        last_seen_at: time(session.last_seen_at)?,
    })
}
