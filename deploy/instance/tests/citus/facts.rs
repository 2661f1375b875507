//! The locations whose trade is sent.

use saffron_instance::Trade;

/// Locations.
pub const LOCATIONS: usize = 50;
/// Checks of a location's day.
const CHECKS: u32 = 8;

/// The zones of locations, one after the other.
const ZONES: [&str; 5] =
    ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin"];

/// The locations with their zones.
pub fn locations() -> Vec<(String, &'static str)> {
    (0..LOCATIONS).map(|number| (format!("citus-{number:02}"), ZONES[number % ZONES.len()])).collect()
}

/// What they sell.
pub const fn trade(seed: u64) -> Trade {
    Trade { checks: CHECKS, seed }
}
