//! Handing pushes over: claim, send, settle. A push may arrive twice where a process ends between the push service's yes
//! and our note; the app shows a repeated id once.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::{CancellationToken, Fault, run_rounds};

use super::{App, pause, signed};
use crate::domain::{Payload, PayloadTarget, shortened};
use crate::store::{self, Job, Push, PushFault};

/// How long pushes in hand are kept from others: longer than a push service may take.
const IN_HAND: SignedDuration = SignedDuration::from_secs(60);
/// The pause where nothing is due.
const IDLE: Duration = Duration::from_millis(500);
/// How often a push is tried.
const TRIES: i32 = 8;
/// The longest title, bytes.
const TITLE: usize = 200;

/// Sends whatever is due, until `shutdown`; what is in hand then is finished. Every replica does.
pub async fn run_sending(app: Arc<App>, shutdown: CancellationToken) {
    run_rounds("pushing", IDLE, Some(&app.written), &shutdown, || push_due(&app)).await;
}

/// Hands over what is due; false if nothing was.
async fn push_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let most = i64::from(app.settings.in_flight.max(1));
    let jobs = store::claim_jobs(&app.database, now, now + IN_HAND, most).await?;
    let settled = join_all(jobs.iter().map(|job| work(app, job))).await;
    settled.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    Ok(!jobs.is_empty())
}

async fn work(app: &App, job: &Job) -> Result<(), Fault> {
    let now = app.now();
    let left = job.expires_at.duration_since(now);
    // What waited may have been viewed meanwhile.
    if left <= SignedDuration::ZERO || (job.count > 1 && job.unread == 0) {
        return store::drop_job(&app.database, job).await;
    }
    let text = payload(job).to_bytes();
    let push = Push {
        endpoint: &job.endpoint,
        keys: &job.keys,
        text: &text,
        about: Some((job.kind, &job.pos_id)),
        ttl: left.unsigned_abs(),
    };
    match app.push.send(&push, now).await {
        Ok(()) => {
            store::saw_success(&app.database, job.device, app.now()).await?;
            store::drop_job(&app.database, job).await
        }
        // What waits for it goes with it.
        Err(PushFault::Gone) => store::remove_device(&app.database, None, job.device).await,
        Err(PushFault::Later(why, after)) if job.tries < TRIES => {
            tracing::warn!(why, tries = job.tries, "a push waits");
            let wait =
                pause(app.settings.retry_after, job.tries).max(after.map_or(SignedDuration::ZERO, asked_for));
            store::retry_job(&app.database, job, app.now() + wait).await
        }
        Err(PushFault::NotUs(why)) => {
            tracing::error!(why, "a push service does not take our key: look at SAFFRON_VAPID_PRIVATE_KEY");
            store::drop_job(&app.database, job).await
        }
        Err(PushFault::Later(why, _) | PushFault::Refused(why)) => {
            tracing::warn!(why, "a push was given up");
            store::drop_job(&app.database, job).await
        }
    }
}

/// How long a push service wants us to wait, a day at most: no push is kept longer, and no clock holds every number.
fn asked_for(after: Duration) -> SignedDuration {
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
    signed(after.min(LONGEST))
}

/// What a push carries; several that waited are one.
fn payload(job: &Job) -> Payload {
    // Some may have been viewed meanwhile, or be of a location that was left.
    let new = job.unread.min(job.count);
    let is_several = job.count > 1 && (new > 1 || !job.is_new);
    let is_one_place = job.one_location || !is_several;
    let (kind, body) = match is_several {
        true if new == 1 => ("several", "1 new notification".to_owned()),
        true => ("several", format!("{new} new notifications")),
        false => (job.kind.as_str(), job.notification.clone()),
    };
    let (target_kind, target_id) = job.target.clone();
    Payload {
        id: job.communication,
        pos_id: is_one_place.then(|| job.pos_id.clone()),
        kind,
        title: if is_one_place { shortened(&job.place, TITLE) } else { "Saffron".to_owned() },
        body,
        target: (!is_several).then_some(PayloadTarget { kind: target_kind, id: target_id }),
        unread: job.unread,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn a_retry_after_beyond_the_calendar_is_a_day() {
        let now: Timestamp = "2026-07-18T12:00:00Z".parse().unwrap();
        let at = |seconds| now + asked_for(Duration::from_secs(seconds));
        assert_eq!(at(u64::MAX), now + SignedDuration::from_hours(24));
        assert_eq!(at(90), now + SignedDuration::from_secs(90));
    }
}
