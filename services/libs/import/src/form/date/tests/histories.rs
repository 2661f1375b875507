//! Columns of random moments, written by code that shares nothing with the readers.

use proptest::prelude::*;

use super::super::*;
use crate::form::number::NumberForm;

/// Seconds from 1970 to the start of 2015, and to noon of 2026-11-29.
const FIRST: i64 = 1_420_070_400;
const LAST: i64 = 1_795_953_600;

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const FRENCH: [&str; 12] =
    ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."];
const SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const POLISH: [&str; 12] = [
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
];
const TURKISH: [&str; 12] =
    ["Oca", "Şub", "Mar", "Nis", "May", "Haz", "Tem", "Ağu", "Eyl", "Eki", "Kas", "Ara"];
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// Year, month and day by counting.
fn civil(mut days: i64) -> (i64, usize, i64) {
    let mut year = 1970;
    loop {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let months = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length: i64 = months.iter().sum();
        if days >= length {
            days -= length;
            year += 1;
            continue;
        }
        for (month, length) in (0..).zip(months) {
            if days < length {
                return (year, month, days + 1);
            }
            days -= length;
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Style {
    date: u8,
    separator: &'static str,
    padded: bool,
    short: bool,
    names: usize,
    time: u8,
    joiner: &'static str,
    offset: &'static str,
}

fn styles() -> impl Strategy<Value = Style> {
    let separators = prop::sample::select(vec!["-", "/", ".", " ", ". "]);
    let joiners = prop::sample::select(vec![" ", "T", ", ", " - ", "  "]);
    let offsets = prop::sample::select(vec!["", "Z", "+02:00", "-0500", " +0530", " UTC"]);
    (0..14_u8, separators, any::<(bool, bool)>(), 0..6_usize, 0..9_u8, joiners, offsets).prop_map(
        |(date, separator, (padded, short), names, time, joiner, offset)| Style {
            date,
            separator,
            padded,
            short,
            names,
            time,
            joiner,
            offset,
        },
    )
}

impl Style {
    fn has_time(self) -> bool {
        self.date >= 11 || self.time > 0
    }

    fn has_seconds(self) -> bool {
        self.date >= 11 || (self.time == 2 || self.time == 4)
    }

    /// The one form in which the column is meant; the first one where it shows itself.
    fn form(self) -> DateForm {
        match self.date {
            2 | 3 => DateForm::Calendar(Order::DayMonthYear),
            4 | 5 => DateForm::Calendar(Order::MonthDayYear),
            11 => DateForm::UnixSeconds,
            12 => DateForm::UnixMillis,
            13 => DateForm::SheetDays,
            _ => DateForm::Calendar(Order::YearMonthDay),
        }
    }

    fn write(self, at: i64) -> String {
        let (days, seconds) = (at / 86_400, at % 86_400);
        match self.date {
            11 => return at.to_string(),
            12 => return (at * 1000 + 7).to_string(),
            13 => return format!("{}.{:010}", days + 25_569, (seconds * 10_000_000_000 + 43_200) / 86_400),
            _ => {}
        }
        let (year, month, day) = civil(days);
        let two = |number: i64| if self.padded { format!("{number:02}") } else { number.to_string() };
        let short = self.short && (self.separator != " ");
        let y = if short { format!("{:02}", year % 100) } else { year.to_string() };
        let (m, d) = (two(month as i64 + 1), two(day));
        let names = [ENGLISH, GERMAN, FRENCH, SPANISH, POLISH, TURKISH][self.names];
        let s = self.separator;
        let date = match self.date {
            // Years of two digits come first in padded dates alone.
            0 | 1 => format!("{y}{s}{:02}{s}{:02}", month + 1, day),
            2 | 3 => format!("{d}{s}{m}{s}{y}"),
            4 | 5 => format!("{m}{s}{d}{s}{y}"),
            6 => format!("{year}{:02}{day:02}", month + 1),
            7 => format!("{day} {} {year}", names[month]),
            8 => format!("{day}. {} {year}", names[month]),
            9 => format!("{}, {} {day}, {year}", WEEKDAYS[days as usize % 7], names[month]),
            _ => format!("{day:02}-{:.3}-{y}", ENGLISH[month]),
        };
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let twelve = (hour + 11) % 12 + 1;
        let half = if hour < 12 { "a" } else { "p" };
        let time = match self.time {
            0 => return date,
            1 => format!("{hour:02}:{minute:02}"),
            2 => format!("{hour:02}:{minute:02}:{second:02}{}", self.offset),
            3 => format!("{twelve}:{minute:02} {}M", half.to_uppercase()),
            4 => format!("{twelve}:{minute:02}:{second:02}.250 {half}m"),
            5 => format!("{twelve}:{minute:02}{half}"),
            6 => format!("{twelve}:{minute:02} {half}. m."),
            7 => format!("{hour}h{minute:02}"),
            _ => format!("{hour:02}.{minute:02}"),
        };
        format!("{date}{}{time}", self.joiner)
    }

    fn is_right(self, form: DateForm, cell: &str, at: i64) -> bool {
        let Ok(Some(stamp)) = read(cell, form) else { return false };
        let (year, month, day) = civil(at / 86_400);
        let date =
            stamp.date.map(|date| (i64::from(date.year()), date.month() as usize - 1, i64::from(date.day())));
        let seconds = if self.has_seconds() { at % 86_400 } else { at % 86_400 / 60 * 60 };
        let time = stamp.clock.map(|clock| {
            let time = clock.time;
            (i64::from(time.hour()) * 60 + i64::from(time.minute())) * 60 + i64::from(time.second())
        });
        let offset = match stamp.place {
            Some(Place::Offset(offset)) => offset.seconds(),
            _ => 0,
        };
        let meant = match self.offset {
            "+02:00" if self.time == 2 => 7_200,
            "-0500" if self.time == 2 => -18_000,
            " +0530" if self.time == 2 => 19_800,
            _ => 0,
        };
        date == Some((year, month, day))
            && time == self.has_time().then_some(seconds)
            && (self.date >= 11 || offset == meant)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn column_of_any_country_is_read_back_or_asked_about(
        style in styles(),
        from in FIRST..LAST,
        steps in prop::collection::vec(prop_oneof![0..7_200_i64, 0..2_000_000_i64], 1..12),
    ) {
        let moments: Vec<i64> = steps.into_iter().scan(from, |at, step| { *at += step; Some(*at) }).filter(|at| *at < LAST).collect();
        prop_assume!(!moments.is_empty());
        let cells: Vec<String> = moments.iter().map(|at| style.write(*at)).collect();
        let mut evidence = DateEvidence::new(Date::new(2026, 11, 29).unwrap());
        cells.iter().for_each(|cell| evidence.see(cell));
        let is_right = |form| cells.iter().zip(&moments).all(|(cell, at)| style.is_right(form, cell, *at));
        prop_assert!(is_right(style.form()), "{cells:?}");
        match evidence.verdict(Hints::default()) {
            Verdict::Decided(form) => prop_assert!(is_right(form), "{form:?} of {cells:?}"),
            Verdict::Candidates(all) => prop_assert!(all.iter().any(|one| is_right(one.form)), "{all:?} of {cells:?}"),
            other => prop_assert!(false, "{other:?} of {cells:?}"),
        }
    }

    #[test]
    fn column_of_times_is_read_back_or_asked_about(style in 0..12_u8, seconds in prop::collection::vec(0..86_400_i64, 1..12)) {
        let write = |at: i64| {
            let (hour, minute, second) = (at / 3600, at / 60 % 60, at % 60);
            let (twelve, half) = ((hour + 11) % 12 + 1, if hour < 12 { "AM" } else { "PM" });
            match style {
                0 => format!("{hour:02}:{minute:02}"),
                1 => format!("{hour}:{minute:02}:{second:02}"),
                2 => format!("{hour:02}.{minute:02}"),
                3 => format!("{hour:02}.{minute:02}.{second:02}"),
                4 => format!("{hour:02}{minute:02}"),
                5 => format!("{hour:02}{minute:02}{second:02}"),
                6 => format!("{twelve}:{minute:02} {half}"),
                7 => format!("{twelve}.{minute:02}{}", half.to_lowercase()),
                8 => format!("{half} {twelve}:{minute:02}:{second:02}"),
                9 => format!("{hour}h{minute:02}"),
                10 => format!("2026-11-18 {hour:02}:{minute:02}:{second:02}"),
                _ => format!("{}.{:09}", 0, (at * 1_000_000_000 + 43_200) / 86_400),
            }
        };
        let has_seconds = [1, 3, 5, 8, 10, 11].contains(&style);
        let mut evidence = DateEvidence::of_times(Date::new(2026, 11, 29).unwrap());
        seconds.iter().for_each(|at| evidence.see(&write(*at)));
        let is_right = |form| seconds.iter().all(|at| {
            let time = read_time(&write(*at), form).ok().flatten().and_then(|stamp| stamp.clock).map(|clock| clock.time);
            let whole = if has_seconds { *at } else { at / 60 * 60 };
            time.map(|time| (i64::from(time.hour()) * 60 + i64::from(time.minute())) * 60 + i64::from(time.second())) == Some(whole)
        });
        match evidence.verdict(Hints { usual: None, is_named: true }) {
            Verdict::Decided(form) => prop_assert!(is_right(form), "{form:?} {:?}", seconds.iter().map(|at| write(*at)).collect::<Vec<_>>()),
            Verdict::Candidates(all) => prop_assert!(all.iter().any(|one| is_right(one.form))),
            other => prop_assert!(false, "{other:?} {:?}", seconds.iter().map(|at| write(*at)).collect::<Vec<_>>()),
        }
    }

    #[test]
    fn duration_in_any_form_is_read_back(seconds in 0..200_000_i64, style in 0..6_u8) {
        let (hours, minutes, left) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let (text, form, unit) = match style {
            0 => (format!("{hours}:{minutes:02}:{left:02}"), NumberForm::DOT, Unit::Minutes),
            1 => (format!("{hours}h {minutes}m {left}s"), NumberForm::DOT, Unit::Minutes),
            2 => (format!("{}.{:06}", hours, (seconds % 3600) * 1_000_000 / 3600), NumberForm::DOT, Unit::Hours),
            3 => (format!("{},{:06}", seconds / 60, left * 1_000_000 / 60), NumberForm::COMMA, Unit::Minutes),
            4 => (format!("PT{hours}H{minutes}M{left}S"), NumberForm::DOT, Unit::Hours),
            _ => (seconds.to_string(), NumberForm::COMMA, Unit::Seconds),
        };
        prop_assert_eq!(read_duration(&text, form, unit), Ok(Some(seconds)), "{}", text);
    }

    #[test]
    fn no_text_panics(text in ".{0,40}", likely in "[-0-9./: TZ,apmhMarNov年月日+]{0,24}") {
        for text in [text, likely] {
            let mut dates = DateEvidence::new(Date::new(2026, 11, 29).unwrap());
            let mut times = DateEvidence::of_times(Date::new(2026, 11, 29).unwrap());
            dates.see(&text);
            times.see(&text);
            let _ = (dates.verdict(Hints::default()), times.verdict(Hints::default()));
            for form in DateForm::ALL {
                let _ = (read(&text, form), read_time(&text, form));
            }
            for unit in [Unit::Hours, Unit::Minutes, Unit::Seconds] {
                if let Ok(Some(seconds)) = read_duration(&text, NumberForm::DOT, unit) {
                    prop_assert!((0..=366 * 86_400).contains(&seconds));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn one_slip_never_turns_a_column(
        is_day_first in any::<bool>(),
        days in prop::collection::vec((1..=12_i8, 1..=11_i8), 1..6),
        slip in prop::sample::select(vec!["13/4/2026", "4/13/2026", "5/12/2026", "12/5/2026", "31/12/2027", "12/31/2062", "2026-18-11", "46344", "181126", "Total"]),
    ) {
        let mut evidence = DateEvidence::new(Date::new(2026, 11, 29).unwrap());
        for at in 0..650 {
            let (day, month) = days[at % days.len()];
            let (a, b) = if is_day_first { (day, month) } else { (month, day) };
            evidence.see(&format!("{a}/{b}/2026"));
        }
        evidence.see(slip);
        let truth = DateForm::Calendar(if is_day_first { Order::DayMonthYear } else { Order::MonthDayYear });
        match evidence.verdict(Hints::default()) {
            // Other rules than the slip may decide: dates after tomorrow, or days that are all also months.
            Verdict::Decided(form) => prop_assert!(form == truth || days.iter().all(|(day, month)| day == month), "{form:?} {days:?} {slip}"),
            Verdict::Candidates(all) => prop_assert!(all.iter().any(|one| one.form == truth)),
            Verdict::Mixed(all) => prop_assert!(all.iter().any(|one| one.form == truth)),
            other => prop_assert!(false, "{other:?}"),
        }
    }
}
