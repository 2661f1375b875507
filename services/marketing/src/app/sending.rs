//! Workers: claim, send, settle. Each has a lease: what it has in hand is its own as long as it renews it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::join_all;
use jiff::Timestamp;
use saffron_kit::mail::{Mail, MailFault};
use saffron_kit::{CancellationToken, Fault};
use uuid::Uuid;

use super::claim::{Batch, claim};
use super::settle::{Settled, set_aside, settle};
use super::{App, signed};
use crate::domain::{Channel, Rendered, segments, text_of};
use crate::store::{self, DueRow, Next, SmsFault};

/// Messages that are claimed together, at most: all of them are sent at once.
const BATCH: u32 = 32;
/// The pause where nothing is due, at first and at most; another lane that finds something ends it.
const PAUSE: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(200));
/// The pause after a round that failed.
const AGAIN: Duration = Duration::from_millis(500);

/// A worker of this process.
struct Worker {
    /// Its id, and until when its lease is sure to hold.
    lease: Mutex<(Uuid, Timestamp)>,
    /// Whose turn it was last.
    turn: Mutex<Option<Next>>,
}

impl Worker {
    /// Its id while its lease holds.
    fn id(&self, now: Timestamp) -> Option<Uuid> {
        let (id, until) = *self.lease.lock().ok()?;
        (now < until).then_some(id)
    }
}

/// Sends whatever is due, until `shutdown`; what is in hand then is finished.
pub async fn run_sending(app: Arc<App>, shutdown: CancellationToken) {
    let worker =
        Worker { lease: Mutex::new((Uuid::now_v7(), Timestamp::UNIX_EPOCH)), turn: Mutex::new(None) };
    let in_flight = app.settings.in_flight.max(1);
    let most = BATCH.min(in_flight);
    let done = CancellationToken::new();
    let lanes = join_all((0..in_flight / most).map(|_| run_lane(&app, &worker, most.into(), &shutdown)));
    let sending = async {
        lanes.await;
        done.cancel();
    };
    tokio::join!(sending, keep_lease(&app, &worker, &done));
}

