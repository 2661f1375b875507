//! What people type.

mod note;
mod search;

pub use note::Note;
pub use search::{PaymentSearch, PaymentStatus};
