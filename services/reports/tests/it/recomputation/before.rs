//! The days that a span is compared with, found without the service's code.

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};
use saffron_proto::reports::{CompareTo, GroupBy};

/// The days that a span is compared with.
#[derive(Clone, Copy)]
pub struct Before {
    pub from: Date,
    pub to: Date,
    /// Whether the last day counts up to the running quarter.
    pub is_partial: bool,
}

impl Before {
    /// The days that a span is compared with, by the text of figures.md.
    /// `today` is the location's running business date.
    pub fn of((from, to): (Date, Date), today: Date, group_by: GroupBy, compare_to: CompareTo) -> Before {
        let running = from <= today && today <= to;
        // Also where it ends with the date of another location, which is a day ahead.
        let is_open = running;
        let count = (to - from).get_days() + 1;
        let weeks = (count + 6) / 7 * 7;
        let is_previous = compare_to == CompareTo::Previous;
        let starts_week = from.weekday() == Weekday::Monday;
        let ends = |last: Date| to == last || is_open;
        let is_day = group_by == GroupBy::Day || count == 1;
        let is_first_week = is_open && starts_week && count < 7;
        if !is_day && !is_first_week && from.day() == 1 && ends(to.last_of_month()) {
            let mut months = 1;
            while from + (months - 1).months() < to.first_of_month() {
                months += 1;
            }
            let is_open_year = is_open && from.month() == 1 && months > 1;
            while (is_open_year || !is_previous) && months % 12 != 0 {
                months += 1;
            }
            let last = if running { today } else { to };
            let same_day = last - months.months();
            let lacks_day = same_day.day() != last.day();
            let ends_month = !running && last == last.last_of_month();
            let to = if ends_month { same_day.last_of_month() } else { same_day };
            return Before { from: from - months.months(), to, is_partial: running && !lacks_day };
        }
        let days = match (is_day, is_previous) {
            (true, true) => 7,
            (true, false) => 364,
            (false, false) => weeks.max(364),
            (false, true) if count < 28 => weeks,
            (false, true) if starts_week && (is_open || to.weekday() == Weekday::Sunday) => weeks,
            (false, true) => count,
        };
        let last = if running { today } else { to };
        Before { from: from - days.days(), to: last - days.days(), is_partial: running }
    }
}
