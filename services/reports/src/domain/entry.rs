//! Entries of checks: discounts, voids, charges, taxes, modifiers and gift cards, each by its name and by what a POS sends beside it.

use saffron_core::Money;
use saffron_core::fact::{Check, Discount, DiscountKind, Label, Line, Person, TaxCollector};
use sha2::{Digest as _, Sha256};

use super::Figures;

/// What an entry is. Each has a report of its own; all share one roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i16)]
pub enum EntryKind {
    /// Of class comp, promotion, employee or other. They add up to the discounts of the day.
    Discount = 1,
    /// By item. They add up to the voids of the day.
    Void = 2,
    /// Of class gratuity, fee or delivery.
    ServiceCharge = 3,
    /// Of class us or marketplace. They add up to the tax of the day, and to the tax by marketplaces.
    Tax = 4,
    /// Of the class of its item.
    Modifier = 5,
    /// Of class sold or redeemed.
    GiftCard = 6,
}

impl EntryKind {
    /// The columns of [`EntryKey::COLUMNS`] that its report splits by; the rest but the employee's name is empty.
    #[must_use]
    pub const fn members(self) -> &'static [usize] {
        match self {
            EntryKind::Discount => &[0, 1, 2, 3, 4],
            EntryKind::Void => &[1, 2, 3, 4],
            _ => &[0, 1],
        }
    }

    /// The columns of names that may change.
    #[must_use]
    pub const fn names(self) -> &'static [usize] {
        match self {
            EntryKind::Discount | EntryKind::Void => &[5],
            _ => &[],
        }
    }

    /// Its sums as the figures of its report.
    #[must_use]
    pub fn figures(self, members: &[String], sums: &Figures) -> Figures {
        let amount = sums.amount;
        let rest = Figures { amount: 0, ..*sums };
        match self {
            EntryKind::Discount => Figures { gross_discounts: amount, ..rest },
            EntryKind::Void => Figures { gross_voids: amount, ..rest },
            EntryKind::GiftCard if members.first().is_some_and(|activity| activity == SOLD) => {
                Figures { gross_deferred: amount, ..rest }
            }
            EntryKind::GiftCard => Figures { gross_redeemed: amount, ..rest },
            EntryKind::ServiceCharge | EntryKind::Tax | EntryKind::Modifier => *sums,
        }
    }
}

/// The class of gift cards and deposits that are sold.
const SOLD: &str = "sold";

/// What tells entries apart; empty where a check names none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryKey {
    pub kind: EntryKind,
    /// In the order of [`EntryKey::COLUMNS`].
    texts: [String; 6],
}

impl EntryKey {
    /// Its columns in the roll-up, beside the kind.
    pub const COLUMNS: [&'static str; 6] =
        ["class", "name", "reason", "approver", "employee", "employee_name"];

    fn new(kind: EntryKind, class: impl ToString, name: &str) -> EntryKey {
        let mut texts: [String; 6] = Default::default();
        let [first, second, ..] = &mut texts;
        (*first, *second) = (class.to_string(), name.to_owned());
        EntryKey { kind, texts }
    }

    /// The same, of a discount or a void of a check.
    fn allowed(mut self, check: &Check, reason: Option<&Label>, approver: Option<&Person>) -> EntryKey {
        let [.., of_reason, of_approver, employee, name] = &mut self.texts;
        *of_reason = reason.map(ToString::to_string).unwrap_or_default();
        *of_approver = approver.map(|person| person.name.to_string()).unwrap_or_default();
        if let Some(person) = &check.employee {
            (*employee, *name) = (person.id.to_string(), person.name.to_string());
        }
        self
    }

    /// An id of the texts: together they may be longer than a key of an index.
    #[must_use]
    pub fn id(&self) -> String {
        // Labels hold no control characters, so the unit separator parts them.
        let hash = Sha256::digest(self.texts.join("\u{1f}"));
        hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The texts, in the order of [`EntryKey::COLUMNS`].
    #[must_use]
    pub const fn texts(&self) -> &[String; 6] {
        &self.texts
    }
}

/// The entries of one check.
pub struct Entries<'a> {
    check: &'a Check,
    found: Vec<(EntryKey, Figures)>,
}

impl<'a> Entries<'a> {
    /// All entries that count; none of a check that was stamped before they did.
    #[must_use]
    pub fn of(check: &'a Check) -> Vec<(EntryKey, Figures)> {
        let mut entries = Entries { check, found: Vec::new() };
        if !check.itemized {
            return entries.found;
        }
        entries.add_voids();
        if !check.voided {
            entries.add_discounts();
            entries.add_charges();
            entries.add_taxes();
            entries.add_modifiers();
            entries.add_gift_cards();
        }
        entries.found
    }

