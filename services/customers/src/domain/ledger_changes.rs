//! The changes of guests, months and the ledger in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, CheckId, PosId};
use uuid::Uuid;

use super::{Account, Book, CheckKey, Effect, Guest, Kind, Lot, Posting, Share};

/// A line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub guest: Guest,
    /// When it happened, UTC.
    pub at: Timestamp,
    /// The check that earned or spent the points.
    pub check: Option<CheckId>,
    pub posting: Posting,
}

/// Figures of a guest, or changes of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// Checks without voids and refunds.
    pub visits: i64,
    /// Net sales with refunds, cents.
    pub spend: i64,
}

/// The checks of guests in a month, or changes of these sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Month {
    /// The amount on which points are earned, cents.
    pub eligible: i64,
    /// The number of checks without voids and refunds.
    pub checks: i64,
}

/// The changes of a location's ledger accounts, credits less debits; they add up to 0.
pub type Sums = BTreeMap<Book, i64>;

/// All changes of a transaction. Keys are sorted, so that every transaction locks rows in the same order.
#[derive(Debug)]
pub struct LedgerChanges {
    now: Timestamp,
    /// The accounts of guests whose points may change; erased guests are left out.
    accounts: BTreeMap<Guest, Account>,
    entries: Vec<Entry>,
    figures: BTreeMap<Guest, Figures>,
    months: BTreeMap<(PosId, BusinessDate), Month>,
}

impl LedgerChanges {
    /// Begins with the expiry of lots that have ended by the `todays` of their locations, so that the result does not depend on
    /// when the expiry job runs.
    pub fn begin(
        accounts: BTreeMap<Guest, Account>,
        todays: &BTreeMap<PosId, BusinessDate>,
        now: Timestamp,
    ) -> LedgerChanges {
        let (figures, months) = (BTreeMap::new(), BTreeMap::new());
        let mut changes = LedgerChanges { now, accounts, entries: Vec::new(), figures, months };
        for (guest, account) in &mut changes.accounts {
            let Some(today) = todays.get(&guest.0) else { continue };
            let entry = |posting| Entry { guest: guest.clone(), at: now, check: None, posting };
            changes.entries.extend(account.expire(*today).into_iter().map(entry));
        }
        changes
    }

    /// Whether the points of this guest may change.
    pub fn has_account(&self, guest: &Guest) -> bool {
        self.accounts.contains_key(guest)
    }

    /// Replaces the effect of a check: posts the difference for the same guest, or takes from one guest and gives to the other. A
    /// new check is posted at its closing time, a correction at the present moment.
    pub fn replace_check(&mut self, (pos_id, check): &CheckKey, old: Option<&Effect>, new: &Effect) {
        let at = self.moment(old, new);
        let guest_of = |effect: &Effect| effect.guest.clone().map(|guest| (pos_id.clone(), guest));
        let before =
            old.and_then(|old| Some((guest_of(old)?, old))).filter(|(guest, _)| self.has_account(guest));
        let after = guest_of(new).filter(|guest| self.has_account(guest)).map(|guest| (guest, new));
        let mut moved: BTreeMap<Guest, (i64, i64)> = BTreeMap::new();
        for (side, sign) in [(before, -1), (after, 1)] {
            let Some((guest, effect)) = side else { continue };
            let month =
                self.months.entry((pos_id.clone(), effect.business_date.first_of_month())).or_default();
            month.eligible += sign * effect.eligible().cents();
            month.checks += sign * i64::from(effect.is_visit());
            let figures = self.figures.entry(guest.clone()).or_default();
            figures.visits += sign * i64::from(effect.is_visit());
            figures.spend += sign * effect.net_sales.cents();
            let (earned, spent) = moved.entry(guest).or_default();
            *earned += sign * effect.points_earned();
            *spent += sign * effect.points_spent();
        }
        self.post(check, at, new.business_date, moved);
    }

