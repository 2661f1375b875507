//! Dates and times as exports write them. Whether `3/4/2026` is March or April is never guessed: either
//! the file itself shows it by a day over 12, or the layout's own documentation, or the caller says so.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use saffron_core::{PosTime, Zone};

/// The order of month and day in a date with the year last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// 7/18/2026
    MonthFirst,
    /// 18/7/2026
    DayFirst,
}

/// A time as wall time of the location; the file's own wall times are in `file_zone`, if the file names one.
pub fn local(time: PosTime, file_zone: Option<&Zone>, location: &Zone) -> Result<DateTime, String> {
    let read = match (time, file_zone) {
        (PosTime::Wall(_), Some(zone)) if zone != location => zone.resolve(time).map(|m| PosTime::At(m.at)),
        _ => Ok(time),
    };
    let moment = read.and_then(|time| location.resolve(time)).map_err(|e| format!("the time {e}"))?;
    Ok(match time {
        // As written, so that a wall time which the clock skips or repeats is the gateway's to judge.
        PosTime::Wall(wall) if file_zone.is_none_or(|zone| zone == location) => wall,
        _ => moment.wall,
    })
}

/// The evidence in a file's dates for their form.
#[derive(Debug, Default)]
pub struct Evidence {
    month_first: u64,
    day_first: u64,
    /// The first date that can be read both ways.
    ambiguous: Option<String>,
}

impl Evidence {
    /// Adds one cell with a date, or with date and time.
    pub fn see(&mut self, text: &str) {
        let Some((first, second, _)) = slashed(date_part(text)) else { return };
        match (first, second) {
            (13..=31, 1..=12) => self.day_first += 1,
            (1..=12, 13..=31) => self.month_first += 1,
            (1..=12, 1..=12) if self.ambiguous.is_none() && first != second => {
                self.ambiguous = Some(text.trim().to_owned());
            }
            _ => {}
        }
    }

    /// The form of the file's dates: `given` by the caller, else shown by the file, else `usual` for its
    /// layout. `None` if no date of the file can be read in two ways.
    pub fn form(&self, given: Option<Form>, usual: Option<Form>) -> Result<Option<Form>, String> {
        if given.is_some() {
            return Ok(given);
        }
        match (self.month_first > 0, self.day_first > 0, &self.ambiguous) {
            (true, false, _) => Ok(Some(Form::MonthFirst)),
            (false, true, _) => Ok(Some(Form::DayFirst)),
            (true, true, _) => Err("Some dates of this file are written month first and others day first. \
                 Which is meant? Pass --month-first or --day-first; rows that do not fit will be refused."
                .to_owned()),
            (false, false, Some(example)) if usual.is_none() => Err(format!(
                "Is '{example}' written month first or day first? No date of the file shows it. \
                 Pass --month-first or --day-first."
            )),
            (false, false, _) => Ok(usual),
        }
    }
}

/// Reads a date and a time, from two cells or, with a blank `time`, from one.
pub fn when(date: &str, time: &str, form: Option<Form>) -> Result<PosTime, String> {
    let (date, time) = (date.trim(), time.trim());
    if date.is_empty() {
        return Err("the date is missing".to_owned());
    }
    let time = if time.is_empty() {
        if let Ok(moment) = date.parse::<Timestamp>() {
            return Ok(PosTime::At(moment));
        }
        time_part(date).ok_or_else(|| format!("'{date}' has no time of day"))?
    } else {
        time
    };
    let day = read_date(date_part(date), form)?;
    Ok(PosTime::Wall(day.to_datetime(read_time(time)?)))
}

fn date_part(text: &str) -> &str {
    let text = text.trim();
    text.split_once(['T', ' ']).map_or(text, |(date, _)| date)
}

fn time_part(text: &str) -> Option<&str> {
    text.split_once(['T', ' ']).map(|(_, time)| time.trim()).filter(|time| !time.is_empty())
}

/// The three numbers of a date such as `3/4/2026`, in the order in which they are written.
fn slashed(text: &str) -> Option<(i8, i8, i16)> {
    let separator = ['/', '-', '.'].into_iter().find(|c| text.contains(*c))?;
    let mut parts = text.split(separator);
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    let numeric = |part: &str, max: usize| part.len() <= max && part.bytes().all(|b| b.is_ascii_digit());
    if parts.next().is_some() || !numeric(first, 2) || !numeric(second, 2) || !numeric(year, 4) {
        return None;
    }
    let year = match (year.len(), year.parse::<i16>().ok()?) {
        (4, year) => year,
        (2, year) if year < 70 => 2000 + year,
        (2, year) => 1900 + year,
        _ => return None,
    };
    Some((first.parse().ok()?, second.parse().ok()?, year))
}

fn read_date(text: &str, form: Option<Form>) -> Result<Date, String> {
    let wrong = || format!("'{text}' is not a date");
    if let Some((first, second, year)) = slashed(text) {
        let (month, day) = match form {
            Some(Form::DayFirst) => (second, first),
            Some(Form::MonthFirst) => (first, second),
            None if first == second => (first, second),
            None if first > 12 => (second, first),
            None if second > 12 => (first, second),
            None => return Err(format!("'{text}' can be read month first and day first")),
        };
        return Date::new(year, month, day).map_err(|_| wrong());
    }
    text.replace('/', "-").parse::<Date>().map_err(|_| wrong())
}

