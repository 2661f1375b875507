use serde::{Deserialize, Serialize};

use super::discount::{self, Discount};
use super::modifier::{Modifier, ModifierInput};
use super::{MAX_DISCOUNTS, MAX_MODIFIERS};
use crate::fact::label::{self, Label};
use crate::fact::list::bounded_list;
use crate::fact::person::{self, Person};
use crate::fact::sent;
use crate::{ItemId, Money, Quantity};

/// One line of a check. Amounts are in cents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Which item of the menu.
    #[serde(rename = "posItemID")]
    pub item: ItemId,
    /// Its name when it was sold.
    pub name: Label,
    /// Its major category when it was sold.
    #[serde(default, deserialize_with = "label::optional")]
    pub major_category: Option<Label>,
    /// Its minor category when it was sold.
    #[serde(default, deserialize_with = "label::optional")]
    pub minor_category: Option<Label>,
    /// How many.
    #[serde(default = "one")]
    pub quantity: Quantity,
    /// Price of one.
    #[serde(default)]
    pub price: Money,
    /// Of the whole line, before discounts, without tax: quantity x price if it was not sent.
    pub amount: Money,
    /// Cost of one; unknown in many imports.
    #[serde(default)]
    pub cost: Option<Money>,
    /// Discount of this line alone, positive (negative on a refund).
    #[serde(default)]
    pub discount: Money,
    /// What that discount is for; what it does not name is other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// What was ordered to it; the amount holds theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Tax of this line.
    #[serde(default)]
    pub tax: Money,
    /// Voided: its amount counts only as voided.
    #[serde(default)]
    pub voided: bool,
    /// Why it was voided or discounted, where the POS asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// The manager who allowed that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
    /// Its amounts still hold a tax: it was sent with the tax inside, and the rate cannot be known because nothing was paid for it
    /// or its tax is larger than that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holds_tax: bool,
    /// A gift card or a deposit that was sold: a liability, no sale.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
}

impl Line {
    /// Whether its amount is a sale.
    #[must_use]
    pub const fn counts(&self) -> bool {
        !self.voided && !self.deferred
    }

    /// Its cost with its modifiers', of all pieces; that of the modifiers alone where its own is not known.
    #[must_use]
    pub fn total_cost(&self) -> Money {
        let own = self.cost.map_or(Money::ZERO, |cost| cost.times(self.quantity));
        own + self.modifiers.iter().map(Modifier::total_cost).sum()
    }
}

fn one() -> Quantity {
    Quantity::ONE
}

/// A line as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LineInput {
    #[serde(rename = "posItemID", deserialize_with = "sent::id")]
    item: ItemId,
    name: Label,
    #[serde(default, deserialize_with = "label::optional")]
    major_category: Option<Label>,
    #[serde(default, deserialize_with = "label::optional")]
    minor_category: Option<Label>,
    #[serde(default = "one")]
    quantity: Quantity,
    price: Option<Money>,
    amount: Option<Money>,
    cost: Option<Money>,
    discount: Option<Money>,
    #[serde(default)]
    discounts: Vec<Discount>,
    #[serde(default)]
    modifiers: Vec<ModifierInput>,
    tax: Option<Money>,
    #[serde(default)]
    voided: bool,
    #[serde(default, deserialize_with = "label::optional")]
    reason: Option<Label>,
    #[serde(default, deserialize_with = "person::optional")]
    approved_by: Option<Person>,
    /// Whether its amounts hold its tax; as the check says where it does not.
    pub(super) tax_included: Option<bool>,
    #[serde(default)]
    deferred: bool,
}

impl LineInput {
    /// # Errors
    /// The field that is wrong, and why. Computed amounts have the bounds of sent ones: services read the line by them.
    pub(super) fn complete(self) -> Result<Line, (&'static str, String)> {
        let bounded =
            |field: &'static str, money: Money| money.in_range().map_err(|e| (field, e.to_string()));
        let amount = match (self.amount, self.price) {
            (Some(amount), _) => amount,
            (None, Some(price)) => bounded("amount", price.times(self.quantity))?,
            (None, None) => {
                let why = "is missing: send the amount of the line, or the price of one";
                return Err(("amount", why.into()));
            }
        };
        // Without a price, that of one is what the line's amount says.
        let price = match self.price {
            Some(price) => price,
            None => bounded("price", amount.ratio(1000, self.quantity.milli()))?,
        };
        if let Some(cost) = self.cost {
            bounded("cost", cost.times(self.quantity))?;
        }
        bounded_list(&self.discounts, MAX_DISCOUNTS).map_err(|why| ("discounts", why))?;
        bounded_list(&self.modifiers, MAX_MODIFIERS).map_err(|why| ("modifiers", why))?;
        let discount = discount::total(self.discount, &self.discounts).map_err(|why| ("discounts", why))?;
        let modifiers: Vec<_> =
            self.modifiers.into_iter().map(|modifier| modifier.complete(self.quantity)).collect();
        let line = Line {
            item: self.item,
            name: self.name,
            major_category: self.major_category,
            minor_category: self.minor_category,
            quantity: self.quantity,
            price,
            amount,
            cost: self.cost,
            discount,
            discounts: self.discounts,
            modifiers,
            tax: self.tax.unwrap_or_default(),
            voided: self.voided,
            reason: self.reason,
            approved_by: self.approved_by,
            holds_tax: false,
            deferred: self.deferred,
        };
        bounded("modifiers", line.total_cost())?;
        Ok(line)
    }
}
