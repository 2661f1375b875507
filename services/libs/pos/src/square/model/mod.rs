//! Square's objects: the fields that are read, under Square's names. Fields that are missing, null or unknown never stop an
//! object; times and quantities are text until they are mapped, so that one that cannot be read costs its own object alone.
//! Source: Square's Connect API specification, and its reference for fields of 2026.

mod answer;
mod catalog;
mod charge;
mod customer;
mod error;
mod labor;
mod line;
mod order;
mod payment;
mod payout;
mod read;
mod returned;

pub use crate::read::{Kind, Read};
pub use answer::Answer;
pub use catalog::{
    CatalogCategory, CatalogDiscount, CatalogItem, CatalogItemVariation, CatalogModifier,
    CatalogModifierList, CatalogObject, CategoryReference, InventoryCount, LocationOverride, ObjectType,
    PricingType, VendorInformation,
};
pub use charge::{ChargeTreatment, ChargeType, Discount, RoundingAdjustment, ServiceCharge, Tax, TaxType};
pub use customer::{Customer, Merge, Preferences};
pub use error::ApiError;
pub use labor::{
    Break, JobAssignment, TeamMember, TeamMemberWage, Timecard, TimecardWage, WageSetting, WorkweekConfig,
};
pub use line::{AppliedDiscount, AppliedTax, ItemType, LineItem, LineModifier};
pub use order::{Fulfillment, Order, OrderState, Source};
pub use payment::{
    ApplicationDetails, BuyNowPayLater, Card, CardDetails, CardSurcharge, DeviceDetails, ExternalDetails,
    OfflineDetails, Payment, PaymentRefund, PaymentStatus, ProcessingFee, RefundStatus, Tender, TenderRefund,
    Wallet,
};
pub use payout::{Dispute, DisputeState, DisputedPayment, EntryDetails, Payout, PayoutEntry, PayoutStatus};
pub use returned::{OrderReturn, ReturnAmounts, ReturnLineItem, ReturnTip};

use serde::{Deserialize, Deserializer};

/// An amount of money.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Money {
    /// In the smallest unit of the currency.
    pub amount: Option<i64>,
    /// ISO 4217; none where Square leaves it out.
    pub currency: Option<String>,
}

/// A location of the seller.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Location {
    /// Unique at Square.
    pub id: Option<String>,
    /// As the Dashboard shows it.
    pub name: Option<String>,
    /// IANA name.
    pub timezone: Option<String>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// ISO 3166, two letters.
    pub country: Option<String>,
    /// ACTIVE or INACTIVE.
    pub status: Option<String>,
    /// The seller.
    pub merchant_id: Option<String>,
    /// As typed.
    pub phone_number: Option<String>,
    /// Its own page.
    pub website_url: Option<String>,
    /// Where it is.
    pub address: Option<Address>,
}

/// A postal address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Address {
    /// Street and number.
    pub address_line_1: Option<String>,
    /// More of it.
    pub address_line_2: Option<String>,
    /// City.
    pub locality: Option<String>,
    /// State.
    pub administrative_district_level_1: Option<String>,
    /// ZIP code.
    pub postal_code: Option<String>,
    /// ISO 3166, two letters.
    pub country: Option<String>,
}

/// Reads a list that may be null or hold nulls.
fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let list = Option::<Vec<Option<T>>>::deserialize(deserializer)?;
    Ok(list.unwrap_or_default().into_iter().flatten().collect())
}
