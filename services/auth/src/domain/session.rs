use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;

use super::Location;

/// How long a session is meant to live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// 30 days after it was last used (design.md section 4).
    Remembered,
    /// Until the browser ends, and 24 hours after it was last used at most.
    Brief,
}

impl Span {
    /// How long it lives after it was last used.
    #[must_use]
    pub fn lifetime(self) -> SignedDuration {
        match self {
            Span::Remembered => SignedDuration::from_hours(30 * 24),
            Span::Brief => SignedDuration::from_hours(24),
        }
    }

    /// A use moves its end at most this often.
    fn renewed_every(self) -> SignedDuration {
        match self {
            Span::Remembered => SignedDuration::from_hours(24),
            Span::Brief => SignedDuration::from_hours(1),
        }
    }
}

/// The longest name of a device, characters.
const DEVICE: usize = 60;

/// A device's name as it is kept: one short line.
#[must_use]
pub fn device_name(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(DEVICE).collect()
}

/// A session as its person sees it in the list of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its public name.
    pub handle: String,
    /// What it is used on; may be empty.
    pub device: String,
    /// UTC.
    pub started_at: Timestamp,
    /// UTC; right to a day, of brief ones to an hour.
    pub last_seen_at: Timestamp,
}

/// A session that has not ended, with what its person may see.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its public name.
    pub handle: String,
    /// Whose it is.
    pub user_id: UserId,
    /// First and last name.
    pub name: String,
    /// Started by the web app: worth nothing without its cookie.
    pub web: bool,
    /// How long it is meant to live.
    pub span: Span,
    /// When it ends unless it is used, UTC.
    pub expires_at: Timestamp,
    /// By name, then posID; 2,000 at most.
    pub locations: Vec<Location>,
}

impl Session {
    /// Whether this use of the session should be written down.
    #[must_use]
    pub fn is_due_for_renewal(&self, now: Timestamp) -> bool {
        self.expires_at.duration_since(now) <= self.span.lifetime() - self.span.renewed_every()
    }
}

/// A public name for a session: 128 random bits, base64url.
#[must_use]
pub fn random_handle() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(span: Span, start: Timestamp) -> Session {
        Session {
            handle: random_handle(),
            user_id: UserId(uuid::Uuid::nil()),
            name: String::new(),
            web: true,
            span,
            expires_at: start + span.lifetime(),
            locations: Vec::new(),
        }
    }

    #[test]
    fn a_session_is_renewed_once_a_day_and_a_brief_one_once_an_hour() {
        let start = Timestamp::from_second(1_800_000_000).unwrap();
        for (span, early, due) in [(Span::Remembered, 23 * 60, 24 * 60), (Span::Brief, 59, 60)] {
            let session = session(span, start);
            assert!(!session.is_due_for_renewal(start));
            assert!(!session.is_due_for_renewal(start + SignedDuration::from_mins(early)));
            assert!(session.is_due_for_renewal(start + SignedDuration::from_mins(due)));
        }
    }

    #[test]
    fn a_handle_is_unlike_any_other() {
        assert_eq!(random_handle().len(), 22);
        assert_ne!(random_handle(), random_handle());
    }

    #[test]
    fn a_device_is_one_short_line() {
        assert_eq!(device_name(" Chrome\r\n on Android "), "Chrome on Android");
        assert_eq!(device_name(&"x".repeat(500)).len(), 60);
    }
}
