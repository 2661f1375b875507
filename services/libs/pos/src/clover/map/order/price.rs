//! What an order comes to: Clover sends prices, percentages and rates, and leaves the sums to its readers
//! [docs.clover.com: Calculate order totals; the SDK's OrderCalc]. What payments say of tax and charges counts where they pay the
//! whole of it.

use saffron_core::fact::ChargeKind;
use saffron_core::{Money, Quantity, spread};
use saffron_till::Discount;

use super::priced::{Fee, Piece, Priced, weight};
use super::tax::{Taxed, taxes};
use crate::clover::map::team::Team;
use crate::clover::map::{Amounts, Why, id_of};
use crate::clover::model::{self, LineItem, Order};
use crate::kind::charge_name;
use crate::{Place, text};

/// Percentages of Clover's, as parts of a whole: 125000 is 12.5 %.
const WHOLE: i64 = 1_000_000;

/// What payments say of an order that they pay as a whole.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settled {
    /// All tax.
    pub(super) tax: Option<Money>,
    /// Its service charge.
    pub(super) service_charge: Option<Money>,
    /// Without tips.
    pub(super) paid: Money,
    /// Surcharges for the way of paying, which that may hold.
    pub(super) surcharge: Money,
}

impl<'a> Priced<'a> {
    /// Prices an order.
    ///
    /// # Errors
    /// If it holds an amount that no fact may.
    pub(super) fn of(
        place: &Place,
        team: &Team,
        order: &'a Order,
        settled: Option<Settled>,
    ) -> Result<Priced<'a>, Why> {
        let amounts = Amounts { place, currency: order.currency.as_deref() };
        let mut priced = Priced {
            pieces: Vec::new(),
            fees: Vec::new(),
            discounts: Vec::new(),
            taxes: Vec::new(),
            is_vat: order.is_vat == Some(true),
        };
        // A line that was given in exchange is no longer due.
        let lines = || order.line_items.iter().filter(|line| line.exchanged != Some(true));
        let is_fee = |line: &&LineItem| line.is_order_fee == Some(true);
        for line in lines().filter(|line| !is_fee(line)) {
            priced.pieces.push(piece(place, team, amounts, line)?);
        }
        let subtotal = priced.subtotal();
        priced.discounts = parts(place, team, amounts, &order.discounts, subtotal)?;
        priced.share();
        for line in lines().filter(is_fee) {
            priced.fees.push(fee(place, amounts, line, priced.discounted())?);
        }
        priced.add_charges(place, amounts, order, settled)?;
        let is_taxed = order.tax_removed != Some(true)
            && order.order_type.as_ref().and_then(|of| of.taxable) != Some(false);
        let (taxes, tax) = taxes(&priced, is_taxed, settled.and_then(|settled| settled.tax));
        priced.take_tax(&taxes, tax);
        priced.taxes = taxes.named(tax);
        if let Some(settled) = settled {
            priced.settle(order, settled);
        }
        Ok(priced)
    }

    /// Spreads the discounts of the whole order over its lines.
    fn share(&mut self) {
        let weights: Vec<u64> = self.pieces.iter().map(|piece| weight(piece.net())).collect();
        let shares = spread::spread(self.discount().cents(), &weights);
        for (piece, share) in self.pieces.iter_mut().zip(shares) {
            piece.share = Money::from_cents(share);
        }
    }

    /// Adds what is charged for the whole order. Its amount stands in payments alone; before that it is computed.
    fn add_charges(
        &mut self,
        place: &Place,
        amounts: Amounts<'_>,
        order: &Order,
        settled: Option<Settled>,
    ) -> Result<(), Why> {
        let discounted = self.discounted();
        if let Some(charge) = &order.service_charge {
            let computed = part(charge.percentage_decimal, charge.percentage.as_ref())
                .map_or(Money::ZERO, |part| discounted.ratio(part, WHOLE));
            let sent = settled.and_then(|settled| settled.service_charge);
            let name = text::name(charge.name.as_deref());
            let is_gratuity = charge.is_auto_applied == Some(true);
            let kind = place.settings.charge_kind(name.as_deref(), is_gratuity);
            self.add_fee(name, kind, sent.unwrap_or(computed));
        } else if let Some(sent) = settled.and_then(|settled| settled.service_charge) {
            self.add_fee(None, place.settings.charge_kind(None, false), sent);
        }
        for charge in &order.additional_charges {
            let amount = match charge.amount {
                Some(amount) => amounts.of(Some(amount))?,
                None => discounted.ratio(charge.percentage_decimal.unwrap_or_default(), WHOLE),
            };
            let code = charge.kind.as_deref().unwrap_or_default();
            let is_delivery = code == "DELIVERY_FEE";
            let name = Some(text::title(code)).filter(|name| !name.is_empty());
            let kind = if is_delivery {
                ChargeKind::Delivery
            } else {
                place.settings.charge_kind(name.as_deref(), false)
            };
            self.add_fee(name, kind, amount);
        }
        Ok(())
    }

    fn add_fee(&mut self, name: Option<String>, kind: ChargeKind, amount: Money) {
        if amount != Money::ZERO {
            let name = name.unwrap_or_else(|| charge_name(kind).to_owned());
            self.fees.push(Fee { line: None, name, kind, amount, tax: Money::ZERO });
        }
    }

    /// Spreads tax over lines and charges, as their rates have it; without rates, as their amounts do.
    fn take_tax(&mut self, taxes: &Taxed, tax: Money) {
        let weights = if taxes.weights.iter().any(|weight| *weight > 0) {
            taxes.weights.clone()
        } else {
            let pieces = self.pieces.iter().map(|piece| weight(piece.net() - piece.share));
            pieces.chain(self.fees.iter().map(|_| 0)).collect()
        };
        let parts = spread::spread(tax.cents(), &weights);
        let taxed = self
            .pieces
            .iter_mut()
            .map(|piece| &mut piece.tax)
            .chain(self.fees.iter_mut().map(|fee| &mut fee.tax));
        for (taxed, part) in taxed.zip(parts) {
            *taxed = Money::from_cents(part);
        }
    }

    /// What was paid as a whole is what was due: a cent that a percentage was rounded by goes into the discount that it is of.
    fn settle(&mut self, order: &Order, settled: Settled) {
        let percent =
            order.discounts.iter().position(|of| of.percentage.is_some() || of.percentage_decimal.is_some());
        let without = self.due() - settled.paid;
        let with = without + settled.surcharge;
        let difference = if with.abs() < without.abs() { with } else { without };
        let most = i64::try_from(self.pieces.len()).unwrap_or(i64::MAX);
        if difference == Money::ZERO || difference.abs().cents() > most {
            return;
        }
        let Some(discount) = percent.and_then(|index| self.discounts.get_mut(index)) else { return };
        discount.amount += difference;
        self.share();
    }
}

