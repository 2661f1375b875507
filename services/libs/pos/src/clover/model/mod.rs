//! Clover's objects: the fields that are read, under Clover's names. Fields that are missing, null or unknown never stop an
//! object, and a list may be bare or within `elements`. Amounts are in the smallest unit of the currency, times in milliseconds
//! since 1970, UTC.
//! Source: Clover's Android SDK (com.clover.sdk.v3) and REST reference (docs.clover.com).

mod charge;
mod elements;
mod item;
mod line;
mod merchant;
mod order;
mod payment;
mod people;
mod read;

pub use crate::read::{Kind, Read};
pub use charge::{AdditionalCharge, ChargeAmount, ServiceCharge};
pub use item::{Category, Item, ItemStock};
pub use line::{Discount, LineItem, Modification, TaxRate};
pub use merchant::{Address, Merchant, Properties};
pub use order::{Order, OrderType};
pub use payment::{CardTransaction, Credit, Payment, PaymentTaxRate, Refund, Tender};
pub use people::{Customer, EmailAddress, Employee, Metadata, PhoneNumber, Role, Shift};

use elements::elements;
use serde::Deserialize;

/// Another object, with what is expanded of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Reference {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Its name, where it is expanded.
    pub name: Option<String>,
}
