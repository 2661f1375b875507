//! A random trade: its parts are made each from the seed and their place, so that a shorter trade is the beginning of a longer one.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::{Date, date, time};
use proptest::prelude::*;

use super::dice::Dice;
use super::labor::{guests, shifts};
use super::menu::menu;
use super::order::Kitchen;
use super::traits::{Country, Refunds, Taxed, Traits};
use super::{Charge, House, Line, Numbering, Order, Payment, State, Trade};

/// Trades in which happens what the traits say: 1 to 300 orders on 1 to 40 days.
pub fn trade(traits: Traits) -> impl Strategy<Value = Trade> {
    let orders = prop_oneof![12 => 1usize..40, 3 => 40usize..120, 1 => 120usize..300];
    let days = prop_oneof![1 => Just(1i64), 1 => 2i64..4, 3 => 4i64..41];
    // Three of four switches are on.
    let mask = (any::<u32>(), any::<u32>()).prop_map(|(one, other)| one | other);
    (any::<u64>(), orders, days, mask)
        .prop_map(move |(seed, orders, days, mask)| build(seed, orders, days, traits.masked(mask)))
}

/// The trade of a seed.
pub fn build(seed: u64, orders: usize, days: i64, traits: Traits) -> Trade {
    let mut dice = Dice::new(seed, 0);
    let country = dice.pick(traits.countries);
    let house = house(&mut dice, country, &traits);
    let menu = menu(&mut dice, country, &traits);
    let guests = guests(&mut dice);
    let first = first_day(&mut dice);
    let shifts = shifts(&mut dice, &house, first, days);
    let kitchen = Kitchen { house: &house, menu: &menu, traits: &traits, guests: guests.len() };
    let mut made: Vec<Order> = (0..orders)
        .map(|at| {
            let mut dice = Dice::new(seed, at as u64 + 1);
            let day = first + dice.range(0, days - 1).days();
            kitchen.order(&mut dice, at, day)
        })
        .collect();
    let mut refunds: Vec<Order> = Vec::new();
    for (at, order) in made.iter().enumerate() {
        let mut dice = Dice::new(seed, (at as u64 + 1) << 20);
        refunds.extend(refund(&mut dice, order, at + orders, &house, &traits));
    }
    made.extend(refunds);
    if house.numbering == Numbering::None {
        keep_minutes_apart(&mut made, &house);
    }
    made.sort_by(|one, other| (one.closed, &one.id).cmp(&(other.closed, &other.id)));
    number(&mut made, &house);
    if traits.parties {
        join_parties(&mut made, &house, seed);
    }
    Trade { house, menu, orders: made, shifts, guests }
}

fn house(dice: &mut Dice, country: Country, traits: &Traits) -> House {
    let starts = [time(4, 0, 0, 0), time(4, 0, 0, 0), time(0, 0, 0, 0), time(5, 30, 0, 0), time(3, 15, 0, 0)];
    House {
        name: (dice.pick(&["Riverside Tavern", "Café de la Paix", "Bar \"Zoë\", Ltd."])).to_owned(),
        country,
        zone: dice.pick(country.zones()),
        start_of_day: dice.pick(&starts),
        tax_inside: match traits.taxed {
            Taxed::Beside => false,
            Taxed::Inside => true,
            Taxed::Either => dice.chance(50),
        },
        numbering: dice.pick(traits.numbering),
        charge: if traits.charges.is_empty() { Charge::Fee } else { dice.pick(traits.charges) },
    }
}

/// A first day from 2024 to September 2026: no refund lies ahead of now. Months' first days are frequent.
fn first_day(dice: &mut Dice) -> Date {
    let day = date(2024, 1, 1) + dice.range(0, 980).days();
    if dice.chance(40) { day.first_of_month() } else { day }
}

