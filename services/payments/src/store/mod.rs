//! SQL, on kit's transaction type; and the card provider, which is called from here alone.

mod checks;
mod found;
mod locations;
mod mirror;
mod mismatches;
mod notices;
mod polls;
mod provider;
mod stale;
#[cfg(test)]
mod tests;
mod traces;
mod weeks;

pub use checks::*;
pub use found::*;
pub use locations::*;
pub use mirror::*;
pub use mismatches::*;
pub use notices::*;
pub use polls::*;
pub use provider::*;
pub use stale::*;
pub use traces::*;
pub use weeks::*;

use std::convert::Infallible;

use saffron_core::{BusinessDate, CheckId, PosId, held_as, held_as_text};

use crate::domain::{Kind, ProviderId, Week};

held_as_text!(Kind, ProviderId);
held_as!(BusinessDate: Week, |week| week.begin(), |date| Ok::<_, Infallible>(Week::of(date)));

/// Keys as two columns.
fn columns<'a>(keys: impl IntoIterator<Item = &'a (PosId, CheckId)>) -> (Vec<String>, Vec<String>) {
    keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip()
}
