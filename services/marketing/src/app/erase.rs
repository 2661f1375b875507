use std::sync::Arc;

use saffron_core::event::CustomerErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::Hasher;
use crate::store;

/// The most erasures of one round.
const AT_ONCE: i64 = 100;

/// Erases a guest's name and addresses from guests and recipients, and deletes the texts that the guest wrote. An address is
/// erased only if no other guest of the location has it. Hashes stay, so that opt-outs count and repeated facts do not restore
/// the guest.
pub async fn erase(tx: &mut Tx, hasher: &Hasher, erased: CustomerErased) -> Result<(), Fault> {
    let now = tx.clock().now();
    let guest = (erased.pos_id, erased.customer_id);
    store::lock_location(tx, &guest.0).await?;
    let addresses = store::erase_guest(tx, &guest, now).await?;
    let hashes: Vec<_> = addresses.iter().copied().chain([hasher.guest(&guest)]).collect();
    store::add_tombstones(tx, &guest.0, &hashes, now).await?;
    store::erase_recipients(tx, &guest, &addresses).await?;
    store::delete_texts(tx, &guest, &addresses).await?;
    store::add_erasure(tx, &guest, now).await
}

/// Vacuums the tables, so that no old row version has data of erased guests.
pub async fn vacuum_erased(app: Arc<App>) -> Result<(), Fault> {
    let pending = store::pending_erasures(&app.database, AT_ONCE).await?;
    if pending.is_empty() { Ok(()) } else { store::vacuum(&app.database, &pending).await }
}
