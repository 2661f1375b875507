//! Shopify's orders: fields of an order stand in its first row, further rows only have lines. Times have an offset.

use super::{Ambiguity, Written, means, ordered};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View};
use crate::writers::number::NumberForm;
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::{
    Charge, Country, House, Line, Means, Order, Payment, Refunds, State, Taxed, Trade, Traits,
};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;

/// What happens in a shop.
pub const TRAITS: Traits = Traits {
    countries: &[Country::UnitedStates, Country::UnitedKingdom, Country::Germany],
    taxed: Taxed::Either,
    charges: &[],
    refunds: Refunds::Whole,
    line_voids: false,
    failed: false,
    rounding: false,
    tips: false,
    weights: false,
    modifiers: false,
    ..Traits::RICH
};

/// Styles of the file.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8],
    forms: &[(',', NumberForm::PLAIN)],
    newest_first: Newest::First,
    choices: 2,
    ..Allowed::PROGRAM
};

/// A line, whether it is the order's first, and the order.
struct Row<'a>(&'a Order, &'a Line, bool);

fn moment(house: &House, order: &Order, utc: bool) -> String {
    let zoned = order.closed.to_zoned(house.time_zone()).unwrap();
    let zoned = if utc { zoned.with_time_zone(TimeZone::UTC) } else { zoned };
    strtime::format("%Y-%m-%d %H:%M:%S %z", &zoned).unwrap()
}

fn title(line: &Line) -> (String, Option<String>) {
    let title = match line.size {
        Some(size) => format!("{} - {size}", line.name),
        None if line.deferred => format!("Gift Card - ${}.00", line.price / 100),
        None => line.name.clone(),
    };
    (title, None)
}

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "Cash",
        Means::Card(_) => "Shopify Payments",
        Means::GiftCard => "gift_card",
        Means::Other(name) => name,
    }
    .to_owned()
}

fn tenders(order: &Order) -> Vec<String> {
    let mut names = means(&order.payments, tender);
    names.sort();
    names.dedup();
    names
}

fn shipping(order: &Order) -> i64 {
    order.charged(Charge::Delivery)
}

fn subtotal(order: &Order) -> i64 {
    order.lines.iter().map(Line::charged).sum()
}

/// The file.
pub fn orders(trade: &Trade, style: &Style) -> Written {
    let sales = trade.orders.iter().filter(|order| !order.refund);
    let sales: Vec<&Order> = ordered(sales.collect(), style);
    let rows: Vec<Row<'_>> = sales
        .into_iter()
        .flat_map(|order| order.lines.iter().enumerate().map(move |(at, line)| Row(order, line, at == 0)))
        .collect();
    let sheet = Sheet::new(columns(trade, style), &rows, style);
    let expected = expected(trade);
    Written {
        files: vec![("orders_export_1.csv".to_owned(), sheet.bytes(style))],
        expected,
        open: open(trade),
        columns: Vec::new(),
    }
}

