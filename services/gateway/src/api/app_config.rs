//! Configuration of the web app before sign-in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use saffron_kit::Fault;
use saffron_proto::notifications::GetPushKeyRequest;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::config::{Environment, SupportContact};
use crate::http::envelope::{Failure, Failures, json};
use crate::session::Client;

/// Remote configuration of the app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppConfig {
    #[schema(inline)]
    environment: Environment,
    version: &'static str,
    support_contact: SupportContact,
    /// Feature flags by name.
    features: BTreeMap<String, bool>,
    /// The key by which a browser subscribes to pushes; null if it is not known now: call again.
    vapid_public_key: Option<String>,
}

impl Gateway {
    /// The key by which browsers subscribe to pushes, requested once.
    async fn push_key(&self) -> Result<&str, Fault> {
        let ask = async || Ok(self.services.call_as_gateway(GetPushKeyRequest {}).await?.public_key);
        self.push_key.get_or_try_init(ask).await.map(String::as_str)
    }
}

/// The app's remote configuration.
#[utoipa::path(
    get, path = "/config/v1/app", operation_id = "getAppConfig", tag = "config",
    responses((status = 200, description = "The configuration.", body = AppConfig), Failures)
)]
pub async fn get_app_config(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
) -> Result<Response, Failure> {
    gateway.limits.address(client.address)?;
    // The configuration is answered without the key as well.
    let vapid_public_key = gateway.push_key().await.ok().map(str::to_owned);
    let config = AppConfig {
        environment: gateway.config.environment,
        version: env!("CARGO_PKG_VERSION"),
        support_contact: gateway.config.support.clone(),
        features: gateway.config.features.iter().map(|name| (name.clone(), true)).collect(),
        vapid_public_key,
    };
    Ok(json(StatusCode::OK, &config))
}
