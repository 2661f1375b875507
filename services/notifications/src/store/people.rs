use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

/// Deletes everything of a person.
pub async fn delete_person(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM mail_job WHERE communication_id IN (SELECT communication_id FROM communication WHERE user_id = $1)",
        user.0
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("DELETE FROM device WHERE user_id = $1", user.0).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM communication WHERE user_id = $1", user.0).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM rule WHERE user_id = $1", user.0).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM setting WHERE user_id = $1", user.0).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM mailbox WHERE user_id = $1", user.0).execute(tx.conn()).await?;
    Ok(())
}
