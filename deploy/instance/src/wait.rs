//! Waiting for what must happen.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// The pause between two tries.
const EVERY: Duration = Duration::from_millis(50);

/// Calls `look` until it gives an inner `Ok`, for `patience` at most; the error shows the last inner `Err`. An outer error
/// ends the wait at once.
pub async fn eventually<T, S: Debug>(
    what: &str,
    patience: Duration,
    mut look: impl AsyncFnMut() -> Result<Result<T, S>>,
) -> Result<T> {
    let began = Instant::now();
    loop {
        match look().await? {
            Ok(found) => return Ok(found),
            Err(seen) if began.elapsed() > patience => bail!("waited {patience:?} for {what}: {seen:?}"),
            Err(_) => tokio::time::sleep(EVERY).await,
        }
    }
}

/// Calls `look` until it gives something, for five minutes at most, without an async runtime.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> Result<T> {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return Ok(found);
        }
        if began.elapsed() > Duration::from_secs(300) {
            bail!("waited five minutes for {what}");
        }
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn wait_ends_with_the_find_the_error_or_the_patience() {
        let mut looks = 0;
        let found = eventually("three", Duration::from_secs(60), async || {
            looks += 1;
            Ok(if looks == 3 { Ok(looks) } else { Err(looks) })
        });
        assert_eq!(found.await.unwrap(), 3);
        let late = eventually("nothing", Duration::ZERO, || async { Ok(Err::<(), _>("no")) }).await;
        assert_eq!(late.unwrap_err().to_string(), "waited 0ns for nothing: \"no\"");
        let broken = eventually::<(), ()>("it", Duration::from_secs(60), || async { bail!("gone") });
        assert_eq!(broken.await.unwrap_err().to_string(), "gone");
    }
}
