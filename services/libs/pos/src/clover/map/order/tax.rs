//! Taxes of an order. Clover sends rates: each is rounded once, over all that it taxes.

use saffron_core::Money;
use saffron_core::fact::TaxCollector;
use saffron_till::NamedTax;

use super::priced::{Fee, Piece, Priced, weight};
use crate::clover::model::TaxRate;
use crate::part::MOST;
use crate::text;

/// A rate that takes all: 825000 is 8.25 %.
const WHOLE: i64 = 10_000_000;

/// What rates take of an order.
#[derive(Debug, Default)]
pub(super) struct Taxed {
    rates: Vec<Rate>,
    /// What lines, then charges have of it.
    pub(super) weights: Vec<u64>,
}

#[derive(Debug)]
struct Rate {
    key: String,
    name: String,
    rate: i64,
    /// Of the lines and charges that it taxes, times the subtotal.
    taxable: i128,
    /// What it takes without a percentage.
    flat: Money,
}

impl Taxed {
    fn rate(&mut self, sent: &TaxRate) -> Option<&mut Rate> {
        let key = sent.id.clone().or_else(|| sent.name.clone())?;
        let index = self.rates.iter().position(|known| known.key == key).unwrap_or_else(|| {
            let name = text::name(sent.name.as_deref()).unwrap_or_else(|| "Tax".to_owned());
            let rate = sent.rate.unwrap_or_default().clamp(0, WHOLE * 10);
            self.rates.push(Rate { key, name, rate, taxable: 0, flat: Money::ZERO });
            self.rates.len() - 1
        });
        self.rates.get_mut(index)
    }

    /// The taxes by name; none if they are not all of the tax.
    pub(super) fn named(&self, tax: Money) -> Vec<NamedTax> {
        let named: Vec<NamedTax> = self
            .rates
            .iter()
            .map(|rate| NamedTax {
                name: rate.name.clone(),
                amount: rate.flat,
                collected_by: TaxCollector::Us,
            })
            .filter(|tax| tax.amount != Money::ZERO)
            .collect();
        let is_all = named.iter().map(|tax| tax.amount).sum::<Money>() == tax;
        if is_all && named.len() <= MOST { named } else { Vec::new() }
    }
}

/// What rates take, and all tax: as payments say, else as it is computed.
pub(super) fn taxes(priced: &Priced<'_>, is_taxed: bool, sent: Option<Money>) -> (Taxed, Money) {
    let mut taxed = Taxed::default();
    let (subtotal, discounted) = (priced.subtotal(), priced.discounted());
    // A part of the subtotal is taxed at the part that the order's discounts leave of it.
    let (left, whole) =
        if subtotal > Money::ZERO { (discounted, subtotal) } else { (whole_of(), whole_of()) };
    let pieces = priced.pieces.iter().map(|Piece { line, .. }| &line.tax_rates);
    let nets = priced.pieces.iter().map(|piece| (piece.net(), left));
    let fees = priced.fees.iter().map(|Fee { line, .. }| line.map(|line| &line.tax_rates));
    let fee_nets = priced.fees.iter().map(|fee| (fee.amount, whole));
    let all = pieces.map(Some).chain(fees).zip(nets.chain(fee_nets));
    for (rates, (net, left)) in all {
        let mut own = 0_u64;
        for sent in rates.into_iter().flatten().filter(|_| is_taxed) {
            let Some(rate) = taxed.rate(sent) else { continue };
            if rate.rate == 0 {
                let flat = Money::from_cents(sent.tax_amount.unwrap_or_default());
                rate.flat += flat;
                own = own.saturating_add(weight(flat).saturating_mul(WHOLE.unsigned_abs()));
            } else {
                rate.taxable += i128::from(net.cents()) * i128::from(left.cents());
                let part =
                    i128::from(net.cents()) * i128::from(left.cents()) / i128::from(whole.cents().max(1));
                let part = u64::try_from(part).unwrap_or(0);
                own = own.saturating_add(part.saturating_mul(rate.rate.unsigned_abs()));
            }
        }
        taxed.weights.push(own);
    }
    let all_rates: i64 = if priced.is_vat { taxed.rates.iter().map(|rate| rate.rate).sum() } else { 0 };
    for rate in taxed.rates.iter_mut().filter(|rate| rate.rate > 0) {
        let taxable = Money::from_cents(divided(rate.taxable, whole.cents()));
        // A price that holds its tax is 100 % and the rates.
        rate.flat += taxable.ratio(rate.rate, WHOLE + all_rates);
    }
    let computed = taxed.rates.iter().map(|rate| rate.flat).sum();
    (taxed, sent.unwrap_or(computed))
}

const fn whole_of() -> Money {
    Money::from_cents(1)
}

/// Rounded half up.
fn divided(numerator: i128, denominator: i64) -> i64 {
    let denominator = i128::from(denominator.max(1));
    let rounded = (2 * numerator + denominator).div_euclid(2 * denominator);
    i64::try_from(rounded).unwrap_or_default()
}
