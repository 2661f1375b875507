use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{hash, hashes, sql_time, stored};
use crate::domain::{AddressHash, Delivery, Exclusion, Outcome, Place};

/// A recipient of a new campaign.
#[derive(Debug, Clone)]
pub struct NewRecipient {
    /// The till's id.
    pub customer_id: String,
    /// Of the address.
    pub hash: AddressHash,
    /// Where.
    pub address: String,
    /// Empty: not known.
    pub first_name: String,
    /// Empty: not known.
    pub last_name: String,
    /// Why not.
    pub exclusion: Option<Exclusion>,
    /// From when on, UTC.
    pub due_at: Timestamp,
    /// It waits for the recipient's morning.
    pub quiet: bool,
}

/// Stores the recipients of a campaign, numbered from 0 in their order.
pub async fn insert_recipients(
    tx: &mut Tx,
    campaign: Uuid,
    pos_id: &PosId,
    now: Timestamp,
    recipients: &[NewRecipient],
) -> Result<(), Fault> {
    let (mut customers, mut all, mut addresses) = (Vec::new(), Vec::new(), Vec::new());
    let (mut first, mut last, mut exclusions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut due, mut quiet) = (Vec::new(), Vec::new());
    for recipient in recipients {
        customers.push(recipient.customer_id.clone());
        all.push(recipient.hash.0.to_vec());
        addresses.push(recipient.address.clone());
        first.push(recipient.first_name.clone());
        last.push(recipient.last_name.clone());
        exclusions.push(recipient.exclusion.map(|why| why.as_str().to_owned()));
        due.push(sql_time(recipient.due_at));
        quiet.push(recipient.quiet);
    }
    sqlx::query!(
        "INSERT INTO recipient (campaign_id, number, pos_id, pos_customer_id, address_hash, address, first_name,
           last_name, outcome, exclusion, due_at, quiet, settled_at)
         SELECT $1, (place - 1)::int, $2, customer, hash, address, first, last,
           CASE WHEN exclusion IS NULL THEN 'waiting' ELSE 'excluded' END, exclusion, due, quiet,
           CASE WHEN exclusion IS NULL THEN NULL ELSE $3::timestamptz END
         FROM unnest($4::text[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
           $11::boolean[]) WITH ORDINALITY
           AS n (customer, hash, address, first, last, exclusion, due, quiet, place)",
        campaign,
        pos_id.as_str(),
        sql_time(now) as jiff_sqlx::Timestamp,
        &customers,
        &all,
        &addresses,
        &first,
        &last,
        &exclusions as &[Option<String>],
        &due as &[jiff_sqlx::Timestamp],
        &quiet
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A recipient whose time has come.
#[derive(Debug, Clone)]
pub struct DueRow {
    /// Its place.
    pub number: i32,
    /// Of the address.
    pub hash: AddressHash,
    /// None: forgotten.
    pub address: Option<String>,
    /// Empty: not known.
    pub first_name: String,
    /// It waited for the morning.
    pub quiet: bool,
    /// How often it was tried.
    pub tries: i16,
}

/// Recipients of a held campaign that are due, the longest due first.
pub async fn due_rows(tx: &mut Tx, campaign: Uuid, now: Timestamp, limit: i64) -> Result<Vec<DueRow>, Fault> {
    let rows = sqlx::query!(
        "SELECT number, address_hash, address, first_name, quiet, tries FROM recipient
         WHERE campaign_id = $1 AND outcome = 'waiting' AND due_at <= $2 ORDER BY due_at, number LIMIT $3",
        campaign,
        sql_time(now) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(DueRow {
                number: row.number,
                hash: hash(row.address_hash)?,
                address: row.address,
                first_name: row.first_name,
                quiet: row.quiet,
                tries: row.tries,
            })
        })
        .collect()
}

/// When the next recipient of a campaign is due; none: nobody waits.
pub async fn next_due(tx: &mut Tx, campaign: Uuid) -> Result<Option<Timestamp>, Fault> {
    let at = sqlx::query_scalar!(
        "SELECT due_at FROM recipient WHERE campaign_id = $1 AND outcome = 'waiting' ORDER BY due_at, number LIMIT 1",
        campaign
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(at.map(jiff_sqlx::Timestamp::to_jiff))
}

/// Which of these recipients of a held campaign this worker has in hand, with how often each was tried.
pub async fn rows_in_hand(
    tx: &mut Tx,
    campaign: Uuid,
    numbers: &[i32],
    worker: Uuid,
) -> Result<BTreeMap<i32, i16>, Fault> {
    let rows = sqlx::query!(
        "SELECT number, tries FROM recipient
         WHERE campaign_id = $1 AND number = ANY($2::int[]) AND outcome = 'sending' AND worker_id = $3",
        campaign,
        numbers,
        worker
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.number, row.tries)).collect())
}

/// All recipients of a held campaign that wait, with whether it is for the morning.
pub async fn waiting_rows(tx: &mut Tx, campaign: Uuid) -> Result<Vec<(i32, i16, Timestamp)>, Fault> {
    let rows = sqlx::query!(
        "SELECT number, tries, due_at FROM recipient WHERE campaign_id = $1 AND outcome = 'waiting'",
        campaign
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.number, row.tries, row.due_at.to_jiff())).collect())
}

