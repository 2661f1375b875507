//! What a file brings, in figures.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{BusinessDate, DayStarts, Money};
use saffron_till::Check;

/// The figures of checks, as reports will count them: of what is not voided, refunds taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Sales; neither refunds nor voided checks.
    pub checks: u64,
    /// Refunds.
    pub refunds: u64,
    /// Checks that were voided as a whole.
    pub voided: u64,
    /// Lines.
    pub lines: u64,
    /// Before discounts; with the tax where amounts hold it.
    pub gross: Money,
    /// Discounts of lines and checks; with the tax where amounts hold it.
    pub discounts: Money,
    /// Tax of lines, charges and by name.
    pub tax: Money,
    /// Tips.
    pub tips: Money,
    /// Service charges that belong to the staff.
    pub gratuity: Money,
    /// Service charges that belong to the house.
    pub charges: Money,
    /// Gift cards and deposits sold.
    pub deferred: Money,
    /// What was rounded.
    pub rounding: Money,
    /// Value of voided lines and checks.
    pub voids: Money,
    /// Payments without tips.
    pub paid: Money,
}

impl Sums {
    /// The figures of one check.
    #[must_use]
    pub fn of(check: &Check) -> Sums {
        let lines = || check.lines.iter();
        let voids = lines().filter(|line| line.voided || check.voided).map(|line| line.amount).sum();
        let is_sale = !check.voided && check.refund_of.is_none() && !is_refund(check);
        let mut sums = Sums {
            checks: is_sale.into(),
            refunds: u64::from(!check.voided && !is_sale),
            voided: check.voided.into(),
            lines: check.lines.len() as u64,
            voids,
            ..Sums::default()
        };
        if check.voided {
            return sums;
        }
        for line in lines().filter(|line| !line.voided) {
            if line.deferred {
                sums.deferred += line.amount - line.discount;
            } else {
                sums.gross += line.amount;
                sums.discounts += line.discount;
            }
            sums.tax += line.tax;
        }
        sums.discounts += check.discount;
        sums.tax += check.taxes.iter().map(|tax| tax.amount).sum();
        for charge in &check.service_charges {
            sums.tax += charge.tax;
            if charge.kind == saffron_core::fact::ChargeKind::Gratuity {
                sums.gratuity += charge.amount;
            } else {
                sums.charges += charge.amount;
            }
        }
        sums.rounding = check.rounding;
        sums.tips = check.payments.iter().map(|payment| payment.tip).sum();
        sums.paid = check.payments.iter().map(|payment| payment.amount).sum();
        sums
    }

    fn add(&mut self, other: &Sums) {
        self.checks += other.checks;
        self.refunds += other.refunds;
        self.voided += other.voided;
        self.lines += other.lines;
        self.gross += other.gross;
        self.discounts += other.discounts;
        self.tax += other.tax;
        self.tips += other.tips;
        self.gratuity += other.gratuity;
        self.charges += other.charges;
        self.deferred += other.deferred;
        self.rounding += other.rounding;
        self.voids += other.voids;
        self.paid += other.paid;
    }
}

/// Whether a check gives money back, whatever it is for.
fn is_refund(check: &Check) -> bool {
    let due: Money = check.lines.iter().map(|line| line.amount - line.discount).sum();
    due.cents() < 0
}

/// What a file brings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// All of it.
    pub total: Sums,
    /// By business date.
    pub days: BTreeMap<BusinessDate, Sums>,
    /// Payments with tips by type.
    pub tenders: BTreeMap<String, Money>,
    /// Gross sales by major category.
    pub categories: BTreeMap<String, Money>,
    /// Rows that cannot be used.
    pub refused: u64,
    /// Rows that are in no check by intention.
    pub left_out: u64,
}

impl Summary {
    /// Adds a check.
    pub fn add(&mut self, check: &Check, starts: &DayStarts) {
        let sums = Sums::of(check);
        self.total.add(&sums);
        let day = check.business_date.unwrap_or_else(|| starts.date_of(check.close_time));
        self.days.entry(day).or_default().add(&sums);
        for payment in &check.payments {
            *self.tenders.entry(payment.tender.clone()).or_default() += payment.amount + payment.tip;
        }
        for line in check.lines.iter().filter(|line| !line.voided && !line.deferred && !check.voided) {
            let category = line.major_category.clone().unwrap_or_default();
            *self.categories.entry(category).or_default() += line.amount;
        }
    }

    /// The business dates with trade.
    #[must_use]
    pub fn dates(&self) -> BTreeSet<BusinessDate> {
        self.days.keys().copied().collect()
    }
}
