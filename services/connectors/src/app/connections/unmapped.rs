use std::collections::BTreeSet;

use saffron_pos::adapter::Unread;

use super::{InWork, Stop};
use crate::store::{self, NewUnmapped, unmapped_place};

/// The longest JSON that is kept, bytes.
const LONGEST: usize = 64 * 1024;
/// The longest id that is kept, bytes: one that is longer is not one of the POS's.
const LONGEST_ID: usize = 200;

/// Keeps objects that became no fact, with their JSON, sealed; those that became facts now are not kept any more.
pub(super) async fn keep_unmapped(
    of: &InWork<'_>,
    unread: Vec<Unread>,
    refused: Vec<NewUnmapped>,
    read: &[String],
) -> Result<(), Stop> {
    if unread.is_empty() && refused.is_empty() && read.is_empty() {
        return Ok(());
    }
    let (pos_id, connection_id) = of.place();
    let mut kept = refused;
    for Unread { unmapped, raw } in unread {
        let id: String = unmapped.id.chars().take(LONGEST_ID).collect();
        let place = unmapped_place(connection_id, pos_id, unmapped.kind, &id);
        let is_kept = raw.get() != "null" && raw.get().len() <= LONGEST;
        let raw = is_kept.then(|| of.app.sealed.seal_value(&place, &raw)).transpose()?;
        kept.push(NewUnmapped { kind: unmapped.kind.to_owned(), external_id: id, why: unmapped.why, raw });
    }
    let bad: BTreeSet<&str> = kept.iter().map(|one| one.external_id.as_str()).collect();
    let good: Vec<String> = read.iter().filter(|id| !bad.contains(id.as_str())).cloned().collect();
    let mut tx = of.app.database.begin().await?;
    if !good.is_empty() {
        store::delete_mapped(&mut tx, pos_id, connection_id, &good).await?;
    }
    if !kept.is_empty() {
        store::put_unmapped(&mut tx, pos_id, connection_id, &kept, of.app.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}
