//! What facts contribute to which figures, and which spans a report compares. No I/O.

mod answer;
mod contribution;
mod dimension;
mod figures;
mod labor;
mod plan;
pub mod rollup;

pub use answer::Answer;
pub use contribution::{Movement, Rows};
pub use dimension::Dimension;
pub use figures::{DimensionFigures, Figures, ItemFigures, LaborFigures, Sums, TenderFigures};
pub use labor::OpenShift;
pub use plan::{
    Grouping, LocationIndex, MAX_ROWS, Part, Plan, Ranges, Row, RowIndex, Segment, Side, Span,
    last_seven_days, plan, same_range, too_many_rows,
};
pub use rollup::{Grain, Rollup};
