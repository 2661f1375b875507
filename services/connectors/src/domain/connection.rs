//! Connections to POS systems: how far they are, and when what is read.

use jiff::{SignedDuration, Timestamp};
use saffron_kit::{Fault, Secret};
use saffron_pos::adapter::{Asked, Credential, Feed};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::BURST;

/// POS systems that can be connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum Pos {
    /// squareup.com.
    Square,
    /// clover.com.
    Clover,
    /// toasttab.com.
    Toast,
}

impl Pos {
    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pos::Square => "Square",
            Pos::Clover => "Clover",
            Pos::Toast => "Toast",
        }
    }

    /// What a person enters of it, for people.
    #[must_use]
    pub const fn secret(self) -> &'static str {
        match self {
            Pos::Square | Pos::Clover => "token",
            Pos::Toast => "client secret",
        }
    }
}

/// How far a connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum ConnectionState {
    /// No location is chosen yet.
    Choosing,
    /// Its locations are read.
    Live,
    /// The POS does not take its credential any more.
    Refused,
    /// Its credential is deleted.
    Ended,
}

/// How a connection stands at one location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum ShownState {
    /// No location is chosen yet.
    Choosing,
    /// What changes at the POS comes in.
    Live,
    /// A person stopped it.
    Paused,
    /// The POS does not take its credential any more.
    Refused,
    /// It brings in nothing any more.
    Ended,
}

impl ShownState {
    /// How a connection stands at a location that is paused or ended; none: no location is chosen.
    #[must_use]
    pub const fn of(connection: ConnectionState, location: Option<(bool, bool)>) -> ShownState {
        match (connection, location) {
            (ConnectionState::Ended, _) | (_, Some((_, true))) => ShownState::Ended,
            (ConnectionState::Refused, _) => ShownState::Refused,
            (_, Some((true, false))) => ShownState::Paused,
            (_, Some((false, false))) => ShownState::Live,
            (_, None) => ShownState::Choosing,
        }
    }
}

/// How far a business date is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum DayState {
    /// It is not read yet.
    Waiting,
    /// Its checks came in.
    Read,
    /// Its checks came in, and it is to be read again.
    Again,
    /// Another source has checks of it, and nobody decided which one counts.
    Asked,
    /// The other source keeps it.
    Skipped,
    /// The checks of the other source are being removed; then it is read.
    Replacing,
}

impl DayState {
    /// Whether checks of it are posted. Those of a date that another source gives up are posted once its own are removed.
    #[must_use]
    pub const fn takes_checks(self) -> bool {
        matches!(self, DayState::Waiting | DayState::Read | DayState::Again)
    }

    /// Whether it is to be read of the POS.
    #[must_use]
    pub const fn is_to_be_read(self) -> bool {
        matches!(self, DayState::Waiting | DayState::Again)
    }
}

/// What is read again and again, each with its own place in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum FeedKind {
    /// Checks that change.
    Checks,
    /// Shifts.
    Shifts,
    /// Items of the menu.
    Menu,
    /// Guests.
    Guests,
    /// Payouts and disputes.
    Money,
    /// Checks and shifts of the days that wait.
    Past,
    /// What the POS counted of the days that were read.
    Proof,
    /// What owners set, for the POS: the one that is written and not read.
    Writing,
}

impl FeedKind {
    /// What the POS is asked for.
    #[must_use]
    pub const fn feed(self) -> Feed {
        match self {
            FeedKind::Checks | FeedKind::Past | FeedKind::Proof => Feed::Checks,
            FeedKind::Shifts => Feed::Shifts,
            FeedKind::Menu | FeedKind::Writing => Feed::Menu,
            FeedKind::Guests => Feed::Guests,
            FeedKind::Money => Feed::Money,
        }
    }

    /// The pause between two readings: a check that is closed is on Home within 75 seconds without webhooks.
    #[must_use]
    pub const fn every(self) -> SignedDuration {
        match self {
            FeedKind::Writing => SignedDuration::from_secs(10),
            FeedKind::Checks => SignedDuration::from_secs(20),
            FeedKind::Shifts | FeedKind::Menu | FeedKind::Proof => SignedDuration::from_secs(60),
            FeedKind::Guests | FeedKind::Money => SignedDuration::from_secs(10 * 60),
            FeedKind::Past => SignedDuration::from_secs(60 * 60),
        }
    }