/// `12:59:30`, `21:05`, `5:18 PM`.
fn read_time(text: &str) -> Result<Time, String> {
    let forms = ["%H:%M:%S%.f", "%H:%M", "%I:%M:%S%.f %p", "%I:%M %p"];
    let read = forms.iter().find_map(|form| Time::strptime(form, text.trim()).ok());
    // Fractions of a second are none of a check.
    read.and_then(|time| time.with().subsec_nanosecond(0).build().ok())
        .ok_or_else(|| format!("'{text}' is not a time of day"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(date: &str, time: &str, form: Option<Form>) -> Result<String, String> {
        match when(date, time, form)? {
            PosTime::Wall(wall) => Ok(wall.to_string()),
            PosTime::At(moment) => Ok(moment.to_string()),
        }
    }

    #[test]
    fn dates_of_exports_are_read() {
        let us = Some(Form::MonthFirst);
        for (date, time, form, expected) in [
            ("2026-07-18", "12:59:30", None, "2026-07-18T12:59:30"),
            ("10/8/26 5:18 PM", "", us, "2026-10-08T17:18:00"),
            ("8/3/2026 9:30 PM", "", us, "2026-08-03T21:30:00"),
            ("8/3/2026", "9:30PM", us, "2026-08-03T21:30:00"),
            ("2026-08-03", "21:30:05.750", None, "2026-08-03T21:30:05"),
            ("2026-08-03", "9:30:05.750 am", None, "2026-08-03T09:30:05"),
            ("8/4/2026 12:05 AM", "", us, "2026-08-04T00:05:00"),
            ("18.7.2026", "9:05", None, "2026-07-18T09:05:00"),
            ("3/4/2026", "09:05", Some(Form::DayFirst), "2026-04-03T09:05:00"),
            ("2026/07/18", "12:00 pm", None, "2026-07-18T12:00:00"),
            ("2026-07-18T12:59:30", "", None, "2026-07-18T12:59:30"),
            ("2026-07-18T12:59:30-04:00", "", None, "2026-07-18T16:59:30Z"),
        ] {
            assert_eq!(wall(date, time, form).as_deref(), Ok(expected), "{date} {time}");
        }
        for (date, time) in [
            ("3/4/2026", "9:00"),
            ("2026-02-30", "9:00"),
            ("", "9:00"),
            ("2026-07-18", ""),
            ("2026-07-18", "25:00"),
        ] {
            assert!(wall(date, time, None).is_err(), "{date} {time}");
        }
        assert!(wall("2026-07-18", "13:00 PM", None).is_err());
        assert!(wall("18/7/2026", "9:00", us).is_err());
    }

    #[test]
    fn ambiguous_dates_are_refused() {
        let seen = |dates: &[&str]| {
            let mut evidence = Evidence::default();
            dates.iter().for_each(|date| evidence.see(date));
            evidence
        };
        assert!(seen(&["3/4/2026", "5/6/2026"]).form(None, None).is_err_and(|q| q.contains("'3/4/2026'")));
        assert_eq!(seen(&["3/4/2026"]).form(Some(Form::DayFirst), None), Ok(Some(Form::DayFirst)));
        assert_eq!(seen(&["3/4/2026"]).form(None, Some(Form::MonthFirst)), Ok(Some(Form::MonthFirst)));
        assert_eq!(seen(&["3/4/2026", "18/4/2026"]).form(None, None), Ok(Some(Form::DayFirst)));
        assert_eq!(seen(&["18/4/2026"]).form(None, Some(Form::MonthFirst)), Ok(Some(Form::DayFirst)));
        assert_eq!(seen(&["3/4/2026 5:18 PM", "4/18/2026"]).form(None, None), Ok(Some(Form::MonthFirst)));
        assert!(seen(&["18/4/2026", "4/18/2026"]).form(None, None).is_err());
        assert_eq!(seen(&["2026-03-04", "4/4/2026"]).form(None, None), Ok(None));
    }

    #[test]
    fn time_of_another_zone_is_converted() {
        let new_york: Zone = "America/New_York".parse().unwrap();
        let los_angeles: Zone = "America/Los_Angeles".parse().unwrap();
        let noon = PosTime::Wall("2026-07-18T12:00:00".parse().unwrap());
        let read = |time: PosTime, zone: Option<&Zone>| local(time, zone, &new_york).unwrap().to_string();
        assert_eq!(read(noon, None), "2026-07-18T12:00:00");
        assert_eq!(read(noon, Some(&new_york)), "2026-07-18T12:00:00");
        assert_eq!(read(noon, Some(&los_angeles)), "2026-07-18T15:00:00");
        assert_eq!(read(PosTime::At("2026-07-18T16:59:30Z".parse().unwrap()), None), "2026-07-18T12:59:30");
        let long_ago = PosTime::Wall("1815-06-18T12:00:00".parse().unwrap());
        assert!(local(long_ago, None, &new_york).is_err());
    }
}
