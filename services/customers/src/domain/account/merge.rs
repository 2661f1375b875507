//! The part of an account that a merge moves to another guest.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{Account, Book, First, Kind, Lot, Posting};

/// Points that a person granted, as they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// All of them.
    pub points: i64,
    /// Those that expired.
    pub expired: i64,
}

/// A part of a guest's points: of some checks and of some rewards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Share {
    /// Points that the checks earned, less those that they spent.
    pub of_checks: i64,
    /// The rewards of points by id.
    pub grants: BTreeMap<Uuid, Grant>,
}

/// A share on the way to another guest.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Transfer {
    /// In the order of their ends.
    lots: Vec<Lot>,
    /// Points without end; below 0, if more was spent than there was.
    endless: i64,
}

impl Account {
    /// Takes a share out of the account: lots with what is left of them, then points without end. Points of a lot that other checks
    /// spent have no end afterwards.
    pub fn hand_over(&mut self, share: &Share) -> (Transfer, Vec<Posting>) {
        let lots: Vec<Lot> = self.lots.extract_if(.., |lot| share.grants.contains_key(&lot.reward)).collect();
        let mut granted: BTreeMap<Uuid, i64> =
            share.grants.iter().map(|(reward, grant)| (*reward, grant.points - grant.expired)).collect();
        for lot in &lots {
            // More may have expired than was stored.
            granted.insert(
                lot.reward,
                share.grants.get(&lot.reward).map_or(0, |grant| grant.points) - lot.expired,
            );
        }
        let in_lots: i64 = lots.iter().map(|lot| lot.left).sum();
        let endless = share.of_checks + granted.values().sum::<i64>() - in_lots;
        let mut postings = Vec::new();
        for lot in lots.iter().filter(|lot| lot.left > 0) {
            self.points -= lot.left;
            postings.push(lot.transfer(Book::Points, Book::Merged, lot.left));
        }
        postings.extend(if endless >= 0 {
            self.take_points(Kind::Merged, Book::Merged, endless, First::PointsWithoutEnd)
        } else {
            self.add_points(Kind::Merged, Book::Merged, -endless, None)
        });
        (Transfer { lots, endless }, postings)
    }

    /// Adds a share of another guest's account; owed points are repaid first, by the lots that expire soonest.
    pub fn take_over(&mut self, transfer: Transfer) -> Vec<Posting> {
        let mut postings = Vec::new();
        for mut lot in transfer.lots {
            let repaid = lot.left.min(self.owed);
            lot.left -= repaid;
            self.owed -= repaid;
            self.points += lot.left;
            let parts = [(Book::Owed, repaid), (Book::Points, lot.left)];
            let parts = parts.into_iter().filter(|(_, points)| *points > 0);
            postings.extend(parts.map(|(book, points)| lot.transfer(Book::Merged, book, points)));
            // The ids of rewards are in the order of granting.
            let index = self
                .lots
                .partition_point(|own| (own.valid_until, own.reward) <= (lot.valid_until, lot.reward));
            self.lots.insert(index, lot);
        }
        postings.extend(if transfer.endless >= 0 {
            self.add_points(Kind::Merged, Book::Merged, transfer.endless, None)
        } else {
            self.take_points(Kind::Merged, Book::Merged, -transfer.endless, First::Lots)
        });
        postings
    }
}

