//! What is done of imports in the background, one at a time: their files are judged, batches are made of them and sent, and undone.
//! A worker that dies leaves the import to the next one, which goes on from what was committed.

pub(super) mod batch;
mod collisions;
mod connected;
mod erase;
mod files;
pub(super) mod guests;
mod judge;
mod lists;
mod prepare;
mod read;
mod send;
mod take_out;
mod undo;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::pg::Backoff;
use saffron_kit::{CancellationToken, Fault, Secret, run_worker};
use saffron_till::{Api, ApiError};
use tokio::sync::Semaphore;

pub use erase::run_erasing;

use super::App;
use super::announce::fail_import;
use crate::domain::{Pos, State};
use crate::store::{self, InHand, WORK};

/// How the worker works.
pub struct Settings {
    /// The door for facts.
    pub ingest: Api,
    /// Where folders for scratch files are made.
    pub scratch: PathBuf,
    /// How long an import stays with a worker without a sign of life.
    pub lease: Duration,
    /// How many days before today a connection brings in.
    pub past_days: i64,
    /// The origin at which people, and webhooks, reach the app.
    pub public_url: String,
    /// The key with which Square signs webhooks; none: they are not taken.
    pub square_webhook_key: Option<Secret>,
    /// How often the days of a done import are compared with those of other sources.
    pub compare_every: Duration,
    /// Lets one set of files be read at a time: each takes up to 200 MiB.
    pub reading: Arc<Semaphore>,
}

impl Settings {
    /// Where a POS sends its webhooks.
    #[must_use]
    pub fn webhooks_of(&self, pos: Pos) -> String {
        format!("{}/pos/v1/webhooks/{}", self.public_url, pos.as_str())
    }

    /// The page of the app to which a POS leads back.
    #[must_use]
    pub fn returns_to(&self, pos: Pos) -> String {
        format!("{}/admin-configuration/connect/pos/{}", self.public_url, pos.as_str())
    }
}

/// How often it is looked for work.
const IDLE: Duration = Duration::from_secs(1);
/// Claims without any outcome after which an import is given up: its files may be what ends the worker.
const MOST_ATTEMPTS: i32 = 3;
/// The pauses after failures that may pass by themselves.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(1), longest: Duration::from_secs(5 * 60), tries: 40 };

/// Why work on an import stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// A person has to do something; in words.
    Words(String),
    /// A fault.
    Fault(Fault),
    /// The import is in the worker's hands no more.
    Lost,
}

impl<E: Into<Fault>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Fault(error.into())
    }
}

/// The failure of a call at the door.
pub(super) fn at_the_door(error: ApiError) -> Stop {
    match error {
        ApiError::Away { .. } | ApiError::Client(_) => Stop::Fault(Fault::Transient(error.to_string())),
        ApiError::Refused { status: 401 | 403, .. } => Stop::Words(
            "The ingest key of this import is not valid any more: it was revoked, or the location is gone. Begin another \
             import."
                .to_owned(),
        ),
        ApiError::Refused { .. } | ApiError::Unexpected { .. } => {
            Stop::Fault(Fault::Permanent(error.to_string()))
        }
    }
}

/// Works until `shutdown`.
pub async fn run_work(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("imports", IDLE, Some(&app.wake), &shutdown, || round(&app)).await;
}

/// Does what is due of one import; false if nothing is.
async fn round(app: &App) -> Result<bool, Fault> {
    let lease = SignedDuration::try_from(app.settings.lease).unwrap_or(SignedDuration::MAX);
    let now = app.now();
    let Some(in_hand) = store::claim_work(&app.database, now, now + lease).await? else { return Ok(false) };
    let outcome = if in_hand.attempts > MOST_ATTEMPTS {
        Err(Stop::Words(
            "The files could not be worked: each try ended early. Try again with a shorter period, or contact support."
                .to_owned(),
        ))
    } else {
        tokio::select! {
            outcome = Box::pin(work(app, &in_hand)) => outcome,
            lost = keep(app, &in_hand, lease) => Err(lost),
        }
    };
    settle(app, &in_hand, outcome).await?;
    Ok(true)
}

async fn work(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    match in_hand.state {
        State::Judging => judge::judge(app, in_hand).await,
        State::Preparing => prepare::prepare(app, in_hand).await,
        State::Sending => send::send(app, in_hand).await,
        State::TakingOut => take_out::take_out(app, in_hand).await,
        State::Undoing => undo::undo(app, in_hand).await,
        _ => Ok(()),
    }
}

/// Keeps the import until another has it.
async fn keep(app: &App, in_hand: &InHand, lease: SignedDuration) -> Stop {
    loop {
        tokio::time::sleep(app.settings.lease / 3).await;
        match store::keep_in_hand(&app.database, in_hand, app.now() + lease).await {
            Ok(true) => {}
            Ok(false) => return Stop::Lost,
            Err(fault) => tracing::warn!(%fault, "the lease of an import could not be prolonged"),
        }
    }
}

/// Stores why work stopped.
async fn settle(app: &App, in_hand: &InHand, outcome: Result<(), Stop>) -> Result<(), Fault> {
    let words = match outcome {
        Ok(()) | Err(Stop::Lost) => return Ok(()),
        Err(Stop::Words(words)) => words,
        Err(Stop::Fault(Fault::Refused(error))) if !Fault::Refused(error.clone()).is_transient() => {
            error.message
        }
        Err(Stop::Fault(fault)) if fault.is_transient() => {
            let Some(failures) = store::put_off(&app.database, in_hand).await? else { return Ok(()) };
            tracing::warn!(%fault, failures, import = %in_hand.import_id, "an import waits");
            match BACKOFF.after(failures) {
                Some(pause) => {
                    let mut conn = app.database.pool().acquire().await?;
                    return WORK.later(&mut conn, &in_hand.claimed(), app.now() + pause).await;
                }
                None => "A part of Saffron was not reachable for long. Please try again.".to_owned(),
            }
        }
        Err(Stop::Fault(fault)) => {
            tracing::error!(%fault, import = %in_hand.import_id, "an import failed");
            "The import failed by a fault of Saffron. Try again; if it fails again, contact support."
                .to_owned()
        }
    };
    let mut tx = app.database.begin().await?;
    if store::is_still_in_hand(&mut tx, in_hand).await? {
        fail_import(&mut tx, in_hand.import_id, Some(in_hand.state), &words).await?;
        tx.commit().await?;
    }
    Ok(())
}
