//! Time entries as shifts.

use jiff::Timestamp;
use saffron_core::ShiftId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Minutes, RemovedShift, Shift as Worked};

use super::decimal::scaled;
use super::team::Team;
use super::{Amounts, MAPPING, SOURCE, Why};
use crate::time::{instant, revision};
use crate::toast::model::{Break, Decimal, TimeEntry};
use crate::{Place, Unmapped, door};

const KIND: &str = "shift";

/// A shift: removed where its entry is deleted.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn shift(place: &Place, team: &Team, entry: &TimeEntry) -> Result<Event, Unmapped> {
    let id = entry.guid.as_deref().unwrap_or_default();
    let event = if entry.deleted == Some(true) {
        removed(place, entry).map(|removed| Event::removed_shift(SOURCE, &removed))
    } else {
        mapped(place, team, entry).map(|shift| Event::shift(SOURCE, &shift))
    };
    door::accepted(place, KIND, id, event.map_err(|why| Unmapped::new(KIND, id, why))?)
}

fn shift_id(entry: &TimeEntry) -> Result<ShiftId, Why> {
    let id = entry.guid.as_deref().unwrap_or_default();
    ShiftId::of_sent(id).map_err(|why| format!("has an id that {why}"))
}

/// The latest change. The time of a deletion is the beginning of 1970 where there was none.
fn last_change(entry: &TimeEntry) -> Result<i64, Why> {
    let deleted = entry.deleted_date.as_ref().filter(|_| entry.deleted == Some(true));
    let times = [entry.modified_date.as_ref(), entry.created_date.as_ref(), deleted];
    revision(times.into_iter().filter_map(instant), MAPPING)
}

fn removed(place: &Place, entry: &TimeEntry) -> Result<RemovedShift, Why> {
    Ok(RemovedShift { pos_id: place.pos_id.clone(), id: shift_id(entry)?, revision: last_change(entry)? })
}

fn mapped(place: &Place, team: &Team, entry: &TimeEntry) -> Result<Worked, Why> {
    let employee = team.person(entry.employee_reference.as_ref());
    let start = instant(entry.in_date.as_ref()).ok_or("has no readable start: correct it in Toast")?;
    let end = instant(entry.out_date.as_ref());
    if end.is_some_and(|end| end < start) {
        return Err("ends before it starts: correct it in Toast".to_owned());
    }
    let amounts = Amounts { place };
    let clock_in = place.wall(start);
    Ok(Worked {
        pos_id: place.pos_id.clone(),
        id: shift_id(entry)?,
        revision: last_change(entry)?,
        employee: employee.ok_or("names no employee: correct it in Toast")?,
        job: team.job(entry.job_reference.as_ref()).unwrap_or("Employee").to_owned(),
        clock_in,
        // In the hour that comes twice the wall clock may show an earlier end: the minutes are sent, and count.
        clock_out: end.map(|end| place.wall(end).max(clock_in)),
        unpaid_minutes: Minutes::of_seconds(unpaid(entry, end)),
        regular_minutes: end.and(entry.regular_hours.as_ref()).map(minutes).transpose()?,
        overtime_minutes: entry.overtime_hours.as_ref().map(minutes).transpose()?.unwrap_or_default(),
        // A salary has none.
        rate: entry.hourly_wage.as_ref().map(|wage| amounts.of(Some(wage))).transpose()?,
        overtime_rate: None,
        tips: amounts.of(entry.declared_cash_tips.as_ref())? + amounts.of(entry.non_cash_tips.as_ref())?,
    })
}

fn minutes(hours: &Decimal) -> Result<Minutes, Why> {
    let seconds = scaled(hours, 3_600).and_then(|seconds| u32::try_from(seconds).ok());
    seconds.map(Minutes::of_seconds).ok_or_else(|| "has hours that are none: correct it in Toast".to_owned())
}

/// Seconds of the breaks that are not paid. One that goes on ends with the shift.
fn unpaid(entry: &TimeEntry, end: Option<Timestamp>) -> u32 {
    let seconds = |of: &Break| {
        let begun = instant(of.in_date.as_ref())?;
        let ended = instant(of.out_date.as_ref()).or(end)?;
        u32::try_from(ended.duration_since(begun).as_secs()).ok()
    };
    let unpaid = entry.breaks.iter().filter(|of| of.paid == Some(false) && of.missed != Some(true));
    unpaid.filter_map(seconds).fold(0, u32::saturating_add)
}
