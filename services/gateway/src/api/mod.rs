//! The main API (docs/api.md), a file or a folder for each group of calls.

mod account;
mod app_config;
mod checks;
mod connections;
mod customers;
mod health;
mod images;
mod imports;
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

/// Makes the routes of a group of calls.
type Calls = fn() -> OpenApiRouter<Arc<Gateway>>;

/// Groups of calls, each with its tag in the OpenAPI document, and what the tag means.
pub const GROUPS: [(&str, &str, Calls); 10] = [
    ("account", "Sign-up, sign-in, sign-out, and the caller's own account.", account::calls),
    ("locations", "The caller's locations.", locations::calls),
    ("reports", "Sales reports.", checks::calls),
    ("imports", "Files that other systems exported.", imports::calls),
    ("connections", "Connections to POS systems.", connections::calls),
    ("menu", "Items, prices, stock, and promotions.", menu::calls),
    ("customers", "Guests, their points and rewards.", customers::calls),
    ("payments", "Card payments, payouts, and online orders.", payments::calls),
    ("marketing", "Emails and texts to guests, and consents.", marketing::calls),
    ("notifications", "The inbox, its rules, and the devices that get pushes.", notifications::calls),
];

/// All calls.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    let groups = GROUPS.into_iter().map(|(tag, _, calls)| tagged(tag, calls()));
    groups
        .fold(OpenApiRouter::new(), OpenApiRouter::merge)
        .routes(routes!(images::get_image))
        .routes(routes!(images::get_profile_image))
        .routes(routes!(app_config::get_app_config))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// These calls, those without a tag with this one.
fn tagged(tag: &str, mut calls: OpenApiRouter<Arc<Gateway>>) -> OpenApiRouter<Arc<Gateway>> {
    for path in calls.get_openapi_mut().paths.paths.values_mut() {
        for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
            operation.tags.get_or_insert_with(|| vec![tag.to_owned()]);
        }
    }
    calls
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
