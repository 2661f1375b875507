//! Clover's REST API, and what only tests have under `/sandbox`.

mod items;
mod lists;
mod oauth;
mod query;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::fault::Fault;
use super::provider::Clover;
use crate::control::{around, router as control, stamp};

/// The router of all interfaces.
pub fn router(clover: Clover) -> Router {
    let api = Router::new()
        .route("/oauth/v2/token", post(oauth::token))
        .route("/oauth/v2/refresh", post(oauth::refresh))
        .route("/v3/merchants/{merchant}", get(lists::merchant))
        .route("/v3/merchants/{merchant}/{list}", get(lists::list))
        .route("/v3/merchants/{merchant}/items/{id}", get(items::item).post(items::change))
        .route("/v3/merchants/{merchant}/orders/{id}", get(lists::order))
        .route("/v3/merchants/{merchant}/orders/{id}/line_items", get(lists::line_items))
        .route("/v3/merchants/{merchant}/employees/{id}/shifts", get(lists::shifts))
        .method_not_allowed_fallback(no_call)
        .fallback(no_call);
    Router::new()
        .merge(around(api, &clover))
        .merge(control(clover.clone(), Router::new()))
        .layer(from_fn_with_state(clover.clone(), stamp::<Clover>))
        .with_state(clover)
}

/// The answer for an unknown path.
async fn no_call() -> Fault {
    Fault::missing()
}
