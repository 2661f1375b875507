//! Toast's objects: the fields that are read, under Toast's names. Fields that are missing, null or unknown never stop an object,
//! and a list may be null. Amounts are decimal numbers of the currency's large unit, times are RFC 3339 in UTC, business dates
//! numbers such as 20260718. What is another object is named by its GUID alone.
//! Source: Toast's API reference (doc.toasttab.com): orders, labor, configuration, menus V2, stock, restaurants.

mod check;
mod list;
mod menu;
mod order;
mod payment;
mod people;
mod read;
mod restaurant;
mod selection;

pub use crate::read::{Kind, Read};
pub use check::{AppliedCharge, Check, Customer};
pub use menu::{Menu, MenuGroup, MenuItem, Menus, Metadata, Named, Stock};
pub use order::Order;
pub use payment::{Payment, Refund, VoidInfo};
pub use people::{Break, Employee, Job, TimeEntry};
pub use restaurant::{Address, General, Restaurant, Urls};
pub use selection::{AppliedDiscount, AppliedTax, DiscountReason, RefundDetails, Selection};

use list::list;
use serde::Deserialize;

/// An amount or a quantity: a decimal number, as it is written.
pub type Decimal = serde_json::Number;

/// Another object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Reference {
    /// Unique at Toast.
    pub guid: Option<String>,
}
