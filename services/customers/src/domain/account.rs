//! A guest's account of points in a double-entry ledger.

mod merge;

pub use merge::{Grant, Share};

use saffron_core::BusinessDate;
use uuid::Uuid;

/// An account of the ledger. A guest has `points` and `owed`; the location has the others.
///
/// | event | debit | credit |
/// |---|---|---|
/// | earned by a check | issued | owed, then points |
/// | earned points taken back | points, then owed | issued |
/// | spent by a check | points, then owed | redeemed |
/// | spent points given back | redeemed | owed, then points |
/// | granted by a person | granted | owed, then points |
/// | expired | points | expired |
/// | expired, but spent in time | expired | points |
/// | handed over by a merge | points, then owed | merged |
/// | taken over by a merge | merged | owed, then points |
///
/// The balance of `owed` is debits less credits, that of every other account credits less debits; the balances of a
/// guest are never negative, and never both above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Book {
    /// Points that a guest may spend.
    Points,
    /// Points that were taken back from a guest after they were spent: new points repay them first.
    Owed,
    /// Earned by checks.
    Issued,
    /// Spent by checks.
    Redeemed,
    /// Granted by people.
    Granted,
    /// Expired at the end of a lot.
    Expired,
    /// On the way from one guest to another: 0 after each merge.
    Merged,
}

/// Why points are posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// Earned by a check, or taken back by its correction.
    Earned,
    /// Spent by a check, or given back by its correction.
    Spent,
    /// Granted by a person.
    Granted,
    /// Expired at the end of a lot, or restored to it.
    Expired,
    /// Handed over to the guest that stays, or taken over from one that ended.
    Merged,
}

/// A transfer of points from one account to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    pub kind: Kind,
    pub debit: Book,
    pub credit: Book,
    /// Above 0.
    pub points: i64,
    /// The reward that the points belong to.
    pub reward: Option<Uuid>,
}

/// Granted points with an expiry date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    /// The reward that granted them.
    pub reward: Uuid,
    /// The last business date on which they may be spent.
    pub valid_until: BusinessDate,
    /// Points that are left; they are included in the guest's points.
    pub left: i64,
    /// Points that expired, and that no check has spent in time.
    pub expired: i64,
}

impl Lot {
    /// The posting of points that expire or are restored.
    fn expiry(&self, debit: Book, credit: Book, points: i64) -> Posting {
        Posting { kind: Kind::Expired, debit, credit, points, reward: Some(self.reward) }
    }
}

/// Which points are taken first. Of lots, the one that expires soonest.
enum First {
    Lots,
    PointsWithoutEnd,
}

/// A guest's points, owed points, and lots of points that expire.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    points: i64,
    owed: i64,
    lots: Vec<Lot>,
}

impl Account {
    /// An account from the database; `lots` are ordered by expiry date, then by granting.
    pub fn stored(points: i64, owed: i64, lots: Vec<Lot>) -> Account {
        Account { points, owed, lots }
    }

    /// Points that the guest may spend.
    pub const fn points(&self) -> i64 {
        self.points
    }

    /// Points that later earnings repay.
    pub const fn owed(&self) -> i64 {
        self.owed
    }

    /// Lots, also empty and expired ones.
    pub fn lots(&self) -> &[Lot] {
        &self.lots
    }

    /// Adds points that a check earns. Negative points are taken back, first those that do not expire, so that a correction takes
    /// granted points last.
    pub fn earn(&mut self, points: i64) -> Vec<Posting> {
        if points >= 0 {
            self.add_points(Kind::Earned, Book::Issued, points, None)
        } else {
            self.take_points(Kind::Earned, Book::Issued, -points, First::PointsWithoutEnd)
        }
    }

    /// Takes points that a check of this business date spends, those that expire soonest first. Negative points are returned, and
    /// do not expire. Points that have expired since then, but were valid on that day, are spent first.
    pub fn spend(&mut self, points: i64, on: BusinessDate) -> Vec<Posting> {
        if points >= 0 {
            let mut postings = self.restore(points, on);
            postings.extend(self.take_points(Kind::Spent, Book::Redeemed, points, First::Lots));
            postings
        } else {
            self.add_points(Kind::Spent, Book::Redeemed, -points, None)
        }
    }

    /// Adds points that a person grants. With an expiry date they become a lot, less those that repay owed points.
    pub fn grant(&mut self, reward: Uuid, points: i64, valid_until: Option<BusinessDate>) -> Vec<Posting> {
        let before = self.points;
        let postings = self.add_points(Kind::Granted, Book::Granted, points, Some(reward));
        if let Some(valid_until) = valid_until {
            let index = self.lots.partition_point(|lot| lot.valid_until <= valid_until);
            self.lots.insert(index, Lot { reward, valid_until, left: self.points - before, expired: 0 });
        }
        postings
    }

