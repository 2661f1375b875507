//! Files with a row for each order, or for each day.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::lines::order_type;
use super::words::{state, tender, word};
use super::{Meaning, Table, has_refunds, has_states, untaxed, word_of, written};
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::style::Style;
use crate::writers::trade::money::without_tax;
use crate::writers::trade::{Charge, Numbering, Order, Payment, Trade};
use crate::writers::write::{Ambiguity, OrderKey, Written, ordered};

/// The money of a row.
#[derive(Clone, Default)]
struct Sums {
    amount: i64,
    discount: i64,
    tax: i64,
    gratuity: i64,
    fee: i64,
    delivery: i64,
    rounding: i64,
    gifts: i64,
    tips: i64,
    due: i64,
    checks: i64,
    covers: i64,
    paid: BTreeMap<String, i64>,
}

impl Sums {
    fn add(&mut self, order: &Order, inside: bool, style: &Style) {
        let sum = order.sum();
        self.amount += sum.amount;
        self.discount += sum.discount;
        self.tax += sum.tax;
        self.gratuity += order.charged(Charge::Gratuity);
        self.fee += order.charged(Charge::Fee);
        self.delivery += order.charged(Charge::Delivery);
        self.rounding += order.rounding;
        self.gifts += order.deferred();
        self.tips += order.tips();
        self.due += order.due(inside);
        self.checks += i64::from(!order.refund);
        self.covers += order.covers;
        for payment in &order.payments {
            *self.paid.entry(tender(style, payment)).or_default() += payment.amount;
        }
    }
}

struct Row<'a> {
    order: Option<&'a Order>,
    date: Date,
    sums: Sums,
}

/// Which columns of money there are.
#[derive(Clone, Copy)]
struct Columns {
    taxed: bool,
    discount: bool,
    total: bool,
    tips: bool,
    /// Means of payment are columns.
    tenders: bool,
    /// Means of payment and what was paid are two columns.
    paid: bool,
}

impl Columns {
    fn of(trade: &Trade, style: &Style, by_day: bool) -> Self {
        let split = trade.orders.iter().any(|order| order.payments.len() > 1);
        let in_columns = by_day || split || style.draws("tenders are columns", 40);
        let taxed = style.keeps("tax of orders");
        let payments = style.keeps("payments of orders");
        Self {
            taxed,
            discount: style.draws("discount, not net", 60),
            total: taxed && style.draws("total of orders", 60),
            tips: style.keeps("tips of orders"),
            tenders: payments && in_columns,
            paid: payments && !in_columns,
        }
    }
}

/// A row for each order.
pub fn orders(trade: &Trade, style: &Style) -> Written {
    let columns = Columns::of(trade, style, false);
    let rows = trade.orders.iter().map(|order| {
        let mut sums = Sums::default();
        sums.add(order, trade.house.tax_inside, style);
        Row { order: Some(order), date: order.closed.date(), sums }
    });
    let rows = ordered(rows.collect(), style);
    let mut table = Table::new(style);
    order_columns(&mut table, trade, style);
    let covers = table.keeps(&Meaning::Covers);
    if covers {
        table.figure(Meaning::Covers, |row: &Row| row.sums.covers.to_string());
    }
    money_columns(&mut table, trade, style, columns, false);
    if columns.paid {
        table.text(Meaning::PaymentType, |row: &Row| {
            let payment = row.order.and_then(|order| order.payments.first());
            payment.map_or_else(String::new, |payment| tender(style, payment))
        });
        table.figure(Meaning::Paid, |row: &Row| {
            style.number.money(row.sums.paid.values().sum(), trade.house.country.currency())
        });
    }
    if has_states(trade) {
        table.text(Meaning::Status, |row: &Row| {
            row.order.map_or("", |order| word(style, state(order, false))).to_owned()
        });
    }
    let kinds = has_refunds(trade) && style.keeps("kinds");
    if kinds {
        table.text(Meaning::Kind, |row: &Row| {
            let refund = row.order.is_some_and(|order| order.refund);
            word(style, if refund { "refund" } else { "sale" }).to_owned()
        });
    }
    let file = table.write("orders.csv", &trade.house.name, &rows);
    let mut expected = expected(trade, style, columns);
    if !covers {
        expected = expected.without(&[Figure::Covers]);
    }
    if !style.keeps(&format!("{:?}", Meaning::Server)) {
        expected = expected.without(&[Figure::Servers]);
    }
    if !has_states(trade) {
        expected = expected.without(&[Figure::Voids]);
    }
    let mut open = open(trade, style, columns);
    match trade.house.numbering {
        Numbering::Unique => (),
        Numbering::None => open.push(Ambiguity::Order { key: OrderKey::Row }),
        Numbering::Daily => open.push(Ambiguity::Order { key: OrderKey::NumberAndDay }),
        Numbering::Register => open.push(Ambiguity::Order { key: OrderKey::NumberAndRegister }),
    }
    if has_states(trade) {
        open.extend(["closed", "void", "open"].map(|means| word_of(style, means)));
    }
    if kinds {
        open.extend(["sale", "refund"].map(|means| word_of(style, means)));
    }
    let dates = trade.orders.iter().map(|order| order.closed.date());
    written(file, expected, style, dates, open)
}

