//! The people who work on a day, and their hours.

use std::collections::HashMap;

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime, Time};

use super::dice::Dice;
use super::restaurant::{Member, Restaurant};
use saffron_till::{Person, Shift};

/// Paid minutes of a shift beyond which overtime begins.
const DAILY_MINUTES: i64 = 480;
/// A shift as long as this has an unpaid break.
const BREAK_AFTER: i64 = 360;
/// Length of that break.
const BREAK: u16 = 30;

/// An employee's shift of a day.
#[derive(Debug, Clone, Copy)]
pub struct Duty<'a> {
    /// The person.
    pub member: &'a Member,
    /// Wall time.
    pub from: DateTime,
    /// Wall time.
    pub until: DateTime,
}

/// A moment of a business date, in minutes from its midnight.
pub fn minute(day: Date, minutes: i32) -> DateTime {
    day.to_datetime(Time::midnight()).saturating_add(i64::from(minutes).minutes())
}

/// The duties of a day. People of a job take turns; none has two shifts a day.
pub fn duties<'a>(restaurant: &'a Restaurant, day: Date) -> Vec<Duty<'a>> {
    let weekday = usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or(0);
    let turn = usize::from(day.day_of_year().unsigned_abs());
    let mut dice = Dice::of(&[&restaurant.pos_id, &day, &"shifts"]);
    let mut taken: HashMap<&str, usize> = HashMap::new();
    let mut duties = Vec::new();
    for slot in &restaurant.slots {
        let able: Vec<&Member> = restaurant.staff.iter().filter(|member| member.job == slot.job).collect();
        for _ in 0..slot.people.get(weekday).copied().unwrap_or(0) {
            let before = taken.entry(&slot.job).or_default();
            *before += 1;
            let Some(member) = able.get((turn + *before - 1) % able.len().max(1)) else { continue };
            // People come a little early and leave a little late, so that the trade is covered.
            let early = i32::try_from(dice.between(0, 8)).unwrap_or(0);
            let late = i32::try_from(dice.between(0, 12)).unwrap_or(0);
            let (from, until) = (minute(day, slot.from - early), minute(day, slot.until + late));
            duties.push(Duty { member, from, until });
        }
    }
    duties
}

impl Duty<'_> {
    /// The person on duty.
    pub fn person(&self) -> Person {
        self.member.person()
    }

    /// Whether the shift covers a time.
    pub fn covers(&self, at: DateTime) -> bool {
        self.from <= at && at <= self.until
    }

    /// The shift as the till sends it when it ends.
    pub fn shift(
        &self,
        restaurant: &Restaurant,
        day: Date,
        tips: saffron_core::Money,
    ) -> anyhow::Result<Shift> {
        let minutes = self.until.duration_since(self.from).as_secs() / 60;
        let unpaid = if minutes >= BREAK_AFTER { BREAK } else { 0 };
        let overtime = (minutes - i64::from(unpaid) - DAILY_MINUTES).max(0);
        Ok(Shift {
            pos_id: restaurant.pos_id.clone(),
            id: format!("{}-{}", day.strftime("%Y%m%d"), self.member.id).parse()?,
            revision: 1,
            employee: self.person(),
            job: self.member.job.clone(),
            clock_in: self.from,
            clock_out: Some(self.until),
            unpaid_minutes: unpaid.into(),
            regular_minutes: None,
            overtime_minutes: u16::try_from(overtime).unwrap_or(0).into(),
            rate: Some(saffron_core::Money::from_cents(self.member.rate)),
            overtime_rate: None,
            tips,
        })
    }
}
