//! Square's transactions: a row for each payment or refund. Tenders are columns, each with the tip in it.

use super::square::{self, event, transaction, zone_name};
use super::{Ambiguity, Written, date_order, decimal, ordered};
use crate::writers::date::DateForm;
use crate::writers::expected::{Expected, Figure, View, name_and_size};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Style};
use crate::writers::trade::{Charge, Means, Order, Payment, Trade, Traits};

/// What happens in an American Square account.
pub const TRAITS: Traits = square::ITEMS;

/// Styles of the file.
pub const ALLOWED: Allowed = Allowed { choices: 3, ..square::ALLOWED };

/// Ages of the file.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Age {
    /// 55 columns.
    New,
    /// 50 columns.
    Middle,
    /// 44 columns, without service charges: dates with the month first, a blank after money.
    Old,
}

/// The file of transactions alone.
pub fn transactions(trade: &Trade, style: &Style) -> Written {
    let style = aged(trade, style);
    let (file, unsettled) = file(trade, &style);
    let expected = expected(trade).without(&[Figure::Items, Figure::Categories]);
    Written { files: vec![file], expected, open: open(trade, &style, unsettled), columns: Vec::new() }
}

/// Transactions and items of the same trade.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let style = aged(trade, style);
    let (file, unsettled) = file(trade, &style);
    let (name, bytes, _) = square::file(trade, &style);
    let files =
        if style.draws("items first", 50) { vec![(name, bytes), file] } else { vec![file, (name, bytes)] };
    Written { files, expected: expected(trade), open: open(trade, &style, unsettled), columns: Vec::new() }
}

/// The style with the dates of its age. The old form cannot tell of charges.
fn aged(trade: &Trade, style: &Style) -> Style {
    let mut style = style.clone();
    if style.choice == 2 && trade.orders.iter().any(|order| !order.charges.is_empty()) {
        style.choice = 1;
    }
    if style.choice == 2 {
        style.date = DateForm::MonthSlash;
    }
    style
}

fn open(trade: &Trade, style: &Style, unsettled: bool) -> Vec<Ambiguity> {
    let dates = trade.orders.iter().map(|order| order.closed.date());
    let mut open: Vec<Ambiguity> = date_order(style.date, dates).into_iter().collect();
    open.extend(decimal(unsettled, style));
    if trade.orders.iter().any(|order| !order.charges.is_empty()) {
        open.push(Ambiguity::Charge { kind: trade.house.charge });
    }
    open
}

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Cash".to_owned(),
        Means::Card(_) => "Card".to_owned(),
        Means::GiftCard => "Square Gift Card".to_owned(),
        Means::Other(name) => name.to_owned(),
    }
}

fn expected(trade: &Trade) -> Expected {
    let house = &trade.house;
    let date = |order: &Order| house.business_date(order.closed);
    let view = View { house, by_line: true, date: &date, means: &tender, item: &name_and_size };
    let none = [Figure::Rounding, Figure::Voids, Figure::Covers, Figure::Cost, Figure::Servers];
    let mut expected = Expected::of(&view, &trade.orders).without(&none);
    for order in &trade.orders {
        let mut names: Vec<String> = order.payments.iter().map(tender).collect();
        names.sort();
        names.dedup();
        let others = order.payments.iter().filter_map(|payment| match payment.means {
            Means::Other(name) => Some(name),
            _ => None,
        });
        let mut others: Vec<&str> = others.collect();
        others.dedup();
        let Some(day) = expected.days.get_mut(&date(order)) else { continue };
        if others.len() > 1 {
            day.drop(Figure::Tenders);
        }
        if names.len() > 1 && order.tips() != 0 {
            for (name, tender) in day.tenders.iter_mut().flatten() {
                if names.contains(name) {
                    (tender.amount, tender.tips) = (None, None);
                }
            }
        }
    }
    expected
}

fn file(trade: &Trade, style: &Style) -> ((String, Vec<u8>), bool) {
    let age = [Age::New, Age::Middle, Age::Old][style.choice % 3];
    let rows: Vec<&Order> = ordered(trade.orders.iter().collect(), style);
    let sheet = Sheet::new(columns(trade, style, age), &rows, style);
    (("transactions-2026.csv".to_owned(), sheet.bytes(style)), sheet.unsettled_numbers)
}

fn taken(order: &Order, of: impl Fn(Means) -> bool) -> i64 {
    let taken = order.payments.iter().filter(|payment| of(payment.means));
    taken.map(|payment| payment.amount + payment.tip).sum()
}

fn fee(order: &Order) -> i64 {
    -taken(order, |means| matches!(means, Means::Card(_))).max(0) * 26 / 1000
}

fn service(order: &Order) -> i64 {
    order.charged(Charge::Gratuity) + order.charged(Charge::Fee)
}