fn refund(dice: &mut Dice, order: &Order, at: usize, house: &House, traits: &Traits) -> Option<Order> {
    let money_came = order.state == State::Closed && !order.payments.is_empty() && order.rounding == 0;
    let tips_go_back = traits.refunds == Refunds::WholeWithTips;
    if traits.refunds == Refunds::None || !money_came || order.deferred() != 0 || !dice.chance(8) {
        return None;
    }
    if !tips_go_back && order.tips() != 0 || !order.charges.is_empty() {
        return None;
    }
    let partial = traits.refunds == Refunds::Any && dice.chance(50);
    let mut lines: Vec<Line> = order.lines.iter().filter(|line| line.counts()).map(negative).collect();
    if partial {
        lines.truncate(1);
    }
    let payments = if partial {
        Vec::new()
    } else {
        let negative = |payment: &Payment| Payment { amount: -payment.amount, tip: -payment.tip, ..*payment };
        order.payments.iter().map(negative).collect()
    };
    let later =
        if dice.chance(50) { dice.range(60, 3600).seconds() } else { (dice.range(1, 6) * 86_400).seconds() };
    // A refund stays within the business date of its begin, too.
    let closed = order.closed + later;
    let closed = if house.has(closed) { closed } else { closed - 1.hour() };
    let mut refund = Order {
        id: format!("RF{at:05}{}", &order.id[..4]),
        opened: closed,
        closed,
        reason: Some("Wrong dish"),
        lines,
        payments,
        covers: 0,
        failed: Vec::new(),
        charges: Vec::new(),
        refund_of: (!partial || dice.chance(50)).then(|| order.id.clone()),
        refund: true,
        ..order.clone()
    };
    if partial {
        let amount = refund.due(house.tax_inside);
        let means = order.payments[0].means;
        if amount == 0 {
            return None;
        }
        refund.payments.push(Payment { means, amount, tip: 0 });
    }
    Some(refund)
}

fn negative(line: &Line) -> Line {
    Line {
        quantity: -line.quantity,
        amount: -line.amount,
        discount: -line.discount,
        share: -line.share,
        tax: -line.tax,
        modifiers: line.modifiers.iter().map(|(name, amount)| (*name, -amount)).collect(),
        ..line.clone()
    }
}

/// Moves orders that end in the same minute of a day to minutes of their own, earlier ones if need be.
fn keep_minutes_apart(orders: &mut Vec<Order>, house: &House) {
    let mut taken = BTreeSet::new();
    orders.retain_mut(|order| {
        let opened = order.opened;
        while order.closed >= opened {
            if house.has(order.closed) && taken.insert(minute(order)) {
                return true;
            }
            order.closed -= 60.seconds();
        }
        false
    });
    // A refund goes with its sale.
    let ids: BTreeSet<String> = orders.iter().map(|order| order.id.clone()).collect();
    orders.retain(|order| order.refund_of.as_ref().is_none_or(|sale| ids.contains(sale)));
}

/// Makes neighbours of a business date one party, which leaves together.
fn join_parties(orders: &mut [Order], house: &House, seed: u64) {
    let mut dice = Dice::new(seed, 99);
    let refunded: BTreeSet<String> = orders.iter().filter_map(|order| order.refund_of.clone()).collect();
    let is_free = |order: &Order| {
        let stays = order.state == State::Closed && !order.refund && !refunded.contains(&order.id);
        stays && order.party.is_none()
    };
    for at in 1..orders.len() {
        let (before, from) = orders.split_at_mut(at);
        let (first, second) = (&mut before[at - 1], &mut from[0]);
        let same_day = house.business_date(first.closed) == house.business_date(second.closed);
        if is_free(first) && is_free(second) && same_day && dice.chance(12) {
            let party = Some((first.id.clone(), first.number));
            (first.closed, second.opened) = (second.closed, first.opened);
            (second.server, second.table) = (first.server, first.table.clone());
            (second.order_type, second.online) = (first.order_type, first.online);
            (first.party, second.party) = (party.clone(), party);
        }
    }
}

fn minute(order: &Order) -> (Date, i8, i8) {
    (order.closed.date(), order.closed.hour(), order.closed.minute())
}

fn number(orders: &mut [Order], house: &House) {
    let mut last: BTreeMap<(Option<Date>, i64), i64> = BTreeMap::new();
    for order in orders {
        let key = match house.numbering {
            Numbering::Unique | Numbering::None => (None, 0),
            Numbering::Daily => (Some(house.business_date(order.closed)), 0),
            Numbering::Register => (None, order.register),
        };
        let number = last.entry(key).or_insert(0);
        *number += 1;
        order.number = *number;
    }
}