/// A row for each business date: what is voided or open is not in it.
pub fn days(trade: &Trade, style: &Style) -> Written {
    let columns = Columns::of(trade, style, true);
    let mut by_date: BTreeMap<Date, Sums> = BTreeMap::new();
    for order in trade.orders.iter().filter(|order| order.is_closed()) {
        let date = trade.house.business_date(order.closed);
        by_date.entry(date).or_default().add(order, trade.house.tax_inside, style);
    }
    let rows: Vec<Row<'_>> =
        by_date.iter().map(|(date, sums)| Row { order: None, date: *date, sums: sums.clone() }).collect();
    let mut table = Table::new(style);
    table.text(Meaning::Date, |row: &Row| style.date.write(row.date));
    let (checks, covers) = (table.keeps(&Meaning::Checks), table.keeps(&Meaning::Covers));
    if checks {
        table.figure(Meaning::Checks, |row: &Row| row.sums.checks.to_string());
    }
    if covers {
        table.figure(Meaning::Covers, |row: &Row| row.sums.covers.to_string());
    }
    money_columns(&mut table, trade, style, columns, true);
    let file = table.write("days.csv", &trade.house.name, &ordered(rows, style));
    let mut expected = expected(trade, style, columns).without(&[
        Figure::Voids,
        Figure::Refunds,
        Figure::Hours,
        Figure::Servers,
    ]);
    expected.days.retain(|date, _| by_date.contains_key(date));
    for (date, day) in &mut expected.days {
        let sums = &by_date[date];
        if columns.taxed && trade.house.tax_inside {
            let (gross, discounts) = without_tax(sums.amount, sums.discount, sums.tax);
            (day.gross, day.discounts) = (Some(gross), Some(discounts));
            day.net = Some(gross - discounts);
        }
    }
    if !checks {
        expected = expected.without(&[Figure::Checks]);
    }
    if !covers {
        expected = expected.without(&[Figure::Covers]);
    }
    let mut open = open(trade, style, columns);
    open.push(Ambiguity::Order { key: OrderKey::Unknown });
    let dates: Vec<Date> = by_date.keys().copied().collect();
    written(file, expected, style, dates, open)
}

fn order_columns<'a>(table: &mut Table<'a, Row<'a>>, trade: &'a Trade, style: &'a Style) {
    fn of<'a>(order: impl Fn(&Order) -> String + 'a) -> impl Fn(&Row) -> String + 'a {
        move |row: &Row| row.order.map_or_else(String::new, &order)
    }
    if trade.house.numbering != Numbering::None {
        table.text(Meaning::Number, of(|order| order.number.to_string()));
    }
    if trade.house.numbering == Numbering::Register {
        table.text(Meaning::Register, of(|order| order.register.to_string()));
    }
    if style.draws("date and time in one cell", 40) {
        table.text(
            Meaning::DateTime,
            of(|order| {
                format!("{} {}", style.date.write(order.closed.date()), style.time.write(order.closed))
            }),
        );
    } else {
        table.text(Meaning::Date, of(|order| style.date.write(order.closed.date())));
        table.text(Meaning::Time, of(|order| style.time.write(order.closed)));
    }
    if table.keeps(&Meaning::Table) {
        table.text(Meaning::Table, of(|order| order.table.clone().unwrap_or_default()));
    }
    if table.keeps(&Meaning::Server) {
        table.text(Meaning::Server, of(|order| order.server.to_owned()));
    }
    if table.keeps(&Meaning::OrderType) {
        table.text(Meaning::OrderType, of(order_type));
    }
}

/// Whether something that has a column only where it happens happens.
fn happens(trade: &Trade, of: fn(&Order) -> i64) -> bool {
    trade.orders.iter().any(|order| of(order) != 0)
}

/// A column, its money of an order, and of a row.
type Rare = (Meaning, fn(&Order) -> i64, fn(&Sums) -> i64);