    fn add(&mut self, key: EntryKey, amount: Money, more: Figures) {
        // A refund moves money, not the counts.
        let entries = i64::from(self.check.refund_of.is_none());
        self.found.push((key, Figures { facts: 1, entries, amount: amount.cents(), ..more }));
    }

    fn add_voids(&mut self) {
        let check = self.check;
        for line in check.lines.iter().filter(|line| check.voided || line.voided) {
            let reason = line.reason.as_ref().or(check.reason.as_ref());
            let approver = line.approved_by.as_ref().or(check.approved_by.as_ref());
            let key = EntryKey::new(EntryKind::Void, "", line.name.as_str()).allowed(check, reason, approver);
            self.add(key, line.amount, Figures { quantity: line.quantity.milli(), ..Figures::default() });
        }
    }

    fn add_discounts(&mut self) {
        let check = self.check;
        for line in check.sold() {
            self.add_named(line.discount, &line.discounts, Some(line));
        }
        self.add_named(check.discount, &check.discounts, None);
    }

    /// The discount of a line or of the check by name, and the rest without one.
    fn add_named(&mut self, discount: Money, named: &[Discount], line: Option<&Line>) {
        let (reason, approver) = match line {
            Some(line) => (line.reason.as_ref(), line.approved_by.as_ref()),
            None => (None, None),
        };
        let mut rest = discount;
        for of in named {
            let key = EntryKey::new(EntryKind::Discount, of.kind, of.name.as_str());
            let (reason, approver) = (of.reason.as_ref().or(reason), of.approved_by.as_ref().or(approver));
            self.add(key.allowed(self.check, reason, approver), of.amount, Figures::default());
            rest -= of.amount;
        }
        if rest != Money::ZERO {
            let key = EntryKey::new(EntryKind::Discount, DiscountKind::Other, "")
                .allowed(self.check, reason, approver);
            self.add(key, rest, Figures::default());
        }
    }

    fn add_charges(&mut self) {
        for charge in &self.check.service_charges {
            let key = EntryKey::new(EntryKind::ServiceCharge, charge.kind, charge.name.as_str());
            self.add(key, charge.amount, Figures { gross_tax: charge.tax.cents(), ..Figures::default() });
        }
    }

    fn add_taxes(&mut self) {
        let mut rest = self.check.totals().tax;
        for tax in &self.check.taxes {
            let key = EntryKey::new(EntryKind::Tax, tax.collected_by, tax.name.as_str());
            self.add(key, tax.amount, Figures::default());
            if tax.collected_by == TaxCollector::Us {
                rest -= tax.amount;
            }
        }
        if rest != Money::ZERO {
            self.add(EntryKey::new(EntryKind::Tax, TaxCollector::Us, ""), rest, Figures::default());
        }
    }

    fn add_modifiers(&mut self) {
        for line in self.check.sold() {
            for modifier in &line.modifiers {
                let key = EntryKey::new(EntryKind::Modifier, &line.name, modifier.name.as_str());
                let (quantity, gross_cost) = (modifier.quantity.milli(), modifier.total_cost().cents());
                self.add(key, modifier.amount, Figures { quantity, gross_cost, ..Figures::default() });
            }
        }
    }

    fn add_gift_cards(&mut self) {
        let check = self.check;
        for line in check.lines.iter().filter(|line| line.deferred && !line.voided) {
            let key = EntryKey::new(EntryKind::GiftCard, SOLD, line.name.as_str());
            self.add(key, line.amount - line.discount, Figures::default());
        }
        for payment in check.payments.iter().filter(|payment| payment.redeems()) {
            let key = EntryKey::new(EntryKind::GiftCard, "redeemed", payment.tender.as_str());
            self.add(key, payment.amount + payment.tip, Figures::default());
        }
    }
}
