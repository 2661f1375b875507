use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::label::{self, Label};
use super::line::{Line, LineInput};
use super::tax::{Priced, without_tax};
use super::{NamedTax, ServiceCharge};
use crate::time::TimeError;
use crate::{BusinessDate, CheckId, CustomerId, Moment, Money, PosTime, Zone};

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

fn is_zero(money: &Money) -> bool {
    *money == Money::ZERO
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
    /// A gift card paid: what it was sold for becomes a sale now.
    #[serde(default, deserialize_with = "gift_card_flag", skip_serializing_if = "std::ops::Not::not")]
    pub gift_card: bool,
    /// A deposit paid, likewise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deposit: bool,
}

impl Payment {
    /// Whether it redeems what was sold before.
    #[must_use]
    pub const fn redeems(&self) -> bool {
        self.gift_card || self.deposit
    }
}

/// Reads a flag without repeating what was sent instead of it: a number of a card belongs in no answer and no log.
fn gift_card_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let sent = Value::deserialize(deserializer)?;
    sent.as_bool().ok_or_else(|| D::Error::custom("must be true or false, never the number of a card"))
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
    /// Charges beside what was sold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_charges: Vec<ServiceCharge>,
    /// Its taxes by name; the lines' and charges' own taxes where none is sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<NamedTax>,
    /// What was rounded, such as to five cents in cash: positive if more was due.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounding: Money,
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
    /// Whether what it is out of balance by counts. False of facts that were stamped before it did: a correction takes away
    /// exactly what they added.
    #[serde(default)]
    pub balance_counts: bool,
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
    service_charges: Vec<ServiceCharge>,
    #[serde(default)]
    taxes: Vec<NamedTax>,
    #[serde(default)]
    rounding: Option<Money>,
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

/// The most lines one check may have.
const MAX_LINES: usize = 1_000;
/// The most payments one check may have.
const MAX_PAYMENTS: usize = 200;
/// The most service charges one check may have.
const MAX_CHARGES: usize = 100;
/// The most taxes one check may name.
const MAX_TAXES: usize = 100;

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
        for (field, length, most) in [
            ("items", self.items.len(), MAX_LINES),
            ("payments", self.payments.len(), MAX_PAYMENTS),
            ("serviceCharges", self.service_charges.len(), MAX_CHARGES),
            ("taxes", self.taxes.len(), MAX_TAXES),
        ] {
            if length > most {
                return Err((field.into(), format!("may have at most {most} entries")));
            }
        }
        let service_charges = if self.tax_included {
            self.service_charges.into_iter().map(ServiceCharge::without_tax).collect()
        } else {
            self.service_charges
        };
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
            service_charges,
            taxes: self.taxes,
            rounding: self.rounding.unwrap_or_default(),
            payments: self.payments,
            reward_used: self.reward_used.unwrap_or_default(),
            customer: self.customer,
            promo_code: self.promo_code,
            refund_of: self.refund_of,
            voided: self.voided,
            balance_counts: true,
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
