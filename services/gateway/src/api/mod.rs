//! The main API (docs/api.md), a file for each group of calls.

pub mod account;
pub mod app_config;
pub mod checks;
pub mod health;
pub mod locations;
pub mod reports;
pub mod rows;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::session::SessionId;

/// The path of calls that carry the session in it.
#[derive(Deserialize)]
pub struct SessionPath {
    /// What login gave as `sessionGuid`.
    #[serde(rename = "sessionID")]
    pub session_id: SessionId,
}

/// The body of calls that need none.
#[derive(Deserialize, ToSchema)]
pub struct Empty {}

/// What services leave empty, the API shows as null.
pub(crate) fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
