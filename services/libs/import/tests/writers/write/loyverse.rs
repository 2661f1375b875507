//! Loyverse's receipts, and receipts by item, in English and Spanish. Cancelled receipts keep their money.

use super::{Ambiguity, Written, date_order, decimal, means, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_and_size};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Newest, Style};
use crate::writers::trade::money::ratio;
use crate::writers::trade::{
    Country, Line, Means, Numbering, Order, OrderType, Payment, State, Taxed, Trade, Traits,
};

/// What happens in a Loyverse account.
pub const TRAITS: Traits = Traits {
    countries: &[Country::Philippines, Country::UnitedStates, Country::Mexico, Country::UnitedKingdom],
    taxed: Taxed::Either,
    numbering: &[Numbering::Register],
    charges: &[],
    line_voids: false,
    open: false,
    failed: false,
    delivery: false,
    gift_sold: false,
    gift_used: false,
    rounding: false,
    tips: false,
    ..Traits::RICH
};

/// What receipts tell of.
pub const RECEIPTS: Traits = TRAITS;

const NUMBERS: NumberForm = NumberForm { quantity: QuantityForm::Short, ..NumberForm::PLAIN };

/// Styles of the files; dates and times go with the language.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8Marked, Encoding::Utf8Marked, Encoding::Utf8],
    forms: &[(',', NUMBERS), (',', NumberForm { quantity: QuantityForm::Three, ..NUMBERS })],
    newest_first: Newest::First,
    choices: 5,
    ..Allowed::PROGRAM
};

/// Words of an account's language.
struct Words {
    date: DateForm,
    time: TimeForm,
    header: &'static [&'static str],
    sale: &'static str,
    refund: &'static str,
    closed: &'static str,
    cancelled: &'static str,
    cash: &'static str,
    card: &'static str,
}

/// Names of columns by place: date, number, type, gross, discounts, net, taxes, total, cost, profit, payment, description, dining,
/// register, store, cashier, customer, contacts, status, category, SKU, item, variant, modifiers, quantity, comment.
const ENGLISH: &[&str] = &[
    "Date",
    "Receipt number",
    "Receipt type",
    "Gross sales",
    "Discounts",
    "Net sales",
    "Taxes",
    "Total collected",
    "Cost of goods",
    "Gross profit",
    "Payment type",
    "Description",
    "Dining option",
    "POS",
    "Store",
    "Cashier name",
    "Customer name",
    "Customer contacts",
    "Status",
    "Category",
    "SKU",
    "Item",
    "Variant",
    "Modifiers applied",
    "Quantity",
    "Comment",
];
const SPANISH: &[&str] = &[
    "Fecha",
    "Número de recibo",
    "Tipo de recibo",
    "Ventas brutas",
    "Descuentos",
    "Ventas netas",
    "Impuestos",
    "Total recaudado",
    "Costo de los bienes",
    "Beneficio bruto",
    "Tipo de pago",
    "Descripción",
    "Tipo de pedido",
    "TPV",
    "Tienda",
    "Nombre del cajero",
    "Nombre del cliente",
    "Contactos del cliente",
    "Estado",
    "Categoria",
    "REF",
    "Artículo",
    "Variante",
    "Modificadores aplicados",
    "Cantidad",
    "Comentario",
];

fn words(style: &Style) -> Words {
    let english = Words {
        date: DateForm::MonthShortest,
        time: TimeForm::Noon,
        header: ENGLISH,
        sale: "Sale",
        refund: "Refund",
        closed: "Closed",
        cancelled: "Cancelled",
        cash: "Cash",
        card: "Card",
    };
    let spanish = Words {
        date: DateForm::DayShort,
        time: TimeForm::NoonSpanish,
        header: SPANISH,
        sale: "Venta",
        refund: "Reembolso",
        closed: "Cerrado",
        cancelled: "Cancelado",
        cash: "Efectivo",
        card: "Tarjeta",
    };
    match style.choice {
        0 => english,
        1 => Words { date: DateForm::DaySlash, time: TimeForm::Minutes, ..english },
        2 => Words { date: DateForm::Iso, time: TimeForm::Seconds, ..english },
        3 => spanish,
        _ => Words { date: DateForm::DaySlash, time: TimeForm::Minutes, ..spanish },
    }
}

