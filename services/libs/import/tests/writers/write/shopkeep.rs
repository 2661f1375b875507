//! ShopKeep's transactions by item: costs of one piece, returns as transactions of their own.

use super::{Written, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::{Line, Order, Refunds, Trade, Traits};
use jiff::fmt::strtime;

/// What happens in a shop.
pub const TRAITS: Traits = Traits {
    refunds: Refunds::Any,
    line_discounts: true,
    order_discounts: true,
    comps: true,
    tips: true,
    split: true,
    weights: true,
    modifiers: true,
    ..Traits::PLAIN
};

const NUMBERS: NumberForm = NumberForm { quantity: QuantityForm::Short, ..NumberForm::PLAIN };

/// Styles of the file.
pub const ALLOWED: Allowed = Allowed {
    forms: &[
        (',', NUMBERS),
        (',', NumberForm { quantity: QuantityForm::Three, group: Some(','), ..NUMBERS }),
    ],
    newest_first: Newest::Either,
    ..Allowed::PROGRAM
};

struct Row<'a>(&'a Order, &'a Line);

/// The file.
pub fn items(trade: &Trade, style: &Style) -> Written {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let offset = style.draws("offsets", 50);
    let moment = |row: &Row<'_>| {
        let at = row.0.closed;
        if offset {
            let zoned = at.to_zoned(trade.house.time_zone()).unwrap();
            return strtime::format("%Y-%m-%d %H:%M:%S %z", &zoned).unwrap();
        }
        format!("{} {}", DateForm::Iso.write(at.date()), TimeForm::Seconds.write(at))
    };
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        text("Time", moment),
        text("Register Name/Number", |row: &Row| format!("Register {}", row.0.register)).optional(),
        text("Cashier Name", |row: &Row| row.0.cashier.to_owned()).optional(),
        text("Operation Type", |row: &Row| if row.0.refund { "Return" } else { "Sale" }.to_owned()),
    ];
    columns.extend(blanks("Store Code,UPC"));
    columns.extend([
        text("Line Item", |row: &Row| row.1.name.clone()),
        text("Department", |row: &Row| row.1.category.unwrap_or("").to_owned()).optional(),
        text("Category", |row: &Row| row.1.category.unwrap_or("").to_owned()),
    ]);
    columns.extend(blanks("Supplier,Supplier Code"));
    columns.extend([
        figure("Cost", move |row: &Row| row.1.cost.map_or_else(String::new, money)),
        figure("Price", move |row: &Row| money(row.1.price)).optional(),
        figure("Quantity", |row: &Row| style.number.quantity(row.1.quantity)),
        text("Modifiers", |row: &Row| {
            row.1.modifiers.iter().map(|modifier| modifier.0).collect::<Vec<_>>().join(", ")
        })
        .optional(),
        figure("Subtotal", move |row: &Row| money(row.1.amount)),
        figure("Discounts", move |row: &Row| money(-row.1.off())),
        figure("Net Total", move |row: &Row| money(row.1.charged())),
        figure("Tax", move |row: &Row| money(row.1.tax)),
        figure("Total Due", move |row: &Row| money(row.1.charged() + row.1.tax)).optional(),
        text("Transaction ID", |row: &Row| row.0.id.clone()),
    ]);
    columns.extend(blanks("Customer ID"));
    let rows = trade.orders.iter().flat_map(|order| order.lines.iter().map(move |line| Row(order, line)));
    let sheet = Sheet::new(columns, &ordered(rows.collect(), style), style);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view =
        View { house: &trade.house, by_line: true, date: &date, means: &|_| String::new(), item: &name_only };
    let expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Tenders,
    ]);
    Written {
        files: vec![("transactions_by_item.csv".to_owned(), sheet.bytes(style))],
        expected,
        open: decimal(sheet.unsettled_numbers, style).into_iter().collect(),
        columns: Vec::new(),
    }
}
