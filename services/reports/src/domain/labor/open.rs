use jiff::Timestamp;
use saffron_core::spread::spread;
use saffron_core::{BusinessDate, Calendar, Moment, QuarterHour};

use super::quarters::{self, Share};
use crate::domain::Figures;

/// The most seconds that an open shift counts (16 hours); after that it is flagged 'not clocked out'.
pub const LONGEST_SHIFT_SECONDS: i64 = 16 * 60 * 60;

/// The minute that open shifts count up to at `now`, in seconds since 1970: answers of one minute agree.
#[must_use]
pub fn last_minute(now: Timestamp) -> i64 {
    now.as_second().div_euclid(60) * 60
}

/// Shifts of one day that are not closed yet: those that began at the same second and cost the same, or, where a day has
/// very many, those that began in the same quarter hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenShifts {
    /// The business date that they count in.
    pub business_date: BusinessDate,
    /// When the first of them began, seconds since 1970.
    pub began: i64,
    /// How many shifts.
    pub shifts: i64,
    /// How many of them are open for more than 16 hours.
    pub not_clocked_out: i64,
    /// Pay up to now at the shifts' rates, each shift rounded once, cents.
    pub pay: i64,
    /// Paid time up to now, seconds.
    pub seconds: i64,
    /// The shifts have no wage: their pay is not known.
    pub without_wage: bool,
    /// The shifts began at the same second and have the same rate and unpaid time.
    pub alike: bool,
    /// Job, employee and employee's name; empty in reports that are not by person.
    pub person: [String; 3],
}

impl OpenShifts {
    /// The labor figures of the shifts.
    #[must_use]
    pub fn labor(&self) -> Figures {
        self.labor_of(self.pay, self.seconds)
    }

    /// The labor figures of the shifts before this quarter; none where the shifts began later.
    #[must_use]
    pub fn labor_until(&self, until: QuarterHour, now: Timestamp, calendar: &Calendar) -> Option<Figures> {
        let before: Vec<Share> =
            self.shares(now, calendar).into_iter().take_while(|share| share.quarter < until).collect();
        let sum = |of: fn(&Share) -> i64| before.iter().map(of).sum();
        (!before.is_empty()).then(|| self.labor_of(sum(|share| share.pay), sum(|share| share.seconds)))
    }

    /// The labor figures of each quarter hour. The first one also has the number of shifts.
    #[must_use]
    pub fn by_quarter(&self, now: Timestamp, calendar: &Calendar) -> Vec<(QuarterHour, Figures)> {
        let shares = self.shares(now, calendar).into_iter().enumerate();
        let figures = shares.map(|(nth, share)| {
            let figures = Figures {
                facts: self.shifts,
                seconds_without_wage: self.without_wage(share.seconds),
                ..Figures::of_labor(share.pay, share.seconds)
            };
            (share.quarter, if nth == 0 { self.with_shift_counts(figures) } else { figures })
        });
        figures.collect()
    }

    fn with_shift_counts(&self, figures: Figures) -> Figures {
        Figures { open_shifts: self.shifts, not_clocked_out: self.not_clocked_out, ..figures }
    }

    fn labor_of(&self, gross_labor: i64, seconds: i64) -> Figures {
        let seconds_without_wage = self.without_wage(seconds);
        let figures = Figures { facts: self.shifts, gross_labor, seconds_without_wage, ..Figures::default() };
        self.with_shift_counts(figures.with_time(seconds, 0))
    }

    /// What of these seconds has no wage.
    const fn without_wage(&self, seconds: i64) -> i64 {
        if self.without_wage { seconds } else { 0 }
    }

    /// Pay and time by quarter hour: spread shift by shift where the shifts are alike, otherwise in sum.
    fn shares(&self, now: Timestamp, calendar: &Calendar) -> Vec<Share> {
        let Ok(at) = Timestamp::from_second(self.began) else { return Vec::new() };
        let began = Moment { at, wall: calendar.wall(at) };
        let end = last_minute(now).clamp(self.began, self.began + LONGEST_SHIFT_SECONDS);
        let end = Timestamp::from_second(end).unwrap_or(at);
        let quarters = quarters::elapsed(began, &calendar.clock_changes(at, end), end, self.business_date);
        let weights: Vec<u64> = quarters.iter().map(|(_, seconds)| *seconds).collect();
        let times = if self.alike { self.shifts.max(1) } else { 1 };
        let spread = |whole: i64| spread(whole / times, &weights).into_iter().map(|share| share * times);
        let shares = quarters.iter().zip(spread(self.pay)).zip(spread(self.seconds).collect::<Vec<_>>());
        shares.map(|(((quarter, _), pay), seconds)| Share { quarter: *quarter, pay, seconds }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(shifts: i64, pay: i64, alike: bool) -> OpenShifts {
        OpenShifts {
            business_date: "2026-07-18".parse().unwrap(),
            began: "2026-07-18T14:50:30Z".parse::<Timestamp>().unwrap().as_second(),
            shifts,
            not_clocked_out: 0,
            pay,
            seconds: shifts * 1_800,
            without_wage: false,
            alike,
            person: Default::default(),
        }
    }

    fn of_quarters(open: &OpenShifts, now: &str) -> Vec<(u8, i64, i64)> {
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let quarters = open.by_quarter(now.parse().unwrap(), &calendar);
        quarters.iter().map(|(at, sums)| (at.number(), sums.gross_labor, sums.open_shifts)).collect()
    }

    #[test]
    fn open_shifts_lie_in_the_quarters_up_to_now() {
        let now = "2026-07-18T15:20:59Z";
        // 570, 900 and 300 seconds.
        assert_eq!(of_quarters(&open(1, 101, true), now), [(43, 33, 1), (44, 51, 0), (45, 17, 0)]);
        let three = of_quarters(&open(3, 303, true), now);
        assert_eq!(three, [(43, 99, 3), (44, 153, 0), (45, 51, 0)], "each rounded by itself");
        let together = of_quarters(&open(3, 303, false), now);
        assert_eq!(together, [(43, 98, 3), (44, 154, 0), (45, 51, 0)]);
    }

    #[test]
    fn open_shifts_count_for_sixteen_hours() {
        let quarters = of_quarters(&open(1, 6_400, true), "2026-07-25T15:20:00Z");
        assert_eq!((quarters.len(), quarters[0].0, quarters[64].0), (65, 43, 107));
        assert_eq!(of_quarters(&open(1, 0, true), "2026-07-18T14:00:00Z"), [(43, 0, 1)], "it has not begun");
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let before =
            |until| open(1, 101, true).labor_until(until, "2026-07-18T15:20:00Z".parse().unwrap(), &calendar);
        assert_eq!(before(QuarterHour::at(43)), None);
        let half = before(QuarterHour::at(45)).unwrap();
        assert_eq!(
            (half.gross_labor, half.regular_minutes * 60 + half.regular_seconds, half.open_shifts),
            (84, 1_495, 1)
        );
    }

    #[test]
    fn answers_of_one_minute_agree() {
        let at = |text: &str| last_minute(text.parse().unwrap());
        assert_eq!(at("2026-07-18T15:20:00Z"), at("2026-07-18T15:20:59.999Z"));
        assert_ne!(at("2026-07-18T15:20:00Z"), at("2026-07-18T15:19:59.999Z"));
    }
}