fn tender(words: &Words, payment: &Payment) -> String {
    match payment.means {
        Means::Cash => words.cash,
        Means::Card(_) => words.card,
        Means::GiftCard => "Gift card",
        Means::Other(name) => name,
    }
    .to_owned()
}

fn number(order: &Order) -> String {
    format!("{}-{}", order.register, 1000 + order.number)
}

fn cost(line: &Line) -> i64 {
    line.cost.map_or(0, |cost| ratio(cost, line.quantity, 1000))
}

fn kind(words: &Words, order: &Order) -> String {
    if order.refund { words.refund } else { words.sale }.to_owned()
}

fn status(words: &Words, order: &Order) -> String {
    if order.state == State::Voided { words.cancelled } else { words.closed }.to_owned()
}

fn dining(order: &Order) -> String {
    match order.order_type {
        OrderType::DineIn => "Dine in",
        OrderType::ToGo => "Takeout",
        OrderType::Delivery => "Delivery",
    }
    .to_owned()
}

fn net_tax(order: &Order, inside: bool) -> i64 {
    if inside { 0 } else { order.sum().tax }
}

fn receipts_file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let words = words(style);
    let name = |place: usize| words.header[place];
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let positive = style.draws("gross of refunds is positive", 50);
    let signed = move |cents: i64| if positive { cents.abs() } else { cents };
    let inside = trade.house.tax_inside;
    let total = move |order: &Order| order.sum().amount - order.sum().discount + net_tax(order, inside);
    let costs = |order: &Order| order.lines.iter().map(cost).sum::<i64>();
    let columns: Vec<Column<'_, &Order>> = vec![
        text(name(0), |order: &&Order| moment(&words, order)),
        text(name(1), |order: &&Order| number(order)),
        text(name(2), |order: &&Order| kind(&words, order)),
        figure(name(3), move |order: &&Order| money(signed(order.sum().amount))),
        figure(name(4), move |order: &&Order| money(signed(order.sum().discount))),
        figure(name(5), move |order: &&Order| money(order.sum().amount - order.sum().discount)),
        figure(name(6), move |order: &&Order| money(order.sum().tax)),
        figure(name(7), move |order: &&Order| money(total(order))),
        figure(name(8), move |order: &&Order| money(costs(order))),
        figure(name(9), move |order: &&Order| {
            let tax = if inside { order.sum().tax } else { 0 };
            money(order.sum().amount - order.sum().discount - tax - costs(order))
        })
        .optional(),
        text(name(10), |order: &&Order| match order.payments.len() {
            0 => words.cash.to_owned(),
            _ => means(&order.payments, |payment| tender(&words, payment)).join(", "),
        }),
        text(name(11), |order: &&Order| {
            let lines = order
                .lines
                .iter()
                .map(|line| format!("{} x {}", NumberForm::PLAIN.quantity(line.quantity.abs()), line.name));
            lines.collect::<Vec<_>>().join(", ")
        }),
        text(name(12), |order: &&Order| dining(order)).optional(),
        text(name(13), |order: &&Order| format!("POS {}", order.register)).optional(),
        filler(name(14), "Centro"),
        text(name(15), |order: &&Order| order.cashier.to_owned()).optional(),
        filler(name(16), ""),
        filler(name(17), ""),
        text(name(18), |order: &&Order| status(&words, order)),
    ];
    let rows: Vec<&Order> = ordered(trade.orders.iter().collect(), style);
    let sheet = Sheet::new(columns, &rows, style);
    ("receipts-2026.csv".to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

fn moment(words: &Words, order: &Order) -> String {
    format!("{} {}", words.date.write(order.closed.date()), words.time.write(order.closed))
}

struct Row<'a>(&'a Order, &'a Line);

fn items_file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let words = words(style);
    let name = |place: usize| words.header[place];
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let inside = trade.house.tax_inside;
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        text(name(0), |row: &Row| moment(&words, row.0)),
        text(name(1), |row: &Row| number(row.0)),
        text(name(2), |row: &Row| kind(&words, row.0)),
        text(name(19), |row: &Row| row.1.category.unwrap_or("").to_owned()),
        text(name(20), |row: &Row| row.1.dish.map_or_else(String::new, |dish| trade.menu[dish].id.clone()))
            .optional(),
        text(name(21), |row: &Row| row.1.name.clone()),
        text(name(22), |row: &Row| row.1.size.unwrap_or("").to_owned()),
        text(name(23), |row: &Row| {
            row.1.modifiers.iter().map(|modifier| modifier.0).collect::<Vec<_>>().join(", ")
        })
        .optional(),
        figure(name(24), |row: &Row| style.number.quantity(row.1.quantity)),
        figure(name(3), move |row: &Row| money(row.1.amount)),
        figure(name(4), move |row: &Row| money(row.1.off())),
        figure(name(5), move |row: &Row| money(row.1.charged())),
        figure(name(8), move |row: &Row| money(cost(row.1))),
        figure(name(9), move |row: &Row| {
            money(row.1.charged() - cost(row.1) - if inside { row.1.tax } else { 0 })
        })
        .optional(),
        figure(name(6), move |row: &Row| money(row.1.tax)),
    ];
    if style.draws("dining option", 50) {
        columns.push(text(name(12), |row: &Row| dining(row.0)));
    }
    columns.extend([
        text(name(13), |row: &Row| format!("POS {}", row.0.register)).optional(),
        filler(name(14), "Centro"),
        text(name(15), |row: &Row| row.0.cashier.to_owned()).optional(),
    ]);
    columns.extend(blanks(name(16)).into_iter().chain(blanks(name(17))).chain(blanks(name(25))));
    columns.push(text(name(18), |row: &Row| status(&words, row.0)));
    let rows = trade.orders.iter().flat_map(|order| order.lines.iter().map(move |line| Row(order, line)));
    let rows = ordered(rows.collect(), style);
    let sheet = Sheet::new(columns, &rows, style);
    ("receipts-by-item-2026.csv".to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

fn expected(trade: &Trade, style: &Style, by_line: bool) -> Expected {
    let words = words(style);
    let date = |order: &Order| trade.house.business_date(order.closed);
    let name = |payment: &Payment| tender(&words, payment);
    let view = View { house: &trade.house, by_line, date: &date, means: &name, item: &name_and_size };
    let mut expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Covers,
        Figure::Servers,
    ]);
    for order in &trade.orders {
        let mut names = means(&order.payments, name);
        names.sort();
        names.dedup();
        if names.len() > 1 {
            expected.unknown_on(date(order), &[Figure::Tenders]);
        }
        // The cost is of the row: that of one is not always whole cents.
        if order.lines.iter().any(|line| line.quantity % 1000 != 0) {
            expected.unknown_on(date(order), &[Figure::Cost]);
        }
    }
    expected
}

