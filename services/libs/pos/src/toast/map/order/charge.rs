//! Charges of a check. Toast books cash rounding and donations as charges, too.

use saffron_core::Money;
use saffron_core::fact::ChargeKind;
use saffron_till::{Check as Fact, Line, ServiceCharge};

use super::mapped::{Mapped, amount_line};
use crate::kind::charge_name;
use crate::part::Way;
use crate::text;
use crate::toast::map::Why;
use crate::toast::model::AppliedCharge;

/// A charge with its amounts.
#[derive(Debug)]
pub(super) struct Charge<'a> {
    pub(super) sent: &'a AppliedCharge,
    pub(super) amount: Money,
    pub(super) tax: Money,
}

/// The charges of a check.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn charges<'a>(mapped: &Mapped<'a>) -> Result<Vec<Charge<'a>>, Why> {
    let sent: &'a [AppliedCharge] = &mapped.check.applied_service_charges;
    let charge = |sent: &'a AppliedCharge| -> Result<Charge<'a>, Why> {
        let mut tax = Money::ZERO;
        for applied in &sent.applied_taxes {
            tax += mapped.amounts.of(applied.tax_amount.as_ref())?;
        }
        Ok(Charge { sent, amount: mapped.amounts.of(sent.charge_amount.as_ref())?, tax })
    };
    sent.iter().map(charge).collect()
}

impl Charge<'_> {
    /// Adds so much of it to a check.
    ///
    /// # Errors
    /// If there can be no line of it.
    pub(super) fn add(
        &self,
        mapped: &Mapped<'_>,
        fact: &mut Fact,
        way: Way,
        (amount, tax): (Money, Money),
    ) -> Result<(), Why> {
        let (amount, tax) = (way.money(amount), way.money(tax));
        if amount == Money::ZERO && tax == Money::ZERO {
            return Ok(());
        }
        let name = text::name(self.sent.name.as_deref());
        match self.sent.service_charge_category.as_deref() {
            Some("CASH_ROUNDING") => fact.rounding += amount,
            // A donation is passed on: it is no sale, as with a gift card.
            Some("FUNDRAISING_CAMPAIGN") => {
                let line = amount_line(name.as_deref().unwrap_or("Donation"), amount)?;
                fact.lines.push(Line { deferred: true, tax, ..line });
            }
            _ => {
                let settings = &mapped.place.settings;
                let kind = settings.charge_kind(name.as_deref(), self.sent.gratuity == Some(true));
                // A charge of every order is one of deliveries, too.
                let AppliedCharge { delivery, takeout, dine_in, .. } = self.sent;
                let is_delivery = *delivery == Some(true) && *takeout != Some(true) && *dine_in != Some(true);
                let kind = if is_delivery && kind == ChargeKind::Fee { ChargeKind::Delivery } else { kind };
                let name = name.unwrap_or_else(|| charge_name(kind).to_owned());
                fact.service_charges.push(ServiceCharge { name, kind, amount, tax });
            }
        }
        Ok(())
    }
}
