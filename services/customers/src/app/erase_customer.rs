use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::CustomerErased;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use super::settle::announce;
use super::{App, now};
use crate::domain::{Guest, Named};
use crate::store::{self, Forgotten};

/// Forgets who a guest is, for good: contact data and messages go from every row, figures and ledger stay, and what would
/// bring them back is known by keyed hashes. Erasing again changes nothing.
///
/// # Errors
/// Forbidden, if the location is not the caller's; not found, naming posCustomerID.
pub async fn erase_customer(app: &App, caller: &Caller, guest: &Guest) -> Result<(), Fault> {
    let (pos_id, id) = guest;
    let zone = caller.zone(pos_id)?.clone();
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    store::hold_locations(&mut tx, &BTreeMap::from([(pos_id.clone(), zone)])).await?;
    let contact = match store::forget_guest(&mut tx, guest, now).await? {
        Forgotten::Unknown => return Err(no_such_customer().into()),
        Forgotten::Before => return Ok(()),
        Forgotten::Now(contact) => contact,
    };
    let hashes: Vec<Vec<u8>> =
        Named::all(id, &contact).iter().map(|named| app.eraser.hash(pos_id, named)).collect();
    store::add_tombstones(&mut tx, pos_id, &hashes, now).await?;
    store::note_erasure(&mut tx, guest, now).await?;
    tx.publish(&CustomerErased { pos_id: pos_id.clone(), customer_id: id.clone() })?;
    announce(&mut tx, &BTreeSet::from([pos_id.clone()])).await?;
    tx.commit().await?;
    app.erased.notify_one();
    Ok(())
}

/// There is no such guest.
pub fn no_such_customer() -> Error {
    Error { field: Some("posCustomerID".into()), ..Error::new(Code::NotFound, "There is no such customer.") }
}
