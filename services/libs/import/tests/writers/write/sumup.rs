//! SumUp's sales report and its transactions. Tax is inside. A refund is one row without a name, under its sale's number.

use super::{Written, decimal, ordered, refunds_in_sales};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm, Zeros};
use crate::writers::sheet::{Column, Sheet, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::{Country, Line, Means, Order, Payment, Refunds, Taxed, Trade, Traits};

/// What the sales report tells of.
pub const SALES: Traits = Traits {
    countries: &[Country::Germany, Country::Switzerland],
    taxed: Taxed::Inside,
    refunds: Refunds::Whole,
    line_discounts: true,
    order_discounts: true,
    comps: true,
    tips: true,
    weights: true,
    ..Traits::PLAIN
};

/// What transactions tell of: discounts are in no column, gifts in no row.
pub const TRANSACTIONS: Traits = Traits {
    countries: &[Country::Germany, Country::Switzerland, Country::France],
    comps: false,
    failed: true,
    sizes: true,
    modifiers: true,
    ..SALES
};

/// What both tell of.
pub const SET: Traits = Traits { failed: true, ..SALES };

const POINTS: NumberForm =
    NumberForm { zeros: Zeros::Two, quantity: QuantityForm::Short, ..NumberForm::PLAIN };
const COMMAS: NumberForm = NumberForm { decimal: ',', ..POINTS };

/// Styles of the files: as they come, and as a German spreadsheet saves them.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8, Encoding::Utf8Marked, Encoding::Windows1252],
    forms: &[(',', POINTS), (',', NumberForm { zeros: Zeros::One, ..POINTS }), (';', COMMAS)],
    dates: &[DateForm::Dots],
    times: &[TimeForm::Minutes],
    newest_first: Newest::First,
    choices: 12,
    ..Allowed::PROGRAM
};

pub(super) fn number(order: &Order) -> String {
    format!("T{}", order.id)
}

/// A row of the sales report: a line, or the whole of a refund.
struct Row<'a>(&'a Order, Option<&'a Line>, String);

fn sales_tender(payment: &Payment, english: bool) -> String {
    match payment.means {
        Means::Cash if english => "Cash",
        Means::Cash => "Bar",
        Means::Card("Mastercard") => "MC",
        Means::Card(brand) => brand,
        Means::GiftCard => "Gutschein",
        Means::Other(name) => name,
    }
    .to_owned()
}

/// The age of the report: 0 has categories, 2 is the English form of 2023, which has no column of discounts.
pub(super) fn age(trade: &Trade, style: &Style) -> usize {
    let has_discounts = trade.orders.iter().any(|order| order.sum().discount != 0);
    style.choice % if has_discounts { 2 } else { 3 }
}

pub(super) fn sales_file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let age = age(trade, style);
    let english = age == 2;
    let mut rows = Vec::new();
    for order in &trade.orders {
        let sale = order.refund_of.as_ref().and_then(|id| trade.orders.iter().find(|sale| sale.id == *id));
        let number = number(sale.unwrap_or(order));
        if order.refund {
            rows.push(Row(order, None, number));
        } else {
            rows.extend(order.lines.iter().map(|line| Row(order, Some(line), number.clone())));
        }
    }
    let columns =
        if english { english_columns(trade, style) } else { german_columns(trade, style, age == 0) };
    let sheet = Sheet::new(columns, &ordered(rows, style), style);
    let name = if english { "sales-report.csv" } else { "Verkaufsbericht.csv" };
    (name.to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

fn paid_by(order: &Order, english: bool) -> String {
    let cash = Payment { means: Means::Cash, amount: 0, tip: 0 };
    sales_tender(order.payments.first().unwrap_or(&cash), english)
}

/// A column of money: of a line, and of a whole refund, if it says that.
fn money_column<'a>(
    trade: &'a Trade,
    style: &'a Style,
    name: &str,
    of: fn(&Line) -> i64,
    of_refund: bool,
) -> Column<'a, Row<'a>> {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    figure(name, move |row: &Row| match row.1 {
        Some(line) => money(of(line)),
        None if of_refund => money(row.0.due(true)),
        None => String::new(),
    })
}

fn quantity(style: &Style, row: &Row<'_>) -> String {
    row.1.map_or_else(|| "1".to_owned(), |line| style.number.quantity(line.quantity))
}

