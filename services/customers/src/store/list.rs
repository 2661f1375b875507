use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::contact::digits;
use saffron_core::{CheckId, CustomerId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use crate::domain::{Guest, Identifier, Kind, Search};

/// A guest in a list.
#[derive(Debug, Clone)]
pub struct CustomerRow {
    pub id: CustomerId,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Lower case.
    pub email: Option<String>,
    /// Ten digits, if it is a US number.
    pub phone: Option<String>,
    pub email_consent: Option<bool>,
    pub sms_consent: Option<bool>,
    /// Checks without voids and refunds.
    pub visits: i64,
    /// UTC; 1970 of guests without a visit.
    pub last_visit: Timestamp,
    pub spend: Money,
    /// Points that the guest may spend.
    pub points: i64,
    /// Points that later earnings repay.
    pub owed: i64,
    pub erased: bool,
}

impl CustomerRow {
    /// The newest visit, UTC.
    pub fn last_visit(&self) -> Option<Timestamp> {
        (self.last_visit > Timestamp::UNIX_EPOCH).then_some(self.last_visit)
    }
}

/// Guests of a location by last visit, newest first and those without a visit last, then by id. A search stays within the
/// index until it has found its guests.
pub async fn page_of_customers(
    database: &Database,
    pos_id: &PosId,
    search: Option<&Search>,
    after: Option<&(Timestamp, CustomerId)>,
    limit: i64,
) -> Result<Vec<CustomerRow>, Fault> {
    let (last_visit, id) = after.map_or((Timestamp::MAX, ""), |(last_visit, id)| (*last_visit, id.as_str()));
    let customers = sqlx::query_as!(
        CustomerRow,
        r#"SELECT c.pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
             c.last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM (SELECT pos_customer_id FROM customer
                 WHERE pos_id = $1 AND last_visit <= $2 AND (last_visit < $2 OR pos_customer_id > $3)
                   AND ($5::text IS NULL OR strpos(search, $5) > 0 OR strpos(phone_digits, $6) > 0)
                 ORDER BY last_visit DESC, pos_customer_id LIMIT $4) AS found
           JOIN customer AS c ON c.pos_id = $1 AND c.pos_customer_id = found.pos_customer_id
           ORDER BY c.last_visit DESC, c.pos_customer_id"#,
        pos_id.as_str(),
        last_visit.to_sqlx(),
        id,
        limit,
        search.map(|search| search.text.as_str()),
        search.and_then(|search| search.digits.as_deref())
    );
    Ok(customers.fetch_all(database.pool()).await?)
}

/// A guest; none if unknown.
pub async fn find_customer(database: &Database, guest: &Guest) -> Result<Option<CustomerRow>, Fault> {
    let customer = sqlx::query_as!(
        CustomerRow,
        r#"SELECT pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
             last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND pos_customer_id = $2"#,
        guest.0.as_str(),
        guest.1.as_str()
    );
    Ok(customer.fetch_optional(database.pool()).await?)
}

/// The addresses by which the same person may be found under another id, without placeholders.
#[derive(Debug, Clone)]
pub struct Addresses {
    email: Option<String>,
    /// Digits.
    phone: Option<String>,
}

impl Addresses {
    /// The addresses of a guest.
    pub fn of(row: &CustomerRow) -> Addresses {
        let email = row.email.as_deref().filter(|text| Identifier::email(text).is_some());
        let phone = row.phone.as_deref().filter(|text| Identifier::phone(text).is_some());
        Addresses { email: email.map(str::to_owned), phone: phone.map(digits) }
    }

    /// Whether a guest has the same email, and the same phone number.
    pub fn are_of(&self, row: &CustomerRow) -> (bool, bool) {
        let is_same_email = self.email.is_some() && self.email == row.email;
        (is_same_email, self.phone.is_some() && self.phone == row.phone.as_deref().map(digits))
    }
}

/// Other guests of the location with one of these addresses, by id, those after the one with the id `after`.
pub async fn page_of_twins(
    database: &Database,
    guest: &Guest,
    addresses: &Addresses,
    after: Option<&CustomerId>,
    limit: i64,
) -> Result<Vec<CustomerRow>, Fault> {
    let twins = sqlx::query_as!(
        CustomerRow,
        r#"SELECT pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
             last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer
           WHERE pos_id = $1 AND pos_customer_id <> $2 AND pos_customer_id > $5 AND (email = $3 OR phone_digits = $4)
           ORDER BY pos_customer_id LIMIT $6"#,
        guest.0.as_str(),
        guest.1.as_str(),
        addresses.email,
        addresses.phone,
        after.map_or("", |id| id.as_str()),
        limit
    );
    Ok(twins.fetch_all(database.pool()).await?)
}

/// A line of a guest's ledger.
#[derive(Debug, Clone)]
pub struct PointsRow {
    /// UTC.
    pub at: Timestamp,
    /// In the order of writing.
    pub entry: i64,
    pub kind: Kind,
    /// Below 0 for points taken from the guest.
    pub points: i64,
    pub check: Option<CheckId>,
    pub reward: Option<Uuid>,
}

/// The ledger of a guest, newest first.
pub async fn page_of_points(
    database: &Database,
    guest: &Guest,
    after: Option<&(Timestamp, i64)>,
    limit: i64,
) -> Result<Vec<PointsRow>, Fault> {
    let (at, entry) = after.copied().unwrap_or((Timestamp::MAX, i64::MAX));
    let entries = sqlx::query_as!(
        PointsRow,
        r#"SELECT at, entry_id AS entry, kind,
             CASE WHEN credit IN ('points', 'owed') THEN points ELSE -points END AS "points!",
             pos_check_id AS "check", reward_id AS reward
           FROM entry WHERE pos_id = $1 AND pos_customer_id = $2 AND (at, entry_id) < ($3, $4)
           ORDER BY at DESC, entry_id DESC LIMIT $5"#,
        guest.0.as_str(),
        guest.1.as_str(),
        at.to_sqlx(),
        entry,
        limit
    );
    Ok(entries.fetch_all(database.pool()).await?)
}

/// The most guests that a search means, and the newest checks of each.
const FOUND: (i64, i64) = (50, 20);

/// The newest checks of guests at these locations whose names or emails match.
pub async fn find_visits(
    database: &Database,
    pos_ids: &[PosId],
    search: &Search,
) -> Result<Vec<(PosId, CheckId)>, Fault> {
    let visits = sqlx::query!(
        r#"SELECT g.pos_id AS "pos_id: PosId", v.pos_check_id AS "pos_check_id: CheckId"
           FROM (SELECT pos_id, pos_customer_id FROM customer
                 WHERE pos_id = ANY($1) AND strpos(search, $2) > 0 LIMIT $3) AS g
           CROSS JOIN LATERAL (
             SELECT pos_check_id FROM pos_check
             WHERE pos_id = g.pos_id AND pos_customer_id = g.pos_customer_id
             ORDER BY closed_at DESC LIMIT $4) AS v"#,
        pos_ids as &[PosId],
        search.text,
        FOUND.0,
        FOUND.1
    );
    let visits = visits.fetch_all(database.pool()).await?;
    Ok(visits.into_iter().map(|visit| (visit.pos_id, visit.pos_check_id)).collect())
}
