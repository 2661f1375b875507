//! All messages that were made for one guest.

use jiff::Timestamp;
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{OutcomeRow, hashes, stored};
use crate::domain::{AddressHash, CampaignKind, Channel, Guest};

/// A message that was made for a guest, and what became of it.
#[derive(Debug, Clone)]
pub struct MessageRow {
    /// Of which campaign.
    pub campaign: Uuid,
    number: i32,
    /// By what.
    pub channel: Channel,
    /// What it is.
    pub kind: CampaignKind,
    /// Of emails.
    pub subject: String,
    /// What it says.
    pub body: String,
    /// When the campaign was stored, UTC.
    pub created_at: Timestamp,
    /// What became of it.
    pub outcome: OutcomeRow,
}

/// The place after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageCursor {
    campaign: Uuid,
    number: i32,
}

impl MessageCursor {
    /// The place of this message.
    #[must_use]
    pub const fn at(row: &MessageRow) -> MessageCursor {
        MessageCursor { campaign: row.campaign, number: row.number }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<MessageCursor, Error> {
        let read = || {
            let (campaign, number) = text.split_once('.')?;
            Some(MessageCursor { campaign: campaign.parse().ok()?, number: number.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for MessageCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.campaign, self.number)
    }
}

/// The messages to a guest, and those to one of these addresses that were made for another guest who has it too: of these
/// the other's name is left out.
pub async fn page_of_messages(
    tx: &mut Tx,
    guest: &Guest,
    addresses: &[AddressHash],
    after: Option<&MessageCursor>,
    limit: i64,
) -> Result<Vec<MessageRow>, Fault> {
    let (campaign, number) = after.map_or((Uuid::nil(), -1), |cursor| (cursor.campaign, cursor.number));
    let rows = sqlx::query!(
        r#"SELECT r.campaign_id, r.number, c.channel, c.kind, c.subject, c.body, c.created_at, r.pos_customer_id,
             CASE WHEN r.pos_customer_id = $2 THEN r.first_name ELSE '' END AS "first_name!",
             CASE WHEN r.pos_customer_id = $2 THEN r.last_name ELSE '' END AS "last_name!",
             r.address, r.outcome, r.exclusion, r.reason, r.delivery, r.settled_at, r.opted_out
           FROM (SELECT campaign_id, number FROM recipient WHERE pos_id = $1 AND pos_customer_id = $2
                 UNION SELECT campaign_id, number FROM recipient
                   WHERE address_hash = ANY($3::bytea[]) AND pos_id = $1) AS k
           JOIN recipient AS r ON r.campaign_id = k.campaign_id AND r.number = k.number
           JOIN campaign AS c ON c.campaign_id = k.campaign_id
           WHERE (k.campaign_id, k.number) > ($4, $5) ORDER BY k.campaign_id, k.number LIMIT $6"#,
        guest.0.as_str(),
        guest.1.as_str(),
        &hashes(addresses),
        campaign,
        number,
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(MessageRow {
                campaign: row.campaign_id,
                number: row.number,
                channel: stored(row.channel.parse())?,
                kind: stored(row.kind.parse())?,
                subject: row.subject,
                body: row.body,
                created_at: row.created_at.to_jiff(),
                outcome: OutcomeRow {
                    number: row.number,
                    customer_id: if row.pos_customer_id == guest.1.as_str() {
                        row.pos_customer_id
                    } else {
                        String::new()
                    },
                    first_name: row.first_name,
                    last_name: row.last_name,
                    address: row.address,
                    outcome: stored(row.outcome.parse())?,
                    exclusion: row.exclusion.map(|why| stored(why.parse())).transpose()?,
                    reason: row.reason,
                    delivery: row.delivery,
                    settled_at: row.settled_at.map(jiff_sqlx::Timestamp::to_jiff),
                    opted_out: row.opted_out,
                },
            })
        })
        .collect()
}
