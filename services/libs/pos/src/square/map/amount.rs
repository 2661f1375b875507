//! Amounts in the smallest unit of a currency, as cents.

use saffron_core::fact::MinorUnits;
use saffron_core::{Money, currency};

use super::Why;
use crate::Place;
use crate::square::model;

/// An amount in cents; none if Square leaves it out.
///
/// # Errors
/// If it is in another currency than the location's, or larger than any real amount.
pub(super) fn cents(place: &Place, money: Option<&model::Money>) -> Result<Option<Money>, Why> {
    let Some((money, amount)) = money.and_then(|money| Some((money, money.amount?))) else { return Ok(None) };
    let own = &place.settings.currency;
    let sent = money.currency.as_deref().unwrap_or(own);
    if amount != 0 && !sent.eq_ignore_ascii_case(own) {
        return Err(format!(
            "has an amount in {}, and the location counts in {own}: only one currency can be added up",
            crate::text::cut(sent, 20)
        ));
    }
    let scaled = match currency::digits(own) {
        2 => Some(amount),
        0 => amount.checked_mul(100),
        _ => return Err(format!("is in {own}, whose thousandths cannot be kept as cents")),
    };
    let scaled = scaled.and_then(|cents| Money::from_cents(cents).in_range().ok());
    scaled
        .map(Some)
        .ok_or_else(|| "has an amount that is larger than any real one: correct it in Square".to_owned())
}

/// The same; zero if Square leaves it out.
///
/// # Errors
/// As [`cents`].
pub(super) fn cents_or_zero(place: &Place, money: Option<&model::Money>) -> Result<Money, Why> {
    Ok(cents(place, money)?.unwrap_or_default())
}

/// An amount in minor units, and its currency in lower case: that of the location if Square leaves it out.
pub(super) fn minor(place: &Place, money: Option<&model::Money>) -> Option<(MinorUnits, String)> {
    let money = money?;
    let currency = money.currency.as_deref().unwrap_or(&place.settings.currency);
    Some((MinorUnits(money.amount?), currency.to_lowercase()))
}
