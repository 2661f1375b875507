//! A check with its amounts, and its form in facts.

use jiff::Timestamp;
use rand::RngExt as _;
use rand::rngs::StdRng;
use saffron_instance::{dollars, event, guest_id};
use serde_json::{Value, json};

/// Items that every location sells.
pub const ITEMS: usize = 12;
/// An item with a small stock that no correction gives back: it runs out once.
pub const SPECIAL: usize = ITEMS;
/// Guests of each location.
pub const GUESTS: usize = 40;
/// How checks are paid.
const TENDERS: [&str; 4] = ["Cash", "Visa", "Mastercard", "Gift Card"];
/// How orders come in.
const INPUTS: [&str; 3] = ["pos", "online", "kiosk"];

/// Money in cents. A refund has negative counts and amounts.
#[derive(Clone, Debug)]
pub struct Line {
    pub item: usize,
    pub count: i64,
    /// Of one.
    pub price: i64,
    /// Of one.
    pub cost: Option<i64>,
    pub discount: i64,
    pub tax: i64,
    pub voided: bool,
}

impl Line {
    pub fn amount(&self) -> i64 {
        self.count * self.price
    }
}

#[derive(Clone, Debug)]
pub struct Payment {
    pub tender: &'static str,
    pub amount: i64,
    pub tip: i64,
    /// The card provider's payment.
    pub intent: Option<String>,
}

/// One version of a check.
#[derive(Clone, Debug)]
pub struct Check {
    pub id: String,
    pub revision: i64,
    pub day: String,
    /// In whole microseconds, as databases keep it.
    pub closed: Timestamp,
    pub covers: i64,
    pub input: &'static str,
    pub guest: Option<usize>,
    pub lines: Vec<Line>,
    /// Of the whole check.
    pub discount: i64,
    pub payments: Vec<Payment>,
    pub reward_used: i64,
    pub refund_of: Option<String>,
    pub voided: bool,
}

impl Check {
    /// Lines with discounts, voids and rewards, and now and then a large one of these.
    pub fn random(random: &mut StdRng, id: String, revision: i64, day: String, closed: Timestamp) -> Self {
        let lines = (0..random.random_range(1..=4)).map(|_| line(random)).collect();
        let mut check = Self {
            id,
            revision,
            day,
            closed,
            covers: random.random_range(1..6),
            input: INPUTS[random.random_range(0..INPUTS.len())],
            guest: random.random_bool(0.7).then(|| random.random_range(0..GUESTS)),
            lines,
            discount: 0,
            payments: Vec::new(),
            reward_used: 0,
            refund_of: None,
            voided: random.random_bool(0.02),
        };
        match random.random_range(0..100) {
            0 => check.lines.push(Line { voided: true, ..dear(random) }),
            1 => check.lines.push(Line { discount: 6_000, ..dear(random) }),
            2..=11 if check.gross() > 200 => check.discount = random.random_range(1..check.gross() / 2),
            _ => {}
        }
        if check.guest.is_some() && random.random_bool(0.03) {
            check.reward_used = random.random_range(1..=check.gross().max(1));
        }
        check.pay(random);
        check
    }

    /// Adds the payments of the check, without the reward.
    fn pay(&mut self, random: &mut StdRng) {
        let due = self.net() + self.tax() - self.reward_used;
        let tender = TENDERS[random.random_range(0..TENDERS.len())];
        let tip = if due > 0 { random.random_range(0..=due / 5) } else { 0 };
        let first = if due > 1 && random.random_bool(0.1) { due / 2 } else { due };
        self.payments = vec![Payment { tender, amount: first, tip, intent: None }];
        if first != due {
            self.payments.push(Payment { tender: "Cash", amount: due - first, tip: 0, intent: None });
        }
    }

    /// A check that refunds the first line of this one.
    pub fn refund(&self, id: String, closed: Timestamp) -> Self {
        let line = &self.lines[0];
        let back =
            Line { count: -1, discount: 0, tax: -(line.tax / line.count), voided: false, ..line.clone() };
        let amount = back.amount() + back.tax;
        Self {
            id,
            revision: 1,
            day: self.day.clone(),
            closed,
            covers: 0,
            input: self.input,
            guest: self.guest,
            lines: vec![back],
            discount: 0,
            payments: vec![Payment { tender: self.payments[0].tender, amount, tip: 0, intent: None }],
            reward_used: 0,
            refund_of: Some(self.id.clone()),
            voided: false,
        }
    }

