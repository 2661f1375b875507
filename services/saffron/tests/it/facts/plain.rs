//! A plain recomputation of everything that services store of facts, from the versions that count.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use jiff::{SignedDuration, Timestamp};
use saffron_core::spread::spread;

use super::merges::merged;
use super::said::{
    Body, CashCount, Check, Fact, Guest, Item, Line, MOST, Person, Shift, business_date, rounded,
};
use crate::world::NOW;

/// Points a dollar in hundredths, from how many hours before now on; before the first there are none.
pub const PERCENTS: [(i64, i64); 3] = [(24 * 3650, 250), (24 * 10, 1_000), (24, 333)];

/// Rows of a table by key, with their sums.
pub type Rows = BTreeMap<String, Vec<i64>>;

/// Every table by name.
#[derive(Default)]
pub struct Tables(pub BTreeMap<&'static str, Rows>);

/// Parts of a key: no text of a POS holds it.
pub const PART: &str = "\u{1f}";

/// A text as it is kept: without the white space around it.
pub fn label(text: Option<&String>) -> String {
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// The id and the name of a person; one of them alone is both.
pub fn names(person: Option<&Person>) -> [String; 2] {
    let [id, name] = person
        .map_or_else(Default::default, |person| [label(person.id.as_ref()), label(person.name.as_ref())]);
    match (id.is_empty(), name.is_empty()) {
        (true, false) => [name.clone(), name],
        (false, true) => [id.clone(), id],
        _ => [id, name],
    }
}

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// What facts come to; the order in which they came does not count.
pub fn tables(facts: &[Fact]) -> Tables {
    let mut newest: BTreeMap<(&str, &str, &str), &Fact> = BTreeMap::new();
    let rank = |fact: &Fact| {
        let open = match &fact.body {
            Body::Shift(shift) => !shift.closed,
            body => matches!(body, Body::OpenCheck(_)),
        };
        (fact.revision, !open, fact.event_id.clone())
    };
    for fact in facts {
        let (kind, id) = match &fact.body {
            Body::Check(check) | Body::OpenCheck(check) => ("check", &check.id),
            Body::RemovedCheck(id) => ("check", id),
            Body::Shift(shift) => ("shift", &shift.id),
            Body::RemovedShift(id) => ("shift", id),
            Body::Cash(count) => ("cash", &count.drawer),
            Body::Item(item) => ("item", &item.id),
            Body::RemovedItem(id) => ("item", id),
            Body::Guest(guest) => ("guest", &guest.id),
            Body::Merge(merge) => ("merge", &merge.id),
        };
        let kept = newest.entry((&fact.pos_id, kind, id)).or_insert(fact);
        if rank(kept) < rank(fact) {
            *kept = fact;
        }
    }
    let mut tables = Tables::default();
    let standing = merged(newest.into_values().cloned().map(without_tax).collect());
    let mut checks: BTreeMap<&str, Vec<&Check>> = BTreeMap::new();
    for fact in &standing {
        if let Body::Check(check) = &fact.body {
            checks.entry(&fact.pos_id).or_default().push(check);
        }
    }
    let checks_of = |pos_id: &str| checks.get(pos_id).map_or(&[][..], Vec::as_slice);
    for fact in &standing {
        match &fact.body {
            Body::Check(check) => tables.check(&fact.pos_id, check, checks_of(&fact.pos_id)),
            Body::OpenCheck(check) => tables.open_check(&fact.pos_id, check),
            Body::RemovedCheck(_) | Body::RemovedShift(_) | Body::RemovedItem(_) | Body::Merge(_) => {}
            Body::Shift(shift) => tables.shift(&fact.pos_id, shift),
            Body::Cash(count) => tables.cash(&fact.pos_id, count),
            Body::Item(item) => tables.item(fact, item, checks_of(&fact.pos_id)),
            Body::Guest(guest) => tables.guest(&fact.pos_id, guest),
        }
    }
    for rows in tables.0.values_mut() {
        rows.retain(|_, sums| sums.iter().any(|sum| *sum != 0));
    }
    tables
}

/// A fact whose amounts hold no tax.
fn without_tax(mut fact: Fact) -> Fact {
    let (Body::Check(check) | Body::OpenCheck(check)) = &mut fact.body else { return fact };
    let sent = check.discount;
    let weights: Vec<u64> = (check.lines.iter())
        .map(|line| if line.voided || line.deferred { 0 } else { line.worth().unsigned_abs() })
        .collect();
    let shares = spread(check.discount, &weights);
    for (line, share) in check.lines.iter_mut().zip(shares) {
        let worth = line.worth();
        let paid = worth - line.discount - share;
        let net = paid - line.tax;
        if !line.tax_included.unwrap_or(check.tax_included) || i128::from(paid) * i128::from(net) <= 0 {
            continue;
        }
        let part = |cents: i64| rounded(i128::from(cents) * i128::from(net), i128::from(paid));
        let price = line.price.unwrap_or_else(|| match line.quantity {
            0 => 0,
            quantity => rounded(i128::from(worth) * 1000, i128::from(quantity)),
        });
        let amount = part(worth);
        let of_check = if line.discount == 0 { amount - net } else { part(share) };
        let (discount, rest) = (amount - net - of_check, check.discount + of_check - share);
        if [amount, part(price), part(share), discount, rest].iter().any(|cents| cents.abs() > MOST) {
            continue;
        }
        let names = line.discounts.named.iter_mut().map(|named| &mut named.amount);
        in_proportion(names.collect(), line.discount, discount);
        // A modifier without an amount has none to turn.
        let parts = line.modifiers.iter_mut().filter_map(|modifier| modifier.amount.as_mut());
        in_proportion(parts.collect(), worth, amount);
        line.amount = Some(amount);
        line.discount = discount;
        check.discount = rest;
    }
    let names = check.discounts.named.iter_mut().map(|named| &mut named.amount);
    in_proportion(names.collect(), sent, check.discount);
    if check.tax_included {
        for charge in &mut check.charges {
            let net = charge.amount - charge.tax;
            if i128::from(net) * i128::from(charge.amount) > 0 && net.abs() <= MOST {
                charge.amount = net;
            }
        }
    }
    fact
}

/// Parts of an amount as parts of another one, cent by cent; as they are where one of them would be too large.
fn in_proportion(parts: Vec<&mut i64>, before: i64, after: i64) {
    if before == 0 || before == after {
        return;
    }
    let mut sums = vec![(0, 0)];
    for part in &parts {
        let sum = sums[sums.len() - 1].0 + i128::from(**part);
        let turned = sum * i128::from(after);
        let magnitude =
            (turned.unsigned_abs() + before.unsigned_abs() as u128 / 2) / before.unsigned_abs() as u128;
        let sign = if (turned < 0) == (before < 0) { 1 } else { -1 };
        sums.push((sum, i128::try_from(magnitude).unwrap() * sign));
    }
    let most = i128::from(MOST);
    let next: Vec<i128> = sums.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
    if next.iter().chain(sums.iter().map(|(_, turned)| turned)).all(|cents| cents.abs() <= most) {
        parts.into_iter().zip(next).for_each(|(part, cents)| *part = cents as i64);
    }
}

impl Check {
    pub fn sold(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !self.voided && !line.voided && !line.deferred)
    }

    /// What was sold, gift cards and deposits too.
    fn standing(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !self.voided && !line.voided)
    }

    /// Charges of a kind, or of all others.
    fn charges(&self, is_gratuity: bool) -> i64 {
        let charges =
            self.charges.iter().filter(|charge| !self.voided && (charge.kind == "gratuity") == is_gratuity);
        charges.map(|charge| charge.amount).sum()
    }

    /// Taxes that the restaurant owes, and that a marketplace owes.
    pub fn taxes(&self) -> [i64; 2] {
        if self.voided {
            return [0, 0];
        }
        let sent = self.standing().map(|line| line.tax).sum::<i64>()
            + self.charges.iter().map(|charge| charge.tax).sum::<i64>();
        let named = |theirs: bool| {
            let taxes = self.taxes.iter().filter(|tax| (tax.by == Some("marketplace")) == theirs);
            taxes.map(|tax| tax.amount).sum::<i64>()
        };
        let [ours, theirs] = [named(false), named(true)];
        match (self.taxes.is_empty(), sent) {
            (true, _) => [sent, 0],
            (false, sent) if sent == 0 || sent == ours => [ours, theirs],
            (false, sent) => [sent - theirs, theirs],
        }
    }

    /// Service charges, gratuity, gift cards sold and redeemed, rounding, a marketplace's taxes, and what is paid beyond what is due.
    fn beside_sales(&self) -> [i64; 7] {
        let [tax, of_marketplaces] = self.taxes();
        let deferred: i64 =
            self.standing().filter(|line| line.deferred).map(|line| line.worth() - line.discount).sum();
        let redeemed =
            self.payments.iter().filter(|payment| !self.voided && (payment.gift_card || payment.deposit));
        let rounding = if self.voided { 0 } else { self.rounding };
        let [fees, gratuity] = [self.charges(false), self.charges(true)];
        let due = self.net() - self.rewards() + tax + fees + gratuity + deferred + rounding + self.tips();
        [
            fees,
            gratuity,
            deferred,
            redeemed.map(|payment| payment.amount + payment.tip).sum(),
            rounding,
            of_marketplaces,
            self.charged() - due,
        ]
    }

    fn date(&self) -> Date {
        self.date.unwrap_or_else(|| business_date(self.closed))
    }

    fn counts(&self) -> bool {
        !self.voided && self.refund_of.is_none()
    }

    fn gross(&self) -> i64 {
        self.sold().map(Line::worth).sum()
    }

    fn discounts(&self) -> i64 {
        self.sold().map(|line| line.discount).sum::<i64>() + if self.voided { 0 } else { self.discount }
    }

    fn net(&self) -> i64 {
        self.gross() - self.discounts()
    }

    /// Points, at the percentage of its closing.
    fn earned(&self) -> i64 {
        let since = |hours: i64| now() - SignedDuration::from_hours(hours);
        let held = PERCENTS.iter().rev().find(|(hours, _)| self.closed >= since(*hours));
        let percent = held.map_or(0, |(_, percent)| *percent);
        rounded(i128::from(self.net() - self.rewards()) * i128::from(percent), 10_000)
    }

    fn voids(&self) -> i64 {
        self.lines.iter().filter(|line| self.voided || line.voided).map(Line::worth).sum()
    }

    fn cost(&self) -> i64 {
        self.sold().map(Line::total_cost).sum()
    }

    fn without_cost(&self) -> i64 {
        self.sold().filter(|line| line.cost.is_none()).map(Line::worth).sum()
    }

    fn rewards(&self) -> i64 {
        if self.voided { 0 } else { self.reward_used }
    }

    fn tips(&self) -> i64 {
        if self.voided { 0 } else { self.payments.iter().map(|payment| payment.tip).sum() }
    }

    fn charged(&self) -> i64 {
        if self.voided {
            0
        } else {
            self.tips() + self.payments.iter().map(|payment| payment.amount).sum::<i64>()
        }
    }
}

