//! A shift, and its part of each report.

use std::collections::BTreeMap;

use jiff::civil::Date;
use saffron_core::spread::spread;
use saffron_proto::reports::ReportKind;

use serde_json::Value;

use super::plain::Sums;
use super::streams::Wage;
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
    /// Its pay is known.
    pub has_wage: bool,
}

/// The entered wage of a shift without a rate on a date: the newest of its employee, else of its job.
pub fn wage_of(wages: &[Wage], data: &Value, date: Date) -> Option<i64> {
    let newest = |subject: &str, key: &Value| {
        let of = wages
            .iter()
            .filter(|wage| wage.subject == subject && Some(wage.key) == key.as_str() && wage.from <= date);
        of.max_by_key(|wage| wage.from).map(|wage| wage.cents)
    };
    newest("employee", &data["employee"]["id"]).or_else(|| newest("job", &data["job"]))
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
                    add(&mut sums, "seconds_without_wage", if self.has_wage { 0 } else { time });
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
                add(&mut sums, "seconds_without_wage", if self.has_wage { 0 } else { regular + overtime });
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