impl Lot {
    fn transfer(&self, debit: Book, credit: Book, points: i64) -> Posting {
        Posting { kind: Kind::Merged, debit, credit, points, reward: Some(self.reward) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saffron_core::BusinessDate;

    use super::*;

    fn day(day: i64) -> BusinessDate {
        "2026-07-01".parse::<BusinessDate>().unwrap().plus_days(day)
    }

    fn grant(points: i64, expired: i64) -> Grant {
        Grant { points, expired }
    }

    fn moved(postings: &[Posting]) -> Vec<(Book, Book, i64)> {
        postings.iter().map(|posting| (posting.debit, posting.credit, posting.points)).collect()
    }

    #[test]
    fn a_lot_keeps_its_end_when_it_is_taken_over() {
        let (mut ended, mut stays) = (Account::default(), Account::default());
        let lot = Uuid::from_u128(1);
        ended.earn(30);
        ended.grant(lot, 20, Some(day(3)));
        ended.spend(5, day(0));
        stays.earn(10);
        let share = Share { of_checks: 25, grants: BTreeMap::from([(lot, grant(20, 0))]) };
        let (transfer, handed_over) = ended.hand_over(&share);
        assert_eq!(ended, Account::default());
        assert_eq!(moved(&handed_over), [(Book::Points, Book::Merged, 15), (Book::Points, Book::Merged, 30)]);
        let taken_over = stays.take_over(transfer);
        assert_eq!(moved(&taken_over), [(Book::Merged, Book::Points, 15), (Book::Merged, Book::Points, 30)]);
        assert_eq!((stays.points(), stays.owed()), (55, 0));
        assert_eq!(stays.expire(day(4)).iter().map(|posting| posting.points).sum::<i64>(), 15);
    }

    #[test]
    fn points_that_are_taken_over_repay_a_debt() {
        let (mut ended, mut stays) = (Account::default(), Account::default());
        let lot = Uuid::from_u128(1);
        ended.grant(lot, 20, Some(day(3)));
        ended.earn(4);
        stays.spend(22, day(0));
        let share = Share { of_checks: 4, grants: BTreeMap::from([(lot, grant(20, 0))]) };
        let (transfer, _) = ended.hand_over(&share);
        let taken_over = stays.take_over(transfer);
        assert_eq!(
            moved(&taken_over),
            [(Book::Merged, Book::Owed, 20), (Book::Merged, Book::Owed, 2), (Book::Merged, Book::Points, 2)]
        );
        assert_eq!((stays.points(), stays.owed(), stays.lots()[0].left), (2, 0, 0));
    }

    #[test]
    fn a_debt_is_taken_over_too() {
        let (mut ended, mut stays) = (Account::default(), Account::default());
        ended.spend(30, day(0));
        stays.earn(20);
        let (transfer, handed_over) = ended.hand_over(&Share { of_checks: -30, ..Share::default() });
        assert_eq!(moved(&handed_over), [(Book::Merged, Book::Owed, 30)]);
        let taken_over = stays.take_over(transfer);
        assert_eq!(moved(&taken_over), [(Book::Points, Book::Merged, 20), (Book::Owed, Book::Merged, 10)]);
        assert_eq!((stays.points(), stays.owed()), (0, 10));
    }

    /// Points that one of two ids earns, spends and is granted, and the day on which these end.
    type Act = (bool, i64, i64, i64, Option<i64>);

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let end = prop::option::of(0_i64..20);
        prop::collection::vec((any::<bool>(), -40_i64..90, -30_i64..80, 0_i64..60, end), 1..30)
    }

    /// Credits less debits of the account through which points go.
    fn on_the_way(postings: &[Posting]) -> i64 {
        let sign = |posting: &Posting| {
            i64::from(posting.credit == Book::Merged) - i64::from(posting.debit == Book::Merged)
        };
        postings.iter().map(|posting| sign(posting) * posting.points).sum()
    }

    fn hold(account: &Account) -> Result<(), TestCaseError> {
        prop_assert!(account.points() >= 0 && account.owed() >= 0);
        prop_assert!(account.points() == 0 || account.owed() == 0);
        prop_assert!(account.lots().iter().map(|lot| lot.left).sum::<i64>() <= account.points());
        prop_assert!(account.lots().iter().all(|lot| lot.left >= 0));
        prop_assert!(account.lots().is_sorted_by_key(|lot| lot.valid_until));
        Ok(())
    }

    proptest! {
        #[test]
        fn no_merge_changes_the_sum_of_points(acts in acts(), merged_after in 0_usize..30, today in 0_i64..20) {
            let (mut ended, mut stays, mut share) = (Account::default(), Account::default(), Share::default());
            let merged_after = merged_after.min(acts.len());
            let mut net = (0, 0);
            for number in 0..=acts.len() {
                if number == merged_after {
                    let (transfer, handed_over) = ended.hand_over(&share);
                    prop_assert_eq!(&ended, &Account::default(), "nothing is left behind");
                    let taken_over = stays.take_over(transfer);
                    prop_assert_eq!(on_the_way(&handed_over) + on_the_way(&taken_over), 0);
                    hold(&stays)?;
                }
                let Some((is_first, earned, spent, granted, end)) = acts.get(number).copied() else { break };
                let account = if is_first && number < merged_after { &mut ended } else { &mut stays };
                account.earn(earned);
                account.spend(spent, day(0));
                let reward = Uuid::from_u128(number as u128);
                if granted > 0 {
                    account.grant(reward, granted, end.map(day));
                }
                let sum = earned - spent + granted;
                if is_first {
                    net.0 += sum;
                    share.of_checks += earned - spent;
                    share.grants.insert(reward, grant(granted, 0));
                } else {
                    net.1 += sum;
                }
            }
            stays.expire(day(today));
            let expired = |account: &Account| account.lots().iter().map(|lot| lot.expired).sum::<i64>();
            prop_assert_eq!(stays.points() - stays.owed(), net.0 + net.1 - expired(&stays));
            // A correction of the merge gives each what is its own.
            let (transfer, handed_over) = stays.hand_over(&share);
            let taken_over = ended.take_over(transfer);
            prop_assert_eq!(on_the_way(&handed_over) + on_the_way(&taken_over), 0);
            for (account, net) in [(&ended, net.0), (&stays, net.1)] {
                hold(account)?;
                prop_assert_eq!(account.points() - account.owed(), net - expired(account));
            }
        }
    }
}