impl Tables {
    pub fn add(&mut self, table: &'static str, key: &[&str], sums: &[i64]) {
        let row =
            self.0.entry(table).or_default().entry(key.join(PART)).or_insert_with(|| vec![0; sums.len()]);
        row.iter_mut().zip(sums).for_each(|(kept, sum)| *kept += sum);
    }

    fn check(&mut self, pos_id: &str, check: &Check, checks: &[&Check]) {
        let date = check.date().to_string();
        let counts = i64::from(check.counts());
        let [tax, _] = check.taxes();
        let [fees, gratuity, deferred, redeemed, rounding, of_marketplaces, out_of_balance] =
            check.beside_sales();
        let day = [
            check.gross(),
            check.discounts(),
            tax,
            check.voids(),
            check.tips(),
            check.rewards(),
            check.charged(),
            check.cost(),
            0,
            check.without_cost(),
            counts,
            i64::from(check.covers) * counts,
            fees,
            gratuity,
            deferred,
            redeemed,
            rounding,
            of_marketplaces,
            out_of_balance,
            0,
            0,
            0,
        ];
        self.add("reports.day", &[pos_id, &date], &day);
        self.add("reports.quarter", &[pos_id, &date], &day);
        self.dimensions(pos_id, &date, check);
        let weights: Vec<u64> = check.sold().map(|line| line.worth().unsigned_abs()).collect();
        for (line, part) in check.sold().zip(spread(check.discount, &weights)) {
            let (name, major) = (label(Some(&line.name)), label(line.major.as_ref()));
            let key = [pos_id, &date, &line.item, &name, &major, &label(line.minor.as_ref())];
            let without = if line.cost.is_none() { line.worth() } else { 0 };
            let sums = [line.quantity, line.worth(), line.discount + part, line.total_cost(), without];
            self.add("reports.item", &key, &sums);
        }
        let [cashier, name] = names(check.cashier.as_ref());
        for payment in check.payments.iter().filter(|_| !check.voided) {
            let key = [pos_id, &date, &cashier, &name, &label(Some(&payment.tender))];
            let count = i64::from(check.refund_of.is_none());
            self.add("reports.tender", &key, &[count, payment.amount, payment.tip]);
        }
        self.entries(pos_id, &date, check);
        self.guest_of(pos_id, check, checks);
        self.code(pos_id, check);
        self.paid(pos_id, check);
    }

