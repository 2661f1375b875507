//! Ids of imported checks, and which version of a check counts: of two versions with one revision the one with the greater event id
//! does; ids are compared by their bytes.

use saffron_core::id::{IdError, PosGiven as _};
use saffron_core::{CheckId, EventId};
use uuid::Uuid;

/// The revision of imported checks.
pub const REVISION: i64 = 1;
/// The most characters of an event id.
pub(super) const LONGEST: usize = 128;
/// The greatest character of an event id.
const GREATEST: u8 = b'~';

/// The id of a check of an import. Numbers of files begin again in other years and at other registers: a check of another source
/// never has the same id.
///
/// # Errors
/// If the number cannot be an id.
pub fn check_id(import_id: Uuid, number: &CheckId) -> Result<CheckId, IdError> {
    let own = import_id.simple().to_string();
    let own = own.get(22..).unwrap_or_default();
    CheckId::of_sent(&format!("{number}-{own}"))
}

/// The next greater event id: it makes a later version of the same revision.
#[must_use]
pub fn next_event_id(id: &EventId) -> String {
    let text = id.as_str();
    if text.len() < LONGEST {
        return format!("{text}~");
    }
    let mut bytes = text.as_bytes().to_vec();
    while bytes.last() == Some(&GREATEST) {
        bytes.pop();
    }
    if let Some(last) = bytes.last_mut() {
        *last += 1;
    }
    // Its bytes are printable ASCII.
    String::from_utf8(bytes).unwrap_or_else(|_| format!("{}~", text.get(..LONGEST - 1).unwrap_or_default()))
}

/// The event id so many versions later.
#[must_use]
pub fn later_event_id(id: &EventId, versions: usize) -> Option<EventId> {
    let mut later = id.clone();
    for _ in 0..versions {
        later = next_event_id(&later).parse().ok()?;
    }
    Some(later)
}

/// The last event id of those that begin with this one: whatever took the check away and brought it back meanwhile is earlier.
#[must_use]
pub fn last_event_id(id: &EventId) -> Option<EventId> {
    format!("{:~<LONGEST$}", id.as_str()).parse().ok().filter(|last| last > id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> EventId {
        text.parse().unwrap()
    }

    #[test]
    fn later_event_id_is_greater_whatever_its_length() {
        let longest = "x".repeat(LONGEST);
        let greatest = format!("a{}", "~".repeat(LONGEST - 1));
        for text in ["a", "a~", "zz", &longest, &greatest] {
            let later = later_event_id(&id(text), 1).unwrap();
            assert!(later > id(text) && later.as_str().len() <= LONGEST, "{text}");
        }
        assert_eq!(later_event_id(&id("a"), 3).unwrap().as_str(), "a~~~");
    }

    #[test]
    fn last_event_id_beats_every_later_one_before() {
        let own = id(&"0f".repeat(16));
        let last = last_event_id(&own).unwrap();
        assert!(last > later_event_id(&own, 90).unwrap() && last.as_str().len() == LONGEST);
        assert_eq!(last_event_id(&last), None);
    }

    #[test]
    fn number_is_another_check_in_each_import() {
        let id =
            |import: u128, number: &str| check_id(Uuid::from_u128(import), &number.parse().unwrap()).unwrap();
        assert_eq!(id(1, "1001"), id(1, "1001"));
        assert_ne!(id(1, "1001"), id(2, "1001"));
        assert!(id(1, "1001").as_str().starts_with("1001-"));
        let longest = "9".repeat(64);
        assert!(id(1, &longest) != id(2, &longest) && id(1, &longest).as_str().len() <= 64);
    }
}
