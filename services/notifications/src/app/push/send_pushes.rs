//! Sending queued pushes: claim, send, store the result. A push may arrive twice where a process ends before it has stored the
//! push service's reply; the app shows a repeated id once.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::{CancellationToken, Fault, run_worker};

use crate::app::App;
use crate::domain::{Payload, PayloadTarget, shortened};
use crate::store::{self, PUSHES, Push, PushFault, PushJob};

/// How long claimed pushes are not claimed by other workers: longer than a push service may take.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_secs(60);
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_millis(500);
/// The longest title, bytes.
const TITLE: usize = 200;

/// Sends due pushes, until `shutdown`; then finishes those that are claimed. Every replica does.
pub async fn run_sending(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("pushing", IDLE, Some(&app.queued), &shutdown, || push_due(&app)).await;
}

/// Sends due pushes; false if none was due.
async fn push_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let jobs = store::claim_pushes(&app.database, now, now + CLAIMED_FOR, app.in_flight).await?;
    let sent = join_all(jobs.iter().map(|job| process(app, job))).await;
    sent.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    Ok(!jobs.is_empty())
}

/// Sends a push, and stores the result.
async fn process(app: &App, job: &PushJob) -> Result<(), Fault> {
    let pause = send(app, job).await?;
    let mut conn = app.database.pool().acquire().await?;
    match pause {
        Some(pause) => PUSHES.later(&mut conn, &job.claimed(), app.now() + pause).await,
        None => PUSHES.done(&mut conn, &job.claimed()).await,
    }
}

/// Sends a push; returns the pause before another try, or none if it needs no other try.
async fn send(app: &App, job: &PushJob) -> Result<Option<SignedDuration>, Fault> {
    let now = app.now();
    let left = job.expires_at.duration_since(now);
    // The communications of a delayed push may have been viewed meanwhile.
    if left <= SignedDuration::ZERO || (job.count > 1 && job.unread == 0) {
        return Ok(None);
    }
    let text = payload(job).to_bytes();
    let push = Push {
        endpoint: &job.endpoint,
        keys: (&job.p256dh, &job.auth),
        text: &text,
        about: Some((job.kind, &job.pos_id)),
        ttl: left.unsigned_abs(),
    };
    match app.push.send(&push, now).await {
        Ok(()) => store::mark_success(&app.database, job.device_id, app.now()).await?,
        // Removes its queued pushes too.
        Err(PushFault::Gone) => store::remove_device(&app.database, None, job.device_id).await?,
        Err(PushFault::Later(why, asked)) => {
            let pause = app.push_backoff.after(job.tries).map(|pause| pause.max(asked));
            tracing::warn!(why, tries = job.tries, is_given_up = pause.is_none(), "a push was not taken");
            return Ok(pause);
        }
        Err(PushFault::KeyRefused(why)) => {
            tracing::error!(why, "a push service does not take our key: check SAFFRON_VAPID_PRIVATE_KEY");
        }
        Err(PushFault::Refused(why)) => tracing::warn!(why, "a push was refused"),
    }
    Ok(None)
}

/// The content of a push; several delayed communications become one text.
fn payload(job: &PushJob) -> Payload {
    // Some may have been viewed meanwhile, or belong to a location that the person left.
    let new = job.unread.min(job.count);
    let is_several = job.count > 1 && (new > 1 || !job.is_new);
    let is_one_location = job.one_location || !is_several;
    let (kind, body) = match is_several {
        true if new == 1 => ("several", "1 new notification".to_owned()),
        true => ("several", format!("{new} new notifications")),
        false => (job.kind.as_str(), job.notification.clone()),
    };
    let target = PayloadTarget { kind: job.target_kind.clone(), id: job.target_id.clone() };
    Payload {
        id: job.communication_id,
        pos_id: is_one_location.then(|| job.pos_id.clone()),
        kind,
        title: if is_one_location { shortened(&job.location, TITLE) } else { "Saffron".to_owned() },
        body,
        target: (!is_several).then_some(target),
        unread: job.unread,
    }
}
