//! SQL, on kit's transaction type.

mod checks;
mod counted;
mod days;
mod facts;
mod items;
mod months;
mod open_shifts;
mod parts;
mod reports;
mod rollups;

pub use checks::{Search, find_check, locations_with_check, page_of_checks};
pub use days::days_now;
pub use facts::{NewChecks, NewShifts, leap_versions, replace_checks, replace_shifts, take_versions};
pub use items::{ItemLevel, items};
pub use months::{hold_location, make_months, mark_folded, months_to_fold, unfold};
pub use reports::{Answered, cashiers, daily, dimension, hourly, labor, payments};
pub use rollups::{fold_rollups, move_rollups};

use saffron_core::PosId;
use saffron_kit::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Locations up to which a statement that joins a list of them to a table also compares the table's own location with them: so
/// each is read from the node it lies on (docs/scaling.md). More lie on nearly every node; and Postgres sorts the list again
/// for each of its rows.
const AMONG: usize = 32;

/// That the location of this table is one of a list without repeats, each once in `locations`; nothing where they are many.
fn among(table: &str, list: &str, locations: &[PosId]) -> String {
    if locations.len() <= AMONG { format!(" AND {table}.pos_id = ANY ({list})") } else { String::new() }
}

/// Each of these locations once.
fn each_once<'a>(pos_ids: impl IntoIterator<Item = &'a PosId>) -> Vec<PosId> {
    pos_ids.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().cloned().collect()
}

/// A number of a list, as columns hold it.
fn number(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

fn place(number: i32) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// A fact as it is stored.
fn json(fact: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(fact).map_err(|e| Fault::Permanent(format!("fact: {e}")))
}

/// A stored fact.
fn fact<F: DeserializeOwned>(json: &str) -> Result<F, Fault> {
    serde_json::from_str(json).map_err(|e| Fault::Permanent(format!("stored fact: {e}")))
}
