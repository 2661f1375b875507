//! Amounts in the smallest unit of a currency, as cents.

use saffron_core::Money;
use saffron_core::fact::MinorUnits;

use super::Why;
use crate::Place;
use crate::amount::in_cents;
use crate::square::model;

/// An amount in cents; none if Square leaves it out.
///
/// # Errors
/// If it is in another currency than the location's, or larger than any real amount.
pub(super) fn cents(place: &Place, money: Option<&model::Money>) -> Result<Option<Money>, Why> {
    let Some((money, amount)) = money.and_then(|money| Some((money, money.amount?))) else { return Ok(None) };
    in_cents(place, amount, money.currency.as_deref(), "Square").map(Some)
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
