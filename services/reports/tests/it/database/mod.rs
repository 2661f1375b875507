//! The schema, the statements and what they cost.

mod growth;
pub mod meter;
mod months;
mod schema;
mod statements;
mod versions;
