use saffron_kit::{Fault, Secret};

use super::App;
use super::end_sessions::tell;
use crate::store::sessions;

/// Ends a session, for all gateways at once; an unknown one is no error.
pub async fn logout(app: &App, session_id: &Secret) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    if let Some((user_id, handle)) = sessions::delete(&mut tx, &session_id.digest()).await? {
        tell(&mut tx, user_id, &[handle])?;
    }
    tx.commit().await
}
