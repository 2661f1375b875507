use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::{Pos, Term};

/// What a person is at the page of a POS for.
#[derive(Debug, Clone)]
pub struct AuthorizationRow {
    pub pos_id: PosId,
    pub pos: Pos,
    /// The connection that gets the grant; none: a new one.
    pub connection_id: Option<Uuid>,
    pub begun_at: jiff_sqlx::Timestamp,
}

/// Stores that a person goes to the page of a POS; of those of a person only the latest `most` stay.
pub async fn insert_authorization(
    tx: &mut Tx,
    (state, browser): (&[u8; 32], &[u8; 32]),
    user: UserId,
    (pos_id, pos): (&PosId, Pos),
    connection_id: Option<Uuid>,
    most: i64,
) -> Result<(), Fault> {
    let (user, now) = (user.to_string(), tx.clock().now());
    sqlx::query!(
        "DELETE FROM authorization_begun WHERE state IN (
           SELECT state FROM authorization_begun WHERE user_id = $1 ORDER BY begun_at DESC, state OFFSET $2)",
        user,
        most - 1
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO authorization_begun (state, browser, user_id, pos_id, pos, connection_id, begun_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        state,
        browser,
        user,
        pos_id.as_str(),
        pos.as_str(),
        connection_id as Option<Uuid>,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes the person and the browser that come back: a state works once. None if they did not begin there.
pub async fn take_authorization(
    tx: &mut Tx,
    (state, browser): (&[u8; 32], &[u8; 32]),
    user: UserId,
) -> Result<Option<AuthorizationRow>, Fault> {
    let taken = sqlx::query_as!(
        AuthorizationRow,
        "DELETE FROM authorization_begun WHERE state = $1 AND browser = $2 AND user_id = $3
         RETURNING pos_id, pos, connection_id, begun_at",
        state,
        browser,
        user.to_string()
    );
    Ok(taken.fetch_optional(tx.conn()).await?)
}

/// Takes a grant for a worker to exchange until a moment; false if another one has it, or the credential is another one meanwhile.
pub async fn hold_grant(
    tx: &mut Tx,
    connection_id: Uuid,
    credential: &[u8],
    until: Timestamp,
) -> Result<bool, Fault> {
    let now = tx.clock().now();
    let held = sqlx::query!(
        "UPDATE connection SET renewing_until = $3
         WHERE connection_id = $1 AND credential = $2 AND (renewing_until IS NULL OR renewing_until <= $4)",
        connection_id,
        credential,
        until.to_sqlx(),
        now.to_sqlx()
    );
    Ok(held.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Stores the grant that another one was exchanged for, unless a person gave the connection another credential meanwhile.
pub async fn replace_grant(
    tx: &mut Tx,
    connection_id: Uuid,
    (before, credential): (&[u8], &[u8]),
    term: Option<Term>,
) -> Result<bool, Fault> {
    let replaced = sqlx::query!(
        "UPDATE connection SET credential = $3, expires_at = $4, renew_at = $5, renewing_until = NULL
         WHERE connection_id = $1 AND credential = $2",
        connection_id,
        before,
        credential,
        term.map(|term| term.expires_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        term.map(|term| term.renew_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>
    );
    Ok(replaced.execute(tx.conn()).await?.rows_affected() == 1)
}
