use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::contact::digits;
use saffron_core::{BusinessDate, CheckId, CustomerId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use crate::domain::{Bounds, Guest, Identifier, Kind, Search, Sort};

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
    /// What it is ordered by: the last visit in microseconds since 1970, the number of visits, or the spend in cents.
    pub fn rank(&self, sort: Sort) -> i64 {
        match sort {
            Sort::LastVisit => self.last_visit.as_microsecond(),
            Sort::Visits => self.visits,
            Sort::Spend => self.spend.cents(),
        }
    }

    /// The newest visit, UTC.
    pub fn last_visit(&self) -> Option<Timestamp> {
        (self.last_visit > Timestamp::UNIX_EPOCH).then_some(self.last_visit)
    }
}

/// Which guests of a location, and in which order.
#[derive(Debug, Clone)]
pub struct GuestFilter {
    pub pos_id: PosId,
    pub search: Option<Search>,
    pub segment: Option<Bounds>,
    pub sort: Sort,
}

/// A page of guests by a column, highest first, then by id. A search stays within the index until it has found its guests.
macro_rules! page_by {
    ($column:tt, $database:expr, $filter:expr, ($rank:expr, $id:expr), $limit:expr) => {{
        let GuestFilter { pos_id, search, segment, .. } = $filter;
        let bounds = segment.as_ref();
        let spend = bounds.and_then(|bounds| bounds.spend);
        sqlx::query_as!(
            CustomerRow,
            r#"SELECT c.pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
                 c.last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
               FROM (SELECT pos_customer_id FROM customer AS g
                     WHERE pos_id = $1 AND "#
                + $column
                + " <= $2 AND ("
                + $column
                + r#" < $2 OR pos_customer_id > $3)
                       AND ($5::text IS NULL OR strpos(search, $5) > 0 OR strpos(phone_digits, $6) > 0)
                       AND merged_into IS NULL AND (NOT $7 OR erased_at IS NULL)
                       AND ($8::timestamptz IS NULL
                         OR last_visit < $8 AND last_visit > timestamptz '1970-01-01 00:00:00+00')
                       AND ($9::bigint IS NULL OR visits = $9)
                       AND ($10::date IS NULL
                         OR (SELECT coalesce(sum(net_sales), 0) FROM pos_check AS k
                             WHERE k.pos_id = $1 AND k.pos_customer_id = g.pos_customer_id
                               AND k.business_date > $10) >= $11::bigint)
                     ORDER BY "#
                + $column
                + r#" DESC, pos_customer_id LIMIT $4) AS found
               JOIN customer AS c ON c.pos_id = $1 AND c.pos_customer_id = found.pos_customer_id
               ORDER BY c."#
                + $column
                + " DESC, c.pos_customer_id",
            pos_id.as_str(),
            $rank,
            $id,
            $limit,
            search.as_ref().map(|search| search.text.as_str()),
            search.as_ref().and_then(|search| search.digits.as_deref()),
            bounds.is_some(),
            bounds.and_then(|bounds| bounds.last_visit_before).map(|before| before.to_sqlx()) as _,
            bounds.and_then(|bounds| bounds.visits),
            spend.map(|(since, _)| since) as Option<BusinessDate>,
            spend.map(|(_, least)| least.cents())
        )
        .fetch_all($database.pool())
        .await?
    }};
}

/// Guests of a location, those with the highest rank first, then by id.
pub async fn page_of_customers(
    database: &Database,
    filter: &GuestFilter,
    after: Option<&(i64, CustomerId)>,
    limit: i64,
) -> Result<Vec<CustomerRow>, Fault> {
    let (rank, id) = after.map_or((i64::MAX, ""), |(rank, id)| (*rank, id.as_str()));
    Ok(match filter.sort {
        Sort::LastVisit => {
            let visit = Timestamp::from_microsecond(rank).unwrap_or(Timestamp::MAX).to_sqlx();
            page_by!("last_visit", database, filter, (visit, id), limit)
        }
        Sort::Visits => page_by!("visits", database, filter, (rank, id), limit),
        Sort::Spend => page_by!("spend", database, filter, (rank, id), limit),
    })
}

/// The net spend after a business date of the last guest of the top tenth, cents; none if nobody spent anything.
pub async fn least_top_spend(
    database: &Database,
    pos_id: &PosId,
    after: BusinessDate,
) -> Result<Option<Money>, Fault> {
    let least = sqlx::query_scalar!(
        r#"SELECT spend AS "spend!: Money"
           FROM (SELECT sum(net_sales)::bigint AS spend, row_number() OVER (ORDER BY sum(net_sales) DESC) AS place,
                   count(*) OVER () AS guests
                 FROM pos_check WHERE pos_id = $1 AND pos_customer_id IS NOT NULL AND business_date > $2
                 GROUP BY pos_customer_id HAVING sum(net_sales) > 0) AS spenders
           WHERE place = (guests + 9) / 10"#,
        pos_id.as_str(),
        after as BusinessDate
    );
    Ok(least.fetch_optional(database.pool()).await?)
}

/// A guest; none if unknown. Of an ended id the guest that stays.
pub async fn find_customer(database: &Database, guest: &Guest) -> Result<Option<CustomerRow>, Fault> {
    let customer = sqlx::query_as!(
        CustomerRow,
        r#"SELECT pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
             last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND pos_customer_id = coalesce(
             (SELECT merged_into FROM customer WHERE pos_id = $1 AND pos_customer_id = $2), $2)"#,
        guest.0.as_str(),
        guest.1.as_str()
    );
    Ok(customer.fetch_optional(database.pool()).await?)
}

/// The addresses by which the same person may be found under another id, without placeholders.
#[derive(Debug, Clone)]
pub struct Addresses {
    emails: BTreeSet<String>,
    /// Digits.
    phones: BTreeSet<String>,
}

impl Addresses {
    /// The addresses of a guest, given with all guests who were merged into it.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a CustomerRow>) -> Addresses {
        let (mut emails, mut phones) = (BTreeSet::new(), BTreeSet::new());
        for row in rows {
            let email = row.email.as_deref().filter(|text| Identifier::email(text).is_some());
            let phone = row.phone.as_deref().filter(|text| Identifier::phone(text).is_some());
            emails.extend(email.map(str::to_owned));
            phones.extend(phone.map(digits));
        }
        Addresses { emails, phones }
    }

    /// Whether a guest has one of the emails, and one of the phone numbers.
    pub fn are_of(&self, row: &CustomerRow) -> (bool, bool) {
        let is_same_email = row.email.as_ref().is_some_and(|email| self.emails.contains(email));
        let is_same_phone = row.phone.as_deref().is_some_and(|phone| self.phones.contains(&digits(phone)));
        (is_same_email, is_same_phone)
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
           WHERE pos_id = $1 AND pos_customer_id <> $2 AND pos_customer_id > $5 AND merged_into IS NULL
             AND (email = ANY($3) OR phone_digits = ANY($4))
           ORDER BY pos_customer_id LIMIT $6"#,
        guest.0.as_str(),
        guest.1.as_str(),
        &Vec::from_iter(addresses.emails.iter().cloned()),
        &Vec::from_iter(addresses.phones.iter().cloned()),
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
                 WHERE pos_id = ANY($1) AND merged_into IS NULL AND strpos(search, $2) > 0 LIMIT $3) AS g
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
