//! What facts contribute to which figures, and which spans of days a report compares. No I/O.

mod check_row;
mod compared;
mod contribution;
mod dimension;
mod entry;
mod figures;
mod labor;
mod opening;
mod plan;
mod report_sums;
mod restamp;
pub mod rollup;
mod span;

pub use check_row::{CheckRow, reasons};
pub use compared::CompareTo;
pub use contribution::{Deltas, RollupDeltas};
pub use dimension::Dimension;
pub use entry::{Entries, EntryKey, EntryKind};
pub use figures::Figures;
pub use labor::{LONGEST_SHIFT_SECONDS, OpenShifts, WageOf, Wages, last_minute, waged};
pub use opening::{opening_days, usual_opening};
pub use plan::{LocationIndex, MAX_ROWS, PartialDay, Plan, ReadSpan, RowIndex, Side, plan, too_many_rows};
pub use report_sums::ReportSums;
pub use restamp::{Position, Restamp, Stamped, restamped_from};
pub use rollup::Rollup;
pub use span::{Grouping, Ranges, last_seven_days, same_range};
