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
mod merges;
mod percents;
mod redemptions;
mod rewards;

pub use checks::*;
pub use contacts::*;
pub use erasures::*;
pub use export::*;
pub use guests::*;
pub use ledger::*;
pub use letters::*;
pub use list::*;
pub use locations::*;
pub use merges::*;
pub use percents::*;
pub use redemptions::*;
pub use rewards::*;

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
