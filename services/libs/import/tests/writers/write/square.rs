//! Square's items detail: a row for each line of a payment. What is no item (tips, charges, gift cards) is not in it.

use super::{Ambiguity, OrderKey, Written, date_order, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_and_size};
use crate::writers::number::{Negative, NumberForm, QuantityForm, Sign};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::money::without_tax;
use crate::writers::trade::{Charge, Country, Line, Order, Refunds, Taxed, Trade, Traits};

/// What happens in an American Square account.
pub const ITEMS: Traits = Traits {
    charges: &[Charge::Gratuity, Charge::Fee],
    voids: false,
    line_voids: false,
    open: false,
    failed: false,
    rounding: false,
    delivery: false,
    ..Traits::RICH
};

/// What happens in an account of Australia or Britain.
pub const ABROAD: Traits = Traits {
    countries: &[Country::Australia, Country::UnitedKingdom],
    taxed: Taxed::Inside,
    refunds: Refunds::Any,
    line_discounts: true,
    weights: true,
    sizes: true,
    modifiers: true,
    ..Traits::PLAIN
};

const DOLLARS: NumberForm =
    NumberForm { group: Some(','), sign: Sign::Before, quantity: QuantityForm::One, ..NumberForm::PLAIN };

/// Styles of American files.
pub const ALLOWED: Allowed = Allowed {
    forms: &[
        (',', DOLLARS),
        (',', NumberForm { group: None, ..DOLLARS }),
        (',', NumberForm { negative: Negative::Parentheses, ..DOLLARS }),
        ('\t', NumberForm { quantity: QuantityForm::Short, ..DOLLARS }),
    ],
    dates: &[DateForm::Iso, DateForm::Iso, DateForm::MonthSlash, DateForm::MonthTwo],
    times: &[TimeForm::Seconds, TimeForm::NoonSeconds],
    newest_first: Newest::First,
    choices: 6,
    ..Allowed::PROGRAM
};

/// Styles of files of Australia and Britain.
pub const ALLOWED_ABROAD: Allowed = Allowed {
    encodings: &[Encoding::Utf8, Encoding::Utf8Marked, Encoding::Windows1252],
    dates: &[DateForm::DaySlash],
    choices: 1,
    ..ALLOWED
};

/// A row: a line and its order.
struct Row<'a> {
    order: &'a Order,
    line: &'a Line,
}

/// The file of items alone.
pub fn items(trade: &Trade, style: &Style) -> Written {
    let (name, bytes, unsettled) = file(trade, style);
    let view = View {
        house: &trade.house,
        by_line: true,
        date: &|order| trade.house.business_date(order.closed),
        means: &|_| String::new(),
        item: &name_and_size,
    };
    let expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Tenders,
    ]);
    let dates = trade.orders.iter().map(|order| order.closed.date());
    let open = date_order(style.date, dates).into_iter().chain(decimal(unsettled, style)).collect();
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}

/// The file: name, bytes, whether its numbers read two ways.
pub fn file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let rows = trade.orders.iter().flat_map(|order| {
        let sold = order.lines.iter().filter(|line| line.counts());
        sold.map(move |line| Row { order, line })
    });
    let rows = ordered(rows.collect(), style);
    let sheet = Sheet::new(columns(trade, style), &rows, style);
    ("items-2026.csv".to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

/// The id that a refund is shown under: its own, or that of its sale.
pub fn transaction(order: &Order, style: &Style) -> String {
    let by_sale = style.choice < 4 && style.draws("refunds keep the id", 50);
    match &order.refund_of {
        Some(sale) if by_sale => sale.clone(),
        _ => order.id.clone(),
    }
}

fn columns<'a>(trade: &'a Trade, style: &'a Style) -> Vec<Column<'a, Row<'a>>> {
    let age = style.choice;
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    // Without a column that tells of refunds, the quantity does.
    let positive = age < 4 && style.draws("refunds have quantities of sales", 50);
    let mut columns: Vec<Column<'a, Row<'a>>> = vec![
        text("Date", |row: &Row| style.date.write(row.order.closed.date())),
        text("Time", |row: &Row| style.time.write(row.order.closed)),
    ];
    if age != 5 {
        columns.push(text("Time Zone", |_| zone_name(trade.house.zone).to_owned()).optional());
    }
    columns.extend([
        text("Category", |row: &Row| row.line.category.unwrap_or("None").to_owned()),
        text("Item", |row: &Row| row.line.name.clone()),
        figure("Qty", move |row: &Row| {
            let quantity = row.line.quantity;
            style.number.quantity(if positive { quantity.abs() } else { quantity })
        }),
        text("Price Point Name", |row: &Row| row.line.size.unwrap_or("Regular").to_owned()),
        text("SKU", |_| String::new()).optional(),
        text("Modifiers Applied", |row: &Row| modifiers(row.line)).optional(),
        figure("Gross Sales", move |row: &Row| money(row.line.amount)),
        figure("Discounts", move |row: &Row| money(-row.line.off())),
        figure("Net Sales", move |row: &Row| money(row.line.charged())),
        figure("Tax", move |row: &Row| money(row.line.tax)),
        text("Transaction ID", |row: &Row| transaction(row.order, style)),
    ]);
    if age != 4 {
        columns.push(text("Payment ID", |row: &Row| format!("p{}", row.order.id)).optional());
    }
    if age >= 4 {
        return columns;
    }
    columns.push(filler("Device Name", "Square Register 1"));
    columns.extend(blanks("Notes,Details"));
    columns.push(text("Event Type", |row: &Row| event(row.order).to_owned()));
    columns.extend([filler("Location", "Main St"), filler("Dining Option", "For Here")]);
    columns.extend(blanks("Customer ID,Customer Name,Customer Reference ID"));
    columns.push(filler("Unit", "ea"));
    columns.push(figure("Count", |row: &Row| (row.line.quantity / 1000).max(1).to_string()).optional());
    if age <= 1 {
        columns.extend(blanks("GTIN"));
    }
    columns.extend([filler("Itemization Type", "Physical Good"), filler("Commission", "$0.00")]);
    columns.push(text("Employee", |row: &Row| row.order.server.to_owned()).optional());
    columns.extend(match age {
        0 => blanks("Fulfillment Note,Channel,Token,Card Brand,PAN Suffix"),
        1 => blanks("Fulfillment Note,Channel,Token"),
        2 => blanks("Record ID"),
        _ => Vec::new(),
    });
    columns
}

