//! Random facts of the whole published contract, extreme values included.

use jiff::{SignedDuration, Timestamp, ToSpan as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;

use super::LOCATIONS;
use super::said::{
    Allowed, Body, CashCount, Charge, Check, Discount, Discounts, Fact, Guest, Item, Line, MOST, Merge,
    Modifier, Payment, Person, Shift, Tax, business_date,
};
use super::write::escaped;
use crate::world::NOW;

/// The most thousandths of one line.
const MOST_MILLI: i64 = 1_000_000_000;
/// The largest revision.
const LAST_REVISION: i64 = 1 << 53;
/// Characters that change with case, with the place that they stand at, or with what reads them; and plain ones.
const CHARACTERS: [char; 32] = [
    '\u{390}',
    '\u{df}',
    '\u{130}',
    '\u{149}',
    '\u{fb03}',
    '\u{1f600}',
    '\u{301}',
    '\u{200b}',
    '\u{202e}',
    '\u{e000}',
    '"',
    '\\',
    '\'',
    '%',
    '_',
    '{',
    ',',
    ';',
    '\u{2028}',
    '\u{feff}',
    '\u{fffd}',
    '\u{10ffff}',
    '\u{212a}',
    '\u{131}',
    '\u{5d0}',
    '<',
    '\u{d7ff}',
    'a',
    'Z',
    '0',
    ' ',
    '-',
];

/// Makes facts of one location after the other.
pub struct Maker {
    pub random: StdRng,
    events: u64,
}

impl Maker {
    pub fn of_seed(seed: u64) -> Maker {
        Maker { random: StdRng::seed_from_u64(seed), events: 0 }
    }

    fn chance(&mut self, share: f64) -> bool {
        self.random.random_bool(share)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(&mut self.random).unwrap()
    }

    fn maybe<T>(&mut self, share: f64, make: impl FnOnce(&mut Maker) -> T) -> Option<T> {
        self.chance(share).then(|| make(self))
    }

    /// At most 200 characters, sometimes exactly so many, of one or of several kinds.
    fn text(&mut self) -> String {
        let length = match self.random.random_range(0..10) {
            0 => 200,
            1 => 0,
            2 => 16,
            _ => self.random.random_range(1..12),
        };
        let one = self.pick(&CHARACTERS);
        let many = self.chance(0.5);
        (0..length).map(|_| if many { self.pick(&CHARACTERS) } else { one }).collect()
    }

    /// One of few, so that rows add up.
    fn name(&mut self) -> String {
        if self.chance(0.3) {
            self.text()
        } else {
            self.pick(&["Bar", "bar", "B\u{e4}r", "Grill ", "0"]).to_owned()
        }
    }

    fn cents(&mut self) -> i64 {
        match self.random.random_range(0..40) {
            0 => self.pick(&[MOST, -MOST, MOST - 1]),
            1..4 => self.pick(&[0, 1, -1, 99]),
            _ => self.random.random_range(1..20_000),
        }
    }

    fn milli(&mut self) -> i64 {
        match self.random.random_range(0..20) {
            0 => self.pick(&[MOST_MILLI, -MOST_MILLI, 0, 1, 999]),
            1 => self.random.random_range(-3_000..5_000),
            _ => self.pick(&[1_000, 2_000, 500, 1_250]),
        }
    }

    fn id(&mut self, kind: &str, of: u32) -> String {
        let number = self.random.random_range(0..of);
        // The longest, and one that looks like something else.
        match number {
            0 => format!("{kind}{}", "_".repeat(64 - kind.len())),
            1 => format!("{kind}-null"),
            _ => format!("{kind}{number}"),
        }
    }

    /// Lately; or so long ago that nothing is counted of it any more.
    fn moment(&mut self, lately: bool) -> Timestamp {
        let now: Timestamp = NOW.parse().unwrap();
        let first: Timestamp = "1990-01-02T12:00:00Z".parse().unwrap();
        let long_ago = now - SignedDuration::from_hours(60 * 24);
        match self.random.random_range(0..20) {
            0 if lately => now + SignedDuration::from_hours(26),
            0 => first,
            _ if lately => now - SignedDuration::from_secs(self.random.random_range(0..20 * 86_400)),
            _ => {
                let seconds = long_ago.duration_since(first).as_secs();
                long_ago - SignedDuration::from_secs(self.random.random_range(0..seconds))
            }
        }
    }

    fn date_beside(&mut self, at: Timestamp) -> Option<jiff::civil::Date> {
        if !self.chance(0.2) {
            return None;
        }
        let days = self.pick(&[0, -1, 1, -35, 35]);
        let date = business_date(at).checked_add(days.days()).unwrap();
        Some(date.max("1990-01-01".parse().unwrap()))
    }

    fn person(&mut self) -> Person {
        Person { id: self.maybe(0.8, Maker::name), name: self.maybe(0.8, Maker::name) }
    }

    fn allowed(&mut self) -> Allowed {
        Allowed { reason: self.maybe(0.2, Maker::name), by: self.maybe(0.2, Maker::person) }
    }

    /// A discount by name or without, and how much it is in all.
    fn discounts(&mut self, chance: f64) -> (i64, Discounts) {
        let sent = if self.chance(chance) { self.cents() } else { 0 };
        let named: Vec<_> = (0..if self.chance(chance) { self.few() } else { 0 })
            .map(|_| Discount {
                name: self.maybe(0.8, Maker::name),
                kind: self.pick(&[None, Some("comp"), Some("promotion"), Some("employee"), Some("other")]),
                amount: self.cents(),
                allowed: self.allowed(),
            })
            .collect();
        let sum: i64 = named.iter().map(|discount| discount.amount).sum();
        let are_all = self.chance(0.5) && sum.abs() <= MOST && !named.is_empty();
        (if are_all { sum } else { sent }, Discounts { named, are_all })
    }

    fn modifier(&mut self) -> Modifier {
        Modifier {
            name: self.name(),
            quantity: self.maybe(0.5, Maker::milli),
            amount: self.maybe(0.6, Maker::cents),
            cost: self.maybe(0.5, Maker::cents),
        }
    }

    fn line(&mut self) -> Line {
        loop {
            let (discount, discounts) = self.discounts(0.2);
            let line = Line {
                item: self.id("i", 5),
                name: self.name(),
                major: self.maybe(0.7, Maker::name),
                minor: self.maybe(0.7, Maker::name),
                quantity: self.milli(),
                price: self.maybe(0.8, Maker::cents),
                amount: self.maybe(0.6, Maker::cents),
                cost: self.maybe(0.7, Maker::cents),
                discount,
                discounts,
                modifiers: (0..self.few()).map(|_| self.modifier()).collect(),
                tax: if self.chance(0.5) { self.cents() } else { 0 },
                voided: self.chance(0.1),
                allowed: self.allowed(),
                tax_included: self.maybe(0.2, |maker| maker.chance(0.5)),
                deferred: self.chance(0.1),
            };
            if (line.price.is_some() || line.amount.is_some()) && line.fits() {
                return line;
            }
        }
    }

    /// Mostly none, at most two.
    fn few(&mut self) -> u32 {
        if self.chance(0.7) { 0 } else { self.random.random_range(1..3) }
    }

    fn charge(&mut self) -> Charge {
        Charge {
            name: self.name(),
            kind: self.pick(&["gratuity", "fee", "delivery"]),
            amount: self.cents(),
            tax: if self.chance(0.5) { self.cents() } else { 0 },
        }
    }

    fn tax(&mut self) -> Tax {
        let by = self.pick(&[None, Some("us"), Some("marketplace")]);
        Tax { name: self.name(), amount: self.cents(), by }
    }

    fn payment(&mut self) -> Payment {
        Payment {
            tender: if self.chance(0.2) {
                self.text()
            } else {
                self.pick(&["Cash", "Visa", "Gift"]).to_owned()
            },
            amount: self.cents(),
            tip: if self.chance(0.4) { self.cents() } else { 0 },
            intent: self.maybe(0.3, Maker::text),
            gift_card: self.chance(0.1),
            deposit: self.chance(0.05),
            id: self.maybe(0.2, Maker::text),
            processor: self.maybe(0.2, Maker::name),
            fee: self.maybe(0.2, Maker::cents),
        }
    }

    fn code(&mut self) -> String {
        match self.random.random_range(0..6) {
            // Its upper case is three times as long.
            0 => "\u{390}".repeat(16),
            1 => self.text(),
            2 => " lunch-10 ".to_owned(),
            _ => self.pick(&["LUNCH-10", "SPRING", "ab", "x".repeat(33).as_str()]).to_owned(),
        }
    }

    /// A check; id, the check that it refunds, and `lately` stay the same through its versions.
    fn check(&mut self, id: &str, refund_of: Option<&str>, lately: bool) -> Check {
        let closed = self.moment(lately);
        let lines = if self.chance(0.01) { 200 } else { self.random.random_range(0..5) };
        let lines: Vec<Line> = (0..lines).map(|_| self.line()).collect();
        // A discount of a check without a line that counts is in no report by items.
        let counts = lines.iter().any(|line| !line.voided);
        let (discount, discounts) = self.discounts(if counts { 0.3 } else { 0.0 });
        Check {
            id: id.to_owned(),
            closed,
            opened: self.maybe(0.5, |maker| match maker.random.random_range(0..9) {
                0 => NOW.parse::<Timestamp>().unwrap() + SignedDuration::from_hours(26),
                1 => "1990-01-02T12:00:00Z".parse().unwrap(),
                _ => closed - SignedDuration::from_secs(maker.random.random_range(0..9_000)),
            }),
            date: self.date_beside(closed),
            covers: if self.chance(0.02) { u16::MAX } else { self.random.random_range(0..9) },
            employee: self.maybe(0.7, Maker::person),
            cashier: self.maybe(0.7, Maker::person),
            table: self.maybe(0.5, Maker::name),
            revenue_center: self.maybe(0.5, Maker::name),
            order_type: self.maybe(0.5, Maker::name),
            input: self.maybe(0.6, |maker| match maker.random.random_range(0..4) {
                0 => maker.name(),
                _ => maker.pick(&["online", "pos"]).to_owned(),
            }),
            source: self.maybe(0.5, Maker::name),
            source_fee: if self.chance(0.3) { self.cents() } else { 0 },
            discount,
            discounts,
            payments: (0..self.random.random_range(0..4)).map(|_| self.payment()).collect(),
            reward_used: if self.chance(0.2) { self.cents() } else { 0 },
            guest: self.maybe(0.6, |maker| maker.id("g", 6)),
            code: self.maybe(0.3, Maker::code),
            refund_of: refund_of.map(str::to_owned),
            voided: self.chance(0.05),
            allowed: self.allowed(),
            tax_included: self.chance(0.2),
            charges: (0..self.few()).map(|_| self.charge()).collect(),
            taxes: (0..self.few()).map(|_| self.tax()).collect(),
            rounding: if self.chance(0.1) { self.cents() } else { 0 },
            lines,
        }
    }

    fn shift(&mut self, id: &str) -> Shift {
        loop {
            let lately = self.chance(0.7);
            let begin = self.moment(lately).round(jiff::Unit::Minute).unwrap();
            let minutes = if self.chance(0.05) { 7 * 24 * 60 } else { self.random.random_range(0..900) };
            let end = begin + SignedDuration::from_mins(minutes);
            let last = NOW.parse::<Timestamp>().unwrap() + SignedDuration::from_hours(26);
            let shift = Shift {
                id: id.to_owned(),
                closed: self.chance(0.8),
                employee: self.maybe(0.8, Maker::person),
                job: self.maybe(0.8, Maker::name),
                date: self.date_beside(begin),
                begin,
                minutes,
                unpaid: if self.chance(0.3) { self.random.random_range(0..60) } else { 0 },
                regular: self.maybe(0.3, |maker| maker.random.random_range(0..900)),
                overtime: if self.chance(0.2) { self.random.random_range(0..600) } else { 0 },
                rate: self.maybe(0.8, |maker| maker.cents().abs()),
                overtime_rate: self.maybe(0.2, |maker| maker.cents().abs()),
                tips: if self.chance(0.3) { self.cents() } else { 0 },
            };
            if shift.pay() <= MOST && end <= last {
                return shift;
            }
        }
    }

    fn cash_count(&mut self, drawer: &str) -> CashCount {
        let amounts = [(); 5].map(|()| self.cents());
        let [opening, sales, paid_in, paid_out, drops] = amounts;
        let given = (opening + sales + paid_in - paid_out - drops).abs() > MOST;
        CashCount {
            drawer: drawer.to_owned(),
            closed: self.moment(true),
            employee: self.maybe(0.8, Maker::person),
            amounts,
            expected: self.maybe(if given { 1.0 } else { 0.3 }, Maker::cents),
            counted: self.cents(),
        }
    }

    fn item(&mut self, id: &str) -> Item {
        Item {
            id: id.to_owned(),
            name: self.name(),
            major: self.maybe(0.7, Maker::name),
            minor: self.maybe(0.7, Maker::name),
            price: self.maybe(0.9, Maker::cents),
            cost: self.maybe(0.7, Maker::cents),
            image: self.maybe(0.5, |maker| match maker.random.random_range(0..4) {
                0 => format!("https://a.example/{}", "\u{e9}".repeat(3_000)),
                1 => "https://a.example/\0\n".to_owned(),
                2 => maker.text(),
                _ => "https://a.example/soup.png".to_owned(),
            }),
            stock: self.maybe(0.6, Maker::milli),
            low: self.maybe(0.3, Maker::milli),
        }
    }

    fn guest(&mut self, id: &str) -> Guest {
        let consent = |maker: &mut Maker| maker.chance(0.5);
        Guest {
            id: id.to_owned(),
            first: self.maybe(0.8, Maker::name),
            last: self.maybe(0.8, Maker::text),
            email: self.maybe(0.7, |maker| match maker.random.random_range(0..4) {
                0 => maker.text(),
                1 => format!("{}@a.example", "\u{130}".repeat(190)),
                _ => format!(" Ana{}@Mail.example", maker.random.random_range(0..9)),
            }),
            phone: self.maybe(0.7, |maker| match maker.random.random_range(0..4) {
                0 => maker.text(),
                1 => "5".repeat(200),
                _ => format!("(555) 867-53{:02}", maker.random.random_range(0..9)),
            }),
            email_consent: self.maybe(0.6, consent),
            sms_consent: self.maybe(0.6, consent),
        }
    }

    fn fact(&mut self, pos_id: &str, revision: i64, body: Body) -> Fact {
        self.events += 1;
        let tail = if self.chance(0.05) { "~".repeat(100) } else { "!\"\\".to_owned() };
        let time = match self.random.random_range(0..12) {
            0 => Some("-009999-01-02T01:59:59Z"),
            1 => Some("9999-12-30T22:00:00Z"),
            2 => Some("0000-01-01T00:00:00Z"),
            3..7 => Some("2026-07-10T12:00:00.123456789-04:00"),
            _ => None,
        };
        Fact { pos_id: pos_id.to_owned(), revision, event_id: format!("{}-{tail}", self.events), time, body }
    }

    /// A fact, its correction, and its void where there is such a thing.
    pub fn versions(&mut self, pos_id: &str, number: usize) -> [Fact; 3] {
        // Equal revisions too: then the ids of the events decide.
        let first = self.pick(&[0, 1, 7, LAST_REVISION - 2, LAST_REVISION]);
        let step = if first == LAST_REVISION { 0 } else { i64::from(self.chance(0.9)) };
        let kind = self.random.random_range(0..10);
        let (lately, check_id) = (self.chance(0.7), format!("check_{number}"));
        // Of a check before or after it at its location, or of none.
        let near = self.random.random_range(-3..4) * LOCATIONS as i64 + number as i64;
        let refund_of =
            self.chance(0.15).then(|| format!("check_{}", near.abs())).filter(|of| *of != check_id);
        let (item_id, guest_id) = (self.id("i", 5), self.id("g", 6));
        let (shift_id, drawer) = (format!("s{number}"), format!("d{number}"));
        let counts_drawer = self.chance(0.3);
        let body = |maker: &mut Maker| match kind {
            0..6 => match maker.check(&check_id, refund_of.as_deref(), lately) {
                _ if maker.chance(0.05) => Body::RemovedCheck(check_id.clone()),
                // Open since the time at which it would have been closed.
                check if maker.chance(0.15) => Body::OpenCheck(Check { opened: Some(check.closed), ..check }),
                check => Body::Check(check),
            },
            6 if counts_drawer => Body::Cash(maker.cash_count(&drawer)),
            6 if maker.chance(0.1) => Body::RemovedShift(shift_id.clone()),
            6 => Body::Shift(maker.shift(&shift_id)),
            7 if maker.chance(0.1) => Body::RemovedItem(item_id.clone()),
            7 | 8 => Body::Item(maker.item(&item_id)),
            _ if maker.chance(0.2) => {
                let into = Some(maker.id("g", 6)).filter(|into| *into != guest_id);
                Body::Merge(Merge { id: guest_id.clone(), into: into.unwrap_or_else(|| "g-other".into()) })
            }
            _ => Body::Guest(maker.guest(&guest_id)),
        };
        let (sent, corrected) = (body(self), body(self));
        let last = match &corrected {
            Body::Check(check) if self.chance(0.6) => Body::Check(Check { voided: true, ..check.clone() }),
            _ => body(self),
        };
        [
            self.fact(pos_id, first, sent),
            self.fact(pos_id, first + step, corrected),
            self.fact(pos_id, first + 2 * step, last),
        ]
    }

    /// A body of a POST, in one of the ways that JSON may be written.
    pub fn body(&mut self, facts: &[Fact]) -> String {
        let text = Value::from(facts.iter().map(Fact::event).collect::<Vec<_>>()).to_string();
        if self.chance(0.5) { text } else { escaped(&text) }
    }
}
