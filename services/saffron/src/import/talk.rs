use std::time::Duration;

use saffron_kit::Secret;
use saffron_till::Api;
use serde_json::Value;

use super::ImportArgs;

/// How long a call is tried while the installation is away.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The calls of scripts.
pub struct Connect {
    api: Api,
    key: Secret,
}

impl Connect {
    pub fn new(args: &ImportArgs) -> anyhow::Result<Connect> {
        let key = Secret::new(args.ingest_key.trim());
        Ok(Connect { api: Api::new(&args.url, PATIENCE)?, key })
    }

    /// Makes a call; the body of its answer.
    pub async fn call(&self, call: &str, body: Value) -> anyhow::Result<Value> {
        Ok(self.api.post(&format!("/connect/v1/{call}"), Some(&self.key), body.to_string()).await?)
    }
}