    /// An open check counts nowhere but in what is open.
    fn open_check(&mut self, pos_id: &str, check: &Check) {
        let date = check.date().to_string();
        let mut day = [0; 22];
        (day[19], day[20]) = (1, check.net());
        self.add("reports.day", &[pos_id, &date], &day);
        self.add("reports.quarter", &[pos_id, &date], &day);
    }

    fn dimensions(&mut self, pos_id: &str, date: &str, check: &Check) {
        let counts = i64::from(check.counts());
        let held = check.closed.duration_since(check.opened.unwrap_or(check.closed)).as_secs().div_euclid(60);
        let sums = [
            check.gross(),
            check.discounts(),
            check.voids(),
            check.tips(),
            check.charged(),
            if check.voided { 0 } else { check.source_fee },
            held.max(0) * counts,
            counts,
            i64::from(check.covers) * counts,
        ];
        let same = |text: &Option<String>| [label(text.as_ref()), label(text.as_ref())];
        let mut members = vec![
            ("1", names(check.employee.as_ref())),
            ("2", names(check.cashier.as_ref())),
            ("3", same(&check.revenue_center)),
            ("4", same(&check.order_type)),
            ("5", same(&check.input)),
            ("7", same(&check.table)),
        ];
        if label(check.input.as_ref()) == "online" {
            members.push(("6", same(&check.source)));
        }
        for (dimension, [member, name]) in members {
            self.add("reports.dimension", &[pos_id, date, dimension, &member, &name], &sums);
        }
    }

