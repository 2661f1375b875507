use std::collections::BTreeSet;

use saffron_core::{Code, Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Once;
use sha2::{Digest as _, Sha256};

use super::App;
use super::store_objects::store_objects;
use crate::domain::{Kind, Objects, ProviderId, Stale, card_failure};
use crate::store::{self, Account, ChangeAnswer, ProviderFault};

/// A change of a payment that is not captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Charges the held amount.
    Capture,
    Cancel,
}

impl Change {
    /// The provider's verb, the name of the call, and the participle for people.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Change::Capture => ["capture", "capture-payment", "captured"],
            Change::Cancel => ["cancel", "cancel-payment", "cancelled"],
        }
    }
}

/// Captures or cancels a payment of a location, and stores its new state in the mirror.
///
/// The provider is called with a key that follows from the caller's, before the answer is stored: a double tap, a call that
/// is repeated after a crash, and two calls at once change the payment once.
pub async fn change_payment(
    app: &App,
    user: UserId,
    pos_id: &PosId,
    id: &ProviderId,
    change: Change,
    idempotency_key: &str,
) -> Result<(), Fault> {
    let unknown = || Error::new(Code::NotFound, "There is no such payment. Reload the list.");
    let processor = store::processor_of(&app.database, pos_id, id).await?.ok_or_else(unknown)?;
    if let Some(processor) = processor {
        let [_, _, done] = change.names();
        let message = format!("{processor} took this payment. It can only be {done} there.");
        return Err(Error::new(Code::Conflict, message).into());
    }
    let account = store::account_of(&app.database, pos_id).await?.ok_or_else(unknown)?;
    let [verb, call, _] = change.names();
    let request = format!("{pos_id} {id}");
    let mut tx = app.database.begin().await?;
    if let Once::Again(_) = tx.once(user, call, idempotency_key, request.as_bytes()).await? {
        return Ok(());
    }
    // The key is only checked here: it is stored once the provider has answered.
    drop(tx);
    let key = provider_key(user, call, &request, idempotency_key);
    let answer = match app.provider.change_intent(&account.id, id, verb, &key).await {
        Ok(answer) => answer,
        Err(ProviderFault::Refused(code)) => return refusal(app, pos_id, &account, id, change, &code).await,
        Err(fault) => return Err(fault.into()),
    };
    // After the answer: it outranks every read that began before.
    let read = store::next_read_number(&app.database).await?;
    let object = match answer {
        ChangeAnswer::Now(object) => object,
        // The first answer may be outdated.
        ChangeAnswer::Before => app.provider.object(&account.id, Kind::PaymentIntent, id).await?,
    };
    let mut objects = Objects::default();
    if let Err(why) = objects.add(Kind::PaymentIntent, read, &object) {
        tracing::error!(why, %pos_id, %id, "the changed payment cannot be read");
    }
    let mut tx = app.database.begin().await?;
    if !store::lock_account(&mut tx, pos_id, &account).await? {
        return Err(unknown().into());
    }
    let once = tx.once(user, call, idempotency_key, request.as_bytes()).await?;
    store_objects(&mut tx, pos_id, &objects, false).await?;
    // The payment may have changed between the answer and its number: it is read once more.
    store::mark_stale(&mut tx, pos_id, &stale_payment(id), false).await?;
    if once == Once::First {
        tx.once_done(user, call, idempotency_key, id.as_str()).await?;
    }
    tx.commit().await?;
    app.marked.notify_one();
    Ok(())
}

/// The mark of a payment to be fetched.
fn stale_payment(id: &ProviderId) -> BTreeSet<Stale> {
    BTreeSet::from([Stale::Object(Kind::PaymentIntent, id.clone())])
}

/// The idempotency key of a change at the provider.
fn provider_key(user: UserId, call: &str, request: &str, key: &str) -> String {
    if key.is_empty() {
        return uuid::Uuid::new_v4().to_string();
    }
    let digest = Sha256::digest(format!("{user} {call} {request} {key}"));
    format!("saffron-{}", digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// Handles a refused change: the payment is marked to be fetched, since the mirror differs, and the caller gets the reason.
async fn refusal(
    app: &App,
    pos_id: &PosId,
    account: &Account,
    id: &ProviderId,
    change: Change,
    code: &str,
) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    if store::lock_account(&mut tx, pos_id, account).await? {
        store::mark_stale(&mut tx, pos_id, &stale_payment(id), false).await?;
    }
    tx.commit().await?;
    app.marked.notify_one();
    tracing::warn!(code, %pos_id, %id, "the provider refuses to change a payment");
    let [_, _, done] = change.names();
    let message = match code {
        "api_key_expired"
        | "charge_already_captured"
        | "charge_already_refunded"
        | "amount_too_small"
        | "amount_too_large"
        | "expired_card" => card_failure([Some(code)]).1.to_owned(),
        _ => format!("This payment can no more be {done}. Reload it."),
    };
    Err(Error::new(Code::Conflict, message).into())
}
