//! Shifts.

use saffron_core::id::PosGiven as _;
use saffron_core::{Calendar, Money, PosTime, ShiftId, Zone};
use saffron_till::{Minutes, Person, Shift};

use super::{Listed, Of, plain_id, too_long};
use crate::form::date::{Clock, Stamp};
use crate::layout::Field;
use crate::reading::Entry;

/// How much longer than the time from clock-in to clock-out the paid time may be, in seconds: exporters round hours to two
/// decimals, and begin and end to minutes.
const SLACK: i64 = 120;

/// The shift of a row. Its id is the same in every file of `exporter`, and never that of a shift that a till sends. Numbers of other
/// files may begin again: they are ids of a person's day alone.
///
/// # Errors
/// Why it is none.
pub fn of(
    entry: &Entry,
    of: &Of,
    calendar: &Calendar,
    zone: &Zone,
    exporter: &str,
) -> Result<Listed, String> {
    let named = [Field::FirstName, Field::LastName].iter().filter_map(|field| entry.text(*field));
    let named = named.collect::<Vec<_>>().join(" ");
    let name = entry.text(Field::Employee).map(str::to_owned).or((!named.is_empty()).then_some(named));
    let id = entry.text(Field::EmployeeId).map(|id| plain_id(id).to_owned());
    let name = name.or_else(|| id.clone()).ok_or("has no employee")?;
    let employee = Person { id: id.unwrap_or_else(|| name.clone()), name };
    let clock_in = entry.at(Field::ClockIn, Field::ClockInTime, zone)?.ok_or("has no clock-in")?;
    let began = calendar.resolve(clock_in).map_err(|e| format!("clock-in: {e}"))?;
    let clock_out = end(entry, zone, began.wall)?;
    let ended =
        clock_out.map(|out| calendar.resolve(out)).transpose().map_err(|e| format!("clock-out: {e}"))?;
    let seconds = |field| entry.seconds.get(&field).copied();
    let overtime = seconds(Field::OvertimeTime).unwrap_or_default();
    let regular = seconds(Field::RegularTime)
        .or_else(|| Some(seconds(Field::PaidTime)?.saturating_sub(overtime)))
        .filter(|_| ended.is_some());
    if let Some(ended) = ended {
        let worked = ended.at.duration_since(began.at).as_secs();
        if worked < 0 {
            return Err("its clock-out lies before its clock-in".to_owned());
        }
        let paid = i64::from(regular.unwrap_or_default()) + i64::from(overtime);
        let unpaid = i64::from(seconds(Field::UnpaidBreak).unwrap_or_default());
        // Hours that hold the unpaid break would be paid too much.
        if paid + unpaid > worked + SLACK {
            return Err(
                "its paid hours and its unpaid break are longer than the time from clock-in to clock-out"
                    .to_owned(),
            );
        }
    }
    let money = |field| entry.money.get(&field).copied();
    let hourly = |pay: Field, seconds: Option<u32>| {
        let seconds = seconds.filter(|seconds| *seconds > 0)?;
        Some(money(pay)?.ratio(3_600, i64::from(seconds)))
    };
    let rate = money(Field::Rate).or_else(|| hourly(Field::RegularPay, regular));
    let overtime_rate = money(Field::OvertimeRate).or_else(|| hourly(Field::OvertimePay, Some(overtime)));
    let sent = match entry.text(Field::Shift).map(plain_id) {
        Some(id) if !exporter.is_empty() => format!("file-{exporter}-{id}"),
        Some(id) => format!("file-{}-{}-{id}", employee.id, began.wall.strftime("%Y%m%d")),
        None => format!("file-{}-{}", employee.id, began.wall.strftime("%Y%m%d-%H%M%S")),
    };
    too_long(&sent)?;
    let shift = Shift {
        pos_id: of.pos_id.clone(),
        id: ShiftId::of_sent(&sent).map_err(|e| format!("its id {e}"))?,
        revision: of.revision,
        employee,
        job: entry.text(Field::Job).unwrap_or_default().to_owned(),
        clock_in: began.wall,
        clock_out: ended.map(|ended| ended.wall),
        unpaid_minutes: Minutes::of_seconds(seconds(Field::UnpaidBreak).unwrap_or_default()),
        regular_minutes: regular.map(Minutes::of_seconds),
        overtime_minutes: Minutes::of_seconds(overtime),
        rate,
        overtime_rate,
        tips: money(Field::Tip).unwrap_or(Money::ZERO),
    };
    let kind = if shift.clock_out.is_some() { "shift.closed" } else { "shift.opened" };
    let mut listed = Listed::new(entry.place, kind, "posShiftID", sent, &shift)?;
    // Of an hour that comes twice, the offset of a time shows which it is.
    for (name, time) in [("clockIn", Some(clock_in)), ("clockOut", clock_out)] {
        if let (Some(PosTime::At(at)), Some(data)) = (time, listed.data.as_object_mut()) {
            data.insert(name.to_owned(), at.to_string().into());
        }
    }
    Ok(listed)
}

/// When the shift ended. A time without a date is of the day of the clock-in, or of the next one if it is earlier.
fn end(entry: &Entry, zone: &Zone, began: jiff::civil::DateTime) -> Result<Option<PosTime>, String> {
    let stamps = [Field::ClockOut, Field::ClockOutTime].map(|field| entry.stamps.get(&field));
    let has_date = stamps.iter().flatten().any(|stamp| stamp.date.is_some());
    let clock = stamps.into_iter().flatten().find_map(|stamp| Some((stamp.clock?, stamp.place.clone())));
    match clock {
        _ if has_date => entry.at(Field::ClockOut, Field::ClockOutTime, zone),
        None => Ok(None),
        Some((clock, place)) => {
            let next_day = clock.next_day || clock.time < began.time();
            let stamp = Stamp { date: Some(began.date()), clock: Some(Clock { next_day, ..clock }), place };
            let named = |why| format!("clock-out: it {why}");
            stamp.pos_time(entry.zone.as_ref().unwrap_or(zone)).map(Some).map_err(named)
        }
    }
}
