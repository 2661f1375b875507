//! Dates and times as exporters and spreadsheets write them.

use jiff::civil::{Date, DateTime};
use jiff::fmt::strtime;

/// How a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateForm {
    /// `2026-07-08`.
    Iso,
    /// `2026/07/08`.
    IsoSlash,
    /// `20260708`.
    Compact,
    /// `07/08/2026`, the month first.
    MonthSlash,
    /// `7/8/2026`, the month first.
    MonthShort,
    /// `7/8/26`, the month first.
    MonthShortest,
    /// `07/08/26`, the month first.
    MonthTwo,
    /// `08/07/2026`, the day first.
    DaySlash,
    /// `8/7/2026`, the day first.
    DayShort,
    /// `08-07-2026`, the day first.
    DayDash,
    /// `08.07.2026`.
    Dots,
    /// `08.07.26`.
    DotsShort,
    /// `08-Jul-2026`.
    Named,
    /// `Jul 8, 2026`.
    NamedFirst,
}

impl DateForm {
    /// The date as text.
    pub fn write(self, date: Date) -> String {
        let pattern = match self {
            Self::Iso => "%Y-%m-%d",
            Self::IsoSlash => "%Y/%m/%d",
            Self::Compact => "%Y%m%d",
            Self::MonthSlash => "%m/%d/%Y",
            Self::MonthShort => "%-m/%-d/%Y",
            Self::MonthShortest => "%-m/%-d/%y",
            Self::MonthTwo => "%m/%d/%y",
            Self::DaySlash => "%d/%m/%Y",
            Self::DayShort => "%-d/%-m/%Y",
            Self::DayDash => "%d-%m-%Y",
            Self::Dots => "%d.%m.%Y",
            Self::DotsShort => "%d.%m.%y",
            Self::Named => "%d-%b-%Y",
            Self::NamedFirst => "%b %-d, %Y",
        };
        strtime::format(pattern, date).unwrap()
    }

    /// Whether its numbers may be read in another order: None where nothing else is usual, otherwise whether the day comes first.
    pub fn day_first(self) -> Option<bool> {
        match self {
            Self::MonthSlash | Self::MonthShort | Self::MonthShortest | Self::MonthTwo => Some(false),
            Self::DaySlash | Self::DayShort | Self::DayDash => Some(true),
            _ => None,
        }
    }
}

/// Whether a date reads as another date with day and month exchanged.
pub fn reads_two_ways(date: Date) -> bool {
    date.day() <= 12
}

/// How a time of day is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeForm {
    /// `18:05`.
    Minutes,
    /// `18:05:09`.
    Seconds,
    /// `6:05 PM`.
    Noon,
    /// `06:05 PM`.
    NoonTwo,
    /// `6:05:09 PM`.
    NoonSeconds,
    /// `6:05 p. m.` with a no-break space.
    NoonSpanish,
    /// `18.05`.
    Dot,
}

impl TimeForm {
    /// The time of day as text.
    pub fn write(self, at: DateTime) -> String {
        let pattern = match self {
            Self::Minutes => "%H:%M",
            Self::Seconds => "%H:%M:%S",
            Self::Noon => "%-I:%M %p",
            Self::NoonTwo => "%I:%M %p",
            Self::NoonSeconds => "%-I:%M:%S %p",
            Self::Dot => "%H.%M",
            Self::NoonSpanish => {
                let half = if at.hour() < 12 { "a" } else { "p" };
                return format!("{} {half}.\u{a0}m.", strtime::format("%-I:%M", at).unwrap());
            }
        };
        strtime::format(pattern, at).unwrap()
    }
}
