//! What a row sold, worked out of the amounts that its file has: gross, discount and tax from whichever of amount, net, total,
//! discount, tax, price and quantity are there.

use saffron_core::{Money, Quantity};

use super::row::Row;
use crate::layout::{Field, TaxPlace};

/// What the column `net` leaves out of `amount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NetIs {
    /// The discount.
    AfterDiscount,
    /// The tax.
    WithoutTax,
    /// Both.
    AfterDiscountWithoutTax,
    /// The fee of the payment: it says nothing of the sale.
    AfterFee,
}

/// How amounts of rows are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Understood {
    /// Where the tax is.
    pub tax: TaxPlace,
    /// What `net` is.
    pub net: NetIs,
    /// Whether no column has the tax of rows, and one its rate.
    pub tax_by_rate: bool,
    /// Whether discounts of sales are written without a sign: one that has it was given back.
    pub discounts_unsigned: bool,
}

/// All of an amount, in thousandths of a percent.
const WHOLE: i64 = 100_000;

impl Understood {
    /// Whether the tax is inside a row's amounts: what the row says of itself comes first.
    #[must_use]
    pub fn is_inside(self, row: &Row) -> bool {
        row.tax_inside.unwrap_or(self.tax == TaxPlace::Inside)
    }
}

/// What a row sold. All have the sign of the row: negative where it was given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// How many.
    pub quantity: Quantity,
    /// Price of one.
    pub price: Money,
    /// Of the row, before discounts; with tax where that is inside.
    pub amount: Money,
    /// Discount.
    pub discount: Money,
    /// Tax.
    pub tax: Money,
}

impl Value {
    /// The same given back.
    fn negative(self) -> Value {
        Value {
            quantity: -self.quantity,
            amount: -self.amount,
            discount: -self.discount,
            tax: -self.tax,
            ..self
        }
    }
}

/// The amounts of a row in the direction of its sale.
struct Amounts {
    amount: Option<Money>,
    net: Option<Money>,
    total: Option<Money>,
    discount: Option<Money>,
    /// The discount in percent, where it is no amount.
    percent: Option<Quantity>,
    tax: Option<Money>,
    price: Option<Money>,
    quantity: Option<Quantity>,
}

impl Amounts {
    /// Exporters give refunds either sign, even in one row: the amounts of one are read without theirs.
    fn of(row: &Row) -> Amounts {
        let signed = |field| if row.is_refund { row.size(field) } else { row.amount(field) };
        let quantity = row.number(Field::Quantity).filter(|quantity| quantity.milli() != 0);
        Amounts {
            amount: signed(Field::Amount),
            net: signed(Field::Net),
            total: signed(Field::Total),
            discount: row.size(Field::Discount),
            percent: row.number(Field::Discount),
            tax: signed(Field::Tax),
            price: row.amount(Field::Price),
            quantity: if row.is_refund { quantity.map(abs) } else { quantity },
        }
    }
}

fn abs(quantity: Quantity) -> Quantity {
    Quantity::from_milli(quantity.milli().saturating_abs())
}

