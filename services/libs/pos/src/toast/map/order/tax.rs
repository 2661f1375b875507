//! Taxes of a check. Toast rounds them for the whole check, so that those of its lines may come to some cents more or less.

use std::collections::BTreeMap;

use saffron_core::fact::TaxCollector;
use saffron_core::{Money, spread};
use saffron_till::{Check as Fact, NamedTax};

use super::mapped::Mapped;
use super::piece::sold;
use crate::part::{MOST, charges_tax};
use crate::text;
use crate::toast::map::Why;
use crate::toast::model::AppliedTax;

/// Puts the difference between a check's tax and that of its lines and charges into these.
///
/// # Errors
/// If the tax is none that a fact may have.
pub(super) fn settle(mapped: &Mapped<'_>, fact: &mut Fact) -> Result<(), Why> {
    let Some(sent) = &mapped.check.tax_amount else { return Ok(()) };
    let difference = mapped.amounts.of(Some(sent))? - of(fact);
    if difference == Money::ZERO {
        return Ok(());
    }
    let lines = fact.lines.iter().filter(|line| !line.voided);
    let mut weights: Vec<u64> = lines.clone().map(|line| weight(line.tax)).collect();
    weights.extend(fact.service_charges.iter().map(|charge| weight(charge.tax)));
    if weights.iter().all(|weight| *weight == 0) {
        weights = lines.map(|line| weight(line.amount - line.discount)).collect();
        weights.extend(fact.service_charges.iter().map(|charge| weight(charge.amount)));
    }
    let lines = fact.lines.iter_mut().filter(|line| !line.voided).map(|line| &mut line.tax);
    let taxes = lines.chain(fact.service_charges.iter_mut().map(|charge| &mut charge.tax));
    for (tax, part) in taxes.zip(spread::spread(difference.cents(), &weights)) {
        *tax += Money::from_cents(part);
    }
    Ok(())
}

/// All tax of a check.
fn of(fact: &Fact) -> Money {
    let lines = fact.lines.iter().filter(|line| !line.voided);
    lines.map(|line| line.tax).sum::<Money>() + charges_tax(fact)
}

fn weight(amount: Money) -> u64 {
    amount.cents().unsigned_abs()
}

/// The taxes by name. What a marketplace pays to the state is named in any case; the others only where they are all of the rest.
///
/// # Errors
/// If a tax is none that a fact may have.
pub(super) fn named(mapped: &Mapped<'_>, fact: &Fact) -> Result<Vec<NamedTax>, Why> {
    let charges = mapped.check.applied_service_charges.iter().flat_map(|of| &of.applied_taxes);
    let applied: Vec<&AppliedTax> =
        sold(mapped.check).flat_map(|of| &of.applied_taxes).chain(charges).collect();
    let mut sums: BTreeMap<(bool, String), Money> = BTreeMap::new();
    for tax in applied {
        let is_theirs = tax.facilitator_collect_and_remit_tax == Some(true);
        let name = text::name(tax.name.as_deref()).unwrap_or_else(|| "Tax".to_owned());
        *sums.entry((is_theirs, name)).or_default() += mapped.amounts.of(tax.tax_amount.as_ref())?;
    }
    sums.retain(|_, sum| *sum != Money::ZERO);
    let of_kind = |theirs: bool| sums.iter().filter(move |((is_theirs, _), _)| *is_theirs == theirs);
    let rest = of(fact) - of_kind(true).map(|(_, sum)| *sum).sum();
    let is_all = of_kind(false).map(|(_, sum)| *sum).sum::<Money>() == rest;
    let tax = |name: &str, amount, collected_by| NamedTax { name: name.to_owned(), amount, collected_by };
    let theirs = of_kind(true).map(|((_, name), sum)| tax(name, *sum, TaxCollector::Marketplace));
    let mut named: Vec<NamedTax> = theirs.collect();
    if is_all {
        named.extend(of_kind(false).map(|((_, name), sum)| tax(name, *sum, TaxCollector::Us)));
    } else if !named.is_empty() && rest != Money::ZERO {
        named.push(tax("Tax", rest, TaxCollector::Us));
    }
    Ok(if named.len() <= MOST { named } else { Vec::new() })
}
