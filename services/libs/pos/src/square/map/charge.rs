//! What a check holds beside its lines: service charges, taxes by name, rounding.

use saffron_core::Money;
use saffron_core::fact::{ChargeKind, TaxCollector};
use saffron_till::{NamedTax, ServiceCharge};

use super::Why;
use super::amount::{cents, cents_or_zero};
use crate::kind::charge_name;
use crate::part::{MOST, Way};
use crate::square::model::{self, ChargeTreatment, ChargeType};
use crate::{Place, text};

/// The service charges of an order or a return. They are revenue, or the staff's, without a line, and their tax is not in the
/// lines; but a charge that is distributed to lines is taxed with them, and its tax may stand in both: `total_tax`, of lines and
/// charges, says whether it does (where Square leaves that out, the lines are assumed to hold it).
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn charges(
    place: &Place,
    sent: &[model::ServiceCharge],
    lines_tax: Money,
    total_tax: Option<Money>,
    way: Way,
) -> Result<Vec<ServiceCharge>, Why> {
    let is_apportioned =
        |charge: &model::ServiceCharge| charge.treatment_type == Some(ChargeTreatment::ApportionedTreatment);
    let (mut beside, mut apportioned) = (Money::ZERO, Money::ZERO);
    for charge in sent {
        let tax = cents_or_zero(place, charge.total_tax_money.as_ref())?;
        if is_apportioned(charge) { apportioned += tax } else { beside += tax }
    }
    let is_in_lines = total_tax != Some(lines_tax + beside + apportioned);
    let mut charges = Vec::new();
    for charge in sent {
        let applied = cents(place, charge.applied_money.as_ref())?;
        let total = cents(place, charge.total_money.as_ref())?;
        let mut tax = cents_or_zero(place, charge.total_tax_money.as_ref())?;
        let amount = if is_apportioned(charge) && is_in_lines {
            tax = Money::ZERO;
            applied.or(total)
        } else {
            // What is to be paid holds additive and included tax; `applied_money` the included alone.
            total.map(|total| total - tax).or(applied)
        };
        let amount = amount.unwrap_or_default();
        if amount == Money::ZERO && tax == Money::ZERO {
            continue;
        }
        let name = text::name(charge.name.as_deref());
        let is_gratuity = charge.kind == Some(ChargeType::AutoGratuity);
        let kind = place.settings.charge_kind(name.as_deref(), is_gratuity);
        let name = name.unwrap_or_else(|| charge_name(kind).to_owned());
        charges.push(ServiceCharge { name, kind, amount: way.money(amount), tax: way.money(tax) });
    }
    Ok(charges)
}

/// The surcharge for paying by card as a charge, with what the order has of tax beyond its lines and other charges; none where
/// there is none. It lies in the amounts of payments and in no line and no service charge [Square: Card Surcharges; orders of
/// public repositories hold `total_card_surcharge_money`].
pub(super) fn surcharge(
    amount: Money,
    total_tax: Option<Money>,
    known_tax: Money,
    way: Way,
) -> Option<ServiceCharge> {
    let tax = total_tax.map_or(Money::ZERO, |total| total - known_tax).max(Money::ZERO);
    (amount != Money::ZERO).then(|| ServiceCharge {
        name: "Card surcharge".to_owned(),
        kind: ChargeKind::Fee,
        amount: way.money(amount),
        tax: way.money(tax),
    })
}

/// The taxes of an order or a return by name; none if they are not all that lines and charges hold, which count then.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn taxes(
    place: &Place,
    sent: &[model::Tax],
    of_lines_and_charges: Money,
    way: Way,
) -> Result<Vec<NamedTax>, Why> {
    let mut taxes = Vec::new();
    for tax in sent {
        let amount = way.money(cents_or_zero(place, tax.applied_money.as_ref())?);
        if amount != Money::ZERO {
            let name = text::name(tax.name.as_deref()).unwrap_or_else(|| "Tax".to_owned());
            taxes.push(NamedTax { name, amount, collected_by: TaxCollector::Us });
        }
    }
    let is_all = taxes.iter().map(|tax| tax.amount).sum::<Money>() == of_lines_and_charges;
    Ok(if is_all && taxes.len() <= MOST { taxes } else { Vec::new() })
}

/// What a check was rounded by: positive if more was due. Square documents the adjustment of a sale as positive, and cash is
/// rounded down too: where the check balances only with the other sign, it has that one (assumed; no source shows one).
///
/// # Errors
/// If the amount is none that a fact may have.
pub(super) fn rounding(
    place: &Place,
    sent: Option<&model::RoundingAdjustment>,
    due: Money,
    paid: Money,
    way: Way,
) -> Result<Money, Why> {
    let amount = cents_or_zero(place, sent.and_then(|sent| sent.amount_money.as_ref()))?;
    let amount = way.money(amount);
    Ok(if paid - due == -amount { -amount } else { amount })
}
