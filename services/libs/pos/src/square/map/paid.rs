//! Payments of an order, from its tenders and from the payments themselves.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::Payment;

use super::amount::{cents, cents_or_zero};
use super::order::OrderAndMoney;
use super::{PROCESSOR, Why};
use crate::square::model::{self, PaymentStatus, ProcessingFee, Tender};
use crate::time::instant;
use crate::unique::{Version, unique};
use crate::{Place, text};

/// A payment that counts.
#[derive(Debug)]
pub(super) struct Paid<'a> {
    /// As a fact has it.
    pub(super) payment: Payment,
    /// When it was taken.
    pub(super) at: Option<Timestamp>,
    /// Whether that was without a connection, by the clock of the device.
    pub(super) is_offline: bool,
    /// What Square says of it.
    pub(super) sent: Option<&'a model::Payment>,
    /// The guest, as its tender says.
    pub(super) customer: Option<&'a str>,
    /// What a source outside of Square keeps.
    pub(super) source_fee: Option<Money>,
}

/// How an order was paid.
#[derive(Debug, Default)]
pub(super) struct PaidAll<'a> {
    /// What counts, in order.
    pub(super) counted: Vec<Paid<'a>>,
    /// Whether a payment was given up before the money was taken.
    pub(super) has_canceled: bool,
    /// Whether there is any, counted or not.
    pub(super) has_any: bool,
}

impl PaidAll<'_> {
    /// Without tips.
    pub(super) fn amount(&self) -> Money {
        self.counted.iter().map(|paid| paid.payment.amount).sum()
    }

    /// What was added for paying by card, without tax.
    ///
    /// # Errors
    /// If an amount is none that a fact may have.
    pub(super) fn surcharge(&self, place: &Place) -> Result<Money, Why> {
        let mut sum = Money::ZERO;
        for card in self.counted.iter().filter_map(|paid| paid.sent?.card_details.as_ref()) {
            let applied = card.applied_card_surcharge_details.as_ref();
            sum += cents_or_zero(place, applied.and_then(|of| of.card_surcharge_money.as_ref()))?;
        }
        Ok(sum)
    }

    /// The time of the last one.
    pub(super) fn last(&self) -> Option<Timestamp> {
        self.counted.iter().filter_map(|paid| paid.at).max()
    }
}

/// The payments of an order. A tender includes its tip and a payment does not; a tip may be added to the payment days later,
/// and its tender follows: the payment counts where there is one. Payments may be seen before the order has their tenders.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn paid<'a>(place: &Place, order: &'a OrderAndMoney) -> Result<PaidAll<'a>, Why> {
    let own = order.order.id.as_deref();
    let is_own = |payment: &&model::Payment| payment.order_id.is_none() || payment.order_id.as_deref() == own;
    let of_order = unique(order.payments.iter().filter(is_own), version);
    let mut left: BTreeMap<&str, &model::Payment> =
        of_order.into_iter().filter_map(|payment| Some((payment.id.as_deref()?, payment))).collect();
    let mut all = PaidAll::default();
    for tender in &order.order.tenders {
        // A drawer that was opened.
        if tender.kind.as_deref() == Some("NO_SALE") {
            continue;
        }
        let ids = [tender.payment_id.as_deref(), tender.id.as_deref()];
        match ids.into_iter().flatten().find_map(|id| left.remove(id)) {
            Some(payment) => add_payment(place, &mut all, payment, Some(tender))?,
            None => add_tender(place, &mut all, tender)?,
        }
    }
    for payment in left.into_values() {
        add_payment(place, &mut all, payment, None)?;
    }
    Ok(all)
}

/// What tells a payment from another.
pub(super) fn version(payment: &model::Payment) -> Version<'_> {
    (payment.id.as_deref(), instant(payment.updated_at.as_ref()))
}

fn add_payment<'a>(
    place: &Place,
    all: &mut PaidAll<'a>,
    payment: &'a model::Payment,
    tender: Option<&'a Tender>,
) -> Result<(), Why> {
    all.has_any = true;
    match payment.status {
        Some(PaymentStatus::Completed | PaymentStatus::Approved) => {}
        Some(PaymentStatus::Canceled) => {
            all.has_canceled = true;
            return Ok(());
        }
        _ => return Ok(()),
    }
    let tip = cents_or_zero(place, payment.tip_money.as_ref())?;
    let amount = match cents(place, payment.amount_money.as_ref())? {
        Some(amount) => amount,
        None => cents_or_zero(place, payment.total_money.as_ref())? - tip,
    };
    let offline =
        payment.offline_payment_details.as_ref().and_then(|of| instant(of.client_created_at.as_ref()));
    let source_fee = payment.external_details.as_ref().and_then(|of| of.source_fee_money.as_ref());
    all.counted.push(Paid {
        payment: described(payment, fee(place, &payment.processing_fee)?, amount, tip),
        at: offline.or_else(|| instant(payment.created_at.as_ref())),
        is_offline: offline.is_some(),
        sent: Some(payment),
        customer: payment.customer_id.as_deref().or_else(|| tender?.customer_id.as_deref()),
        source_fee: cents(place, source_fee)?,
    });
    Ok(())
}

