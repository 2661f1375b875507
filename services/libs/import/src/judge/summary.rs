//! What a file brings, in the figures that reports will count: each check is read as the server will read it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher as _, RandomState};

use saffron_core::fact::{Check, Fact, FactBody, Refusal, Shift, read_events};
use saffron_core::{BusinessDate, Calendar, Money, PosId};
use serde::{Deserialize, Serialize};

use super::totals::OwnTotal;
use crate::layout::Field;
use crate::orders::Made;

/// The figures of checks: of what is not voided, refunds taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sums {
    /// Sales; neither refunds nor voided checks.
    pub checks: u64,
    /// Refunds.
    pub refunds: u64,
    /// Checks that were voided as a whole.
    pub voided: u64,
    /// Lines.
    pub lines: u64,
    /// Guests of sales.
    pub covers: u64,
    /// Before discounts, without tax.
    pub gross: Money,
    /// Discounts of lines and checks, without tax.
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
    /// Payments with tips.
    pub paid: Money,
    /// What payments are beyond what was due, without regard to the sign of each check.
    pub out_of_balance: Money,
}

impl Sums {
    /// The figures of one check.
    #[must_use]
    pub fn of(check: &Check) -> Sums {
        let totals = check.totals();
        let is_refund = !check.voided && (check.refund_of.is_some() || totals.sales.net().cents() < 0);
        let is_sale = !check.voided && !is_refund;
        Sums {
            checks: is_sale.into(),
            refunds: is_refund.into(),
            voided: check.voided.into(),
            lines: check.lines.len() as u64,
            covers: if is_sale { u64::from(check.covers) } else { 0 },
            gross: totals.sales.gross,
            discounts: totals.sales.discounts,
            tax: totals.tax,
            tips: totals.tips,
            gratuity: totals.gratuity,
            charges: totals.service_charges,
            deferred: totals.deferred,
            rounding: totals.rounding,
            voids: totals.sales.voids,
            paid: totals.paid,
            out_of_balance: totals.out_of_balance.abs(),
        }
    }

    fn add(&mut self, other: &Sums) {
        self.checks += other.checks;
        self.refunds += other.refunds;
        self.voided += other.voided;
        self.lines += other.lines;
        self.covers += other.covers;
        let sums = [
            (&mut self.gross, other.gross),
            (&mut self.discounts, other.discounts),
            (&mut self.tax, other.tax),
            (&mut self.tips, other.tips),
            (&mut self.gratuity, other.gratuity),
            (&mut self.charges, other.charges),
            (&mut self.deferred, other.deferred),
            (&mut self.rounding, other.rounding),
            (&mut self.voids, other.voids),
            (&mut self.paid, other.paid),
            (&mut self.out_of_balance, other.out_of_balance),
        ];
        sums.into_iter().for_each(|(sum, amount)| *sum += amount);
    }
}

/// What lists bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ListSums {
    /// Shifts.
    pub shifts: u64,
    /// The people who worked them, by the ids that they have there.
    pub people: u64,
    /// Of those, the ones without a clock-out.
    pub open_shifts: u64,
    /// Of those, the ones without a wage.
    pub shifts_without_rate: u64,
    /// Paid time of shifts, in seconds.
    pub worked: i64,
    /// Pay of shifts that have a wage.
    pub pay: Money,
    /// Tips that shifts declare.
    pub shift_tips: Money,
    /// The first and the last business date of a shift.
    pub shift_dates: Option<(BusinessDate, BusinessDate)>,
    /// Items of the menu.
    pub items: u64,
    /// Of those, the ones with a price.
    pub priced_items: u64,
    /// Of those, the ones with a cost.
    pub costed_items: u64,
    /// Guests.
    pub guests: u64,
    /// Of those, the ones who agreed to email.
    pub email_consents: u64,
    /// Of those, the ones who agreed to texts.
    pub sms_consents: u64,
    /// Rows of guests with reward points, which are not brought in.
    pub with_points: u64,
}

