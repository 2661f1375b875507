//! The Reporting API: what there is, and what it comes to.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::request::{Head, Params};
use crate::http::Body;
use crate::square::provider::Square;
use crate::square::reporting::{self, Query};

const SCOPES: [&str; 1] = ["REPORTING_READ"];

/// An error in the shape of reports: one text.
pub struct Wrong(StatusCode, String);

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// `GET /reporting/v1/meta`.
pub async fn meta(State(square): Shared, head: Head) -> Result<Json<Value>, Wrong> {
    permitted(&square, &head)?;
    Ok(Json(reporting::meta()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    query: Query,
}

/// `POST /reporting/v1/load`.
pub async fn load(
    State(square): Shared,
    head: Head,
    body: Result<Body<Value>, crate::http::Refusal>,
) -> Result<Json<Value>, Wrong> {
    permitted(&square, &head)?;
    let Body(body) = body.map_err(|refusal| Wrong(refusal.status, refusal.body.to_string()))?;
    let load: Load =
        serde_json::from_value(body).map_err(|error| Wrong(StatusCode::BAD_REQUEST, error.to_string()))?;
    run(&square, &head, &load.query)
}

/// `GET /reporting/v1/load?query=…`.
pub async fn load_by_query(
    State(square): Shared,
    head: Head,
    mut params: Params,
) -> Result<Json<Value>, Wrong> {
    permitted(&square, &head)?;
    let query = params.take("query").unwrap_or_default();
    let query =
        serde_json::from_str(&query).map_err(|error| Wrong(StatusCode::BAD_REQUEST, error.to_string()))?;
    run(&square, &head, &query)
}

/// Whether the caller may see reports: without a token 401, with a wrong one or one without the scope 403.
fn permitted(square: &Square, head: &Head) -> Result<(), Wrong> {
    if square.with(|state| state.tricks.no_reports) {
        return Err(Wrong(StatusCode::NOT_FOUND, "Not found".to_owned()));
    }
    if head.token().is_none() {
        return Err(Wrong(StatusCode::UNAUTHORIZED, "Authentication is missing".to_owned()));
    }
    let checked = square.serve(head.token(), &SCOPES, |_, _, _| Ok(()));
    checked.map_err(|fault| Wrong(StatusCode::FORBIDDEN, fault.detail))
}

fn run(square: &Square, head: &Head, query: &Query) -> Result<Json<Value>, Wrong> {
    let loaded = square.serve(head.token(), &SCOPES, |state, caller, now| {
        if state.tricks.waits > 0 {
            state.tricks.waits -= 1;
            return Ok(Ok(json!({ "error": "Continue wait" })));
        }
        let lag = SignedDuration::from_secs(state.tricks.reporting_lag_seconds);
        let as_of = now.saturating_sub(lag).unwrap_or(now);
        Ok(reporting::load(state.account(caller)?, query, as_of, now))
    });
    let loaded = loaded.map_err(|fault| Wrong(fault.status, fault.detail))?;
    loaded.map(Json).map_err(|why| Wrong(StatusCode::BAD_REQUEST, why))
}
