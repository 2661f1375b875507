//! What was given back: inside the payments, with details at the selections and charges.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::{Check, Line, Payment};
use serde_json::{Value, json};

use super::lines::sold;
use super::{number, reference, time, usd};
use crate::ids::Key;
use crate::toast::account::{Account, Record};
use crate::trade::Return;

/// What was given back of a sale.
pub struct Backs<'a> {
    account: &'a Account,
    sale: &'a Check,
    backs: Vec<&'a Return>,
}

impl<'a> Backs<'a> {
    /// By a moment.
    pub fn new(account: &'a Account, record: &'a Record, sale: &'a Check, at: Timestamp) -> Backs<'a> {
        Backs { account, sale, backs: record.backs(at).map(|(_, back)| back).collect() }
    }

    fn transaction(&self, back: &Check) -> String {
        self.account.guid(&[&back.id, &"transaction"])
    }

    /// Which payment of the sale a refund gives back: the one that it names, else the one at its place.
    fn is_of(&self, payment: &Payment, at: usize, index: usize, of: &Payment) -> bool {
        match &of.id {
            Some(id) => payment.id.as_ref() == Some(id),
            None => at == index.min(self.sale.payments.len().saturating_sub(1)),
        }
    }

    /// The refund of a payment: all that was given back of it so far, with its last transaction.
    pub fn of_payment(&self, at: usize) -> (Value, &'static str) {
        let Some(payment) = self.sale.payments.get(at) else { return (Value::Null, "NONE") };
        let (mut amount, mut tip, mut last) = (Money::ZERO, Money::ZERO, None);
        for back in &self.backs {
            for (index, of) in back.check.payments.iter().enumerate() {
                if self.is_of(payment, at, index, of) {
                    (amount, tip, last) = (amount - of.amount, tip - of.tip, Some(&back.check));
                }
            }
        }
        let Some(last) = last else { return (Value::Null, "NONE") };
        let site = &self.account.restaurant.site;
        let shown = json!({
            "refundAmount": usd(amount),
            "tipRefundAmount": usd(tip),
            "refundDate": time(site.at(last.close_time)),
            "refundBusinessDate": number(site.date_of(last)),
            "refundTransaction": reference(Some(self.transaction(last)), "RefundTransaction"),
        });
        (shown, if amount == payment.amount { "FULL" } else { "PARTIAL" })
    }

    /// Whether all came back: then some tills name no selections.
    fn is_bare(&self, back: &Check) -> bool {
        let whole = |check: &Check| check.payments.iter().map(|of| of.amount).sum::<Money>();
        let is_all =
            self.backs.len() == 1 && whole(back) == -whole(self.sale) && !self.sale.payments.is_empty();
        is_all && Key::of(&[&back.id, &"bare"]).throw("bare", 3) == 0
    }

    fn details(&self, back: &Check, net: Money, tax: Money) -> Value {
        json!({
            "refundAmount": usd(-net), "taxRefundAmount": usd(-tax),
            "refundTransaction": reference(Some(self.transaction(back)), "RefundTransaction"),
        })
    }

    /// What was given back of a selection: of lines that are alike, of the first.
    pub fn of_line(&self, at: usize) -> Option<Value> {
        let line = self.sale.lines.get(at)?;
        let alike =
            |other: &Line| other.item == line.item && other.name == line.name && other.amount == line.amount;
        let nth = self.sale.lines.iter().take(at).filter(|other| alike(other)).count();
        let is_back = |other: &Line| other.item == line.item && other.name == line.name;
        self.backs.iter().filter(|back| !self.is_bare(&back.check)).find_map(|back| {
            let lines = sold(&back.check);
            let of = lines.iter().filter(|of| is_back(of.line)).nth(nth)?;
            Some(self.details(&back.check, of.net, of.line.tax))
        })
    }

    /// What was given back of a charge.
    pub fn of_charge(&self, at: usize) -> Option<Value> {
        let charge = self.sale.service_charges.get(at)?;
        self.backs.iter().filter(|back| !self.is_bare(&back.check)).find_map(|back| {
            let of = back.check.service_charges.iter().find(|of| of.name == charge.name)?;
            Some(self.details(&back.check, of.amount, of.tax))
        })
    }
}
