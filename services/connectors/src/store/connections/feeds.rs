use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx};
use uuid::Uuid;

use super::{ConnectedRow, ConnectionRow};
use crate::domain::{FeedKind, Pos};

/// What is ready of the feeds of a POS: those of a location that is paused or ended, or whose connection is not live, wait; and a
/// connection has two workers at most, so that one with many locations, or with many orders, holds up no other.
macro_rules! feeds_of {
    ($pos:literal) => {
        Queue::new("feed", &["pos_id", "connection_id", "kind"])
            .ready_if(concat!(
                "EXISTS (SELECT FROM connected_location AS l JOIN connection AS c USING (connection_id)
                   WHERE l.pos_id = q.pos_id AND l.connection_id = q.connection_id AND l.ended_at IS NULL AND NOT l.is_paused
                     AND c.state = 'live' AND c.pos = '",
                $pos,
                "') AND (SELECT count(*) FROM feed AS h WHERE h.connection_id = q.connection_id AND h.is_held AND h.due_at > $1) < 2"
            ))
            .setting(", is_held = true")
    };
}

static SQUARE: Queue = feeds_of!("square");
static CLOVER: Queue = feeds_of!("clover");
static TOAST: Queue = feeds_of!("toast");

/// What is read of the connected locations of a POS. Each POS has workers of its own: one that does not answer holds up no other.
#[must_use]
pub fn feeds_of(pos: Pos) -> &'static Queue {
    match pos {
        Pos::Square => &SQUARE,
        Pos::Clover => &CLOVER,
        Pos::Toast => &TOAST,
    }
}

/// A feed in the hands of a worker.
#[derive(Debug, Clone)]
pub struct FeedInHand {
    pub pos_id: PosId,
    pub connection_id: Uuid,
    pub kind: FeedKind,
    /// Where it is.
    pub place: FeedPlace,
    /// The claim.
    pub tries: i32,
    /// Failures in a row.
    pub failures: i32,
}

/// Where a feed is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPlace {
    /// What changed before was read, UTC.
    pub read_until: Timestamp,
    /// The end of what is being read, and the page that comes next.
    pub page: Option<(Timestamp, String)>,
}

impl FeedPlace {
    /// At the end of a reading.
    #[must_use]
    pub const fn at(read_until: Timestamp) -> FeedPlace {
        FeedPlace { read_until, page: None }
    }
}

/// How a feed of a location is.
#[derive(Debug, Clone)]
pub struct FeedRow {
    pub kind: FeedKind,
    pub read_until: jiff_sqlx::Timestamp,
    pub failing_since: Option<jiff_sqlx::Timestamp>,
    pub error: Option<String>,
}

/// Claims the feed of a POS that is due for longest, with its connection and location.
pub async fn claim_feed(
    database: &Database,
    pos: Pos,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<(FeedInHand, ConnectionRow, ConnectedRow)>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = feeds_of(pos).claim::<(String, Uuid, String)>(tx.conn(), now, until, 1).await?;
    let Some(Claimed { key: (pos_id, connection_id, kind), tries }) = claimed.into_iter().next() else {
        return Ok(None);
    };
    let feed = sqlx::query!(
        "SELECT pos_id, kind, read_until, span_until, page, failures FROM feed
         WHERE pos_id = $1 AND connection_id = $2 AND kind = $3",
        pos_id,
        connection_id,
        kind
    );
    let feed = feed.fetch_one(tx.conn()).await?;
    let connection = super::connection_of(tx.conn(), connection_id).await?;
    let location = super::find_connected(tx.conn(), &feed.pos_id, connection_id).await?;
    tx.commit().await?;
    let page = feed.span_until.map(jiff_sqlx::Timestamp::to_jiff).zip(feed.page);
    let in_hand = FeedInHand {
        pos_id: feed.pos_id,
        connection_id,
        kind: feed.kind,
        place: FeedPlace { read_until: feed.read_until.to_jiff(), page },
        tries,
        failures: feed.failures,
    };
    Ok(connection.zip(location).map(|(connection, location)| (in_hand, connection, location)))
}

