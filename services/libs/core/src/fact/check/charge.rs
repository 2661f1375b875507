use serde::{Deserialize, Serialize};

use crate::Money;
use crate::fact::Label;

/// What a service charge is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum ChargeKind {
    /// Belongs to the staff, such as 18 % for a party of eight: no sale and no profit.
    Gratuity,
    /// Revenue beside sales.
    Fee,
    /// Revenue beside sales, for delivery.
    Delivery,
}

/// A charge of a whole check, beside what was sold. Amounts are negative on a refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceCharge {
    /// As the check names it.
    pub name: Label,
    /// What it is for.
    pub kind: ChargeKind,
    /// Without its tax.
    pub amount: Money,
    /// Its tax.
    #[serde(default)]
    pub tax: Money,
}

impl ServiceCharge {
    /// The same charge, of an amount that held its tax. A tax larger than the amount is none that it held, nor one that makes it larger than any.
    pub(super) fn without_tax(self) -> ServiceCharge {
        match (self.amount - self.tax).in_range() {
            Ok(amount) if amount.cents().signum() * self.amount.cents().signum() > 0 => {
                ServiceCharge { amount, ..self }
            }
            _ => self,
        }
    }
}

/// Who owes a tax to the state.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum TaxCollector {
    /// The restaurant.
    #[default]
    Us,
    /// The marketplace that brought the order.
    Marketplace,
}

/// A tax of a whole check by its name: names what the taxes of lines and charges sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedTax {
    /// As the check names it.
    pub name: Label,
    /// Negative on a refund.
    pub amount: Money,
    /// Who owes it.
    #[serde(default)]
    pub collected_by: TaxCollector,
}
