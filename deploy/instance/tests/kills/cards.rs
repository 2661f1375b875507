//! Guests who pay by card: first at the card provider, then on their check.

use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_instance::Workers;
use saffron_sandbox::card::{Command, NewPayment, PaymentStatus, Provider};

use crate::check::{Check, Payment};
use crate::record::Record;
use crate::tills::{LoadTill, moment};

/// A till with a card reader.
pub struct CardTill {
    pub till: LoadTill,
    pub provider: Provider,
    pub account: String,
}

impl CardTill {
    /// Takes one payment after the other until it is stopped; some are declined first, and of some a part is given back.
    pub fn begin(self, record: &Record, workers: &mut Workers) {
        let record = record.clone();
        workers.begin(|rounds| async move {
            let mut random = StdRng::seed_from_u64(self.till.seed);
            for number in 0.. {
                if !rounds.should_continue() {
                    break;
                }
                let check = self.paid_check(number, &record, &mut random).await;
                self.till.post_check(&record, check).await?;
                // The provider is asked for each payment by itself: they are fewer than checks.
                record.more(40).await;
                rounds.end_round();
            }
            Ok(())
        });
    }

    async fn paid_check(&self, number: u64, record: &Record, random: &mut StdRng) -> Check {
        let id = format!("{}-{number}", self.till.name);
        let closed: Timestamp = moment();
        let day = self.till.days[0].clone();
        let mut check = Check::random(random, id, 1, day, closed);
        (check.voided, check.reward_used) = (false, 0);
        let amount = (check.net() + check.tax()).max(100);
        if random.random_bool(0.1) {
            let failed = self.pay(&check, amount, PaymentStatus::RequiresPaymentMethod).await;
            record.at(&self.till.till.pos_id, |location| location.failed_payments.insert(failed));
        }
        let intent = self.pay(&check, amount, PaymentStatus::Succeeded).await;
        if random.random_bool(0.1) {
            let part = Some(amount / 2);
            let refund = Command::Refund {
                of: intent.clone(),
                amount: part,
                reason: None,
                metadata: Vec::new(),
                pending: false,
            };
            self.ask(refund).await;
        }
        check.payments = vec![Payment { tender: "Visa", amount, tip: 0, intent: Some(intent) }];
        check
    }

    async fn pay(&self, check: &Check, amount: i64, status: PaymentStatus) -> String {
        let is_declined = status == PaymentStatus::RequiresPaymentMethod;
        let new = NewPayment {
            amount,
            status,
            created: None,
            failure_code: is_declined.then(|| "expired_card".to_owned()),
            decline_code: is_declined.then(|| "expired_card".to_owned()),
            check: Some(check.id.parse().unwrap()),
            count: 1,
        };
        self.ask(Command::Pay(new)).await.remove(0)
    }

    async fn ask(&self, command: Command) -> Vec<String> {
        let (provider, account) = (self.provider.clone(), self.account.clone());
        tokio::task::spawn_blocking(move || provider.command(&account, command).unwrap()).await.unwrap()
    }
}
