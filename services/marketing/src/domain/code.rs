//! Promo codes, and what the checks that carry them bring (figures.md, Definitions).

use std::fmt;

use saffron_core::fact::Check;
use saffron_core::{Error, Money};

/// A code of 3 to 32 letters, digits and dashes; unique within the location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(Box<str>);

impl Code {
    /// Reads a code; case and spaces around it do not count.
    pub fn parse(text: &str) -> Result<Code, Error> {
        Code::carried(text).ok_or_else(|| {
            Error::invalid("promoCode", "must have 3 to 32 letters, digits, or dashes, such as TACO-10")
        })
    }

    /// Of what a check carries; none if it cannot be one.
    #[must_use]
    pub fn carried(text: &str) -> Option<Code> {
        let text = text.trim();
        let fits = (3..=32).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        fits.then(|| Code(text.to_ascii_uppercase().into()))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What checks bring; amounts in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// Checks that are neither voided nor refunds.
    pub redemptions: i64,
    /// Net of discounts.
    pub sales: i64,
    /// Discounts.
    pub discount: i64,
    /// Net sales less rewards that were spent and the cost of what was sold.
    pub profit: i64,
    /// Sales of lines without a cost.
    pub without_cost: i64,
}

impl Share {
    /// What a check brings; a voided one nothing, a refund moves money alone.
    #[must_use]
    pub fn of(check: &Check) -> Share {
        if check.voided {
            return Share::default();
        }
        let sales = check.sales();
        let (mut cost, mut without_cost) = (Money::ZERO, Money::ZERO);
        for line in check.lines.iter().filter(|line| !line.voided) {
            match line.cost {
                Some(of_one) => cost += of_one.times(line.quantity),
                None => without_cost += line.amount,
            }
        }
        Share {
            redemptions: i64::from(check.refund_of.is_none()),
            sales: sales.net().cents(),
            discount: sales.discounts.cents(),
            profit: (sales.net() - check.reward_used - cost).cents(),
            without_cost: without_cost.cents(),
        }
    }

    /// Takes another in.
    pub fn add(&mut self, other: Share) {
        self.redemptions += other.redemptions;
        self.sales += other.sales;
        self.discount += other.discount;
        self.profit += other.profit;
        self.without_cost += other.without_cost;
    }

    /// The same, taken back.
    #[must_use]
    pub fn negated(self) -> Share {
        Share {
            redemptions: -self.redemptions,
            sales: -self.sales,
            discount: -self.discount,
            profit: -self.profit,
            without_cost: -self.without_cost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_without_regard_to_case() {
        assert_eq!(Code::parse(" taco-10 ").unwrap().to_string(), "TACO-10");
        for good in ["ABC", &"A".repeat(32), "A-1"] {
            assert_eq!(Code::parse(good).unwrap().to_string(), good);
        }
        for bad in ["", "ab", "a b c", "ÄÖÜ", "a_b", &"A".repeat(33)] {
            assert_eq!(Code::parse(bad).unwrap_err().field.as_deref(), Some("promoCode"), "{bad}");
        }
    }
}