impl ListSums {
    /// Adds a fact as the server will read it.
    pub fn add(&mut self, body: &FactBody) {
        match body {
            FactBody::Shift(shift) => {
                self.shifts += 1;
                self.open_shifts += u64::from(shift.clock_out.is_none());
                self.shifts_without_rate += u64::from(shift.rate.is_none());
                self.worked += shift.regular_seconds + shift.overtime_seconds;
                self.pay += shift.pay();
                self.shift_tips += shift.tips;
                let date = shift.business_date;
                let (first, last) = self.shift_dates.unwrap_or((date, date));
                self.shift_dates = Some((first.min(date), last.max(date)));
            }
            FactBody::Item(item) => {
                self.items += 1;
                self.priced_items += u64::from(item.price.is_some());
                self.costed_items += u64::from(item.cost.is_some());
            }
            FactBody::Customer(guest) => {
                self.guests += 1;
                self.email_consents += u64::from(guest.email_consent == Some(true));
                self.sms_consents += u64::from(guest.sms_consent == Some(true));
            }
            _ => {}
        }
    }
}

/// The people of shifts, as far as they are counted: a hash of each id.
#[derive(Default)]
pub struct People {
    seen: HashSet<u64>,
    hasher: RandomState,
}

impl People {
    /// The most that are counted: no restaurant has as many.
    const MOST: usize = 100_000;

    /// Adds the person of a shift; returns how many there are.
    pub fn add(&mut self, shift: &Shift) -> u64 {
        if let Some(person) = &shift.employee
            && self.seen.len() < People::MOST
        {
            self.seen.insert(self.hasher.hash_one(person.id.as_str()));
        }
        self.seen.len() as u64
    }
}

/// A column of guests' consent, and what its words say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentColumn {
    /// The file.
    pub table: usize,
    /// Email or texts.
    pub field: Field,
    /// Its name.
    pub column: String,
    /// Its words, the most frequent ones first, each with how it is read.
    pub words: Vec<String>,
    /// Whether its words are taken as consent.
    pub is_taken: bool,
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
    /// Gross sales by major category; without one under a blank name.
    pub categories: BTreeMap<String, Money>,
    /// Rows that cannot be used.
    pub refused: u64,
    /// Rows that are in no check by intention.
    pub left_out: u64,
    /// Whether the files have sales, and no tax of them: it is unknown, not zero.
    pub has_no_tax: bool,
    /// What lists bring beside sales.
    pub lists: ListSums,
    /// What the files say that their columns add up to.
    pub own_totals: Vec<OwnTotal>,
    /// Where guests' consent comes from; without a column nobody agreed to anything.
    pub consents: Vec<ConsentColumn>,
}

impl Summary {
    /// Adds a check.
    pub fn add(&mut self, check: &Check) {
        let sums = Sums::of(check);
        self.total.add(&sums);
        self.days.entry(check.business_date).or_default().add(&sums);
        for payment in &check.payments {
            *self.tenders.entry(payment.tender.to_string()).or_default() += payment.amount + payment.tip;
        }
        for line in check.lines.iter().filter(|line| !line.voided && !line.deferred && !check.voided) {
            let category = line.major_category.as_ref().map(ToString::to_string).unwrap_or_default();
            *self.categories.entry(category).or_default() += line.amount;
        }
    }

    /// The business dates with trade.
    #[must_use]
    pub fn dates(&self) -> BTreeSet<BusinessDate> {
        self.days.keys().copied().collect()
    }
}

/// A check as the server will read it.
///
/// # Errors
/// What the server will refuse it for.
pub fn as_read(made: &Made, pos_id: &PosId, calendar: &Calendar) -> Result<Check, String> {
    let event = made.event("import").map_err(|e| e.to_string())?;
    let refused = |refusal: Refusal| match refusal {
        Refusal::Bad(bad) | Refusal::OtherLocation(bad) => format!("{} {}", bad.field, bad.why),
        Refusal::NotJson(why) => why,
        Refusal::TooMany => "is one of too many".to_owned(),
    };
    let mut facts = read_events(event.json().as_bytes(), pos_id, calendar).map_err(refused)?;
    match facts.pop() {
        Some(Fact { body: FactBody::Check(check), .. }) => Ok(*check),
        _ => Err("is no check".to_owned()),
    }
}
