//! inventory as a whole: in-process, on real Postgres and NATS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod changes;
mod codes;
mod images;
mod lists;
mod promotions;
mod refusals;
mod replay;
mod sold_out;
mod stock;
mod till_and_owner;
mod till_mark;
mod world;
