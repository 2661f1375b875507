use serde::{Deserialize, Serialize};

use super::label::{self, Label};
use super::tax::{Priced, without_tax};
use crate::figure::{Column, Columns, NET_SALES};
use crate::time::TimeError;
use crate::{BusinessDate, CheckId, CustomerId, ItemId, Moment, Money, PosTime, Quantity, Zone};

/// Someone who works at a location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Person {
    /// The POS's own id of that person; the name where it has none.
    #[serde(default)]
    pub id: Label,
    /// As shown on reports.
    #[serde(default)]
    pub name: Label,
}

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
    /// Tax of this line.
    #[serde(default)]
    pub tax: Money,
    /// Voided: its amount counts only as voided.
    #[serde(default)]
    pub voided: bool,
    /// Its amounts still hold a tax: it was sent with the tax inside, and the rate cannot be known because nothing was paid for it
    /// or its tax is larger than that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holds_tax: bool,
}

fn one() -> Quantity {
    Quantity::ONE
}

/// One payment of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The payment type, such as Cash or Visa.
    #[serde(rename = "type")]
    pub tender: Label,
    /// Without the tip.
    pub amount: Money,
    /// On top of the amount.
    #[serde(default)]
    pub tip: Money,
    /// The card provider's payment, where there is one.
    #[serde(default, deserialize_with = "label::optional")]
    pub payment_intent_id: Option<Label>,
}

/// A closed check, stamped with the location's own time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// Unique within the location.
    #[serde(rename = "posCheckID")]
    pub id: CheckId,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// When it was opened; its closing where the POS does not say.
    pub opened: Moment,
    /// When it was closed.
    pub closed: Moment,
    /// Table name.
    pub table: Option<Label>,
    /// Guests.
    pub covers: u32,
    /// Who served.
    pub employee: Option<Person>,
    /// Who took the money.
    pub cashier: Option<Person>,
    /// Revenue center.
    pub revenue_center: Option<Label>,
    /// Order type, such as Dine In.
    pub order_type: Option<Label>,
    /// How the order came in; `online` marks an online order.
    pub order_input_type: Option<Label>,
    /// Who brought an online order.
    pub order_source: Option<Label>,
    /// What the source keeps.
    pub source_fee: Money,
    /// What was sold.
    pub lines: Vec<Line>,
    /// Discount of the whole check, on top of the lines' own.
    pub discount: Money,
    /// How it was paid.
    pub payments: Vec<Payment>,
    /// Paid with reward points, in dollars.
    pub reward_used: Money,
    /// The guest, where identified.
    pub customer: Option<CustomerId>,
    /// The promotion's code, where one was used.
    pub promo_code: Option<Label>,
    /// The check that this one refunds: it moves money, not the counts of checks and covers.
    pub refund_of: Option<CheckId>,
    /// Voided as a whole: keeps its value as voided and counts nowhere else.
    pub voided: bool,
}

/// The totals of the lines of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sales {
    /// Line amounts not voided, before discounts.
    pub gross: Money,
    /// Discounts of those lines and of the check, positive (negative on a refund).
    pub discounts: Money,
    /// Value of voided lines, or of the whole voided check.
    pub voids: Money,
}

impl Sales {
    /// Net of discounts.
    #[must_use]
    pub fn net(self) -> Money {
        Money::from_cents(NET_SALES.value_or_zero(&self))
    }
}

impl Columns for Sales {
    fn column(&self, column: Column) -> i64 {
        match column {
            Column::GrossSales => self.gross.cents(),
            Column::GrossDiscounts => self.discounts.cents(),
            Column::GrossVoids => self.voids.cents(),
            _ => 0,
        }
    }
}

impl Check {
    /// What was sold. A voided check keeps its value as voided and counts nowhere else.
    #[must_use]
    pub fn sales(&self) -> Sales {
        let mut sales = Sales::default();
        for line in &self.lines {
            if self.voided || line.voided {
                sales.voids += line.amount;
            } else {
                sales.gross += line.amount;
                sales.discounts += line.discount;
            }
        }
        if !self.voided {
            sales.discounts += self.discount;
        }
        sales
    }
}

