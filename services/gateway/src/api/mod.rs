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
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::http::envelope::Failure;
use crate::session::SessionId;

/// All of them.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .merge(account::calls())
        .merge(locations::calls())
        .merge(checks::calls())
        .merge(menu::calls())
        .routes(routes!(images::get_image))
        .merge(customers::calls())
        .merge(payments::calls())
        .merge(marketing::calls())
        .merge(notifications::calls())
        .routes(routes!(app_config::get_app_config))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// The session of calls that carry it in their path: what login gave as `sessionGuid`.
pub struct SessionPath(pub SessionId);

impl<S: Send + Sync> FromRequestParts<S> for SessionPath {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SessionPath, Failure> {
        // What cannot even be read is no session.
        let path = Path::<SessionId>::from_request_parts(parts, state).await;
        path.map(|Path(id)| SessionPath(id)).map_err(|_| Error::session_ended().into())
    }
}

/// The body of calls that need none.
#[derive(Deserialize, ToSchema)]
pub struct Empty {}

/// What services leave empty, the API shows as null.
pub(crate) fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// A field that may be left out (none), be null (some of none), or have a value.
pub(crate) fn given<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
