//! Devices show at most one communication of a kind an hour, for each person and location.

use jiff::{SignedDuration, Timestamp};

use super::{Kind, Shelf};

/// For how long further communications of a kind only raise the count of the first one.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// How a communication reaches a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// In the inbox, and on devices.
    Pushed,
    /// In the inbox only: a message has its own text, but devices showed one of its kind within the hour.
    Silent,
    /// Only as a higher count of the last communication of its kind.
    Counted,
}

/// How a communication of a kind is delivered now, if the last one of its kind was added to the inbox at `last`.
#[must_use]
pub fn delivery(kind: Kind, last: Option<Timestamp>, now: Timestamp) -> Delivery {
    match kind.shelf() {
        _ if last.is_none_or(|last| now.duration_since(last) >= WINDOW) => Delivery::Pushed,
        Shelf::Messages => Delivery::Silent,
        Shelf::Notifications => Delivery::Counted,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shown_ones_lie_an_hour_apart_and_none_is_lost(
            mut seconds in prop::collection::vec(0_i64..40_000, 1..60)
        ) {
            seconds.sort_unstable();
            let mut shown: Vec<(Timestamp, u32)> = Vec::new();
            for second in &seconds {
                let now = Timestamp::from_second(*second).unwrap();
                match shown.last_mut() {
                    Some((last, also))
                        if delivery(Kind::LargeVoid, Some(*last), now) == Delivery::Counted => *also += 1,
                    _ => shown.push((now, 0)),
                }
            }
            for pair in shown.windows(2) {
                prop_assert!(pair[1].0.duration_since(pair[0].0) >= WINDOW);
            }
            let counted: u32 = shown.iter().map(|(_, also)| also + 1).sum();
            prop_assert_eq!(counted as usize, seconds.len());
        }
    }

    #[test]
    fn message_is_never_folded() {
        let now = Timestamp::from_second(10_000).unwrap();
        let soon = now - WINDOW + SignedDuration::from_secs(1);
        assert_eq!(delivery(Kind::DayClosed, Some(soon), now), Delivery::Silent);
        assert_eq!(delivery(Kind::CampaignFinished, Some(now - WINDOW), now), Delivery::Pushed);
        assert_eq!(delivery(Kind::DayClosed, None, now), Delivery::Pushed);
    }
}