    /// Expires the rest of lots that ended before `today`.
    pub fn expire(&mut self, today: BusinessDate) -> Vec<Posting> {
        let mut postings = Vec::new();
        for lot in self.lots.iter_mut().filter(|lot| lot.valid_until < today && lot.left > 0) {
            postings.push(lot.expiry(Book::Points, Book::Expired, lot.left));
            self.points -= lot.left;
            lot.expired += lot.left;
            lot.left = 0;
        }
        postings
    }

    /// Restores expired points of lots that had not ended on this day, `points` at most.
    fn restore(&mut self, points: i64, on: BusinessDate) -> Vec<Posting> {
        let (mut postings, mut wanted) = (Vec::new(), points);
        for lot in self.lots.iter_mut().filter(|lot| lot.valid_until >= on) {
            let back = wanted.min(lot.expired);
            if back > 0 {
                lot.expired -= back;
                lot.left += back;
                self.points += back;
                wanted -= back;
                postings.push(lot.expiry(Book::Expired, Book::Points, back));
            }
        }
        postings
    }

    /// Adds points; owed points are repaid first.
    fn add_points(&mut self, kind: Kind, from: Book, points: i64, reward: Option<Uuid>) -> Vec<Posting> {
        let repaid = points.min(self.owed);
        self.owed -= repaid;
        self.points += points - repaid;
        let parts = [(Book::Owed, repaid), (Book::Points, points - repaid)];
        let posting = |(credit, points)| Posting { kind, debit: from, credit, points, reward };
        parts.into_iter().map(posting).filter(|posting| posting.points > 0).collect()
    }