fn piece<'a>(place: &Place, team: &Team, amounts: Amounts<'_>, line: &'a LineItem) -> Result<Piece<'a>, Why> {
    let price = amounts.of(line.price)?;
    // The price is that of a unit; what is ordered to it is not.
    let mut gross = line.unit_qty.map_or(price, |milli| price.times(Quantity::from_milli(milli)));
    for modification in &line.modifications {
        gross += amounts.of(modification.amount)?;
    }
    let gross = gross.in_range().map_err(|_| "has an amount that is larger than any real one".to_owned())?;
    let name = text::name(line.name.as_deref()).unwrap_or_else(|| {
        if line.is_revenue == Some(false) { "Gift card".to_owned() } else { "Item".to_owned() }
    });
    let discounts = parts(place, team, amounts, &line.discounts, gross)?;
    Ok(Piece { line, name, gross, discounts, share: Money::ZERO, tax: Money::ZERO })
}

/// A fee that comes as a line. A percentage is one of what is due for the others.
fn fee<'a>(
    place: &Place,
    amounts: Amounts<'_>,
    line: &'a LineItem,
    discounted: Money,
) -> Result<Fee<'a>, Why> {
    let amount = match (line.price, line.percentage) {
        (None | Some(0), Some(percentage)) => discounted.ratio(percentage, WHOLE),
        (price, _) => amounts.of(price)?,
    };
    let name = text::name(line.name.as_deref());
    let is_gratuity = line.order_fee_type.as_deref() == Some("AUTO_GRATUITY");
    let kind = place.settings.charge_kind(name.as_deref(), is_gratuity);
    let name = name.unwrap_or_else(|| charge_name(kind).to_owned());
    Ok(Fee { line: Some(line), name, kind, amount, tax: Money::ZERO })
}

/// A percentage as a part of [`WHOLE`].
fn part(decimal: Option<i64>, percentage: Option<&serde_json::Number>) -> Option<i64> {
    let percent = || text::quantity(&percentage?.to_string()).map(|percent| percent.milli() * 10);
    decimal.or_else(percent).map(|part| part.clamp(-WHOLE * 100, WHOLE * 100))
}

/// Discounts as positive amounts, in order: each percentage is one of the whole, and all of them take no more than that.
fn parts(
    place: &Place,
    team: &Team,
    amounts: Amounts<'_>,
    sent: &[model::Discount],
    whole: Money,
) -> Result<Vec<Discount>, Why> {
    let mut left = whole.max(Money::ZERO);
    let mut parts = Vec::new();
    for discount in sent {
        let percent = part(discount.percentage_decimal, discount.percentage.as_ref());
        let amount = match percent {
            Some(percent) => whole.ratio(percent, WHOLE).abs(),
            // Clover's amounts are negative.
            None => amounts.of(discount.amount)?.abs(),
        };
        let amount = amount.min(left);
        left -= amount;
        let name = text::name(discount.name.as_deref()).unwrap_or_else(|| "Discount".to_owned());
        let kind = place.settings.discount_kind(&name, false, percent == Some(WHOLE));
        parts.push(Discount {
            approved_by: id_of(discount.approver.as_ref()).map(|id| team.person(id)),
            ..Discount::new(&name, kind, amount)
        });
    }
    Ok(parts)
}
