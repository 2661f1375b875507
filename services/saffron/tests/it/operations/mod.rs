//! What operators run and read: commands, migrations, dead letters, metrics and traces.

pub mod apart;
pub mod binary;
mod dlq;
mod events;
mod metrics;
mod migrations;
mod people;
mod reflection;
mod traces;
