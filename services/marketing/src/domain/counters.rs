//! How many recipients of a campaign stand where.

use saffron_core::event::CampaignCounts;

use super::{Exclusion, Outcome};

/// How many kinds of exclusion there are.
const EXCLUSIONS: usize = Exclusion::ALL.len();

/// The counters of a campaign; those by outcome add up to its recipients.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Not sent yet.
    pub waiting: i64,
    /// In hand.
    pub sending: i64,
    /// Taken by the provider.
    pub sent: i64,
    /// Refused.
    pub failed: i64,
    /// Sent or not: nobody knows.
    pub unknown: i64,
    /// Of the waiting: held until the recipient's morning.
    pub quiet: i64,
    /// Opted out by a link or a text of this campaign.
    pub opted_out: i64,
    /// Of texts that were sent.
    pub segments: i64,
    /// Not to be sent to, by reason, in the order of [`Exclusion::ALL`].
    pub exclusions: [i64; EXCLUSIONS],
}

impl Counters {
    /// So many more, or fewer, stand there.
    pub fn add(&mut self, outcome: Outcome, exclusion: Option<Exclusion>, count: i64) {
        match (outcome, exclusion) {
            (Outcome::Waiting, _) => self.waiting += count,
            (Outcome::Sending, _) => self.sending += count,
            (Outcome::Sent, _) => self.sent += count,
            (Outcome::Failed, _) => self.failed += count,
            (Outcome::Unknown, _) => self.unknown += count,
            (Outcome::Excluded, reason) => {
                let reason = reason.unwrap_or(Exclusion::Stopped);
                if let Some(known) = self.exclusions.get_mut(reason as usize) {
                    *known += count;
                }
            }
        }
    }

    /// So many went from one to the other.
    pub fn shift(&mut self, from: Outcome, to: Outcome, exclusion: Option<Exclusion>, count: i64) {
        self.add(from, None, -count);
        self.add(to, exclusion, count);
    }

    /// All that are not to be sent to.
    #[must_use]
    pub fn excluded(&self) -> i64 {
        self.exclusions.iter().sum()
    }

    /// All of them.
    #[must_use]
    pub fn recipients(&self) -> i64 {
        self.waiting + self.sending + self.sent + self.failed + self.unknown + self.excluded()
    }

    /// Nothing is left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.waiting == 0 && self.sending == 0
    }

    /// Those reasons that there are.
    pub fn reasons(&self) -> impl Iterator<Item = (Exclusion, i64)> + '_ {
        Exclusion::ALL.iter().copied().zip(self.exclusions).filter(|(_, count)| *count != 0)
    }

    /// As events tell them.
    #[must_use]
    pub fn counts(&self) -> CampaignCounts {
        CampaignCounts {
            recipients: self.recipients(),
            waiting: self.waiting,
            sending: self.sending,
            sent: self.sent,
            failed: self.failed,
            excluded: self.excluded(),
            unknown: self.unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moving_changes_no_sum(moves in proptest::collection::vec((0..6_usize, 0..6_usize, 0..7_usize, 0..9_i64), 0..20)) {
            let mut counters = Counters::default();
            counters.add(Outcome::Waiting, None, 100);
            for (from, to, why, count) in moves {
                // Nobody who is excluded comes back.
                let from = Outcome::ALL[from];
                if from != Outcome::Excluded {
                    counters.shift(from, Outcome::ALL[to], Some(Exclusion::ALL[why]), count);
                }
                prop_assert_eq!(counters.recipients(), 100);
                let counts = counters.counts();
                let sum = counts.waiting + counts.sending + counts.sent + counts.failed + counts.excluded + counts.unknown;
                prop_assert_eq!(sum, counts.recipients);
            }
        }
    }
}
