//! SQL, on kit's transaction type, and the sealed objects.

mod batches;
mod conflicts;
mod connections;
mod erasures;
mod imports;
mod lists;
mod outside;
mod overlaps;
mod parts;
mod samples;
mod sealed;
mod work;

pub use batches::*;
pub use conflicts::*;
pub use connections::*;
pub use erasures::*;
pub use imports::*;
pub use lists::*;
pub use outside::*;
pub use overlaps::*;
pub use parts::*;
pub use samples::*;
pub use sealed::*;
pub use work::*;

use saffron_core::held_as_text;

use crate::domain::{BatchKind, ConflictChoice, ConnectionState, DayState, FeedKind, Pos, ProofState, State};

held_as_text!(BatchKind, ConflictChoice, ConnectionState, DayState, FeedKind, Pos, ProofState, State);
