use serde::{Deserialize, Serialize};

use super::{Label, Person};
use crate::{BusinessDate, Moment, Money, PosTime, ShiftId, Zone};

/// A shift, open or closed, stamped with the location's own time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shift {
    /// Unique within the location.
    #[serde(rename = "posShiftID")]
    pub id: ShiftId,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Who works.
    pub employee: Option<Person>,
    /// As what.
    pub job: Option<Label>,
    /// Start.
    pub clock_in: Moment,
    /// End; none while it is open.
    pub clock_out: Option<Moment>,
    /// Breaks.
    pub unpaid_minutes: u32,
    /// Pay of an hour.
    pub rate: Money,
    /// Paid at the rate. 0 while it is open.
    pub regular_minutes: u32,
    /// Paid at the overtime rate. 0 while it is open.
    pub overtime_minutes: u32,
    /// Pay of an overtime hour; one and a half times the rate where it is not sent.
    pub overtime_rate: Option<Money>,
    /// Declared tips: they stand in the labor report only.
    pub tips: Money,
}

impl Shift {
    /// Regular and overtime pay, rounded once.
    #[must_use]
    pub fn pay(&self) -> Money {
        let regular = i128::from(self.rate.cents()) * i128::from(self.regular_minutes) * 2;
        let overtime = match self.overtime_rate {
            Some(rate) => i128::from(rate.cents()) * i128::from(self.overtime_minutes) * 2,
            None => i128::from(self.rate.cents()) * i128::from(self.overtime_minutes) * 3,
        };
        // Both are cents times 120ths of an hour.
        let total = regular + overtime;
        let rounded = (total.unsigned_abs() + 60) / 120;
        let cents = i64::try_from(rounded).unwrap_or(i64::MAX);
        Money::from_cents(if total < 0 { -cents } else { cents })
    }
}

/// A shift as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShiftInput {
    #[serde(rename = "posShiftID")]
    id: ShiftId,
    employee: Option<Person>,
    job: Option<Label>,
    business_date: Option<BusinessDate>,
    clock_in: PosTime,
    clock_out: Option<PosTime>,
    unpaid_minutes: Option<u16>,
    rate: Money,
    regular_minutes: Option<u16>,
    overtime_minutes: Option<u16>,
    overtime_rate: Option<Money>,
    tips: Option<Money>,
}

/// The longest shift that is believed: a week.
const MAX_MINUTES: i64 = 7 * 24 * 60;

impl ShiftInput {
    /// Stamps business date and local times, and works out the regular minutes where they are not sent.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, closed: bool, zone: &Zone) -> Result<Shift, (String, String)> {
        let clock_in = zone.resolve(self.clock_in).map_err(|e| ("clockIn".to_owned(), e.to_string()))?;
        let clock_out = match (closed, self.clock_out) {
            (true, Some(out)) => Some(zone.resolve(out).map_err(|e| ("clockOut".to_owned(), e.to_string()))?),
            (true, None) => return Err(("clockOut".into(), "is missing: a closed shift has an end".into())),
            (false, _) => None,
        };
        let unpaid = u32::from(self.unpaid_minutes.unwrap_or(0));
        let overtime = u32::from(self.overtime_minutes.unwrap_or(0));
        let (regular, overtime) = match clock_out {
            None => (0, 0),
            Some(out) => {
                let minutes = out.at.duration_since(clock_in.at).as_secs().div_euclid(60);
                if !(0..=MAX_MINUTES).contains(&minutes) {
                    let why = "must lie after clockIn, and at most a week after it".to_owned();
                    return Err(("clockOut".into(), why));
                }
                let derived = u32::try_from(minutes).unwrap_or(0).saturating_sub(unpaid + overtime);
                (self.regular_minutes.map_or(derived, u32::from), overtime)
            }
        };
        Ok(Shift {
            id: self.id,
            business_date: self.business_date.unwrap_or_else(|| BusinessDate::of(clock_in.wall)),
            employee: self.employee.and_then(Person::known),
            job: self.job.and_then(Label::filled),
            clock_in,
            clock_out,
            unpaid_minutes: unpaid,
            rate: self.rate,
            regular_minutes: regular,
            overtime_minutes: overtime,
            overtime_rate: self.overtime_rate,
            tips: self.tips.unwrap_or_default(),
        })
    }
}
