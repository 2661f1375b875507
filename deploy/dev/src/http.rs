//! HTTP to programs of this machine. ureq and no reqwest, whose crates a newcomer would wait for before anything is
//! started.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use ureq::{Agent, Body};

/// The path of the main API (docs/api.md).
pub(crate) const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// How long a program may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends a GET; gives status and body of the answer.
pub(crate) async fn get(url: String) -> Result<(u16, String)> {
    ask(move |agent| agent.get(&url).call()).await
}

/// Sends a POST of JSON; gives status and body of the answer.
pub(crate) async fn post(url: String, body: Value) -> Result<(u16, String)> {
    ask(move |agent| agent.post(&url).send_json(body)).await
}

/// Sends a request on a blocking thread, with a deadline.
async fn ask(
    call: impl FnOnce(&Agent) -> Result<ureq::http::Response<Body>, ureq::Error> + Send + 'static,
) -> Result<(u16, String)> {
    let config =
        Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false).proxy(None);
    let agent: Agent = config.build().into();
    let answered = tokio::task::spawn_blocking(move || {
        let mut answer = call(&agent)?;
        anyhow::Ok((answer.status().as_u16(), answer.body_mut().read_to_string()?))
    });
    answered.await.context("a call that was broken off")?
}
