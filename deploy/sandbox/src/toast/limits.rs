//! Limits of calls: 20 a second and 10,000 in 15 minutes for a restaurant, one of the menus a second.

use std::collections::HashMap;

use jiff::Timestamp;

/// Seconds, and the most calls in so many of them.
const WINDOWS: [(i64, u32); 2] = [(1, 20), (900, 10_000)];

/// Calls so far, by restaurant and window.
#[derive(Debug, Default)]
pub struct Limits {
    pub are_kept: bool,
    counted: HashMap<(String, i64), (i64, u32)>,
}

impl Limits {
    /// Counts a call; where there were too many, seconds until the next may be made.
    pub fn count(&mut self, restaurant: &str, is_of_menus: bool, now: Timestamp) -> Result<(), i64> {
        if !self.are_kept {
            return Ok(());
        }
        let menus = is_of_menus.then(|| (format!("{restaurant} menus"), (1, 1)));
        let own = WINDOWS.map(|window| (restaurant.to_owned(), window));
        for (name, (seconds, most)) in own.into_iter().chain(menus) {
            let number = now.as_second().div_euclid(seconds);
            let counted = self.counted.entry((name, seconds)).or_insert((number, 0));
            if counted.0 != number {
                *counted = (number, 0);
            }
            counted.1 += 1;
            if counted.1 > most {
                return Err((number + 1) * seconds - now.as_second());
            }
        }
        Ok(())
    }
}
