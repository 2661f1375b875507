use jiff::Timestamp;
use saffron_core::time::cursor_time;
use saffron_core::{CustomerId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::stored;
use crate::domain::{Guest, Named, Search};

/// A guest as lists show it.
#[derive(Debug, Clone)]
pub struct CustomerRow {
    /// Unique within the location.
    pub id: String,
    /// Where known.
    pub first_name: Option<String>,
    /// Where known.
    pub last_name: Option<String>,
    /// Lower case.
    pub email: Option<String>,
    /// Ten digits where it is a US number.
    pub phone: Option<String>,
    /// As the till says.
    pub email_consent: Option<bool>,
    /// As the till says.
    pub sms_consent: Option<bool>,
    /// Checks without voids and refunds.
    pub visits: i64,
    /// UTC; 1970: never.
    last_visit: Timestamp,
    /// Cents.
    pub spend: i64,
    /// To be spent.
    pub points: i64,
    /// Owed by the guest.
    pub owed: i64,
    /// Forgotten.
    pub erased: bool,
}

impl CustomerRow {
    /// The newest visit, UTC.
    #[must_use]
    pub fn last_visit(&self) -> Option<Timestamp> {
        (self.last_visit > Timestamp::UNIX_EPOCH).then_some(self.last_visit)
    }
}

/// The place in a list of guests after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    last_visit: Timestamp,
    id: CustomerId,
}

impl Cursor {
    /// The place of this guest.
    pub fn at(row: &CustomerRow) -> Result<Cursor, Fault> {
        Ok(Cursor { last_visit: row.last_visit, id: stored(row.id.parse())? })
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<Cursor, Error> {
        let read = || {
            let (micros, id) = text.split_once('.')?;
            let last_visit = cursor_time(micros)?;
            Some(Cursor { last_visit, id: id.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.last_visit.as_microsecond(), self.id)
    }
}

macro_rules! row {
    ($row:expr) => {{
        let row = $row;
        CustomerRow {
            id: row.pos_customer_id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            email_consent: row.email_consent,
            sms_consent: row.sms_consent,
            visits: row.visits,
            last_visit: row.last_visit.to_jiff(),
            spend: row.spend,
            points: row.points,
            owed: row.owed,
            erased: row.erased,
        }
    }};
}

/// Guests of a location, who came last first, who never came last, then by id.
pub async fn page_of_customers(
    database: &Database,
    pos_id: &PosId,
    search: Option<&Search>,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<CustomerRow>, Fault> {
    // Later than every visit: the first page begins before it.
    let (last_visit, id) = match after {
        Some(cursor) => (cursor.last_visit, cursor.id.as_str()),
        None => (Timestamp::MAX, ""),
    };
    let last_visit = jiff_sqlx::Timestamp::from(last_visit);
    if let Some(search) = search {
        let rows = sqlx::query!(
            // The inner one stays within the index; only who is found is looked up.
            r#"SELECT c.pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
                 c.last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
               FROM (SELECT pos_customer_id FROM customer
                     WHERE pos_id = $1 AND last_visit <= $2 AND (last_visit < $2 OR pos_customer_id > $3)
                       AND (strpos(search, $5) > 0 OR strpos(phone_digits, $6) > 0)
                     ORDER BY last_visit DESC, pos_customer_id LIMIT $4) AS found
               JOIN customer AS c ON c.pos_id = $1 AND c.pos_customer_id = found.pos_customer_id
               ORDER BY c.last_visit DESC, c.pos_customer_id"#,
            pos_id.as_str(),
            last_visit as jiff_sqlx::Timestamp,
            id,
            limit,
            search.text,
            search.digits
        )
        .fetch_all(database.pool())
        .await?;
        return Ok(rows.into_iter().map(|row| row!(row)).collect());
    }
    let rows = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent, visits, last_visit,
             spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer
           WHERE pos_id = $1 AND last_visit <= $2 AND (last_visit < $2 OR pos_customer_id > $3)
           ORDER BY last_visit DESC, pos_customer_id LIMIT $4"#,
        pos_id.as_str(),
        last_visit as jiff_sqlx::Timestamp,
        id,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows.into_iter().map(|row| row!(row)).collect())
}

/// One guest; none if there is no such guest.
pub async fn find_customer(database: &Database, guest: &Guest) -> Result<Option<CustomerRow>, Fault> {
    let row = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent, visits, last_visit,
             spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND pos_customer_id = $2"#,
        guest.0.as_str(),
        guest.1.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(row.map(|row| row!(row)))
}

/// The addresses by which a guest may be known under another id; a placeholder is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shared {
    /// Lower case.
    pub email: Option<String>,
    /// Digits.
    pub phone: Option<String>,
}

impl Shared {
    /// Those of a guest.
    #[must_use]
    pub fn of(row: &CustomerRow) -> Shared {
        let mut shared = Shared::default();
        for named in
            [row.email.as_deref().and_then(Named::email), row.phone.as_deref().and_then(Named::phone)]
        {
            match named {
                Some(Named::Email(email)) => shared.email = Some(email),
                Some(Named::Phone(digits)) => shared.phone = Some(digits),
                Some(Named::Id(_)) | None => {}
            }
        }
        shared
    }
}

/// A guest who shares an address with another one.
#[derive(Debug, Clone)]
pub struct TwinRow {
    /// As lists show guests.
    pub customer: CustomerRow,
    /// Has the same email.
    pub same_email: bool,
    /// Has the same phone number.
    pub same_phone: bool,
}

/// Other guests of the location with one of these addresses, by id, those after the one with the id `after`.
pub async fn page_of_twins(
    database: &Database,
    guest: &Guest,
    shared: &Shared,
    after: Option<&CustomerId>,
    limit: i64,
) -> Result<Vec<TwinRow>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent, visits, last_visit,
             spend, points, owed, erased_at IS NOT NULL AS "erased!", (email = $3) IS TRUE AS "same_email!",
             (phone_digits = $4) IS TRUE AS "same_phone!"
           FROM customer
           WHERE pos_id = $1 AND pos_customer_id <> $2 AND pos_customer_id > $5 AND (email = $3 OR phone_digits = $4)
           ORDER BY pos_customer_id LIMIT $6"#,
        guest.0.as_str(),
        guest.1.as_str(),
        shared.email,
        shared.phone,
        after.map_or("", |id| id.as_str()),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| TwinRow { same_email: row.same_email, same_phone: row.same_phone, customer: row!(row) })
        .collect())
}

