//! Amounts of prices that hold their tax, without it: sales are without tax everywhere (figures.md, Real trade).

use super::line::Line;
use crate::Money;
use crate::spread::spread;

/// A line as it was sent, and whether its amounts hold its tax.
pub(super) struct Priced {
    pub(super) line: Line,
    pub(super) tax_included: bool,
}

/// The lines and the discount of a check without the tax that is in them. What is paid for a line, less its tax, is exactly its net
/// amount, so that a check balances to the cent; amount, discounts and price of one follow in proportion.
pub(super) fn without_tax(priced: Vec<Priced>, discount: Money) -> (Vec<Line>, Money) {
    if !priced.iter().any(|priced| priced.tax_included) {
        return (priced.into_iter().map(|priced| priced.line).collect(), discount);
    }
    let weight = |line: &Line| if line.counts() { line.amount.cents().unsigned_abs() } else { 0 };
    let weights: Vec<u64> = priced.iter().map(|priced| weight(&priced.line)).collect();
    let shares = spread(discount.cents(), &weights);
    let mut of_check = discount;
    let mut lines = Vec::with_capacity(priced.len());
    for (Priced { line, tax_included }, share) in priced.into_iter().zip(shares) {
        let share = Money::from_cents(share);
        if !tax_included {
            lines.push(line);
            continue;
        }
        match net_of_tax(&line, share, of_check) {
            Some(Net { amount, price, discount, of_check: net_of_check }) => {
                of_check = net_of_check;
                let mut net = Line { amount, price, discount, ..line };
                let named = net.discounts.iter_mut().map(|named| &mut named.amount);
                in_proportion(named, line.discount, discount);
                let parts = net.modifiers.iter_mut().map(|modifier| &mut modifier.amount);
                in_proportion(parts, line.amount, amount);
                lines.push(net);
            }
            None => lines.push(Line { holds_tax: true, ..line }),
        }
    }
    (lines, of_check)
}

/// Turns parts of an amount into parts of what became of it. Parts that add up to the one add up to the other; parts that would
/// become larger than any amount stay.
pub(super) fn in_proportion<'a>(parts: impl Iterator<Item = &'a mut Money>, before: Money, after: Money) {
    if before == after || before == Money::ZERO {
        return;
    }
    let (mut sum, mut turned) = (Money::ZERO, Money::ZERO);
    let mut next = Vec::new();
    for part in parts {
        sum += *part;
        let Ok(so_far) = sum.ratio(after.cents(), before.cents()).in_range() else { return };
        let Ok(share) = (so_far - turned).in_range() else { return };
        turned = so_far;
        next.push((part, share));
    }
    next.into_iter().for_each(|(part, share)| *part = share);
}

/// Amounts of a line without its tax.
struct Net {
    amount: Money,
    price: Money,
    discount: Money,
    /// The check's discount, with the line's share of it without tax.
    of_check: Money,
}

