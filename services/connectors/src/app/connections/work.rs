use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_kit::pg::{Backoff, Tx};
use saffron_kit::{CancellationToken, Fault, Secret, run_worker};
use saffron_pos::PosError;

use super::announce::{announce, count_progress};
use super::proof::prove;
use super::read::{changes, past};
use super::readers::reader_of;
use super::writing::write;
use super::{InWork, Next, Stop, lease, words};
use crate::app::App;
use crate::app::key_token::KeyToken;
use crate::domain::{FeedKind, Pos};
use crate::store::{self, ConnectedRow, ConnectionRow, Failure, FeedInHand};

/// How often it is looked for work.
const IDLE: Duration = Duration::from_secs(1);
/// Feeds of a POS that are worked at once.
pub const WORKERS: usize = 6;
/// The pauses after failures. A feed is never given up.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(5), longest: Duration::from_secs(5 * 60), tries: i32::MAX };
/// The longest pause that a POS can ask for.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(1);
/// The pause where a person has to do something first.
const STANDSTILL: SignedDuration = SignedDuration::from_mins(10);

/// Reads connected locations of a POS until `shutdown`.
pub async fn run_feeds(app: Arc<App>, pos: Pos, shutdown: CancellationToken) {
    run_worker("feeds", IDLE, Some(&app.wake_feeds), &shutdown, || round(&app, pos)).await;
}

/// Reads some of a feed that is due; false if none is. What was posted before a worker died is read and posted again, and counts once.
async fn round(app: &App, pos: Pos) -> Result<bool, Fault> {
    let claimed = store::claim_feed(&app.database, pos, app.now(), lease(app)).await?;
    let Some((feed, connection, location)) = claimed else { return Ok(false) };
    let outcome = Box::pin(work(app, &feed, &connection, &location)).await;
    let mut tx = app.database.begin().await?;
    let is_ours = match outcome {
        Ok(next) => released(&mut tx, &feed, &location, next).await?,
        Err(Stop::Lost) => false,
        Err(stop) => failed(&mut tx, &feed, &connection, stop).await?,
    };
    if is_ours {
        tx.commit().await?;
    }
    Ok(true)
}

async fn released(
    tx: &mut Tx,
    feed: &FeedInHand,
    location: &ConnectedRow,
    next: Next,
) -> Result<bool, Fault> {
    if !store::release_feed(tx, feed, &next.place, next.due).await? {
        return Ok(false);
    }
    if feed.kind == FeedKind::Proof {
        store::wake_proofs(tx, &feed.pos_id, feed.connection_id, tx.clock().now()).await?;
    }
    if feed.kind != FeedKind::Writing {
        store::seen(tx, &feed.pos_id, feed.connection_id, tx.clock().now()).await?;
    }
    if feed.failures > 0 {
        announce(tx, feed.connection_id, Some(&feed.pos_id)).await?;
    } else if location.seen_at.is_none() {
        count_progress(tx, feed.connection_id, &feed.pos_id).await?;
    }
    Ok(true)
}

async fn failed(
    tx: &mut Tx,
    feed: &FeedInHand,
    connection: &ConnectionRow,
    stop: Stop,
) -> Result<bool, Fault> {
    let (kind, connection_id) = (feed.kind.as_str(), feed.connection_id);
    let now = tx.clock().now();
    let tried = BACKOFF.pause(feed.failures.saturating_add(1));
    let (shown, pause, restarts) = match &stop {
        Stop::Lost => return Ok(false),
        Stop::Key => {
            let words = "The ingest key of this connection was revoked. Disconnect it and connect again.";
            (Some(words.to_owned()), STANDSTILL, false)
        }
        Stop::Pos(error) => {
            tracing::warn!(%error, kind, %connection_id, failures = feed.failures, "a feed waits");
            let asked = match error {
                PosError::Limited(Some(after)) => SignedDuration::try_from(*after).ok(),
                _ => None,
            };
            let pause = match (error.is_transient(), asked) {
                (true, Some(asked)) => asked.min(LONGEST_PAUSE).max(tried),
                (true, None) => tried,
                (false, _) => STANDSTILL,
            };
            (Some(words(connection.pos, error)), pause, !error.is_transient())
        }
        Stop::Fault(fault) => {
            tracing::warn!(%fault, kind, %connection_id, failures = feed.failures, "a feed waits");
            let words = "This cannot be worked, and is tried again. If it stays so, contact support.";
            let is_lasting = matches!(fault, Fault::Permanent(_));
            (is_lasting.then(|| words.to_owned()), tried, false)
        }
    };
    let due = now.saturating_add(pause).unwrap_or(Timestamp::MAX);
    let failure = Failure { words: shown.as_deref(), restarts, due };
    let is_revoked = matches!(stop, Stop::Pos(PosError::Revoked));
    if is_revoked {
        // Before its feeds, as a new credential does.
        store::lock_connection(tx, connection_id).await?;
    }
    let Some(differs) = store::fail_feed(tx, feed, &failure, now).await? else { return Ok(false) };
    let is_refused =
        is_revoked && store::refuse_connection(tx, connection_id, connection.credential.as_deref()).await?;
    if is_refused {
        announce(tx, connection_id, None).await?;
    } else if differs {
        announce(tx, connection_id, Some(&feed.pos_id)).await?;
    }
    Ok(true)
}

async fn work(
    app: &App,
    feed: &FeedInHand,
    connection: &ConnectionRow,
    location: &ConnectedRow,
) -> Result<Next, Stop> {
    let sealed = location.ingest_key.as_ref().ok_or(Stop::Key)?;
    let place = ConnectedRow::key_place(connection.connection_id, &location.pos_id);
    let key = Secret::new(app.sealed.open_value::<String>(&place, sealed)?);
    let token = KeyToken::new(app, Some(key.clone()));
    // Nothing is read for a key that was revoked.
    token.get().await?;
    let open = reader_of(app, connection, location).await?.ok_or(Stop::Lost)?;
    let of = InWork { app, connection, location, key, token };
    match feed.kind {
        FeedKind::Past => past(&of, feed, &open).await,
        FeedKind::Proof => prove(&of, feed, &open).await,
        FeedKind::Writing => write(&of, feed, &open).await,
        _ => changes(&of, feed, &open).await,
    }
}