    /// The lines that are not voided.
    pub fn sold(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !self.voided && !line.voided)
    }

    pub fn gross(&self) -> i64 {
        self.sold().map(Line::amount).sum()
    }

    pub fn discounts(&self) -> i64 {
        let of_check = if self.voided { 0 } else { self.discount };
        self.sold().map(|line| line.discount).sum::<i64>() + of_check
    }

    pub fn net(&self) -> i64 {
        self.gross() - self.discounts()
    }

    pub fn tax(&self) -> i64 {
        self.sold().map(|line| line.tax).sum()
    }

    /// Value of the voided lines.
    pub fn voids(&self) -> i64 {
        self.lines.iter().filter(|line| self.voided || line.voided).map(Line::amount).sum()
    }

    /// Amounts and tips.
    pub fn paid(&self) -> i64 {
        let paid: i64 = self.payments.iter().map(|payment| payment.amount + payment.tip).sum();
        if self.voided { 0 } else { paid }
    }

    /// Whether it counts as a check: no void and no refund.
    pub fn counts(&self) -> bool {
        !self.voided && self.refund_of.is_none()
    }

    pub fn event(&self, pos_id: &str) -> Value {
        let items: Vec<Value> = self.lines.iter().map(line_of).collect();
        let payments: Vec<Value> = self.payments.iter().map(payment_of).collect();
        let mut data = json!({
            "posID": pos_id, "posCheckID": self.id, "revision": self.revision, "businessDate": self.day,
            "closeTime": self.closed.to_string(), "covers": self.covers, "orderInputType": self.input,
            "employee": { "id": "e1", "name": "Ana" }, "items": items, "payments": payments,
            "discount": dollars(self.discount), "rewardUsed": dollars(self.reward_used), "voided": self.voided
        });
        if let Some(guest) = self.guest {
            data["posCustomerID"] = json!(guest_id(guest));
        }
        if let Some(check) = &self.refund_of {
            data["refundOf"] = json!(check);
        }
        event(&format!("{}-{}", self.id, self.revision), "check.closed", data)
    }
}

fn line(random: &mut StdRng) -> Line {
    let (count, price) = (random.random_range(1..4), random.random_range(150..2_600));
    let part = |random: &mut StdRng, share: f64, most: i64| {
        if random.random_bool(share) { random.random_range(1..=most) } else { 0 }
    };
    Line {
        item: random.random_range(0..ITEMS),
        count,
        price,
        cost: random.random_bool(0.85).then_some(price / 3),
        discount: part(random, 0.15, count * price / 3),
        tax: count * price * 8 / 100,
        voided: random.random_bool(0.04),
    }
}

/// A line that owners are notified of where it is voided or discounted.
fn dear(random: &mut StdRng) -> Line {
    let price = random.random_range(6_500..20_000);
    Line { item: 0, count: 1, price, cost: None, discount: 0, tax: 0, voided: false }
}

/// One special.
pub fn special() -> Line {
    Line { item: SPECIAL, count: 1, price: 1_900, cost: Some(700), discount: 0, tax: 0, voided: false }
}

fn line_of(line: &Line) -> Value {
    let mut written = json!({
        "posItemID": item_id(line.item), "name": item_id(line.item), "majorCategory": "Food",
        "quantity": line.count, "price": dollars(line.price), "discount": dollars(line.discount),
        "tax": dollars(line.tax), "voided": line.voided
    });
    if let Some(cost) = line.cost {
        written["cost"] = dollars(cost);
    }
    written
}

fn payment_of(payment: &Payment) -> Value {
    let Payment { tender, amount, tip, intent } = payment;
    let mut written = json!({ "type": tender, "amount": dollars(*amount), "tip": dollars(*tip) });
    if let Some(intent) = intent {
        written["paymentIntentId"] = json!(intent);
    }
    written
}

pub fn item_id(number: usize) -> String {
    if number == SPECIAL { "special".to_owned() } else { format!("item-{number}") }
}
