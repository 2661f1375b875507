use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::Note;

/// How long after the closing of a check its payment may be missing at the provider.
const KNOWN_WITHIN: SignedDuration = SignedDuration::from_hours(1);
/// How long a check may take to arrive after its card was charged.
const CLOSED_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// The kinds of mismatches between till and provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MismatchKind {
    /// A payment of a check that the provider does not know.
    UnknownToProvider = 1,
    /// A charge without a check.
    WithoutCheck = 2,
    /// The amount of a payout is not the sum of its transactions.
    PayoutDiffers = 3,
    /// What was charged is not what its checks say.
    AmountDiffers = 4,
}

impl MismatchKind {
    /// The kind of a row.
    fn of_row(number: i16) -> MismatchKind {
        match number {
            1 => MismatchKind::UnknownToProvider,
            2 => MismatchKind::WithoutCheck,
            4 => MismatchKind::AmountDiffers,
            _ => MismatchKind::PayoutDiffers,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Mismatch {
    /// Its kind and its subject; the order of mismatches at one moment.
    pub id: String,
    kind: i16,
    /// When the check was closed, or the payment or the payout was made, UTC.
    pub at: Timestamp,
    /// Cents, as the till sent it, or as it was charged or paid out.
    pub amount: i64,
    /// ISO 4217, in lower case; tills count in dollars.
    pub currency: String,
    /// The sum of a payout's transactions, or of the payments of checks, cents.
    pub expected: Option<i64>,
    pub check: Option<String>,
    pub intent: Option<String>,
    pub payout: Option<String>,
    /// The last digits of the charged card.
    pub last4: Option<String>,
    /// The processor, if it is not the card provider.
    pub processor: Option<String>,
    /// Its newest review said so, and its amounts are the same.
    pub is_resolved: bool,
    /// The number of its newest review; 0 without one.
    pub reviews: i32,
    /// Whether the newest review resolved it.
    pub review_resolved: Option<bool>,
    /// UTC; without a review, as `at`.
    pub reviewed_at: Timestamp,
    /// The person's id at auth.
    pub reviewer: Option<Uuid>,
    pub reviewed_by: Option<String>,
    pub note: Option<String>,
}

impl Mismatch {
    pub fn kind(&self) -> MismatchKind {
        MismatchKind::of_row(self.kind)
    }

    /// What a review is made from: the reviews before it, and the amounts.
    pub fn version(&self) -> String {
        self.version_after(self.reviews)
    }

    /// The version of these amounts after so many reviews.
    pub fn version_after(&self, reviews: i32) -> String {
        let expected = self.expected.map(|cents| cents.to_string()).unwrap_or_default();
        format!("{reviews}.{}.{expected}", self.amount)
    }
}

/// Which mismatches of a location.
#[derive(Debug, Clone, Copy, Default)]
pub struct MismatchFilter {
    /// None: all kinds.
    pub kind: Option<MismatchKind>,
    /// None: open and resolved ones.
    pub resolved: Option<bool>,
}

/// A query of the current mismatches `found` of location $1, each with its newest review `r`: without payments that are older
/// than the history of the account or newer than the mirror. $2 is the latest closing of a check, $3 the latest second of a
/// charge, $4 the latest moment, $5 the only mismatch, if not all are wanted.
//
// OFFSET 0 has each row looked up by its index. Without it, Postgres makes a join of it, which compares all with all as
// long as it has no statistics of a table that was just filled.
macro_rules! mismatches {
    ($row:ident, $columns:literal, $end:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            $row,
            "SELECT "
                + $columns
                + r#" FROM (
                     SELECT 1::smallint AS kind, '1.' || t.pos_check_id || '.' || t.place AS id, t.closed_at AS at, t.amount,
                       'usd' AS currency, NULL::bigint AS expected, t.pos_check_id AS check_id,
                       t.payment_intent_id AS intent_id, NULL AS payout_id, NULL AS last4, r.name AS processor
                     FROM tender AS t
                     LEFT JOIN location AS l ON l.pos_id = t.pos_id AND l.mirror_account = l.account_id
                     LEFT JOIN history AS h ON h.pos_id = t.pos_id AND h.kind = 'payment_intent' AND h.done
                     LEFT JOIN processor AS r ON r.pos_id = t.pos_id AND r.prefix = t.processor
                     WHERE t.pos_id = $1 AND t.amount > 0 AND NOT t.voided AND t.closed_at <= $2
                       AND CASE WHEN t.processor IS NULL
                           THEN t.closed_at <= l.as_of AND t.closed_at >= to_timestamp(h.since)
                           ELSE t.closed_at BETWEEN to_timestamp(r.first_payment) AND to_timestamp(r.last_payment) END
                       AND t.closed_at <= $4 AND ($5::text IS NULL OR '1.' || t.pos_check_id || '.' || t.place = $5)
                       AND NOT EXISTS (SELECT FROM payment_intent AS p
                                       WHERE p.pos_id = $1 AND p.id = t.payment_intent_id OFFSET 0)
                     UNION ALL
                     SELECT CASE WHEN t.paid IS NULL THEN 2 ELSE 4 END::smallint,
                       CASE WHEN t.paid IS NULL THEN '2.' ELSE '4.' END || p.id, to_timestamp(p.created),
                       p.amount_captured - CASE WHEN t.paid IS NULL THEN p.amount_refunded ELSE 0 END,
                       p.object->>'currency', t.paid, t.check_id, p.id, NULL,
                       jsonb_path_query_first(p.object, '$.latest_charge.payment_method_details.*.last4') #>> '{}', p.processor
                     FROM payment_intent AS p
                     CROSS JOIN LATERAL (
                       SELECT sum(amount)::bigint AS paid, min(pos_check_id) AS check_id FROM tender
                       WHERE pos_id = $1 AND payment_intent_id = p.id AND amount > 0 AND NOT voided OFFSET 0
                     ) AS t
                     WHERE p.pos_id = $1 AND p.state IN ('PAYMENT_SUCCESS', 'PARTIAL_REFUND') AND p.created <= $3
                       AND p.created <= floor(extract(epoch FROM $4::timestamptz))::bigint AND ($5::text IS NULL OR $5 IN ('2.' || p.id, '4.' || p.id))
                       AND (p.processor IS NOT NULL OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))
                       AND (t.paid IS NULL OR t.paid <> p.amount_captured AND p.object->>'currency' = 'usd')
                     UNION ALL
                     SELECT 3::smallint, '3.' || p.id, to_timestamp(p.created), p.amount, p.object->>'currency', p.contents, NULL,
                       NULL, p.id, NULL, p.processor
                     FROM payout AS p
                     WHERE p.pos_id = $1 AND p.contents <> p.amount
                       AND p.created <= floor(extract(epoch FROM $4::timestamptz))::bigint AND ($5::text IS NULL OR '3.' || p.id = $5)
                       AND (p.processor IS NOT NULL OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))
                   ) AS found
                   LEFT JOIN LATERAL (
                     SELECT number, at, user_id, user_name, resolved, note,
                       resolved AND amount = found.amount AND expected IS NOT DISTINCT FROM found.expected AS stands
                     FROM mismatch_review WHERE pos_id = $1 AND mismatch_id = found.id ORDER BY number DESC LIMIT 1
                   ) AS r ON true "#
                + $end,
            $($argument),+
        )
    };
}

