//! From what was ordered to the check a till would send: where, who, how it was paid.

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};
use saffron_core::spread::spread;
use saffron_core::{Money, Quantity};

use super::dice::Dice;
use super::place::{Job, MenuItem, Place};
use super::shifts::Duty;
use crate::till::{Check, Line, Payment};

/// What was ordered.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    /// Unique within the location.
    pub id: String,
    /// When the check was closed, wall time.
    pub at: DateTime,
    /// Guests, where the way in tells; else guessed from the order.
    pub guests: Option<u16>,
    /// Items and how many of each.
    pub items: Vec<(&'a MenuItem, i64)>,
}

/// How an order came in and was eaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// At a table.
    DineIn,
    /// Ordered at the counter or by phone, taken away.
    Takeout,
    /// Ordered online.
    Online,
}

impl Way {
    /// One of the ways of a place.
    pub fn of(place: &Place, dice: &mut Dice) -> Way {
        let [dine_in, takeout, online] = place.ways;
        let ways = [(dine_in, Way::DineIn), (takeout, Way::Takeout), (online, Way::Online)];
        dice.pick(&ways, |(weight, _)| *weight).map_or(Way::DineIn, |(_, way)| *way)
    }
}

const CARDS: &[(u32, &str)] = &[(46, "Visa"), (26, "Mastercard"), (12, "American Express"), (5, "Discover")];
const AT_HAND: &[(u32, &str)] = &[
    (38, "Visa"),
    (21, "Mastercard"),
    (10, "American Express"),
    (4, "Discover"),
    (22, "Cash"),
    (5, "Gift Card"),
];
const SOURCES: &[(u32, &str)] = &[(55, "Website"), (30, "Delivery Marketplace"), (15, "Partner App")];

/// A check without what chance may add to it later.
pub fn check(
    place: &Place,
    duties: &[Duty<'_>],
    dice: &mut Dice,
    order: &Order<'_>,
    way: Way,
) -> anyhow::Result<Check> {
    let mut lines: Vec<Line> = order.items.iter().map(|(item, count)| line(item, *count)).collect();
    let gross: Money = lines.iter().map(|line| line.amount).sum();
    // One check in 25 has an item at a fifth off, one in 20 a tenth off everything.
    if dice.chance(40)
        && let Some(first) = lines.first_mut()
    {
        first.discount = first.amount.ratio(1, 5);
    }
    let discount = if dice.chance(50) { gross.ratio(1, 10) } else { Money::ZERO };
    tax(place, &mut lines, discount);
    // One in 70 has an item that was keyed in by mistake and struck.
    if dice.chance(14)
        && let Some(item) = dice.pick(&place.menu, |item| item.weight)
    {
        lines.push(Line { voided: true, ..line(item, 1) });
    }
    let pieces: i64 = order.items.iter().map(|(_, count)| *count).sum();
    let guests = order.guests.unwrap_or_else(|| u16::try_from((pieces * 2 + 2) / 3).unwrap_or(1));
    let (server, cashier) = on_duty(duties, order.at, way, dice);
    let net = gross - lines.iter().map(|line| line.discount).sum() - discount;
    let due = net + lines.iter().map(|line| line.tax).sum();
    let source = if way == Way::Online { dice.word(SOURCES) } else { "" };
    let fee = match source {
        "Delivery Marketplace" => net.ratio(18, 100),
        "Partner App" => net.ratio(10, 100),
        _ => Money::ZERO,
    };
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let (order_type, input_type, minutes) = match way {
        Way::DineIn => ("Dine In", "pos", dice.between(28, 75)),
        Way::Takeout if dice.chance(350) => ("Takeout", "phone", dice.between(12, 25)),
        Way::Takeout => ("Takeout", "pos", dice.between(6, 18)),
        Way::Online if source == "Website" => ("Takeout", "online", dice.between(15, 30)),
        Way::Online => ("Delivery", "online", dice.between(20, 40)),
    };
    let center = if way == Way::DineIn { dice.word(place.centers) } else { "To Go" };
    let table = dice.pick(place.tables, |_| 1).copied().filter(|_| way == Way::DineIn);
    Ok(Check {
        pos_id: place.pos_id.clone(),
        id: order.id.parse()?,
        revision: 1,
        open_time: order.at.saturating_sub(minutes.minutes()),
        close_time: order.at,
        table: table.and_then(text),
        covers: if way == Way::DineIn { guests.max(1) } else { 1 },
        employee: server.map(|duty| duty.person()),
        cashier: cashier.map(|duty| duty.person()),
        revenue_center: text(center),
        order_type: text(order_type),
        order_input_type: text(input_type),
        order_source: text(source),
        source_fee: fee,
        lines,
        discount,
        payments: payments(dice, way, due, net, guests),
        reward_used: Money::ZERO,
        customer: None,
        promo_code: None,
        refund_of: None,
        voided: false,
    })
}

fn line(item: &MenuItem, count: i64) -> Line {
    let quantity = Quantity::from_milli(count * 1000);
    Line {
        item: item.id.clone(),
        name: item.name.clone(),
        major_category: Some(item.major.to_owned()),
        minor_category: Some(item.minor.clone()),
        quantity,
        price: item.price,
        amount: item.price.times(quantity),
        cost: Some(item.cost),
        discount: Money::ZERO,
        tax: Money::ZERO,
        voided: false,
    }
}

/// Taxes each line on what is left of it after discounts.
fn tax(place: &Place, lines: &mut [Line], discount: Money) {
    let weights: Vec<u64> = lines.iter().map(|line| line.amount.cents().unsigned_abs()).collect();
    for (line, share) in lines.iter_mut().zip(spread(discount.cents(), &weights)) {
        line.tax = (line.amount - line.discount - Money::from_cents(share)).ratio(place.tax, 100_000);
    }
}

/// Who served and who took the money: the server at a table, the counter otherwise.
fn on_duty<'d, 'a>(
    duties: &'d [Duty<'a>],
    at: DateTime,
    way: Way,
    dice: &mut Dice,
) -> (Option<&'d Duty<'a>>, Option<&'d Duty<'a>>) {
    let there = |jobs: &[Job]| -> Vec<&'d Duty<'a>> {
        duties.iter().filter(|duty| duty.covers(at) && jobs.contains(&duty.member.job)).collect()
    };
    let tables = there(&[Job::Server, Job::Bartender]);
    let counter = there(&[Job::Cashier]);
    let front = match way {
        Way::DineIn => &tables,
        _ if counter.is_empty() => &tables,
        _ => &counter,
    };
    let server = dice.pick(front, |_| 1).copied();
    let cashier = if way == Way::DineIn && dice.chance(300) { counter.first().copied() } else { None };
    (server, cashier.or(server))
}