    /// How far before the beginning of a connection the first reading begins. Checks and shifts of the past come with their days.
    #[must_use]
    pub const fn begins_before(self) -> SignedDuration {
        match self {
            FeedKind::Checks | FeedKind::Shifts => SignedDuration::from_hours(1),
            FeedKind::Past | FeedKind::Writing => SignedDuration::ZERO,
            FeedKind::Proof => BURST,
            FeedKind::Menu | FeedKind::Money => SignedDuration::from_hours(400 * 24),
            // Guests who did not come for long may come again.
            FeedKind::Guests => SignedDuration::from_hours(10 * 365 * 24),
        }
    }

    /// The longest span that is read at once.
    const fn longest(self) -> SignedDuration {
        match self {
            FeedKind::Checks | FeedKind::Past | FeedKind::Proof | FeedKind::Writing => DAY,
            FeedKind::Shifts => SignedDuration::from_hours(7 * 24),
            // The catalog is read as a whole where it is not known.
            FeedKind::Menu => SignedDuration::from_hours(100 * 365 * 24),
            FeedKind::Guests => SignedDuration::from_hours(365 * 24),
            FeedKind::Money => SignedDuration::from_hours(30 * 24),
        }
    }

    /// The end of the reading that begins where the last one ended.
    #[must_use]
    pub fn span(self, read_until: Timestamp, now: Timestamp) -> Timestamp {
        read_until.checked_add(self.longest()).map_or(now, |until| until.min(now))
    }

    /// What is asked for from the end of the last reading to the end of this one.
    #[must_use]
    pub fn asked(self, read_until: Timestamp, until: Timestamp) -> Asked {
        let from = read_until.checked_sub(OVERLAP).unwrap_or(read_until);
        if self == FeedKind::Checks || until.duration_since(read_until) <= DAY {
            Asked::Changed(from, until)
        } else {
            Asked::Of(from, until)
        }
    }
}

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// A POS answers what changed some seconds ago, and may answer some of it late: each reading begins so much before the last one's end.
pub const OVERLAP: SignedDuration = SignedDuration::from_secs(5 * 60);
/// Days that are read again each night: orders that were taken without a network come up to 72 hours later, and tips are settled within
/// 36.
pub const AGAIN_NIGHTLY: i64 = 4;
/// Days that are read again each week: late tips, refunds and fees.
pub const AGAIN_WEEKLY: i64 = 35;

/// The longest that a grant is used before it is exchanged: Square asks for a week or less
/// (developer.squareup.com/docs/oauth-api/refresh-revoke-limit-scope).
const LONGEST_USE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// How long a grant opens an account, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// When the POS ends it.
    pub expires_at: Timestamp,
    /// When it is exchanged for the next one.
    pub renew_at: Timestamp,
}

impl Term {
    /// That of a grant which was given now; none of a token, which its person ends.
    #[must_use]
    pub fn of(credential: &Credential, now: Timestamp) -> Option<Term> {
        let Credential::Grant { expires_at, .. } = credential else { return None };
        let half = expires_at.duration_since(now).max(SignedDuration::ZERO) / 2;
        let renew_at = now.saturating_add(half.min(LONGEST_USE)).unwrap_or(*expires_at);
        Some(Term { expires_at: *expires_at, renew_at })
    }
}

/// A credential as it is stored, sealed.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Stored {
    Token { token: String },
    Grant { access: String, refresh: String, expires_at: Timestamp },
    Client { id: String, secret: String, location: String },
}

/// A credential as JSON, to be sealed.
///
/// # Errors
/// If it cannot be written.
pub fn credential_json(credential: &Credential) -> Result<Secret, Fault> {
    let stored = match credential {
        Credential::Token(token) => Stored::Token { token: token.expose().to_owned() },
        Credential::Grant { access, refresh, expires_at } => Stored::Grant {
            access: access.expose().to_owned(),
            refresh: refresh.expose().to_owned(),
            expires_at: *expires_at,
        },
        Credential::Client { id, secret, location } => {
            Stored::Client { id: id.clone(), secret: secret.expose().to_owned(), location: location.clone() }
        }
    };
    serde_json::to_string(&stored).map(Secret::new).map_err(|_| Fault::Permanent("a credential".to_owned()))
}

