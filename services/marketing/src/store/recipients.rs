//! The recipients of campaigns.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::column;
use crate::domain::{Address, AddressHash, Exclusion, Guest, Outcome, RecipientKey};

/// A recipient of a new campaign.
#[derive(Debug, Clone)]
pub struct NewRecipient {
    pub customer_id: CustomerId,
    pub hash: AddressHash,
    /// Email address or phone number.
    pub address: Address,
    /// Empty if unknown.
    pub first_name: String,
    /// Empty if unknown.
    pub last_name: String,
    /// None: the recipient gets the message.
    pub exclusion: Option<Exclusion>,
    /// UTC.
    pub due_at: Timestamp,
    /// Whether it waits for the end of quiet hours.
    pub quiet: bool,
}

/// Stores the recipients of a campaign, numbered from 0 in their order.
pub async fn insert_recipients(
    tx: &mut Tx,
    (pos_id, campaign): (&PosId, Uuid),
    now: Timestamp,
    recipients: &[NewRecipient],
) -> Result<(), Fault> {
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
        now.to_sqlx(),
        &column(recipients, |one| one.customer_id.as_str()) as &[&str],
        &column(recipients, |one| one.hash) as &[AddressHash],
        &column(recipients, |one| one.address.as_str()) as &[&str],
        &column(recipients, |one| one.first_name.as_str()) as &[&str],
        &column(recipients, |one| one.last_name.as_str()) as &[&str],
        &column(recipients, |one| one.exclusion) as &[Option<Exclusion>],
        &column(recipients, |one| one.due_at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(recipients, |one| one.quiet)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A recipient that is due.
#[derive(Debug, Clone)]
pub struct DueRecipient {
    /// The number in the campaign.
    pub number: i32,
    pub hash: AddressHash,
    /// None after an erasure.
    pub address: Option<Address>,
    /// Empty if unknown.
    pub first_name: String,
    /// Whether it waited for the end of quiet hours.
    pub quiet: bool,
    /// The number of tries.
    pub tries: i16,
}

/// Due recipients of a locked campaign, the earliest first.
pub async fn due_recipients(
    tx: &mut Tx,
    campaign: Uuid,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<DueRecipient>, Fault> {
    Ok(sqlx::query_as!(
        DueRecipient,
        "SELECT number, address_hash AS hash, address, first_name, quiet, tries FROM recipient
         WHERE campaign_id = $1 AND outcome = 'waiting' AND due_at <= $2 ORDER BY due_at, number LIMIT $3",
        campaign,
        now.to_sqlx(),
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// When the next recipient of a campaign is due; none if no recipient waits.
pub async fn next_due(tx: &mut Tx, campaign: Uuid) -> Result<Option<Timestamp>, Fault> {
    let at = sqlx::query_scalar!(
        "SELECT due_at FROM recipient WHERE campaign_id = $1 AND outcome = 'waiting' ORDER BY due_at, number LIMIT 1",
        campaign
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(at.map(jiff_sqlx::Timestamp::to_jiff))
}

/// The recipients of a locked campaign that a worker has claimed, with the numbers of tries.
pub async fn claimed_rows(tx: &mut Tx, campaign: Uuid, worker: Uuid) -> Result<BTreeMap<i32, i16>, Fault> {
    let rows = sqlx::query!(
        "SELECT number, tries FROM recipient WHERE campaign_id = $1 AND outcome = 'sending' AND worker_id = $2",
        campaign,
        worker
    )
    .map(|row| (row.number, row.tries))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// Excludes the waiting recipients of a stopped campaign; returns how many.
pub async fn exclude_waiting(tx: &mut Tx, campaign: Uuid, now: Timestamp) -> Result<i64, Fault> {
    let excluded = sqlx::query!(
        "UPDATE recipient SET outcome = 'excluded', exclusion = 'stopped', reason = '', quiet = false, settled_at = $2
         WHERE campaign_id = $1 AND outcome = 'waiting'",
        campaign,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(i64::try_from(excluded.rows_affected()).unwrap_or(i64::MAX))
}

/// An update of a recipient.
#[derive(Debug, Clone)]
pub struct RowUpdate {
    /// The number in the campaign.
    pub number: i32,
    pub outcome: Outcome,
    pub exclusion: Option<Exclusion>,
    /// The provider's reason of a failure.
    pub reason: String,
    /// When a waiting recipient is due, UTC.
    pub due_at: Timestamp,
    /// Whether it waits for the end of quiet hours.
    pub quiet: bool,
    /// The number of tries.
    pub tries: i16,
    /// The worker that claims it.
    pub worker: Option<Uuid>,
    /// When it counts in the weekly cap, UTC.
    pub counts_at: Option<Timestamp>,
    /// When the outcome was recorded, UTC.
    pub settled_at: Option<Timestamp>,
    /// The segments of a sent text.
    pub segments: i16,
    /// The provider's report that arrived earlier; empty: none.
    pub delivery: String,
}

impl RowUpdate {
    /// An update to an outcome, which is final unless it is waiting or sending.
    pub fn to(outcome: Outcome, number: i32, tries: i16, now: Timestamp) -> RowUpdate {
        RowUpdate {
            number,
            outcome,
            exclusion: None,
            reason: String::new(),
            due_at: now,
            quiet: false,
            tries,
            worker: None,
            counts_at: None,
            settled_at: (!matches!(outcome, Outcome::Waiting | Outcome::Sending)).then_some(now),
            segments: 0,
            delivery: String::new(),
        }
    }
}

/// Updates recipients of a locked campaign. A provider's reason is not stored for a recipient who was erased meanwhile: it may
/// contain the address.
pub async fn update_rows(tx: &mut Tx, campaign: Uuid, updates: &[RowUpdate]) -> Result<(), Fault> {
    if updates.is_empty() {
        return Ok(());
    }
    let at = |at: Option<Timestamp>| at.map(|at| at.to_sqlx());
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
        // Both parts of the key are columns, so that Postgres finds each row by its index.
        &vec![campaign; updates.len()],
        &column(updates, |row| row.number),
        &column(updates, |row| row.outcome) as &[Outcome],
        &column(updates, |row| row.exclusion) as &[Option<Exclusion>],
        &column(updates, |row| row.reason.as_str()) as &[&str],
        &column(updates, |row| row.due_at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(updates, |row| row.quiet),
        &column(updates, |row| row.tries),
        &column(updates, |row| row.worker) as &[Option<Uuid>],
        &column(updates, |row| at(row.counts_at)) as &[Option<jiff_sqlx::Timestamp>],
        &column(updates, |row| at(row.settled_at)) as &[Option<jiff_sqlx::Timestamp>],
        &column(updates, |row| row.segments),
        &column(updates, |row| row.delivery.as_str()) as &[&str]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// How many messages of a location each address got in the last seven days; addresses without any are left out.
pub async fn weekly_counts(
    tx: &mut Tx,
    pos_id: &PosId,
    hashes: &[AddressHash],
    now: Timestamp,
) -> Result<BTreeMap<AddressHash, i64>, Fault> {
    let week_ago = now - SignedDuration::from_hours(7 * 24);
    let rows = sqlx::query!(
        r#"SELECT n.hash AS "hash!: AddressHash", r.count AS "count!" FROM unnest($2::bytea[]) AS n (hash)
           CROSS JOIN LATERAL (SELECT count(*) FROM recipient AS r
             WHERE r.address_hash = n.hash AND r.pos_id = $1 AND r.counts_at > $3) AS r
           WHERE r.count > 0"#,
        pos_id.as_str(),
        hashes as &[AddressHash],
        week_ago.to_sqlx()
    )
    .map(|row| (row.hash, row.count))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// A recipient that an unsubscribe link or a text refers to.
#[derive(Debug, Clone)]
pub struct LinkedRecipient {
    pub hash: AddressHash,
    /// None after an erasure.
    pub address: Option<Address>,
    /// Whether the person opted out by this campaign.
    pub opted_out: bool,
}

/// A recipient of a campaign; none if there is no such number.
pub async fn find_recipient(
    tx: &mut Tx,
    (campaign, number): RecipientKey,
) -> Result<Option<LinkedRecipient>, Fault> {
    Ok(sqlx::query_as!(
        LinkedRecipient,
        "SELECT address_hash AS hash, address, opted_out FROM recipient WHERE campaign_id = $1 AND number = $2",
        campaign,
        number
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// Stores whether a recipient of a locked campaign opted out by it.
pub async fn mark_opted_out(
    tx: &mut Tx,
    (campaign, number): RecipientKey,
    opted_out: bool,
) -> Result<(), Fault> {
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

/// The last text to a number since a moment, and the sending location.
pub async fn last_texted(
    tx: &mut Tx,
    hash: AddressHash,
    since: Timestamp,
) -> Result<Option<(RecipientKey, PosId)>, Fault> {
    Ok(sqlx::query!(
        "SELECT campaign_id, number, pos_id FROM recipient
         WHERE address_hash = $1 AND (outcome = 'sending' OR outcome IN ('sent', 'unknown') AND settled_at > $2)
         ORDER BY settled_at DESC NULLS FIRST, campaign_id LIMIT 1",
        hash as AddressHash,
        since.to_sqlx()
    )
    .map(|row| ((row.campaign_id, row.number), row.pos_id))
    .fetch_optional(tx.conn())
    .await?)
}

/// Gives every waiting or claimed recipient the outcome unknown; the caller updates the counters of the campaigns.
pub async fn mark_all_unknown(tx: &mut Tx, reason: &str, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE recipient AS r SET outcome = 'unknown', reason = $1, settled_at = $2, worker_id = NULL, quiet = false
         FROM campaign AS c
         WHERE c.campaign_id = r.campaign_id AND c.waiting + c.sending > 0 AND r.outcome IN ('waiting', 'sending')",
        reason,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Erases names and addresses of recipients at a guest's location: of those with one of these addresses, and of the guest with
/// any earlier one. Counters and hashes stay.
pub async fn erase_recipients(
    tx: &mut Tx,
    (pos_id, id): &Guest,
    forgotten: &[AddressHash],
) -> Result<(), Fault> {
    // An owner's text to one guest may contain the name. Campaigns are locked before their recipients.
    sqlx::query!(
        "UPDATE campaign AS c SET body = ''
         FROM (SELECT campaign_id FROM campaign
               WHERE kind = 'reward' AND campaign_id IN
                 (SELECT campaign_id FROM recipient WHERE address_hash = ANY($2::bytea[]) AND pos_id = $1
                  UNION SELECT campaign_id FROM recipient WHERE pos_id = $1 AND pos_customer_id = $3)
               ORDER BY campaign_id FOR UPDATE) AS f
         WHERE c.campaign_id = f.campaign_id",
        pos_id.as_str(),
        forgotten as &[AddressHash],
        id.as_str()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE recipient AS r SET address = NULL, first_name = '', last_name = '', reason = ''
         FROM (SELECT campaign_id, number FROM recipient
               WHERE (campaign_id, number) IN
                 (SELECT campaign_id, number FROM recipient WHERE address_hash = ANY($2::bytea[]) AND pos_id = $1
                  UNION SELECT campaign_id, number FROM recipient WHERE pos_id = $1 AND pos_customer_id = $3)
               ORDER BY campaign_id, number FOR UPDATE) AS f
         WHERE r.campaign_id = f.campaign_id AND r.number = f.number",
        pos_id.as_str(),
        forgotten as &[AddressHash],
        id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
