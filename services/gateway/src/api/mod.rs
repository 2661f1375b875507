//! The main API (docs/api.md), a file or a folder for each group of calls.

mod account;
mod app_config;
mod checks;
mod customers;
mod health;
mod images;
mod locations;
mod marketing;
mod menu;
mod notifications;
mod payments;

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use saffron_core::Error;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::http::envelope::Failure;
use crate::session::SessionId;

/// All calls.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .merge(account::calls())
        .merge(locations::calls())
        .merge(checks::calls())
        .merge(menu::calls())
        .routes(routes!(images::get_image))
        .routes(routes!(images::get_profile_image))
        .merge(customers::calls())
        .merge(payments::calls())
        .merge(marketing::calls())
        .merge(notifications::calls())
        .routes(routes!(app_config::get_app_config))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// The session in a call's path: the `sessionGuid` that login answered.
pub struct SessionPath(pub SessionId);

impl<S: Send + Sync> FromRequestParts<S> for SessionPath {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SessionPath, Failure> {
        // An unreadable one does not exist.
        let path = Path::<SessionId>::from_request_parts(parts, state).await;
        path.map(|Path(id)| SessionPath(id)).map_err(|_| Error::session_ended().into())
    }
}

/// The body of calls that need none.
#[derive(Deserialize)]
pub struct Empty {}

/// A text of a service; null if it is empty.
pub(crate) fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// A field that is left out (none), null (some of none), or has a value.
pub(crate) fn given<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
