use saffron_core::event::CustomerErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Remembers that a guest was erased, has the uploaded files of the location deleted that no import needs any more, and has all
/// else that its imports keep searched. What is kept of objects of its POS that became no fact is deleted: any may name the guest. An import that was not started needs its files still: they go with its start.
pub async fn erase_guest(tx: &mut Tx, erased: &CustomerErased) -> Result<(), Fault> {
    let CustomerErased { pos_id, customer_id } = erased;
    store::lock_location(tx, pos_id).await?;
    store::add_tombstone(tx, pos_id, customer_id).await?;
    store::recall_imports(tx, pos_id).await?;
    store::forget_uploads(tx, pos_id).await?;
    store::forget_raw(tx, pos_id).await?;
    store::queue_erasure(tx, pos_id).await
}
