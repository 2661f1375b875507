//! An order whose sums are known.

use saffron_core::Money;
use saffron_core::fact::ChargeKind;
use saffron_till::{Discount, NamedTax};

use crate::clover::model::LineItem;

/// A line that is sold: one piece.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) line: &'a LineItem,
    pub(super) name: String,
    /// With modifications, before discounts.
    pub(super) gross: Money,
    /// Discounts of the line alone, by name.
    pub(super) discounts: Vec<Discount>,
    /// Its part of the order's discounts, which no object of Clover's holds.
    pub(super) share: Money,
    pub(super) tax: Money,
}

impl Piece<'_> {
    /// The line's own discounts.
    pub(super) fn discount(&self) -> Money {
        self.discounts.iter().map(|discount| discount.amount).sum()
    }

    /// After its own discounts.
    pub(super) fn net(&self) -> Money {
        self.gross - self.discount()
    }
}

/// A charge of an order.
#[derive(Debug)]
pub(super) struct Fee<'a> {
    /// The line that is one.
    pub(super) line: Option<&'a LineItem>,
    pub(super) name: String,
    pub(super) kind: ChargeKind,
    pub(super) amount: Money,
    pub(super) tax: Money,
}

/// An order whose sums are known.
#[derive(Debug)]
pub(super) struct Priced<'a> {
    pub(super) pieces: Vec<Piece<'a>>,
    pub(super) fees: Vec<Fee<'a>>,
    /// Discounts of the whole order, by name.
    pub(super) discounts: Vec<Discount>,
    pub(super) taxes: Vec<NamedTax>,
    /// Whether prices hold the tax.
    pub(super) is_vat: bool,
}

impl Priced<'_> {
    /// Of all lines, after their own discounts.
    pub(super) fn subtotal(&self) -> Money {
        self.pieces.iter().map(Piece::net).sum()
    }

    /// Discounts of the whole order.
    pub(super) fn discount(&self) -> Money {
        self.discounts.iter().map(|discount| discount.amount).sum()
    }

    /// After all discounts.
    pub(super) fn discounted(&self) -> Money {
        self.subtotal() - self.discount()
    }

    /// All tax, that of charges among it.
    pub(super) fn tax(&self) -> Money {
        self.pieces.iter().map(|piece| piece.tax).sum::<Money>()
            + self.fees.iter().map(|fee| fee.tax).sum::<Money>()
    }

    /// What is due, without tips.
    pub(super) fn due(&self) -> Money {
        let tax = if self.is_vat { self.fees.iter().map(|fee| fee.tax).sum() } else { self.tax() };
        self.discounted() + tax + self.fees.iter().map(|fee| fee.amount).sum()
    }
}

/// A weight of a spread: what is given away has none.
pub(super) fn weight(amount: Money) -> u64 {
    u64::try_from(amount.cents()).unwrap_or(0)
}
