use saffron_core::Error;
use saffron_kit::Fault;
use serde_json::Value;

use super::App;
use crate::domain::{Notice, Signature};
use crate::store;

/// Stores an event that the card provider has signed: that it came, and what it names. What it tells is not believed, but
/// fetched afterwards. False if it is of an account that no location has.
pub async fn take_webhook(app: &App, body: &[u8], signature: &str) -> Result<bool, Fault> {
    let now = app.now();
    let signed = Signature::parse(signature)
        .is_some_and(|signature| signature.proves(body, &app.settings.webhook_secrets, now));
    if !signed {
        let why = "does not prove that the body comes from the card provider now";
        return Err(Error::invalid("Stripe-Signature", why).into());
    }
    let event: Value = serde_json::from_slice(body).map_err(|_| Error::invalid("body", "is no JSON"))?;
    let notice = Notice::read(&event).map_err(|why| Error::invalid("body", why))?;
    let Some(account) = &notice.account else { return Ok(false) };
    let known = store::whose_event(&app.database, account, &notice.id).await?;
    let Some((pos_id, account, is_taken)) = known else { return Ok(false) };
    // The provider delivers some of them again and again.
    if is_taken {
        return Ok(true);
    }
    let mut tx = app.database.begin().await?;
    if !store::share_account(&mut tx, &pos_id, &account).await? {
        return Ok(false);
    }
    let fresh = store::take_notices(&mut tx, &pos_id, std::slice::from_ref(&notice), now).await?;
    tx.commit().await?;
    if fresh > 0 {
        app.marked.notify_one();
    }
    Ok(true)
}
