//! The processes to kill, and when.

use std::collections::VecDeque;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_dev::services;

/// Every process that may die.
fn victims() -> Vec<&'static str> {
    services::all().chain(["nats", "postgres"]).collect()
}

#[derive(Clone, Debug)]
pub enum Step {
    One(&'static str),
    /// Two processes at once.
    Two(&'static str, &'static str),
    /// One process, killed again this long after it was started again.
    Again(&'static str, Duration),
}

impl Step {
    pub fn kills(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Two(..) | Self::Again(..) => 2,
        }
    }

    /// The processes that are killed.
    pub fn victims(&self) -> Vec<&'static str> {
        match self {
            Self::One(victim) | Self::Again(victim, _) => vec![victim],
            Self::Two(one, other) => vec![one, other],
        }
    }
}

/// The kills in a random order that goes through all victims before one is repeated. Each has the number of versions of
/// checks that are acknowledged before it, above the least number.
pub fn plan(seed: u64, kills: u64) -> Vec<(Step, u64)> {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut steps, mut left, mut round) = (Vec::new(), kills, VecDeque::new());
    while left > 0 {
        if round.is_empty() {
            let mut victims = victims();
            victims.shuffle(&mut random);
            round.extend(victims);
        }
        let Some(victim) = round.pop_front() else { break };
        let step = match (random.random_range(0..6), round.front()) {
            (0, Some(_)) if left > 1 => Step::Two(victim, round.pop_front().unwrap_or(victim)),
            (1, _) if left > 1 => Step::Again(victim, Duration::from_millis(random.random_range(0..800))),
            _ => Step::One(victim),
        };
        left -= step.kills();
        steps.push((step, random.random_range(0..400)));
    }
    steps
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn plan_has_as_many_kills_as_are_asked_for_and_every_victim() {
        for seed in 0..50 {
            let steps = plan(seed, 50);
            assert_eq!(steps.iter().map(|(step, _)| step.kills()).sum::<u64>(), 50);
            let hit: BTreeSet<&str> = steps.iter().flat_map(|(step, _)| step.victims()).collect();
            assert_eq!(hit.len(), victims().len());
        }
    }
}
