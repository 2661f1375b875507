//! A till that repeats its facts until they are acknowledged.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use reqwest::Client;
use serde_json::Value;

use crate::{Answer, client};

/// The pause after no answer at all.
const PAUSE: Duration = Duration::from_millis(250);
/// How long facts are repeated.
const PATIENCE: Duration = Duration::from_secs(900);

/// A till of a location.
#[derive(Clone)]
pub struct Till {
    /// The gateway, e.g. `http://127.0.0.1:8080`.
    pub address: String,
    /// The location.
    pub pos_id: String,
    /// The key by which the till sends facts of the location.
    pub ingest_key: String,
    pub(crate) client: Client,
}

impl Till {
    /// A till of this location at this gateway.
    pub fn new(address: &str, pos_id: &str, ingest_key: &str) -> Result<Till> {
        let [address, pos_id, ingest_key] = [address, pos_id, ingest_key].map(str::to_owned);
        Ok(Till { address, pos_id, ingest_key, client: client()? })
    }

    /// Another till of the location, with connections of its own.
    pub fn with_own_connections(&self) -> Result<Till> {
        Ok(self.with_client(client()?))
    }

    /// The same till over another HTTP client.
    pub fn with_client(&self, client: Client) -> Till {
        Till { client, ..self.clone() }
    }

    /// Posts a fact or a list of facts once.
    pub async fn post(&self, facts: &Value) -> Answer {
        let request = self.client.post(format!("{}/ingest/v1/events", self.address));
        Answer::to(request.bearer_auth(&self.ingest_key).json(facts)).await
    }

    /// Posts facts until they are acknowledged, and gives the number of repeats.
    pub async fn send(&self, facts: &Value) -> Result<u64> {
        let (began, mut repeats) = (Instant::now(), 0);
        loop {
            let pause = match self.post(facts).await {
                Answer::Good(_) => return Ok(repeats),
                Answer::Later(after) => after,
                Answer::Lost(_) => PAUSE,
                bad @ Answer::Bad { .. } => bail!("facts of {}: {bad}", self.pos_id),
            };
            ensure!(began.elapsed() < PATIENCE, "facts of {} are not acknowledged", self.pos_id);
            tokio::time::sleep(pause).await;
            repeats += 1;
        }
    }
}