    fn cash(&mut self, pos_id: &str, count: &CashCount) {
        let [opening, sales, paid_in, paid_out, drops] = count.amounts;
        let expected = count.expected.unwrap_or(opening + sales + paid_in - paid_out - drops);
        let [id, name] = names(count.employee.as_ref());
        let date = business_date(count.closed).to_string();
        let sums = [1, opening, sales, paid_in, paid_out, drops, expected, count.counted];
        self.add("reports.cash", &[pos_id, &date, &count.drawer, &id, &name], &sums);
    }

    fn shift(&mut self, pos_id: &str, shift: &Shift) {
        if !shift.closed {
            return;
        }
        let date = shift.date.unwrap_or_else(|| business_date(shift.begin)).to_string();
        let mut day = [0; 22];
        day[8] = shift.pay();
        day[21] = shift.seconds_without_wage();
        self.add("reports.day", &[pos_id, &date], &day);
        self.add("reports.quarter", &[pos_id, &date], &day);
        let [id, name] = names(shift.employee.as_ref());
        let key = [pos_id, &date, &label(shift.job.as_ref()), &id, &name];
        self.add("reports.labor", &key, &[shift.pay(), shift.tips]);
    }

    /// An item, and what was sold of it since it was counted.
    fn item(&mut self, fact: &Fact, item: &Item, checks: &[&Check]) {
        let counted = fact.time.map_or(now(), |time| time.parse::<Timestamp>().unwrap().min(now()));
        let counted = counted.as_microsecond();
        let kept_since = now() - SignedDuration::from_hours(40 * 24);
        let since = checks.iter().filter(|check| {
            check.counts() && check.closed >= kept_since && check.closed.as_microsecond() > counted
        });
        let lines =
            since.flat_map(|check| check.sold().filter(|line| line.item == item.id && line.quantity > 0));
        let sold: i64 = lines.map(|line| line.quantity).sum();
        let (count, sold) = item.stock.map_or((0, 0), |stock| (stock, sold));
        let key = [&fact.pos_id, item.id.as_str(), &label(Some(&item.name))];
        self.add("inventory.item", &key, &[item.price.unwrap_or(0), count, sold, count - sold, 1]);
    }

