//! Makes the check that a till would send from an order: table, staff, payments.

pub mod extras;

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};
use saffron_core::fact::ChargeKind;
use saffron_core::spread::spread;
use saffron_core::{Money, Quantity};

use super::dice::Dice;
use super::restaurant::{MenuItem, Restaurant};
use super::shifts::Duty;
use saffron_till::{Check, Discount, Line, Modifier, Payment};

/// An order.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    /// Unique within the location.
    pub id: String,
    /// When the check was closed, wall time.
    pub at: DateTime,
    /// Guests, where the order has their number; else guessed from it.
    pub guests: Option<u16>,
    /// Items and how many of each.
    pub items: Vec<(&'a MenuItem, i64)>,
}

/// How an order is placed and eaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// At a table.
    DineIn,
    /// Ordered at the counter or by phone, taken away.
    Takeout,
    /// Ordered online.
    Online,
}

impl Channel {
    /// One of the channels of a restaurant.
    pub fn of(restaurant: &Restaurant, dice: &mut Dice) -> Channel {
        let [dine_in, takeout, online] = restaurant.channels;
        let all = [(dine_in, Channel::DineIn), (takeout, Channel::Takeout), (online, Channel::Online)];
        dice.pick(&all, |(weight, _)| *weight).map_or(Channel::DineIn, |(_, channel)| *channel)
    }
}

const CARDS: &[(u32, &str)] = &[(46, "Visa"), (26, "Mastercard"), (12, "American Express"), (5, "Discover")];
/// The most that is paid by a gift card, cents: no more than one of them holds.
const ON_A_GIFT_CARD: i64 = 7_500;
/// The tender of gift cards.
const GIFT_CARD: &str = "Gift Card";
const AT_HAND: &[(u32, &str)] = &[
    (38, "Visa"),
    (21, "Mastercard"),
    (10, "American Express"),
    (4, "Discover"),
    (26, "Cash"),
    (1, GIFT_CARD),
];
const SOURCES: &[(u32, &str)] = &[(55, "Website"), (30, "Delivery Marketplace"), (15, "Partner App")];

