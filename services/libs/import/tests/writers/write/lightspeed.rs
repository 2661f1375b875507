//! Lightspeed L's receipts in Dutch: tax inside, three dates in a row of which the end counts, a counter receipt for each cancelled
//! one.

use super::{Ambiguity, Written, date_order, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::NumberForm;
use crate::writers::sheet::{Column, Sheet, figure, filler, text};
use crate::writers::style::{Allowed, LineEnd, Newest, Quoting, Style};
use crate::writers::trade::{Country, Means, Order, OrderType, Payment, State, Taxed, Trade, Traits};
use jiff::civil::DateTime;

/// What receipts tell of.
pub const TRAITS: Traits = Traits {
    countries: &[Country::Belgium],
    taxed: Taxed::Inside,
    voids: true,
    crossing: true,
    line_discounts: true,
    order_discounts: true,
    comps: true,
    tips: true,
    open: true,
    weights: true,
    modifiers: true,
    ..Traits::PLAIN
};

const COMMAS: NumberForm = NumberForm { decimal: ',', group: Some('.'), ..NumberForm::PLAIN };

/// Styles of the file.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf16, Encoding::Utf16, Encoding::Utf8, Encoding::Utf16Unmarked],
    forms: &[('\t', COMMAS), (';', COMMAS), (';', NumberForm { group: None, ..COMMAS })],
    quotings: &[Quoting::Needed, Quoting::Always],
    line_ends: &[LineEnd::CrLf],
    dates: &[DateForm::DaySlash, DateForm::DayDash],
    times: &[TimeForm::Minutes],
    newest_first: Newest::Last,
    ..Allowed::PROGRAM
};

/// A receipt; whether it is the counter receipt of a cancelled one; its number.
struct Row<'a>(&'a Order, bool, usize);

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Contant",
        Means::Card("Visa") => "Visa",
        Means::Card(_) => "Bancontact",
        Means::GiftCard => "Cadeaubon",
        Means::Other(name) => name,
    }
    .to_owned()
}

/// The file. Its money columns are not published.
pub fn receipts(trade: &Trade, style: &Style) -> Written {
    let moment = |at: DateTime| format!("{} {}", style.date.write(at.date()), style.time.write(at));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for order in &trade.orders {
        rows.push(Row(order, false, rows.len()));
        if order.state == State::Voided {
            rows.push(Row(order, true, rows.len()));
        }
    }
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let amount = |name, of: fn(&Order) -> i64| {
        figure(name, move |row: &Row| money(if row.1 { -of(row.0) } else { of(row.0) }))
    };
    let end = |row: &Row<'_>| if row.0.state == State::Open { String::new() } else { moment(row.0.closed) };
    let columns: Vec<Column<'_, Row<'_>>> = vec![
        filler("Bedrijfs-ID", "34001"),
        filler("Bedrijfsnaam", "Brasserie De Kaai"),
        text("Volgnummer", |row: &Row| (row.2 + 1).to_string()).optional(),
        text("Kasticket-ID", |row: &Row| (8400 + row.2).to_string()),
        text("Aanmaakdatum", |row: &Row| moment(row.0.opened)),
        text("Laatst aangepast", |row: &Row| moment(row.0.closed)).optional(),
        text("Voltooiingsdatum", end),
        text("Status", |row: &Row| {
            if row.0.state == State::Open { "In behandeling" } else { "Betaald" }.to_owned()
        }),
        text("Type", |row: &Row| {
            if row.0.order_type == OrderType::DineIn { "Tafel" } else { "Toog" }.to_owned()
        })
        .optional(),
        text("Annuleringsstatus", |row: &Row| {
            match (row.0.state, row.1) {
                (State::Voided, true) => "Annuleren",
                (State::Voided, false) => "Geannuleerd",
                _ => "",
            }
            .to_owned()
        }),
        text("Aantal personen", |row: &Row| row.0.covers.to_string()),
        amount("Bruto totaal", |order| order.sum().amount),
        amount("Korting", |order| order.sum().discount),
        amount("Totaal incl. btw", |order| order.sum().amount - order.sum().discount),
        amount("Btw", |order| order.sum().tax),
        amount("Fooi", Order::tips),
        text("Betaalmethode", |row: &Row| match row.0.payments.first() {
            Some(payment) => tender(payment),
            None if row.0.state == State::Voided => "Contant".to_owned(),
            None => String::new(),
        }),
    ];
    let dates: Vec<_> =
        trade.orders.iter().flat_map(|order| [order.opened.date(), order.closed.date()]).collect();
    let sheet = Sheet::new(columns, &ordered(rows, style), style);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view = View { house: &trade.house, by_line: false, date: &date, means: &tender, item: &name_only };
    let expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Refunds,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Servers,
        Figure::Cost,
        Figure::Items,
        Figure::Categories,
    ]);
    let mut open: Vec<Ambiguity> = date_order(style.date, dates).into_iter().collect();
    open.extend(decimal(sheet.unsettled_numbers, style));
    open.push(Ambiguity::Meaning);
    Written {
        files: vec![("kastickets.csv".to_owned(), sheet.bytes(style))],
        expected,
        open,
        columns: Vec::new(),
    }
}
