//! The mirror: the objects of the card provider and of other processors.

mod former_objects;
mod objects;
mod recorded;
mod upsert;

pub use former_objects::*;
pub use objects::*;
pub use recorded::*;
pub use upsert::*;
