//! The main API (docs/api.md), a file or a folder for each group of calls.

pub mod account;
pub mod app_config;
pub mod checks;
pub mod customers;
pub mod health;
pub mod images;
mod list;
pub mod locations;
pub mod marketing;
pub mod menu;
pub mod notifications;
pub mod payments;

use axum::extract::{FromRequestParts, Path};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::request::Parts;
use saffron_core::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::envelope::Failure;
use crate::session::SessionId;

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

/// A picture that came as base64, whose text goes.
pub(crate) fn picture(image: String) -> Result<Vec<u8>, Error> {
    STANDARD.decode(image).map_err(|_| Error::invalid("image", "must be base64"))
}

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