/// What a row sold, or why its amounts do not tell.
///
/// # Errors
/// If the row has none of the amounts that it could be worked out of.
pub fn value_of(row: &Row, understood: Understood) -> Result<Value, &'static str> {
    let mut has = Amounts::of(row);
    let inside = understood.is_inside(row);
    let is_back = |discount: &Money| understood.discounts_unsigned && !row.is_refund && discount.cents() < 0;
    let back = row.amount(Field::Discount).filter(is_back);
    if let (Some(amount), Some(back)) = (has.amount.filter(|amount| amount.cents() > 0), back) {
        (has.amount, has.discount) = (Some(amount - back), None);
    }
    let priced = has.price.map(|price| price.times(has.quantity.unwrap_or(Quantity::ONE)));
    if let (None, Some(percent)) = (has.discount, has.percent) {
        let base = has.amount.or(priced).ok_or("has a discount in percent, and no amount before it")?;
        has.discount = Some(base.ratio(percent.milli().abs(), WHOLE).abs());
    }
    let rate = row.number(Field::TaxRate).filter(|_| understood.tax_by_rate).map_or(0, Quantity::milli);
    let rated = |left: Money| left.ratio(rate, if inside { WHOLE + rate } else { WHOLE });
    let of_total = |total: Money| total.ratio(rate, WHOLE + rate);
    let tax = has.tax.or(has.total.filter(|_| has.net.is_none()).map(of_total)).unwrap_or_default();
    // What is left after discounts, with the tax only if amounts hold it.
    let left = has.net.filter(|_| understood.net != NetIs::AfterFee).map(|net| match understood.net {
        NetIs::AfterDiscount | NetIs::AfterFee => net,
        NetIs::WithoutTax => net + if inside { tax } else { Money::ZERO } - has.discount.unwrap_or_default(),
        NetIs::AfterDiscountWithoutTax => net + if inside { tax } else { Money::ZERO },
    });
    let of_total = has.total.map(|total| if inside { total } else { total - tax });
    // What a total holds beyond the amount and its discount is a tax, a tip or a charge, and no sale.
    let is_more = |left: &Money| {
        has.amount.is_some_and(|amount| left.abs() > amount.abs() - has.discount.unwrap_or_default().abs())
    };
    let left = left.or(of_total.filter(|left| !is_more(left)));
    let (amount, discount) = match (has.amount.or(priced), left) {
        // What was charged is what is left: a discount may stand nowhere but between the two.
        (Some(amount), Some(left)) => (amount, amount - left),
        (Some(amount), None) => (amount, signed_as(has.discount.unwrap_or_default(), amount)),
        (None, Some(left)) => {
            let discount = signed_as(has.discount.unwrap_or_default(), left);
            (left + discount, discount)
        }
        (None, None) => return Err("has no amount"),
    };
    // More is left than there was: a surcharge is part of what was sold.
    let surcharged = amount.cents().signum() * discount.cents().signum() < 0;
    let (amount, discount) = if surcharged { (amount - discount, Money::ZERO) } else { (amount, discount) };
    if !row.is_refund && has.total.is_some_and(|total| total.cents() > 0 && amount.cents() < 0) {
        return Err("has a tax that is more than its total");
    }
    let quantity = has.quantity.unwrap_or(if amount.cents() < 0 { -Quantity::ONE } else { Quantity::ONE });
    let price = has.price.unwrap_or_else(|| amount.ratio(1_000, quantity.milli()));
    let tax = has.tax.unwrap_or_else(|| if rate == 0 { tax } else { rated(amount - discount) });
    let value = Value { quantity, price, amount, discount, tax };
    Ok(if row.is_refund { value.negative() } else { value })
}