/// Renews the lease well before its end; one that was taken away is made anew, as another worker's.
async fn keep_lease(app: &App, worker: &Worker, done: &CancellationToken) {
    let mut is_new = true;
    let third = app.settings.lease / 3;
    loop {
        let until = app.now() + signed(app.settings.lease);
        let id = worker.lease.lock().map(|lease| lease.0).unwrap_or_default();
        let pause = match store::take_lease(&app.database, id, is_new, until).await {
            Ok(true) => {
                is_new = false;
                if let Ok(mut lease) = worker.lease.lock() {
                    // Some is left for what is under way when it is not renewed.
                    *lease = (id, until - signed(third));
                }
                app.work.notify_waiters();
                third
            }
            Ok(false) => {
                is_new = true;
                if let Ok(mut lease) = worker.lease.lock() {
                    *lease = (Uuid::now_v7(), Timestamp::UNIX_EPOCH);
                }
                Duration::ZERO
            }
            Err(fault) => {
                tracing::warn!(%fault, "the lease of a worker waits");
                AGAIN.min(third)
            }
        };
        tokio::select! {
            () = done.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn run_lane(app: &App, worker: &Worker, most: i64, shutdown: &CancellationToken) {
    let mut pause = PAUSE.0;
    while !shutdown.is_cancelled() {
        let found = round(app, worker, most).await;
        let wait = match found {
            Ok(true) => {
                pause = PAUSE.0;
                continue;
            }
            Ok(false) => {
                let wait = pause;
                pause = (pause * 2).min(PAUSE.1);
                wait
            }
            Err(fault) => {
                tracing::warn!(%fault, "sending waits");
                AGAIN
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = app.work.notified() => pause = PAUSE.0,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// Claims a batch, sends it, and settles it; false if nothing is due.
async fn round(app: &App, worker: &Worker, most: i64) -> Result<bool, Fault> {
    let now = app.now();
    let Some(id) = worker.id(now) else { return Ok(false) };
    let after = worker.turn.lock().ok().and_then(|turn| turn.clone());
    let Some(next) = store::next_campaign(&app.database, now, after.as_ref()).await? else {
        return Ok(false);
    };
    if let Ok(mut turn) = worker.turn.lock() {
        *turn = Some(next.clone());
    }
    let Some(batch) = claim(app, id, &next, most).await? else { return Ok(false) };
    if batch.rows.is_empty() {
        return Ok(true);
    }
    let settled = send(app, worker, id, &batch).await;
    let mut pause = PAUSE.0;
    // What was sent must be noted: there is no other way to know of it.
    while let Err(fault) = note(app, id, &batch, &settled).await {
        tracing::warn!(%fault, "what became of messages waits to be noted");
        if worker.id(app.now()) != Some(id) {
            break;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(AGAIN);
    }
    Ok(true)
}

/// Notes what became of a batch.
async fn note(app: &App, id: Uuid, batch: &Batch, settled: &[(i32, Settled)]) -> Result<(), Fault> {
    match settle(app, id, &batch.campaign, settled).await {
        Err(fault) if !fault.is_transient() => set_aside(app, id, &batch.campaign, settled).await,
        done => done,
    }
}

/// Sends a batch at once; what became of each, by its place.
async fn send(app: &App, worker: &Worker, id: Uuid, batch: &Batch) -> Vec<(i32, Settled)> {
    let rendered = match batch.campaign.channel {
        Channel::Email => match app.mails.render(&batch.location, &batch.campaign.content) {
            Ok(rendered) => Some(rendered),
            Err(fault) => {
                tracing::error!(%fault, "an email cannot be written");
                let why =
                    || Settled::Failed { why: "The email could not be written.".into(), bounced: false };
                return batch.rows.iter().map(|row| (row.number, why())).collect();
            }
        },
        Channel::Text => None,
    };
    join_all(batch.rows.iter().map(|row| async {
        // A worker whose lease is over sends nothing more.
        let settled = if worker.id(app.now()) != Some(id) {
            Settled::GivenBack
        } else {
            match &rendered {
                Some(rendered) => send_mail(app, batch, rendered, row).await,
                None => send_text(app, batch, row).await,
            }
        };
        (row.number, settled)
    }))
    .await
}

async fn send_mail(app: &App, batch: &Batch, rendered: &Rendered, row: &DueRow) -> Settled {
    let campaign = &batch.campaign;
    let unsubscribe = app.link((campaign.id, row.number));
    let (html, text) = rendered.to(&unsubscribe);
    let subject = &campaign.content.subject;
    let mail = Mail {
        from_name: batch.location.name.clone(),
        to: row.address.clone().unwrap_or_default(),
        subject: if subject.is_empty() { batch.location.name.clone() } else { subject.clone() },
        html,
        text,
        id: format!("{}.{}", campaign.id, row.number),
        unsubscribe: Some(unsubscribe),
    };
    match app.mailer.send(&mail).await {
        Ok(()) => Settled::Sent { provider_id: None, segments: 0 },
        Err(MailFault::Later(why)) => {
            Settled::Later { why: format!("The mail server did not take it: {why}"), after: None }
        }
        Err(MailFault::Refused { no_such_address: true, .. }) => {
            Settled::Failed { why: "There is no such mailbox.".into(), bounced: true }
        }
        Err(MailFault::Refused { why, .. }) => {
            Settled::Failed { why: format!("The mail server refused it: {why}"), bounced: false }
        }
        Err(MailFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "what became of a mail is not known");
            Settled::Unknown("The mail server broke off before it answered: it may have arrived.".into())
        }
    }
}

async fn send_text(app: &App, batch: &Batch, row: &DueRow) -> Settled {
    let campaign = &batch.campaign;
    let body = text_of(&batch.location, &campaign.content, &row.first_name);
    let (_, count) = segments(&body);
    // The same at every try.
    let token = Uuid::new_v5(&campaign.id, &row.number.to_be_bytes()).to_string();
    match app.sms.send(row.address.as_deref().unwrap_or_default(), &body, &token).await {
        Ok(id) => Settled::Sent { provider_id: Some(id), segments: i16::try_from(count).unwrap_or(i16::MAX) },
        Err(SmsFault::Later(why, after)) => {
            Settled::Later { why: format!("The text was not taken: {why}."), after }
        }
        Err(SmsFault::Refused(why)) => {
            Settled::Failed { why: format!("The text was refused: {why}"), bounced: false }
        }
        Err(SmsFault::NoSuchNumber) => {
            Settled::Failed { why: "This number cannot get texts.".into(), bounced: true }
        }
        Err(SmsFault::OptedOut) => Settled::OptedOut,
        Err(SmsFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "what became of a text is not known");
            let why = "The provider broke off before it answered: it may have arrived.".to_owned();
            // Where it sends once however often it is asked, it is asked again with the same token.
            if app.settings.sms_idempotent { Settled::Asked(why) } else { Settled::Unknown(why) }
        }
    }
}
