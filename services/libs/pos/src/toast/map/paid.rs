//! Payments of checks.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::Payment;

use super::setup::{Setup, name_of};
use super::{Amounts, PROCESSOR, Why};
use crate::text;
use crate::time::instant;
use crate::toast::model;
use crate::unique::unique;

/// A payment that counts.
#[derive(Debug)]
pub(super) struct Paid<'a> {
    /// As a fact has it.
    pub(super) payment: Payment,
    /// When it was made.
    pub(super) at: Option<Timestamp>,
    /// What Toast says of it.
    pub(super) sent: &'a model::Payment,
}

/// Whether a payment counts: one that was voided or denied does not, nor a card's whose money is not sure.
#[must_use]
pub fn counts(payment: &model::Payment) -> bool {
    let status = payment.payment_status.as_deref();
    if payment.void_info.is_some() {
        return false;
    }
    match payment.kind.as_deref() {
        Some("CREDIT") => matches!(
            status,
            None | Some("AUTHORIZED" | "AUTHORIZED_AT_RISK" | "CAPTURE_IN_PROGRESS" | "CAPTURED")
        ),
        // Only cards have a status that says more.
        _ => !matches!(status, Some("VOIDED" | "CANCELLED" | "DENIED" | "ERROR" | "ERROR_NETWORK")),
    }
}

/// Each payment of a check once.
pub(super) fn all(check: &model::Check) -> Vec<&model::Payment> {
    unique(&check.payments, |payment| (payment.guid.as_deref(), instant(payment.paid_date.as_ref())))
}

/// The payments of a check that count, in the order of their times.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn paid<'a>(
    amounts: Amounts<'_>,
    setup: &Setup,
    check: &'a model::Check,
) -> Result<Vec<Paid<'a>>, Why> {
    let mut counted = Vec::new();
    for sent in all(check).into_iter().filter(|payment| counts(payment)) {
        let (amount, tip) = (amounts.of(sent.amount.as_ref())?, amounts.of(sent.tip_amount.as_ref())?);
        let fee = sent.original_processing_fee.as_ref().map(|fee| amounts.of(Some(fee))).transpose()?;
        let payment = Payment { fee, ..described(setup, sent, amount, tip) };
        counted.push(Paid { payment, at: instant(sent.paid_date.as_ref()), sent });
    }
    counted.sort_by_key(|paid| paid.at);
    Ok(counted)
}

/// A payment as a fact has it. Cash has no processor; all else names one, so that nothing of it is taken for a payout of ours.
pub(super) fn described(setup: &Setup, payment: &model::Payment, amount: Money, tip: Money) -> Payment {
    let kind = payment.kind.as_deref().unwrap_or_default();
    let id = payment.guid.clone().filter(|_| kind == "CREDIT");
    let name = match kind {
        "CASH" => "Cash".to_owned(),
        "CREDIT" => brand(payment.card_type.as_deref()),
        "GIFTCARD" => "Gift card".to_owned(),
        "HOUSE_ACCOUNT" => "House account".to_owned(),
        "REWARDCARD" => "Rewards card".to_owned(),
        "LEVELUP" => "LevelUp".to_owned(),
        "TOAST_SV" => "Toast Cash".to_owned(),
        // A way of paying that the restaurant set up, such as a delivery service.
        _ => name_of(&setup.tenders, payment.other_payment.as_ref()).unwrap_or_else(|| "Other".to_owned()),
    };
    let processor = match kind {
        "CASH" => None,
        "CREDIT" => Some(PROCESSOR.to_owned()),
        _ => Some(name.clone()),
    };
    let gift_card = matches!(kind, "GIFTCARD" | "TOAST_SV");
    Payment { gift_card, id, processor, ..Payment::new(name, amount, tip) }
}

/// The name of a card's brand.
fn brand(kind: Option<&str>) -> String {
    match kind {
        None | Some("" | "UNKNOWN") => "Card".to_owned(),
        Some("AMEX") => "American Express".to_owned(),
        Some("DINERS") => "Diners Club".to_owned(),
        Some(kind @ ("JCB" | "EFTPOS" | "CIT")) => kind.to_owned(),
        Some(other) => text::named(text::capitalized(other)),
    }
}