    /// Posts the points that a refund, in its version `new` or `old`, takes back from the guest of the refunded check, whose effect
    /// was `before` and is `after`. The guest's figures do not change.
    pub fn change_refund(
        &mut self,
        (pos_id, refund): &CheckKey,
        old: Option<&Effect>,
        new: &Effect,
        before: &Effect,
        after: &Effect,
    ) {
        let at = self.moment(old, new);
        let Some(guest) = after.guest.clone().map(|id| (pos_id.clone(), id)) else { return };
        let earned = after.points_earned() - before.points_earned();
        let spent = after.points_spent() - before.points_spent();
        self.post(refund, at, after.business_date, BTreeMap::from([(guest, (earned, spent))]));
    }

    /// When a check is posted: a new one at its closing time, a correction now.
    fn moment(&self, old: Option<&Effect>, new: &Effect) -> Timestamp {
        if old.is_some() { self.now } else { new.closed_at.min(self.now) }
    }

    /// Posts points that guests earned and spent by a check of a business date.
    fn post(&mut self, check: &CheckId, at: Timestamp, on: BusinessDate, moved: BTreeMap<Guest, (i64, i64)>) {
        for (guest, (earned, spent)) in moved {
            let Some(account) = self.accounts.get_mut(&guest) else { continue };
            // Added points are posted first, so that no points are owed for a moment.
            let postings = if earned >= 0 {
                [account.earn(earned), account.spend(spent, on)]
            } else {
                [account.spend(spent, on), account.earn(earned)]
            };
            let entry = |posting: Posting| {
                // Expired points are restored now; until now they had expired.
                let at = if posting.kind == Kind::Expired { self.now } else { at };
                Entry { guest: guest.clone(), at, check: Some(check.clone()), posting }
            };
            self.entries.extend(postings.into_iter().flatten().map(entry));
        }
    }

    /// Grants points. Returns how many of them can expire.
    pub fn grant(
        &mut self,
        guest: &Guest,
        reward: Uuid,
        points: i64,
        valid_until: Option<BusinessDate>,
    ) -> i64 {
        let Some(account) = self.accounts.get_mut(guest) else { return 0 };
        let postings = account.grant(reward, points, valid_until);
        let left = account.lots().iter().filter(|lot| lot.reward == reward).map(|lot| lot.left).sum();
        let entry = |posting| Entry { guest: guest.clone(), at: self.now, check: None, posting };
        self.entries.extend(postings.into_iter().map(entry));
        left
    }