/// The credential of its JSON.
///
/// # Errors
/// If it is none.
pub fn read_credential(json: &Secret) -> Result<Credential, Fault> {
    // The error of the parser may hold a part of it.
    let stored =
        serde_json::from_str(json.expose()).map_err(|_| Fault::Permanent("a credential".to_owned()))?;
    Ok(match stored {
        Stored::Token { token } => Credential::Token(Secret::new(token)),
        Stored::Grant { access, refresh, expires_at } => {
            Credential::Grant { access: Secret::new(access), refresh: Secret::new(refresh), expires_at }
        }
        Stored::Client { id, secret, location } => {
            Credential::Client { id, secret: Secret::new(secret), location }
        }
    })
}

macro_rules! text {
    ($($type:ty),+) => { $(impl $type {
        /// As it is stored and sent.
        #[must_use]
        pub fn as_str(self) -> &'static str {
            self.into()
        }
    })+ };
}

text!(Pos, ConnectionState, ShownState, DayState, FeedKind);

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn feed_that_was_away_catches_up_in_spans() {
        let (read, now) = (at("2026-07-01T12:00:00Z"), at("2026-07-20T12:00:00Z"));
        assert_eq!(FeedKind::Checks.span(read, now), at("2026-07-02T12:00:00Z"));
        assert_eq!(FeedKind::Shifts.span(read, now), at("2026-07-08T12:00:00Z"));
        assert_eq!(FeedKind::Menu.span(read, now), now);
        assert!(matches!(FeedKind::Menu.asked(read, now), Asked::Of(..)));
        assert!(matches!(FeedKind::Checks.asked(read, at("2026-07-02T12:00:00Z")), Asked::Changed(..)));
    }

    #[test]
    fn reading_begins_before_the_end_of_the_last_one() {
        let (read, now) = (at("2026-07-20T11:59:00Z"), at("2026-07-20T12:00:00Z"));
        let asked = FeedKind::Checks.asked(read, FeedKind::Checks.span(read, now));
        assert_eq!(asked, Asked::Changed(at("2026-07-20T11:54:00Z"), now));
    }

    #[test]
    fn credential_is_read_as_it_was_written() {
        let json = credential_json(&Credential::Token(Secret::new("abc"))).unwrap();
        assert_eq!(read_credential(&json).unwrap().access().expose(), "abc");
        let client = |secret: &str| Credential::Client {
            id: "client".to_owned(),
            secret: Secret::new(secret),
            location: "place".to_owned(),
        };
        let read = read_credential(&credential_json(&client("abc")).unwrap()).unwrap();
        let Credential::Client { id, secret, location } = read else { panic!("another kind") };
        assert_eq!((id.as_str(), secret.expose(), location.as_str()), ("client", "abc", "place"));
        let wrong = read_credential(&Secret::new(r#"{"kind": "token", "secret-part": 1}"#)).unwrap_err();
        assert!(!wrong.to_string().contains("secret-part"), "{wrong}");
    }

    #[test]
    fn grant_is_exchanged_after_a_week_or_half_its_term() {
        let now = at("2026-07-01T12:00:00Z");
        let grant = |expires_at| Credential::Grant {
            access: Secret::new("a"),
            refresh: Secret::new("r"),
            expires_at: at(expires_at),
        };
        let renewed = |expires_at| Term::of(&grant(expires_at), now).map(|term| term.renew_at);
        assert_eq!(renewed("2026-07-31T12:00:00Z"), Some(at("2026-07-08T12:00:00Z")));
        assert_eq!(renewed("2026-07-02T12:00:00Z"), Some(at("2026-07-02T00:00:00Z")));
        assert_eq!(renewed("2026-06-01T12:00:00Z"), Some(now));
        assert_eq!(Term::of(&Credential::Token(Secret::new("t")), now), None);
    }

    #[test]
    fn ended_location_shows_as_ended_whatever_its_connection() {
        let shown = ShownState::of(ConnectionState::Live, Some((true, true)));
        assert_eq!(shown, ShownState::Ended);
        assert_eq!(ShownState::of(ConnectionState::Refused, Some((true, false))), ShownState::Refused);
        assert_eq!(ShownState::of(ConnectionState::Live, Some((true, false))), ShownState::Paused);
    }
}
