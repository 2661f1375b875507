use jiff::Timestamp;
use saffron_core::fact::{Check, Payment, Processor, ProcessorId};
use saffron_core::{BusinessDate, Money};

use super::summary::online_fee;
use super::{ProviderId, prefix_of};

/// The order input type of online checks.
const ONLINE: &str = "online";

/// A payment of a check that a processor should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tender {
    /// The index among the payments of the check.
    pub number: i16,
    /// The id that it has in the mirror.
    pub payment_intent_id: String,
    /// What that id begins with, of another processor than the location's card account.
    pub processor: Option<String>,
    /// The amount with the tip.
    pub amount: Money,
}

/// The share of an online check in the payout of its week.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OnlineShare {
    /// 1 for a sale, 0 for a refund and for a check with a negative sum.
    pub orders: i64,
    /// Payments with tips that our own processor pays out, less refunds.
    pub charged: Money,
    pub fee: Money,
}

impl OnlineShare {
    pub fn add(&mut self, other: OnlineShare) {
        self.orders += other.orders;
        self.charged += other.charged;
        self.fee += other.fee;
    }

    pub fn subtract(&mut self, other: OnlineShare) {
        self.orders -= other.orders;
        self.charged -= other.charged;
        self.fee -= other.fee;
    }

    /// The payout: charged less the fee.
    pub fn amount(self) -> Money {
        self.charged - self.fee
    }
}

/// The payments of a closed check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidCheck {
    /// When it was closed, UTC.
    pub closed_at: Timestamp,
    pub business_date: BusinessDate,
    pub online: bool,
    pub voided: bool,
    /// Whether it refunds another check.
    pub refund: bool,
    /// Payments with tips.
    pub charged: Money,
    /// Of these, what our own processor pays out.
    pub paid_out: Money,
    /// Payments that a processor should know.
    pub tenders: Vec<Tender>,
}

/// The id that a payment of a check has in the mirror, and the prefix of another processor's; none where no payment of a
/// processor is named.
fn provider_id(payment: &Payment) -> Option<(String, Option<String>)> {
    let processor = payment.processor.clone().and_then(|name| Processor::try_from(name).ok());
    let id = payment.payment_id.clone().and_then(|id| ProcessorId::try_from(id).ok());
    if let (Some(processor), Some(id)) = (processor, id) {
        return Some((ProviderId::of_processor(&processor, &id).to_string(), Some(prefix_of(&processor))));
    }
    Some((payment.payment_intent_id.as_ref()?.to_string(), None))
}

impl PaidCheck {
    pub fn of(check: &Check) -> PaidCheck {
        let tenders = check.payments.iter().enumerate().filter_map(|(number, payment)| {
            let (payment_intent_id, processor) = provider_id(payment)?;
            Some(Tender {
                // A check has 200 payments at most.
                number: i16::try_from(number).unwrap_or(i16::MAX),
                payment_intent_id,
                processor,
                amount: payment.amount + payment.tip,
            })
        });
        PaidCheck {
            closed_at: check.closed.at,
            business_date: check.business_date,
            online: check.order_input_type.as_ref().is_some_and(|kind| kind.as_str() == ONLINE),
            voided: check.voided,
            refund: check.refund_of.is_some(),
            charged: check.payments.iter().map(|payment| payment.amount + payment.tip).sum(),
            paid_out: (check.payments.iter().filter(|payment| payment.is_ours()))
                .map(|payment| payment.amount + payment.tip)
                .sum(),
            tenders: tenders.collect(),
        }
    }

    /// The share in the week's payout: payments less the fee, which a refund does not return; zero for a voided check.
    pub fn share(&self) -> OnlineShare {
        if !self.online || self.voided {
            return OnlineShare::default();
        }
        // A POS may refund without naming a check.
        if self.refund || self.charged < Money::ZERO || self.paid_out < Money::ZERO {
            return OnlineShare { orders: 0, charged: self.paid_out, fee: Money::ZERO };
        }
        OnlineShare { orders: 1, charged: self.paid_out, fee: online_fee(self.paid_out) }
    }
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};
    use serde_json::{Value, json};

    use super::*;

    fn paid(fields: Value) -> PaidCheck {
        let mut data = json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T12:00:00",
            "orderInputType": "online", "items": [],
            "payments": [{"type": "Visa", "amount": 10, "tip": 2.5, "paymentIntentId": "pi_1"},
                         {"type": "Cash", "amount": 1}]});
        data.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e1", "source": "till", "type": "check.closed", "data": data});
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let facts = read_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &calendar).unwrap();
        match &facts[0].body {
            FactBody::Check(check) => PaidCheck::of(check),
            _ => panic!("a check"),
        }
    }

    fn share(fields: Value) -> (i64, i64, i64, i64) {
        let share = paid(fields).share();
        (share.orders, share.charged.cents(), share.fee.cents(), share.amount().cents())
    }

    #[test]
    fn the_share_of_an_online_check_is_less_the_fee() {
        // 2.7 percent of 12.50 are 33.75 cents.
        assert_eq!(share(json!({})), (1, 1250, 39, 1211));
        assert_eq!(share(json!({"voided": true})), (0, 0, 0, 0));
        assert_eq!(share(json!({"orderInputType": "Counter"})), (0, 0, 0, 0));
        assert_eq!(share(json!({"payments": []})), (1, 0, 0, 0));
        let back = json!({"refundOf": "c0", "payments": [{"type": "Visa", "amount": -10}]});
        assert_eq!(share(back), (0, -1000, 0, -1000));
        let unnamed = json!({"payments": [{"type": "Visa", "amount": -10}]});
        assert_eq!(share(unnamed), (0, -1000, 0, -1000));
    }

    #[test]
    fn payments_that_others_took_are_not_paid_out() {
        let other = |more: Value| {
            let mut payment = json!({"type": "Visa", "amount": 10});
            payment.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            share(json!({"payments": [payment, {"type": "Visa", "amount": 20}]}))
        };
        let alone = share(json!({"payments": [{"type": "Visa", "amount": 20}]}));
        for taken in [
            json!({"processor": "Square"}),
            json!({"giftCard": true}),
            json!({"deposit": true}),
            json!({"type": " cash "}),
        ] {
            assert_eq!(other(taken), alone);
        }
        assert_eq!(other(json!({"processor": ""})).1, 3000);
    }

    #[test]
    fn only_payments_with_a_provider_id_are_tenders() {
        let tenders = paid(json!({})).tenders;
        assert_eq!(
            tenders,
            [Tender {
                number: 0,
                payment_intent_id: "pi_1".into(),
                processor: None,
                amount: Money::from_cents(1250)
            }]
        );
    }
}
