//! Square's public API, and what only tests have under `/sandbox`.

mod catalog;
mod control;
mod inventory;
mod money;
mod oauth;
mod orders;
mod pager;
mod payments;
mod people;
mod places;
mod reports;
mod request;

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value};

use super::fault::Fault;
use super::provider::Square;
use crate::control::{around, stamp};

type Shared = State<Square>;
type Answer = Result<Json<Value>, Fault>;

/// The router of all interfaces.
pub fn router(square: Square) -> Router {
    let api = Router::new()
        .route("/oauth2/token", post(oauth::token))
        .route("/oauth2/token/status", post(oauth::status))
        .route("/oauth2/revoke", post(oauth::revoke))
        .route("/v2/merchants", get(places::merchants))
        .route("/v2/merchants/{id}", get(places::merchant))
        .route("/v2/locations", get(places::locations))
        .route("/v2/locations/{id}", get(places::location))
        .route("/v2/orders/search", post(orders::search))
        .route("/v2/orders/batch-retrieve", post(orders::batch))
        .route("/v2/orders/{id}", get(orders::one))
        .route("/v2/payments", get(payments::payments))
        .route("/v2/payments/{id}", get(payments::one))
        .route("/v2/refunds", get(payments::refunds))
        .route("/v2/refunds/{id}", get(payments::refund))
        .route("/v2/payouts", get(money::payouts))
        .route("/v2/payouts/{id}", get(money::payout))
        .route("/v2/payouts/{id}/payout-entries", get(money::entries))
        .route("/v2/disputes", get(money::disputes))
        .route("/v2/disputes/{id}", get(money::dispute))
        .route("/v2/catalog/list", get(catalog::catalog))
        .route("/v2/catalog/search", post(catalog::search))
        .route("/v2/catalog/batch-retrieve", post(catalog::batch))
        .route("/v2/catalog/object", post(catalog::upsert))
        .route("/v2/catalog/object/{id}", get(catalog::one))
        .route("/v2/inventory/counts/batch-retrieve", post(inventory::counts))
        .route("/v2/inventory/changes/batch-create", post(inventory::change))
        .route("/v2/customers/search", post(people::customers))
        .route("/v2/customers/{id}", get(people::customer))
        .route("/v2/team-members/search", post(people::team))
        .route("/v2/team-members/jobs", get(people::jobs))
        .route("/v2/labor/workweek-configs", get(people::workweeks))
        .route("/v2/labor/timecards/search", post(people::timecards))
        .route("/v2/labor/timecards/{id}", get(people::timecard))
        .route("/reporting/v1/meta", get(reports::meta))
        .route("/reporting/v1/load", get(reports::load_by_query).post(reports::load))
        .method_not_allowed_fallback(no_call)
        .fallback(no_call);
    Router::new()
        .merge(around(api, &square))
        .merge(oauth::pages(square.clone()))
        .merge(control::router(square.clone()))
        .layer(from_fn_with_state(square.clone(), stamp::<Square>))
        .with_state(square)
}

/// The answer for an unknown path.
async fn no_call() -> Fault {
    Fault::no_call()
}

/// An answer with a list under its name, and a cursor where there is more. An empty list is left out, as Square does.
fn list(name: &str, items: Vec<Value>, cursor: Option<String>) -> Json<Value> {
    let mut answer = Map::new();
    if !items.is_empty() {
        answer.insert(name.to_owned(), items.into());
    }
    if let Some(cursor) = cursor {
        answer.insert("cursor".to_owned(), cursor.into());
    }
    Json(answer.into())
}
