//! At most one communication of a kind an hour, for each person and location.

use jiff::{SignedDuration, Timestamp};

/// How long further ones of a kind only raise the count of the first.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// Whether something that is told now is folded into the communication of its kind that was added last.
#[must_use]
pub fn folds(last: Option<Timestamp>, now: Timestamp) -> bool {
    last.is_some_and(|last| now.duration_since(last) < WINDOW)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shown_ones_lie_an_hour_apart_and_nothing_is_lost(
            mut seconds in prop::collection::vec(0_i64..40_000, 1..60)
        ) {
            seconds.sort_unstable();
            let mut shown: Vec<(Timestamp, u32)> = Vec::new();
            for second in &seconds {
                let now = Timestamp::from_second(*second).unwrap();
                match shown.last_mut() {
                    Some((last, also)) if folds(Some(*last), now) => *also += 1,
                    _ => shown.push((now, 0)),
                }
            }
            for pair in shown.windows(2) {
                prop_assert!(pair[1].0.duration_since(pair[0].0) >= WINDOW);
            }
            let told: u32 = shown.iter().map(|(_, also)| also + 1).sum();
            prop_assert_eq!(told as usize, seconds.len());
        }
    }
}
