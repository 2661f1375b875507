//! SQL, on kit's transaction type.

mod checks;
mod contacts;
mod erasures;
mod export;
mod guests;
mod ledger;
mod letters;
mod list;
mod locations;
mod percents;
mod redemptions;
mod rewards;

pub use checks::{NewCheck, effects_since, refunds_of, set_points, store_checks, stored_checks};
pub use contacts::{Upsert, guests_with_contact, store_contacts};
pub use erasures::{
    Tombstones, add_tombstones, addresses_in_use, contacts_of, erase_guests, find_tombstones,
    locations_with_tombstones, pending_erasures, sequences_read, set_events_read, set_letters_read,
    tombstones_of, vacuum,
};
pub use export::{export_checks, export_entries};
pub use guests::{add_guests, find_recipients, guests_to_expire, open_accounts};
pub use ledger::save;
pub use letters::{delete_outbox_letters, outbox_letters};
pub use list::{
    Addresses, CustomerRow, PointsRow, find_customer, page_of_customers, page_of_points, page_of_twins,
};
pub use locations::{lock_location, lock_locations};
pub use percents::{add_percent, cost, histories, newest_percents, rename_setter};
pub use redemptions::{item_rewards, servings_of, store_redemptions};
pub use rewards::{
    NewReward, RewardRow, find_message, find_reward, insert_reward, rename_granter, rewards_of,
    store_message_result,
};

use saffron_core::{PosId, held_as};

use crate::domain::{Book, Kind, Percent};

held_as!(&str: Book, |book| <&'static str>::from(book), |text: &str| text.parse::<Book>());
held_as!(&str: Kind, |kind| <&'static str>::from(kind), |text: &str| text.parse::<Kind>());
held_as!(i32: Percent, |percent| percent.hundredths(), |hundredths: i32| Percent::of(hundredths.into()));

/// Keys as two columns.
fn columns<'a, K: ToString + 'a>(
    keys: impl IntoIterator<Item = &'a (PosId, K)>,
) -> (Vec<String>, Vec<String>) {
    keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip()
}