    /// Moves figures and a share of the points of one guest to another.
    pub fn merge(&mut self, from: &Guest, to: &Guest, figures: Figures, share: &Share) {
        let Some(account) = self.accounts.get_mut(from) else { return };
        let (transfer, handed_over) = account.hand_over(share);
        let taken_over = self.accounts.get_mut(to).map(|account| account.take_over(transfer));
        let sides = [(from, -1, handed_over), (to, 1, taken_over.unwrap_or_default())];
        for (guest, sign, postings) in sides {
            let entry = |posting| Entry { guest: guest.clone(), at: self.now, check: None, posting };
            self.entries.extend(postings.into_iter().map(entry));
            let of_guest = self.figures.entry(guest.clone()).or_default();
            of_guest.visits += sign * figures.visits;
            of_guest.spend += sign * figures.spend;
        }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn figures(&self) -> &BTreeMap<Guest, Figures> {
        &self.figures
    }

    pub fn months(&self) -> &BTreeMap<(PosId, BusinessDate), Month> {
        &self.months
    }

    /// The accounts with entries, after the changes.
    pub fn changed_accounts(&self) -> BTreeMap<&Guest, &Account> {
        let moved: BTreeSet<&Guest> = self.entries.iter().map(|entry| &entry.guest).collect();
        self.accounts.iter().filter(|(guest, _)| moved.contains(guest)).collect()
    }

    /// The lots of all accounts: one that a merge moves may have changed at the guest before, and be now at one without entries.
    pub fn lots(&self) -> impl Iterator<Item = (&PosId, &Lot)> {
        self.accounts
            .iter()
            .flat_map(|((pos_id, _), account)| account.lots().iter().map(move |lot| (pos_id, lot)))
    }

    pub fn sums(&self) -> BTreeMap<PosId, Sums> {
        let mut sums: BTreeMap<PosId, Sums> = BTreeMap::new();
        for Entry { guest, posting, .. } in &self.entries {
            let sums = sums.entry(guest.0.clone()).or_default();
            *sums.entry(posting.debit).or_default() -= posting.points;
            *sums.entry(posting.credit).or_default() += posting.points;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use saffron_core::Money;

    use super::*;

    fn guest(id: &str) -> Guest {
        ("p".parse().unwrap(), id.parse().unwrap())
    }

    fn effect(guest: Option<&str>, cents: i64, earned: i64, spent: i64) -> Effect {
        Effect {
            guest: guest.map(|id| id.parse().unwrap()),
            closed_at: Timestamp::from_second(50).unwrap(),
            business_date: "2026-07-18".parse().unwrap(),
            net_sales: Money::from_cents(cents),
            reward_used: Money::from_cents(spent),
            voided: false,
            refund: false,
            refund_of: None,
            earned,
            spent,
            taken: 0,
            returned: 0,
        }
    }

    fn moved(old: Option<Effect>, new: &Effect, known: &[&str]) -> LedgerChanges {
        let accounts = known.iter().map(|id| (guest(id), Account::stored(100, 0, Vec::new()))).collect();
        let now = Timestamp::from_second(90).unwrap();
        let mut changes = LedgerChanges::begin(accounts, &BTreeMap::new(), now);
        changes.replace_check(&("p".parse().unwrap(), "c".parse().unwrap()), old.as_ref(), new);
        changes
    }

    fn points(changes: &LedgerChanges, id: &str) -> i64 {
        changes.accounts.get(&guest(id)).unwrap().points()
    }

    #[test]
    fn a_correction_moves_the_difference_once() {
        let changes = moved(Some(effect(Some("a"), 1000, 10, 0)), &effect(Some("a"), 1500, 15, 20), &["a"]);
        assert_eq!(points(&changes, "a"), 85);
        assert_eq!(changes.entries().len(), 2);
        assert!(changes.entries().iter().all(|entry| entry.at.as_second() == 90));
        assert_eq!(changes.figures()[&guest("a")], Figures { visits: 0, spend: 500 });
        assert_eq!(changes.months().values().next(), Some(&Month { eligible: 480, checks: 0 }));
    }

    #[test]
    fn another_guest_gets_the_points_of_the_first() {
        let changes =
            moved(Some(effect(Some("a"), 1000, 10, 30)), &effect(Some("b"), 1000, 10, 30), &["a", "b"]);
        assert_eq!((points(&changes, "a"), points(&changes, "b")), (120, 80));
        assert!(changes.sums()[&"p".parse().unwrap()].values().all(|sum| *sum == 0));
        assert_eq!(changes.months().values().next(), Some(&Month::default()));
    }

    #[test]
    fn points_of_an_erased_guest_never_move() {
        let changes = moved(Some(effect(Some("gone"), 1000, 10, 0)), &effect(None, 1500, 0, 0), &["a"]);
        assert!(changes.entries().is_empty() && changes.figures().is_empty() && changes.months().is_empty());
    }

    #[test]
    fn a_new_check_stands_at_its_closing() {
        let changes = moved(None, &effect(Some("a"), 1000, 10, 0), &["a"]);
        assert_eq!(changes.entries()[0].at.as_second(), 50);
        let sums = &changes.sums()[&"p".parse().unwrap()];
        assert_eq!(*sums, Sums::from([(Book::Points, 10), (Book::Issued, -10)]));
    }
}
