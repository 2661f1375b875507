use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::CustomerErased;
use saffron_core::{Code, CustomerId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::merge_guests::apply_merges;
use super::{App, lock};
use crate::domain::{Contact, Guest, Identifier};
use crate::store;

/// The most further ids of one erasure.
pub const ALSO_AT_MOST: usize = 100;

/// Erases a guest, and guests with other ids whom the caller declares to be the same person, each with all ids that were merged:
/// contact data and messages are deleted from every row, figures and ledger stay, and later facts about the guest are
/// recognized by keyed hashes. Other guests with the same email or phone stay as they are. Repeating it changes nothing.
pub async fn erase_customer(
    app: &App,
    caller: &Caller,
    (pos_id, id): &Guest,
    mut ids: BTreeSet<CustomerId>,
) -> Result<(), Fault> {
    ids.insert(id.clone());
    let mut tx = app.database.begin().await?;
    lock(&mut tx, caller, pos_id).await?;
    let all = store::ids_of_guests(&mut tx, pos_id, &ids).await?;
    let known = store::contacts_of(&mut tx, pos_id, &all).await?;
    if !known.contains_key(id) {
        return Err(no_such_customer().into());
    }
    if let Some(unknown) = ids.iter().find(|id| !known.contains_key(*id)) {
        let message = format!("There is no customer {unknown}.");
        return Err(Error::new(Code::NotFound, message).about("alsoErase").into());
    }
    for customer_id in erase(app, &mut tx, pos_id, known).await? {
        tx.publish(&CustomerErased { pos_id: pos_id.clone(), customer_id })?;
    }
    tx.commit().await?;
    app.erased.notify_one();
    Ok(())
}

/// Erases a guest again whose erasure was published before this database was restored from a backup; also one whose facts have
/// not arrived yet. Only this id: those that were erased with it were published too, and one that was merged later is another
/// guest.
pub async fn erase_again(app: &App, erased: CustomerErased) -> Result<(), Fault> {
    let CustomerErased { pos_id, customer_id } = erased;
    let mut tx = app.database.begin().await?;
    if let Some(calendar) = store::lock_location(&mut tx, &pos_id).await? {
        let todays = BTreeMap::from([(pos_id.clone(), calendar.today(tx.clock().now()))]);
        let guest = BTreeSet::from([(pos_id.clone(), customer_id.clone())]);
        apply_merges(&mut tx, &app.tombstone_key, &todays, &guest, &guest).await?;
    }
    let known = store::contacts_of(&mut tx, &pos_id, &BTreeSet::from([customer_id.clone()])).await?;
    if known.is_empty() {
        let hash = app.tombstone_key.hash(&pos_id, &Identifier::Id(customer_id.into()));
        store::add_tombstones(&mut tx, &pos_id, &[hash]).await?;
    } else {
        erase(app, &mut tx, &pos_id, known).await?;
    }
    tx.commit().await
}

/// Erases those of these guests that were not erased before, and stores the hashes of the ids, and of addresses that no other
/// guest has. Returns the ids.
async fn erase(
    app: &App,
    tx: &mut Tx,
    pos_id: &PosId,
    known: BTreeMap<CustomerId, Option<Contact>>,
) -> Result<Vec<CustomerId>, Fault> {
    let (mut ids, mut identifiers) = (Vec::new(), BTreeSet::new());
    for (id, contact) in known.into_iter().filter_map(|(id, contact)| Some((id, contact?))) {
        identifiers.extend(Identifier::all(&id, &contact));
        ids.push(id);
    }
    if ids.is_empty() {
        return Ok(ids);
    }
    store::erase_guests(tx, pos_id, &ids).await?;
    for shared in store::addresses_in_use(tx, pos_id, &identifiers).await? {
        identifiers.remove(&shared);
    }
    let hashes: Vec<Vec<u8>> = identifiers.iter().map(|one| app.tombstone_key.hash(pos_id, one)).collect();
    store::add_tombstones(tx, pos_id, &hashes).await?;
    Ok(ids)
}

pub fn no_such_customer() -> Error {
    Error::new(Code::NotFound, "There is no such customer.").about("posCustomerID")
}
