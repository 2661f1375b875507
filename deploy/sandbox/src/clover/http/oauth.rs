//! The exchange of codes and refresh tokens.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clover::fault::Fault;
use crate::clover::grants::Made;
use crate::clover::provider::Clover;

#[derive(Deserialize)]
pub struct Redeem {
    client_id: String,
    client_secret: String,
    code: String,
}

#[derive(Deserialize)]
pub struct Refresh {
    client_id: String,
    refresh_token: String,
}

pub async fn token(State(clover): State<Clover>, Json(body): Json<Redeem>) -> Result<Json<Value>, Fault> {
    let config = clover.config();
    if body.client_id != config.application_id || !config.application_secret.matches(&body.client_secret) {
        return Err(Fault::unauthorized());
    }
    let now = clover.now();
    clover.with(|state| state.grants.redeem(&body.code, now)).map(shown)
}

/// No secret is asked for here.
pub async fn refresh(State(clover): State<Clover>, Json(body): Json<Refresh>) -> Result<Json<Value>, Fault> {
    if body.client_id != clover.config().application_id {
        return Err(Fault::unauthorized());
    }
    let now = clover.now();
    clover.with(|state| state.grants.refresh(&body.refresh_token, now)).map(shown)
}

fn shown(made: Made) -> Json<Value> {
    Json(json!({
        "access_token": made.access, "access_token_expiration": made.expires.as_second(),
        "refresh_token": made.refresh, "refresh_token_expiration": made.expires.as_second() + 31_536_000,
    }))
}
