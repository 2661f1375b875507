//! The evidence of a column for the form of its dates.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{DateForm, Day, Order, Place, parts_of, stamp};
use crate::form::{FEW, Seen};

/// The evidence of a column.
#[derive(Debug, Clone)]
pub struct DateEvidence {
    today: Date,
    /// Whether the column is one of times.
    is_time: bool,
    facts: Facts,
    forms: [OfForm; FORMS],
    /// Whether two forms gave different stamps for a cell that both read.
    differ: [[bool; FORMS]; FORMS],
    /// Cells with a year of two digits.
    short: u64,
    /// Of those, the ones of six digits alone.
    six_digits: u64,
    /// Cells that two orders of year, month and day read as different dates.
    apart: Seen,
}

const FORMS: usize = DateForm::ALL.len();
/// The most abbreviations of zones that are counted apart.
const MOST_ABBREVIATIONS: usize = 20;

/// What the cells of a column have, whatever their form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Cells that stand for nothing.
    pub blank: u64,
    /// Cells that no form reads.
    pub other: Seen,
    /// Cells that some form reads.
    pub read: u64,
    /// Of those, the ones with a date.
    pub dated: u64,
    /// The ones with a time of day. Fewer than `dated` is a column with days without a time.
    pub timed: u64,
    /// Dated ones whose time is not midnight: none of them, and the times say nothing.
    pub not_midnight: u64,
    /// Times with AM, PM or a word for it.
    pub marked: u64,
    /// Times without it, whose hour is written as 0 or as 13 or more. If there are neither these nor marked ones among many
    /// times, the clock of twelve hours may have lost its AM and PM.
    pub of_24_hours: u64,
    /// Times from 24:00 on.
    pub next_day: u64,
    /// Cells with an offset.
    pub with_offset: u64,
    /// Abbreviations of zones, with the cells of each.
    pub abbreviations: BTreeMap<String, u64>,
}

/// What a form makes of a column.
#[derive(Debug, Clone, Default)]
struct OfForm {
    read: u64,
    unread: Seen,
    earliest: Option<Date>,
    latest: Option<Date>,
    after_today: u64,
    /// A bit for each day since the beginning of 1990; as long as the latest one needs.
    days: Vec<u64>,
}

/// A form that a column may have, and what it would make of the column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The form.
    pub form: DateForm,
    /// Cells that it reads.
    pub read: u64,
    /// Cells that another form reads and this one does not.
    pub unread: Seen,
    /// The earliest date.
    pub earliest: Option<Date>,
    /// The latest date.
    pub latest: Option<Date>,
    /// How many different dates.
    pub days: u64,
    /// Cells whose date is more than a day after today.
    pub after_today: u64,
}

/// What is known beside the cells.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints {
    /// The order that the exporter documents, where the layout is known.
    pub usual: Option<Order>,
    /// Whether the column's name says date or time.
    pub is_named: bool,
}

/// The form of a column's dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every cell stands for nothing, or there is none.
    Empty,
    /// More cells are other text than are dates or times.
    NotDates(Seen),
    /// This form is the column's; `Facts` says whether there are dates at all.
    Decided(DateForm),
    /// Each of these may be the column's; with one alone, whether numbers are dates at all is the question.
    Candidates(Vec<Candidate>),
    /// No form reads every date: what each that reads some would make of the column.
    Mixed(Vec<Candidate>),
}

impl DateEvidence {
    /// No evidence yet, of a column of dates, or of dates and times. `today` is the location's.
    #[must_use]
    pub fn new(today: Date) -> DateEvidence {
        DateEvidence {
            today,
            is_time: false,
            facts: Facts::default(),
            forms: Default::default(),
            differ: Default::default(),
            short: 0,
            six_digits: 0,
            apart: Seen::default(),
        }
    }

    /// No evidence yet, of a column of times, which may repeat the date.
    #[must_use]
    pub fn of_times(today: Date) -> DateEvidence {
        DateEvidence { is_time: true, ..DateEvidence::new(today) }
    }

