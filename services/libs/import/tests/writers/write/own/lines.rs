//! Files with a row for each item: alone, with rows of all else that is paid for, or once for each payment.

use super::words::{charge, state, tender, word};
use super::{Meaning, Table, has_refunds, has_states, untaxed, word_of, written};
use crate::writers::expected::{Expected, Figure, View, name_and_size, name_only};
use crate::writers::style::Style;
use crate::writers::trade::{Line, Numbering, Order, OrderType, Payment, Trade};
use crate::writers::write::{Ambiguity, OrderKey, Written, ordered};

/// What a row tells of.
enum Part<'a> {
    Line(&'a Line),
    /// A word of [`word`], and money.
    Extra(&'static str, i64),
}

struct Row<'a> {
    order: &'a Order,
    part: Part<'a>,
    first: bool,
    payment: Option<(usize, &'a Payment)>,
}

impl Row<'_> {
    fn line<T>(&self, of: impl Fn(&Line) -> T) -> Option<T> {
        match self.part {
            Part::Line(line) => Some(of(line)),
            Part::Extra(..) => None,
        }
    }
}

/// Which of the three files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Items,
    Rows,
    Payments,
}

/// What the style makes of the columns of money.
#[derive(Clone, Copy)]
struct Money {
    taxed: bool,
    inside: bool,
    discount: bool,
    net: bool,
    total: bool,
    amount: bool,
    /// Refunds have positive amounts; a word says that they are refunds.
    positive: bool,
    /// Whether an order's discount is a row.
    shares: bool,
    /// Whether the sum of the amounts is that of the column.
    total_row: bool,
}

impl Money {
    fn of(trade: &Trade, style: &Style, form: Form) -> Self {
        let taxed = style.keeps("tax of lines");
        let inside = trade.house.tax_inside;
        let net = form != Form::Rows && style.draws("net of lines", 40);
        let discount = !net || style.draws("discount beside net", 50);
        let positive = form == Form::Items && style.draws("refunds are positive", 20) && has_refunds(trade);
        Self {
            taxed,
            inside,
            discount,
            net,
            total: taxed && style.draws("total of lines", 50),
            amount: form != Form::Items || net || !style.draws("no amounts", 25),
            positive,
            total_row: form == Form::Items && !positive && !has_states(trade),
            shares: form == Form::Rows && !(inside && taxed),
        }
    }

    fn discount(self, line: &Line) -> i64 {
        if self.shares { line.discount } else { line.off() }
    }

    fn settles_tax(self) -> bool {
        self.total || (self.net && self.discount)
    }
}

/// A row for each item.
pub fn items(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Form::Items)
}

/// A row for each item, tip, charge, rounding, gift card, and discount of an order.
pub fn rows(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Form::Rows)
}

/// The rows of an order once for each of its payments.
pub fn payments(trade: &Trade, style: &Style) -> Written {
    write(trade, style, Form::Payments)
}

fn write(trade: &Trade, style: &Style, form: Form) -> Written {
    let columns = Money::of(trade, style, form);
    let sizes = style.keeps("sizes");
    let mut table = Table::new(style);
    let covers = order_columns(&mut table, trade, style, form);
    line_columns(&mut table, trade, style, columns, sizes);
    if form == Form::Payments {
        payment_columns(&mut table, trade, style);
    }
    if has_states(trade) {
        table.text(Meaning::Status, |row: &Row| {
            let voided = row.line(|line| line.voided).unwrap_or(false);
            word(style, state(row.order, voided)).to_owned()
        });
    }
    let kinds = columns.positive || has_refunds(trade) && style.keeps("kinds");
    if kinds {
        table.text(Meaning::Kind, |row: &Row| {
            word(style, if row.order.refund { "refund" } else { "sale" }).to_owned()
        });
    }
    let costs = table.keeps(&Meaning::Cost);
    if costs {
        table.figure(Meaning::Cost, |row: &Row| {
            let cost = row.line(|line| line.cost).flatten();
            cost.map_or_else(String::new, |cost| style.number.money(cost, trade.house.country.currency()))
        });
    }
    let categories = table.keeps(&Meaning::Category);
    if categories {
        table.text(Meaning::Category, |row: &Row| {
            row.line(|line| line.category).flatten().unwrap_or("").to_owned()
        });
    }
    let all = all_rows(trade, style, form, columns);
    let file = table.write("sales.csv", &trade.house.name, &all);

    let shown = untaxed(trade, columns.taxed);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let means = |payment: &Payment| tender(style, payment);
    let item: &dyn Fn(&Line) -> (String, Option<String>) = if sizes { &name_and_size } else { &name_only };
    let view = View { house: &shown.house, by_line: true, date: &date, means: &means, item };
    let mut expected = Expected::of(&view, &shown.orders);
    let missing: &[(bool, &[Figure])] = &[
        (covers, &[Figure::Covers]),
        (style.keeps(&format!("{:?}", Meaning::Server)), &[Figure::Servers]),
        (costs, &[Figure::Cost]),
        (categories, &[Figure::Categories]),
        (columns.taxed, &[Figure::Tax]),
        (form == Form::Rows, &[Figure::Gratuity, Figure::ServiceCharges, Figure::Deferred, Figure::Rounding]),
        (form != Form::Items, &[Figure::Tips]),
        (form == Form::Payments, &[Figure::Tenders]),
        (has_states(trade), &[Figure::Voids]),
    ];
    for (is_there, figures) in missing {
        if !is_there {
            expected = expected.without(figures);
        }
    }
    let dates = trade.orders.iter().map(|order| order.closed.date());
    written(file, expected, style, dates, open(trade, style, form, columns, kinds))
}

