//! Amounts in the smallest unit of a currency, as cents.

use saffron_core::{Money, currency};

use crate::{Place, text};

/// An amount of the location's currency in cents; `sent` is the currency that the POS names with it.
///
/// # Errors
/// If it is in another currency than the location's, or larger than any real amount.
pub(crate) fn in_cents(place: &Place, amount: i64, sent: Option<&str>, pos: &str) -> Result<Money, String> {
    let own = &place.settings.currency;
    let sent = sent.unwrap_or(own);
    if amount != 0 && !sent.eq_ignore_ascii_case(own) {
        return Err(format!(
            "has an amount in {}, and the location counts in {own}: only one currency can be added up",
            text::cut(sent, 20)
        ));
    }
    let scaled = match currency::digits(own) {
        2 => Some(amount),
        0 => amount.checked_mul(100),
        _ => return Err(format!("is in {own}, whose thousandths cannot be kept as cents")),
    };
    let scaled = scaled.and_then(|cents| Money::from_cents(cents).in_range().ok());
    scaled.ok_or_else(|| format!("has an amount that is larger than any real one: correct it in {pos}"))
}
