use serde::Deserialize;

use super::{Money, list};

/// How a tax is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TaxType {
    /// On top of the price.
    Additive,
    /// Inside of the price.
    Inclusive,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A tax of an order, or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Tax {
    /// Unique in the order.
    pub uid: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// How it is taken.
    #[serde(rename = "type")]
    pub kind: Option<TaxType>,
    /// All of it.
    pub applied_money: Option<Money>,
}

/// A discount of an order, or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Discount {
    /// Unique in the order.
    pub uid: Option<String>,
    /// As printed; may stand in the catalog alone.
    pub name: Option<String>,
    /// The discount in the catalog.
    pub catalog_object_id: Option<String>,
    /// Decimal text, such as 7.25.
    pub percentage: Option<String>,
    /// All of it.
    pub applied_money: Option<Money>,
    /// Rewards of Square's own loyalty program that it pays for.
    #[serde(deserialize_with = "list")]
    pub reward_ids: Vec<String>,
    /// The rule that gave it by itself.
    pub pricing_rule_id: Option<String>,
}

/// Why a charge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeType {
    /// Belongs to the staff.
    AutoGratuity,
    /// Anything else.
    Custom,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// Where a charge is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeTreatment {
    /// Beside the lines.
    LineItemTreatment,
    /// Distributed to the lines.
    ApportionedTreatment,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A charge beside what is sold, of an order or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ServiceCharge {
    /// As printed.
    pub name: Option<String>,
    /// Of it, with an included tax.
    pub applied_money: Option<Money>,
    /// To be paid for it, with all tax.
    pub total_money: Option<Money>,
    /// Tax of it.
    pub total_tax_money: Option<Money>,
    /// Why it is made.
    #[serde(rename = "type")]
    pub kind: Option<ChargeType>,
    /// Where it is taken.
    pub treatment_type: Option<ChargeTreatment>,
}

/// Rounding to what cash there is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RoundingAdjustment {
    /// By how much.
    pub amount_money: Option<Money>,
}
