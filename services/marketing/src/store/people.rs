use saffron_core::{CustomerId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{hash, stored};
use crate::domain::{AddressHash, Channel, Search};

/// A guest as the list of whom one may write to shows them.
#[derive(Debug, Clone)]
pub struct PersonRow {
    /// The till's id.
    pub id: CustomerId,
    /// Empty: not known.
    pub first_name: String,
    /// Empty: not known.
    pub last_name: String,
    /// With its hash; none: none that can be written to.
    pub address: Option<(String, AddressHash)>,
    sort_name: String,
}

/// The place in the list after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCursor {
    id: CustomerId,
    sort_name: String,
}

impl PersonCursor {
    /// The place of this guest.
    #[must_use]
    pub fn at(row: &PersonRow) -> PersonCursor {
        PersonCursor { id: row.id.clone(), sort_name: row.sort_name.clone() }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<PersonCursor, Error> {
        let read = || {
            let (id, sort_name) = text.split_once('.')?;
            Some(PersonCursor { id: id.parse().ok()?, sort_name: sort_name.to_owned() })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for PersonCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.id, self.sort_name)
    }
}

/// Guests of a location by name, then by id.
pub async fn page_of_people(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    search: Option<&Search>,
    after: Option<&PersonCursor>,
    limit: i64,
) -> Result<Vec<PersonRow>, Fault> {
    let (sort_name, id) = after.map_or(("", ""), |cursor| (cursor.sort_name.as_str(), cursor.id.as_str()));
    let rows = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, sort_name,
             CASE WHEN $6 THEN email ELSE phone END AS address,
             CASE WHEN $6 THEN email_hash ELSE phone_hash END AS hash
           FROM contact
           WHERE pos_id = $1 AND erased_at IS NULL AND (sort_name, pos_customer_id) > ($2, $3)
             AND ($4::text IS NULL OR strpos(search, $4) > 0)
           ORDER BY sort_name, pos_customer_id LIMIT $5"#,
        pos_id.as_str(),
        sort_name,
        id,
        search.map(|search| search.text.as_str()),
        limit,
        channel == Channel::Email
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(PersonRow {
                id: stored(row.pos_customer_id.parse())?,
                first_name: row.first_name,
                last_name: row.last_name,
                address: row.address.zip(row.hash.map(hash).transpose()?),
                sort_name: row.sort_name,
            })
        })
        .collect()
}