/// Stores how far the reading of a feed is, keeps it in the worker's hands until a moment, and locks it until the commit; false if
/// it is in them no more, or its location is paused or ended.
pub async fn keep_feed(
    tx: &mut Tx,
    feed: &FeedInHand,
    place: &FeedPlace,
    until: Timestamp,
) -> Result<bool, Fault> {
    let (span_until, page) = place.page.clone().unzip();
    let kept = sqlx::query!(
        "UPDATE feed AS f SET due_at = $5, read_until = $6, span_until = $7, page = $8
         WHERE pos_id = $1 AND connection_id = $2 AND kind = $3 AND tries = $4
           AND EXISTS (SELECT FROM connected_location AS l WHERE l.pos_id = f.pos_id AND l.connection_id = f.connection_id
             AND l.ended_at IS NULL AND NOT l.is_paused)",
        feed.pos_id.as_str(),
        feed.connection_id,
        feed.kind.as_str(),
        feed.tries,
        until.to_sqlx(),
        place.read_until.to_sqlx(),
        span_until.map(|until| until.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        page as Option<String>
    );
    Ok(kept.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Lets go of a feed that was read, until it is due; false if it is in the worker's hands no more.
pub async fn release_feed(
    tx: &mut Tx,
    feed: &FeedInHand,
    place: &FeedPlace,
    due: Timestamp,
) -> Result<bool, Fault> {
    let (span_until, page) = place.page.clone().unzip();
    let released = sqlx::query!(
        "UPDATE feed SET read_until = $5, span_until = $6, page = $7, due_at = $8, is_held = false, failures = 0,
           failing_since = NULL, error = NULL
         WHERE pos_id = $1 AND connection_id = $2 AND kind = $3 AND tries = $4",
        feed.pos_id.as_str(),
        feed.connection_id,
        feed.kind.as_str(),
        feed.tries,
        place.read_until.to_sqlx(),
        span_until.map(|until| until.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        page as Option<String>,
        due.to_sqlx()
    );
    Ok(released.execute(tx.conn()).await?.rows_affected() == 1)
}

/// How the reading of a feed failed.
pub struct Failure<'a> {
    /// Why, for people; none where they are not shown it.
    pub words: Option<&'a str>,
    /// Whether the reading begins again: its place in the list may be what fails.
    pub restarts: bool,
    /// When it is tried again.
    pub due: Timestamp,
}

/// Lets go of a feed that could not be read, until its next try. Gives whether other words than before are shown of it; none if it is
/// in the worker's hands no more.
pub async fn fail_feed(
    tx: &mut Tx,
    feed: &FeedInHand,
    failure: &Failure<'_>,
    now: Timestamp,
) -> Result<Option<bool>, Fault> {
    let failed = sqlx::query_scalar!(
        r#"UPDATE feed SET due_at = $5, is_held = false, failures = failures + 1,
             failing_since = coalesce(failing_since, $6), error = coalesce($7, error),
             span_until = CASE WHEN $8 THEN NULL ELSE span_until END, page = CASE WHEN $8 THEN NULL ELSE page END
           WHERE pos_id = $1 AND connection_id = $2 AND kind = $3 AND tries = $4
           RETURNING old.error IS DISTINCT FROM new.error AS "differs!""#,
        feed.pos_id.as_str(),
        feed.connection_id,
        feed.kind.as_str(),
        feed.tries,
        failure.due.to_sqlx(),
        now.to_sqlx(),
        failure.words as Option<&str>,
        failure.restarts
    );
    Ok(failed.fetch_optional(tx.conn()).await?)
}

/// Makes feeds of a location due, each from its own place in time on.
pub async fn insert_feeds(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    feeds: &[(FeedKind, Timestamp)],
    due: Timestamp,
) -> Result<(), Fault> {
    let kinds: Vec<&str> = feeds.iter().map(|(kind, _)| kind.as_str()).collect();
    let from: Vec<jiff_sqlx::Timestamp> = feeds.iter().map(|(_, from)| from.to_sqlx()).collect();
    sqlx::query!(
        "INSERT INTO feed (connection_id, pos_id, kind, read_until, due_at)
         SELECT $2, $1, n.*, $5 FROM unnest($3::text[], $4::timestamptz[]) AS n (kind, read_until)",
        pos_id.as_str(),
        connection_id,
        &kinds as &[&str],
        &from as &[jiff_sqlx::Timestamp],
        due.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Makes feeds of a location due now, also those that wait after a failure. One that a worker has in hand is not its own any more: it
/// may have looked before what is now to be done.
pub async fn wake_feeds(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    kinds: &[FeedKind],
    now: Timestamp,
) -> Result<(), Fault> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    sqlx::query!(
        "UPDATE feed SET due_at = $4, tries = tries + 1, is_held = false, failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND kind = ANY ($3::text[])",
        pos_id.as_str(),
        connection_id,
        &kinds as &[&str],
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Makes feeds of an account due now, but those that wait after a failure or that a worker has in hand; one that was read within the last
/// 5 seconds is due once these are over, so that a flood does not have it read without an end. How many.
pub async fn hasten_feeds(tx: &mut Tx, pos: Pos, account: &str, kinds: &[FeedKind]) -> Result<u64, Fault> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    let now = tx.clock().now();
    let hastened = sqlx::query!(
        "UPDATE feed AS f SET due_at = greatest($4, f.read_until + interval '5 seconds')
         FROM connection AS c, connected_location AS l
         WHERE c.pos = $1 AND c.account_id = $2 AND c.state = 'live'
           AND l.connection_id = c.connection_id AND l.ended_at IS NULL AND NOT l.is_paused
           AND f.pos_id = l.pos_id AND f.connection_id = l.connection_id AND f.kind = ANY ($3::text[])
           AND NOT f.is_held AND f.failures = 0 AND f.due_at > greatest($4, f.read_until + interval '5 seconds')",
        pos.as_str(),
        account,
        &kinds as &[&str],
        now.to_sqlx()
    );
    Ok(hastened.execute(tx.conn()).await?.rows_affected())
}

/// Makes all feeds of a connection due now.
pub async fn wake_all_feeds(tx: &mut Tx, connection_id: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE feed SET due_at = $2, tries = tries + 1, is_held = false, failures = 0 WHERE connection_id = $1",
        connection_id,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Up to when the sales of the live location of each POS that is furthest behind were read.
pub async fn oldest_sales(database: &Database) -> Result<Vec<(Pos, Timestamp)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT c.pos AS "pos: Pos", min(f.read_until) AS "oldest!: jiff_sqlx::Timestamp"
           FROM feed AS f JOIN connection AS c USING (connection_id)
             JOIN connected_location AS l USING (pos_id, connection_id)
           WHERE f.kind = 'checks' AND c.state = 'live' AND l.ended_at IS NULL AND NOT l.is_paused
           GROUP BY c.pos"#
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.pos, row.oldest.to_jiff())).collect())
}
