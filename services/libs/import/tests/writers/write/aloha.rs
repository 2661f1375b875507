//! Aloha's GNDITEM and GNDTNDR: numbers of checks begin again each day, names of tenders are numbers, the business date is a column.

use super::{Ambiguity, Written, ordered};
use crate::writers::date::DateForm;
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Quoting, Style};
use crate::writers::trade::{Line, Means, Numbering, Order, Payment, Trade, Traits};

/// What the files tell of.
pub const TRAITS: Traits = Traits {
    numbering: &[Numbering::Daily],
    line_discounts: true,
    order_discounts: true,
    comps: true,
    gift_used: true,
    tips: true,
    split: true,
    ..Traits::PLAIN
};

/// Styles of the files.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8, Encoding::Windows1252],
    forms: &[(',', NumberForm { quantity: QuantityForm::Short, ..NumberForm::PLAIN })],
    quotings: &[Quoting::Needed, Quoting::Text],
    newest_first: Newest::Last,
    ..Allowed::PROGRAM
};

const ITEM: &str = "ENTRYID,TYPE,EMPLOYEE,CHECK,ITEM,PARENT,CATEGORY,MODE,PERIOD,HOUR,MINUTE,TAXID,REVID,TERMID,MENU,ORIGIN,PRICE,MODCODE,UNIT,DOB,SYSDATE,SEAT,OCCASION,QUANTITY,TAXID2,DISCPRIC,REVID2,CONCEPT,INCLTAX,COURSE,BOHNAME,BOHNAMEPRN,MODFUNC,QCID,EXCLTAX,PARENTMOD,ETIME_HOUR,ETIME_MIN,ETIME_SEC,TABLEID,QTYUNIT,SUBSTITUTD,PORTION,GCPID,ORGPRICE,OCCTAXID,PARENTENID";
const TENDER: &str = "EMPLOYEE,CHECK,DATE,SYSDATE,TYPE,TYPEID,IDENT,AUTH,EXP,NAME,UNIT,AMOUNT,TIP,NR,TRACK,HOUSEID,TIPPABLE,MANAGER,MINUTE,HOUR,ID,AUTOGRAT,STRUNIT,REVENUE,OCCASION,SOURCE,PMSPOSTD,DRAWER";

struct Row<'a>(&'a Order, &'a Line, usize);

fn check(order: &Order) -> String {
    (10_000 + order.number).to_string()
}

/// The number of a tender.
fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "1",
        Means::Card("Visa") => "2",
        Means::Card("Mastercard") => "3",
        Means::Card(_) => "4",
        Means::GiftCard => "10",
        Means::Other("House Account") => "20",
        Means::Other(_) => "21",
    }
    .to_owned()
}

fn business_date(trade: &Trade, order: &Order) -> String {
    DateForm::Compact.write(trade.house.business_date(order.closed))
}

fn items_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let column = |name: &'static str| -> Column<'_, Row<'_>> {
        match name {
            "ENTRYID" => text(name, |row: &Row| (700 + row.2).to_string()),
            "CHECK" => text(name, |row: &Row| check(row.0)),
            "ITEM" => text(name, |row: &Row| {
                row.1.dish.map_or_else(String::new, |dish| trade.menu[dish].id.clone())
            }),
            "HOUR" => text(name, |row: &Row| row.0.closed.hour().to_string()),
            "MINUTE" => text(name, |row: &Row| row.0.closed.minute().to_string()),
            "PRICE" | "ORGPRICE" => figure(name, move |row: &Row| money(row.1.amount)),
            "DISCPRIC" => figure(name, move |row: &Row| money(row.1.charged())),
            "DOB" => text(name, |row: &Row| business_date(trade, row.0)),
            "SYSDATE" => text(name, |row: &Row| DateForm::Compact.write(row.0.closed.date())),
            "QUANTITY" => figure(name, |row: &Row| style.number.quantity(row.1.quantity)),
            "BOHNAME" | "BOHNAMEPRN" => text(name, |row: &Row| row.1.name.clone()),
            "EXCLTAX" => figure(name, move |row: &Row| money(row.1.tax)),
            "INCLTAX" => filler(name, "0.00"),
            _ => filler(name, "0"),
        }
    };
    let rows = trade.orders.iter().flat_map(|order| order.lines.iter().map(move |line| (order, line)));
    let rows: Vec<Row<'_>> = rows.enumerate().map(|(at, (order, line))| Row(order, line, at)).collect();
    let sheet = Sheet::new(ITEM.split(',').map(column).collect(), &ordered(rows, style), style);
    ("GNDITEM.csv".to_owned(), sheet.bytes(style))
}

fn tenders_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    type Paid<'a> = (&'a Order, Payment);
    let column = |name: &'static str| -> Column<'_, Paid<'_>> {
        match name {
            "CHECK" => text(name, |row: &Paid| check(row.0)),
            "DATE" => text(name, |row: &Paid| business_date(trade, row.0)),
            "SYSDATE" => text(name, |row: &Paid| DateForm::Compact.write(row.0.closed.date())),
            "TYPE" => text(name, |_: &Paid| "1".to_owned()),
            "TYPEID" => text(name, |row: &Paid| tender(&row.1)),
            "NAME" => filler(name, ""),
            "AMOUNT" => figure(name, move |row: &Paid| money(row.1.amount)),
            "TIP" => figure(name, move |row: &Paid| money(row.1.tip)),
            "HOUR" => text(name, |row: &Paid| row.0.closed.hour().to_string()),
            "MINUTE" => text(name, |row: &Paid| row.0.closed.minute().to_string()),
            _ => filler(name, "0"),
        }
    };
    let rows =
        trade.orders.iter().flat_map(|order| order.payments.iter().map(move |payment| (order, *payment)));
    let sheet = Sheet::new(TENDER.split(',').map(column).collect(), &ordered(rows.collect(), style), style);
    ("GNDTNDR.csv".to_owned(), sheet.bytes(style))
}

fn expected(trade: &Trade) -> Expected {
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view = View { house: &trade.house, by_line: true, date: &date, means: &tender, item: &name_only };
    Expected::of(&view, &trade.orders).without(&[
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Categories,
    ])
}

/// GNDITEM alone.
pub fn items(trade: &Trade, style: &Style) -> Written {
    let expected = expected(trade).without(&[Figure::Tips, Figure::Tenders]);
    Written {
        files: vec![items_file(trade, style)],
        expected,
        open: vec![Ambiguity::Meaning],
        columns: Vec::new(),
    }
}

/// GNDITEM and GNDTNDR.
pub fn set(trade: &Trade, style: &Style) -> Written {
    Written {
        files: vec![items_file(trade, style), tenders_file(trade, style)],
        expected: expected(trade),
        open: vec![Ambiguity::Meaning],
        columns: Vec::new(),
    }
}
