use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;

use super::Location;

/// How long a session lives after it was last used (design.md section 4).
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A use moves the end of a session at most this often.
const RENEWED_EVERY: SignedDuration = SignedDuration::from_hours(24);

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
    /// When it ends unless it is used, UTC.
    pub expires_at: Timestamp,
    /// By name, then posID; 2,000 at most.
    pub locations: Vec<Location>,
}

impl Session {
    /// Whether this use of the session should be written down.
    #[must_use]
    pub fn is_due_for_renewal(&self, now: Timestamp) -> bool {
        self.expires_at.duration_since(now) <= LIFETIME - RENEWED_EVERY
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

    #[test]
    fn a_session_is_renewed_once_a_day() {
        let start = Timestamp::from_second(1_800_000_000).unwrap();
        let session = Session {
            handle: random_handle(),
            user_id: UserId(uuid::Uuid::nil()),
            name: String::new(),
            web: true,
            expires_at: start + LIFETIME,
            locations: Vec::new(),
        };
        assert!(!session.is_due_for_renewal(start));
        assert!(!session.is_due_for_renewal(start + SignedDuration::from_hours(23)));
        assert!(session.is_due_for_renewal(start + SignedDuration::from_hours(24)));
    }
}
