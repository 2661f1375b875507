//! Logs as JSON lines on standard error.

use tracing_subscriber::EnvFilter;

use crate::config::{ConfigError, Env, wrong};

/// Starts logging. `SAFFRON_LOG` is a filter such as `info,saffron_reports=debug`.
///
/// # Errors
/// If the filter cannot be read.
pub fn start(env: &Env) -> Result<(), ConfigError> {
    let filter = env.text("SAFFRON_LOG").unwrap_or("info");
    let filter = EnvFilter::try_new(filter).map_err(|e| wrong("SAFFRON_LOG", e))?;
    // A second start in one process (tests) keeps the first.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(true)
        .with_span_list(false)
        .with_writer(std::io::stderr)
        .with_env_filter(filter)
        .try_init();
    Ok(())
}
