//! Rules of the edge: which days may be asked for. No I/O.

pub mod span;
