//! SQL, on kit's transaction type, and the object store that holds the pictures.

mod changes;
mod checks;
mod edits;
mod https;
mod item_list;
mod items;
mod locations;
mod objects;
mod pictures;
mod promotion_list;
mod promotions;

pub use changes::{Change, announce, changes_after};
pub use checks::{SoldChecks, forget_sold, keep_checks, sold_checks, sold_since};
pub use edits::{Edits, add_edits, page_of_edits, rename_editor};
pub use item_list::{ItemQuery, page_of_items};
pub use items::{ItemKey, Items, find_item, items, locations_with_item, save_items};
pub use locations::{due_items, leap_locations, lock_due_locations, lock_locations};
pub use objects::Objects;
pub use pictures::{keep_picture, remove_retired, retire_unused, touch_picture, uploaded_here};
pub use promotion_list::{PromotionQuery, page_of_promotions};
pub use promotions::{free_code, reserve_code, take_offer_step};

use std::convert::Infallible;

use crate::domain::{DisplayName, ImageName, PromoCode};

saffron_core::held_as_text!(ImageName);
saffron_core::held_as!(&str: DisplayName, |name| name.as_str(), |text: &str| {
    Ok::<_, Infallible>(DisplayName::stored(text))
});
saffron_core::held_as!(&str: PromoCode, |code| code.as_str(), |text: &str| {
    Ok::<_, Infallible>(PromoCode::stored(text))
});