    /// Adds one cell.
    pub fn see(&mut self, text: &str) {
        let parts = match parts_of(text, self.is_time) {
            Ok(Some(parts)) => parts,
            Ok(None) => {
                self.facts.blank = self.facts.blank.saturating_add(1);
                return;
            }
            Err(_) => return self.facts.other.add(text),
        };
        let stamps = DateForm::ALL.map(|form| stamp(&parts, form).ok());
        let Some(any) = stamps.iter().flatten().next() else { return self.facts.other.add(text) };
        let raise = |count: &mut u64, by: bool| *count = count.saturating_add(u64::from(by));
        let facts = &mut self.facts;
        raise(&mut facts.read, true);
        raise(&mut facts.dated, any.date.is_some());
        raise(&mut facts.timed, any.clock.is_some());
        let clock = any.clock.filter(|clock| clock.time != jiff::civil::Time::midnight());
        raise(&mut facts.not_midnight, any.date.is_some() && clock.is_some());
        if let Some(raw) = &parts.clock {
            raise(&mut facts.marked, raw.is_marked);
            raise(&mut facts.of_24_hours, !raw.is_marked && !raw.is_low);
            raise(&mut facts.next_day, raw.clock.next_day);
        }
        match &any.place {
            Some(Place::Offset(_)) => raise(&mut facts.with_offset, true),
            Some(Place::Abbreviation(name))
                if facts.abbreviations.contains_key(name)
                    || facts.abbreviations.len() < MOST_ABBREVIATIONS =>
            {
                raise(facts.abbreviations.entry(name.clone()).or_default(), true);
            }
            _ => {}
        }
        raise(&mut self.short, parts.day.as_ref().is_some_and(Day::is_short));
        raise(&mut self.six_digits, matches!(&parts.day, Some(Day::Digits(digits)) if digits.len() == 6));
        let of_orders = stamps.iter().zip(DateForm::ALL);
        let of_orders = of_orders.filter(|(_, form)| matches!(form, DateForm::Calendar(_)));
        let mut dates = of_orders.filter_map(|(stamp, _)| stamp.as_ref()?.date);
        let first = dates.next();
        if dates.any(|date| Some(date) != first) {
            self.apart.add(text);
        }
        let tomorrow = self.today.tomorrow().unwrap_or(self.today);
        for ((of_form, read), differ) in self.forms.iter_mut().zip(&stamps).zip(&mut self.differ) {
            let Some(read) = read else {
                of_form.unread.add(text);
                continue;
            };
            of_form.read = of_form.read.saturating_add(1);
            if let Some(date) = read.date {
                of_form.add(date, tomorrow);
            }
            for (other, differs) in stamps.iter().zip(differ) {
                *differs |= other.as_ref().is_some_and(|other| other != read);
            }
        }
    }

    /// What the cells have, whatever their form.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Cells that two orders of year, month and day read as different dates: `3/4/2026`.
    #[must_use]
    pub const fn apart(&self) -> &Seen {
        &self.apart
    }

    /// The form of the column.
    #[must_use]
    pub fn verdict(&self, hints: Hints) -> Verdict {
        if self.facts.read == 0 && self.facts.other.count == 0 {
            return Verdict::Empty;
        }
        if self.facts.other.count > self.facts.read {
            return Verdict::NotDates(self.facts.other.clone());
        }
        let all = (0..).zip(DateForm::ALL).zip(&self.forms).map(|((at, form), seen)| (at, form, seen));
        let mut left: Vec<(usize, DateForm, &OfForm)> = all
            .clone()
            .filter(|(_, _, seen)| seen.unread.count.saturating_mul(FEW) < seen.read.max(1))
            .collect();
        if left.iter().all(|(_, _, seen)| seen.unread.count > 0) {
            left.clear();
        }
        if left.is_empty() {
            let some = all.filter(|(_, form, seen)| seen.read > 0 && !self.is_odd(*form));
            return Verdict::Mixed(some.map(|(_, form, seen)| seen.candidate(form)).collect());
        }
        left.retain(|(_, form, _)| !self.is_odd(*form));
        // Of forms that give the same, one that reads all.
        left.sort_by_key(|(_, _, seen)| seen.unread.count);
        if left.iter().any(|(_, _, seen)| seen.after_today == 0 && seen.unread.count == 0) {
            // One order for a party next month, or one slip, is no sign.
            left.retain(|(_, _, seen)| seen.after_today.saturating_mul(FEW) < seen.read);
        }
        self.drop_scattered(&mut left);
        if let Some(usual) = hints.usual.map(DateForm::Calendar)
            && left.iter().any(|(_, form, _)| *form == usual)
        {
            return Verdict::Decided(usual);
        }
        // Of forms that give the same, the first one.
        let mut kept: Vec<(usize, DateForm, &OfForm)> = Vec::new();
        for one in left {
            if kept.iter().all(|other| self.do_differ(one.0, other.0)) {
                kept.push(one);
            }
        }
        match kept.as_slice() {
            [(_, form, _)] if hints.is_named || self.is_sure(*form) => Verdict::Decided(*form),
            _ => Verdict::Candidates(kept.iter().map(|(_, form, seen)| seen.candidate(*form)).collect()),
        }
    }