/// Columns that are there only where something stands in them.
const RARE: [Rare; 5] = [
    (Meaning::Gratuity, |order| order.charged(Charge::Gratuity), |sums| sums.gratuity),
    (Meaning::Fee, |order| order.charged(Charge::Fee), |sums| sums.fee),
    (Meaning::Delivery, |order| order.charged(Charge::Delivery), |sums| sums.delivery),
    (Meaning::Rounding, |order| order.rounding, |sums| sums.rounding),
    (Meaning::GiftCardSold, Order::deferred, |sums| sums.gifts),
];

fn money_columns<'a>(
    table: &mut Table<'a, Row<'a>>,
    trade: &'a Trade,
    style: &'a Style,
    columns: Columns,
    by_day: bool,
) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let mut sums = Sums::default();
    let closed = trade.orders.iter().filter(|order| order.is_closed());
    closed.for_each(|order| sums.add(order, trade.house.tax_inside, style));
    let tax_inside = i64::from(trade.house.tax_inside && columns.taxed);
    // Sums of rows that do not all count would say something else.
    let has_total = by_day || !has_states(trade);
    let mut add = |meaning: Meaning, of: Box<dyn Fn(&Sums) -> i64>| {
        if has_total {
            table.total(&meaning, money(of(&sums)));
        }
        table.figure(meaning, move |row: &Row| money(of(&row.sums)));
    };
    add(Meaning::Amount, Box::new(|sums| sums.amount));
    if columns.discount {
        add(Meaning::Discount, Box::new(|sums| sums.discount));
    }
    if !columns.discount || style.draws("net beside discount", 30) {
        add(Meaning::Net, Box::new(move |sums| sums.amount - sums.discount - tax_inside * sums.tax));
    }
    if columns.taxed {
        add(Meaning::Tax, Box::new(|sums| sums.tax));
    }
    for (meaning, of_order, of_sums) in RARE {
        if happens(trade, of_order) {
            add(meaning, Box::new(of_sums));
        }
    }
    if columns.total {
        add(Meaning::Total, Box::new(|sums| sums.due));
    }
    if columns.tips {
        add(Meaning::Tip, Box::new(|sums| sums.tips));
    }
    if columns.tenders {
        for name in sums.paid.clone().into_keys() {
            let of = name.clone();
            add(Meaning::Tender(name), Box::new(move |sums| sums.paid.get(&of).copied().unwrap_or(0)));
        }
    }
}

fn expected(trade: &Trade, style: &Style, columns: Columns) -> Expected {
    let shown = untaxed(trade, columns.taxed);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let means = |payment: &Payment| tender(style, payment);
    let view = View { house: &shown.house, by_line: false, date: &date, means: &means, item: &name_only };
    let mut expected =
        Expected::of(&view, &shown.orders).without(&[Figure::Items, Figure::Categories, Figure::Cost]);
    let missing: [(bool, &[Figure]); 6] = [
        (columns.taxed, &[Figure::Tax]),
        (columns.tips, &[Figure::Tips]),
        (columns.tenders || columns.paid, &[Figure::Tenders]),
        (happens(trade, RARE[0].1), &[Figure::Gratuity]),
        (happens(trade, RARE[1].1) || happens(trade, RARE[2].1), &[Figure::ServiceCharges]),
        (happens(trade, RARE[3].1), &[Figure::Rounding]),
    ];
    for (is_there, figures) in missing {
        if !is_there {
            expected = expected.without(figures);
        }
    }
    if !happens(trade, RARE[4].1) {
        expected = expected.without(&[Figure::Deferred]);
    }
    // A tip of its own column is of the order: whose tender it came with is known only with one payment.
    if !columns.paid || !columns.tips {
        let tenders = expected.days.values_mut().filter_map(|day| day.tenders.as_mut());
        for tender in tenders.flat_map(|tenders| tenders.values_mut()) {
            (tender.tips, tender.with_tips) = (None, None);
        }
    }
    expected
}

fn open(trade: &Trade, style: &Style, columns: Columns) -> Vec<Ambiguity> {
    let mut open = Vec::new();
    if !columns.taxed {
        open.push(Ambiguity::NoTax);
    } else if !columns.total {
        open.push(Ambiguity::TaxInside { inside: trade.house.tax_inside });
    }
    if happens(trade, RARE[0].1) || happens(trade, RARE[1].1) {
        open.push(Ambiguity::Charge { kind: trade.house.charge });
    }
    if style.total {
        open.push(word_of(style, "total"));
    }
    open
}