/// A check as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckInput {
    #[serde(rename = "posCheckID")]
    id: CheckId,
    open_time: Option<PosTime>,
    close_time: PosTime,
    business_date: Option<BusinessDate>,
    #[serde(default, deserialize_with = "label::optional")]
    table: Option<Label>,
    #[serde(default)]
    covers: Option<u16>,
    employee: Option<Person>,
    cashier: Option<Person>,
    #[serde(default, deserialize_with = "label::optional")]
    revenue_center: Option<Label>,
    #[serde(default, deserialize_with = "label::optional")]
    order_type: Option<Label>,
    #[serde(default, deserialize_with = "label::optional")]
    order_input_type: Option<Label>,
    #[serde(default, deserialize_with = "label::optional")]
    order_source: Option<Label>,
    #[serde(default)]
    source_fee: Option<Money>,
    items: Vec<LineInput>,
    #[serde(default)]
    discount: Option<Money>,
    #[serde(default)]
    payments: Vec<Payment>,
    #[serde(default)]
    reward_used: Option<Money>,
    #[serde(default, rename = "posCustomerID")]
    customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "label::optional")]
    promo_code: Option<Label>,
    #[serde(default)]
    refund_of: Option<CheckId>,
    #[serde(default)]
    voided: bool,
    /// Whether the amounts of its lines hold their tax, where a line does not say.
    #[serde(default)]
    tax_included: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LineInput {
    #[serde(rename = "posItemID")]
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
    tax: Option<Money>,
    #[serde(default)]
    voided: bool,
    tax_included: Option<bool>,
}

/// The most lines one check may have.
const MAX_LINES: usize = 1_000;
/// The most payments one check may have.
const MAX_PAYMENTS: usize = 200;

impl CheckInput {
    /// Stamps business date and local times, and takes out the tax that is in the amounts.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, zone: &Zone) -> Result<Check, (String, String)> {
        let time = |field: &str, e: TimeError| (field.to_owned(), e.to_string());
        let closed = zone.resolve(self.close_time).map_err(|e| time("closeTime", e))?;
        let opened = match self.open_time {
            Some(open) => zone.resolve(open).map_err(|e| time("openTime", e))?,
            None => closed,
        };
        if self.items.len() > MAX_LINES {
            return Err(("items".into(), format!("may have at most {MAX_LINES} lines")));
        }
        if self.payments.len() > MAX_PAYMENTS {
            return Err(("payments".into(), format!("may have at most {MAX_PAYMENTS} payments")));
        }
        let mut lines = Vec::with_capacity(self.items.len());
        for (index, line) in self.items.into_iter().enumerate() {
            let tax_included = line.tax_included.unwrap_or(self.tax_included);
            let line = line.complete().map_err(|(field, why)| (format!("items[{index}].{field}"), why))?;
            lines.push(Priced { line, tax_included });
        }
        let (lines, discount) = without_tax(lines, self.discount.unwrap_or_default());
        Ok(Check {
            id: self.id,
            business_date: self.business_date.unwrap_or_else(|| BusinessDate::of(closed.wall)),
            opened,
            closed,
            table: self.table,
            covers: u32::from(self.covers.unwrap_or(0)),
            employee: self.employee.and_then(Person::identified),
            cashier: self.cashier.and_then(Person::identified),
            revenue_center: self.revenue_center,
            order_type: self.order_type,
            order_input_type: self.order_input_type,
            order_source: self.order_source,
            source_fee: self.source_fee.unwrap_or_default(),
            lines,
            discount,
            payments: self.payments,
            reward_used: self.reward_used.unwrap_or_default(),
            customer: self.customer,
            promo_code: self.promo_code,
            refund_of: self.refund_of,
            voided: self.voided,
        })
    }
}

impl LineInput {
    /// # Errors
    /// The field that is wrong, and why. Computed amounts have the bounds of sent ones: services read the line by them.
    fn complete(self) -> Result<Line, (&'static str, String)> {
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
        Ok(Line {
            item: self.item,
            name: self.name,
            major_category: self.major_category,
            minor_category: self.minor_category,
            quantity: self.quantity,
            price,
            amount,
            cost: self.cost,
            discount: self.discount.unwrap_or_default(),
            tax: self.tax.unwrap_or_default(),
            voided: self.voided,
            holds_tax: false,
        })
    }
}

impl Person {
    /// None without id and name; one of them alone serves as both.
    pub(super) fn identified(self) -> Option<Person> {
        match (self.id.clone().filled(), self.name.clone().filled()) {
            (None, None) => None,
            (Some(id), None) => Some(Person { name: id.clone(), id }),
            (None, Some(name)) => Some(Person { id: name.clone(), name }),
            (Some(id), Some(name)) => Some(Person { id, name }),
        }
    }
}