/// The first version of a check, before tips, voids or refunds.
pub fn check(
    restaurant: &Restaurant,
    duties: &[Duty<'_>],
    dice: &mut Dice,
    order: &Order<'_>,
    channel: Channel,
) -> anyhow::Result<Check> {
    let mut beside = extras::dice(restaurant, order, "beside");
    // The orders of the file keep their amounts.
    let made_up = restaurant.trade.is_some();
    let lines = order.items.iter().map(|(item, count)| match line(item, *count) {
        line if made_up => extras::modify(&mut beside, item, line),
        line => line,
    });
    let mut lines: Vec<Line> = lines.collect();
    let gross: Money = lines.iter().map(|line| line.amount).sum();
    // One check in 25 has an item at a fifth off, one in 20 a tenth off everything.
    if dice.chance(40)
        && let Some(first) = lines.first_mut()
    {
        extras::happy_hour(first);
    }
    let discount = if dice.chance(50) { gross.ratio(1, 10) } else { Money::ZERO };
    if discount == Money::ZERO {
        extras::comp(&mut beside, restaurant, &mut lines);
    }
    tax(restaurant, &mut lines, discount);
    // One in 70 has an item that was keyed in by mistake and voided.
    if dice.chance(14)
        && let Some(item) = dice.pick(&restaurant.menu, |item| item.weight)
    {
        lines.push(extras::void(&mut beside, restaurant, line(item, 1)));
    }
    let pieces: i64 = order.items.iter().map(|(_, count)| *count).sum();
    let guests = order.guests.unwrap_or_else(|| u16::try_from((pieces * 2 + 2) / 3).unwrap_or(1));
    let (server, cashier) = on_duty(duties, order.at, channel, dice);
    let net = gross - lines.iter().map(|line| line.discount).sum() - discount;
    let tax: Money = lines.iter().map(|line| line.tax).sum();
    let source = if channel == Channel::Online { dice.word(SOURCES) } else { "" };
    let fee = match source {
        "Delivery Marketplace" => net.ratio(18, 100),
        "Partner App" => net.ratio(10, 100),
        _ => Money::ZERO,
    };
    let taxes = extras::taxes(restaurant, source, tax);
    let charges = extras::charges(&mut beside, channel, guests, net);
    let gift = if channel == Channel::Online { None } else { extras::gift_card(restaurant, order)? };
    let extra =
        charges.iter().map(|charge| charge.amount).sum::<Money>() + gift.iter().map(|line| line.amount).sum();
    lines.extend(gift);
    let due = net + extra + extras::paid_here(&taxes);
    let mut payments = payments(dice, channel, due, net, guests);
    if charges.iter().any(|charge| charge.kind == ChargeKind::Gratuity) {
        payments.iter_mut().for_each(|payment| payment.tip = Money::ZERO);
    }
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let (order_type, input_type, minutes) = match channel {
        Channel::DineIn => ("Dine In", "pos", dice.between(28, 75)),
        Channel::Takeout if dice.chance(350) => ("Takeout", "phone", dice.between(12, 25)),
        Channel::Takeout => ("Takeout", "pos", dice.between(6, 18)),
        Channel::Online if source == "Website" => ("Takeout", "online", dice.between(15, 30)),
        Channel::Online => ("Delivery", "online", dice.between(20, 40)),
    };
    let center = if channel == Channel::DineIn { dice.word(&restaurant.centers) } else { "To Go" };
    let table = dice.pick(&restaurant.tables, |_| 1).filter(|_| channel == Channel::DineIn);
    Ok(Check {
        open_time: order.at.saturating_sub(minutes.minutes()),
        table: table.and_then(|table| text(table)),
        covers: if channel == Channel::DineIn { guests.max(1) } else { 1 },
        employee: server.map(|duty| duty.person()),
        cashier: cashier.map(|duty| duty.person()),
        revenue_center: text(center),
        order_type: text(order_type),
        order_input_type: text(input_type),
        order_source: text(source),
        source_fee: fee,
        lines,
        discount,
        discounts: extras::off_a_check(&mut beside, discount),
        service_charges: charges,
        taxes,
        payments,
        ..Check::new(restaurant.pos_id.clone(), order.id.parse()?, order.at)
    })
}

fn line(item: &MenuItem, count: i64) -> Line {
    let quantity = Quantity::from_milli(count * 1000);
    Line {
        major_category: Some(item.major.clone()),
        minor_category: Some(item.minor.clone()),
        cost: Some(item.cost),
        ..Line::new(item.id.clone(), item.name.clone(), quantity, item.price)
    }
}

/// Sets the tax of each line from its amount after discounts.
fn tax(restaurant: &Restaurant, lines: &mut [Line], discount: Money) {
    let weights: Vec<u64> = lines.iter().map(|line| line.amount.cents().unsigned_abs()).collect();
    for (line, share) in lines.iter_mut().zip(spread(discount.cents(), &weights)) {
        line.tax = (line.amount - line.discount - Money::from_cents(share)).ratio(restaurant.tax, 100_000);
    }
}

/// The server and the cashier of a check: both the server at a table, the counter staff otherwise.
fn on_duty<'d, 'a>(
    duties: &'d [Duty<'a>],
    at: DateTime,
    channel: Channel,
    dice: &mut Dice,
) -> (Option<&'d Duty<'a>>, Option<&'d Duty<'a>>) {
    let there = |jobs: &[&str]| -> Vec<&'d Duty<'a>> {
        duties.iter().filter(|duty| duty.covers(at) && jobs.contains(&duty.member.job.as_str())).collect()
    };
    let tables = there(&["Server", "Bartender"]);
    let counter = there(&["Cashier"]);
    let front = match channel {
        Channel::DineIn => &tables,
        _ if counter.is_empty() => &tables,
        _ => &counter,
    };
    let server = dice.pick(front, |_| 1).copied();
    let cashier =
        if channel == Channel::DineIn && dice.chance(300) { counter.first().copied() } else { None };
    (server, cashier.or(server))
}

