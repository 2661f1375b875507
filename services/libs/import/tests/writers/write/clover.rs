//! Clover's orders, line items (a row for each piece) and payments. A refund has no date: it counts with its sale.

use super::{Ambiguity, Written, ordered};
use crate::writers::date::DateForm;
use crate::writers::expected::{Expected, Figure, View, name_only};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::money::spread;
use crate::writers::trade::{Charge, House, Means, Order, OrderType, Payment, Refunds, State, Trade, Traits};
use jiff::civil::DateTime;
use jiff::fmt::strtime;

/// What line items tell of.
pub const LINES: Traits = Traits {
    charges: &[Charge::Gratuity],
    refunds: Refunds::Whole,
    voids: false,
    line_voids: false,
    delivery: false,
    gift_sold: false,
    rounding: false,
    sizes: false,
    ..Traits::RICH
};

/// What orders tell of.
pub const ORDERS: Traits = LINES;

/// What payments tell of: a charge is in their amounts and does not differ from sales.
pub const PAYMENTS: Traits = Traits { charges: &[], ..LINES };

/// What all three tell of.
pub const SET: Traits = LINES;

/// Styles of the files.
pub const ALLOWED: Allowed = Allowed {
    forms: &[(',', NumberForm { quantity: QuantityForm::Three, ..NumberForm::PLAIN })],
    dates: &[DateForm::Named],
    newest_first: Newest::First,
    ..Allowed::PROGRAM
};

/// `16-Dec-2023 02:44 AM EST`.
fn moment(house: &House, at: DateTime) -> String {
    let zoned = at.to_zoned(house.time_zone()).unwrap();
    strtime::format("%d-%b-%Y %I:%M %p %Z", &zoned).unwrap()
}

/// Thirteen letters and digits.
fn long_id(order: &Order) -> String {
    format!("{:Z>13}", order.id)
}

fn state(order: &Order) -> String {
    if order.is_closed() { "Paid" } else { "Open" }.to_owned()
}

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Cash",
        Means::Card(_) => "Credit Card",
        Means::GiftCard => "Gift Card",
        Means::Other(name) => name,
    }
    .to_owned()
}

fn employee<'a, R: 'a>(prefix: &str, order: impl Fn(&R) -> &'a Order + Copy + 'a) -> Vec<Column<'a, R>> {
    vec![
        filler(&format!("{prefix} Employee ID"), "XJ2NZ4EZ9V5Z2"),
        text(&format!("{prefix} Employee Name"), move |row: &R| order(row).server.to_owned()).optional(),
        filler(&format!("{prefix} Employee Custom ID"), ""),
    ]
}

/// One piece of a line, or its synthetic gratuity.
struct Piece<'a> {
    order: &'a Order,
    name: &'a str,
    /// Its id; none of a gratuity.
    id: String,
    ordered: String,
    weight: Option<i64>,
    revenue: i64,
    modifiers: i64,
    discount: i64,
    share: i64,
    tax: i64,
    rate: i64,
    gratuity: bool,
    refunded: bool,
}

