//! Adapters of POS systems against their stand-ins: what they read of random trade is what the POS's own reports count.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod clover;
mod common;
mod dice;
mod faults;
mod square;
mod toast;
mod written;
