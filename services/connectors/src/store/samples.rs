use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx};

/// Sample restaurants that are to be fed.
pub static SAMPLES: Queue = Queue::new("sample", &["pos_id"]).ready_if("q.linked");

/// A sample in the hands of a worker.
#[derive(Debug, Clone)]
pub struct SampleInHand {
    pub pos_id: PosId,
    pub zone: Zone,
    /// Sealed; none if it has none.
    pub ingest_key: Option<Vec<u8>>,
    /// Of the bundled trade whose menu it has.
    pub version: i32,
    /// The claim.
    pub tries: i32,
    /// Failures since something was sent.
    pub failures: i32,
}

impl SampleInHand {
    /// The place at which its ingest key is sealed.
    #[must_use]
    pub fn key_place(&self) -> String {
        format!("samples/{}/key", self.pos_id)
    }
}

/// Stores in which samples somebody looks around: these alone. New ones are due at once; true if there is one.
pub async fn set_linked_samples(
    tx: &mut Tx,
    samples: &[(PosId, Zone)],
    now: Timestamp,
) -> Result<bool, Fault> {
    let pos_ids: Vec<String> = samples.iter().map(|(pos_id, _)| pos_id.to_string()).collect();
    let zones: Vec<String> = samples.iter().map(|(_, zone)| zone.name().to_owned()).collect();
    let new = sqlx::query!(
        "INSERT INTO sample AS s (pos_id, time_zone, linked, due_at)
         SELECT pos_id, time_zone, true, $3 FROM unnest($1::text[], $2::text[]) AS n (pos_id, time_zone) ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET linked = true, due_at = least(s.due_at, excluded.due_at)
         WHERE NOT s.linked",
        &pos_ids,
        &zones,
        now.to_sqlx()
    );
    let new = new.execute(tx.conn()).await?.rows_affected();
    sqlx::query!("UPDATE sample SET linked = false WHERE linked AND pos_id <> ALL($1)", &pos_ids)
        .execute(tx.conn())
        .await?;
    Ok(new > 0)
}

/// Claims the sample that is due for longest.
pub async fn claim_sample(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<SampleInHand>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = SAMPLES.claim::<(PosId,)>(tx.conn(), now, until, 1).await?;
    let Some(Claimed { key: (pos_id,), .. }) = claimed.into_iter().next() else { return Ok(None) };
    let in_hand = sqlx::query_as!(
        SampleInHand,
        "SELECT pos_id, time_zone AS zone, ingest_key, version, tries, failures FROM sample WHERE pos_id = $1",
        pos_id.as_str()
    );
    let in_hand = in_hand.fetch_one(tx.conn()).await?;
    tx.commit().await?;
    Ok(Some(in_hand))
}

/// Keeps a sample in the worker's hands until a moment, and locks it; false if it is in them no more.
pub async fn keep_sample(tx: &mut Tx, in_hand: &SampleInHand, until: Timestamp) -> Result<bool, Fault> {
    let kept = sqlx::query!(
        "UPDATE sample SET due_at = $3 WHERE pos_id = $1 AND tries = $2",
        in_hand.pos_id.as_str(),
        in_hand.tries,
        until.to_sqlx()
    );
    Ok(kept.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Puts a sample off until a moment, with the failures since something was sent.
pub async fn release_sample(
    database: &Database,
    in_hand: &SampleInHand,
    due: Timestamp,
    failures: i32,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE sample SET due_at = $3, failures = $4 WHERE pos_id = $1 AND tries = $2",
        in_hand.pos_id.as_str(),
        in_hand.tries,
        due.to_sqlx(),
        failures
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Stores the ingest key of a sample, sealed; none: another is needed.
pub async fn set_sample_key(
    database: &Database,
    in_hand: &SampleInHand,
    key: Option<&[u8]>,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE sample SET ingest_key = $3 WHERE pos_id = $1 AND tries = $2",
        in_hand.pos_id.as_str(),
        in_hand.tries,
        key
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Stores that a sample has the menu of a version; what was sent of another version is sent again.
pub async fn set_sample_version(tx: &mut Tx, pos_id: &PosId, version: i32) -> Result<(), Fault> {
    sqlx::query!("UPDATE sample SET version = $2 WHERE pos_id = $1", pos_id.as_str(), version)
        .execute(tx.conn())
        .await?;
    sqlx::query!("DELETE FROM sample_day WHERE pos_id = $1", pos_id.as_str()).execute(tx.conn()).await?;
    Ok(())
}

/// How many facts were sent of each date since one.
pub async fn sample_days(
    database: &Database,
    pos_id: &PosId,
    since: BusinessDate,
) -> Result<BTreeMap<BusinessDate, i32>, Fault> {
    let days = sqlx::query!(
        "SELECT business_date, sent FROM sample_day WHERE pos_id = $1 AND business_date >= $2",
        pos_id.as_str(),
        since as BusinessDate
    );
    let days = days.fetch_all(database.pool()).await?;
    Ok(days.into_iter().map(|day| (day.business_date, day.sent)).collect())
}

/// Stores how many facts of a date were sent.
pub async fn set_sample_day(tx: &mut Tx, pos_id: &PosId, on: BusinessDate, sent: i32) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO sample_day (pos_id, business_date, sent) VALUES ($1, $2, $3)
         ON CONFLICT (pos_id, business_date) DO UPDATE SET sent = excluded.sent",
        pos_id.as_str(),
        on as BusinessDate,
        sent
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes what was sent of dates before one: they are not sent any more.
pub async fn delete_sample_days(database: &Database, before: BusinessDate) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM sample_day WHERE business_date < $1", before as BusinessDate)
        .execute(database.pool())
        .await?;
    Ok(())
}
