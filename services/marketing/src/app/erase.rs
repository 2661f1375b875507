use std::sync::Arc;

use saffron_core::event::CustomerErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::Hasher;
use crate::store;

/// Erasures of one round.
const AT_ONCE: i64 = 100;

/// Forgets name and addresses of a guest: in the list of guests, among recipients, and with the texts that the guest wrote. An
/// address is forgotten only if no other guest of the location has it. Hashes stay: statements about an address are obeyed,
/// and repeated facts do not bring the guest back.
pub async fn erase(tx: &mut Tx, hasher: &Hasher, erased: CustomerErased) -> Result<(), Fault> {
    let now = tx.clock().now();
    let guest = (erased.pos_id, erased.customer_id);
    store::hold_location(tx, &guest.0).await?;
    let addresses = store::forget_guest(tx, &guest, now).await?;
    let hashes: Vec<_> = addresses.iter().copied().chain([hasher.guest(&guest)]).collect();
    store::add_tombstones(tx, &guest.0, &hashes, now).await?;
    store::forget_recipients(tx, &guest, &addresses).await?;
    store::forget_texts(tx, &guest, &addresses).await?;
    store::note_erasure(tx, &guest, now).await
}

/// Removes the old versions of rows that name erased guests.
pub async fn sweep_erased(app: Arc<App>) -> Result<(), Fault> {
    let pending = store::erasures_pending(&app.database, AT_ONCE).await?;
    if pending.is_empty() { Ok(()) } else { store::sweep(&app.database, &pending).await }
}
