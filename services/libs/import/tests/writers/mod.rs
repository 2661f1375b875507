//! Random trade and the files that exporters write of it. Shares nothing with what reads files.
//!
//! A target takes it by `#[path = "../writers/mod.rs"] mod writers;`. `Layout::ALL` are the exporters; `case(layout)` is a strategy
//! of a trade and a style, and `layout.write(&trade, &style)` gives the files, the figures that must come of them and what they
//! leave open.
#![allow(dead_code, unused_imports, reason = "each target uses a part of it")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "only tests use it")]

mod compare;
pub mod date;
pub mod encode;
pub mod expected;
pub mod number;
mod sheet;
pub mod style;
pub mod trade;
pub mod write;

pub use expected::{Day, Expected, Sold, Tender};
pub use style::Style;
pub use trade::Trade;
pub use write::{Ambiguity, Layout, Written, case};
