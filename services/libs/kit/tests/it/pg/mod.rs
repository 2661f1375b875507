//! The database of a service.

mod batches;
mod idle;
mod migrations;
mod once;
mod planner;
mod remote;
mod silence;
mod tls;
mod touch;
