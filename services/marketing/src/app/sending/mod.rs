//! Workers: claim, deliver, settle. A worker has a lease, and the messages in its hand are its own while it renews it. No
//! queue of kit: what a lost worker had in hand may have been sent, and must not go to the next.

mod claim;
mod deliver;
mod settle;

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::Timestamp;
use saffron_kit::{CancellationToken, Fault, run_worker};
use tokio::sync::watch;
use uuid::Uuid;

use super::{App, signed};
use crate::store::{self, Next};

pub use settle::recover;

/// Messages that are claimed together, at most: all of them are sent at once.
const BATCH: u32 = 32;
/// The pause where nothing is due.
const IDLE: Duration = Duration::from_millis(200);
/// The pause after an outcome could not be noted, at first and at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(500));

/// A worker of this process.
struct Worker {
    /// Its id, and until when its lease is sure to hold.
    lease: watch::Sender<(Uuid, Timestamp)>,
    /// The campaign that it sent last.
    last: watch::Sender<Option<Next>>,
}

impl Worker {
    /// Its id while its lease holds.
    fn id(&self, now: Timestamp) -> Option<Uuid> {
        let (id, until) = *self.lease.borrow();
        (now < until).then_some(id)
    }
}

/// Sends due messages until `shutdown`; those in hand then are finished.
pub async fn run_sending(app: Arc<App>, shutdown: CancellationToken) {
    let lease = watch::Sender::new((Uuid::now_v7(), Timestamp::UNIX_EPOCH));
    let worker = Worker { lease, last: watch::Sender::new(None) };
    let in_flight = app.settings.in_flight.max(1);
    let most = BATCH.min(in_flight);
    let lane =
        |_| run_worker("sending", IDLE, Some(&app.work), &shutdown, || round(&app, &worker, most.into()));
    let lanes = join_all((0..in_flight / most).map(lane));
    tokio::select! {
        _ = lanes => {}
        () = keep_lease(&app, &worker) => {}
    }
}

/// Renews the lease well before its end.
async fn keep_lease(app: &App, worker: &Worker) {
    let third = app.settings.lease / 3;
    loop {
        let until = app.now() + signed(app.settings.lease);
        let (id, _) = *worker.lease.borrow();
        let pause = match store::take_lease(&app.database, id, until).await {
            Ok(id) => {
                // The rest is for messages that are being sent when it is not renewed.
                worker.lease.send_replace((id, until - signed(third)));
                app.work.notify_waiters();
                third
            }
            Err(fault) => {
                tracing::warn!(%fault, "the lease of a worker waits");
                AGAIN.1.min(third)
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Claims a batch, delivers it, and settles it; false if nothing is due.
async fn round(app: &App, worker: &Worker, most: i64) -> Result<bool, Fault> {
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
    // A worker whose lease is over sends nothing more.
    let is_ours = || worker.id(app.now()) == Some(id);
    let results = deliver::deliver(app, &batch, is_ours).await;
    let mut pause = AGAIN.0;
    // The outcome has to be noted: it is not known anywhere else.
    while let Err(fault) = settle::settle(app, id, batch.campaign.id, &results).await {
        tracing::warn!(%fault, "the outcome of messages waits to be noted");
        if !is_ours() {
            break;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(AGAIN.1);
    }
    Ok(true)
}