fn pieces<'a>(trade: &Trade, order: &'a Order) -> Vec<Piece<'a>> {
    let refunded = trade.refund_of(order).is_some();
    let mut pieces = Vec::new();
    for line in &order.lines {
        let whole = line.quantity % 1000 == 0 && !line.dish.is_some_and(|dish| trade.menu[dish].by_weight);
        let count = if whole { usize::try_from(line.quantity / 1000).unwrap() } else { 1 };
        let even = vec![1; count];
        let modifiers = line.modifiers.iter().map(|(name, _)| format!("{name} (MX4T2)"));
        let modifiers = modifiers.collect::<Vec<_>>().join(", ");
        let extra = spread(line.modifiers.iter().map(|modifier| modifier.1).sum(), &even);
        let (revenue, discount) = (spread(line.amount, &even), spread(line.discount, &even));
        let (share, tax) = (spread(line.share, &even), spread(line.tax, &even));
        for at in 0..count {
            pieces.push(Piece {
                order,
                name: &line.name,
                id: line.dish.map_or_else(String::new, |dish| format!("IT0000000{}", trade.menu[dish].id)),
                ordered: modifiers.clone(),
                weight: (!whole).then_some(line.quantity),
                revenue: revenue[at] - extra[at],
                modifiers: extra[at],
                discount: discount[at],
                share: share[at],
                tax: tax[at],
                rate: line.rate,
                gratuity: false,
                refunded,
            });
        }
    }
    let gratuity = order.charged(Charge::Gratuity);
    if gratuity != 0 {
        pieces.push(Piece {
            order,
            name: "Gratuity",
            id: String::new(),
            ordered: String::new(),
            weight: None,
            revenue: gratuity,
            modifiers: 0,
            discount: 0,
            share: 0,
            tax: 0,
            rate: 0,
            gratuity: true,
            refunded: false,
        });
    }
    pieces
}

fn lines_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let house = &trade.house;
    let money = |cents: i64| style.number.money(cents, house.country.currency());
    let amount = |name, of: fn(&Piece) -> i64| figure(name, move |piece: &Piece| money(of(piece)));
    let mut columns: Vec<Column<'_, Piece<'_>>> =
        vec![text("Line Item Date", |piece: &Piece| moment(house, piece.order.opened))];
    columns.extend(employee("Order", |piece: &Piece| piece.order));
    columns.push(text("Item ID", |piece: &Piece| piece.id.clone()).optional());
    columns.extend(blanks("Item Product Code,Item SKU"));
    columns.extend([
        text("Order ID", |piece: &Piece| long_id(piece.order)),
        text("Item Name", |piece: &Piece| piece.name.to_owned()),
        filler("Currency", "USD"),
        figure("Per Unit Quantity", |piece: &Piece| {
            piece.weight.map_or_else(String::new, |weight| style.number.quantity(weight))
        }),
        text("Item Unit", |piece: &Piece| if piece.weight.is_some() { "lb" } else { "" }.to_owned())
            .optional(),
        amount("Item Revenue", |piece| piece.revenue),
        text("Modifiers", |piece: &Piece| piece.ordered.clone()).optional(),
        amount("Modifiers Revenue", |piece| piece.modifiers),
        amount("Total Revenue", |piece| piece.revenue + piece.modifiers),
        filler("Discounts", ""),
        amount("Total Discount", |piece| -piece.discount),
        filler("Order Discounts", ""),
        amount("Order Discount Proportion", |piece| -piece.share),
        amount("Item Total", |piece| piece.revenue + piece.modifiers - piece.discount - piece.share),
        text("Item Tax Rate", |piece: &Piece| format!("0.{:04}", piece.rate)).optional(),
        amount("Item Fee", |_| 0).optional(),
        amount("Tax Amount", |piece| piece.tax),
        amount("Item Total with Tax/Fee Amount", |piece| {
            piece.revenue + piece.modifiers - piece.discount - piece.share + piece.tax
        })
        .optional(),
        text("Refunded", |piece: &Piece| piece.refunded.to_string()),
        filler("Exchanged", "false"),
        text("Order Payment State", |piece: &Piece| state(piece.order)),
        text("Service Charge", |piece: &Piece| if piece.gratuity { "True" } else { "" }.to_owned()),
    ]);
    let rows = sales(trade).into_iter().flat_map(|order| pieces(trade, order)).collect();
    let sheet = Sheet::new(columns, &ordered(rows, style), style);
    ("LineItemsExport.csv".to_owned(), sheet.bytes(style))
}

fn sales(trade: &Trade) -> Vec<&Order> {
    trade.orders.iter().filter(|order| !order.refund).collect()
}

fn given_back(trade: &Trade, order: &Order) -> i64 {
    trade.refund_of(order).map_or(0, |refund| -refund.due(false))
}

