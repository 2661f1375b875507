//! Toast's APIs, and what only tests have under `/sandbox`.

mod lists;
mod login;
mod orders;
mod query;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use self::query::RESTAURANT;
use super::fault::Fault;
use super::provider::Toast;
use crate::control::{around, router as control, stamp};
use crate::http::header;

/// The router of all interfaces.
pub fn router(toast: Toast) -> Router {
    let api = Router::new()
        .route("/authentication/v1/authentication/login", post(login::login))
        .route("/restaurants/v1/restaurants/{guid}", get(lists::restaurant))
        .route("/restaurants/v1/groups/{group}/restaurants", get(lists::group))
        .route("/orders/v2/ordersBulk", get(orders::bulk))
        .route("/orders/v2/orders/{guid}", get(orders::order))
        .route("/orders/v2/payments", get(orders::payments))
        .route("/orders/v2/payments/{guid}", get(orders::payment))
        .route("/config/v2/{list}", get(lists::config))
        .route("/menus/v2/metadata", get(lists::metadata))
        .route("/menus/v2/menus", get(lists::menus))
        .route("/stock/v1/inventory", get(lists::stock))
        .route("/labor/v1/employees", get(lists::employees))
        .route("/labor/v1/jobs", get(lists::jobs))
        .route("/labor/v1/timeEntries", get(lists::entries))
        .method_not_allowed_fallback(no_call)
        .fallback(no_call)
        .layer(from_fn_with_state(toast.clone(), limit));
    Router::new()
        .merge(around(api, &toast))
        .merge(control(toast.clone(), Router::new()))
        .layer(from_fn_with_state(toast.clone(), stamp::<Toast>))
        .with_state(toast)
}

/// The answer for an unknown path.
async fn no_call() -> Fault {
    Fault::missing()
}

/// Middleware that keeps the limits of a restaurant, and says when the next call may be made.
async fn limit(State(toast): State<Toast>, request: Request, next: Next) -> Response {
    let restaurant = header(request.headers(), RESTAURANT).unwrap_or_default().to_owned();
    let is_of_menus = request.uri().path() == "/menus/v2/menus";
    let now = toast.now();
    match toast.with(|state| state.limits.count(&restaurant, is_of_menus, now)) {
        Ok(()) => next.run(request).await,
        Err(seconds) => {
            let mut refusal = Fault::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests").into_response();
            refusal.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
            refusal
        }
    }
}