    /// Takes points; missing ones become owed.
    fn take_points(&mut self, kind: Kind, to: Book, points: i64, first: First) -> Vec<Posting> {
        let there = points.min(self.points);
        let in_lots: i64 = self.lots.iter().map(|lot| lot.left).sum();
        let mut from_lots = match first {
            First::Lots => there.min(in_lots),
            First::PointsWithoutEnd => (there - (self.points - in_lots)).max(0),
        };
        for lot in &mut self.lots {
            let taken = from_lots.min(lot.left);
            lot.left -= taken;
            from_lots -= taken;
        }
        self.points -= there;
        self.owed += points - there;
        let parts = [(Book::Points, there), (Book::Owed, points - there)];
        let posting = |(debit, points)| Posting { kind, debit, credit: to, points, reward: None };
        parts.into_iter().map(posting).filter(|posting| posting.points > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn day(day: i64) -> BusinessDate {
        "2026-07-01".parse::<BusinessDate>().unwrap().plus_days(day)
    }

    fn left(account: &Account) -> Vec<i64> {
        account.lots().iter().map(|lot| lot.left).collect()
    }

    #[test]
    fn points_that_end_soonest_are_spent_first() {
        let mut account = Account::default();
        account.earn(10);
        account.grant(Uuid::from_u128(1), 20, Some(day(9)));
        account.grant(Uuid::from_u128(2), 30, Some(day(3)));
        account.grant(Uuid::from_u128(3), 5, Some(day(3)));
        account.spend(32, day(0));
        assert_eq!((left(&account), account.points()), (vec![0, 3, 20], 33));
        account.spend(25, day(0));
        assert_eq!((left(&account), account.points()), (vec![0, 0, 0], 8));
        account.spend(-4, day(0));
        assert!(account.expire(day(100)).is_empty(), "points that are given back do not expire");
        assert_eq!(account.points(), 12);
    }

    #[test]
    fn earned_points_are_taken_back_before_granted_ones() {
        let mut account = Account::default();
        account.earn(10);
        account.grant(Uuid::from_u128(1), 20, Some(day(3)));
        account.earn(-14);
        assert_eq!((left(&account), account.points(), account.owed()), (vec![16], 16, 0));
        let postings = account.earn(-20);
        assert_eq!((left(&account), account.points(), account.owed()), (vec![0], 0, 4));
        let moved: Vec<_> = postings.iter().map(|p| (p.debit, p.credit, p.points)).collect();
        assert_eq!(moved, [(Book::Points, Book::Issued, 16), (Book::Owed, Book::Issued, 4)]);
    }

    #[test]
    fn a_debt_is_repaid_first_and_never_expires() {
        let mut account = Account::default();
        account.spend(15, day(0));
        let postings = account.grant(Uuid::from_u128(1), 20, Some(day(3)));
        let moved: Vec<_> = postings.iter().map(|p| (p.debit, p.credit, p.points)).collect();
        assert_eq!(moved, [(Book::Granted, Book::Owed, 15), (Book::Granted, Book::Points, 5)]);
        assert!(account.expire(day(3)).is_empty(), "the last day counts");
        assert_eq!(account.expire(day(4))[0].points, 5);
        assert_eq!((account.points(), account.owed()), (0, 0));
    }

    #[test]
    fn points_spent_in_time_did_not_expire() {
        let mut account = Account::default();
        account.earn(10);
        account.grant(Uuid::from_u128(1), 20, Some(day(3)));
        account.grant(Uuid::from_u128(2), 20, Some(day(5)));
        account.expire(day(9));
        let postings = account.spend(15, day(4));
        let moved: Vec<_> = postings.iter().map(|p| (p.kind, p.debit, p.credit, p.points)).collect();
        assert_eq!(
            moved,
            [
                (Kind::Expired, Book::Expired, Book::Points, 15),
                (Kind::Spent, Book::Points, Book::Redeemed, 15)
            ]
        );
        assert_eq!((left(&account), account.points(), account.owed()), (vec![0, 0], 10, 0));
        // 5 of the second were left; the first was over.
        account.spend(25, day(4));
        assert_eq!((account.points(), account.owed()), (0, 10));
        account.spend(30, day(3));
        assert_eq!((account.points(), account.owed()), (0, 20));
        account.spend(5, day(3));
        assert_eq!((account.points(), account.owed()), (0, 25), "all points are spent");
    }

    #[derive(Debug, Clone)]
    enum Act {
        Earn(i64),
        Spend(i64, i64),
        Grant(i64, Option<i64>),
        Expire(i64),
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            (-60_i64..100).prop_map(Act::Earn),
            (-40_i64..120, 0_i64..40).prop_map(|(points, on)| Act::Spend(points, on)),
            (1_i64..90, prop::option::of(0_i64..40)).prop_map(|(points, end)| Act::Grant(points, end)),
            (0_i64..40).prop_map(Act::Expire),
        ]
    }

    proptest! {
        #[test]
        fn the_ledger_balances_after_any_sequence(acts in prop::collection::vec(act(), 1..60)) {
            let mut account = Account::default();
            let mut balances: BTreeMap<Book, i64> = BTreeMap::new();
            let (mut net, mut expired) = (0, 0);
            for (number, act) in acts.into_iter().enumerate() {
                let before = account.clone();
                let postings = match act {
                    Act::Earn(points) => { net += points; account.earn(points) }
                    Act::Spend(points, on) => { net -= points; account.spend(points, day(on)) }
                    Act::Grant(points, end) => {
                        net += points;
                        account.grant(Uuid::from_u128(number as u128), points, end.map(day))
                    }
                    Act::Expire(today) => account.expire(day(today)),
                };
                let for_guest = |posting: &Posting| match posting.credit {
                    Book::Points | Book::Owed => posting.points,
                    _ => -posting.points,
                };
                let moved: i64 = postings.iter().map(for_guest).sum();
                prop_assert_eq!(moved, account.points() - account.owed() - before.points() + before.owed());
                for posting in postings {
                    prop_assert!(posting.points > 0);
                    *balances.entry(posting.debit).or_default() -= posting.points;
                    *balances.entry(posting.credit).or_default() += posting.points;
                    if posting.kind == Kind::Expired {
                        expired += if posting.debit == Book::Points { posting.points } else { -posting.points };
                    }
                }
                let balance = |book| balances.get(&book).copied().unwrap_or(0);
                prop_assert_eq!(balance(Book::Points), account.points());
                prop_assert_eq!(-balance(Book::Owed), account.owed());
                prop_assert_eq!(balances.values().sum::<i64>(), 0);
                prop_assert!(account.points() >= 0 && account.owed() >= 0);
                prop_assert!(account.points() == 0 || account.owed() == 0);
                prop_assert!(account.lots().iter().all(|lot| lot.left >= 0 && lot.expired >= 0));
                prop_assert_eq!(account.lots().iter().map(|lot| lot.expired).sum::<i64>(), expired);
                prop_assert!(account.lots().iter().map(|lot| lot.left).sum::<i64>() <= account.points());
                prop_assert!(account.lots().is_sorted_by_key(|lot| lot.valid_until));
                prop_assert_eq!(account.points() - account.owed(), net - expired);
            }
        }
    }
}