fn rate(row: &Row<'_>) -> String {
    row.1.map_or_else(String::new, |line| format!("{}%", line.rate as f64 / 100.0))
}

fn german_columns<'a>(trade: &'a Trade, style: &'a Style, new: bool) -> Vec<Column<'a, Row<'a>>> {
    let refund = if style.draws("refunds in German", 50) { "Rückerstattung" } else { "Refund" };
    let mut columns: Vec<Column<'a, Row<'a>>> = vec![
        text("Datum", |row: &Row| {
            format!("{}, {}", style.date.write(row.0.closed.date()), style.time.write(row.0.closed))
        }),
        text("Typ", move |row: &Row| if row.0.refund { refund } else { "Verkauf" }.to_owned()),
        text("Transaktionsnummer", |row: &Row| row.2.clone()),
        text("Zahlungsmethode", |row: &Row| paid_by(row.0, false)),
        figure("Menge", |row: &Row| quantity(style, row)),
        text("Beschreibung", |row: &Row| row.1.map_or_else(String::new, |line| line.name.clone())),
    ];
    if new {
        columns.push(text("Category", |row: &Row| {
            row.1.and_then(|line| line.category).unwrap_or("").to_owned()
        }));
        columns.push(filler("Sku", ""));
    }
    columns.extend([
        text("Währung", |_: &Row| trade.house.country.currency().0.to_owned()).optional(),
        money_column(trade, style, "Preis vor Rabatt", |line| line.amount, true),
        money_column(trade, style, "Rabatt", Line::off, false),
        money_column(trade, style, "Preis (brutto)", Line::charged, true),
        money_column(trade, style, "Preis (netto)", |line| line.charged() - line.tax, false),
        money_column(trade, style, "Steuer", |line| line.tax, false),
        text("Steuersatz", |row: &Row| rate(row)).optional(),
        filler("Konto", "kasse@example.de"),
    ]);
    columns
}

fn english_columns<'a>(trade: &'a Trade, style: &'a Style) -> Vec<Column<'a, Row<'a>>> {
    vec![
        filler("Account", "till@example.de"),
        text("Date", |row: &Row| DateForm::DotsShort.write(row.0.closed.date())),
        text("Time", |row: &Row| style.time.write(row.0.closed)),
        text("Type", |row: &Row| if row.0.refund { "Refund" } else { "Sales" }.to_owned()),
        text("Transaction ID", |row: &Row| row.2.clone()),
        text("Receipt Number", |row: &Row| format!("S2023{:07}", row.0.number)).optional(),
        text("Payment Method", |row: &Row| paid_by(row.0, true)),
        figure("Quantity", |row: &Row| quantity(style, row)),
        text("Description", |row: &Row| row.1.map_or_else(String::new, |line| line.name.clone())),
        text("Currency", |_: &Row| trade.house.country.currency().0.to_owned()).optional(),
        money_column(trade, style, "Price (Gross)", Line::charged, true),
        money_column(trade, style, "Price (Net)", |line| line.charged() - line.tax, false),
        money_column(trade, style, "Tax", |line| line.tax, false),
        text("Tax rate", |row: &Row| rate(row)).optional(),
        filler("Transaction refunded", ""),
    ]
}

pub(super) fn expected(
    trade: &Trade,
    tender: &dyn Fn(&Payment) -> String,
    shown: impl Fn(&Order) -> bool,
) -> Expected {
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view = View { house: &trade.house, by_line: true, date: &date, means: tender, item: &name_only };
    let mut expected = Expected::of(&view, trade.orders.iter().filter(|order| shown(order))).without(&[
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
    ]);
    refunds_in_sales(trade, &mut expected);
    expected
}

/// The sales report alone.
pub fn sales(trade: &Trade, style: &Style) -> Written {
    let (name, bytes, unsettled) = sales_file(trade, style);
    let english = age(trade, style) == 2;
    let mut expected =
        expected(trade, &|payment| sales_tender(payment, english), |_| true).without(&[Figure::Tips]);
    for tender in
        expected.days.values_mut().filter_map(|day| day.tenders.as_mut()).flat_map(|day| day.values_mut())
    {
        (tender.tips, tender.with_tips) = (None, None);
    }
    if age(trade, style) != 0 {
        expected = expected.without(&[Figure::Categories]);
    }
    let open = decimal(unsettled, style).into_iter().collect();
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}
