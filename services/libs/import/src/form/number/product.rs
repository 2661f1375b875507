//! Arithmetic as evidence: quantity times price is the amount.

use super::{Decimal, NumberForm, Point, shape};

/// Counts over rows which forms of three columns make quantity times price the amount. `1.000` at `5.50` for `5.50` is one
/// piece; `1.000` at `5` for `5.000` may be one or a thousand, and settles nothing.
#[derive(Debug, Clone, Default)]
pub struct Products {
    rows: u64,
    /// For each choice of the three forms, a bit each for a comma in quantity, price and amount.
    right: [u64; 8],
}

/// The share of rows, one in so many, that a discount or a slip may make wrong.
const TOLERATED: u64 = 20;

impl Products {
    /// Adds the cells of one row. Rows in which one of them is blank or zero say nothing.
    pub fn see(&mut self, quantity: &str, price: &str, amount: &str) {
        let read = |text| shape::of(text).ok().flatten();
        let (Some(quantity), Some(price), Some(amount)) = (read(quantity), read(price), read(amount)) else {
            return;
        };
        let mut any = false;
        let mut fits = [false; 8];
        for (choice, fit) in (0..8).zip(&mut fits) {
            let [q, p, a] = points(choice);
            let (Some(q), Some(p), Some(a)) = (quantity.value(q), price.value(p), amount.value(a)) else {
                continue;
            };
            if [q, p, a].contains(&Decimal::default()) {
                return;
            }
            any = true;
            *fit = is_product(q, p, a);
        }
        self.rows = self.rows.saturating_add(u64::from(any));
        for (count, fit) in self.right.iter_mut().zip(fits) {
            *count = count.saturating_add(u64::from(fit));
        }
    }

    /// Rows that were compared.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The forms of quantity, price and amount that are right in at least 19 of 20 rows; several if the rows leave them
    /// open, none if the amount is something else, such as one after discounts.
    #[must_use]
    pub fn right(&self) -> Vec<[NumberForm; 3]> {
        let enough = self.rows - self.rows / TOLERATED;
        let right = (0..8).zip(self.right).filter(|(_, count)| self.rows > 0 && *count >= enough);
        right.map(|(choice, _)| points(choice).map(|decimal| NumberForm { decimal })).collect()
    }

    /// The form of each column, if all that are right agree on it.
    #[must_use]
    pub fn settled(&self) -> [Option<NumberForm>; 3] {
        let mut right = self.right().into_iter();
        let Some(first) = right.next() else { return [None; 3] };
        right.fold(first.map(Some), |settled, other| {
            let [a, b, c] = settled;
            let [x, y, z] = other;
            [a.filter(|form| *form == x), b.filter(|form| *form == y), c.filter(|form| *form == z)]
        })
    }
}

/// The decimal points of a choice.
fn points(choice: u8) -> [Point; 3] {
    [1, 2, 4].map(|bit| if choice & bit == 0 { Point::Dot } else { Point::Comma })
}

/// Whether `q` times `p` is `a` but for rounding, in either direction, to a cent. Signs do not matter: a discount or a
/// refund writes them as it likes.
fn is_product(q: Decimal, p: Decimal, a: Decimal) -> bool {
    let product = q.mantissa.unsigned_abs().checked_mul(p.mantissa.unsigned_abs());
    let scale = q.scale + p.scale;
    let Some(product) = product else { return false };
    let unit = |scale: u32| 10_u128.checked_pow(scale);
    // Both in units of 10^-common; a cent is the most that they may differ by.
    let common = scale.max(a.scale).max(2);
    let (Some(to_product), Some(to_amount), Some(cent)) =
        (unit(common - scale), unit(common - a.scale), unit(common - 2))
    else {
        return false;
    };
    match (product.checked_mul(to_product), a.mantissa.unsigned_abs().checked_mul(to_amount)) {
        (Some(product), Some(amount)) => product.abs_diff(amount) < cent,
        _ => false,
    }
}
