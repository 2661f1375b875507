//! Objects as they are stored, and pages of them as the provider has them: newest first, forward after an object or back
//! before one.

use std::collections::BTreeMap;

use saffron_core::{CheckId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use sqlx::AssertSqlSafe;

use crate::domain::{Kind, ProviderId};

/// The SQL condition that an object is another processor's, or of the location's present account.
const IS_SHOWN: &str = "(processor IS NOT NULL
     OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))";

/// An object, as JSON.
pub async fn find_object(
    database: &Database,
    pos_id: &PosId,
    kind: Kind,
    id: &ProviderId,
) -> Result<Option<String>, Fault> {
    let table = kind.as_str();
    let find = format!("SELECT object::text FROM {table} WHERE pos_id = $1 AND id = $2 AND {IS_SHOWN}");
    let found = sqlx::query_scalar(AssertSqlSafe(find)).bind(pos_id.as_str()).bind(id.as_str());
    Ok(found.fetch_optional(database.pool()).await?)
}

/// The processor of a payment, if it is another than the card provider; none, if there is no such payment.
pub async fn processor_of(
    database: &Database,
    pos_id: &PosId,
    intent: &ProviderId,
) -> Result<Option<Option<String>>, Fault> {
    let found = format!("SELECT processor FROM payment_intent WHERE pos_id = $1 AND id = $2 AND {IS_SHOWN}");
    let found = sqlx::query_scalar(AssertSqlSafe(found)).bind(pos_id.as_str()).bind(intent.as_str());
    Ok(found.fetch_optional(database.pool()).await?)
}

/// Refunds, disputes and the check of a payment.
#[derive(Debug, Clone, Default)]
pub struct Related {
    /// JSON: a list of its refunds, newest first.
    pub refunds: Option<String>,
    /// JSON: a list of the disputes about it, newest first.
    pub disputes: Option<String>,
    /// The check that it paid.
    pub check: Option<CheckId>,
    /// JSON: the entry of another processor's payout that pays it out.
    pub entry: Option<String>,
}

/// Refunds, disputes and checks of these payments of a location, by payment.
pub async fn related(
    database: &Database,
    pos_id: &PosId,
    ids: &[&str],
) -> Result<BTreeMap<String, Related>, Fault> {
    let related = related_of(database, &vec![pos_id; ids.len()], ids).await?;
    Ok(ids.iter().map(|id| (*id).to_owned()).zip(related).collect())
}

/// The same of payments of several locations, in their order.
pub async fn related_of(
    database: &Database,
    pos_ids: &[&PosId],
    ids: &[&str],
) -> Result<Vec<Related>, Fault> {
    let related = sqlx::query_as!(
        Related,
        r#"SELECT
             (SELECT json_agg(r.object)::text FROM (SELECT object FROM refund
              WHERE pos_id = p.pos_id AND payment_intent_id = p.id ORDER BY created DESC, id DESC LIMIT 200) AS r) AS refunds,
             (SELECT json_agg(d.object)::text FROM (SELECT object FROM dispute
              WHERE pos_id = p.pos_id AND payment_intent_id = p.id ORDER BY created DESC, id DESC LIMIT 200) AS d) AS disputes,
             (SELECT t.pos_check_id FROM tender AS t
              WHERE t.pos_id = p.pos_id AND t.payment_intent_id = p.id AND t.amount > 0
              ORDER BY t.voided, t.closed_at, t.pos_check_id LIMIT 1) AS "check: CheckId",
             (SELECT b.object::text FROM balance_transaction AS b WHERE b.pos_id = p.pos_id AND b.id = p.id) AS entry
           FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS p (pos_id, id, position) ORDER BY position"#,
        pos_ids as &[&PosId],
        ids as &[&str]
    );
    Ok(related.fetch_all(database.pool()).await?)
}

/// The checks that these payments paid.
pub async fn checks_of(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &[&str],
) -> Result<BTreeMap<String, CheckId>, Fault> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (payment_intent_id) payment_intent_id, pos_check_id FROM tender
         WHERE pos_id = $1 AND payment_intent_id = ANY($2) AND amount > 0
         ORDER BY payment_intent_id, voided, closed_at, pos_check_id",
        pos_id.as_str(),
        ids as &[&str]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.payment_intent_id, row.pos_check_id)).collect())
}

/// The payout that contains the money of a payment, as JSON.
pub async fn payout_of_intent(
    database: &Database,
    pos_id: &PosId,
    intent: &ProviderId,
) -> Result<Option<String>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT o.object::text AS "object!"
           FROM payment_intent AS p
           JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.id = p.balance_transaction_id
           JOIN payout AS o ON o.pos_id = b.pos_id AND o.id = b.payout_id
           WHERE p.pos_id = $1 AND p.id = $2
             AND (p.processor IS NOT NULL
                  OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))"#,
        pos_id.as_str(),
        intent.as_str()
    );
    Ok(found.fetch_optional(database.pool()).await?)
}

/// The contents of a payout: how many transactions, and the sums of their amounts, fees and net amounts, cents.
pub struct Contents {
    pub count: i64,
    pub amount: i64,
    pub fee: i64,
    pub net: i64,
}