fn columns<'a>(trade: &'a Trade, style: &'a Style) -> Vec<Column<'a, Row<'a>>> {
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let utc = style.draws("times in UTC", 30);
    let at = move |order: &Order| moment(&trade.house, order, utc);
    let first = |name, of: Box<dyn Fn(&Order) -> String + 'a>| {
        text(name, move |row: &Row| if row.2 { of(row.0) } else { String::new() })
    };
    let amount = |name, of: fn(&Order) -> i64| first(name, Box::new(move |order| money(of(order))));
    let tax_beside = if trade.house.tax_inside { 0 } else { 1 };
    let repeats = style.draws("times in all rows", 50);
    let status = |order: &Order| {
        match order.state {
            State::Open => "pending",
            State::Voided => "voided",
            State::Closed if trade.refund_of(order).is_some() => "refunded",
            State::Closed => "paid",
        }
        .to_owned()
    };
    let mut columns: Vec<Column<'a, Row<'a>>> = vec![
        text("Name", |row: &Row| format!("#{}", 1000 + row.0.number)),
        filler("Email", ""),
        first("Financial Status", Box::new(status)),
        first("Paid at", Box::new(move |order| if order.is_closed() { at(order) } else { String::new() })),
        first("Fulfillment Status", Box::new(|_| "fulfilled".to_owned())).optional(),
        filler("Fulfilled at", ""),
        first("Accepts Marketing", Box::new(|_| "no".to_owned())).optional(),
        first("Currency", Box::new(|_| trade.house.country.currency().0.to_owned())),
        amount("Subtotal", subtotal),
        amount("Shipping", shipping),
        amount("Taxes", |order| order.sum().tax),
        first(
            "Total",
            Box::new(move |order| money(subtotal(order) + shipping(order) + tax_beside * order.sum().tax)),
        ),
        first("Discount Code", Box::new(|order| order.discount_name.unwrap_or("").to_owned())).optional(),
        amount("Discount Amount", |order| order.sum().discount),
        filler("Shipping Method", ""),
        text("Created at", move |row: &Row| if row.2 || repeats { at(row.0) } else { String::new() }),
        figure("Lineitem quantity", |row: &Row| (row.1.quantity / 1000).to_string()),
        text("Lineitem name", |row: &Row| title(row.1).0),
        figure("Lineitem price", move |row: &Row| money(row.1.price)),
        filler("Lineitem compare at price", ""),
        filler("Lineitem sku", ""),
        filler("Lineitem requires shipping", "false"),
        text("Lineitem taxable", |row: &Row| (row.1.rate > 0).to_string()).optional(),
        filler("Lineitem fulfillment status", "fulfilled"),
    ];
    for whose in ["Billing", "Shipping"] {
        let fields = [
            "Name", "Street", "Address1", "Address2", "Company", "City", "Zip", "Province", "Country",
            "Phone",
        ];
        columns.extend(fields.iter().flat_map(|field| blanks(&format!("{whose} {field}"))));
    }
    columns.extend(blanks("Notes,Note Attributes"));
    columns.push(first(
        "Cancelled at",
        Box::new(move |order| if order.state == State::Voided { at(order) } else { String::new() }),
    ));
    columns.push(first("Payment Method", Box::new(|order| tenders(order).join(" + "))));
    columns.push(filler("Payment Reference", ""));
    columns.push(first(
        "Refunded Amount",
        Box::new(move |order| {
            money(trade.refund_of(order).map_or(0, |refund| -refund.due(trade.house.tax_inside)))
        }),
    ));
    columns.extend(blanks("Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level"));
    columns.push(
        first("Source", Box::new(|order| if order.online { "web" } else { "pos" }.to_owned())).optional(),
    );
    columns.push(figure("Lineitem discount", move |row: &Row| money(row.1.discount)));
    columns.extend([
        first("Tax 1 Name", Box::new(|_| "Tax".to_owned())).optional(),
        amount("Tax 1 Value", |order| order.sum().tax).optional(),
    ]);
    columns.extend((2..=5).flat_map(|at| blanks(&format!("Tax {at} Name,Tax {at} Value"))));
    if style.choice == 0 {
        columns.extend(blanks(
            "Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID",
        ));
        columns.extend(blanks("Payment Terms Name,Next Payment Due At,Payment References"));
    }
    columns
}

fn expected(trade: &Trade) -> Expected {
    let sale = |order: &Order| trade.orders.iter().find(|sale| order.refund_of.as_ref() == Some(&sale.id));
    let date = |order: &Order| trade.house.business_date(sale(order).unwrap_or(order).closed);
    let view = View { house: &trade.house, by_line: false, date: &date, means: &tender, item: &title };
    let mut expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Tips,
        Figure::Gratuity,
        Figure::Rounding,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Categories,
    ]);
    for order in &trade.orders {
        // Taxes are of the order: what of them is a line's is not shown.
        if trade.house.tax_inside {
            expected.unknown_on(date(order), &[Figure::Items]);
            if order.sum().discount != 0 {
                expected.unknown_on(date(order), &[Figure::Gross, Figure::Discounts]);
            }
        }
        if order.refund {
            expected.unknown_on(date(order), &[Figure::Items]);
            if order.sum().discount != 0 {
                expected.unknown_on(date(order), &[Figure::Gross, Figure::Discounts]);
            }
        }
        if tenders(order).len() > 1 {
            expected.unknown_on(date(order), &[Figure::Tenders]);
        }
    }
    expected
}

fn open(trade: &Trade) -> Vec<Ambiguity> {
    let mut open = Vec::new();
    if trade.orders.iter().any(|order| order.refund) {
        open.push(Ambiguity::RefundDate);
    }
    if trade.orders.iter().any(|order| tenders(order).len() > 1) {
        open.push(Ambiguity::JoinedTenders);
    }
    let mut gifts: Vec<String> = trade
        .orders
        .iter()
        .flat_map(|order| order.lines.iter().filter(|line| line.deferred))
        .map(|line| title(line).0)
        .collect();
    gifts.sort();
    gifts.dedup();
    open.extend(gifts.into_iter().map(|word| Ambiguity::Word { word, means: "gift card" }));
    open
}
