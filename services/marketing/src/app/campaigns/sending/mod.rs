//! Workers: claim messages, deliver them, record the results. A worker has a lease, and its claims are valid while it renews the
//! lease. Not kit's queue: a message that a lost worker had claimed may have been sent, and must not go to another worker.

mod claim;
mod deliver;
mod results;

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::Timestamp;
use saffron_kit::{CancellationToken, Fault, run_worker};
use tokio::sync::watch;
use uuid::Uuid;

use crate::app::{App, signed_duration};
use crate::store::{self, NextCampaign};

pub use results::recover_lost_workers;

/// The most messages that are claimed together: all of them are sent at once.
const BATCH: u32 = 32;
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_millis(200);
/// The pause after a result could not be recorded: the first one and the longest.
const RETRY_PAUSE: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(500));

/// A worker of this process.
struct Worker {
    /// The worker's id, and until when the lease is certainly valid.
    lease: watch::Sender<(Uuid, Timestamp)>,
    /// The campaign of the last batch.
    last: watch::Sender<Option<NextCampaign>>,
}

impl Worker {
    /// The worker's id while the lease is valid.
    fn id(&self, now: Timestamp) -> Option<Uuid> {
        let (id, until) = *self.lease.borrow();
        (now < until).then_some(id)
    }
}

/// Sends due messages until `shutdown`; then finishes those that are claimed.
pub async fn run_sending(app: Arc<App>, shutdown: CancellationToken) {
    let lease = watch::Sender::new((Uuid::now_v7(), Timestamp::UNIX_EPOCH));
    let worker = Worker { lease, last: watch::Sender::new(None) };
    let in_flight = app.settings.in_flight.max(1);
    let most = BATCH.min(in_flight);
    let lane = |_| {
        run_worker("sending", IDLE, Some(&app.work), &shutdown, || send_batch(&app, &worker, most.into()))
    };
    let lanes = join_all((0..in_flight / most).map(lane));
    tokio::select! {
        _ = lanes => {}
        () = renew_lease(&app, &worker) => {}
    }
}

/// Renews the lease in time, until dropped.
async fn renew_lease(app: &App, worker: &Worker) {
    let third = app.settings.lease / 3;
    loop {
        let until = app.now() + signed_duration(app.settings.lease);
        let (id, _) = *worker.lease.borrow();
        let pause = match store::renew_lease(&app.database, id, until).await {
            Ok(id) => {
                // The last third is for messages that are being sent when the lease is not renewed.
                worker.lease.send_replace((id, until - signed_duration(third)));
                app.work.notify_waiters();
                third
            }
            Err(fault) => {
                tracing::warn!(%fault, "the lease of a worker waits");
                RETRY_PAUSE.1.min(third)
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Claims a batch, delivers it, and records the results; false if nothing is due.
async fn send_batch(app: &App, worker: &Worker, most: i64) -> Result<bool, Fault> {
    let now = app.now();
    let Some(id) = worker.id(now) else { return Ok(false) };
    let last = worker.last.borrow().clone();
    let Some(next) = store::next_campaign(&app.database, now, last.as_ref()).await? else {
        return Ok(false);
    };
    worker.last.send_replace(Some(next.clone()));
    let Some(batch) = claim::claim(app, id, &next, most).await? else { return Ok(false) };
    if batch.rows.is_empty() {
        return Ok(true);
    }
    // A worker whose lease has expired sends nothing more.
    let has_lease = || worker.id(app.now()) == Some(id);
    let results = deliver::deliver(app, &batch, has_lease).await;
    let mut pause = RETRY_PAUSE.0;
    // The results have to be recorded: they are nowhere else.
    while let Err(fault) = results::record_results(app, id, batch.campaign.id, &results).await {
        tracing::warn!(%fault, "the outcome of messages waits to be noted");
        if !has_lease() {
            break;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(RETRY_PAUSE.1);
    }
    Ok(true)
}