/// The contents of a payout.
pub async fn contents_of(
    database: &Database,
    pos_id: &PosId,
    payout: &ProviderId,
) -> Result<Option<Contents>, Fault> {
    let contents = sqlx::query_as!(
        Contents,
        r#"SELECT count(b.id) AS "count!", coalesce(sum(b.amount), 0)::bigint AS "amount!",
             coalesce(sum(b.fee), 0)::bigint AS "fee!", coalesce(sum(b.net), 0)::bigint AS "net!"
           FROM payout AS p LEFT JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.payout_id = p.id
           WHERE p.pos_id = $1 AND p.id = $2
             AND (p.processor IS NOT NULL
                  OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))
           GROUP BY p.id"#,
        pos_id.as_str(),
        payout.as_str()
    );
    Ok(contents.fetch_optional(database.pool()).await?)
}

/// A request for a page of objects.
#[derive(Debug, Clone)]
pub struct PageRequest {
    /// Created later than this, seconds since 1970.
    pub after: Option<i64>,
    /// Created not later than this, seconds since 1970.
    pub until: Option<i64>,
    pub begin: Begin,
    /// The most objects.
    pub limit: usize,
}

/// The beginning of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begin {
    WithNewest,
    /// The page begins after this object, with older ones.
    After(ProviderId),
    /// The page ends before this object, with newer ones.
    Before(ProviderId),
}

/// A page of objects.
#[derive(Debug, Clone)]
pub struct Page {
    /// Ids and JSON, newest first.
    pub objects: Vec<(String, String)>,
    /// Others follow in the direction of the request.
    pub has_more: bool,
}

/// Time and id of an object, by which pages are ordered.
type Key = (i64, String);

/// The bounds of a page, both left out, and whether it is read backwards.
struct Bounds {
    newest: Key,
    oldest: Key,
    backwards: bool,
}

impl Bounds {
    /// `key` is that of the object where the page begins.
    fn of(page: &PageRequest, key: Option<Key>) -> Result<Bounds, Fault> {
        // No id is below the empty text: all objects of one second are on one side of a bound.
        let mut bounds = Bounds {
            newest: (page.until.map_or(i64::MAX, |until| until.saturating_add(1)), String::new()),
            oldest: (page.after.map_or(i64::MIN, |after| after.saturating_add(1)), String::new()),
            backwards: false,
        };
        let unknown = |field: &str| Error::invalid(field, "is not an object of this list");
        match page.begin {
            Begin::WithNewest => {}
            Begin::After(_) => {
                bounds.newest = key.ok_or_else(|| unknown("starting_after"))?.min(bounds.newest);
            }
            Begin::Before(_) => {
                bounds.oldest = key.ok_or_else(|| unknown("ending_before"))?.max(bounds.oldest);
                bounds.backwards = true;
            }
        }
        Ok(bounds)
    }
}

/// A page of the objects of a kind at a location, or of the transactions in a payout.
pub async fn page_of(
    database: &Database,
    pos_id: &PosId,
    kind: Kind,
    payout: Option<&ProviderId>,
    page: &PageRequest,
) -> Result<Page, Fault> {
    let table = kind.as_str();
    let within = if payout.is_some() { "payout_id = $2" } else { "$2::text IS NULL" };
    let payout = payout.map(ProviderId::as_str);
    let key = match &page.begin {
        Begin::WithNewest => None,
        Begin::After(id) | Begin::Before(id) => {
            let key = format!("SELECT created, id FROM {table} WHERE pos_id = $1 AND {within} AND id = $3");
            let key = sqlx::query_as(AssertSqlSafe(key)).bind(pos_id.as_str()).bind(payout).bind(id.as_str());
            key.fetch_optional(database.pool()).await?
        }
    };
    let bounds = Bounds::of(page, key)?;
    let order = if bounds.backwards { "ASC" } else { "DESC" };
    let objects = format!(
        "SELECT id, object::text FROM {table}
         WHERE pos_id = $1 AND {within} AND (created, id) < ($3, $4) AND (created, id) > ($5, $6) AND {IS_SHOWN}
         ORDER BY created {order}, id {order} LIMIT $7"
    );
    let objects = sqlx::query_as(AssertSqlSafe(objects))
        .bind(pos_id.as_str())
        .bind(payout)
        .bind(bounds.newest.0)
        .bind(bounds.newest.1)
        .bind(bounds.oldest.0)
        .bind(bounds.oldest.1)
        .bind(page.limit as i64 + 1)
        .fetch_all(database.pool())
        .await?;
    Ok(page_of_rows(objects, page.limit, bounds.backwards))
}

/// A page of rows in the order of reading, of which one more than `limit` was read.
fn page_of_rows(mut objects: Vec<(String, String)>, limit: usize, backwards: bool) -> Page {
    let has_more = objects.len() > limit;
    objects.truncate(limit);
    if backwards {
        objects.reverse();
    }
    Page { objects, has_more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_read_backwards_is_reversed() {
        let read = |ids: &[&str]| -> Vec<_> { ids.iter().map(|id| ((*id).into(), "{}".into())).collect() };
        let page = page_of_rows(read(&["3", "2", "1"]), 2, false);
        assert_eq!((page.objects, page.has_more), (read(&["3", "2"]), true));
        let page = page_of_rows(read(&["1", "2"]), 2, true);
        assert_eq!((page.objects, page.has_more), (read(&["2", "1"]), false));
    }

    #[test]
    fn objects_of_one_second_are_on_one_side_of_a_bound() {
        let page = PageRequest { after: Some(10), until: Some(20), begin: Begin::WithNewest, limit: 1 };
        let bounds = Bounds::of(&page, None).unwrap();
        let holds = |created: i64| {
            let key = (created, "pi_x".to_owned());
            bounds.oldest < key && key < bounds.newest
        };
        assert!(!holds(10) && holds(11) && holds(20) && !holds(21));
    }
}
