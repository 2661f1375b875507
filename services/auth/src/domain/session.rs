use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;

use super::Location;

/// How long a session lives: chosen by the person at sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// 30 days after it was last used.
    Remembered,
    /// Until the browser ends, and 24 hours after it was last used at most.
    Brief,
}

impl SessionKind {
    /// How long a session lives after it was last used.
    pub fn lifetime(self) -> SignedDuration {
        match self {
            SessionKind::Remembered => SignedDuration::from_hours(30 * 24),
            SessionKind::Brief => SignedDuration::from_hours(24),
        }
    }

    /// The shortest time between two renewals of a session.
    fn renewed_every(self) -> SignedDuration {
        match self {
            SessionKind::Remembered => SignedDuration::from_hours(24),
            SessionKind::Brief => SignedDuration::from_hours(1),
        }
    }
}

/// The longest name of a device, characters.
const MAX_DEVICE_NAME: usize = 60;

/// A device's name as it is stored: one short line.
pub fn device_name(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(MAX_DEVICE_NAME).collect()
}

/// A session in the list that its person sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSession {
    /// The session's public name.
    pub handle: String,
    /// The name of the device; may be empty.
    pub device: String,
    /// UTC.
    pub started_at: Timestamp,
    /// UTC; exact to a day, or to an hour for a brief session.
    pub last_seen_at: Timestamp,
}

/// A session that has not ended, with its person's locations.
#[derive(Debug, Clone)]
pub struct Session {
    /// The session's public name.
    pub handle: String,
    pub user_id: UserId,
    /// First and last name.
    pub name: String,
    /// Started by the web app: invalid without its cookie.
    pub web: bool,
    pub kind: SessionKind,
    /// When it ends unless it is used, UTC.
    pub expires_at: Timestamp,
    /// By name, then posID; 2,000 at most.
    pub locations: Vec<Location>,
}

impl Session {
    /// Whether this use of the session should be stored, which extends the session.
    pub fn is_due_for_renewal(&self, now: Timestamp) -> bool {
        self.expires_at.duration_since(now) <= self.kind.lifetime() - self.kind.renewed_every()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(kind: SessionKind, start: Timestamp) -> Session {
        Session {
            handle: String::new(),
            user_id: UserId(uuid::Uuid::nil()),
            name: String::new(),
            web: true,
            kind,
            expires_at: start + kind.lifetime(),
            locations: Vec::new(),
        }
    }

    #[test]
    fn a_session_is_renewed_once_a_day_and_a_brief_one_once_an_hour() {
        let start = Timestamp::from_second(1_800_000_000).unwrap();
        for (kind, early, due) in [(SessionKind::Remembered, 23 * 60, 24 * 60), (SessionKind::Brief, 59, 60)]
        {
            let session = session(kind, start);
            assert!(!session.is_due_for_renewal(start));
            assert!(!session.is_due_for_renewal(start + SignedDuration::from_mins(early)));
            assert!(session.is_due_for_renewal(start + SignedDuration::from_mins(due)));
        }
    }

    #[test]
    fn a_device_name_is_one_short_line() {
        assert_eq!(device_name(" Chrome\r\n on Android "), "Chrome on Android");
        assert_eq!(device_name(&"x".repeat(500)).len(), 60);
    }
}