    /// Whether cells are surely dates, whatever the column's name: numbers may be those of orders, products or guests.
    fn is_sure(&self, form: DateForm) -> bool {
        match form {
            DateForm::Calendar(_) => self.six_digits == 0 || self.six_digits < self.facts.dated,
            DateForm::SheetDays => self.facts.timed > 0,
            DateForm::UnixSeconds | DateForm::UnixMillis => false,
        }
    }

    /// Year, day, month is considered only where every usual order reads less.
    fn is_odd(&self, form: DateForm) -> bool {
        let odd = self.forms.get(3).map_or(0, |seen| seen.read);
        form == DateForm::Calendar(Order::YearDayMonth)
            && self.forms.iter().take(3).any(|seen| seen.read >= odd)
    }

    fn do_differ(&self, one: usize, other: usize) -> bool {
        self.differ.get(one).and_then(|row| row.get(other)).copied().unwrap_or(true)
    }

    /// With years of two digits, `18/11/26` may begin with the year. A restaurant does not trade on one day of every year: if
    /// another order puts the same cells close together, the one that scatters them is dropped.
    fn drop_scattered(&self, left: &mut Vec<(usize, DateForm, &OfForm)>) {
        let years_first = DateForm::ISO;
        let least = |of_years_first: bool| {
            let these = left.iter().filter(|(_, form, _)| (*form == years_first) == of_years_first);
            these.map(|(_, _, seen)| seen.span()).min()
        };
        let (Some(first), Some(others)) = (least(true), least(false)) else { return };
        if self.short < self.facts.dated {
            return;
        }
        let is_scattered = |form: DateForm, seen: &OfForm| {
            let (days, against) = (seen.count(), if form == years_first { others } else { first });
            days >= 5 && seen.span() > 50 * against.max(days as i64)
        };
        left.retain(|(_, form, seen)| !is_scattered(*form, seen));
    }
}

impl OfForm {
    fn add(&mut self, date: Date, tomorrow: Date) {
        self.earliest = Some(self.earliest.map_or(date, |known| known.min(date)));
        self.latest = Some(self.latest.map_or(date, |known| known.max(date)));
        self.after_today = self.after_today.saturating_add(u64::from(date > tomorrow));
        let first = Date::new(1990, 1, 1).unwrap_or(Date::MIN);
        let day = usize::try_from(date.duration_since(first).as_hours() / 24).unwrap_or(0);
        // Years end with 2100: 635 words at most.
        if day / 64 >= self.days.len() {
            self.days.resize(day / 64 + 1, 0);
        }
        if let Some(word) = self.days.get_mut(day / 64) {
            *word |= 1 << (day % 64);
        }
    }

    fn count(&self) -> u64 {
        self.days.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Days from the earliest to the latest.
    fn span(&self) -> i64 {
        let (Some(earliest), Some(latest)) = (self.earliest, self.latest) else { return 0 };
        latest.duration_since(earliest).as_hours() / 24
    }

    fn candidate(&self, form: DateForm) -> Candidate {
        Candidate {
            form,
            read: self.read,
            unread: self.unread.clone(),
            earliest: self.earliest,
            latest: self.latest,
            days: self.count(),
            after_today: self.after_today,
        }
    }
}
