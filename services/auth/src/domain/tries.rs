//! Rate limits of tries: each account and each address has a number of failures; every further failure makes the next try wait
//! longer.

use std::net::{IpAddr, Ipv6Addr};

use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;
use sha2::{Digest, Sha256};

/// Tries of a subject that had none for so many hours no longer count. Longer than the longest wait, so that waiting alone
/// does not make guessing quick again.
pub const TRY_WINDOW_HOURS: i64 = 1;

/// The first wait is 2^5 seconds, each failure doubles it.
const FIRST_WAIT: u32 = 5;
/// The longest wait, seconds.
const LONGEST_WAIT: i64 = 15 * 60;

/// How many failures an account may have before a try has to wait.
const PER_ACCOUNT: u32 = 5;
/// How many failures a network address may have: the people of a restaurant share one.
const PER_ADDRESS: u32 = 20;
/// How many locations a person may make before the next one has to wait: a chain has a few, a machine has no end.
const LOCATIONS_PER_ACCOUNT: u32 = 20;
/// How many mails to an email address may be requested, whether it has an account or not.
const MAILS_PER_EMAIL: u32 = 3;
/// How many sign-ups a network address may have. They succeed, so the limit only stops machines.
const SIGN_UPS_PER_ADDRESS: u32 = 50;

/// An account or an address against which tries of one kind count. Stored as a hash, without the text that a person typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    hash: [u8; 32],
    allowed: u32,
}

impl Subject {
    /// Sign-in to an account, which need not exist; `email` in the form of `EmailAddress::normalize`. A device that is
    /// remembered for it has a count of its own, by the hash of its token.
    pub fn login_of(email: &str, device: Option<&[u8; 32]>) -> Subject {
        Subject::with_device("login", email, device, PER_ACCOUNT)
    }

    /// Sign-in from an address.
    pub fn login_from(address: &str) -> Subject {
        Subject::new("login from", &network_of(address), PER_ADDRESS)
    }

    /// Link codes given by a person.
    pub fn link_code_of(user_id: UserId) -> Subject {
        Subject::new("link of", &user_id.to_string(), PER_ACCOUNT)
    }

    /// Link codes given from an address.
    pub fn link_code_from(address: &str) -> Subject {
        Subject::new("link from", &network_of(address), PER_ADDRESS)
    }

    /// Locations that a person makes.
    pub fn locations_of(user_id: UserId) -> Subject {
        Subject::new("locations of", &user_id.to_string(), LOCATIONS_PER_ACCOUNT)
    }

    /// Sign-ups from an address.
    pub fn sign_up_from(address: &str) -> Subject {
        Subject::new("sign-up from", &network_of(address), SIGN_UPS_PER_ADDRESS)
    }

    /// Sign-ups with an email address, in the form of `EmailAddress::normalize`.
    pub fn sign_up_of(email: &str) -> Subject {
        Subject::new("sign-up of", email, PER_ACCOUNT)
    }

    /// Requests of a link that sets another password, each of which succeeds; `email` in the form of
    /// `EmailAddress::normalize`, with or without an account. A device that is remembered for it has a count of its own.
    pub fn reset_of(email: &str, device: Option<&[u8; 32]>) -> Subject {
        Subject::with_device("reset", email, device, MAILS_PER_EMAIL)
    }

    /// Requests of a link that sets another password, from an address.
    pub fn reset_from(address: &str) -> Subject {
        Subject::new("reset from", &network_of(address), PER_ADDRESS)
    }

    /// Invalid links, used from an address.
    pub fn mailed_link_from(address: &str) -> Subject {
        Subject::new("mailed link from", &network_of(address), PER_ADDRESS)
    }

    /// Passwords given with the mailed link of a sign-up; `token` is the hash of the link's token.
    pub fn confirmation_of(token: &[u8; 32]) -> Subject {
        Subject::new("confirmation of", &format!("{token:02x?}"), PER_ACCOUNT)
    }

    /// The old password, given by a person who changes it.
    pub fn password_change_of(user_id: UserId) -> Subject {
        Subject::new("change of", &user_id.to_string(), PER_ACCOUNT)
    }

    /// Tries with an email address, counted for one device alone if `device` is given.
    fn with_device(kind: &str, email: &str, device: Option<&[u8; 32]>, allowed: u32) -> Subject {
        let by = device.map(|device| format!(" by {device:02x?}")).unwrap_or_default();
        Subject::new(&format!("{kind}{by} of"), email, allowed)
    }

    /// Tries of one kind by `what`: a person or an address.
    fn new(kind: &str, what: &str, allowed: u32) -> Subject {
        Subject { hash: Sha256::digest(format!("{kind} {what}")).into(), allowed }
    }

    /// The stored form.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Seconds until a further try, after `count` tries of which the last was at `last_at`; none if it may be
    /// made at once.
    pub fn wait_seconds(&self, count: u32, last_at: Timestamp, now: Timestamp) -> Option<u32> {
        let doublings = FIRST_WAIT + count.checked_sub(self.allowed)?;
        let wait = 2_i64.checked_pow(doublings).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
        let left = (last_at + SignedDuration::from_secs(wait)).duration_since(now);
        let seconds = left.as_secs() + i64::from(left.subsec_nanos() > 0);
        u32::try_from(seconds).ok().filter(|seconds| *seconds > 0)
    }
}

/// The network of an address: of IPv6 the 64 bits that one customer gets.
fn network_of(address: &str) -> String {
    match address.trim().parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V4(ip)) => ip.to_string(),
        Ok(IpAddr::V6(ip)) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).to_string(),
        Err(_) => address.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_quarter_of_an_hour() {
        let account = Subject::login_of("a@b.example", None);
        let at = Timestamp::from_second(1_800_000_000).unwrap();
        let waits: Vec<_> = (4..12).map(|count| account.wait_seconds(count, at, at)).collect();
        let want = [None, Some(32), Some(64), Some(128), Some(256), Some(512), Some(900), Some(900)];
        assert_eq!(waits, want);
        assert_eq!(account.wait_seconds(u32::MAX, at, at), Some(900));
        assert_eq!(account.wait_seconds(5, at, at + SignedDuration::from_secs(31)), Some(1));
        assert_eq!(account.wait_seconds(5, at, at + SignedDuration::from_millis(31_500)), Some(1));
        assert_eq!(account.wait_seconds(5, at, at + SignedDuration::from_secs(32)), None);
    }

    #[test]
    fn an_address_has_more_tries_than_an_account() {
        let at = Timestamp::from_second(1_800_000_000).unwrap();
        let address = Subject::login_from("203.0.113.7");
        assert_eq!((address.wait_seconds(19, at, at), address.wait_seconds(20, at, at)), (None, Some(32)));
    }

    #[test]
    fn one_network_is_one_address() {
        assert_eq!(Subject::login_from("2001:db8::1"), Subject::login_from("2001:db8:0:0:ffff::2"));
        assert_ne!(Subject::login_from("2001:db8::1"), Subject::login_from("2001:db8:0:1::1"));
        assert_eq!(Subject::login_from("::ffff:203.0.113.7"), Subject::login_from("203.0.113.7"));
        assert_ne!(Subject::login_from("203.0.113.7"), Subject::link_code_from("203.0.113.7"));
    }
}
