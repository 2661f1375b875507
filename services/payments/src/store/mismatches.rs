use jiff::{SignedDuration, Timestamp};
use saffron_core::time::cursor_time;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// How long the provider may take to know a payment after its check was closed.
const KNOWN_WITHIN: SignedDuration = SignedDuration::from_hours(1);
/// How long a check may take to come after its card was charged.
const CLOSED_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// What may be said differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MismatchKind {
    /// Paid at the till, and the provider does not know it.
    UnknownToProvider,
    /// Charged, and no check says so.
    WithoutCheck,
    /// The payout is not what its transactions add up to.
    PayoutDiffers,
}

/// Something that is said differently.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// Seconds since 1970: when the check was closed, the payment or the payout was made.
    pub at: i64,
    /// Cents: what the till says, what was charged, or what was paid out.
    pub amount: i64,
    /// The currency of the amounts (ISO 4217, in lower case); tills count in dollars.
    pub currency: String,
    /// Cents: of a payout, what its transactions add up to.
    pub expected: Option<i64>,
    /// The check.
    pub check: Option<String>,
    /// The payment.
    pub intent: Option<String>,
    /// The payout.
    pub payout: Option<String>,
    /// Its place among those of one moment.
    place: String,
    /// Microseconds since 1970.
    micros: i64,
}

/// The place in a list of mismatches after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MismatchCursor {
    micros: i64,
    place: String,
}

impl MismatchCursor {
    /// The place of this one.
    #[must_use]
    pub fn at(row: &Mismatch) -> MismatchCursor {
        MismatchCursor { micros: row.micros, place: row.place.clone() }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<MismatchCursor, Error> {
        let read = || {
            let (micros, place) = text.split_once('.')?;
            let micros = cursor_time(micros)?.as_microsecond();
            (!place.contains('\0')).then(|| MismatchCursor { micros, place: place.to_owned() })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for MismatchCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.micros, self.place)
    }
}

/// Mismatches of one kind at a location, newest first. Payments that are older than the history of the account, or
/// newer than the mirror, are none.
pub async fn page_of_mismatches(
    database: &Database,
    pos_id: &PosId,
    kind: MismatchKind,
    after: Option<&MismatchCursor>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    match kind {
        MismatchKind::UnknownToProvider => unknown_to_provider(database, pos_id, after, limit).await,
        MismatchKind::WithoutCheck => without_check(database, pos_id, after, limit).await,
        MismatchKind::PayoutDiffers => payout_differs(database, pos_id, after, limit).await,
    }
}

// OFFSET 0 has each row looked up by its index. Without it, Postgres makes a join of it, which compares all with all as
// long as it has no statistics of a table that was just filled.

/// What a first page comes before.
fn begin(after: Option<&MismatchCursor>) -> (Timestamp, i64, &str) {
    let micros = after.map_or(i64::MAX, |cursor| cursor.micros);
    let at = Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX);
    (at, at.as_second(), after.map_or("", |cursor| cursor.place.as_str()))
}

async fn unknown_to_provider(
    database: &Database,
    pos_id: &PosId,
    after: Option<&MismatchCursor>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let until = database.clock().now() - KNOWN_WITHIN;
    let (at, _, place) = begin(after);
    // place: the check and the number of its payment, so that both ids together are the order.
    let (check, number) = place.rsplit_once('.').unwrap_or(("", "0"));
    let number: i16 = number.parse().unwrap_or_default();
    let rows = sqlx::query!(
        r#"SELECT t.pos_check_id, t.place, t.payment_intent_id, t.amount, t.closed_at
           FROM tender AS t
           JOIN location AS l ON l.pos_id = t.pos_id AND l.mirror_account = l.account_id
           JOIN history AS h ON h.pos_id = t.pos_id AND h.kind = 'payment_intent' AND h.done
           WHERE t.pos_id = $1 AND t.amount > 0 AND NOT t.voided
             AND t.closed_at <= $2 AND t.closed_at <= l.as_of AND t.closed_at >= to_timestamp(h.since)
             AND (t.closed_at, t.pos_check_id, t.place) < ($3, $4, $5)
             AND NOT EXISTS (SELECT FROM payment_intent AS p WHERE p.pos_id = $1 AND p.id = t.payment_intent_id
                             OFFSET 0)
           ORDER BY t.closed_at DESC, t.pos_check_id DESC, t.place DESC LIMIT $6"#,
        pos_id.as_str(),
        jiff_sqlx::Timestamp::from(until) as jiff_sqlx::Timestamp,
        jiff_sqlx::Timestamp::from(at) as jiff_sqlx::Timestamp,
        check,
        number,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    let mismatch = |at: Timestamp, amount, check: String, number: i16, intent| Mismatch {
        at: at.as_second(),
        amount,
        currency: "usd".to_owned(),
        expected: None,
        place: format!("{check}.{number}"),
        check: Some(check),
        intent: Some(intent),
        payout: None,
        micros: at.as_microsecond(),
    };
    Ok(rows
        .into_iter()
        .map(|row| {
            mismatch(row.closed_at.to_jiff(), row.amount, row.pos_check_id, row.place, row.payment_intent_id)
        })
        .collect())
}

async fn without_check(
    database: &Database,
    pos_id: &PosId,
    after: Option<&MismatchCursor>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let until = database.clock().now() - CLOSED_WITHIN;
    let (_, second, place) = begin(after);
    let rows = sqlx::query!(
        r#"SELECT p.id, p.created, p.amount_captured - p.amount_refunded AS "amount!",
             p.object->>'currency' AS "currency!"
           FROM payment_intent AS p
           WHERE p.pos_id = $1 AND p.state IN ('PAYMENT_SUCCESS', 'PARTIAL_REFUND') AND p.created <= $2
             AND (p.created, p.id) < ($3, $4)
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
             AND NOT EXISTS (SELECT FROM tender AS t
                             WHERE t.pos_id = $1 AND t.payment_intent_id = p.id AND t.amount > 0 AND NOT t.voided
                             OFFSET 0)
           ORDER BY p.created DESC, p.id DESC LIMIT $5"#,
        pos_id.as_str(),
        until.as_second(),
        second,
        place,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    let rows = rows.into_iter().map(|row| Mismatch {
        at: row.created,
        amount: row.amount,
        currency: row.currency,
        expected: None,
        check: None,
        intent: Some(row.id.clone()),
        payout: None,
        place: row.id,
        micros: row.created.saturating_mul(1_000_000),
    });
    Ok(rows.collect())
}

async fn payout_differs(
    database: &Database,
    pos_id: &PosId,
    after: Option<&MismatchCursor>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let (_, second, place) = begin(after);
    let rows = sqlx::query!(
        r#"SELECT id, created, amount, contents AS "contents!", object->>'currency' AS "currency!" FROM payout
           WHERE pos_id = $1 AND contents <> amount AND (created, id) < ($2, $3)
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
           ORDER BY created DESC, id DESC LIMIT $4"#,
        pos_id.as_str(),
        second,
        place,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    let rows = rows.into_iter().map(|row| Mismatch {
        at: row.created,
        amount: row.amount,
        currency: row.currency,
        expected: Some(row.contents),
        check: None,
        intent: None,
        payout: Some(row.id.clone()),
        place: row.id,
        micros: row.created.saturating_mul(1_000_000),
    });
    Ok(rows.collect())
}