/// Where a recipient goes.
#[derive(Debug, Clone)]
pub struct RowMove {
    /// Its place.
    pub number: i32,
    /// Where it stands then.
    pub outcome: Outcome,
    /// Of the excluded.
    pub exclusion: Option<Exclusion>,
    /// Why, in words.
    pub reason: String,
    /// When it is due, UTC; of those that wait.
    pub due_at: Timestamp,
    /// It waits for the morning.
    pub quiet: bool,
    /// How often it was tried.
    pub tries: i16,
    /// Who has it in hand.
    pub worker: Option<Uuid>,
    /// From when on it counts among the messages of seven days, UTC.
    pub counts_at: Option<Timestamp>,
    /// When it was settled, UTC.
    pub settled_at: Option<Timestamp>,
    /// Of texts that were sent.
    pub segments: i16,
    /// What the provider told of it before.
    pub delivery: Option<Delivery>,
}

/// Moves recipients of a held campaign. What a provider said of one who was erased meanwhile is not kept: it may name their
/// address.
pub async fn move_rows(tx: &mut Tx, campaign: Uuid, moves: &[RowMove]) -> Result<(), Fault> {
    if moves.is_empty() {
        return Ok(());
    }
    // Both parts of the key are columns, so that each row is looked up by it.
    let campaigns = vec![campaign; moves.len()];
    let (mut numbers, mut outcomes, mut exclusions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut reasons, mut due, mut quiet, mut tries) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut workers, mut counts, mut settled) = (Vec::new(), Vec::new(), Vec::new());
    let (mut segments, mut deliveries) = (Vec::new(), Vec::new());
    for row in moves {
        numbers.push(row.number);
        outcomes.push(row.outcome.as_str().to_owned());
        exclusions.push(row.exclusion.map(|why| why.as_str().to_owned()));
        reasons.push(row.reason.clone());
        due.push(sql_time(row.due_at));
        quiet.push(row.quiet);
        tries.push(row.tries);
        workers.push(row.worker);
        counts.push(row.counts_at.map(sql_time));
        settled.push(row.settled_at.map(sql_time));
        segments.push(row.segments);
        deliveries.push(row.delivery.map(Delivery::as_str).unwrap_or_default().to_owned());
    }
    sqlx::query!(
        "UPDATE recipient AS r SET outcome = n.outcome, exclusion = n.exclusion,
           reason = CASE WHEN r.address IS NULL THEN '' ELSE n.reason END, due_at = n.due, quiet = n.quiet,
           tries = n.tries, worker_id = n.worker, counts_at = n.counts, settled_at = n.settled, segments = n.segments,
           delivery = n.delivery
         FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::smallint[],
           $9::uuid[], $10::timestamptz[], $11::timestamptz[], $12::smallint[], $13::text[])
           AS n (campaign, number, outcome, exclusion, reason, due, quiet, tries, worker, counts, settled, segments,
             delivery)
         WHERE r.campaign_id = n.campaign AND r.number = n.number",
        &campaigns,
        &numbers,
        &outcomes,
        &exclusions as &[Option<String>],
        &reasons,
        &due as &[jiff_sqlx::Timestamp],
        &quiet,
        &tries,
        &workers as &[Option<Uuid>],
        &counts as &[Option<jiff_sqlx::Timestamp>],
        &settled as &[Option<jiff_sqlx::Timestamp>],
        &segments,
        &deliveries
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// How many messages of a location each address got since then; those without are not there.
pub async fn counted(
    tx: &mut Tx,
    pos_id: &PosId,
    asked: &[AddressHash],
    since: Timestamp,
) -> Result<BTreeMap<AddressHash, i64>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.hash AS "hash!", r.count AS "count!" FROM unnest($2::bytea[]) AS n (hash)
           CROSS JOIN LATERAL (SELECT count(*) FROM recipient AS r
             WHERE r.address_hash = n.hash AND r.pos_id = $1 AND r.counts_at > $3) AS r
           WHERE r.count > 0"#,
        pos_id.as_str(),
        &hashes(asked),
        sql_time(since) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((hash(row.hash)?, row.count))).collect()
}

/// A recipient whom a link or a text names.
#[derive(Debug, Clone)]
pub struct PlaceRow {
    /// Of the address.
    pub hash: AddressHash,
    /// None: forgotten.
    pub address: Option<String>,
    /// Has opted out by this campaign.
    pub opted_out: bool,
}

/// A recipient of a campaign; none if there is none at this place.
pub async fn find_place(tx: &mut Tx, (campaign, number): Place) -> Result<Option<PlaceRow>, Fault> {
    let row = sqlx::query!(
        "SELECT address_hash, address, opted_out FROM recipient WHERE campaign_id = $1 AND number = $2",
        campaign,
        number
    )
    .fetch_optional(tx.conn())
    .await?;
    row.map(|row| {
        Ok(PlaceRow { hash: hash(row.address_hash)?, address: row.address, opted_out: row.opted_out })
    })
    .transpose()
}

/// Notes that a recipient of a held campaign opted out by it, or in again.
pub async fn mark_opted_out(tx: &mut Tx, (campaign, number): Place, opted_out: bool) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE recipient SET opted_out = $3 WHERE campaign_id = $1 AND number = $2",
        campaign,
        number,
        opted_out
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The newest message that an address got since then, and of which location.
pub async fn last_texted(
    tx: &mut Tx,
    hash: AddressHash,
    since: Timestamp,
) -> Result<Option<(Place, PosId)>, Fault> {
    let row = sqlx::query!(
        "SELECT campaign_id, number, pos_id FROM recipient
         WHERE address_hash = $1 AND (outcome = 'sending' OR outcome IN ('sent', 'unknown') AND settled_at > $2)
         ORDER BY settled_at DESC NULLS FIRST, campaign_id LIMIT 1",
        &hash.0[..],
        sql_time(since) as jiff_sqlx::Timestamp
    )
    .fetch_optional(tx.conn())
    .await?;
    row.map(|row| Ok(((row.campaign_id, row.number), stored(row.pos_id.parse())?))).transpose()
}
