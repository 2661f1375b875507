//! How fast anyone may call (design.md section 3). What is kept is bounded: an entry is forgotten once it has
//! had nothing to say for a moment.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use moka::sync::Cache;
use saffron_core::{Code, Error};
use saffron_kit::{CancellationToken, Secret};

/// The rates of an installation, requests a second.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// Of a session.
    pub session: NonZeroU32,
    /// What a session may do at once.
    pub session_burst: NonZeroU32,
    /// Of an address without a session.
    pub address: NonZeroU32,
    /// POSTs of an ingest key.
    pub ingest: NonZeroU32,
}

/// How many more calls without a session an address may make where they are no tries of anything.
const OPEN_CALLS: NonZeroU32 = match NonZeroU32::new(20) {
    Some(times) => times,
    None => NonZeroU32::MIN,
};

/// Counts and refuses.
pub struct Limits {
    sessions: DefaultKeyedRateLimiter<[u8; 32]>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    /// Calls of an address that need no session, and of which a page or a provider rightly makes many.
    open_calls: DefaultKeyedRateLimiter<IpAddr>,
    ingest: DefaultKeyedRateLimiter<[u8; 32]>,
    /// Addresses that showed too many sessions or keys that are none.
    strangers: Cache<IpAddr, ()>,
    clock: DefaultClock,
}

impl Limits {
    /// With these rates.
    #[must_use]
    pub fn new(rates: Rates) -> Limits {
        Limits {
            sessions: RateLimiter::keyed(Quota::per_second(rates.session).allow_burst(rates.session_burst)),
            addresses: RateLimiter::keyed(Quota::per_second(rates.address)),
            open_calls: RateLimiter::keyed(Quota::per_second(rates.address.saturating_mul(OPEN_CALLS))),
            ingest: RateLimiter::keyed(Quota::per_second(rates.ingest)),
            strangers: Cache::builder().max_capacity(100_000).time_to_live(Duration::from_secs(1)).build(),
            clock: DefaultClock::default(),
        }
    }

    /// A call of a session, whether there is such a one or not.
    pub fn session(&self, session_id: &Secret) -> Result<(), Error> {
        self.check(&self.sessions, &session_id.digest())
    }

    /// A call without a session.
    pub fn address(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&self.addresses, &network(address))
    }

    /// A call that takes no session and does not count as a try of anything: a picture, a webhook, a look whether all is well.
    /// An address may make 20 times as many of them as of others, so that a page full of pictures loads at once; a provider
    /// sends a webhook that was refused again.
    pub fn open_call(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&self.open_calls, &network(address))
    }

    /// A POST of a till.
    pub fn ingest(&self, key: &Secret) -> Result<(), Error> {
        self.check(&self.ingest, &key.digest())
    }

    /// Refuses an address that showed too many proofs that are none.
    pub fn stranger(&self, address: IpAddr) -> Result<(), Error> {
        if self.strangers.contains_key(&network(address)) { Err(too_many(1)) } else { Ok(()) }
    }

    /// An address showed a proof that is none.
    pub fn count_stranger(&self, address: IpAddr) {
        let address = network(address);
        if self.addresses.check_key(&address).is_err() {
            self.strangers.insert(address, ());
        }
    }

    fn check<K>(&self, limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Error>
    where
        K: std::hash::Hash + Eq + Clone,
    {
        limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            too_many(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
        })
    }

    /// Forgets who has been quiet, until `shutdown`.
    pub async fn forget_the_quiet(&self, shutdown: CancellationToken) {
        let mut every = tokio::time::interval(Duration::from_secs(10));
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                _ = every.tick() => {}
            }
            self.sessions.retain_recent();
            self.sessions.shrink_to_fit();
            self.addresses.retain_recent();
            self.addresses.shrink_to_fit();
            self.open_calls.retain_recent();
            self.open_calls.shrink_to_fit();
            self.ingest.retain_recent();
        }
    }
}

fn too_many(seconds: u32) -> Error {
    Error::new(Code::TooMany, "Too many requests. Please slow down and try again.").retry_after(seconds)
}

/// Who has one IPv6 address has all of its /64.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        let n = |n| NonZeroU32::new(n).unwrap();
        Limits::new(Rates { session: n(1), session_burst: n(3), address: n(2), ingest: n(1) })
    }

    #[test]
    fn each_session_has_a_rate_of_its_own() {
        let limits = limits();
        let (a, b) = (Secret::new("a"), Secret::new("b"));
        assert_eq!((0..5).filter(|_| limits.session(&a).is_ok()).count(), 3);
        assert!(limits.session(&b).is_ok());
        let refused = limits.session(&a).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::TooMany, Some(1)));
    }

    #[test]
    fn open_calls_have_a_larger_rate_of_their_own() {
        let limits = limits();
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        assert_eq!((0..100).filter(|_| limits.open_call(address).is_ok()).count(), 40);
        assert!(limits.address(address).is_ok());
        assert!(limits.open_call("203.0.113.8".parse().unwrap()).is_ok());
    }

    #[test]
    fn who_guesses_is_slowed_and_who_is_known_is_not() {
        let limits = limits();
        let guesser: IpAddr = "2001:db8::1".parse().unwrap();
        for _ in 0..3 {
            limits.count_stranger(guesser);
        }
        assert!(limits.stranger("2001:db8::2".parse().unwrap()).is_err());
        assert!(limits.stranger("2001:db8:1::2".parse().unwrap()).is_ok());
    }
}
