use std::collections::BTreeSet;

use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Once;
use sha2::{Digest as _, Sha256};

use super::App;
use super::announce::{announce, keep};
use crate::domain::{Harvest, Kind, Named, ProviderId, card_failure};
use crate::store::{self, Account, Changed, ProviderFault};

/// What may be done with a payment that is not captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Takes the money.
    Capture,
    /// Gives it up.
    Cancel,
}

impl Change {
    const fn verb(self) -> &'static str {
        match self {
            Change::Capture => "capture",
            Change::Cancel => "cancel",
        }
    }

    const fn call(self) -> &'static str {
        match self {
            Change::Capture => "capture-payment",
            Change::Cancel => "cancel-payment",
        }
    }

    const fn done(self) -> &'static str {
        match self {
            Change::Capture => "captured",
            Change::Cancel => "cancelled",
        }
    }
}

/// Captures or cancels a payment of a location, and mirrors how it stands then.
///
/// The provider is asked with a key that follows from the caller's, before the answer is stored: a double tap, a call that
/// is made again after a crash, and two at once change the payment once.
pub async fn change_payment(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    id: &ProviderId,
    change: Change,
    idempotency_key: &str,
) -> Result<(), Fault> {
    caller.zone(pos_id)?;
    let unknown = || Error::new(Code::NotFound, "There is no such payment. Reload the list.");
    store::find_intent(&app.database, pos_id, id).await?.ok_or_else(unknown)?;
    let account = store::account_of(&app.database, pos_id).await?.ok_or_else(unknown)?;
    let request = format!("{pos_id} {id}");
    let mut tx = app.database.begin().await?;
    if let Once::Again(_) = tx.once(caller.user, change.call(), idempotency_key, request.as_bytes()).await? {
        return Ok(());
    }
    // Only looked up: the key is taken once the provider has answered.
    drop(tx);
    let key = provider_key(caller, change, &request, idempotency_key);
    let answer = match app.provider.change_intent(&account.id, id, change.verb(), &key).await {
        Ok(answer) => answer,
        Err(ProviderFault::Refused(code)) => return refused(app, pos_id, &account, id, change, &code).await,
        Err(fault) => return Err(fault.into()),
    };
    // Now that the answer is there: it outranks every read that began before.
    let read = store::next_read(&app.database).await?;
    let object = match answer {
        Changed::Now(object) => object,
        // The answer of then may be long past.
        Changed::Before => {
            app.provider.object(&account.id, Kind::PaymentIntent, id).await.map_err(Fault::from)?
        }
    };
    let mut harvest = Harvest::default();
    if let Err(why) = harvest.add(Kind::PaymentIntent, read, &object) {
        tracing::error!(why, %pos_id, %id, "the changed payment cannot be read");
    }
    let mut tx = app.database.begin().await?;
    if !store::hold_account(&mut tx, pos_id, &account).await? {
        return Err(unknown().into());
    }
    let once = tx.once(caller.user, change.call(), idempotency_key, request.as_bytes()).await?;
    let changed = keep(&mut tx, pos_id, &harvest, false).await?;
    // It may have changed again between the answer and its number: it is read once more.
    store::mark(&mut tx, pos_id, &named(id), false, app.now()).await?;
    let changed: BTreeSet<PosId> = changed.then(|| pos_id.clone()).into_iter().collect();
    announce(&mut tx, &changed).await?;
    if once == Once::First {
        tx.once_done(caller.user, change.call(), idempotency_key, id.as_str()).await?;
    }
    tx.commit().await?;
    app.marked.notify_one();
    Ok(())
}

fn named(id: &ProviderId) -> BTreeSet<Named> {
    BTreeSet::from([Named::One(Kind::PaymentIntent, id.clone())])
}

/// Names one change to the provider.
fn provider_key(caller: &Caller, change: Change, request: &str, key: &str) -> String {
    if key.is_empty() {
        return uuid::Uuid::new_v4().to_string();
    }
    let digest = Sha256::digest(format!("{} {} {request} {key}", caller.user, change.call()));
    digest.iter().fold("saffron-".to_owned(), |mut text, byte| {
        text.push_str(&format!("{byte:02x}"));
        text
    })
}

/// The payment stands elsewhere than the mirror knew: it is fetched, and the caller told.
async fn refused(
    app: &App,
    pos_id: &PosId,
    account: &Account,
    id: &ProviderId,
    change: Change,
    code: &str,
) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    if store::hold_account(&mut tx, pos_id, account).await? {
        store::mark(&mut tx, pos_id, &named(id), false, app.now()).await?;
    }
    tx.commit().await?;
    app.marked.notify_one();
    tracing::warn!(code, %pos_id, %id, "the provider refuses to change a payment");
    let message = match code {
        "api_key_expired"
        | "charge_already_captured"
        | "charge_already_refunded"
        | "amount_too_small"
        | "amount_too_large"
        | "expired_card" => card_failure([Some(code)]).1.to_owned(),
        _ => format!("This payment can no more be {}. Reload it.", change.done()),
    };
    Err(Error::new(Code::Conflict, message).into())
}
