//! Who sees an event.

use saffron_core::{PosId, UserId};

/// Who sees an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// Everyone who sees this location.
    Location(PosId),
    /// One person.
    Person(UserId),
}