/// `Payment` or `Refund`.
pub fn event(order: &Order) -> &'static str {
    if order.refund { "Refund" } else { "Payment" }
}

/// The display name of a time zone.
pub fn zone_name(zone: &str) -> &'static str {
    match zone {
        "America/Chicago" => "Central Time (US & Canada)",
        "America/Los_Angeles" => "Pacific Time (US & Canada)",
        _ => "Eastern Time (US & Canada)",
    }
}

fn modifiers(line: &Line) -> String {
    line.modifiers.iter().map(|modifier| modifier.0).collect::<Vec<_>>().join(", ")
}

/// The file of Australia and Britain: `Product Sales` is what Americans call `Gross Sales`, which here is with tax. It has days, no
/// times, and no numbers of orders.
pub fn abroad(trade: &Trade, style: &Style) -> Written {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let net = |line: &Line| without_tax(line.amount, line.off(), line.tax);
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        text("Date", |row: &Row| style.date.write(row.order.closed.date())),
        text("Category", |row: &Row| row.line.category.unwrap_or("None").to_owned()),
        text("Item", |row: &Row| row.line.name.clone()),
        figure("Qty", |row: &Row| style.number.quantity(row.line.quantity)),
        text("Price Point Name", |row: &Row| row.line.size.unwrap_or("Regular").to_owned()),
        text("SKU", |_| String::new()).optional(),
        text("Modifiers Applied", |row: &Row| modifiers(row.line)).optional(),
        figure("Product Sales", move |row: &Row| money(net(row.line).0)),
        figure("Discounts", move |row: &Row| money(-net(row.line).1)),
        figure("Net Sales", move |row: &Row| money(row.line.charged() - row.line.tax)),
        figure("Tax", move |row: &Row| money(row.line.tax)),
        figure("Gross Sales", move |row: &Row| money(row.line.charged())),
        filler("Location", "Fitzroy"),
    ];
    columns.extend(blanks("Dining Option,Customer ID,Customer Name,Customer Reference ID"));
    columns.push(filler("Unit", "ea"));
    columns.push(figure("Count", |row: &Row| (row.line.quantity / 1000).to_string()).optional());
    columns.push(filler("Channel", "Fitzroy"));
    let rows = trade.orders.iter().flat_map(|order| order.lines.iter().map(move |line| Row { order, line }));
    let rows = ordered(rows.collect(), style);
    let sheet = Sheet::new(columns, &rows, style);
    let view = View {
        house: &trade.house,
        by_line: true,
        date: &|order| order.closed.date(),
        means: &|_| String::new(),
        item: &name_and_size,
    };
    let expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Checks,
        Figure::Refunds,
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Hours,
        Figure::Cost,
        Figure::Tenders,
    ]);
    let dates = trade.orders.iter().map(|order| order.closed.date());
    let mut open: Vec<Ambiguity> = date_order(style.date, dates).into_iter().collect();
    open.extend(decimal(sheet.unsettled_numbers, style));
    open.push(Ambiguity::Order { key: OrderKey::Unknown });
    Written { files: vec![("items.csv".to_owned(), sheet.bytes(style))], expected, open, columns: Vec::new() }
}
