use serde::{Deserialize, Serialize};

use crate::fact::Label;
use crate::{Money, Quantity};

/// What of a line was ordered to it, such as extra cheese. Its amount is part of the line's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Modifier {
    /// As the check names it.
    pub name: Label,
    /// How many of it in the whole line.
    pub quantity: Quantity,
    /// Of the whole line, without tax. The line's amount holds it.
    pub amount: Money,
    /// Cost of one. It is added to the line's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

impl Modifier {
    /// Cost of all of it; 0 if unknown.
    #[must_use]
    pub fn total_cost(&self) -> Money {
        self.cost.map_or(Money::ZERO, |cost| cost.times(self.quantity))
    }
}

/// A modifier as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ModifierInput {
    name: Label,
    quantity: Option<Quantity>,
    amount: Option<Money>,
    cost: Option<Money>,
}

impl ModifierInput {
    /// Without a quantity, each piece of the line has one.
    pub(super) fn complete(self, of_line: Quantity) -> Modifier {
        Modifier {
            name: self.name,
            quantity: self.quantity.unwrap_or(of_line),
            amount: self.amount.unwrap_or_default(),
            cost: self.cost,
        }
    }
}
