use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::event::CustomerErased;
use saffron_core::{Code, CustomerId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::settle::announce;
use super::{App, hold, now};
use crate::domain::{Contact, Guest, Named};
use crate::store;

/// The most further ids of one erasure.
pub const ALSO_AT_MOST: usize = 100;

/// Forgets who a guest is, for good, and those under other ids that are the same person as the caller says: contact data
/// and messages go from every row, figures and ledger stay, and what would bring them back is known by keyed hashes.
/// Others with the same email or phone stay as they are. Erasing again changes nothing.
pub async fn erase_customer(
    app: &App,
    caller: &Caller,
    guest: &Guest,
    also: &BTreeSet<CustomerId>,
) -> Result<(), Fault> {
    let (pos_id, id) = guest;
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    hold(&mut tx, caller, pos_id, now).await?;
    let mut ids = also.clone();
    ids.insert(id.clone());
    let known = store::contacts_of(&mut tx, pos_id, &ids).await?;
    if !known.contains_key(id) {
        return Err(no_such_customer().into());
    }
    if let Some(unknown) = ids.iter().find(|id| !known.contains_key(*id)) {
        let message = format!("There is no customer {unknown}.");
        return Err(Error { field: Some("alsoErase".into()), ..Error::new(Code::NotFound, message) }.into());
    }
    let erased = forget(app, &mut tx, pos_id, known, now).await?;
    if erased.is_empty() {
        return Ok(());
    }
    for customer_id in erased {
        tx.publish(&CustomerErased { pos_id: pos_id.clone(), customer_id })?;
    }
    announce(&mut tx, &BTreeSet::from([pos_id.clone()])).await?;
    tx.commit().await?;
    app.erased.notify_one();
    Ok(())
}

/// Forgets a guest of whose erasure EVENTS tells and this database does not know, because it was restored from an older
/// state; also one that it will hear of only when facts come again.
pub async fn erase_again(app: &App, erased: CustomerErased) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    let (pos_id, id) = (erased.pos_id, erased.customer_id);
    store::hold_location(&mut tx, &pos_id).await?;
    let known = store::contacts_of(&mut tx, &pos_id, &BTreeSet::from([id.clone()])).await?;
    if known.is_empty() {
        let hash = app.eraser.hash(&pos_id, &Named::Id(id.to_string()));
        store::add_tombstones(&mut tx, &pos_id, &[hash], now).await?;
    } else if forget(app, &mut tx, &pos_id, known, now).await?.is_empty() {
        return Ok(());
    } else {
        announce(&mut tx, &BTreeSet::from([pos_id])).await?;
    }
    tx.commit().await
}

/// Forgets those of these guests that were not erased before, and remembers the hashes of their ids, and of their
/// addresses as far as no guest who stays has them. Gives their ids.
async fn forget(
    app: &App,
    tx: &mut Tx,
    pos_id: &PosId,
    known: BTreeMap<CustomerId, (Contact, bool)>,
    now: Timestamp,
) -> Result<Vec<CustomerId>, Fault> {
    let living: Vec<(CustomerId, Contact)> = known
        .into_iter()
        .filter(|(_, (_, erased))| !erased)
        .map(|(id, (contact, _))| (id, contact))
        .collect();
    if living.is_empty() {
        return Ok(Vec::new());
    }
    store::forget_guests(tx, pos_id, living.iter().map(|(id, _)| id), now).await?;
    let mut named: BTreeSet<Named> =
        living.iter().flat_map(|(id, contact)| Named::all(id, contact)).collect();
    for shared in store::addresses_in_use(tx, pos_id, &named).await? {
        named.remove(&shared);
    }
    let hashes: Vec<Vec<u8>> = named.iter().map(|named| app.eraser.hash(pos_id, named)).collect();
    store::add_tombstones(tx, pos_id, &hashes, now).await?;
    let ids: Vec<CustomerId> = living.into_iter().map(|(id, _)| id).collect();
    store::note_erasures(tx, pos_id, &ids, now).await?;
    Ok(ids)
}

/// There is no such guest.
pub fn no_such_customer() -> Error {
    Error { field: Some("posCustomerID".into()), ..Error::new(Code::NotFound, "There is no such customer.") }
}
