//! Work that waits in a service's own tables, done round by round: mails, messages, objects to fetch, what is to be swept.

use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::Fault;

/// The pause after a round that failed, at first and at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(4));

/// Polls until `shutdown`, and finishes the round in hand. A round returns whether it found work: then the next follows at
/// once, otherwise after `idle` or `wake`. Failed rounds back off exponentially; `wake` does not cut a back-off short. `what`
/// names the work in log lines.
pub async fn run_worker<F>(
    what: &'static str,
    idle: Duration,
    wake: Option<&Notify>,
    shutdown: &CancellationToken,
    round: impl Fn() -> F,
) where
    F: Future<Output = Result<bool, Fault>>,
{
    let never = Notify::new();
    let wake = wake.unwrap_or(&never);
    let mut pauses = Pauses { idle, failures: 0 };
    loop {
        // From before the round: a notification during the round is not missed.
        let notified = wake.notified();
        let outcome = round().await;
        if shutdown.is_cancelled() {
            return;
        }
        if let Err(fault) = &outcome {
            tracing::warn!(%fault, what, "waits");
        }
        match pauses.after(outcome.as_ref().ok().copied()) {
            Pause::None => {}
            Pause::Idle(pause) => tokio::select! {
                () = shutdown.cancelled() => return,
                () = notified => {}
                () = tokio::time::sleep(pause) => {}
            },
            Pause::Failed(pause) => tokio::select! {
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            },
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Pause {
    None,
    /// A notification ends it.
    Idle(Duration),
    /// Only time ends it.
    Failed(Duration),
}

struct Pauses {
    idle: Duration,
    /// Rounds that failed one after the other.
    failures: u32,
}

impl Pauses {
    /// The pause after a round that found something or not; `None`: that failed.
    fn after(&mut self, found: Option<bool>) -> Pause {
        let Some(found) = found else {
            let pause = self.idle.min(AGAIN.0) * 2_u32.pow(self.failures.min(16));
            self.failures = self.failures.saturating_add(1);
            return Pause::Failed(pause.min(AGAIN.1));
        };
        self.failures = 0;
        if found { Pause::None } else { Pause::Idle(self.idle) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Longer than a test may take: a pause that is waited for ends it.
    const LONG: Duration = Duration::from_secs(3_600);

    /// Polls until the round of that number, from 1, which shuts down.
    async fn rounds(wake: &Notify, last: u32, outcome: impl Fn(u32) -> Result<bool, Fault>) {
        let (shutdown, number) = (CancellationToken::new(), Cell::new(0));
        run_worker("a test", LONG, Some(wake), &shutdown, || {
            number.set(number.get() + 1);
            if number.get() == last {
                shutdown.cancel();
            }
            let outcome = outcome(number.get());
            async { outcome }
        })
        .await;
        assert_eq!(number.get(), last);
    }

    #[tokio::test]
    async fn the_next_round_follows_at_once_while_something_is_found() {
        rounds(&Notify::new(), 100, |_| Ok(true)).await;
    }

    #[tokio::test]
    async fn a_notification_during_a_round_ends_the_next_pause() {
        let wake = Notify::new();
        rounds(&wake, 100, |_| {
            wake.notify_waiters();
            Ok(false)
        })
        .await;
    }

    #[tokio::test]
    async fn a_shutdown_ends_a_pause() {
        let shutdown = CancellationToken::new();
        let begun = Notify::new();
        let rounds = run_worker("a test", LONG, None, &shutdown, || {
            begun.notify_one();
            async { Ok(false) }
        });
        let ended = async {
            begun.notified().await;
            shutdown.cancel();
        };
        tokio::join!(rounds, ended);
    }

    #[test]
    fn pauses_grow_while_rounds_fail() {
        let mut pauses = Pauses { idle: LONG, failures: 0 };
        let mut failed = || pauses.after(None);
        let grown = [(); 6].map(|()| failed());
        assert_eq!(
            grown,
            [500, 1_000, 2_000, 4_000, 4_000, 4_000].map(|ms| Pause::Failed(Duration::from_millis(ms)))
        );
        assert_eq!(pauses.after(Some(false)), Pause::Idle(LONG));
        assert_eq!(pauses.after(None), Pause::Failed(AGAIN.0));
        assert_eq!(pauses.after(Some(true)), Pause::None);
    }

    #[test]
    fn a_short_idle_interval_gives_a_short_back_off() {
        let mut pauses = Pauses { idle: Duration::from_millis(10), failures: 0 };
        assert_eq!(pauses.after(None), Pause::Failed(Duration::from_millis(10)));
        assert_eq!(pauses.after(None), Pause::Failed(Duration::from_millis(20)));
        pauses.failures = u32::MAX;
        assert_eq!(pauses.after(None), Pause::Failed(AGAIN.1));
    }
}
