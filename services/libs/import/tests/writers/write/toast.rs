//! Toast's nightly files of items, orders and checks. Gross and net of an item are for the row, tax beside.

use super::toast_payments::{payments_file, refunds_in_sales, times_file};
use super::{Ambiguity, Written, date_order, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Quoting, Style};
use crate::writers::trade::{Charge, Line, Means, Order, OrderType, Payment, Refunds, State, Trade, Traits};
use jiff::ToSpan;
use jiff::civil::DateTime;

/// What items tell of.
pub const ITEMS: Traits = Traits {
    charges: &[],
    refunds: Refunds::None,
    open: false,
    failed: false,
    delivery: false,
    rounding: false,
    modifiers: false,
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

/// A long number of an order: 17 digits.
pub fn long_id(order: &Order, last: i64) -> String {
    let place: String = order.id.chars().filter(char::is_ascii_digit).collect();
    format!("130000{place:0>8}{last:03}")
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

struct Row<'a> {
    order: &'a Order,
    line: &'a Line,
    place: usize,
}

/// ItemSelectionDetails.csv.
fn items_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>, bool) {
    let has_gift = orders.iter().any(|order| order.deferred() != 0);
    let old = style.choice == 2 && !has_gift;
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let silent = style.draws("discounts stand between gross and net", 30);
    let voided = |row: &Row| row.line.voided || row.order.state == State::Voided;
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        filler("Location", "Riverside Tavern"),
        text("Order Id", |row: &Row| long_id(row.order, 122)),
        text("Order #", |row: &Row| row.order.number.to_string()),
        text("Sent Date", |row: &Row| moment(style, row.order.opened + 90.seconds())).optional(),
        text("Order Date", |row: &Row| moment(style, row.order.opened)),
        text("Check Id", |row: &Row| long_id(row.order, 1)),
    ];
    let mut place = place_columns(|row: &Row| row.order);
    if old {
        place.truncate(2);
    }
    columns.extend(place);
    columns.extend([
        text("Item Selection Id", |row: &Row| format!("{}{:02}", long_id(row.order, 3), row.place)),
        text("Item Id", |row: &Row| dish_id(trade, row.line)).optional(),
        text("Master Id", |row: &Row| dish_id(trade, row.line)).optional(),
    ]);
    columns.extend(blanks("SKU"));
    if style.choice == 0 {
        columns.extend(blanks("PLU"));
    }
    columns.push(text("Menu Item", |row: &Row| row.line.name.clone()));
    if !old {
        columns.extend(blanks("Menu Subgroup(s)"));
        columns.extend([filler("Menu Group", "All"), filler("Menu", "Dinner")]);
    }
    columns.extend([
        text("Sales Category", |row: &Row| row.line.category.unwrap_or("").to_owned()),
        figure("Gross Price", move |row: &Row| money(row.line.amount)),
        figure(if style.choice == 0 { "Discount" } else { "Discnt" }, move |row: &Row| {
            if silent { "0.0".to_owned() } else { money(row.line.off()) }
        }),
        figure("Net Price", move |row: &Row| money(row.line.charged())),
        figure("Qty", |row: &Row| style.number.quantity(row.line.quantity)),
        text("Tax", move |row: &Row| format!("{}000000", money(row.line.tax))),
        text("Void?", move |row: &Row| voided(row).to_string()),
    ]);
    if !old {
        columns.push(text("Deferred", |row: &Row| row.line.deferred.to_string()));
        columns.extend([filler("Tax Exempt", "false"), filler("Tax Inclusion Option", "Tax Not Included")]);
        columns.extend([filler("Dining Option Tax", "No Effect"), filler("Tab Name", "")]);
    }
    let rows = orders.iter().flat_map(|order| {
        order.lines.iter().enumerate().map(move |(place, line)| Row { order, line, place })
    });
    let rows = ordered(rows.collect(), style);
    let sheet = Sheet::new(columns, &rows, style);
    ("ItemSelectionDetails.csv".to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

fn dish_id(trade: &Trade, line: &Line) -> String {
    line.dish.map_or_else(|| "1300000009".to_owned(), |dish| format!("130000{}", trade.menu[dish].id))
}

/// OrderDetails.csv: `Amount` is after discounts; of a voided order all is 0.
fn orders_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let amount = |name, of: fn(&Order) -> i64| {
        figure(name, move |order: &&Order| money(if order.state == State::Voided { 0 } else { of(order) }))
    };
    let end = |order: &&Order| if order.is_closed() { moment(style, order.closed) } else { String::new() };
    let sold = |order: &Order| order.sum().amount - order.sum().discount + order.deferred();
    let mut columns: Vec<Column<'_, &Order>> = vec![
        filler("Location", "Riverside Tavern"),
        text("Order Id", |order: &&Order| long_id(order, 122)),
        text("Order #", |order: &&Order| order.number.to_string()),
        text("Checks", |order: &&Order| order.number.to_string()).optional(),
        text("Opened", |order: &&Order| moment(style, order.opened)),
        text("# of Guests", |order: &&Order| order.covers.to_string()),
        filler("Tab Names", ""),
    ];
    columns.extend(place_columns(|order: &&Order| *order));
    columns.extend([
        text("Revenue Center", |_: &&Order| "None".to_owned()).optional(),
        amount("Discount Amount", |order| order.sum().discount),
        amount("Amount", sold),
        amount("Tax", |order| order.sum().tax),
        amount("Tip", Order::tips),
        amount("Gratuity", |order| order.charged(Charge::Gratuity)),
        amount("Total", |order| order.due(false) + order.tips()),
        text("Voided", |order: &&Order| (order.state == State::Voided).to_string()),
        text("Paid", end),
        text("Closed", end),
        filler("Duration (Opened to Paid)", "00:43:22"),
        text("Order Source", |order: &&Order| if order.online { "Online" } else { "In Store" }.to_owned())
            .optional(),
    ]);
    ("OrderDetails.csv".to_owned(), Sheet::new(columns, orders, style).bytes(style))
}