/// Mismatches of a location, newest first: the one named `id`, or all behind `after`.
async fn read_mismatches(
    executor: impl sqlx::PgExecutor<'_>,
    now: Timestamp,
    pos_id: &PosId,
    filter: MismatchFilter,
    id: Option<&str>,
    after: Option<&(Timestamp, String)>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let (at, key) = after.map_or((Timestamp::MAX, ""), |(at, key)| (*at, key.as_str()));
    let rows = mismatches!(
        Mismatch,
        r#"kind AS "kind!", id AS "id!", found.at AS "at!", amount AS "amount!", currency AS "currency!", expected,
           check_id AS "check?: String", intent_id AS "intent?", payout_id AS "payout?", last4 AS "last4?", processor AS "processor?",
           coalesce(stands, false) AS "is_resolved!", coalesce(number, 0) AS "reviews!", resolved AS "review_resolved?",
           coalesce(r.at, found.at) AS "reviewed_at!", user_id AS "reviewer?", user_name AS "reviewed_by?", note AS "note?""#,
        "WHERE (found.at, id) < ($4, $6) AND ($7::smallint IS NULL OR kind = $7)
           AND ($8::boolean IS NULL OR coalesce(stands, false) = $8)
         ORDER BY found.at DESC, id DESC LIMIT $9",
        pos_id.as_str(),
        (now - KNOWN_WITHIN).to_sqlx(),
        (now - CLOSED_WITHIN).as_second(),
        at.to_sqlx(),
        id,
        key,
        filter.kind.map(|kind| kind as i16),
        filter.resolved,
        limit
    );
    Ok(rows.fetch_all(executor).await?)
}

