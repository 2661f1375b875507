//! Tokens for clients.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::Body;
use crate::toast::clients::TOKEN_LIFE;
use crate::toast::fault::Fault;
use crate::toast::provider::Toast;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Login {
    client_id: String,
    client_secret: String,
    user_access_type: String,
}

pub async fn login(State(toast): State<Toast>, Body(login): Body<Login>) -> Result<Json<Value>, Fault> {
    if login.user_access_type != "TOAST_MACHINE_CLIENT" {
        return Err(Fault::invalid("userAccessType must be TOAST_MACHINE_CLIENT"));
    }
    let now = toast.now();
    let token = toast.with(|state| {
        let is_limited = state.limits.are_kept;
        state.clients.login(&login.client_id, &login.client_secret, is_limited, now)
    });
    let token = token.map_err(|fault| {
        fault.unwrap_or_else(|| Fault::new(StatusCode::TOO_MANY_REQUESTS, "Too many authentication requests"))
    })?;
    Ok(Json(json!({
        "token": { "tokenType": "Bearer", "scope": null, "expiresIn": TOKEN_LIFE, "accessToken": token, "idToken": null,
            "refreshToken": null },
        "status": "SUCCESS",
    })))
}
