use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::{AddressHash, Channel, Exclusion, Standing};
use crate::store;

/// Why addresses of a location get no messages of a channel now.
pub struct Exclusions {
    standings: BTreeMap<AddressHash, Standing>,
    counted: BTreeMap<AddressHash, i64>,
    weekly_cap: i64,
}

impl Exclusions {
    /// Reads the standings and the messages of seven days of these addresses.
    pub async fn of(
        app: &App,
        tx: &mut Tx,
        pos_id: &PosId,
        channel: Channel,
        hashes: &[AddressHash],
    ) -> Result<Exclusions, Fault> {
        Ok(Exclusions {
            standings: store::standings(tx, pos_id, channel, hashes).await?,
            counted: store::counted(tx, pos_id, hashes, app.now()).await?,
            weekly_cap: app.settings.weekly_cap.into(),
        })
    }

    /// Why an address does not get an owner's message; none: it may.
    pub fn of_message(&self, hash: AddressHash) -> Option<Exclusion> {
        let is_enough = self.counted.get(&hash).is_some_and(|count| *count >= self.weekly_cap);
        let by_standing = self.standings.get(&hash).map_or(Some(Exclusion::NoConsent), Standing::exclusion);
        by_standing.or(is_enough.then_some(Exclusion::TooMany))
    }

    /// Why an address does not get a notice about a reward; none: it may.
    pub fn of_notice(&self, hash: AddressHash) -> Option<Exclusion> {
        self.standings.get(&hash).and_then(Standing::notice_exclusion)
    }
}
