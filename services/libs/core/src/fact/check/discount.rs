use serde::{Deserialize, Serialize};

use crate::Money;
use crate::fact::label::{self, Label};
use crate::fact::person::{self, Person};

/// What a discount is given for.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum DiscountKind {
    /// Given away by the house, such as for a dish that came late.
    Comp,
    /// An offer, such as happy hour.
    Promotion,
    /// A meal of the staff.
    Employee,
    /// Anything else.
    #[default]
    Other,
}

/// A part of the discount of a line or a check, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    /// As the check names it.
    #[serde(default)]
    pub name: Label,
    /// What it is given for.
    #[serde(default)]
    pub kind: DiscountKind,
    /// Positive; negative on a refund.
    pub amount: Money,
    /// Why, where the POS asks.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// The manager who allowed it.
    #[serde(default, deserialize_with = "person::optional", skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
}

/// The discount of a line or a check: as sent, else what its named discounts add up to.
///
/// # Errors
/// That they add up to more than an amount may be.
pub(super) fn total(sent: Option<Money>, named: &[Discount]) -> Result<Money, String> {
    let sum = named.iter().map(|discount| discount.amount).sum::<Money>();
    sent.map_or_else(|| sum.in_range().map_err(|e| format!("add up to an amount that {e}")), Ok)
}