/// CheckDetails.csv: says nothing that the others do not.
fn checks_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let items =
        |order: &Order| order.lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>().join(", ");
    let count = |order: &Order, cents: i64| money(if order.state == State::Voided { 0 } else { cents });
    let mut columns: Vec<Column<'_, &Order>> =
        blanks("Customer Id,Customer,Customer Phone,Customer Email,Location Code");
    columns.extend([
        text("Opened Date", |order: &&Order| DateForm::MonthTwo.write(order.opened.date())),
        text("Opened Time", |order: &&Order| TimeForm::NoonTwo.write(order.opened)),
        text("Item Description", move |order: &&Order| items(order)),
        text("Server", |order: &&Order| order.server.to_owned()),
        figure("Tax", move |order: &&Order| count(order, order.sum().tax)),
        text("Tender", |order: &&Order| order.payments.iter().map(tender).collect::<Vec<_>>().join(", ")),
        text("Check Id", |order: &&Order| long_id(order, 1)),
        text("Check #", |order: &&Order| order.number.to_string()),
        figure("Total", move |order: &&Order| count(order, order.due(false))),
        filler("Customer Family", ""),
        text("Table Size", |order: &&Order| order.covers.to_string()),
        figure("Discount", move |order: &&Order| count(order, order.sum().discount)),
        text("Reason of Discount", |order: &&Order| order.discount_name.unwrap_or("").to_owned()),
        filler("Link", ""),
    ]);
    ("CheckDetails.csv".to_owned(), Sheet::new(columns, orders, style).bytes(style))
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
    let shown = trade.orders.iter().filter(|order| which.payments || !order.refund);
    let mut expected =
        Expected::of(&view, shown).without(&[Figure::Rounding, Figure::ServiceCharges, Figure::Cost]);
    let missing: &[(bool, &[Figure])] = &[
        (which.items, &[Figure::Items, Figure::Categories, Figure::Voids, Figure::Deferred]),
        (which.orders, &[Figure::Covers]),
        (which.orders || which.payments, &[Figure::Tips, Figure::Gratuity]),
        (which.payments, &[Figure::Tenders, Figure::Refunds]),
    ];
    for (is_there, figures) in missing {
        if !is_there {
            expected = expected.without(figures);
        }
    }
    refunds_in_sales(trade, &mut expected);
    if which.times {
        expected.shifts = Some(trade.shifts.clone());
    }
    let dates = trade.orders.iter().flat_map(|order| [order.opened.date(), order.closed.date()]);
    let open: Vec<Ambiguity> =
        date_order(style.date, dates).into_iter().chain(decimal(unsettled, &style)).collect();
    Written { files, expected, open, columns: Vec::new() }
}