/// What moved a guest's points.
#[derive(Debug, Clone)]
pub struct PointsRow {
    /// UTC.
    pub at: Timestamp,
    /// Its place among those of one moment.
    entry: i64,
    /// earned, spent, granted or expired.
    pub kind: String,
    /// What the guest has more.
    pub points: i64,
    /// By a check.
    pub check: Option<String>,
    /// By a reward.
    pub reward: Option<uuid::Uuid>,
}

/// The place in a guest's ledger after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointsCursor {
    at: Timestamp,
    entry: i64,
}

impl PointsCursor {
    /// The place of this entry.
    #[must_use]
    pub fn at(row: &PointsRow) -> PointsCursor {
        PointsCursor { at: row.at, entry: row.entry }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<PointsCursor, Error> {
        let read = || {
            let (micros, entry) = text.split_once('.')?;
            let at = cursor_time(micros)?;
            Some(PointsCursor { at, entry: entry.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for PointsCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at.as_microsecond(), self.entry)
    }
}

/// The ledger of a guest, newest first.
pub async fn page_of_points(
    database: &Database,
    guest: &Guest,
    after: Option<&PointsCursor>,
    limit: i64,
) -> Result<Vec<PointsRow>, Fault> {
    let (at, entry) = after.map_or((Timestamp::MAX, i64::MAX), |cursor| (cursor.at, cursor.entry));
    let rows = sqlx::query!(
        r#"SELECT at, entry_id, kind, CASE WHEN credit IN ('points', 'owed') THEN points ELSE -points END AS "points!",
             pos_check_id, reward_id
           FROM entry WHERE pos_id = $1 AND pos_customer_id = $2 AND (at, entry_id) < ($3, $4)
           ORDER BY at DESC, entry_id DESC LIMIT $5"#,
        guest.0.as_str(),
        guest.1.as_str(),
        jiff_sqlx::Timestamp::from(at) as jiff_sqlx::Timestamp,
        entry,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PointsRow {
            at: row.at.to_jiff(),
            entry: row.entry_id,
            kind: row.kind,
            points: row.points,
            check: row.pos_check_id,
            reward: row.reward_id,
        })
        .collect())
}
