//! The trade as reports count it: from the checks that were put in, as Square had them at a moment.

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::{BusinessDate, Money};
use saffron_till::Check;

use crate::square::account::Account;
use crate::square::show::is_of_marketplace;
use crate::square::trade::{Location, RefundStatus, Stage};
use crate::trade::Sums;

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
        .map(|(place, order, stage, check)| {
            let mut sums = Sums::of(check);
            if is_of_marketplace(check) {
                sums.tax -= check.lines.iter().filter(|line| !line.voided).map(|line| line.tax).sum();
            }
            fact(place, order, stage, check, "", sums)
        })
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
