//! Toast's files of payments and shifts. A refund stands in the row of the payment that it gives back.

use super::{long_id, moment, order_id, place_columns, tender};
use crate::writers::expected::Expected;
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::Style;
use crate::writers::trade::money::{ratio, spread};
use crate::writers::trade::{Charge, Means, Order, Payment, Shift, State, Trade};
use crate::writers::write::{Written, date_order};

struct Row<'a> {
    order: &'a Order,
    payment: Payment,
    place: usize,
    gratuity: i64,
    status: &'static str,
    refund: Option<&'a Order>,
}

/// PaymentDetails.csv: `Amount` holds the tax, neither tip nor gratuity.
pub fn payments_file(trade: &Trade, style: &Style, orders: &[&Order]) -> (String, Vec<u8>) {
    let mut rows = Vec::new();
    for order in orders {
        for (place, payment) in order.failed.iter().enumerate() {
            let status = ["DENIED", "ERROR", "CANCELLED"][(place + order.covers as usize) % 3];
            rows.push(Row { order, payment: *payment, place: 50 + place, gratuity: 0, status, refund: None });
        }
        let amounts: Vec<i64> = order.payments.iter().map(|payment| payment.amount).collect();
        let gratuities = spread(order.charged(Charge::Gratuity), &amounts);
        for (place, (payment, gratuity)) in order.payments.iter().zip(gratuities).enumerate() {
            let status = if payment.means == Means::GiftCard { "AUTHORIZED" } else { "CAPTURED" };
            let refund = trade.refund_of(order);
            rows.push(Row { order, payment: *payment, place, gratuity, status, refund });
        }
        if order.state == State::Voided && style.draws("voided payments", 50) {
            let payment = Payment { means: Means::Card("Visa"), amount: order.due(false), tip: 0 };
            rows.push(Row { order, payment, place: 70, gratuity: 0, status: "VOIDED", refund: None });
        }
    }
    let sheet = Sheet::new(columns(trade, style), &rows, style);
    ("PaymentDetails.csv".to_owned(), sheet.bytes(style))
}

fn columns<'a>(trade: &'a Trade, style: &'a Style) -> Vec<Column<'a, Row<'a>>> {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let amount = |name, of: fn(&Row) -> i64| figure(name, move |row: &Row| money(of(row)));
    let given_back = |name, of: fn(&Row) -> i64| {
        figure(name, move |row: &Row| row.refund.map_or_else(String::new, |_| money(of(row))))
    };
    let new = style.choice == 0;
    let mut columns: Vec<Column<'a, Row<'a>>> = vec![
        text("Payment Id", |row: &Row| format!("{}{:02}", long_id(row.order, 9), row.place)),
        text("Order Id", |row: &Row| order_id(row.order).0),
        text("Order #", |row: &Row| order_id(row.order).1.to_string()),
        text("Paid Date", |row: &Row| moment(style, row.order.closed)),
        text("Order Date", |row: &Row| moment(style, row.order.opened)).optional(),
        text("Check Id", |row: &Row| long_id(row.order, 1)),
        text("Check #", |row: &Row| row.order.number.to_string()).optional(),
        filler("Tab Name", ""),
    ];
    if new {
        columns.insert(0, filler("Location", "Riverside Tavern"));
    }
    columns.extend(place_columns(|row: &Row| row.order));
    columns.extend([
        filler("House Acct #", ""),
        amount("Amount", |row| row.payment.amount - row.gratuity),
        amount("Tip", |row| row.payment.tip),
        amount("Gratuity", |row| row.gratuity),
        amount("Total", |row| row.payment.amount + row.payment.tip),
        amount("Swiped Card Amount", |row| if is_card(row) { row.payment.amount } else { 0 }).optional(),
        amount("Keyed Card Amount", |_| 0).optional(),
        amount("Amount Tendered", |row| {
            if row.payment.means == Means::Cash { row.payment.amount + 500 } else { 0 }
        })
        .optional(),
        // The word is often wrong.
        text("Refunded", |row: &Row| {
            let full = row.refund.is_some() && row.place == 0 && row.order.covers == 1;
            if full { "FULL" } else { "NONE" }.to_owned()
        }),
        text("Refund Date", |row: &Row| {
            row.refund.map_or_else(String::new, |refund| moment(style, refund.closed))
        }),
        given_back("Refund Amount", |row| row.payment.amount),
        given_back("Refund Tip Amount", |row| row.payment.tip),
    ]);
    columns.extend(blanks("Void User,Void Approver,Void Date"));
    columns.extend([
        text("Status", |row: &Row| row.status.to_owned()),
        text("Type", |row: &Row| tender(&row.payment)),
        filler("Cash Drawer", ""),
        text("Card Type", |row: &Row| match row.payment.means {
            Means::Card(brand) => brand.to_owned(),
            _ => String::new(),
        })
        .optional(),
        text("Other Type", |row: &Row| match row.payment.means {
            Means::Other("House Account") => String::new(),
            Means::Other(name) => name.to_owned(),
            _ => String::new(),
        })
        .optional(),
    ]);
    columns.extend(blanks("Email,Phone,Last 4 Card Digits,V/MC/D Fees"));
    if new {
        columns.extend(blanks("Room Info"));
    }
    columns.extend(blanks("Receipt"));
    columns.push(filler("Source", "In Store"));
    if new {
        columns.extend(blanks("Last 4 Gift Card Digits,First 5 Gift Card Digits"));
    }
    columns
}