/// The amounts of a line with its share of the check's discount. None where the rate cannot be known: nothing is paid for the
/// line, its tax is larger than what is paid, or it is so far below 0 that an amount is larger than any.
fn net_of_tax(line: &Line, share: Money, of_check: Money) -> Option<Net> {
    let paid = line.amount - line.discount - share;
    let net = paid - line.tax;
    if paid.cents().signum() * net.cents().signum() <= 0 {
        // A line of nothing holds nothing.
        let nothing = line.amount == Money::ZERO && line.tax == Money::ZERO;
        return nothing.then_some(Net {
            amount: Money::ZERO,
            price: line.price,
            discount: line.discount,
            of_check,
        });
    }
    let part = |money: Money| money.ratio(net.cents(), paid.cents()).in_range().ok();
    let (amount, price, part_of_share) = (part(line.amount)?, part(line.price)?, part(share)?);
    let off = amount - net;
    // A cent of rounding makes no discount of a kind that was not given.
    let net_share = if line.discount == Money::ZERO { off } else { part_of_share };
    let discount = (off - net_share).in_range().ok()?;
    let of_check = (of_check + net_share - share).in_range().ok()?;
    Some(Net { amount, price, discount, of_check })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Quantity;
    use crate::fact::Label;

    fn line(amount: i64, discount: i64, tax: i64) -> Line {
        Line {
            item: "i".parse().unwrap(),
            name: Label::try_from("Soup".to_owned()).unwrap(),
            major_category: None,
            minor_category: None,
            quantity: Quantity::ONE,
            price: Money::from_cents(amount),
            amount: Money::from_cents(amount),
            cost: None,
            discount: Money::from_cents(discount),
            discounts: Vec::new(),
            modifiers: Vec::new(),
            tax: Money::from_cents(tax),
            voided: false,
            reason: None,
            approved_by: None,
            holds_tax: false,
            deferred: false,
        }
    }

    /// Amount, discount and price of the only line, the check's discount, and whether the line holds its tax.
    fn only(amount: i64, discount: i64, tax: i64, of_check: i64) -> ([i64; 4], bool) {
        let priced = vec![Priced { line: line(amount, discount, tax), tax_included: true }];
        let (lines, left) = without_tax(priced, Money::from_cents(of_check));
        let line = lines.first().unwrap();
        ([line.amount, line.discount, line.price, left].map(Money::cents), line.holds_tax)
    }

    #[test]
    fn a_price_that_holds_its_tax_is_divided_by_its_rate() {
        assert_eq!(only(1080, 0, 80, 0), ([1000, 0, 1000, 0], false));
        assert_eq!(only(1080, 108, 72, 0), ([1000, 100, 1000, 0], false));
        assert_eq!(only(1080, 0, 72, 108), ([1000, 0, 1000, 100], false));
        // A refund.
        assert_eq!(only(-1080, -108, -72, 0), ([-1000, -100, -1000, 0], false));
        // Without a tax nothing is in it.
        assert_eq!(only(1080, 80, 0, 0), ([1080, 80, 1080, 0], false));
    }

    #[test]
    fn a_price_whose_rate_is_unknown_is_kept() {
        // Given away in full.
        assert_eq!(only(1080, 1080, 0, 0), ([1080, 1080, 1080, 0], true));
        // A tax larger than the price.
        assert_eq!(only(1080, 0, 2000, 0), ([1080, 0, 1080, 0], true));
        // A tax that makes the amount larger than any.
        assert_eq!(only(1, 0, -10_000_000_000, 9_999_999), ([1, 0, 1, 9_999_999], true));
        assert_eq!(
            only(9_000_000_000, 0, -9_000_000_000, 8_000_000_000),
            ([9_000_000_000, 0, 9_000_000_000, 8_000_000_000], true)
        );
        assert_eq!(only(0, 0, 0, 0), ([0, 0, 0, 0], false));
    }

    fn turned(parts: &[i64], before: i64, after: i64) -> Vec<i64> {
        let mut parts: Vec<_> = parts.iter().copied().map(Money::from_cents).collect();
        in_proportion(parts.iter_mut(), Money::from_cents(before), Money::from_cents(after));
        parts.into_iter().map(Money::cents).collect()
    }

    #[test]
    fn parts_follow_their_amount() {
        assert_eq!(turned(&[54, 54], 108, 100), [50, 50]);
        assert_eq!(turned(&[36, 36, 36], 108, 100), [33, 34, 33]);
        // A part of what is not named elsewhere, and a removal.
        assert_eq!(turned(&[54], 108, 100), [50]);
        assert_eq!(turned(&[216, -108], 108, 100), [200, -100]);
        assert_eq!(turned(&[54, 54], 0, 100), [54, 54]);
        let most = 10_000_000_000;
        assert_eq!(turned(&[most, most], 1, 2), [most, most]);
        assert_eq!(turned(&[most, -most], 1, 2), [most, -most]);
    }

    proptest! {
        #[test]
        fn parts_of_a_whole_stay_its_parts(
            parts in prop::collection::vec(-5_000i64..20_000, 1..6), after in -20_000i64..20_000,
        ) {
            let before: i64 = parts.iter().sum();
            prop_assume!(before != 0);
            prop_assert_eq!(turned(&parts, before, after).iter().sum::<i64>(), after);
        }

        #[test]
        fn a_check_without_its_tax_costs_the_same(
            lines in prop::collection::vec(
                (-20_000i64..20_000, 0i64..5_000, 0i64..3_000, any::<bool>(), any::<bool>()), 1..6),
            discount in 0i64..5_000,
        ) {
            let priced = |(amount, discount, tax, voided, tax_included): &(i64, i64, i64, bool, bool)| Priced {
                line: Line { voided: *voided, ..line(*amount, *discount, *tax) },
                tax_included: *tax_included,
            };
            let sent: Vec<_> = lines.iter().map(priced).collect();
            let (net, left) = without_tax(lines.iter().map(priced).collect(), Money::from_cents(discount));
            let worth = |line: &Line| line.amount - line.discount;
            let mut before = -Money::from_cents(discount);
            let mut after = -left;
            for (sent, net) in sent.iter().zip(&net) {
                before += worth(&sent.line);
                after += worth(net);
                if sent.tax_included && !net.holds_tax {
                    after += sent.line.tax;
                }
                prop_assert!(sent.tax_included || *net == sent.line);
            }
            prop_assert_eq!(before, after);
        }
    }
}