/// Mismatches of a location, newest first, `limit` at most.
pub async fn page_of_mismatches(
    database: &Database,
    pos_id: &PosId,
    filter: MismatchFilter,
    after: Option<&(Timestamp, String)>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let now = database.clock().now();
    read_mismatches(database.pool(), now, pos_id, filter, None, after, limit).await
}

/// Locks a location for this transaction, and reads one of its mismatches.
pub async fn lock_mismatch(tx: &mut Tx, pos_id: &PosId, id: &str) -> Result<Option<Mismatch>, Fault> {
    sqlx::query!("SELECT FROM location WHERE pos_id = $1 FOR NO KEY UPDATE", pos_id.as_str())
        .execute(tx.conn())
        .await?;
    let now = tx.clock().now();
    let all = MismatchFilter::default();
    Ok(read_mismatches(tx.conn(), now, pos_id, all, Some(id), None, 1).await?.pop())
}

/// Open mismatches in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenMismatches {
    pub currency: String,
    pub count: i64,
    /// Minor units; of a payout, what it differs by.
    pub amount: i64,
}

/// How many mismatches of a location are open, by currency, the largest amount first.
pub async fn open_mismatches(database: &Database, pos_id: &PosId) -> Result<Vec<OpenMismatches>, Fault> {
    let now = database.clock().now();
    let sums = mismatches!(
        OpenMismatches,
        r#"currency AS "currency!", count(*) AS "count!", sum(abs(amount - coalesce(expected, 0)))::bigint AS "amount!""#,
        "WHERE stands IS NOT TRUE GROUP BY currency ORDER BY 3 DESC, 1",
        pos_id.as_str(),
        (now - KNOWN_WITHIN).to_sqlx(),
        (now - CLOSED_WITHIN).as_second(),
        Timestamp::MAX.to_sqlx(),
        None::<&str>
    );
    Ok(sums.fetch_all(database.pool()).await?)
}

/// Adds a review behind the newest one of a mismatch of a locked location; a note resolves it, none opens it again.
pub async fn add_review(
    tx: &mut Tx,
    pos_id: &PosId,
    mismatch: &Mismatch,
    reviewer: &Caller,
    note: Option<&Note>,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mismatch_review
           (pos_id, mismatch_id, number, at, user_id, user_name, resolved, note, amount, expected)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        pos_id.as_str(),
        mismatch.id,
        mismatch.reviews + 1,
        tx.clock().now().to_sqlx(),
        reviewer.user.0,
        reviewer.name,
        note.is_some(),
        note.map_or("", Note::as_str),
        mismatch.amount,
        mismatch.expected
    )
    .execute(tx.conn())
    .await?;
    tx.touch(pos_id);
    Ok(())
}

/// Sets the name that a person's reviews are shown with.
pub async fn rename_reviewer(tx: &mut Tx, user: UserId, name: &str) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE mismatch_review SET user_name = $2 WHERE user_id = $1 AND user_name <> $2",
        user.0,
        name
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