fn open(trade: &Trade, style: &Style, form: Form, columns: Money, kinds: bool) -> Vec<Ambiguity> {
    let mut open = Vec::new();
    if !columns.taxed {
        open.push(Ambiguity::NoTax);
    } else if !columns.settles_tax() {
        open.push(Ambiguity::TaxInside { inside: columns.inside });
    }
    let key = match trade.house.numbering {
        Numbering::Unique => None,
        Numbering::Daily => Some(OrderKey::NumberAndDay),
        Numbering::Register => Some(OrderKey::NumberAndRegister),
        Numbering::None => Some(OrderKey::Time),
    };
    open.extend(key.map(|key| Ambiguity::Order { key }));
    if has_states(trade) {
        open.extend(["closed", "void", "open"].map(|means| word_of(style, means)));
    }
    if kinds {
        open.extend(["sale", "refund"].map(|means| word_of(style, means)));
    }
    if form == Form::Rows {
        let extras = ["tip", "gratuity", "fee", "delivery", "rounding", "gift card", "discount"];
        open.extend(extras.map(|means| word_of(style, means)));
    }
    if style.total {
        open.push(word_of(style, "total"));
    }
    open
}

/// Columns of the order; whether guests are among them.
fn order_columns<'a>(table: &mut Table<'a, Row<'a>>, trade: &'a Trade, style: &'a Style, form: Form) -> bool {
    let numbering = trade.house.numbering;
    let first_only = form != Form::Payments
        && numbering != Numbering::None
        && style.draws("fields in first rows only", 30);
    let blank_numbers = first_only && style.draws("numbers in first rows only", 40);
    let shown = move |row: &Row, cell: String| if first_only && !row.first { String::new() } else { cell };
    if numbering != Numbering::None {
        table.text(Meaning::Number, move |row: &Row| {
            if blank_numbers && !row.first { String::new() } else { row.order.number.to_string() }
        });
    }
    if numbering == Numbering::Register {
        table.text(Meaning::Register, move |row: &Row| {
            if blank_numbers && !row.first { String::new() } else { row.order.register.to_string() }
        });
    }
    if style.draws("date and time in one cell", 40) {
        table.text(Meaning::DateTime, move |row: &Row| {
            let closed = row.order.closed;
            shown(row, format!("{} {}", style.date.write(closed.date()), style.time.write(closed)))
        });
    } else {
        table.text(Meaning::Date, move |row: &Row| shown(row, style.date.write(row.order.closed.date())));
        table.text(Meaning::Time, move |row: &Row| shown(row, style.time.write(row.order.closed)));
    }
    if table.keeps(&Meaning::Table) {
        table.text(Meaning::Table, move |row: &Row| shown(row, row.order.table.clone().unwrap_or_default()));
    }
    if table.keeps(&Meaning::Server) {
        table.text(Meaning::Server, move |row: &Row| shown(row, row.order.server.to_owned()));
    }
    if table.keeps(&Meaning::OrderType) {
        table.text(Meaning::OrderType, move |row: &Row| shown(row, order_type(row.order)));
    }
    let covers = table.keeps(&Meaning::Covers);
    if covers {
        table.figure(Meaning::Covers, move |row: &Row| shown(row, row.order.covers.to_string()));
    }
    covers
}

/// How an order is eaten.
pub fn order_type(order: &Order) -> String {
    match order.order_type {
        OrderType::DineIn => "Dine in",
        OrderType::ToGo => "Take away",
        OrderType::Delivery => "Delivery",
    }
    .to_owned()
}

