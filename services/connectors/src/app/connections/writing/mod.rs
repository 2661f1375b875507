//! Prices and sold-out marks that owners set, for the POS.

mod forget;
mod switch;
mod write;

pub(super) use forget::forget_set;
pub use switch::*;
pub(super) use write::write;
