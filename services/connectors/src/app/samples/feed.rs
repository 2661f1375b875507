use std::time::Duration;

use jiff::SignedDuration;
use saffron_core::{BusinessDate, Calendar};
use saffron_kit::pg::{Backoff, Tx};
use saffron_kit::{Fault, Secret};
use saffron_till::{ApiError, Event, Till};

use crate::app::App;
use crate::domain::{SAMPLE_DAYS, SAMPLE_VERSION, SampleFact};
use crate::store::{self, SampleInHand};

/// How often a sample gets what happened since.
const EVERY: SignedDuration = SignedDuration::from_secs(2 * 60);
/// Days that are sent in one round, so that samples take turns.
const DAYS_AT_ONCE: usize = 6;
/// The pauses after failures. A sample is never given up.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(2), longest: Duration::from_secs(5 * 60), tries: i32::MAX };
/// How long it is kept what was sent of a date, days.
pub const SAMPLES_KEPT: i64 = SAMPLE_DAYS + 25;

/// Why feeding stops.
enum Stop {
    Fault(Fault),
    /// The ingest key is not valid any more.
    Key,
    /// Another worker has the sample.
    Lost,
}

impl<E: Into<Fault>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Fault(error.into())
    }
}

/// Sends some of what a due sample lacks, the newest day first; false if none is due. What was sent before a worker died is sent
/// again with the same ids, and counts once.
pub(super) async fn feed_sample(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let Some(in_hand) = store::claim_sample(&app.database, now, now + lease(app)).await? else {
        return Ok(false);
    };
    let (due, failures) = match feed(app, &in_hand).await {
        Ok(Rest::Nothing) => (now + EVERY, 0),
        Ok(Rest::Days) => (now, 0),
        Err(Stop::Lost) => return Ok(true),
        Err(stop) => {
            let failures = in_hand.failures.saturating_add(1);
            match stop {
                Stop::Fault(fault) => {
                    tracing::warn!(%fault, sample = %in_hand.pos_id, failures, "a sample waits")
                }
                Stop::Key | Stop::Lost => store::set_sample_key(&app.database, &in_hand, None).await?,
            }
            (app.now() + BACKOFF.pause(failures), failures)
        }
    };
    store::release_sample(&app.database, &in_hand, due, failures).await?;
    Ok(true)
}

/// What is left after a round.
enum Rest {
    Nothing,
    Days,
}

async fn feed(app: &App, in_hand: &SampleInHand) -> Result<Rest, Stop> {
    let till = Till::new(app.settings.ingest.clone(), key_of(app, in_hand).await?);
    if in_hand.version != SAMPLE_VERSION {
        let menu = app.sample.items(&in_hand.pos_id).map_err(Fault::Permanent)?;
        post(&till, &menu).await?;
        let mut tx = kept(app, in_hand).await?;
        store::set_sample_version(&mut tx, &in_hand.pos_id, SAMPLE_VERSION).await?;
        tx.commit().await?;
    }
    let calendar = Calendar::from(in_hand.zone.clone());
    let today = calendar.today(app.now());
    let first = today.plus_days(-SAMPLE_DAYS);
    let sent = store::sample_days(&app.database, &in_hand.pos_id, first).await?;
    let sent_of =
        |on: BusinessDate| sent.get(&on).and_then(|sent| usize::try_from(*sent).ok()).unwrap_or_default();
    let dates = (0..=SAMPLE_DAYS).map(|back| today.plus_days(-back));
    let mut rounds = 0;
    for on in dates.filter(|on| sent_of(*on) < app.sample.count(*on)) {
        let facts = app.sample.facts(&in_hand.pos_id, &calendar, on).map_err(Fault::Permanent)?;
        let happened = happened(facts, sent_of(on), app);
        if happened.is_empty() {
            continue;
        }
        if rounds == DAYS_AT_ONCE {
            return Ok(Rest::Days);
        }
        rounds += 1;
        post(&till, &happened).await?;
        let count = i32::try_from(sent_of(on) + happened.len()).unwrap_or(i32::MAX);
        let mut tx = kept(app, in_hand).await?;
        store::set_sample_day(&mut tx, &in_hand.pos_id, on, count).await?;
        tx.commit().await?;
    }
    Ok(Rest::Nothing)
}

/// What has happened of a date and was not sent.
fn happened(facts: Vec<SampleFact>, sent: usize, app: &App) -> Vec<Event> {
    let now = app.now();
    let happened = facts.into_iter().take_while(|fact| fact.at <= now);
    happened.skip(sent).map(|fact| fact.event).collect()
}

/// How long a sample stays with a worker without a sign of life.
fn lease(app: &App) -> SignedDuration {
    SignedDuration::try_from(app.settings.lease).unwrap_or(SignedDuration::MAX)
}

/// A transaction in which the sample is this worker's for another while.
async fn kept(app: &App, in_hand: &SampleInHand) -> Result<Tx, Stop> {
    let mut tx = app.database.begin().await?;
    if store::keep_sample(&mut tx, in_hand, app.now() + lease(app)).await? { Ok(tx) } else { Err(Stop::Lost) }
}

/// The ingest key of a sample. Without one auth makes another, which ends the one before: it was lost if a worker died here.
async fn key_of(app: &App, in_hand: &SampleInHand) -> Result<Secret, Stop> {
    let place = in_hand.key_place();
    if let Some(sealed) = &in_hand.ingest_key {
        return Ok(Secret::new(app.sealed.open_value::<String>(&place, sealed)?));
    }
    let key = app.others.replace_sample_key(&in_hand.pos_id).await?;
    let sealed = app.sealed.seal_value(&place, &key.expose())?;
    store::set_sample_key(&app.database, in_hand, Some(&sealed)).await?;
    Ok(key)
}

async fn post(till: &Till, events: &[Event]) -> Result<(), Stop> {
    match till.post(events).await {
        Ok(refused) => {
            for one in refused {
                // The bundled trade is at fault, and a later version of it is sent as a whole.
                tracing::error!(field = one.field, why = one.why, "a fact of a sample was refused");
            }
            Ok(())
        }
        Err(ApiError::Refused { status: 401 | 403, .. }) => Err(Stop::Key),
        Err(error @ (ApiError::Away { .. } | ApiError::Client(_))) => {
            Err(Stop::Fault(Fault::Transient(error.to_string())))
        }
        Err(error) => Err(Stop::Fault(Fault::Permanent(error.to_string()))),
    }
}