fn orders_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let house = &trade.house;
    let money = |cents: i64| style.number.money(cents, house.country.currency());
    let amount = |name, of: fn(&Order) -> i64| figure(name, move |order: &&Order| money(of(order)));
    let mut columns: Vec<Column<'_, &Order>> = vec![
        text("Order Date", |order: &&Order| moment(house, order.opened)),
        text("Order ID", |order: &&Order| long_id(order)),
    ];
    columns.extend(blanks("Invoice Number,Order Number"));
    columns.push(text("Order Type", |order: &&Order| order_type(order)).optional());
    columns.extend(employee("Order", |order: &&Order| *order));
    columns.extend([filler("Note", ""), filler("Currency", "USD")]);
    columns.extend([
        amount("Tax Amount", |order| order.sum().tax),
        amount("Tip", Order::tips),
        figure("Service Charge", move |order: &&Order| match order.charged(Charge::Gratuity) {
            0 => String::new(),
            gratuity => money(gratuity),
        }),
        amount("Discount", |order| -order.sum().discount),
        amount("Order Total", |order| order.due(false)),
        amount("Payments Total", |order| order.payments.iter().map(|payment| payment.amount).sum()),
        filler("Payment Note", ""),
        figure("Refunds Total", move |order: &&Order| money(given_back(trade, order))),
        amount("Manual Refunds Total", |_| 0).optional(),
        text("Tender", |order: &&Order| order.payments.iter().map(tender).collect::<Vec<_>>().join(",")),
    ]);
    columns.extend(blanks("Credit Card Auth Code,Credit Card Transaction ID"));
    columns.push(text("Order Payment State", |order: &&Order| state(order)));
    let sheet = Sheet::new(columns, &ordered(sales(trade), style), style);
    ("OrdersExport.csv".to_owned(), sheet.bytes(style))
}

fn order_type(order: &Order) -> String {
    match order.order_type {
        OrderType::DineIn => "Dine In",
        OrderType::ToGo => "To Go",
        OrderType::Delivery => "Delivery",
    }
    .to_owned()
}

/// A payment with its order's tax share, and whether it failed.
struct Paid<'a>(&'a Order, Payment, i64, bool, usize);

fn payments_file(trade: &Trade, style: &Style) -> (String, Vec<u8>) {
    let house = &trade.house;
    let money = |cents: i64| style.number.money(cents, house.country.currency());
    let mut rows = Vec::new();
    for order in sales(trade) {
        let amounts: Vec<i64> = order.payments.iter().map(|payment| payment.amount).collect();
        let taxes = spread(order.sum().tax, &amounts);
        for (place, (payment, tax)) in order.payments.iter().zip(taxes).enumerate() {
            rows.push(Paid(order, *payment, tax, false, place));
        }
        rows.extend(order.failed.iter().map(|payment| Paid(order, *payment, order.sum().tax, true, 9)));
    }
    let refunded = |row: &Paid| !row.3 && trade.refund_of(row.0).is_some();
    let mut columns: Vec<Column<'_, Paid<'_>>> = vec![
        text("Payment Date", |row: &Paid| moment(house, row.0.closed)),
        text("Payment ID", |row: &Paid| format!("{}{}", long_id(row.0), row.4)),
    ];
    columns.extend(blanks("External Payment ID,Invoice Number,Card Auth Code,Transaction #,Note"));
    columns.extend([
        text("Tender", |row: &Paid| tender(&row.1)),
        text("Card Brand", |row: &Paid| match row.1.means {
            Means::Card(brand) => brand.to_uppercase(),
            _ => String::new(),
        })
        .optional(),
        filler("Card Number", ""),
        filler("Card Entry Type", ""),
        filler("Currency", "USD"),
        figure("Amount", move |row: &Paid| money(row.1.amount)),
        figure("Tax Amount", move |row: &Paid| money(row.2)),
        figure("Tip Amount", move |row: &Paid| if row.1.tip == 0 { String::new() } else { money(row.1.tip) }),
        filler("Service Charge Amount", ""),
        filler("Customer Name", ""),
    ]);
    columns.extend(employee("Payment", |row: &Paid| row.0));
    columns.extend([
        text("Order ID", |row: &Paid| long_id(row.0)),
        text("Order Date", |row: &Paid| moment(house, row.0.opened)).optional(),
    ]);
    columns.extend(employee("Order", |row: &Paid| row.0));
    columns.extend([
        text("Result", |row: &Paid| if row.3 { "FAIL" } else { "SUCCESS" }.to_owned()),
        filler("Device", "C030UQ12345678"),
        text("# Refunds", move |row: &Paid| if refunded(row) { "1" } else { "" }.to_owned()),
        figure(
            "Refund Amount",
            move |row: &Paid| {
                if refunded(row) { money(row.1.amount) } else { String::new() }
            },
        ),
        filler("Custom Fields", ""),
    ]);
    let sheet = Sheet::new(columns, &ordered(rows, style), style);
    ("Payments.csv".to_owned(), sheet.bytes(style))
}

