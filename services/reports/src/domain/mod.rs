//! What facts contribute to which figures, and which spans a report compares. No I/O.

mod contribution;
mod dimension;
mod figures;
mod labor;
mod scope;

pub use contribution::Movement;
pub use dimension::Dimension;
pub use figures::{DimensionFigures, Figures, ItemFigures, LaborFigures, TenderFigures};
pub use labor::{OpenShift, SoFar};
pub use scope::{Grouping, Plan, Probe, Ranges, Row, Side, Span, last_seven_days, plan, same_range};