    fn guest(&mut self, pos_id: &str, guest: &Guest) {
        let [first, last] = [&guest.first, &guest.last].map(|name| label(name.as_ref()));
        let email = label(guest.email.as_ref()).to_lowercase();
        self.add("customers.contact", &[pos_id, &guest.id, &first, &last, email.trim()], &[1]);
        self.add("marketing.contact", &[pos_id, &guest.id, &first, &last], &[1]);
    }

    /// Visits, spend and points of the guest of a check; its refunds take back from the same guest.
    fn guest_of(&mut self, pos_id: &str, check: &Check, checks: &[&Check]) {
        let Some(guest) = &check.guest else { return };
        let eligible = check.net() - check.rewards();
        let mut points = 0;
        // A refund moves no points of its own.
        if check.refund_of.is_none() {
            let earned = check.earned();
            let refunds = checks.iter().filter(|refund| refund.refund_of.as_ref() == Some(&check.id));
            let (refunded, returned) = refunds.fold((0, 0), |(refunded, returned), refund| {
                (refunded - (refund.net() - refund.rewards()), returned - refund.rewards())
            });
            let part = |value: i64, whole: i64| value.clamp(whole.min(0), whole.max(0));
            let taken = match eligible {
                0 => 0,
                _ => rounded(i128::from(earned) * i128::from(part(refunded, eligible)), i128::from(eligible)),
            };
            points = earned - taken - (check.rewards() - part(returned, check.rewards()));
        }
        let visits = i64::from(check.counts());
        self.add("customers.guest", &[pos_id, guest], &[visits, check.net(), points]);
    }

    /// What a promo code brings, and the check that redeems it.
    fn code(&mut self, pos_id: &str, check: &Check) {
        let sent = label(check.code.as_ref());
        let code = sent.to_uppercase();
        if check.counts() && (1..=32).contains(&code.len()) {
            self.add("inventory.code", &[pos_id, &check.id, &code], &[1]);
        }
        // Only these can be codes of a campaign.
        let is_plain = sent.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_code = (3..=32).contains(&sent.len()) && is_plain;
        if is_code && !check.voided {
            let net = check.net();
            let profit = net - check.reward_used - check.cost();
            let count = i64::from(check.refund_of.is_none());
            let sums = [count, net, check.discounts(), profit, check.without_cost()];
            self.add("marketing.code", &[pos_id, &code], &sums);
        }
    }

    /// The week of an online order, and payments that the card provider should know.
    fn paid(&mut self, pos_id: &str, check: &Check) {
        let date = check.date();
        if label(check.input.as_ref()) == "online" && !check.voided {
            let ours = check.payments.iter().filter(|payment| {
                let is_cash = label(Some(&payment.tender)).eq_ignore_ascii_case("cash");
                let taken = !label(payment.processor.as_ref()).is_empty();
                !is_cash && !taken && !payment.gift_card && !payment.deposit
            });
            let paid_out: i64 = ours.map(|payment| payment.amount + payment.tip).sum();
            // What gives back more than it takes is no order, and returns no fee.
            let is_order = check.refund_of.is_none() && check.charged() >= 0 && paid_out >= 0;
            let has_fee = is_order && paid_out > 0;
            let fee = if has_fee { rounded(i128::from(paid_out) * 27, 1000) + 5 } else { 0 };
            let since_monday = i64::from(date.weekday().since(Weekday::Monday));
            let monday = date - SignedDuration::from_hours(24 * since_monday);
            let orders = i64::from(is_order);
            self.add("payments.week", &[pos_id, &monday.to_string()], &[orders, paid_out, fee]);
        }
        for payment in &check.payments {
            let (processor, id) = (label(payment.processor.as_ref()), label(payment.id.as_ref()));
            let is_other = processor.chars().any(char::is_alphanumeric) && !id.is_empty();
            let intent = if is_other { "other".to_owned() } else { label(payment.intent.as_ref()) };
            if !intent.is_empty() {
                let sums = [1, payment.amount + payment.tip, i64::from(check.voided)];
                self.add("payments.tender", &[pos_id, &check.id, &intent], &sums);
            }
        }
    }
}
