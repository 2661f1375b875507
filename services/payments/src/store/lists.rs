//! Pages as the provider has them: newest first, forward after an object or back before one.

use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::domain::ProviderId;

/// When what is listed was created, seconds since 1970.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Later than this.
    pub after: Option<i64>,
    /// Not later than this.
    pub until: Option<i64>,
}

/// Where a page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// With the newest.
    First,
    /// After this object, which is newer.
    After(ProviderId),
    /// Before this object, which is older.
    Before(ProviderId),
}

/// An object of the provider as it was stored.
#[derive(Debug, Clone)]
pub struct ObjectRow {
    /// JSON.
    pub object: String,
    /// JSON: a list of the refunds of a payment.
    pub refunds: Option<String>,
    /// JSON: a list of the disputes about a payment.
    pub disputes: Option<String>,
    /// Of a payment: the check it paid.
    pub check: Option<String>,
}

/// A page.
#[derive(Debug, Clone)]
pub struct PageOf<T> {
    /// Newest first.
    pub rows: Vec<T>,
    /// Others follow in the direction that was asked for.
    pub has_more: bool,
}

impl<T> PageOf<T> {
    /// Of one more row than was asked for, in the order in which they were read.
    fn cut(mut rows: Vec<T>, limit: i64, backwards: bool) -> PageOf<T> {
        let limit = usize::try_from(limit).unwrap_or_default();
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        if backwards {
            rows.reverse();
        }
        PageOf { rows, has_more }
    }
}

/// A list's rows have their place by time and id.
type At = (i64, String);

/// Between which places a page lies, and whether it is read backwards. Both ends are left out.
struct Bounds {
    newest: At,
    oldest: At,
    backwards: bool,
}

impl Bounds {
    fn of(filter: Filter, place: &Place, at: Option<At>) -> Result<Bounds, Fault> {
        // No id is below the empty text. Of what was created in the same second, all lies on one side.
        let mut bounds = Bounds {
            newest: (filter.until.map_or(i64::MAX, |until| until.saturating_add(1)), String::new()),
            oldest: (filter.after.map_or(i64::MIN, |after| after.saturating_add(1)), String::new()),
            backwards: false,
        };
        let unknown = |field: &str| Error::invalid(field, "is not an object of this list");
        match place {
            Place::First => {}
            Place::After(_) => {
                bounds.newest = at.ok_or_else(|| unknown("starting_after"))?.min(bounds.newest)
            }
            Place::Before(_) => {
                bounds.oldest = at.ok_or_else(|| unknown("ending_before"))?.max(bounds.oldest);
                bounds.backwards = true;
            }
        }
        Ok(bounds)
    }
}

impl Place {
    /// The object that it is beside.
    #[must_use]
    pub fn id(&self) -> Option<&ProviderId> {
        match self {
            Place::First => None,
            Place::After(id) | Place::Before(id) => Some(id),
        }
    }
}

/// Where the object is that a page lies beside, by time and id; `$query` looks it up with `$1` the location and `$2` its id.
macro_rules! place_of {
    ($query:literal, $database:ident, $pos_id:ident, $place:ident $(, $more:expr)*) => {
        match $place.id() {
            None => None,
            Some(id) => sqlx::query!($query, $pos_id.as_str(), id.as_str() $(, $more)*)
                .fetch_optional($database.pool())
                .await?
                .map(|row| (row.created, row.id)),
        }
    };
}

/// The page within `$bounds`: `$select` with `$1` the location, `$2` to `$5` the bounds, and the order and the limit, `$6`,
/// put to its end.
macro_rules! page {
    (
        $kind:ident!($($row:ident,)? $select:literal $(, $more:expr)*),
        $database:ident, $pos_id:ident, $bounds:ident, $limit:ident
    ) => {{
        let (newest, oldest) = (&$bounds.newest, &$bounds.oldest);
        let rows = if $bounds.backwards {
            sqlx::$kind!(
                $($row,)? $select + " ORDER BY created, id LIMIT $6",
                $pos_id.as_str(), newest.0, newest.1, oldest.0, oldest.1, $limit + 1 $(, $more)*
            )
            .fetch_all($database.pool())
            .await?
        } else {
            sqlx::$kind!(
                $($row,)? $select + " ORDER BY created DESC, id DESC LIMIT $6",
                $pos_id.as_str(), newest.0, newest.1, oldest.0, oldest.1, $limit + 1 $(, $more)*
            )
            .fetch_all($database.pool())
            .await?
        };
        Ok(PageOf::cut(rows, $limit, $bounds.backwards))
    }};
}

