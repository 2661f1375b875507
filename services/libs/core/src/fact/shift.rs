use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::{Label, Person, sent};
use crate::{BusinessDate, Calendar, Moment, Money, PosTime, ShiftId};

/// A shift, open or closed, stamped with the location's own time. Durations are in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Record", into = "Record")]
pub struct Shift {
    /// Unique within the location.
    pub id: ShiftId,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Whether the POS sent that date. None of facts that were stamped before this was kept.
    pub date_brought: Option<bool>,
    /// Who works.
    pub employee: Option<Person>,
    /// As what.
    pub job: Option<Label>,
    /// Start.
    pub clock_in: Moment,
    /// End; none while it is open.
    pub clock_out: Option<Moment>,
    /// Breaks, seconds.
    pub unpaid_seconds: i64,
    /// Pay of an hour; none where the POS does not say it, which is another thing than nothing.
    pub rate: Option<Money>,
    /// Paid at the rate, seconds. 0 while it is open.
    pub regular_seconds: i64,
    /// Paid at the overtime rate, seconds. 0 while it is open.
    pub overtime_seconds: i64,
    /// Pay of an overtime hour; one and a half times the rate where it is not sent.
    pub overtime_rate: Option<Money>,
    /// Declared tips: they are in the labor report only.
    pub tips: Money,
    /// How pay and time are distributed over quarter hours.
    pub counting: Counting,
}

/// The rule that distributes a shift's pay and time over quarter hours. A correction takes away exactly what the
/// replaced fact added, so that each fact keeps the rule of the version that stamped it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counting {
    /// In whole minutes, over the quarters that the wall clock showed from clock-in to clock-out: facts of versions that cut
    /// seconds off.
    Minutes,
    /// In seconds, over the quarters that passed.
    Seconds {
        /// Changes of the location's clock between clock-in and clock-out: the moment, and what the clock showed from then
        /// on.
        clock_changes: Vec<Moment>,
    },
}

impl Shift {
    /// Regular and overtime pay, rounded once; nothing for what has no rate.
    #[must_use]
    pub fn pay(&self) -> Money {
        let rate = self.rate.unwrap_or_default();
        let regular = i128::from(rate.cents()) * i128::from(self.regular_seconds) * 2;
        let overtime = match self.overtime_rate {
            Some(rate) => i128::from(rate.cents()) * i128::from(self.overtime_seconds) * 2,
            None => i128::from(rate.cents()) * i128::from(self.overtime_seconds) * 3,
        };
        // Both are cents times 7,200ths of an hour.
        let total = regular + overtime;
        let rounded = (total.unsigned_abs() + 3_600) / 7_200;
        let cents = i64::try_from(rounded).unwrap_or(i64::MAX);
        Money::from_cents(if total < 0 { -cents } else { cents })
    }

    /// A shift without time and pay.
    #[must_use]
    pub fn nothing(id: ShiftId, business_date: BusinessDate, at: Moment) -> Shift {
        Shift {
            id,
            business_date,
            date_brought: None,
            employee: None,
            job: None,
            clock_in: at,
            clock_out: Some(at),
            unpaid_seconds: 0,
            rate: Some(Money::ZERO),
            regular_seconds: 0,
            overtime_seconds: 0,
            overtime_rate: None,
            tips: Money::ZERO,
            counting: Counting::Seconds { clock_changes: Vec::new() },
        }
    }

    /// Paid time, overtime included, seconds.
    #[must_use]
    pub const fn paid_seconds(&self) -> i64 {
        self.regular_seconds + self.overtime_seconds
    }
}

/// A shift in messages and databases. It has whole minutes for readers of the version before, which do not know `seconds`;
/// without `seconds` it is a fact of that version.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    #[serde(rename = "posShiftID")]
    id: ShiftId,
    business_date: BusinessDate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date_brought: Option<bool>,
    employee: Option<Person>,
    job: Option<Label>,
    clock_in: Moment,
    clock_out: Option<Moment>,
    unpaid_minutes: u32,
    rate: Money,
    /// `rate` is 0 for readers of the version before, which know no shift without one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rate_unknown: bool,
    regular_minutes: u32,
    overtime_minutes: u32,
    overtime_rate: Option<Money>,
    tips: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<Seconds>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seconds {
    unpaid: i64,
    regular: i64,
    overtime: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clock_changes: Vec<Moment>,
}

impl From<Record> for Shift {
    fn from(record: Record) -> Shift {
        let of_minutes = |minutes: u32| i64::from(minutes) * 60;
        let (unpaid, regular, overtime, counting) = match record.seconds {
            Some(seconds) => {
                let counting = Counting::Seconds { clock_changes: seconds.clock_changes };
                (seconds.unpaid, seconds.regular, seconds.overtime, counting)
            }
            None => (
                of_minutes(record.unpaid_minutes),
                of_minutes(record.regular_minutes),
                of_minutes(record.overtime_minutes),
                Counting::Minutes,
            ),
        };
        Shift {
            id: record.id,
            business_date: record.business_date,
            date_brought: record.date_brought,
            employee: record.employee,
            job: record.job,
            clock_in: record.clock_in,
            clock_out: record.clock_out,
            unpaid_seconds: unpaid,
            rate: (!record.rate_unknown).then_some(record.rate),
            regular_seconds: regular,
            overtime_seconds: overtime,
            overtime_rate: record.overtime_rate,
            tips: record.tips,
            counting,
        }
    }
}