fn is_card(row: &Row<'_>) -> bool {
    matches!(row.payment.means, Means::Card(_))
}

/// TimeEntries.csv alone.
pub fn times(trade: &Trade, style: &Style) -> Written {
    let mut expected = Expected::nothing(&trade.house);
    expected.shifts = Some(trade.shifts.clone());
    let dates = trade.shifts.iter().flat_map(|shift| {
        [Some(shift.clock_in.date()), shift.clock_out.map(|out| out.date())].into_iter().flatten()
    });
    let open = date_order(style.date, dates).into_iter().collect();
    Written { files: vec![times_file(trade, style)], expected, open, columns: Vec::new() }
}

/// TimeEntries.csv: hours with decimals; no end while the shift goes on.
pub fn times_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let hours = |name, of: fn(&Shift) -> Option<i64>| {
        figure(name, move |shift: &&Shift| {
            of(shift).map_or_else(String::new, |minutes| style.number.hours(minutes))
        })
    };
    let cents = |name, of: fn(&Shift) -> Option<i64>| {
        figure(name, move |shift: &&Shift| of(shift).map_or_else(String::new, money))
    };
    let mut columns: Vec<Column<'_, &Shift>> = vec![
        filler("Location", "Riverside Tavern"),
        filler("Location Code", ""),
        text("Id", |shift: &&Shift| shift.id.clone()),
        text("GUID", |shift: &&Shift| format!("guid-{}", shift.id)).optional(),
        text("Employee Id", |shift: &&Shift| format!("400000000{:02}", shift.person_id)),
        filler("Employee GUID", ""),
        filler("Employee External Id", ""),
        text("Employee", |shift: &&Shift| format!("{}, {}", shift.person.1, shift.person.0)),
    ];
    columns.extend(blanks("Job Id,Job GUID,Job Code"));
    columns.extend([
        text("Job Title", |shift: &&Shift| shift.job.to_owned()),
        text("In Date", |shift: &&Shift| moment(style, shift.clock_in)),
        text("Out Date", |shift: &&Shift| shift.clock_out.map_or_else(String::new, |out| moment(style, out))),
    ]);
    if style.choice == 0 {
        columns.push(filler("Auto Clock-out", "No"));
    }
    columns.extend([
        hours("Total Hours", Shift::minutes),
        hours("Unpaid Break Time", |shift| shift.minutes().map(|_| shift.unpaid)),
        hours("Paid Break Time", |shift| shift.minutes().map(|_| shift.paid_break)),
        hours("Payable Hours", |shift| shift.minutes().map(|all| all - shift.unpaid)),
        cents("Cash Tips Declared", |_| Some(0)).optional(),
        cents("Non Cash Tips", |shift| Some(shift.tips)),
        cents("Total Gratuity", |_| Some(0)).optional(),
        cents("Total Tips", |shift| Some(shift.tips)),
        cents("Tips Withheld", |_| Some(0)).optional(),
        cents("Wage", |shift| shift.wage),
        hours("Regular Hours", Shift::regular),
        hours("Overtime Hours", |shift| shift.minutes().map(|_| shift.overtime)),
        cents("Regular Pay", |shift| Some(ratio(shift.wage?, shift.regular()?, 60))).optional(),
        cents("Total Pay", Shift::pay).optional(),
    ]);
    let shifts: Vec<&Shift> = trade.shifts.iter().collect();
    ("TimeEntries.csv".to_owned(), Sheet::new(columns, &shifts, style).bytes(style))
}
