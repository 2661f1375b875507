//! What answers add to what services count: derived figures, shares, and which days may be asked for. No
//! I/O.

pub mod decimal;
pub mod figures;
pub mod span;
