//! Toast's nightly files of items, orders and checks. Gross and net of an item are for the row, tax beside.

mod payments;
mod sales;

use super::{Ambiguity, Written, date_order, decimal, refunds_in_sales};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, filler, text};
use crate::writers::style::{Allowed, Newest, Quoting, Style};
use crate::writers::trade::{Charge, Means, Order, OrderType, Payment, Refunds, Trade, Traits};
use jiff::civil::DateTime;

pub use payments::times;
use payments::{payments_file, times_file};
use sales::{checks_file, items_file, orders_file};

/// What items tell of.
pub const ITEMS: Traits = Traits {
    charges: &[],
    refunds: Refunds::None,
    open: false,
    failed: false,
    delivery: false,
    rounding: false,
    modifiers: false,
    parties: true,
    sizes: false,
    ..Traits::RICH
};

/// What orders tell of: gift cards look like food.
pub const ORDERS: Traits = Traits { charges: &[Charge::Gratuity], gift_sold: false, open: true, ..ITEMS };

/// What items and orders tell of.
pub const ITEMS_ORDERS: Traits = Traits { gift_sold: true, ..ORDERS };

/// What items and payments tell of.
pub const PAYMENTS: Traits =
    Traits { charges: &[Charge::Gratuity], refunds: Refunds::WholeWithTips, failed: true, ..ITEMS };

/// What orders and payments tell of.
pub const ORDERS_PAYMENTS: Traits =
    Traits { refunds: Refunds::WholeWithTips, failed: true, line_voids: false, ..ORDERS };

/// What all files tell of.
pub const SET: Traits = Traits { open: true, ..PAYMENTS };

const NUMBERS: NumberForm = NumberForm { quantity: QuantityForm::One, ..NumberForm::PLAIN };

/// Styles of the files.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8, Encoding::Utf8, Encoding::Windows1252],
    forms: &[(',', NUMBERS), (',', NumberForm { quantity: QuantityForm::Short, ..NUMBERS })],
    quotings: &[Quoting::Needed, Quoting::Always],
    dates: &[DateForm::MonthShortest, DateForm::MonthShortest, DateForm::MonthShort],
    times: &[TimeForm::Noon],
    newest_first: Newest::Last,
    choices: 3,
    ..Allowed::PROGRAM
};

/// Date and time in one cell.
pub fn moment(style: &Style, at: DateTime) -> String {
    format!("{} {}", style.date.write(at.date()), style.time.write(at))
}

/// A long number of a check: 17 digits.
pub fn long_id(order: &Order, last: i64) -> String {
    let place: String = order.id.chars().filter(char::is_ascii_digit).collect();
    format!("130000{place:0>8}{last:03}")
}

/// Id and number of the order that a check is of.
pub fn order_id(order: &Order) -> (String, i64) {
    let of = |id: &str| {
        let place: String = id.chars().filter(char::is_ascii_digit).collect();
        format!("130000{place:0>8}122")
    };
    order.party.as_ref().map_or_else(|| (of(&order.id), order.number), |(id, number)| (of(id), *number))
}

fn dining(order: &Order) -> String {
    match order.order_type {
        OrderType::DineIn => "Dine In",
        OrderType::ToGo => "Take Out",
        OrderType::Delivery => "Delivery",
    }
    .to_owned()
}

/// Columns of an order that several files have, after their ids.
pub fn place_columns<'a, R: 'a>(order: impl Fn(&R) -> &'a Order + Copy + 'a) -> Vec<Column<'a, R>> {
    vec![
        text("Server", move |row: &R| order(row).server.to_owned()).optional(),
        text("Table", move |row: &R| order(row).table.clone().unwrap_or_default()).optional(),
        filler("Dining Area", "Main"),
        filler("Service", "Dinner"),
        text("Dining Option", move |row: &R| dining(order(row))).optional(),
    ]
}

/// Toast's word for a means of payment.
pub fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Cash",
        Means::Card(_) => "Credit",
        Means::GiftCard => "Gift Card",
        Means::Other("House Account") => "House Account",
        Means::Other(_) => "Other",
    }
    .to_owned()
}