/// Figures of closed orders; refunds on the date of their sale.
fn expected(trade: &Trade, shown: impl Fn(&Order) -> bool) -> Expected {
    let sale = |order: &Order| trade.orders.iter().find(|sale| order.refund_of.as_ref() == Some(&sale.id));
    let date = |order: &Order| trade.house.business_date(sale(order).unwrap_or(order).closed);
    let view = View { house: &trade.house, by_line: true, date: &date, means: &tender, item: &name_only };
    let none = [
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Hours,
        Figure::Cost,
        Figure::Categories,
    ];
    let closed = trade.orders.iter().filter(|order| order.state != State::Open && shown(order));
    let mut expected = Expected::of(&view, closed).without(&none);
    for refund in trade.orders.iter().filter(|order| order.refund && order.sum().discount != 0) {
        expected.unknown_on(date(refund), &[Figure::Gross, Figure::Discounts]);
    }
    expected
}

fn open(trade: &Trade) -> Vec<Ambiguity> {
    trade.orders.iter().any(|order| order.refund).then_some(Ambiguity::RefundDate).into_iter().collect()
}

/// Line items alone.
pub fn lines(trade: &Trade, style: &Style) -> Written {
    let expected = expected(trade, |_| true).without(&[Figure::Tips, Figure::Tenders]);
    Written { files: vec![lines_file(trade, style)], expected, open: open(trade), columns: Vec::new() }
}

/// Orders alone.
pub fn orders(trade: &Trade, style: &Style) -> Written {
    let mut expected = expected(trade, |_| true).without(&[Figure::Items]);
    let mut open = open(trade);
    for order in &trade.orders {
        let mut names: Vec<String> = order.payments.iter().map(tender).collect();
        names.sort();
        names.dedup();
        if names.len() > 1 {
            expected.unknown_on(trade.house.business_date(order.closed), &[Figure::Tenders]);
            open.push(Ambiguity::JoinedTenders);
        }
    }
    open.dedup();
    if trade.orders.iter().any(|order| !order.charges.is_empty()) {
        open.push(Ambiguity::Charge { kind: Charge::Gratuity });
    }
    Written { files: vec![orders_file(trade, style)], expected, open, columns: Vec::new() }
}

/// Payments alone: what was given away in full is not in them.
pub fn payments(trade: &Trade, style: &Style) -> Written {
    let expected = expected(trade, |order| !order.payments.is_empty()).without(&[
        Figure::Items,
        Figure::Gross,
        Figure::Discounts,
        Figure::Gratuity,
    ]);
    Written { files: vec![payments_file(trade, style)], expected, open: open(trade), columns: Vec::new() }
}

/// All three.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let files = vec![lines_file(trade, style), orders_file(trade, style), payments_file(trade, style)];
    Written { files, expected: expected(trade, |_| true), open: open(trade), columns: Vec::new() }
}
