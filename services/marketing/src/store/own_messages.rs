use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

/// Stores a message that a person sends outside of campaigns, unless they have sent `most` since a moment; false if so.
pub async fn add_own_message(
    tx: &mut Tx,
    user: UserId,
    message: Uuid,
    now: Timestamp,
    (since, most): (Timestamp, i64),
) -> Result<bool, Fault> {
    let added = sqlx::query!(
        "INSERT INTO own_message (user_id, sent_at, message_id)
         SELECT $1, $2, $3 WHERE (SELECT count(*) FROM own_message WHERE user_id = $1 AND sent_at > $4) < $5",
        user.0,
        now.to_sqlx(),
        message,
        since.to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(added.rows_affected() > 0)
}
