//! Deadlines inside an installation: how long a service, its database and NATS may take to answer. They fit a machine that
//! is well. Where many builds or tests share a machine, an answer may take many times as long, and a call that would have
//! succeeded ends as 503: there all deadlines of a process are stretched together, so that only a hang meets one.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::config::{ConfigError, Env, wrong};

/// How long a service may take to finish its running work after the signal to stop.
pub const DRAIN: Duration = Duration::from_secs(10);

/// The most that deadlines are stretched.
const MAX_FACTOR: u32 = 60;

static FACTOR: AtomicU32 = AtomicU32::new(1);

/// Stretches the deadlines of this process by `SAFFRON_DEADLINE_FACTOR` (1 to 60; 1 if absent).
///
/// # Errors
/// If it is not a whole number from 1 to 60.
pub fn stretch_from_env(env: &Env) -> Result<(), ConfigError> {
    const NAME: &str = "SAFFRON_DEADLINE_FACTOR";
    let factor = env.or(NAME, 1_u32)?;
    if !(1..=MAX_FACTOR).contains(&factor) {
        return Err(wrong(NAME, format!("has to be from 1 to {MAX_FACTOR}")));
    }
    stretch(factor);
    Ok(())
}

/// Stretches the deadlines of this process: those that begin from now on take `factor` times as long.
pub fn stretch(factor: u32) {
    FACTOR.store(factor.clamp(1, MAX_FACTOR), Ordering::Relaxed);
}

/// A deadline as it is in this process.
#[must_use]
pub fn deadline(usual: Duration) -> Duration {
    usual * FACTOR.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_out_of_range_is_refused_by_name() {
        for text in ["0", "61", "-1", "2.5", "many"] {
            let env = Env::of([("SAFFRON_DEADLINE_FACTOR", text)]);
            let error = stretch_from_env(&env).unwrap_err().to_string();
            assert!(error.starts_with("SAFFRON_DEADLINE_FACTOR: "), "{error}");
        }
        assert_eq!(deadline(Duration::from_secs(3)), Duration::from_secs(3));
    }
}