fn add_tender<'a>(place: &Place, all: &mut PaidAll<'a>, tender: &'a Tender) -> Result<(), Why> {
    all.has_any = true;
    match tender.card_details.as_ref().and_then(|card| card.status.as_deref()) {
        Some("VOIDED") => {
            all.has_canceled = true;
            return Ok(());
        }
        Some("FAILED") => return Ok(()),
        _ => {}
    }
    let tip = cents_or_zero(place, tender.tip_money.as_ref())?;
    let amount = cents_or_zero(place, tender.amount_money.as_ref())? - tip;
    let kind = tender.kind.as_deref().unwrap_or("OTHER");
    let brand = tender.card_details.as_ref().and_then(|card| card.card.as_ref()?.card_brand.as_deref());
    let gift_card = kind == "SQUARE_GIFT_CARD" || brand == Some("SQUARE_GIFT_CARD");
    let tender_name = match (kind, brand) {
        ("CASH", _) => "Cash".to_owned(),
        ("CARD" | "THIRD_PARTY_CARD", brand) => card_name(brand),
        ("SQUARE_GIFT_CARD", _) => card_name(Some("SQUARE_GIFT_CARD")),
        (other, _) => text::named(text::title(other)),
    };
    let processor = match kind {
        "CASH" => None,
        "OTHER" | "THIRD_PARTY_CARD" => Some("External".to_owned()),
        _ => Some(PROCESSOR.to_owned()),
    };
    let id = tender.payment_id.clone().or_else(|| tender.id.clone());
    let id = id.filter(|_| processor.as_deref() == Some(PROCESSOR));
    all.counted.push(Paid {
        payment: Payment { gift_card, id, processor, ..Payment::new(tender_name, amount, tip) },
        at: instant(tender.created_at.as_ref()),
        is_offline: false,
        sent: None,
        customer: tender.customer_id.as_deref(),
        source_fee: None,
    });
    Ok(())
}

/// A payment as a fact has it. Cash has no processor; all else names it, so that nothing of it is taken for a payout of ours.
pub(super) fn described(payment: &model::Payment, fee: Option<Money>, amount: Money, tip: Money) -> Payment {
    let kind = payment.source_type.as_deref().unwrap_or("CARD");
    let brand = payment.card_details.as_ref().and_then(|card| card.card.as_ref()?.card_brand.as_deref());
    let external = payment.external_details.as_ref();
    let external_kind = external.and_then(|of| of.kind.as_deref());
    let external_name = external.and_then(|of| text::name(of.source.as_deref()));
    let gift_card = brand == Some("SQUARE_GIFT_CARD") || external_kind == Some("OTHER_GIFT_CARD");
    let brand_of = |brand: Option<&String>, instead: &str| match brand.map(String::as_str) {
        Some("UNKNOWN") | None => instead.to_owned(),
        Some(brand) => text::named(text::capitalized(brand)),
    };
    let tender = match kind {
        "CASH" => "Cash".to_owned(),
        "CARD" => card_name(brand),
        "EXTERNAL" => match (&external_name, external_kind) {
            (Some(name), _) => name.clone(),
            (None, Some(kind)) => text::named(text::title(kind)),
            (None, None) => "External".to_owned(),
        },
        "WALLET" => brand_of(payment.wallet_details.as_ref().and_then(|of| of.brand.as_ref()), "Wallet"),
        "BUY_NOW_PAY_LATER" => brand_of(
            payment.buy_now_pay_later_details.as_ref().and_then(|of| of.brand.as_ref()),
            "Buy now pay later",
        ),
        "BANK_ACCOUNT" => "Bank transfer".to_owned(),
        other => text::named(text::title(other)),
    };
    let processor = match kind {
        "CASH" => None,
        "EXTERNAL" => Some(external_name.unwrap_or_else(|| "External".to_owned())),
        _ => Some(PROCESSOR.to_owned()),
    };
    let id = payment.id.clone().filter(|_| processor.as_deref() == Some(PROCESSOR) && kind != "EXTERNAL");
    Payment { gift_card, id, processor, fee, ..Payment::new(tender, amount, tip) }
}

/// The type of a refund whose payment is not at hand.
pub(super) fn destination_name(kind: Option<&str>) -> String {
    match kind {
        Some("CASH") => "Cash".to_owned(),
        Some("BANK_ACCOUNT") => "Bank transfer".to_owned(),
        Some("CARD") | None => "Card".to_owned(),
        Some(other) => text::named(text::title(other)),
    }
}

/// What Square keeps; none until it says, some seconds after completion.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn fee(place: &Place, fees: &[ProcessingFee]) -> Result<Option<Money>, Why> {
    let mut sum = None;
    for fee in fees {
        let Some(amount) = cents(place, fee.amount_money.as_ref())? else { continue };
        sum = Some(sum.unwrap_or(Money::ZERO) + amount);
    }
    Ok(sum)
}

/// The name of a card's brand.
fn card_name(brand: Option<&str>) -> String {
    match brand {
        None | Some("OTHER_BRAND") => "Card".to_owned(),
        Some("AMERICAN_EXPRESS") => "American Express".to_owned(),
        Some("CHINA_UNIONPAY") => "UnionPay".to_owned(),
        Some("DISCOVER_DINERS") => "Diners Club".to_owned(),
        Some("JCB" | "EBT") => brand.unwrap_or_default().to_owned(),
        Some("SQUARE_GIFT_CARD") => "Square gift card".to_owned(),
        Some(other) => text::named(text::title(other)),
    }
}
