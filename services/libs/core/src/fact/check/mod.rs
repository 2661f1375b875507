//! Checks: what was sold, at what price, and how it was paid.

mod charge;
mod discount;
mod exception;
mod line;
mod modifier;
mod payment;
mod resend;
mod tax;
mod totals;

pub use charge::{ChargeKind, NamedTax, ServiceCharge, TaxCollector};
pub use discount::{Discount, DiscountKind};
pub use exception::CheckException;
pub use line::Line;
pub use modifier::Modifier;
pub use payment::Payment;
pub use totals::{CheckTotals, Sales};

use serde::{Deserialize, Serialize};

use self::line::LineInput;
use self::tax::{Priced, in_proportion, without_tax};
use super::label::{self, Label};
use super::list::bounded_list;
use super::person::{self, Person};
use super::sent::{self, Sent};
use crate::time::TimeError;
use crate::{BusinessDate, Calendar, CheckId, CustomerId, Moment, Money, PosTime, QuarterHour};

fn is_zero(money: &Money) -> bool {
    *money == Money::ZERO
}

/// A closed check, stamped with the location's own time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// Unique within the location.
    #[serde(rename = "posCheckID")]
    pub id: CheckId,
    /// The id that the POS sent, where that does not fit.
    #[serde(default, rename = "sentCheckID", skip_serializing_if = "Option::is_none")]
    pub sent_id: Option<String>,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Whether the POS sent that date. None of facts that were stamped before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_brought: Option<bool>,
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
    /// What that discount is for; what it does not name is other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
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
    /// Why it was voided, where the POS asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// The manager who allowed the void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
    /// Whether its entries by name count, and what it is out of balance by. False of facts that were stamped before they did:
    /// a correction takes away exactly what they added.
    #[serde(default)]
    pub itemized: bool,
}

impl Check {
    /// The quarter hour in which it counts: that of its closing, or of the opening of an open check.
    #[must_use]
    pub fn quarter(&self) -> QuarterHour {
        QuarterHour::of(self.closed.wall, self.business_date).of_stamp(self.date_brought)
    }

    /// A check that holds nothing and counts nowhere.
    #[must_use]
    pub fn nothing(id: CheckId, business_date: BusinessDate, at: Moment) -> Check {
        Check {
            id,
            sent_id: None,
            business_date,
            date_brought: None,
            opened: at,
            closed: at,
            table: None,
            covers: 0,
            employee: None,
            cashier: None,
            revenue_center: None,
            order_type: None,
            order_input_type: None,
            order_source: None,
            source_fee: Money::ZERO,
            lines: Vec::new(),
            discount: Money::ZERO,
            discounts: Vec::new(),
            service_charges: Vec::new(),
            taxes: Vec::new(),
            rounding: Money::ZERO,
            payments: Vec::new(),
            reward_used: Money::ZERO,
            customer: None,
            promo_code: None,
            refund_of: None,
            voided: true,
            reason: None,
            approved_by: None,
            itemized: true,
        }
    }
}

/// A check as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckInput {
    #[serde(rename = "posCheckID")]
    id: Sent<CheckId>,
    open_time: Option<PosTime>,
    close_time: Option<PosTime>,
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
    discounts: Vec<Discount>,
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
    #[serde(default, rename = "posCustomerID", deserialize_with = "sent::optional_id")]
    customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "label::optional")]
    promo_code: Option<Label>,
    #[serde(default, deserialize_with = "sent::optional_id")]
    refund_of: Option<CheckId>,
    #[serde(default)]
    voided: bool,
    #[serde(default, deserialize_with = "label::optional")]
    reason: Option<Label>,
    #[serde(default, deserialize_with = "person::optional")]
    approved_by: Option<Person>,
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
/// The most discounts that a line, and a check, may name.
const MAX_DISCOUNTS: usize = 100;
/// The most modifiers one line may have.
const MAX_MODIFIERS: usize = 100;

impl CheckInput {
    /// Stamps business date and local times, and takes out the tax that is in the amounts. A check that is not closed is as of its
    /// opening.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, closed: bool, calendar: &Calendar) -> Result<Check, (String, String)> {
        let time = |field: &str, e: TimeError| (field.to_owned(), e.to_string());
        let opened = self.open_time.map(|open| calendar.resolve(open).map_err(|e| time("openTime", e)));
        let opened = opened.transpose()?;
        let closed = match (closed, self.close_time, opened) {
            (true, Some(close), _) => calendar.resolve(close).map_err(|e| time("closeTime", e))?,
            (true, None, _) => return Err(("closeTime".into(), "is missing".into())),
            (false, _, Some(opened)) => opened,
            (false, _, None) => {
                return Err(("openTime".into(), "is missing: an open check has a beginning".into()));
            }
        };
        let opened = opened.unwrap_or(closed);
        for (field, checked) in [
            ("items", bounded_list(&self.items, MAX_LINES)),
            ("payments", bounded_list(&self.payments, MAX_PAYMENTS)),
            ("serviceCharges", bounded_list(&self.service_charges, MAX_CHARGES)),
            ("taxes", bounded_list(&self.taxes, MAX_TAXES)),
            ("discounts", bounded_list(&self.discounts, MAX_DISCOUNTS)),
        ] {
            checked.map_err(|why| (field.to_owned(), why))?;
        }
        let sent =
            discount::total(self.discount, &self.discounts).map_err(|why| ("discounts".to_owned(), why))?;
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
        let (lines, discount) = without_tax(lines, sent);
        let mut discounts = self.discounts;
        in_proportion(discounts.iter_mut().map(|named| &mut named.amount), sent, discount);
        Ok(Check {
            id: self.id.id,
            sent_id: self.id.text,
            business_date: self.business_date.unwrap_or_else(|| calendar.date_of(closed.wall)),
            date_brought: Some(self.business_date.is_some()),
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
            discounts,
            service_charges,
            taxes: self.taxes,
            rounding: self.rounding.unwrap_or_default(),
            payments: self.payments,
            reward_used: self.reward_used.unwrap_or_default(),
            customer: self.customer,
            promo_code: self.promo_code,
            refund_of: self.refund_of,
            voided: self.voided,
            reason: self.reason,
            approved_by: self.approved_by,
            itemized: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::modifier::ModifierInput;
    use super::*;
    use crate::fact::documented::is_documented;

    #[test]
    fn every_field_of_a_checks_parts_is_documented() {
        is_documented::<LineInput>("check.closed");
        is_documented::<ModifierInput>("check.closed");
        is_documented::<Discount>("check.closed");
        is_documented::<ServiceCharge>("check.closed");
        is_documented::<NamedTax>("check.closed");
        is_documented::<Payment>("check.closed");
    }
}