impl From<Shift> for Record {
    fn from(shift: Shift) -> Record {
        let minutes = |seconds: i64| u32::try_from(seconds.max(0) / 60).unwrap_or(u32::MAX);
        Record {
            id: shift.id,
            business_date: shift.business_date,
            date_brought: shift.date_brought,
            employee: shift.employee,
            job: shift.job,
            clock_in: shift.clock_in,
            clock_out: shift.clock_out,
            unpaid_minutes: minutes(shift.unpaid_seconds),
            rate: shift.rate.unwrap_or_default(),
            rate_unknown: shift.rate.is_none(),
            regular_minutes: minutes(shift.regular_seconds),
            overtime_minutes: minutes(shift.overtime_seconds),
            overtime_rate: shift.overtime_rate,
            tips: shift.tips,
            seconds: match shift.counting {
                Counting::Minutes => None,
                Counting::Seconds { clock_changes } => Some(Seconds {
                    unpaid: shift.unpaid_seconds,
                    regular: shift.regular_seconds,
                    overtime: shift.overtime_seconds,
                    clock_changes,
                }),
            },
        }
    }
}

/// Minutes as a POS sends them, with or without decimals, as a number or as a string that holds one. Stored as seconds,
/// rounded half up.
#[derive(Debug, Clone, Copy, Default)]
struct Minutes(i64);

/// The most minutes of one field.
const MAX_SENT: i64 = 65_535;
/// Digits after the point that are read: exporters write as many as a float has.
const DIGITS: usize = 30;

impl Minutes {
    fn parse(text: &str) -> Option<Minutes> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let is_more = fraction.bytes().any(|digit| digit != b'0');
        if whole > MAX_SENT || (whole == MAX_SENT && is_more) {
            return None;
        }
        let digits = fraction.get(..fraction.len().min(DIGITS))?;
        let unit = 10_i128.pow(u32::try_from(digits.len()).ok()?);
        let seconds = (digits.parse::<i128>().ok()? * 60 + unit / 2) / unit;
        Some(Minutes(whole * 60 + i64::try_from(seconds).ok()?))
    }
}

impl<'de> Deserialize<'de> for Minutes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Minutes, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get().trim();
        let text = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
        Minutes::parse(text).ok_or_else(|| {
            let form = "must be minutes as a plain decimal number from 0 to";
            D::Error::custom(format!("{form} {MAX_SENT}, such as 401.4"))
        })
    }
}

/// A shift as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShiftInput {
    #[serde(rename = "posShiftID", deserialize_with = "sent::id")]
    id: ShiftId,
    employee: Option<Person>,
    job: Option<Label>,
    business_date: Option<BusinessDate>,
    clock_in: PosTime,
    clock_out: Option<PosTime>,
    unpaid_minutes: Option<Minutes>,
    rate: Option<Money>,
    regular_minutes: Option<Minutes>,
    overtime_minutes: Option<Minutes>,
    overtime_rate: Option<Money>,
    tips: Option<Money>,
}

/// The longest shift that is accepted: a week.
const MAX_MINUTES: i64 = 7 * 24 * 60;

impl ShiftInput {
    /// Stamps business date and local times, and works out the regular time where it is not sent.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, closed: bool, calendar: &Calendar) -> Result<Shift, (String, String)> {
        let clock_in = calendar.resolve(self.clock_in).map_err(|e| ("clockIn".to_owned(), e.to_string()))?;
        let clock_out = match (closed, self.clock_out) {
            (true, Some(out)) => {
                Some(calendar.resolve(out).map_err(|e| ("clockOut".to_owned(), e.to_string()))?)
            }
            (true, None) => return Err(("clockOut".into(), "is missing: a closed shift has an end".into())),
            (false, _) => None,
        };
        let unpaid = self.unpaid_minutes.unwrap_or_default().0;
        let overtime = self.overtime_minutes.unwrap_or_default().0;
        let (regular, overtime) = match clock_out {
            None => (0, 0),
            Some(out) => {
                let worked = out.at.duration_since(clock_in.at).as_secs();
                if out.at < clock_in.at || worked.div_euclid(60) > MAX_MINUTES {
                    let why = "must lie after clockIn, and at most a week after it".to_owned();
                    return Err(("clockOut".into(), why));
                }
                let derived = (worked - unpaid - overtime).max(0);
                (self.regular_minutes.map_or(derived, |minutes| minutes.0), overtime)
            }
        };
        let clock_changes =
            clock_out.map_or_else(Vec::new, |out| calendar.clock_changes(clock_in.at, out.at));
        Ok(Shift {
            id: self.id,
            business_date: self.business_date.unwrap_or_else(|| calendar.date_of(clock_in.wall)),
            date_brought: Some(self.business_date.is_some()),
            employee: self.employee.and_then(Person::identified),
            job: self.job.and_then(Label::filled),
            clock_in,
            clock_out,
            unpaid_seconds: unpaid,
            rate: self.rate,
            regular_seconds: regular,
            overtime_seconds: overtime,
            overtime_rate: self.overtime_rate,
            tips: self.tips.unwrap_or_default(),
            counting: Counting::Seconds { clock_changes },
        })
    }
}
