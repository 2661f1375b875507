//! The recipients of an event.

use saffron_core::{PosId, UserId};

/// The recipients of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipients {
    /// Everyone with access to this location.
    Location(PosId),
    /// One person.
    Person(UserId),
}
