//! What lines and checks of every POS have in common.

use saffron_core::id::PosGiven as _;
use saffron_core::{ItemId, Money, Quantity};
use saffron_till::{Check, Line};

/// The most discounts, modifiers or taxes of a line or a check in a fact.
pub(crate) const MOST: usize = 100;

/// Whether something is sold, or comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Sold: amounts are positive.
    Sold,
    /// Comes back: amounts are negative.
    Back,
}

impl Way {
    pub(crate) fn money(self, amount: Money) -> Money {
        if self == Way::Sold { amount } else { -amount }
    }

    pub(crate) fn quantity(self, quantity: Quantity) -> Quantity {
        if self == Way::Sold { quantity } else { -quantity }
    }
}

/// What is to be paid for a line, tax and without its share of charges.
pub(crate) fn line_due(line: &Line) -> Money {
    line.amount - line.discount + if line.tax_included { Money::ZERO } else { line.tax }
}

/// Tax of the charges.
pub(crate) fn charges_tax(check: &Check) -> Money {
    check.service_charges.iter().map(|charge| charge.tax).sum()
}

/// What is to be paid for lines and charges, before the discount of the check.
pub(crate) fn due(check: &Check) -> Money {
    let lines = check.lines.iter().filter(|line| !line.voided).map(line_due).sum::<Money>();
    lines + check.service_charges.iter().map(|charge| charge.amount + charge.tax).sum()
}

/// The id of an item; of an amount without an item one that its name gives, so that the same name is the same item.
///
/// # Errors
/// If there can be none.
pub(crate) fn item_id(sent: Option<&str>, name: &str) -> Result<ItemId, String> {
    let custom = format!("custom {name}");
    let sent = sent.filter(|sent| !sent.is_empty()).unwrap_or(&custom);
    ItemId::of_sent(sent).map_err(|why| format!("has a line ({name}) whose item's id {why}"))
}
