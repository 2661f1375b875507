//! Locations that a transaction changed: the commit counts their versions up, and publishes one event of each.

use std::collections::BTreeSet;

use saffron_core::PosId;
use saffron_core::event::Changed;

use super::Tx;
use crate::Fault;

/// Publishes the event of a location's new version.
pub(super) fn announce<E: Changed>(tx: &mut Tx, pos_id: PosId, version: i64) -> Result<(), Fault> {
    tx.publish(&E::of(pos_id, version))
}

impl Tx {
    /// Notes that something of a location changed. The commit counts `location.version` up, once, and publishes it, unless
    /// the change was undone. [`super::Database::announcing`] names the event.
    pub fn touch(&mut self, pos_id: &PosId) {
        self.changed.push(pos_id.clone());
    }

    /// Counts the versions of the changed locations up, in the order in which all transactions lock them.
    pub(super) async fn announce_changes(&mut self) -> Result<(), Fault> {
        let Some(announce) = self.announce else { return Ok(()) };
        let changed = BTreeSet::from_iter(std::mem::take(&mut self.changed));
        if changed.is_empty() {
            return Ok(());
        }
        let versions: Vec<(PosId, i64)> = sqlx::query_as(
            "WITH held AS (SELECT pos_id FROM location WHERE pos_id = ANY($1) ORDER BY pos_id FOR NO KEY UPDATE)
             UPDATE location AS l SET version = version + 1 FROM held WHERE l.pos_id = held.pos_id
             RETURNING l.pos_id, l.version",
        )
        .bind(Vec::from_iter(changed))
        .fetch_all(self.conn())
        .await?;
        versions.into_iter().try_for_each(|(pos_id, version)| announce(self, pos_id, version))
    }
}
