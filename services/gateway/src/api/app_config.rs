//! What the web app is told before anyone signs in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::config::Environment;
use crate::http::envelope::{Failure, Failures, json};
use crate::session::Visitor;

/// Remote configuration of the app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppConfig {
    #[schema(inline)]
    environment: Environment,
    version: &'static str,
    support_contact: SupportContact,
    /// By name, whether a feature is on.
    features: BTreeMap<String, bool>,
}

/// Whom to ask for help.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SupportContact {
    /// An address, if there is one.
    #[schema(required)]
    pub email: Option<String>,
    /// A number, if there is one.
    #[schema(required)]
    pub phone: Option<String>,
}

/// The app's remote configuration.
#[utoipa::path(
    get, path = "/config/v1/app", operation_id = "getAppConfig", tag = "config",
    responses((status = 200, description = "The configuration.", body = AppConfig), Failures)
)]
pub async fn get_app_config(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    gateway.limits.address(visitor.address)?;
    let config = AppConfig {
        environment: gateway.config.environment,
        version: env!("CARGO_PKG_VERSION"),
        support_contact: gateway.config.support.clone(),
        features: gateway.config.features.iter().map(|name| (name.clone(), true)).collect(),
    };
    Ok(json(StatusCode::OK, &config))
}
