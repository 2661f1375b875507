use saffron_core::Error;
use saffron_kit::Fault;
use serde_json::Value;

use super::App;
use crate::domain::{Notice, Signature};
use crate::store::{self, Account};

/// Stores an event that the card provider has signed: its id, and which objects have changed. The objects are fetched
/// afterwards. False, if no location has the event's account.
pub async fn take_webhook(app: &App, body: &[u8], signature: &str) -> Result<bool, Fault> {
    let (secrets, now) = (&app.config.webhook_secrets, app.database.clock().now());
    if !Signature::parse(signature).is_some_and(|signature| signature.verifies(body, secrets, now)) {
        let why = "does not prove that the body comes from the card provider now";
        return Err(Error::invalid("Stripe-Signature", why).into());
    }
    let event: Value = serde_json::from_slice(body).map_err(|_| Error::invalid("body", "is no JSON"))?;
    let notice = Notice::read(&event).map_err(|why| Error::invalid("body", why))?;
    let Some(id) = &notice.account else { return Ok(false) };
    let location = store::location_of_event(&app.database, id, &notice.id).await?;
    let Some(location) = location else { return Ok(false) };
    // The provider delivers some events several times.
    if location.is_taken {
        return Ok(true);
    }
    let account = Account { id: id.clone(), term: location.term };
    let mut tx = app.database.begin().await?;
    if !store::lock_account_shared(&mut tx, &location.pos_id, &account).await? {
        return Ok(false);
    }
    let fresh = store::store_notices(&mut tx, &location.pos_id, std::slice::from_ref(&notice)).await?;
    tx.commit().await?;
    if fresh > 0 {
        app.marked.notify_one();
    }
    Ok(true)
}
