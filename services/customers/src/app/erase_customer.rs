use std::collections::BTreeSet;

use jiff::Timestamp;
use saffron_core::event::CustomerErased;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::settle::announce;
use super::{App, hold, now};
use crate::domain::{Guest, Named};
use crate::store::{self, Forgotten};

/// Forgets who a guest is, for good: contact data and messages go from every row, figures and ledger stay, and what would
/// bring them back is known by keyed hashes. Erasing again changes nothing.
///
/// # Errors
/// Forbidden, if the location is not the caller's; not found, naming posCustomerID.
pub async fn erase_customer(app: &App, caller: &Caller, guest: &Guest) -> Result<(), Fault> {
    let (pos_id, id) = guest;
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    hold(&mut tx, caller, pos_id, now).await?;
    match forget(app, &mut tx, guest, now).await? {
        Forgotten::Unknown => return Err(no_such_customer().into()),
        Forgotten::Before => return Ok(()),
        Forgotten::Now(_) => {}
    }
    tx.publish(&CustomerErased { pos_id: pos_id.clone(), customer_id: id.clone() })?;
    announce(&mut tx, &BTreeSet::from([pos_id.clone()])).await?;
    tx.commit().await?;
    app.erased.notify_one();
    Ok(())
}

/// Forgets a guest of whose erasure EVENTS tells and this database does not know, because it was restored from an older
/// state; also one that it will hear of only when facts come again.
///
/// # Errors
/// If the database is away.
pub async fn erase_again(app: &App, erased: CustomerErased) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    let guest = (erased.pos_id, erased.customer_id);
    store::hold_location(&mut tx, &guest.0).await?;
    match forget(app, &mut tx, &guest, now).await? {
        Forgotten::Before => return Ok(()),
        Forgotten::Unknown => {
            let hash = app.eraser.hash(&guest.0, &Named::Id(guest.1.to_string()));
            store::add_tombstones(&mut tx, &guest.0, &[hash], now).await?;
        }
        Forgotten::Now(_) => announce(&mut tx, &BTreeSet::from([guest.0])).await?,
    }
    tx.commit().await
}

/// Forgets who a guest is and remembers the hashes of it.
async fn forget(app: &App, tx: &mut Tx, guest: &Guest, now: Timestamp) -> Result<Forgotten, Fault> {
    let forgotten = store::forget_guest(tx, guest, now).await?;
    if let Forgotten::Now(contact) = &forgotten {
        let (pos_id, id) = guest;
        let hashes: Vec<Vec<u8>> =
            Named::all(id, contact).iter().map(|named| app.eraser.hash(pos_id, named)).collect();
        store::add_tombstones(tx, pos_id, &hashes, now).await?;
        store::note_erasure(tx, guest, now).await?;
    }
    Ok(forgotten)
}

/// There is no such guest.
pub fn no_such_customer() -> Error {
    Error { field: Some("posCustomerID".into()), ..Error::new(Code::NotFound, "There is no such customer.") }
}
