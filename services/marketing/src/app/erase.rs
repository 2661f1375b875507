use std::collections::BTreeSet;

use saffron_core::event::CustomerErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::Hasher;
use crate::store;

/// Erasures that are looked at in one round.
const AT_ONCE: i64 = 100;

/// Forgets who a guest is: in the list of guests, among those who were written to, and what they wrote. An address is
/// forgotten with them only if nobody else of the location has it. Hashes stay: what was said of an address is obeyed, and
/// facts that come again bring nobody back.
pub async fn erase(tx: &mut Tx, hasher: &Hasher, erased: CustomerErased) -> Result<(), Fault> {
    let now = tx.clock().now();
    let guest = (erased.pos_id, erased.customer_id);
    store::touch_location(tx, &guest.0).await?;
    let addresses = store::forget_guest(tx, &guest, now).await?;
    let mut hashes: BTreeSet<_> = addresses.clone();
    hashes.insert(hasher.guest(guest.0.as_str(), guest.1.as_str()));
    store::add_tombstones(tx, &guest.0, &hashes, now).await?;
    store::forget_recipients(tx, &guest, &addresses).await?;
    store::forget_texts(tx, &guest, &addresses).await?;
    store::note_erasure(tx, &guest, now).await
}

/// Takes away what old versions of rows hold of erased guests.
pub async fn sweep_erased(app: &App) -> Result<(), Fault> {
    let pending = store::erasures_pending(&app.database, AT_ONCE).await?;
    if pending.is_empty() { Ok(()) } else { store::sweep(&app.database, &pending).await }
}
