//! Promo codes, and the results of checks with a code.

use std::str::FromStr;

use saffron_core::fact::Check;
use saffron_core::{Error, Money};

/// A code of 3 to 32 letters, digits and dashes; unique within the location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(Box<str>);

impl Code {
    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Case and spaces around a code do not count.
impl FromStr for Code {
    type Err = Error;
    fn from_str(text: &str) -> Result<Code, Error> {
        let text = text.trim();
        let is_code = (3..=32).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_code.then(|| Code(text.to_ascii_uppercase().into())).ok_or_else(|| {
            Error::invalid("promoCode", "must have 3 to 32 letters, digits, or dashes, such as TACO-10")
        })
    }
}

/// The results of checks with a code; amounts in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CodeResult {
    /// Checks that are neither voided nor refunds.
    pub redemptions: i64,
    /// Sales less discounts.
    pub sales: i64,
    pub discount: i64,
    /// Net sales less used rewards and the cost of items sold.
    pub profit: i64,
    /// Sales of lines without a cost.
    pub without_cost: i64,
}

impl CodeResult {
    /// The result of a check: a voided one has none, and a refund is no redemption.
    pub fn of(check: &Check) -> CodeResult {
        if check.voided {
            return CodeResult::default();
        }
        let sales = check.sales();
        let (mut cost, mut without_cost) = (Money::ZERO, Money::ZERO);
        for line in check.sold() {
            cost += line.total_cost();
            if line.cost.is_none() {
                without_cost += line.amount;
            }
        }
        CodeResult {
            redemptions: i64::from(check.refund_of.is_none()),
            sales: sales.net().cents(),
            discount: sales.discounts.cents(),
            profit: (sales.net() - check.reward_used - cost).cents(),
            without_cost: without_cost.cents(),
        }
    }

    /// Adds another result (`times` 1), or subtracts it (-1).
    pub fn add(&mut self, other: CodeResult, times: i64) {
        self.redemptions += times * other.redemptions;
        self.sales += times * other.sales;
        self.discount += times * other.discount;
        self.profit += times * other.profit;
        self.without_cost += times * other.without_cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Result<Code, Error> {
        text.parse()
    }

    #[test]
    fn a_code_is_read_without_regard_to_case() {
        assert_eq!(code(" taco-10 ").unwrap().as_str(), "TACO-10");
        for good in ["ABC", &"A".repeat(32), "A-1"] {
            assert_eq!(code(good).unwrap().as_str(), good);
        }
        for bad in ["", "ab", "a b c", "ÄÖÜ", "a_b", &"A".repeat(33)] {
            assert_eq!(code(bad).unwrap_err().field.as_deref(), Some("promoCode"), "{bad}");
        }
    }
}
