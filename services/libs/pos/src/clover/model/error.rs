use serde::Deserialize;

/// What went wrong with a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ApiError {
    /// In English.
    pub message: Option<String>,
}
