//! Rate limits, and how much each address may use at once. Memory is bounded: the entry of an idle caller is dropped.
//! Instead of `tower_governor`: one request is counted by session, address or key, whichever it has.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use moka::sync::Cache;
use saffron_core::{Code, Error};
use saffron_kit::{CancellationToken, Secret};

/// The rates of an installation, requests a second.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// Requests of a session.
    pub session: NonZeroU32,
    /// Requests of a session at once.
    pub session_burst: NonZeroU32,
    /// Requests of an address without a session.
    pub address: NonZeroU32,
    /// POSTs of an ingest key.
    pub ingest: NonZeroU32,
}

/// How many times the rate of an address applies to calls by which nothing can be guessed.
const OPEN_CALLS: u32 = 20;

/// The rate limits.
pub struct Limits {
    sessions: DefaultKeyedRateLimiter<[u8; 32]>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    open_calls: DefaultKeyedRateLimiter<IpAddr>,
    ingest: DefaultKeyedRateLimiter<[u8; 32]>,
    /// Addresses that sent too many invalid sessions or keys.
    guessing: Cache<IpAddr, ()>,
    clock: DefaultClock,
}

impl Limits {
    /// Limits with these rates.
    pub fn new(rates: Rates) -> Limits {
        let open_calls = rates.address.saturating_mul(NonZeroU32::MIN.saturating_add(OPEN_CALLS - 1));
        Limits {
            sessions: RateLimiter::keyed(Quota::per_second(rates.session).allow_burst(rates.session_burst)),
            addresses: RateLimiter::keyed(Quota::per_second(rates.address)),
            open_calls: RateLimiter::keyed(Quota::per_second(open_calls)),
            ingest: RateLimiter::keyed(Quota::per_second(rates.ingest)),
            guessing: Cache::builder().max_capacity(100_000).time_to_live(Duration::from_secs(1)).build(),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a call with a session, valid or not.
    pub fn session(&self, session_id: &Secret) -> Result<(), Error> {
        self.check(&self.sessions, &session_id.digest())
    }

    /// Counts a call without a session.
    pub fn address(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&self.addresses, &network(address))
    }

    /// Counts a call without a session by which nothing can be guessed: a picture, a webhook, a health check. An address may
    /// make 20 times as many, so that a page full of pictures loads at once; a provider repeats a webhook that was refused.
    pub fn open_call(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&self.open_calls, &network(address))
    }

    /// Counts a POST with an ingest key.
    pub fn ingest(&self, key: &Secret) -> Result<(), Error> {
        self.check(&self.ingest, &key.digest())
    }

    /// Refuses an address that sent too many invalid sessions or keys.
    pub fn refuse_guessing(&self, address: IpAddr) -> Result<(), Error> {
        if self.guessing.contains_key(&network(address)) { Err(too_many(1)) } else { Ok(()) }
    }

    /// Counts an invalid session or key.
    pub fn count_guess(&self, address: IpAddr) {
        let address = network(address);
        if self.addresses.check_key(&address).is_err() {
            self.guessing.insert(address, ());
        }
    }

    fn check<K: Hash + Eq + Clone>(
        &self,
        limiter: &DefaultKeyedRateLimiter<K>,
        key: &K,
    ) -> Result<(), Error> {
        limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            too_many(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
        })
    }

    /// Drops the entries of idle callers, until `shutdown`.
    pub async fn evict_idle(&self, shutdown: CancellationToken) {
        let mut every = tokio::time::interval(Duration::from_secs(10));
        while shutdown.run_until_cancelled(every.tick()).await.is_some() {
            evict_idle_keys(&self.sessions);
            evict_idle_keys(&self.addresses);
            evict_idle_keys(&self.open_calls);
            evict_idle_keys(&self.ingest);
        }
    }
}

fn evict_idle_keys<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>) {
    limiter.retain_recent();
    limiter.shrink_to_fit();
}

fn too_many(seconds: u32) -> Error {
    Error::new(Code::TooMany, "Too many requests. Please slow down and try again.").retry_after(seconds)
}

/// An IPv4 address, or the /64 of an IPv6 address, which usually has one owner.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    }
}

/// Slots of each address, so that one address cannot use a whole resource.
pub struct AddressSlots {
    max: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

impl AddressSlots {
    /// This many slots for each address.
    pub fn new(max: usize) -> Arc<AddressSlots> {
        Arc::new(AddressSlots { max, taken: Mutex::default() })
    }

    /// A slot for this address; none if all slots of the address are taken.
    pub fn take(self: &Arc<AddressSlots>, address: IpAddr) -> Option<AddressSlot> {
        let address = network(address);
        let mut taken = self.taken();
        let count = taken.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(AddressSlot { slots: self.clone(), address })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot, until it is dropped.
pub struct AddressSlot {
    slots: Arc<AddressSlots>,
    address: IpAddr,
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
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
    fn each_session_has_its_own_rate() {
        let limits = limits();
        let (a, b) = (Secret::new("a"), Secret::new("b"));
        assert_eq!((0..5).filter(|_| limits.session(&a).is_ok()).count(), 3);
        assert!(limits.session(&b).is_ok());
        let refused = limits.session(&a).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::TooMany, Some(1)));
    }

    #[test]
    fn open_calls_have_their_own_larger_rate() {
        let limits = limits();
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        assert_eq!((0..100).filter(|_| limits.open_call(address).is_ok()).count(), 40);
        assert!(limits.address(address).is_ok());
        assert!(limits.open_call("203.0.113.8".parse().unwrap()).is_ok());
    }

    #[test]
    fn guessing_address_is_slowed_with_its_network() {
        let limits = limits();
        let guesser: IpAddr = "2001:db8::1".parse().unwrap();
        for _ in 0..3 {
            limits.count_guess(guesser);
        }
        assert!(limits.refuse_guessing("2001:db8::2".parse().unwrap()).is_err());
        assert!(limits.refuse_guessing("2001:db8:1::2".parse().unwrap()).is_ok());
    }

    #[test]
    fn full_address_leaves_others_their_slots() {
        let slots = AddressSlots::new(2);
        let take = |address: &str| slots.take(address.parse().unwrap());
        let (first, _second) = (take("192.0.2.1"), take("192.0.2.1"));
        assert!(first.is_some() && take("192.0.2.1").is_none() && take("192.0.2.2").is_some());
        drop(first);
        assert!(take("192.0.2.1").is_some());
        let _network = (take("2001:db8::1"), take("2001:db8::2"));
        assert!(take("2001:db8::3").is_none() && take("2001:db8:1::3").is_some());
    }

    #[test]
    fn address_without_slots_takes_no_memory() {
        let slots = AddressSlots::new(2);
        drop((slots.take("192.0.2.1".parse().unwrap()), slots.take("192.0.2.1".parse().unwrap())));
        assert!(slots.taken().is_empty());
    }
}