/// Payments of a location.
pub async fn page_of_intents(
    database: &Database,
    pos_id: &PosId,
    filter: Filter,
    place: &Place,
    limit: i64,
) -> Result<PageOf<ObjectRow>, Fault> {
    let at = place_of!(
        "SELECT created, id FROM payment_intent WHERE pos_id = $1 AND id = $2",
        database,
        pos_id,
        place
    );
    let bounds = Bounds::of(filter, place, at)?;
    page!(
        query_as!(
            ObjectRow,
            r#"SELECT p.object::text AS "object!",
                 (SELECT json_agg(r.object)::text FROM (SELECT object FROM refund AS r
                  WHERE r.pos_id = p.pos_id AND r.payment_intent_id = p.id LIMIT 200) AS r) AS "refunds?",
                 (SELECT json_agg(d.object)::text FROM (SELECT object FROM dispute AS d
                  WHERE d.pos_id = p.pos_id AND d.payment_intent_id = p.id LIMIT 200) AS d) AS "disputes?",
                 (SELECT t.pos_check_id FROM tender AS t
                  WHERE t.pos_id = p.pos_id AND t.payment_intent_id = p.id AND t.amount > 0
                  ORDER BY t.voided, t.closed_at, t.pos_check_id LIMIT 1) AS "check?"
               FROM payment_intent AS p
               WHERE p.pos_id = $1 AND (p.created, p.id) < ($2, $3) AND (p.created, p.id) > ($4, $5)
                 AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)"#
        ),
        database,
        pos_id,
        bounds,
        limit
    )
}

/// Payouts of a location.
pub async fn page_of_payouts(
    database: &Database,
    pos_id: &PosId,
    filter: Filter,
    place: &Place,
    limit: i64,
) -> Result<PageOf<String>, Fault> {
    let at =
        place_of!("SELECT created, id FROM payout WHERE pos_id = $1 AND id = $2", database, pos_id, place);
    let bounds = Bounds::of(filter, place, at)?;
    page!(
        query_scalar!(
            r#"SELECT object::text AS "object!" FROM payout
               WHERE pos_id = $1 AND (created, id) < ($2, $3) AND (created, id) > ($4, $5)
                 AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)"#
        ),
        database,
        pos_id,
        bounds,
        limit
    )
}

/// What a payout contains.
pub async fn page_of_transactions(
    database: &Database,
    pos_id: &PosId,
    payout: &ProviderId,
    place: &Place,
    limit: i64,
) -> Result<PageOf<String>, Fault> {
    let at = place_of!(
        "SELECT created, id FROM balance_transaction WHERE pos_id = $1 AND id = $2 AND payout_id = $3",
        database,
        pos_id,
        place,
        payout.as_str()
    );
    let bounds = Bounds::of(Filter::default(), place, at)?;
    page!(
        query_scalar!(
            r#"SELECT object::text AS "object!" FROM balance_transaction
               WHERE pos_id = $1 AND payout_id = $7 AND (created, id) < ($2, $3) AND (created, id) > ($4, $5)
                 AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)"#,
            payout.as_str()
        ),
        database,
        pos_id,
        bounds,
        limit
    )
}

/// How many transactions a payout contains, and their amounts, fees and net amounts, cents; none if there is no such
/// payout.
pub async fn sums_of_payout(
    database: &Database,
    pos_id: &PosId,
    payout: &ProviderId,
) -> Result<Option<(i64, i64, i64, i64)>, Fault> {
    let row = sqlx::query!(
        r#"SELECT count(b.id) AS "count!", coalesce(sum(b.amount), 0)::bigint AS "amount!",
             coalesce(sum(b.fee), 0)::bigint AS "fee!", coalesce(sum(b.net), 0)::bigint AS "net!"
           FROM payout AS p LEFT JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.payout_id = p.id
           WHERE p.pos_id = $1 AND p.id = $2
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
           GROUP BY p.id"#,
        pos_id.as_str(),
        payout.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(row.map(|row| (row.count, row.amount, row.fee, row.net)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_to_what_was_asked_for_and_turned_round_where_it_was_read_backwards() {
        let page = PageOf::cut(vec![3, 2, 1], 2, false);
        assert_eq!((page.rows, page.has_more), (vec![3, 2], true));
        let page = PageOf::cut(vec![1, 2], 2, true);
        assert_eq!((page.rows, page.has_more), (vec![2, 1], false));
    }

    #[test]
    fn a_second_lies_on_one_side_of_a_bound() {
        let filter = Filter { after: Some(10), until: Some(20) };
        let bounds = Bounds::of(filter, &Place::First, None).unwrap();
        let holds = |created: i64| {
            let at = (created, "pi_x".to_owned());
            bounds.oldest < at && at < bounds.newest
        };
        assert!(!holds(10) && holds(11) && holds(20) && !holds(21));
    }
}
