//! The numbers of a campaign's recipients by state.

use saffron_core::event::CampaignCounts;

use strum::VariantArray as _;

use super::{Exclusion, Outcome};

/// How many kinds of exclusion there are.
const EXCLUSIONS: usize = Exclusion::VARIANTS.len();

/// The counters of a campaign; those by outcome add up to the recipients.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Not sent yet.
    pub waiting: i64,
    /// Claimed by a worker.
    pub sending: i64,
    /// Accepted by the provider.
    pub sent: i64,
    /// Refused.
    pub failed: i64,
    /// Sent or not sent: the provider did not answer.
    pub unknown: i64,
    /// Waiting until the end of quiet hours.
    pub quiet: i64,
    /// Opted out by a link or a text of this campaign.
    pub opted_out: i64,
    /// Segments of sent texts.
    pub segments: i64,
    /// Excluded, by reason, in the order of [`Exclusion::VARIANTS`].
    pub exclusions: [i64; EXCLUSIONS],
}

impl Counters {
    /// Counts `count` more recipients in a state, or fewer.
    pub fn add(&mut self, outcome: Outcome, exclusion: Option<Exclusion>, count: i64) {
        match (outcome, exclusion) {
            (Outcome::Waiting, _) => self.waiting += count,
            (Outcome::Sending, _) => self.sending += count,
            (Outcome::Sent, _) => self.sent += count,
            (Outcome::Failed, _) => self.failed += count,
            (Outcome::Unknown, _) => self.unknown += count,
            (Outcome::Excluded, why) => {
                if let Some(known) = self.exclusions.get_mut(why.unwrap_or(Exclusion::Stopped) as usize) {
                    *known += count;
                }
            }
        }
    }

    /// Counts `count` recipients from one state into another.
    pub fn shift(&mut self, from: Outcome, to: Outcome, exclusion: Option<Exclusion>, count: i64) {
        self.add(from, None, -count);
        self.add(to, exclusion, count);
    }

    pub fn excluded(&self) -> i64 {
        self.exclusions.iter().sum()
    }

    pub fn recipients(&self) -> i64 {
        self.waiting + self.sending + self.sent + self.failed + self.unknown + self.excluded()
    }

    /// Whether no message is left to be sent.
    pub fn is_done(&self) -> bool {
        self.waiting == 0 && self.sending == 0
    }

    /// The reasons of exclusions with their counts.
    pub fn reasons(&self) -> impl Iterator<Item = (Exclusion, i64)> + '_ {
        Exclusion::VARIANTS.iter().copied().zip(self.exclusions).filter(|(_, count)| *count != 0)
    }

    /// The counters as events have them.
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
        fn a_move_changes_no_sum(updates in proptest::collection::vec((0..6_usize, 0..6_usize, 0..7_usize, 0..9_i64), 0..20)) {
            let mut counters = Counters::default();
            counters.add(Outcome::Waiting, None, 100);
            for (from, to, why, count) in updates {
                // An exclusion is final.
                let from = Outcome::VARIANTS[from];
                if from != Outcome::Excluded {
                    counters.shift(from, Outcome::VARIANTS[to], Some(Exclusion::VARIANTS[why]), count);
                }
                prop_assert_eq!(counters.recipients(), 100);
                let counts = counters.counts();
                let sum = counts.waiting + counts.sending + counts.sent + counts.failed + counts.excluded + counts.unknown;
                prop_assert_eq!(sum, counts.recipients);
            }
        }
    }
}
