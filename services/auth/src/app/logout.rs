use saffron_core::event::SessionEnded;
use saffron_kit::{Fault, Secret};

use super::App;
use crate::store::sessions;

/// Ends a session, for all gateways at once; an unknown one is no error.
///
/// # Errors
/// If the database is away.
pub async fn logout(app: &App, session_id: &Secret) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    if let Some(handle) = sessions::delete(&mut tx, &session_id.digest()).await? {
        tx.publish(&SessionEnded { handle })?;
    }
    tx.commit().await
}
