//! The trade as reports count it: from the checks that were put in, as Square had them at a moment.

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::fact::ChargeKind;
use saffron_core::{BusinessDate, Money};
use saffron_till::{Check, Line};

use crate::square::account::Account;
use crate::square::trade::{Location, RefundStatus, Stage};

/// Sums of facts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    pub count: i64,
    pub gross: Money,
    pub discounts: Money,
    /// What came back; of payments, their refunds (negative).
    pub returns: Money,
    pub tax: Money,
    pub tips: Money,
    pub fees: Money,
    pub gratuity: Money,
    pub gift_cards: Money,
    pub collected: Money,
}

impl Sums {
    pub fn net(&self) -> Money {
        self.gross - self.discounts - self.returns
    }

    pub fn add(&mut self, other: &Sums) {
        self.count += other.count;
        self.gross += other.gross;
        self.discounts += other.discounts;
        self.returns += other.returns;
        self.tax += other.tax;
        self.tips += other.tips;
        self.fees += other.fees;
        self.gratuity += other.gratuity;
        self.gift_cards += other.gift_cards;
        self.collected += other.collected;
    }
}

/// Something that counts at a moment of a location.
pub struct Fact<'a> {
    pub place: &'a Location,
    pub order: &'a str,
    /// UTC.
    pub at: Timestamp,
    /// Wall time.
    pub wall: DateTime,
    pub date: BusinessDate,
    pub stage: Stage,
    /// `PAYMENT` or `REFUND`.
    pub kind: &'static str,
    /// The till's name of the tender.
    pub tender: &'a str,
    pub sums: Sums,
}

/// The sales and returns of a moment.
pub fn orders(account: &Account, as_of: Timestamp) -> Vec<Fact<'_>> {
    checks(account, as_of)
        .map(|(place, order, stage, check)| fact(place, order, stage, check, "", of_check(check)))
        .collect()
}

/// The payments and refunds of a moment.
pub fn payments(account: &Account, as_of: Timestamp) -> Vec<Fact<'_>> {
    let paid = checks(account, as_of)
        .filter(|(_, _, stage, _)| matches!(stage, Stage::Closed | Stage::Signing | Stage::Partly));
    let each = paid.flat_map(|(place, order, stage, check)| {
        check.payments.iter().map(move |payment| {
            let whole = payment.amount + payment.tip;
            let returns = if check.refund_of.is_some() { whole } else { Money::ZERO };
            let sums = Sums { count: 1, collected: whole, tips: payment.tip, returns, ..Sums::default() };
            fact(place, order, stage, check, &payment.tender, sums)
        })
    });
    each.collect()
}

fn fact<'a>(
    place: &'a Location,
    order: &'a str,
    stage: Stage,
    check: &'a Check,
    tender: &'a str,
    sums: Sums,
) -> Fact<'a> {
    let kind = if check.refund_of.is_some() { "REFUND" } else { "PAYMENT" };
    let (at, date) = (place.at(check.close_time), place.date_of(check));
    Fact { place, order, at, wall: check.close_time, date, stage, kind, tender, sums }
}

/// The checks that count at a moment: sales that were not voided, and returns whose refunds are completed.
fn checks(account: &Account, as_of: Timestamp) -> impl Iterator<Item = (&Location, &str, Stage, &Check)> {
    let versions = account.orders.values().filter_map(move |record| {
        let place = account.merchant.locations.get(record.place)?;
        Some((place, record.id.as_str(), record.as_of(as_of)?))
    });
    versions.flat_map(|(place, id, version)| {
        let order = &*version.order;
        let sale = order.sale.iter().filter(|check| !check.voided);
        let returns = order.returns.iter().filter(|returned| returned.status == RefundStatus::Completed);
        let checks = sale.chain(returns.map(|returned| &returned.check));
        checks.filter(|_| order.stage != Stage::NoSale).map(move |check| (place, id, order.stage, check))
    })
}

/// What a sale or a refund check comes to. A refund check's amounts are negative.
fn of_check(check: &Check) -> Sums {
    let lines = || check.lines.iter().filter(|line| !line.voided);
    let amount = |line: &Line| {
        let included = if line.tax_included || check.tax_included { line.tax } else { Money::ZERO };
        line.amount - included
    };
    let sold: Money = lines().filter(|line| !line.deferred).map(amount).sum();
    let gift_cards: Money = lines().filter(|line| line.deferred).map(amount).sum();
    let discounts = lines().map(|line| line.discount).sum::<Money>() + check.discount + check.reward_used;
    let charges = |is_gratuity: bool| -> Money {
        let charges = check.service_charges.iter();
        charges
            .filter(|charge| (charge.kind == ChargeKind::Gratuity) == is_gratuity)
            .map(|one| one.amount)
            .sum()
    };
    let charge_tax: Money = check.service_charges.iter().map(|charge| charge.tax).sum();
    let is_refund = check.refund_of.is_some();
    Sums {
        count: i64::from(!is_refund),
        gross: if is_refund { Money::ZERO } else { sold },
        discounts: if is_refund { Money::ZERO } else { discounts },
        returns: if is_refund { discounts - sold } else { Money::ZERO },
        tax: lines().map(|line| line.tax).sum::<Money>() + charge_tax,
        tips: check.payments.iter().map(|payment| payment.tip).sum(),
        fees: charges(false),
        gratuity: charges(true),
        gift_cards,
        collected: check.payments.iter().map(|payment| payment.amount + payment.tip).sum(),
    }
}
