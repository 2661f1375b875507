use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, Error, Money};

/// What payments are searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentSearch {
    /// An amount, cents.
    pub cents: Option<i64>,
    /// The last digits of a card.
    pub last4: Option<String>,
    /// The number of a check, as tills may write it.
    pub numbers: Vec<String>,
}

impl PaymentSearch {
    /// The longest search, in characters.
    const LONGEST: usize = 100;

    /// Reads what a person typed; none where it is blank.
    pub fn parse(text: &str) -> Result<Option<PaymentSearch>, Error> {
        let text = text.trim();
        if text.chars().count() > PaymentSearch::LONGEST || text.contains('\0') {
            return Err(Error::invalid("search", "may have at most 100 characters"));
        }
        if text.is_empty() {
            return Ok(None);
        }
        let amount = Money::parse_dollars(&text.trim_start_matches('$').replace(',', ""));
        let is_last4 = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.trim_start_matches('#');
        Ok(Some(PaymentSearch {
            cents: amount.ok().map(|amount| amount.cents().abs()).filter(|cents| *cents > 0),
            last4: is_last4.then(|| text.to_owned()),
            numbers: [number.to_owned(), number.to_lowercase(), number.to_uppercase()]
                .into_iter()
                .chain(CheckId::of_sent(number).ok().map(String::from))
                .collect(),
        }))
    }
}

/// A status by which payments are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentStatus {
    Succeeded,
    Refunded,
    Failed,
    /// Authorized, and not captured yet.
    Held,
    Disputed,
}

impl PaymentStatus {
    /// Its states; none where payments in any state have it.
    pub const fn states(self) -> &'static [&'static str] {
        match self {
            PaymentStatus::Succeeded => &["PAYMENT_SUCCESS"],
            PaymentStatus::Refunded => &["PARTIAL_REFUND", "COMPLETE_REFUNDED"],
            PaymentStatus::Failed => &["PAYMENT_FAILED"],
            PaymentStatus::Held => &["PAYMENT_UNCAPTURED"],
            PaymentStatus::Disputed => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PaymentSearch;

    #[test]
    fn search_is_read_as_amount_card_and_check() {
        let read = |text: &str| {
            let search = PaymentSearch::parse(text).unwrap().unwrap();
            (search.cents, search.last4)
        };
        assert_eq!(read(" $31.84 "), (Some(3184), None));
        assert_eq!(read("-1,031.8"), (Some(103_180), None));
        assert_eq!(read("4242"), (Some(424_200), Some("4242".into())));
        assert_eq!(read("0"), (None, None));
        assert_eq!(PaymentSearch::parse("#k-9").unwrap().unwrap().numbers[..2], ["k-9", "k-9"]);
        assert_eq!(PaymentSearch::parse("  ").unwrap(), None);
        assert!(PaymentSearch::parse(&"1".repeat(101)).is_err());
    }
}
