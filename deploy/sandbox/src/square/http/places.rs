//! Merchants and locations.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::request::{Head, Params};
use super::{Answer, Shared};
use crate::square::fault::Fault;
use crate::square::show;

const SCOPES: [&str; 1] = ["MERCHANT_PROFILE_READ"];

/// `GET /v2/merchants`: the one of the token.
pub async fn merchants(State(square): Shared, head: Head, mut params: Params) -> Answer {
    params.take("cursor");
    params.finish()?;
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        Ok(Json(json!({ "merchant": [show::merchant(&state.account(caller)?.merchant)] })))
    })
}

/// `GET /v2/merchants/{id}`.
pub async fn merchant(State(square): Shared, head: Head, Path(id): Path<String>) -> Answer {
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let merchant = &state.account(caller)?.merchant;
        if id != "me" && id != merchant.id {
            return Err(Fault::missing("merchant", &id));
        }
        Ok(Json(json!({ "merchant": show::merchant(merchant) })))
    })
}

/// `GET /v2/locations`.
pub async fn locations(State(square): Shared, head: Head, params: Params) -> Answer {
    params.finish()?;
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let merchant = &state.account(caller)?.merchant;
        let places: Vec<Value> =
            merchant.locations.iter().map(|place| show::location(merchant, place)).collect();
        Ok(Json(json!({ "locations": places })))
    })
}

/// `GET /v2/locations/{id}`; `main` is the first one.
pub async fn location(State(square): Shared, head: Head, Path(id): Path<String>) -> Answer {
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let merchant = &state.account(caller)?.merchant;
        let place = if id == "main" { merchant.locations.first() } else { merchant.location(&id) };
        let place = place.ok_or_else(|| Fault::missing("location", &id))?;
        Ok(Json(json!({ "location": show::location(merchant, place) })))
    })
}
