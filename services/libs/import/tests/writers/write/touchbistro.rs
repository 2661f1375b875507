//! TouchBistro's shifts and payments: two tables with titles in one file. A gratuity stands on each payment of its order.

use super::{Ambiguity, Written, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, Sign};
use crate::writers::sheet::{Column, Sheet, figure, text};
use crate::writers::style::{Allowed, Newest, Quoting, Style};
use crate::writers::trade::{Charge, Means, Order, Payment, Refunds, Shift, Trade, Traits};
use jiff::civil::DateTime;

/// What payments tell of.
pub const TRAITS: Traits = Traits {
    charges: &[Charge::Gratuity],
    refunds: Refunds::Whole,
    order_discounts: true,
    gift_used: true,
    tips: true,
    split: true,
    ..Traits::PLAIN
};

/// Styles of the file.
pub const ALLOWED: Allowed = Allowed {
    forms: &[(',', NumberForm { group: Some(','), sign: Sign::Before, ..NumberForm::PLAIN })],
    quotings: &[Quoting::Needed],
    newest_first: Newest::Last,
    ..Allowed::PROGRAM
};

struct Row<'a>(&'a Order, Payment, String);

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Cash",
        Means::GiftCard => "Gift Card",
        Means::Card(name) | Means::Other(name) => name,
    }
    .to_owned()
}

fn moment(at: DateTime) -> String {
    format!("{} {}", DateForm::Iso.write(at.date()), TimeForm::Minutes.write(at))
}

fn kind(order: &Order) -> String {
    match order.payments.len() {
        _ if order.refund => "Refund",
        1 => "Full Payment",
        _ => "Partial Payment",
    }
    .to_owned()
}

/// The file: nothing in it tells the tax.
pub fn payments(trade: &Trade, style: &Style) -> Written {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let number = |order: &Order| {
        let sale = trade.orders.iter().find(|sale| order.refund_of.as_ref() == Some(&sale.id));
        (1000 + sale.unwrap_or(order).number).to_string()
    };
    let rows = trade
        .orders
        .iter()
        .flat_map(|order| order.payments.iter().map(move |payment| Row(order, *payment, number(order))));
    let columns: Vec<Column<'_, Row<'_>>> = vec![
        text("Bill Date", |row: &Row| moment(row.0.closed)),
        text("Order Number", |row: &Row| row.2.clone()),
        text("Name", |row: &Row| row.0.server.to_owned()).optional(),
        text("Type", |row: &Row| kind(row.0)),
        text("Payment Method", |row: &Row| tender(&row.1)),
        figure("Applied to Bill", move |row: &Row| money(row.1.amount)),
        figure("Tip", move |row: &Row| money(row.1.tip)),
        figure("Gratuity", move |row: &Row| money(row.0.charged(Charge::Gratuity))),
    ];
    let payments = Sheet::new(columns, &ordered(rows.collect(), style), style);
    let dates: Vec<_> = trade.orders.iter().map(|order| order.closed.date()).collect();
    let (first, last) = (dates.iter().min().unwrap(), dates.iter().max().unwrap());
    let has_shifts = style.draws("shifts", 60);
    let mut file = String::new();
    if has_shifts {
        file += &format!("maplebistro-shifts-{first}-{last}{}", style.end());
        file += &shifts(trade, style).text(style);
        file += style.end();
        file += &format!("PAYMENTS REPORT{}", style.end());
    }
    file += &format!("maplebistro-payments-{first}-{last}{}", style.end());
    file += &payments.text(style);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view = View { house: &trade.house, by_line: true, date: &date, means: &tender, item: &name_only };
    let paid = trade.orders.iter().filter(|order| !order.payments.is_empty());
    let mut expected = Expected::of(&view, paid).without(&[
        Figure::Gross,
        Figure::Discounts,
        Figure::Net,
        Figure::Tax,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Items,
        Figure::Categories,
    ]);
    if has_shifts {
        let kept = |shift: &Shift| Shift { unpaid: 0, paid_break: 0, overtime: 0, tips: 0, ..shift.clone() };
        expected.shifts = Some(trade.shifts.iter().map(kept).collect());
    }
    Written {
        files: vec![("maplebistro.csv".to_owned(), style.bytes(&file))],
        expected,
        open: vec![Ambiguity::NoTax, Ambiguity::Meaning],
        columns: Vec::new(),
    }
}

/// Shifts: without breaks and overtime.
fn shifts(trade: &Trade, style: &Style) -> Sheet {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let pay = |shift: &Shift| {
        let minutes = shift.minutes().unwrap_or(0);
        crate::writers::trade::money::ratio(shift.wage.unwrap_or(0), minutes, 60)
    };
    let columns: Vec<Column<'_, &Shift>> = vec![
        text("Name", |shift: &&Shift| format!("{} {}", shift.person.0, shift.person.1)),
        text("Staff Type", |shift: &&Shift| shift.job.to_owned()),
        text("Clock-In", |shift: &&Shift| moment(shift.clock_in)),
        text("Clock-Out", |shift: &&Shift| shift.clock_out.map_or_else(String::new, moment)),
        figure("Hourly Rate", move |shift: &&Shift| shift.wage.map_or_else(String::new, money)),
        figure("Pay", move |shift: &&Shift| money(pay(shift))),
    ];
    Sheet::new(columns, &trade.shifts.iter().collect::<Vec<_>>(), style)
}