fn line_columns<'a>(
    table: &mut Table<'a, Row<'a>>,
    trade: &'a Trade,
    style: &'a Style,
    columns: Money,
    sizes: bool,
) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let signed = move |row: &Row, value: i64| {
        if columns.positive && row.order.refund { value.abs() } else { value }
    };
    // An amount of a line, or of what else is paid for.
    let cents = move |line: fn(Money, &Line) -> i64| {
        move |row: &Row| match row.part {
            Part::Line(of) => money(signed(row, line(columns, of))),
            Part::Extra(_, amount) => money(amount),
        }
    };
    table.text(Meaning::Item, move |row: &Row| match row.part {
        Part::Line(line) if line.deferred => word(style, "gift card").to_owned(),
        Part::Line(line) => line.name.clone(),
        Part::Extra(means, _) => word(style, means).to_owned(),
    });
    if sizes {
        table.text(Meaning::Size, |row: &Row| row.line(|line| line.size).flatten().unwrap_or("").to_owned());
    }
    table.figure(Meaning::Quantity, move |row: &Row| {
        style.number.quantity(row.line(|line| signed(row, line.quantity)).unwrap_or(1000))
    });
    if !columns.amount || style.draws("prices", 50) {
        table.figure(Meaning::Price, cents(|_, line| line.price));
    }
    if columns.amount {
        table.figure(Meaning::Amount, cents(|_, line| line.amount));
        if columns.total_row {
            let all = trade.orders.iter().map(|order| order.sum().amount).sum();
            table.total(&Meaning::Amount, money(all));
        }
    }
    if columns.discount {
        table.figure(Meaning::Discount, move |row: &Row| match row.part {
            Part::Line(line) => money(signed(row, columns.discount(line))),
            Part::Extra(..) => money(0),
        });
    }
    if columns.net {
        table.figure(
            Meaning::Net,
            cents(|columns, line| {
                line.charged() - if columns.inside && columns.taxed { line.tax } else { 0 }
            }),
        );
    }
    if columns.taxed {
        table.figure(Meaning::Tax, move |row: &Row| match row.part {
            Part::Line(line) => money(signed(row, line.tax)),
            Part::Extra(..) => money(0),
        });
    }
    if columns.total {
        table.figure(
            Meaning::Total,
            cents(|columns, line| {
                line.amount - columns.discount(line) + if columns.inside { 0 } else { line.tax }
            }),
        );
    }
}

fn payment_columns<'a>(table: &mut Table<'a, Row<'a>>, trade: &'a Trade, style: &'a Style) {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let paid = move |of: fn(&Payment) -> i64| {
        move |row: &Row| row.payment.map_or_else(String::new, |(_, payment)| money(of(payment)))
    };
    table.text(Meaning::PaymentId, |row: &Row| {
        row.payment.map_or_else(String::new, |(place, _)| format!("{}-{}", row.order.id, place + 1))
    });
    table.text(Meaning::PaymentType, |row: &Row| {
        row.payment.map_or_else(String::new, |(_, payment)| tender(style, payment))
    });
    table.figure(Meaning::Paid, paid(|payment| payment.amount));
    table.figure(Meaning::Tip, paid(|payment| payment.tip));
}

fn all_rows<'a>(trade: &'a Trade, style: &Style, form: Form, columns: Money) -> Vec<Row<'a>> {
    let orders: Vec<&Order> = ordered(trade.orders.iter().collect(), style);
    let mut rows = Vec::new();
    for order in orders {
        let mut payments: Vec<Option<(usize, &Payment)>> = vec![None];
        if form == Form::Payments && !order.payments.is_empty() {
            payments = order.payments.iter().enumerate().map(Some).collect();
        }
        let begin = rows.len();
        for payment in payments {
            rows.extend(order.lines.iter().map(|line| Row {
                order,
                part: Part::Line(line),
                first: false,
                payment,
            }));
        }
        if form == Form::Rows {
            let shares: i64 = order.lines.iter().map(|line| line.share).sum();
            let mut extras = vec![("discount", if columns.shares { -shares } else { 0 })];
            extras.extend(order.charges.iter().map(|(kind, amount)| (charge(*kind), *amount)));
            extras.extend([("rounding", order.rounding), ("tip", order.tips())]);
            for (means, amount) in extras.into_iter().filter(|extra| extra.1 != 0) {
                rows.push(Row { order, part: Part::Extra(means, amount), first: false, payment: None });
            }
        }
        rows[begin].first = true;
    }
    rows
}
