//! The plain recomputation of reports from what was acknowledged: figure by figure.

use std::collections::BTreeMap;

use saffron_core::spread::spread;

use crate::check::{Check, item_id};
use crate::record::{Location, Shift};

/// Figures by their names in the API: money in cents, quantities in thousandths, hours in hundredths.
pub type Figures = BTreeMap<&'static str, i64>;
/// Rows by what the report splits by.
pub type Rows = BTreeMap<String, Figures>;

/// A report: its call, what it splits by, how much of a figure is one in [`Figures`], and what a check and a shift add.
pub struct Report {
    pub call: &'static str,
    pub splits_by: Option<&'static str>,
    pub figures: &'static [(&'static str, f64)],
    check: fn(&Check, &mut Rows),
    shift: fn(&Shift, &mut Rows),
}

/// A report of each roll-up.
pub const REPORTS: [Report; 6] = [
    Report {
        call: "get-daily-sales-labor",
        splits_by: None,
        figures: &[
            ("grossSales", 100.0),
            ("grossDiscounts", 100.0),
            ("netSales", 100.0),
            ("grossTax", 100.0),
            ("grossVoids", 100.0),
            ("grossTips", 100.0),
            ("grossRewardUsed", 100.0),
            ("grossPayment", 100.0),
            ("grossCost", 100.0),
            ("salesWithoutCost", 100.0),
            ("grossLabor", 100.0),
            ("checks", 1.0),
            ("grossCover", 1.0),
        ],
        check: |check, rows| day(check, rows, String::new()),
        shift: |shift, rows| add(rows, String::new(), &[("grossLabor", shift.hours * shift.rate)]),
    },
    Report {
        call: "get-hourly-report",
        splits_by: Some("hour"),
        figures: &[("grossSales", 100.0), ("netSales", 100.0), ("checks", 1.0), ("grossCover", 1.0)],
        check: |check, rows| day(check, rows, hour(check)),
        shift: |_, _| (),
    },
    Report {
        call: "get-itemsales-report",
        splits_by: Some("posItemID"),
        figures: &[
            ("grossSales", 100.0),
            ("quantity", 1000.0),
            ("grossDiscounts", 100.0),
            ("netSales", 100.0),
            ("grossCost", 100.0),
            ("salesWithoutCost", 100.0),
        ],
        check: items,
        shift: |_, _| (),
    },
    Report {
        call: "get-orderinputtype-sales-report",
        splits_by: Some("orderInputType"),
        figures: &[
            ("grossSales", 100.0),
            ("grossDiscounts", 100.0),
            ("netSales", 100.0),
            ("grossTips", 100.0),
            ("checks", 1.0),
            ("grossCover", 1.0),
        ],
        check: |check, rows| day(check, rows, check.input.to_owned()),
        shift: |_, _| (),
    },
    Report {
        call: "get-payment-report",
        splits_by: Some("paymentType"),
        figures: &[("grossPayment", 100.0), ("paymentCount", 1.0), ("amount", 100.0), ("grossTips", 100.0)],
        check: payments,
        shift: |_, _| (),
    },
    Report {
        call: "get-labor-report",
        splits_by: Some("job"),
        figures: &[("hours", 100.0), ("grossLabor", 100.0)],
        check: |_, _| (),
        shift: |shift, rows| {
            let figures = [("hours", shift.hours * 100), ("grossLabor", shift.hours * shift.rate)];
            add(rows, "Server".to_owned(), &figures);
        },
    },
];

impl Report {
    /// The report's rows of a business date that have a figure.
    pub fn of(&self, location: &Location, day: &str) -> Rows {
        let mut rows = Rows::new();
        let checks = location.checks.values().filter(|check| check.day == day);
        checks.for_each(|check| (self.check)(check, &mut rows));
        location
            .shifts
            .iter()
            .filter(|shift| shift.day == day)
            .for_each(|shift| (self.shift)(shift, &mut rows));
        for figures in rows.values_mut() {
            figures
                .retain(|name, figure| self.figures.iter().any(|(shown, _)| shown == name) && *figure != 0);
        }
        rows.retain(|_, figures| !figures.is_empty());
        rows
    }
}

fn add(rows: &mut Rows, key: String, figures: &[(&'static str, i64)]) {
    let row = rows.entry(key).or_default();
    for (name, figure) in figures {
        *row.entry(*name).or_default() += figure;
    }
}

fn day(check: &Check, rows: &mut Rows, key: String) {
    let counts = i64::from(check.counts());
    let cost: i64 = check.sold().filter_map(|line| Some(line.cost? * line.count)).sum();
    let without: i64 = check.sold().filter(|line| line.cost.is_none()).map(|line| line.amount()).sum();
    let tips: i64 = check.payments.iter().map(|payment| payment.tip).sum();
    let stands = i64::from(!check.voided);
    let figures = [
        ("grossSales", check.gross()),
        ("grossDiscounts", check.discounts()),
        ("netSales", check.net()),
        ("grossTax", check.tax()),
        ("grossVoids", check.voids()),
        ("grossTips", tips * stands),
        ("grossRewardUsed", check.reward_used * stands),
        ("grossPayment", check.paid()),
        ("grossCost", cost),
        ("salesWithoutCost", without),
        ("checks", counts),
        ("grossCover", check.covers * counts),
    ];
    add(rows, key, &figures);
}

/// The hour on the wall, counted from 00:00 of the business date.
fn hour(check: &Check) -> String {
    let wall = check.closed.in_tz("America/New_York").unwrap();
    let date: jiff::civil::Date = check.day.parse().unwrap();
    let days = i64::from((wall.date() - date).get_days());
    (days * 24 + i64::from(wall.hour())).clamp(0, 31).to_string()
}

fn items(check: &Check, rows: &mut Rows) {
    let weights: Vec<u64> = check.sold().map(|line| line.amount().unsigned_abs()).collect();
    for (line, part) in check.sold().zip(spread(check.discount, &weights)) {
        let (amount, discount) = (line.amount(), line.discount + part);
        let figures = [
            ("grossSales", amount),
            ("quantity", line.count * 1000),
            ("grossDiscounts", discount),
            ("netSales", amount - discount),
            ("grossCost", line.cost.unwrap_or(0) * line.count),
            ("salesWithoutCost", if line.cost.is_none() { amount } else { 0 }),
        ];
        add(rows, item_id(line.item), &figures);
    }
}

fn payments(check: &Check, rows: &mut Rows) {
    for payment in check.payments.iter().filter(|_| !check.voided) {
        let figures = [
            ("grossPayment", payment.amount + payment.tip),
            ("paymentCount", i64::from(check.refund_of.is_none())),
            ("amount", payment.amount),
            ("grossTips", payment.tip),
        ];
        add(rows, payment.tender.to_owned(), &figures);
    }
}
