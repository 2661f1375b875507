//! A shift, and its part of each report.

use std::collections::BTreeMap;

use saffron_core::spread::spread;
use saffron_proto::reports::ReportKind;

use super::plain::Sums;
use super::values::add;

pub struct Shift {
    /// QuarterHour, seconds.
    pub seconds: BTreeMap<i64, u64>,
    pub key: [String; 3],
    pub pay: i64,
    /// Seconds.
    pub regular: i64,
    /// Seconds.
    pub overtime: i64,
    pub tips: i64,
    pub open: Option<bool>,
}

impl Shift {
    pub fn put(&self, kind: ReportKind, until: i64, put: &mut impl FnMut(i32, &[&str], &[&str], &Sums)) {
        let weights: Vec<u64> = self.seconds.values().copied().collect();
        let part = |whole: i64| spread(whole, &weights);
        let quarters: Vec<i64> = self.seconds.keys().copied().filter(|quarter| *quarter < until).collect();
        let first = self.seconds.keys().next().copied().unwrap();
        let open = |sums: &mut Sums| {
            if let Some(forgotten) = self.open {
                add(sums, "open_shifts", 1);
                add(sums, "not_clocked_out", i64::from(forgotten));
            }
        };
        match kind {
            ReportKind::Daily | ReportKind::Hourly => {
                let (pays, times) = (part(self.pay), part(self.regular + self.overtime));
                for ((quarter, pay), time) in quarters.iter().zip(pays).zip(times) {
                    let mut sums = Sums::from([("facts".into(), 1)]);
                    add(&mut sums, "gross_labor", pay);
                    add(&mut sums, "labor_time", time);
                    if *quarter == first {
                        open(&mut sums);
                    }
                    put(if kind == ReportKind::Hourly { (quarter / 4) as i32 } else { 0 }, &[], &[], &sums);
                }
            }
            ReportKind::Labor if !quarters.is_empty() => {
                let before = |whole: i64| part(whole).into_iter().take(quarters.len()).sum::<i64>();
                let (regular, overtime) = (before(self.regular), before(self.overtime));
                let mut sums = Sums::from([("facts".into(), 1)]);
                add(&mut sums, "gross_labor", before(self.pay));
                add(&mut sums, "labor_time", regular + overtime);
                add(&mut sums, "overtime_time", overtime);
                let is_over = quarters.len() == self.seconds.len();
                add(&mut sums, "declared_tips", if is_over { self.tips } else { 0 });
                open(&mut sums);
                let [job, employee, name] = &self.key;
                put(0, &[job.as_str(), employee.as_str()], &[name.as_str()], &sums);
            }
            _ => {}
        }
    }
}
