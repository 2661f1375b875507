//! SQL, on kit's transaction type, and the object store of the pictures.

mod changes;
mod checks;
mod codes;
mod edits;
mod item_list;
mod items;
mod locations;
mod pictures;
mod promotion_list;
mod promotions;

pub use changes::*;
pub use checks::*;
pub use codes::*;
pub use edits::*;
pub use item_list::*;
pub use items::*;
pub use locations::*;
pub use pictures::*;
pub use promotion_list::*;
pub use promotions::*;

use std::convert::Infallible;

use crate::domain::{DisplayName, ImageName, PromoCode};

saffron_core::held_as_text!(ImageName);
saffron_core::held_as!(&str: DisplayName, |name| name.as_str(), |text: &str| {
    Ok::<_, Infallible>(DisplayName::stored(text))
});
saffron_core::held_as!(&str: PromoCode, |code| code.as_str(), |text: &str| {
    Ok::<_, Infallible>(PromoCode::stored(text))
});