fn payments(dice: &mut Dice, way: Way, due: Money, net: Money, guests: u16) -> Vec<Payment> {
    let shares = if way == Way::DineIn && guests >= 3 && dice.chance(150) { 2 } else { 1 };
    let nets = spread(net.cents(), &vec![1; shares]);
    let dues = spread(due.cents(), &vec![1; shares]);
    let pay = |(due, net): (i64, i64)| {
        let tender = dice.word(if way == Way::Online { CARDS } else { AT_HAND });
        let percent = match (way, tender) {
            (Way::DineIn, "Cash") => dice.between(0, 15),
            (Way::DineIn, _) => dice.between(15, 22),
            (Way::Takeout, "Cash") => 0,
            (Way::Takeout, _) => dice.between(0, 1) * dice.between(5, 12),
            (Way::Online, _) => dice.between(0, 2).min(1) * dice.between(8, 18),
        };
        let tip = Money::from_cents(net).ratio(percent, 100);
        // Cash tips are whole quarters.
        let tip = if tender == "Cash" { Money::from_cents(tip.cents() / 25 * 25) } else { tip };
        Payment { tender: tender.to_owned(), amount: Money::from_cents(due), tip }
    };
    dues.into_iter().zip(nets).map(pay).collect()
}

/// A check that gives back the first line of another one.
///
/// # Errors
/// If its id is none.
pub fn refund(check: &Check, at: DateTime) -> anyhow::Result<Option<Check>> {
    let Some(line) = check.lines.iter().find(|line| !line.voided) else { return Ok(None) };
    // What that line was paid for: its share of a discount on the whole check is not given back twice.
    let gross: Money = check.lines.iter().filter(|line| !line.voided).map(|line| line.amount).sum();
    let share = check.discount.ratio(line.amount.cents(), gross.cents());
    let back = Line {
        quantity: -line.quantity,
        amount: -line.amount,
        discount: -line.discount - share,
        tax: -line.tax,
        ..line.clone()
    };
    let payments = back_to_tenders(check, back.amount - back.discount + back.tax);
    Ok(Some(Check {
        id: format!("{}-r", check.id).parse()?,
        open_time: at,
        close_time: at,
        lines: vec![back],
        discount: Money::ZERO,
        source_fee: Money::ZERO,
        reward_used: Money::ZERO,
        promo_code: None,
        payments,
        refund_of: Some(check.id.clone()),
        ..check.clone()
    }))
}

/// Gives an amount (negative) back to what the check was paid with, in order, each up to what was paid; the rest in cash.
fn back_to_tenders(check: &Check, amount: Money) -> Vec<Payment> {
    let mut left = amount;
    let mut payments = Vec::new();
    for paid in &check.payments {
        let part = left.max(-paid.amount);
        if part < Money::ZERO {
            payments.push(Payment { tender: paid.tender.clone(), amount: part, tip: Money::ZERO });
            left -= part;
        }
    }
    if left != Money::ZERO {
        payments.push(Payment { tender: "Cash".to_owned(), amount: left, tip: Money::ZERO });
    }
    payments
}

/// The day's id of its n-th check.
pub fn check_id(day: Date, number: usize) -> String {
    format!("{}-{number:04}", day.strftime("%Y%m%d"))
}
