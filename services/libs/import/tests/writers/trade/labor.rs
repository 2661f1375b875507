//! Shifts and guests.

use jiff::civil::{Date, DateTime};
use jiff::{Span, ToSpan};

use super::House;
use super::dice::Dice;
use super::money::ratio;

/// A shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// Unique in the house: digits.
    pub id: String,
    /// First and last name.
    pub person: (&'static str, &'static str),
    /// Number of the person.
    pub person_id: usize,
    /// Job.
    pub job: &'static str,
    /// Begin.
    pub clock_in: DateTime,
    /// End; none while it goes on.
    pub clock_out: Option<DateTime>,
    /// Unpaid break in minutes.
    pub unpaid: i64,
    /// Paid break in minutes.
    pub paid_break: i64,
    /// Cents an hour, where it is known.
    pub wage: Option<i64>,
    /// Minutes beyond the regular ones.
    pub overtime: i64,
    /// Tips that the shift reports, in cents.
    pub tips: i64,
}

impl Shift {
    /// Minutes from begin to end; none while it goes on.
    pub fn minutes(&self) -> Option<i64> {
        let worked = self.clock_out?.since(self.clock_in).unwrap();
        Some(i64::from(worked.get_hours()) + i64::from(worked.get_days()) * 24)
            .map(|hours| hours * 60 + worked.get_minutes())
    }

    /// Minutes that are paid at the wage.
    pub fn regular(&self) -> Option<i64> {
        Some(self.minutes()? - self.unpaid - self.overtime)
    }

    /// Pay in cents, overtime at 1.5 times the wage, rounded once.
    pub fn pay(&self) -> Option<i64> {
        Some(ratio(self.wage?, 2 * self.regular()? + 3 * self.overtime, 120))
    }
}

/// A guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// Unique in the house.
    pub id: String,
    /// First name.
    pub first: &'static str,
    /// Last name.
    pub last: &'static str,
    /// Address for mail.
    pub email: Option<String>,
    /// Whether mail is wanted; none if never asked.
    pub email_consent: Option<bool>,
    /// Whether texts are wanted; none if never asked.
    pub sms_consent: Option<bool>,
}

const PEOPLE: &[(&str, &str)] =
    &[("Ana", "Kim"), ("Rio", "Díaz"), ("Sam", "Lee"), ("Zoë", "O'Brien, Jr."), ("Max", "von der Au")];
const JOBS: &[(&str, Option<i64>)] =
    &[("Server", Some(525)), ("Cook", Some(1850)), ("Dishwasher", Some(1500)), ("Manager", None)];

/// Shifts of each day.
pub fn shifts(dice: &mut Dice, house: &House, first: Date, days: i64) -> Vec<Shift> {
    let mut shifts = Vec::new();
    for day in 0..days {
        for (at, person) in PEOPLE.iter().enumerate() {
            if !dice.chance(60) {
                continue;
            }
            let (job, wage) = JOBS[at % JOBS.len()];
            // Begins at the start of the day or later.
            let begin = first.to_datetime(house.start_of_day) + Span::new().days(day);
            let clock_in = begin + dice.range(0, 600).minutes();
            // Hours of two decimals say them exactly.
            let minutes = dice.range(60, 240) * 3;
            let overtime = if minutes > 480 && dice.chance(50) { (minutes - 480) / 15 * 15 } else { 0 };
            // A night with an hour more or less would make other hours of it.
            let zoned = |at: DateTime| at.to_zoned(house.time_zone()).unwrap();
            if zoned(clock_in).offset() != zoned(clock_in + minutes.minutes()).offset()
                || !house.has(clock_in)
            {
                continue;
            }
            let open = day + 1 == days && dice.chance(15);
            shifts.push(Shift {
                id: format!("4000000{:05}", shifts.len() + 1),
                person: *person,
                person_id: at + 1,
                job,
                clock_in,
                clock_out: (!open).then(|| clock_in + minutes.minutes()),
                unpaid: if !open && overtime == 0 && dice.chance(50) { 30 } else { 0 },
                paid_break: if !open && dice.chance(20) { 15 } else { 0 },
                wage,
                overtime: if open { 0 } else { overtime },
                tips: if job == "Server" { dice.range(0, 12_000) } else { 0 },
            });
        }
    }
    shifts
}

/// Guests, with and without their consent.
pub fn guests(dice: &mut Dice) -> Vec<Guest> {
    let consents = [None, Some(true), Some(false)];
    let guest = |at: usize, (first, last): (&'static str, &'static str), dice: &mut Dice| Guest {
        id: format!("G{:04}", at + 1),
        first,
        last,
        email: dice.chance(70).then(|| format!("guest{at}@example.com")),
        email_consent: dice.pick(&consents),
        sms_consent: dice.pick(&consents),
    };
    let count = dice.below(PEOPLE.len()) + 1;
    PEOPLE.iter().take(count).enumerate().map(|(at, person)| guest(at, *person, dice)).collect()
}
