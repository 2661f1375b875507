//! The payments of a check that went through the card provider, and the ids that it gave them.

use saffron_core::Money;

use crate::ids::{self, Key};
use saffron_till::Check;

/// Cards that the terminal takes: as the till names them, and as the card provider does.
pub const CARDS: [(&str, &str); 4] =
    [("Visa", "visa"), ("Mastercard", "mastercard"), ("American Express", "amex"), ("Discover", "discover")];

/// The key of each payment's payment intent; none for cash and the like. A refund names the payments that it gives back.
pub fn intent_keys(check: &Check) -> Vec<Option<Key>> {
    let paid = check.refund_of.as_ref().unwrap_or(&check.id);
    let key = |(number, payment): (usize, &saffron_till::Payment)| {
        let by_card = CARDS.iter().any(|(name, _)| *name == payment.tender);
        let by_card = by_card && payment.amount + payment.tip != Money::ZERO;
        by_card.then(|| ids::payment(&check.pos_id, paid, number))
    };
    check.payments.iter().enumerate().map(key).collect()
}

/// The ids of the payment intents, as the till sends them.
pub fn intent_ids(check: &Check) -> Vec<Option<String>> {
    intent_keys(check).into_iter().map(|key| key.map(|key| format!("pi_{key}"))).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::day::Day;
    use super::super::pizzaplace::Year;
    use super::super::restaurant::restaurants;
    use super::*;

    #[test]
    fn refund_has_the_ids_of_the_payments_it_gives_back() {
        let year = Year::load().unwrap();
        let (mut cards, mut cash, mut refunds) = (0, 0, 0);
        for restaurant in restaurants(&year).unwrap() {
            for day in [date(2026, 7, 18), date(2026, 7, 19), date(2026, 7, 24), date(2026, 7, 25)] {
                let day = Day::of(&restaurant, &year, day).unwrap();
                let checks = day.checks();
                for check in &checks {
                    for (payment, id) in check.payments.iter().zip(intent_keys(check)) {
                        assert_eq!(id.is_some(), !matches!(payment.tender.as_str(), "Cash" | "Gift Card"));
                        cards += usize::from(id.is_some());
                        cash += usize::from(id.is_none());
                    }
                    let Some(original) = &check.refund_of else { continue };
                    let original = checks.iter().find(|other| other.id == *original).unwrap();
                    for (payment, id) in check.payments.iter().zip(intent_keys(check)) {
                        let Some(id) = id else { continue };
                        let number =
                            intent_keys(original).iter().position(|other| *other == Some(id)).unwrap();
                        let paid = &original.payments[number];
                        assert!(-payment.amount <= paid.amount, "{}: more than was paid", check.id);
                        assert_eq!(paid.tender, payment.tender);
                        refunds += 1;
                    }
                }
                for event in day.finished().unwrap() {
                    let sent: serde_json::Value = serde_json::from_str(event.json()).unwrap();
                    let Some(payments) = sent["data"]["payments"].as_array() else { continue };
                    for payment in payments {
                        let card = !matches!(payment["type"].as_str(), Some("Cash" | "Gift Card"));
                        let id = payment["paymentIntentId"].as_str();
                        assert_eq!(id.is_some_and(|id| id.starts_with("pi_") && id.len() <= 64), card);
                    }
                }
            }
        }
        assert!(cards > 300 && cash > 50 && refunds > 0, "{cards} {cash} {refunds}");
    }
}