/// How a party pays: one card, several, or cash, with tips.
fn payments(dice: &mut Dice, channel: Channel, due: Money, net: Money, guests: u16) -> Vec<Payment> {
    if due == Money::ZERO {
        return Vec::new();
    }
    let shares = if channel == Channel::DineIn && guests >= 3 && dice.chance(150) { 2 } else { 1 };
    let nets = spread(net.cents(), &vec![1; shares]);
    let dues = spread(due.cents(), &vec![1; shares]);
    let pay = |(due, net): (i64, i64)| {
        let tender = dice.word(if channel == Channel::Online { CARDS } else { AT_HAND });
        let tender = if tender == GIFT_CARD && due > ON_A_GIFT_CARD { "Visa" } else { tender };
        let percent = match (channel, tender) {
            (Channel::DineIn, "Cash") => dice.between(0, 15),
            (Channel::DineIn, _) => dice.between(15, 22),
            (Channel::Takeout, "Cash") => 0,
            (Channel::Takeout, _) => dice.between(0, 1) * dice.between(5, 12),
            (Channel::Online, _) => dice.between(0, 2).min(1) * dice.between(8, 18),
        };
        let tip = Money::from_cents(net).ratio(percent, 100);
        // Cash tips are whole quarters.
        let tip = if tender == "Cash" { Money::from_cents(tip.cents() / 25 * 25) } else { tip };
        let gift_card = tender == GIFT_CARD;
        Payment { gift_card, ..Payment::new(tender.to_owned(), Money::from_cents(due), tip) }
    };
    dues.into_iter().zip(nets).map(pay).collect()
}

/// A check that gives back the first line of another one.
pub fn refund(restaurant: &Restaurant, check: &Check, at: DateTime) -> anyhow::Result<Option<Check>> {
    let counts = |line: &&Line| !line.voided && !line.deferred;
    let is_paid = |line: &&Line| counts(line) && line.amount > line.discount;
    let Some(line) = check.lines.iter().find(is_paid) else { return Ok(None) };
    // What that line was paid for: its share of a discount on the whole check is not given back twice.
    let gross: Money = check.lines.iter().filter(counts).map(|line| line.amount).sum();
    let share = check.discount.ratio(line.amount.cents(), gross.cents());
    let modifiers = line.modifiers.iter().map(|modifier| Modifier {
        quantity: -modifier.quantity,
        amount: -modifier.amount,
        ..modifier.clone()
    });
    let of_check = check.discounts.first().map(|of| Discount { amount: share, ..of.clone() });
    let named = line.discounts.iter().cloned().chain(of_check);
    let discounts = named.map(|of| Discount { amount: -of.amount, ..of });
    let back = Line {
        quantity: -line.quantity,
        amount: -line.amount,
        discount: -line.discount - share,
        discounts: discounts.collect(),
        modifiers: modifiers.collect(),
        tax: -line.tax,
        ..line.clone()
    };
    let source = check.order_source.as_deref().unwrap_or_default();
    let taxes = extras::taxes(restaurant, source, back.tax);
    let payments = back_to_tenders(check, back.amount - back.discount + extras::paid_here(&taxes));
    Ok(Some(Check {
        id: format!("{}-r", check.id).parse()?,
        open_time: at,
        close_time: at,
        lines: vec![back],
        discount: Money::ZERO,
        discounts: Vec::new(),
        source_fee: Money::ZERO,
        reward_used: Money::ZERO,
        promo_code: None,
        service_charges: Vec::new(),
        taxes,
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
            payments.push(Payment { amount: part, tip: Money::ZERO, ..paid.clone() });
            left -= part;
        }
    }
    if left != Money::ZERO {
        payments.push(Payment::new("Cash".to_owned(), left, Money::ZERO));
    }
    payments
}

/// The id of a day's n-th check, counted from 1; unique within a location.
pub fn check_id(day: Date, number: usize) -> String {
    format!("{}-{number:04}", day.strftime("%Y%m%d"))
}
