//! Shifts. Clover knows no wage, no breaks and no overtime of them.

use jiff::Timestamp;
use saffron_core::id::PosGiven as _;
use saffron_core::{Money, ShiftId};
use saffron_till::{Event, Minutes, Shift as Worked};

use super::team::Team;
use super::{Amounts, MAPPING, SOURCE, Why, counts, id_of, moment, taken_at};
use crate::clover::model::{Payment, Shift};
use crate::time::revision;
use crate::{Place, Unmapped, door};

const KIND: &str = "shift";

/// A shift, with what its tips depend on.
#[derive(Debug, Clone, Copy)]
pub struct Hours<'a> {
    /// The shift.
    pub shift: &'a Shift,
    /// Whose it is, where the shift does not say.
    pub employee: Option<&'a str>,
    /// Payments of the days, whose tips belong to the one who took them.
    pub payments: &'a [Payment],
}

/// A shift.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn shift(place: &Place, team: &Team, hours: &Hours<'_>) -> Result<Event, Unmapped> {
    let id = hours.shift.id.as_deref().unwrap_or_default();
    let shift = mapped(place, team, hours).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::shift(SOURCE, &shift))
}

/// When a shift began and ended: as a manager corrected it, else by the clock.
#[must_use]
pub fn span_of_shift(shift: &Shift) -> (Option<Timestamp>, Option<Timestamp>) {
    let of = |corrected, clocked| moment(corrected).or_else(|| moment(clocked));
    (of(shift.override_in_time, shift.in_time), of(shift.override_out_time, shift.out_time))
}

fn mapped(place: &Place, team: &Team, hours: &Hours<'_>) -> Result<Worked, Why> {
    let sent = hours.shift;
    let id = ShiftId::of_sent(sent.id.as_deref().unwrap_or_default())
        .map_err(|why| format!("has an id that {why}"))?;
    let employee = id_of(sent.employee.as_ref()).or(hours.employee);
    let employee = employee.ok_or("names no employee: correct it in Clover")?;
    let (start, end) = span_of_shift(sent);
    let start = start.ok_or("has no readable start: correct it in Clover")?;
    if end.is_some_and(|end| end < start) {
        return Err("ends before it starts: correct it in Clover".to_owned());
    }
    let amounts = Amounts { place, currency: None };
    let mut tips = amounts.of(sent.cash_tips_collected)?;
    let mut tipped = Vec::new();
    let is_within = |at: Timestamp| at >= start && end.is_none_or(|end| at < end);
    for payment in hours.payments.iter().filter(|payment| counts(payment)) {
        if id_of(payment.employee.as_ref()) == Some(employee) && taken_at(payment).is_some_and(is_within) {
            tips += amounts.of(payment.tip_amount)?;
            tipped.push(payment.modified_time.or(payment.created_time));
        }
    }
    // Shifts do not say when they were changed: their latest time stands for it.
    let times = [sent.in_time, sent.override_in_time, sent.out_time, sent.override_out_time];
    let clock_in = place.wall(start);
    let worked = end.map(|end| end.duration_since(start).as_secs());
    Ok(Worked {
        pos_id: place.pos_id.clone(),
        id,
        revision: revision(times.into_iter().chain(tipped).filter_map(moment), MAPPING)?,
        employee: team.person(employee),
        job: team.job(employee).unwrap_or("Employee").to_owned(),
        clock_in,
        // In the hour that comes twice the wall clock may show an earlier end: the minutes are sent, and count.
        clock_out: end.map(|end| place.wall(end).max(clock_in)),
        unpaid_minutes: Minutes::ZERO,
        regular_minutes: worked
            .map(|seconds| Minutes::of_seconds(u32::try_from(seconds).unwrap_or(u32::MAX))),
        overtime_minutes: Minutes::ZERO,
        rate: None::<Money>,
        overtime_rate: None,
        tips,
    })
}
