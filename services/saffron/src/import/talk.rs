use std::time::Duration;

use saffron_kit::Secret;
use saffron_till::Api;
use serde_json::Value;

/// How long a call is tried while the installation is away.
pub const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The calls of scripts.
pub struct Connect {
    api: Api,
    key: Secret,
}

impl Connect {
    /// The calls of a location's key at an installation.
    pub fn new(api: Api, key: Secret) -> Connect {
        Connect { api, key }
    }

    /// Makes a call; the body of its answer.
    pub async fn call(&self, call: &str, body: Value) -> anyhow::Result<Value> {
        Ok(self.api.post(&format!("/connect/v1/{call}"), Some(&self.key), body.to_string()).await?)
    }
}