fn signed_as(size: Money, like: Money) -> Money {
    if like.cents() < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Rows;
    use crate::orders::row::Place;

    const BESIDE: Understood = Understood {
        tax: TaxPlace::Beside,
        net: NetIs::AfterDiscount,
        tax_by_rate: false,
        discounts_unsigned: false,
    };
    const INSIDE: Understood = Understood { tax: TaxPlace::Inside, ..BESIDE };

    fn row(amounts: &[(Field, i64)]) -> Row {
        let money = amounts.iter().map(|(field, cents)| (*field, Money::from_cents(*cents))).collect();
        Row { money, ..Row::new(Place::default(), Rows::Lines) }
    }

    /// Amount, discount and tax in cents.
    fn cents(amounts: &[(Field, i64)], understood: Understood) -> [i64; 3] {
        let value = value_of(&row(amounts), understood).unwrap();
        [value.amount, value.discount, value.tax].map(Money::cents)
    }

    #[test]
    fn net_after_a_fee_says_nothing_of_the_sale() {
        use Field::{Net, Tax, Total};
        let paid_out = [(Net, 9_800), (Total, 10_000), (Tax, 1_000)];
        assert_eq!(cents(&paid_out, Understood { net: NetIs::AfterFee, ..INSIDE }), [10_000, 0, 1_000]);
        assert_eq!(cents(&paid_out, Understood { net: NetIs::AfterFee, ..BESIDE }), [9_000, 0, 1_000]);
    }

    #[test]
    fn discount_is_what_lies_between_gross_and_net() {
        use Field::{Amount, Discount, Net, Price, Tax, Total};
        assert_eq!(cents(&[(Amount, 4_000), (Discount, 0), (Net, 0)], BESIDE), [4_000, 4_000, 0]);
        assert_eq!(cents(&[(Amount, 4_000), (Net, 3_000)], BESIDE), [4_000, 1_000, 0]);
        assert_eq!(cents(&[(Amount, 4_000), (Discount, -400)], BESIDE), [4_000, 400, 0]);
        assert_eq!(cents(&[(Net, 3_600), (Discount, 400)], BESIDE), [4_000, 400, 0]);
        assert_eq!(cents(&[(Total, 972), (Tax, 72)], BESIDE), [900, 0, 72]);
        assert_eq!(cents(&[(Price, 450), (Tax, 36)], BESIDE), [450, 0, 36]);
        assert_eq!(cents(&[(Amount, 900), (Net, 1_000)], BESIDE), [1_000, 0, 0]);
        let unsigned = Understood { discounts_unsigned: true, ..BESIDE };
        assert_eq!(cents(&[(Amount, 4_000), (Discount, -400)], unsigned), [4_400, 0, 0]);
        assert_eq!(cents(&[(Amount, 4_000), (Discount, 400)], unsigned), [4_000, 400, 0]);
        assert_eq!(cents(&[(Amount, -4_000), (Discount, -400)], unsigned), [-4_000, -400, 0]);
    }

    #[test]
    fn tax_inside_stays_in_the_amount() {
        use Field::{Amount, Discount, Net, Tax, Total};
        assert_eq!(cents(&[(Amount, 1_080), (Tax, 80)], INSIDE), [1_080, 0, 80]);
        assert_eq!(cents(&[(Total, 1_080), (Tax, 80)], INSIDE), [1_080, 0, 80]);
        let without = Understood { net: NetIs::WithoutTax, ..INSIDE };
        assert_eq!(cents(&[(Amount, 1_080), (Net, 1_000), (Tax, 80)], without), [1_080, 0, 80]);
        let both = Understood { net: NetIs::AfterDiscountWithoutTax, ..INSIDE };
        assert_eq!(cents(&[(Amount, 1_080), (Discount, 108), (Net, 900), (Tax, 72)], both), [1_080, 108, 72]);
    }

    #[test]
    fn refund_is_negative_whatever_its_signs() {
        for sign in [1, -1] {
            let given = [
                (Field::Amount, 1_000),
                (Field::Discount, sign * 100),
                (Field::Net, sign * -900),
                (Field::Tax, sign * 72),
            ];
            let refund = Row { is_refund: true, ..row(&given) };
            let value = value_of(&refund, BESIDE).unwrap();
            let all = [value.amount, value.discount, value.tax].map(Money::cents);
            assert_eq!((all, value.quantity), ([-1_000, -100, -72], -Quantity::ONE));
        }
    }

    #[test]
    fn price_and_quantity_complete_each_other() {
        let numbers = [(Field::Quantity, Quantity::from_milli(350))].into();
        let weighed = Row { numbers, ..row(&[(Field::Price, 2_000)]) };
        let value = value_of(&weighed, BESIDE).unwrap();
        assert_eq!((value.amount, value.price), (Money::from_cents(700), Money::from_cents(2_000)));
        let numbers = [(Field::Quantity, Quantity::from_milli(3_000))].into();
        let counted = Row { numbers, ..row(&[(Field::Amount, 900)]) };
        assert_eq!(value_of(&counted, BESIDE).unwrap().price, Money::from_cents(300));
        assert!(value_of(&row(&[]), BESIDE).is_err());
    }
}
