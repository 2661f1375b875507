use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::{AddressHash, Channel, Exclusion, Standing};
use crate::store;

/// The data that decides whether addresses of a location may get messages by a channel now.
pub struct Exclusions {
    standings: BTreeMap<AddressHash, Standing>,
    weekly_counts: BTreeMap<AddressHash, i64>,
    weekly_cap: i64,
}

impl Exclusions {
    /// Reads the consent standings and the numbers of messages within seven days of these addresses.
    pub async fn of(
        app: &App,
        tx: &mut Tx,
        pos_id: &PosId,
        channel: Channel,
        hashes: &[AddressHash],
    ) -> Result<Exclusions, Fault> {
        Ok(Exclusions {
            standings: store::standings(tx, pos_id, channel, hashes).await?,
            weekly_counts: store::weekly_counts(tx, pos_id, hashes, app.now()).await?,
            weekly_cap: app.settings.weekly_cap.into(),
        })
    }

    /// Why an address gets no message of an owner; none: it may get one.
    pub fn of_message(&self, hash: AddressHash) -> Option<Exclusion> {
        let is_enough = self.weekly_counts.get(&hash).is_some_and(|count| *count >= self.weekly_cap);
        let by_standing = self.standings.get(&hash).map_or(Some(Exclusion::NoConsent), Standing::exclusion);
        by_standing.or(is_enough.then_some(Exclusion::TooMany))
    }

    /// Why an address gets no reward notice; none: it may get one.
    pub fn of_notice(&self, hash: AddressHash) -> Option<Exclusion> {
        self.standings.get(&hash).and_then(Standing::notice_exclusion)
    }
}