/// Which files there are.
#[derive(Clone, Copy)]
struct Files {
    items: bool,
    orders: bool,
    checks: bool,
    payments: bool,
    times: bool,
}

/// ItemSelectionDetails alone.
pub fn items(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Files { items: true, orders: false, checks: false, payments: false, times: false })
}

/// OrderDetails alone.
pub fn orders(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Files { items: false, orders: true, checks: false, payments: false, times: false })
}

/// Items and orders.
pub fn items_orders(trade: &Trade, style: &Style) -> Written {
    let checks = style.draws("checks too", 50);
    write(trade, style, Files { items: true, orders: true, checks, payments: false, times: false })
}

/// Items and payments.
pub fn items_payments(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Files { items: true, orders: false, checks: false, payments: true, times: false })
}

/// PaymentDetails alone.
pub fn payments(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Files { items: false, orders: false, checks: false, payments: true, times: false })
}

/// Orders and payments.
pub fn orders_payments(trade: &Trade, style: &Style) -> Written {
    let checks = style.draws("checks too", 50);
    write(trade, style, Files { items: false, orders: true, checks, payments: true, times: false })
}

/// All files of a night.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let (checks, times) = (style.draws("checks too", 50), style.draws("times too", 50));
    write(trade, style, Files { items: true, orders: true, checks, payments: true, times })
}

fn write(trade: &Trade, style: &Style, which: Files) -> Written {
    let mut style = style.clone();
    // Orders and columns are the owner's choice; without them the old form has no orders file.
    style.choice %= 3;
    let orders: Vec<&Order> = trade.orders.iter().filter(|order| !order.refund).collect();
    let mut files = Vec::new();
    let mut unsettled = false;
    if which.items {
        let (name, bytes, numbers) = items_file(trade, &style, &orders);
        files.push((name, bytes));
        unsettled |= numbers;
    }
    if which.orders {
        files.push(orders_file(trade, &style, &orders));
    }
    if which.checks {
        files.push(checks_file(trade, &style, &orders));
    }
    if which.payments {
        files.push(payments_file(trade, &style, &orders));
    }
    if which.times {
        files.push(times_file(trade, &style));
    }
    let view = View {
        house: &trade.house,
        by_line: true,
        date: &|order| trade.house.business_date(order.closed),
        means: &tender,
        item: &name_only,
    };
    let only_payments = which.payments && !which.items && !which.orders;
    let shown = trade
        .orders
        .iter()
        .filter(|order| (which.payments || !order.refund) && (!only_payments || !order.payments.is_empty()));
    let mut expected = Expected::of(&view, shown).without(&[
        Figure::Rounding,
        Figure::ServiceCharges,
        Figure::Cost,
        Figure::Servers,
    ]);
    let missing: &[(bool, &[Figure])] = &[
        (!only_payments, &[Figure::Gross, Figure::Discounts, Figure::Net, Figure::Tax]),
        (which.items, &[Figure::Items, Figure::Categories, Figure::Voids, Figure::Deferred]),
        (which.orders, &[Figure::Covers]),
        // Only orders have the time of their end.
        (which.orders, &[Figure::Hours]),
        (which.orders || which.payments, &[Figure::Tips, Figure::Gratuity]),
        (which.payments, &[Figure::Tenders, Figure::Refunds]),
    ];
    for (is_there, figures) in missing {
        if !is_there {
            expected = expected.without(figures);
        }
    }
    refunds_in_sales(trade, &mut expected);
    // Without items, the checks of a party are one row, and one that is given away has no payment.
    let has_parties = trade.orders.iter().any(|order| order.party.is_some());
    if has_parties && which.orders && !which.items {
        expected = expected.without(&[Figure::Checks, Figure::Hours]);
    }
    if which.times {
        expected.shifts = Some(trade.shifts.clone());
    }
    let dates = trade.orders.iter().flat_map(|order| [order.opened.date(), order.closed.date()]);
    let open: Vec<Ambiguity> =
        date_order(style.date, dates).into_iter().chain(decimal(unsettled, &style)).collect();
    Written { files, expected, open, columns: Vec::new() }
}
