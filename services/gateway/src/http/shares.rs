//! How much of something one address may hold at once, so that it leaves the others theirs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::limits::network;

/// What addresses hold now.
pub struct Shares {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

impl Shares {
    /// Each address may hold so many.
    #[must_use]
    pub fn of(most: usize) -> Arc<Shares> {
        Arc::new(Shares { most, held: Mutex::default() })
    }

    /// One for this address; none if it holds as many as it may.
    pub fn take(self: &Arc<Shares>, address: IpAddr) -> Option<Share> {
        let address = network(address);
        let mut all = self.held();
        let held = all.entry(address).or_default();
        if *held >= self.most {
            return None;
        }
        *held += 1;
        Some(Share { shares: self.clone(), address })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One, until it is dropped.
pub struct Share {
    shares: Arc<Shares>,
    address: IpAddr,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut all = self.shares.held();
        if let Some(held) = all.get_mut(&self.address) {
            *held -= 1;
            if *held == 0 {
                all.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_its_share_waits_for_itself_only() {
        let shares = Shares::of(2);
        let take = |address: &str| shares.take(address.parse().unwrap());
        let (first, _second) = (take("192.0.2.1"), take("192.0.2.1"));
        assert!(first.is_some() && take("192.0.2.1").is_none() && take("192.0.2.2").is_some());
        drop(first);
        assert!(take("192.0.2.1").is_some());
        let _of_a_network = (take("2001:db8::1"), take("2001:db8::2"));
        assert!(take("2001:db8::3").is_none() && take("2001:db8:1::3").is_some());
    }

    #[test]
    fn who_has_gone_is_forgotten() {
        let shares = Shares::of(2);
        drop((shares.take("192.0.2.1".parse().unwrap()), shares.take("192.0.2.1".parse().unwrap())));
        assert!(shares.held().is_empty());
    }
}
