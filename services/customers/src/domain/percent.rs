use jiff::Timestamp;
use saffron_core::Error;

/// Points a dollar, in hundredths: 0 to 10,000.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Percent(i32);

impl Percent {
    const MAX: i64 = 10_000;

    /// A percentage of hundredths of a point a dollar.
    pub fn of(hundredths: i64) -> Result<Percent, Error> {
        match i32::try_from(hundredths) {
            Ok(fits) if (0..=Percent::MAX).contains(&hundredths) => Ok(Percent(fits)),
            _ => Err(Error::invalid("rewardPercent", "must lie between 0 and 100")),
        }
    }

    /// Hundredths of a point a dollar.
    pub const fn hundredths(self) -> i32 {
        self.0
    }
}

/// The percentages of a location, oldest first; before the first it is 0.
#[derive(Debug, Clone, Default)]
pub struct History(Vec<(Timestamp, Percent)>);

impl History {
    /// A history of changes in the order in which they take effect; of two at one moment the last counts.
    pub fn of(changes: Vec<(Timestamp, Percent)>) -> History {
        History(changes)
    }

    /// The percentage in effect at this moment.
    pub fn at(&self, moment: Timestamp) -> Percent {
        let after = self.0.partition_point(|(from, _)| *from <= moment);
        after.checked_sub(1).and_then(|last| self.0.get(last)).map_or(Percent(0), |(_, percent)| *percent)
    }

    pub fn newest(&self) -> Option<(Timestamp, Percent)> {
        self.0.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_takes_effect_at_its_moment() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let percent = |hundredths| Percent::of(hundredths).unwrap();
        let history =
            History::of(vec![(at(10), percent(500)), (at(20), percent(100)), (at(20), percent(200))]);
        let found: Vec<i32> = [9, 10, 19, 20, 99].iter().map(|s| history.at(at(*s)).hundredths()).collect();
        assert_eq!(found, [0, 500, 500, 200, 200]);
        assert_eq!(History::default().at(at(5)).hundredths(), 0);
    }

    #[test]
    fn a_percentage_above_100_is_refused_by_its_field() {
        assert_eq!(Percent::of(10_001).unwrap_err().field.as_deref(), Some("rewardPercent"));
        assert_eq!(Percent::of(-1).unwrap_err().field.as_deref(), Some("rewardPercent"));
        assert!(Percent::of(0).is_ok() && Percent::of(10_000).is_ok());
    }
}
