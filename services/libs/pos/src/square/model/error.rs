use serde::Deserialize;

/// What went wrong with a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ApiError {
    /// Such as AUTHENTICATION_ERROR or RATE_LIMIT_ERROR.
    pub category: Option<String>,
    /// Such as INSUFFICIENT_SCOPES.
    pub code: Option<String>,
    /// In English.
    pub detail: Option<String>,
    /// The field of the request.
    pub field: Option<String>,
}
