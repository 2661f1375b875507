//! SQL, on kit's transaction type.

mod cash;
mod checks;
mod days;
mod facts;
mod found;
mod gift_cards;
mod items;
mod labor;
mod months;
mod openings;
mod partial_days;
mod reports;
mod restamp;
mod rollups;
mod sources;

pub use cash::*;
pub use checks::*;
pub use days::*;
pub use facts::*;
pub use found::*;
pub use gift_cards::*;
pub use items::*;
pub use labor::*;
pub use months::*;
pub use openings::*;
pub use reports::*;
pub use restamp::*;
pub use rollups::*;
pub use sources::*;

use saffron_core::PosId;
use saffron_kit::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Up to how many locations a statement that joins a list of them to a table also filters the table by that list: so each is
/// read from its own node (docs/scaling.md). More are on nearly every node; and Postgres sorts the list again for each of its
/// rows.
const MANY: usize = 32;

/// The SQL condition that `table.pos_id` is one of `list`, a parameter that holds `locations`; empty where they are many.
fn location_filter(table: &str, list: &str, locations: &[PosId]) -> String {
    if locations.len() <= MANY { format!(" AND {table}.pos_id = ANY ({list})") } else { String::new() }
}

/// Each of these locations once.
fn distinct<'a>(pos_ids: impl IntoIterator<Item = &'a PosId>) -> Vec<PosId> {
    pos_ids.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().cloned().collect()
}

/// A list index as a value of a column.
fn sql_index(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// A list index from a value of a column.
fn index_of(value: i32) -> usize {
    usize::try_from(value).unwrap_or_default()
}

/// A fact as JSON, as it is stored.
fn json(fact: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(fact).map_err(|e| Fault::Permanent(format!("fact: {e}")))
}

/// A stored fact.
fn fact<F: DeserializeOwned>(json: &str) -> Result<F, Fault> {
    serde_json::from_str(json).map_err(|e| Fault::Permanent(format!("stored fact: {e}")))
}
