//! What is measured, a bench a file.

pub mod connect;
pub mod footprint;
pub mod growth;
pub mod imports;
pub mod ingest;
pub mod lists;
pub mod marketing;
pub mod push;
pub mod reports;
pub mod tills;
