use saffron_core::{Code, Error, UserId};
use sha2::{Digest as _, Sha256};

use super::Tx;
use crate::Fault;

/// How long a key is remembered.
pub(super) const REMEMBERED_HOURS: i64 = 24;
/// The longest key, in characters.
const LONGEST_KEY: usize = 200;

/// Whether a call with an idempotency key was made before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Once {
    /// The call is new: make it, and store its answer with [`Tx::once_done`].
    First,
    /// The call was made before, with this answer.
    Again(String),
}

impl Tx {
    /// Takes the idempotency key of a person's call, in the transaction of its effect. A second call waits here until
    /// the first is committed or gone. Without a key every call is a new one.
    ///
    /// # Errors
    /// Invalid, naming `idempotencyKey`, if it is too long or no printable ASCII; conflict, if it was used with
    /// another request; if the database is away.
    pub async fn once(&mut self, user: UserId, call: &str, key: &str, request: &[u8]) -> Result<Once, Fault> {
        if key.is_empty() {
            return Ok(Once::First);
        }
        if key.len() > LONGEST_KEY || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            let why = format!("must be 1 to {LONGEST_KEY} printable ASCII characters");
            return Err(Error::invalid("idempotencyKey", why).into());
        }
        let hash: [u8; 32] = Sha256::digest(request).into();
        let now = self.clock().now().as_second() as f64;
        let taken = sqlx::query(
            "INSERT INTO idempotency (user_id, call, key, request_hash, answer, made_at)
             VALUES ($1, $2, $3, $4, '', to_timestamp($5)) ON CONFLICT DO NOTHING",
        )
        .bind(user.0)
        .bind(call)
        .bind(key)
        .bind(hash.as_slice())
        .bind(now)
        .execute(self.conn())
        .await?;
        if taken.rows_affected() > 0 {
            return Ok(Once::First);
        }
        let (known, answer): (Vec<u8>, String) = sqlx::query_as(
            "SELECT request_hash, answer FROM idempotency WHERE user_id = $1 AND call = $2 AND key = $3",
        )
        .bind(user.0)
        .bind(call)
        .bind(key)
        .fetch_one(self.conn())
        .await?;
        if known != hash {
            let message = "This idempotency key was used with another request. Use a new one.";
            return Err(Error {
                field: Some("idempotencyKey".into()),
                ..Error::new(Code::Conflict, message)
            }
            .into());
        }
        Ok(Once::Again(answer))
    }

    /// Stores the answer of a call for its repetitions.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn once_done(
        &mut self,
        user: UserId,
        call: &str,
        key: &str,
        answer: &str,
    ) -> Result<(), Fault> {
        if key.is_empty() {
            return Ok(());
        }
        sqlx::query("UPDATE idempotency SET answer = $4 WHERE user_id = $1 AND call = $2 AND key = $3")
            .bind(user.0)
            .bind(call)
            .bind(key)
            .bind(answer)
            .execute(self.conn())
            .await?;
        Ok(())
    }
}
