//! Payments of an order.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::Payment;

use super::{Amounts, PROCESSOR, Why, moment};
use crate::clover::model::{self, CardTransaction, ChargeAmount, Tender};
use crate::text;
use crate::unique::{Version, unique};

/// A payment that counts.
#[derive(Debug)]
pub(super) struct Paid<'a> {
    /// As a fact has it.
    pub(super) payment: Payment,
    /// When it was taken.
    pub(super) at: Option<Timestamp>,
    /// What Clover says of it.
    pub(super) sent: &'a model::Payment,
}

/// How an order was paid.
#[derive(Debug, Default)]
pub(super) struct PaidAll<'a> {
    /// What counts, in order.
    pub(super) counted: Vec<Paid<'a>>,
    /// Tax of what counts; none if payments do not say.
    pub(super) tax: Option<Money>,
    /// The order's service charge in what counts; none if payments do not say.
    pub(super) service_charge: Option<Money>,
    /// Surcharges for the way of paying, in what counts.
    pub(super) surcharge: Money,
}

impl PaidAll<'_> {
    /// Without tips.
    pub(super) fn amount(&self) -> Money {
        self.counted.iter().map(|paid| paid.payment.amount).sum()
    }

    /// The last one.
    pub(super) fn last(&self) -> Option<&Paid<'_>> {
        self.counted.iter().max_by_key(|paid| paid.at)
    }
}

/// Whether a payment counts: voided and failed ones have another result, and so have those whose money is not sure.
#[must_use]
pub fn counts(payment: &model::Payment) -> bool {
    payment.result.as_deref() == Some("SUCCESS")
}

/// When a payment was taken: without a connection, by the clock of the device.
#[must_use]
pub fn taken_at(payment: &model::Payment) -> Option<Timestamp> {
    let is_offline = payment.offline == Some(true);
    let client = moment(payment.client_created_time).filter(|_| is_offline);
    client.or_else(|| moment(payment.created_time))
}

/// What tells a payment from another.
fn version(payment: &model::Payment) -> Version<'_> {
    (payment.id.as_deref(), moment(payment.modified_time).or_else(|| moment(payment.created_time)))
}

/// The payments of an order.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn paid<'a>(amounts: Amounts<'_>, payments: &'a [model::Payment]) -> Result<PaidAll<'a>, Why> {
    let mut all = PaidAll::default();
    for sent in unique(payments, version).into_iter().filter(|payment| counts(payment)) {
        let (amount, tip) = (amounts.of(sent.amount)?, amounts.of(sent.tip_amount)?);
        if sent.tax_amount.is_some() {
            all.tax = Some(all.tax.unwrap_or_default() + amounts.of(sent.tax_amount)?);
        }
        if let Some(charge) = &sent.service_charge {
            let sent = amounts.of(charge.amount)?;
            all.service_charge = Some(all.service_charge.unwrap_or_default() + sent);
        }
        all.surcharge += sum(amounts, &sent.additional_charges)?;
        let payment = described(sent, amount, tip);
        all.counted.push(Paid { payment, at: taken_at(sent), sent });
    }
    all.counted.sort_by_key(|paid| paid.at);
    Ok(all)
}

/// What charges come to.
pub(super) fn sum(amounts: Amounts<'_>, charges: &[ChargeAmount]) -> Result<Money, Why> {
    let mut sum = Money::ZERO;
    for charge in charges {
        sum += amounts.of(charge.amount)?;
    }
    Ok(sum)
}

/// A payment as a fact has it.
pub(super) fn described(payment: &model::Payment, amount: Money, tip: Money) -> Payment {
    let id = payment.id.as_deref();
    tendered(payment.tender.as_ref(), payment.card_transaction.as_ref(), id, amount, tip)
}

/// A payment by a tender. Cash has no processor; all else names it, so that nothing of it is taken for a payout of ours.
pub(super) fn tendered(
    tender: Option<&Tender>,
    card: Option<&CardTransaction>,
    id: Option<&str>,
    amount: Money,
    tip: Money,
) -> Payment {
    let label = tender.and_then(|tender| text::name(tender.label.as_deref()));
    let key = tender.and_then(|tender| tender.label_key.as_deref()).unwrap_or_default();
    let key = key.rsplit('.').next().unwrap_or_default();
    let kind = card.and_then(|card| card.card_type.as_deref());
    let gift_card = kind == Some("GIFT_CARD") || key.contains("gift_card");
    let is_own = card.is_some() || matches!(key, "credit_card" | "debit_card" | "gift_card");
    let name = match (key, kind) {
        ("cash", None) => "Cash".to_owned(),
        (_, Some(kind)) if !matches!(kind, "UNKNOWN" | "OTHER" | "GIFT_CARD") => brand(kind),
        _ => label
            .clone()
            .unwrap_or_else(|| if is_own { "Card".to_owned() } else { text::named(text::title(key)) }),
    };
    let processor = match key {
        _ if is_own => Some(PROCESSOR.to_owned()),
        "cash" => None,
        _ => Some(label.unwrap_or_else(|| "External".to_owned())),
    };
    let id = id.filter(|_| is_own).map(str::to_owned);
    Payment { gift_card, id, processor, ..Payment::new(name, amount, tip) }
}

/// The name of a card's brand.
fn brand(kind: &str) -> String {
    match kind {
        "MC" => "Mastercard".to_owned(),
        "AMEX" => "American Express".to_owned(),
        "DINERS_CLUB" => "Diners Club".to_owned(),
        "CHINA_UNION_PAY" => "UnionPay".to_owned(),
        "JCB" | "EBT" | "EFTPOS" => kind.to_owned(),
        other => text::named(text::title(other)),
    }
}