fn net(order: &Order) -> i64 {
    let sum = order.sum();
    sum.amount - sum.discount + service(order)
}

fn total(order: &Order) -> i64 {
    net(order) + order.deferred() + order.sum().tax + order.tips()
}

fn columns<'a>(trade: &'a Trade, style: &'a Style, age: Age) -> Vec<Column<'a, &'a Order>> {
    let blank = if age == Age::Old { " " } else { "" };
    let money = move |cents: i64| style.number.money(cents, trade.house.country.currency()) + blank;
    let amount = |name, of: fn(&Order) -> i64| figure(name, move |order: &&Order| money(of(order)));
    let mut columns: Vec<Column<'a, &'a Order>> = vec![
        text("Date", |order: &&Order| style.date.write(order.closed.date())),
        text("Time", |order: &&Order| style.time.write(order.closed)),
        text("Time Zone", |_| zone_name(trade.house.zone).to_owned()).optional(),
        amount("Gross Sales", |order| order.sum().amount),
        amount("Discounts", |order| -order.sum().discount),
    ];
    if age != Age::Old {
        columns.push(amount("Service Charges", service));
    }
    columns.extend([
        amount("Net Sales", net),
        amount("Gift Card Sales", Order::deferred),
        amount("Tax", |order| order.sum().tax),
        amount("Tip", Order::tips),
        amount("Partial Refunds", |_| 0),
        amount("Total Collected", total),
        filler("Source", "Point of Sale"),
        amount("Card", |order| taken(order, |means| matches!(means, Means::Card(_)))),
        filler("Card Entry Methods", "Tapped"),
        amount("Cash", |order| taken(order, |means| means == Means::Cash)),
        amount("Square Gift Card", |order| taken(order, |means| means == Means::GiftCard)),
    ]);
    if age == Age::Old {
        columns.push(filler("Installment", "$0.00 "));
    }
    columns.extend([
        amount("Other Tender", |order| taken(order, |means| matches!(means, Means::Other(_)))),
        text("Other Tender Type", |order: &&Order| other(order)),
        filler(if age == Age::New { "Tender Note" } else { "Other Tender Note" }, ""),
        amount("Fees", fee),
        amount("Net Total", |order| total(order) + fee(order)),
        text("Transaction ID", |order: &&Order| transaction(order, style)),
        text("Payment ID", |order: &&Order| format!("p{}", order.id)),
        text("Card Brand", |order: &&Order| brand(order)).optional(),
        filler("PAN Suffix", "4242"),
        filler("Device Name", "Square Register 1"),
        text("Staff Name", |order: &&Order| order.server.to_owned()).optional(),
    ]);
    columns.extend(blanks("Staff ID,Details"));
    columns.push(text("Description", |order: &&Order| description(order)).optional());
    columns.push(text("Event Type", |order: &&Order| event(order).to_owned()));
    columns.push(filler("Location", "Main St"));
    columns.extend(blanks("Dining Option,Customer ID,Customer Name,Customer Reference ID,Device Nickname"));
    if age != Age::Old {
        columns.extend(blanks("Third Party Fees"));
    }
    columns.extend(blanks("Deposit ID,Deposit Date,Deposit Details,Fee Percentage Rate,Fee Fixed Rate"));
    columns.extend(blanks("Refund Reason"));
    if age == Age::Old {
        return columns;
    }
    columns.push(
        text("Discount Name", |order: &&Order| order.discount_name.unwrap_or("").to_owned()).optional(),
    );
    columns.push(filler("Transaction Status", "Complete"));
    columns.push(amount("Cash App", |_| 0).optional());
    columns.extend(blanks("Order Reference ID,Fulfillment Note"));
    if age == Age::New {
        columns.extend(blanks("Free Processing Applied,Channel"));
        columns.push(amount("Unattributed Tips", |_| 0).optional());
        columns.extend(blanks("Table Info,International Fee"));
    }
    columns
}

fn other(order: &Order) -> String {
    let other = order.payments.iter().find_map(|payment| match payment.means {
        Means::Other(name) => Some(name),
        _ => None,
    });
    other.unwrap_or("").to_owned()
}

fn brand(order: &Order) -> String {
    let brand = order.payments.iter().find_map(|payment| match payment.means {
        Means::Card(brand) => Some(brand),
        _ => None,
    });
    brand.unwrap_or("").to_owned()
}

/// `2 x Latte, Muffin`.
pub fn description(order: &Order) -> String {
    let names = order.lines.iter().map(|line| match line.quantity.abs() / 1000 {
        0 | 1 => line.name.clone(),
        count => format!("{count} x {}", line.name),
    });
    names.collect::<Vec<_>>().join(", ")
}