fn open(trade: &Trade, style: &Style, unsettled: bool) -> Vec<Ambiguity> {
    let dates = trade.orders.iter().map(|order| order.closed.date());
    let form = words(style).date;
    date_order(form, dates).into_iter().chain(decimal(unsettled, style)).collect()
}

fn joined(trade: &Trade) -> Option<Ambiguity> {
    trade.orders.iter().any(|order| order.payments.len() > 1).then_some(Ambiguity::JoinedTenders)
}

/// Receipts alone.
pub fn receipts(trade: &Trade, style: &Style) -> Written {
    let (name, bytes, unsettled) = receipts_file(trade, style);
    let expected = expected(trade, style, false).without(&[Figure::Items, Figure::Categories]);
    let open = open(trade, style, unsettled).into_iter().chain(joined(trade)).collect();
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}

/// Receipts by item alone: nothing says whether the tax is inside.
pub fn items(trade: &Trade, style: &Style) -> Written {
    let (name, bytes, unsettled) = items_file(trade, style);
    let expected = expected(trade, style, true).without(&[Figure::Tenders]);
    let mut open = open(trade, style, unsettled);
    open.push(Ambiguity::TaxInside { inside: trade.house.tax_inside });
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}

/// Both.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let (name, bytes, unsettled) = receipts_file(trade, style);
    let (items_name, items_bytes, _) = items_file(trade, style);
    let expected = expected(trade, style, true);
    let open = open(trade, style, unsettled).into_iter().chain(joined(trade)).collect();
    Written { files: vec![(name, bytes), (items_name, items_bytes)], expected, open, columns: Vec::new() }
}
