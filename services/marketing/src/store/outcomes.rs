use jiff::Timestamp;
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::stored;
use crate::domain::{Exclusion, Outcome, Search};

/// A recipient as the list of a campaign shows it.
#[derive(Debug, Clone)]
pub struct OutcomeRow {
    /// Its place.
    pub number: i32,
    /// The till's id.
    pub customer_id: String,
    /// Empty: not known.
    pub first_name: String,
    /// Empty: not known.
    pub last_name: String,
    /// None: forgotten.
    pub address: Option<String>,
    /// Where it stands.
    pub outcome: Outcome,
    /// Of the excluded.
    pub exclusion: Option<Exclusion>,
    /// Why, in words.
    pub reason: String,
    /// What the provider told last.
    pub delivery: String,
    /// UTC.
    pub settled_at: Option<Timestamp>,
    /// By this campaign.
    pub opted_out: bool,
}

/// The place after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeCursor(i32);

impl OutcomeCursor {
    /// The place of this recipient.
    #[must_use]
    pub const fn at(row: &OutcomeRow) -> OutcomeCursor {
        OutcomeCursor(row.number)
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<OutcomeCursor, Error> {
        text.parse()
            .map(OutcomeCursor)
            .map_err(|_| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for OutcomeCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Recipients of a campaign in their order.
pub async fn page_of_outcomes(
    tx: &mut Tx,
    campaign: Uuid,
    outcome: Option<Outcome>,
    search: Option<&Search>,
    after: Option<&OutcomeCursor>,
    limit: i64,
) -> Result<Vec<OutcomeRow>, Fault> {
    let rows = sqlx::query!(
        "SELECT number, pos_customer_id, first_name, last_name, address, outcome, exclusion, reason, delivery,
           settled_at, opted_out
         FROM recipient
         WHERE campaign_id = $1 AND number > $2 AND ($3::text IS NULL OR outcome = $3)
           AND ($4::text IS NULL OR strpos(lower(first_name || ' ' || last_name), $4) > 0
             OR strpos(coalesce(address, ''), $4) > 0)
         ORDER BY number LIMIT $5",
        campaign,
        after.map_or(-1, |cursor| cursor.0),
        outcome.map(Outcome::as_str),
        search.map(|search| search.text.as_str()),
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OutcomeRow {
                number: row.number,
                customer_id: row.pos_customer_id,
                first_name: row.first_name,
                last_name: row.last_name,
                address: row.address,
                outcome: stored(row.outcome.parse())?,
                exclusion: row.exclusion.map(|why| stored(why.parse())).transpose()?,
                reason: row.reason,
                delivery: row.delivery,
                settled_at: row.settled_at.map(jiff_sqlx::Timestamp::to_jiff),
                opted_out: row.opted_out,
            })
        })
        .collect()
}
