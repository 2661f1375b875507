//! Recipients and messages for lists.

use jiff::Timestamp;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::{Address, AddressHash, CampaignKind, Channel, Exclusion, Outcome, RecipientKey};

/// A recipient in the list of a campaign.
#[derive(Debug, Clone)]
pub struct OutcomeRow {
    /// The number in the campaign.
    pub number: i32,
    /// Empty: another guest's.
    pub customer_id: String,
    /// Empty if unknown.
    pub first_name: String,
    /// Empty if unknown.
    pub last_name: String,
    /// None after an erasure.
    pub address: Option<Address>,
    pub outcome: Outcome,
    pub exclusion: Option<Exclusion>,
    /// The provider's reason of a failure.
    pub reason: String,
    /// The provider's last report; empty: none.
    pub delivery: String,
    /// When the outcome was recorded, UTC.
    pub settled_at: Option<jiff_sqlx::Timestamp>,
    /// Whether the person opted out by this campaign.
    pub opted_out: bool,
}

/// Recipients of a campaign by number.
pub async fn page_of_outcomes(
    tx: &mut Tx,
    campaign: Uuid,
    outcome: Option<Outcome>,
    search: Option<&str>,
    after: Option<&i32>,
    limit: i64,
) -> Result<Vec<OutcomeRow>, Fault> {
    Ok(sqlx::query_as!(
        OutcomeRow,
        "SELECT number, pos_customer_id AS customer_id, first_name, last_name, address, outcome, exclusion, reason,
           delivery, settled_at, opted_out
         FROM recipient
         WHERE campaign_id = $1 AND number > $2 AND ($3::text IS NULL OR outcome = $3)
           AND ($4::text IS NULL OR strpos(lower(first_name || ' ' || last_name), $4) > 0
             OR strpos(coalesce(address, ''), $4) > 0)
         ORDER BY number LIMIT $5",
        campaign,
        after.copied().unwrap_or(-1),
        outcome.map(Outcome::as_str),
        search,
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// A message to a guest.
#[derive(Debug, Clone)]
pub struct MessageRow {
    pub campaign: Uuid,
    /// By email or by text.
    pub channel: Channel,
    pub kind: CampaignKind,
    /// The subject of an email.
    pub subject: String,
    pub body: String,
    /// When the campaign was stored, UTC.
    pub created_at: Timestamp,
    pub outcome: OutcomeRow,
}

/// The messages to a guest by all its ids, and those to other guests with one of these addresses, without the other guests'
/// names.
pub async fn page_of_messages(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &[CustomerId],
    addresses: &[AddressHash],
    after: Option<&RecipientKey>,
    limit: i64,
) -> Result<Vec<MessageRow>, Fault> {
    let (campaign, number) = after.copied().unwrap_or((Uuid::nil(), -1));
    Ok(sqlx::query!(
        r#"SELECT r.campaign_id, r.number, c.channel, c.kind, c.subject, c.body, c.created_at,
             CASE WHEN r.pos_customer_id = ANY($2) THEN r.pos_customer_id ELSE '' END AS "customer_id!",
             CASE WHEN r.pos_customer_id = ANY($2) THEN r.first_name ELSE '' END AS "first_name!",
             CASE WHEN r.pos_customer_id = ANY($2) THEN r.last_name ELSE '' END AS "last_name!",
             r.address, r.outcome, r.exclusion, r.reason, r.delivery, r.settled_at, r.opted_out
           FROM (SELECT campaign_id, number FROM recipient WHERE pos_id = $1 AND pos_customer_id = ANY($2)
                 UNION SELECT campaign_id, number FROM recipient
                   WHERE address_hash = ANY($3::bytea[]) AND pos_id = $1) AS k
           JOIN recipient AS r ON r.campaign_id = k.campaign_id AND r.number = k.number
           JOIN campaign AS c ON c.campaign_id = k.campaign_id
           WHERE (k.campaign_id, k.number) > ($4, $5) ORDER BY k.campaign_id, k.number LIMIT $6"#,
        pos_id.as_str(),
        ids as &[CustomerId],
        addresses as &[AddressHash],
        campaign,
        number,
        limit
    )
    .map(|row| MessageRow {
        campaign: row.campaign_id,
        channel: row.channel,
        kind: row.kind,
        subject: row.subject,
        body: row.body,
        created_at: row.created_at.to_jiff(),
        outcome: OutcomeRow {
            number: row.number,
            customer_id: row.customer_id,
            first_name: row.first_name,
            last_name: row.last_name,
            address: row.address,
            outcome: row.outcome,
            exclusion: row.exclusion,
            reason: row.reason,
            delivery: row.delivery,
            settled_at: row.settled_at,
            opted_out: row.opted_out,
        },
    })
    .fetch_all(tx.conn())
    .await?)
}
