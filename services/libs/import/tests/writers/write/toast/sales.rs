//! Toast's files of items, orders and checks.

use super::{long_id, moment, order_id, place_columns, tender};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::Style;
use crate::writers::trade::{Charge, Line, Order, State, Trade};
use crate::writers::write::ordered;
use jiff::ToSpan;

struct Row<'a> {
    order: &'a Order,
    line: &'a Line,
    place: usize,
}

/// ItemSelectionDetails.csv, and whether its numbers read two ways.
pub fn items_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>, bool) {
    let has_gift = orders.iter().any(|order| order.deferred() != 0);
    let old = style.choice == 2 && !has_gift;
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let silent = style.draws("discounts stand between gross and net", 30);
    let voided = |row: &Row| row.line.voided || row.order.state == State::Voided;
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        filler("Location", "Riverside Tavern"),
        text("Order Id", |row: &Row| order_id(row.order).0),
        text("Order #", |row: &Row| order_id(row.order).1.to_string()),
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

/// The checks of an order.
type Checks<'a> = Vec<&'a Order>;

/// Checks by their order, in the order of the first of each.
fn parties<'a>(orders: &[&'a Order]) -> Vec<Checks<'a>> {
    let mut parties: Vec<Checks<'a>> = Vec::new();
    for order in orders {
        let of_party = parties.iter_mut().find(|checks| order_id(checks[0]) == order_id(order));
        match of_party {
            Some(checks) => checks.push(order),
            None => parties.push(vec![order]),
        }
    }
    parties
}

/// OrderDetails.csv: `Amount` is after discounts; of a voided order all is 0.
pub fn orders_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let amount = |name, of: fn(&Order) -> i64| {
        let kept = move |order: &&&Order| order.state != State::Voided;
        figure(name, move |checks: &Checks| money(checks.iter().filter(kept).map(|order| of(order)).sum()))
    };
    let end = |checks: &Checks| {
        if checks[0].is_closed() { moment(style, checks[0].closed) } else { String::new() }
    };
    let sold = |order: &Order| order.sum().amount - order.sum().discount + order.deferred();
    let mut columns: Vec<Column<'_, Checks<'_>>> = vec![
        filler("Location", "Riverside Tavern"),
        text("Order Id", |checks: &Checks| order_id(checks[0]).0),
        text("Order #", |checks: &Checks| order_id(checks[0]).1.to_string()),
        text("Checks", |checks: &Checks| {
            checks.iter().map(|order| order.number.to_string()).collect::<Vec<_>>().join(", ")
        })
        .optional(),
        text("Opened", |checks: &Checks| moment(style, checks[0].opened)),
        text("# of Guests", |checks: &Checks| {
            checks.iter().map(|order| order.covers).sum::<i64>().to_string()
        }),
        filler("Tab Names", ""),
    ];
    columns.extend(place_columns(|checks: &Checks<'_>| checks[0]));
    columns.extend([
        text("Revenue Center", |_: &Checks| "None".to_owned()).optional(),
        amount("Discount Amount", |order| order.sum().discount),
        amount("Amount", sold),
        amount("Tax", |order| order.sum().tax),
        amount("Tip", Order::tips),
        amount("Gratuity", |order| order.charged(Charge::Gratuity)),
        amount("Total", |order| order.due(false) + order.tips()),
        text("Voided", |checks: &Checks| (checks[0].state == State::Voided).to_string()),
        text("Paid", end),
        text("Closed", end),
        filler("Duration (Opened to Paid)", "00:43:22"),
        text("Order Source", |checks: &Checks| {
            if checks[0].online { "Online" } else { "In Store" }.to_owned()
        })
        .optional(),
    ]);
    ("OrderDetails.csv".to_owned(), Sheet::new(columns, &parties(orders), style).bytes(style))
}

/// CheckDetails.csv: says nothing that the others do not.
pub fn checks_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>) {
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
