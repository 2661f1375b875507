//! What facts contribute to which figures, and which spans a report compares. No I/O.

mod answer;
mod contribution;
mod dimension;
mod figures;
mod labor;
mod plan;
mod quarters;
pub mod rollup;
mod span;

pub use answer::Answer;
pub use contribution::{Movement, Rows};
pub use dimension::Dimension;
pub use figures::{DimensionFigures, Figures, ItemFigures, LaborFigures, Sums, TenderFigures};
pub use labor::{BELIEVED_SECONDS, OpenShifts, last_minute};
pub use plan::{LocationIndex, MAX_ROWS, Part, Plan, Row, RowIndex, Segment, Side, plan, too_many_rows};
pub use rollup::{Grain, Rollup};
pub use span::{Grouping, Ranges, last_seven_days, same_range};
