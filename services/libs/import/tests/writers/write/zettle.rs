//! Zettle's raw data and receipts in Swedish, Danish and English, with lines of titles above the header. Tax is inside, and shown by
//! the receipts alone.

use super::{Ambiguity, Written, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::{Expected, Figure, View, name_and_size};
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, LineEnd, Newest, Style};
use crate::writers::trade::{Country, Line, Means, Order, Payment, Refunds, Taxed, Trade, Traits};
use jiff::Unit;
use jiff::civil::{DateTime, date};

/// What happens in an account.
pub const TRAITS: Traits = Traits {
    countries: &[Country::Sweden, Country::Denmark, Country::UnitedKingdom],
    taxed: Taxed::Inside,
    refunds: Refunds::Any,
    line_discounts: true,
    order_discounts: true,
    comps: true,
    weights: true,
    sizes: true,
    ..Traits::PLAIN
};

const BLANKS: NumberForm =
    NumberForm { decimal: ',', group: Some('\u{a0}'), quantity: QuantityForm::Short, ..NumberForm::PLAIN };

/// Styles: the files are workbooks, a spreadsheet makes text of them.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[Encoding::Utf8, Encoding::Utf8Marked, Encoding::Windows1252, Encoding::Utf16],
    forms: &[
        (';', BLANKS),
        (';', NumberForm { group: Some(' '), ..BLANKS }),
        (';', NumberForm { group: Some('.'), ..BLANKS }),
        ('\t', NumberForm { group: None, ..BLANKS }),
    ],
    line_ends: &[LineEnd::CrLf, LineEnd::Lf],
    newest_first: Newest::Last,
    ..Allowed::PROGRAM
};

/// Words of a country's account.
struct Words {
    raw_title: &'static str,
    raw: &'static str,
    receipts_title: &'static str,
    receipts: &'static str,
    vat: &'static str,
    cash: &'static str,
    chip: &'static str,
    tap: &'static str,
    last: &'static str,
}

fn words(trade: &Trade) -> Words {
    match trade.house.country {
        Country::Sweden => Words {
            raw_title: "Detaljerad försäjningsrapport",
            raw: "Datum,Tid,Personal,Kvittonummer,Namn,Variant,Enhet,Antal,Pris (SEK),Rabatt (SEK),Slutpris (SEK),SKU,Streckkod,Inköpspris,Kommentar",
            receipts_title: "Betalningsöversikt",
            receipts: "Datum,Tid,Kvittonummer,Totalt,Avgift,Netto,Betalsätt,Kortutgivare,Sista siffror,Personal,Beskrivning,Sålt via",
            vat: "Moms",
            cash: "Kontant",
            chip: "Chip",
            tap: "Kontaktlös",
            last: "Zettles verksamhet är momsbefriad därav varken ingår eller tillkommer någon moms på Zettles avgifter.",
        },
        Country::Denmark => Words {
            raw_title: "Detaljeret salgsrapport",
            raw: "Dato,Tid,Personale,Kvitteringsnummer,Navn,Variant,Enhed,Antal,Pris (DKK),Rabat (DKK),Endelig pris (DKK),SKU,Stregkode,Kostpris,Kommentar",
            receipts_title: "Betalingsoversigt",
            receipts: "Dato,Tid,Kvitteringsnummer,Total,Gebyr,Netto,Betalingsmetode,Kortudsteder,Sidste cifre,Personale,Beskrivelse,Solgt via",
            vat: "Moms",
            cash: "Kontant",
            chip: "Chip",
            tap: "Kontaktløs",
            last: "Zettles ydelser er fritaget for moms.",
        },
        _ => Words {
            raw_title: "Detailed sales report",
            raw: "Date,Time,Staff,Receipt number,Name,Variant,Unit,Quantity,Price (GBP),Discount (GBP),Final price (GBP),SKU,Barcode,Cost price,Comment",
            receipts_title: "Payments overview",
            receipts: "Date,Time,Receipt number,Total,Fee,Net,Payment method,Card issuer,Last digits,Staff,Description,Sold via",
            vat: "VAT",
            cash: "Cash",
            chip: "Chip",
            tap: "Contactless",
            last: "Zettle's services are exempt from VAT.",
        },
    }
}

/// Swedes and Danes write commas, Britons points.
fn at_home(trade: &Trade, style: &Style) -> Style {
    let mut style = style.clone();
    if trade.house.country == Country::UnitedKingdom {
        style.separator = ',';
        style.number = NumberForm { decimal: '.', group: Some(','), ..style.number };
    }
    style
}

fn tender(trade: &Trade, payment: &Payment) -> String {
    let words = words(trade);
    match payment.means {
        Means::Cash => words.cash,
        Means::Card("Visa") => words.tap,
        Means::Card(_) | Means::GiftCard => words.chip,
        Means::Other(name) => name,
    }
    .to_owned()
}

/// Date and time in one cell, as text or as the spreadsheet's number of days.
fn moment(style: &Style, at: DateTime) -> String {
    if !style.draws("times are numbers of days", 25) {
        return format!("{} {}", DateForm::Iso.write(at.date()), TimeForm::Minutes.write(at));
    }
    let days = at.date().since(date(1899, 12, 30)).unwrap().total((Unit::Day, date(1899, 12, 30))).unwrap();
    let seconds = i64::from(at.hour()) * 3600 + i64::from(at.minute()) * 60 + i64::from(at.second());
    // Rounded up: it stays within its second.
    let part = (seconds * 100_000 + 86_399) / 86_400;
    format!("{days}{}{part:05}", style.number.decimal)
}

fn titled(trade: &Trade, style: &Style, title: &str, more: &[&str]) -> String {
    let dates: Vec<_> = trade.orders.iter().map(|order| order.closed.date()).collect();
    let (first, last) = (dates.iter().min().unwrap(), dates.iter().max().unwrap());
    let period = format!("{} - {}", DateForm::Iso.write(*first), DateForm::Iso.write(*last));
    let row = |cells: &[&str]| style.row(&cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>());
    let mut text = row(&[""]) + &row(&[title]) + &row(&[""]) + &row(&["Period:", "", &period]) + &row(&[""]);
    for line in more {
        text += &row(&["", "", line]);
    }
    text
}

struct Row<'a>(&'a Order, &'a Line);

fn raw_file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let words = words(trade);
    let names: Vec<&str> = words.raw.split(',').collect();
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        text(names[0], |row: &Row| moment(style, row.0.closed)),
        text(names[1], |row: &Row| moment(style, row.0.closed)),
        text(names[2], |row: &Row| row.0.server.to_owned()),
        text(names[3], |row: &Row| (100 + row.0.number).to_string()),
        text(names[4], |row: &Row| row.1.name.clone()),
        text(names[5], |row: &Row| row.1.size.unwrap_or("").to_owned()),
        filler(names[6], ""),
        figure(names[7], |row: &Row| style.number.quantity(row.1.quantity)),
        figure(names[8], move |row: &Row| money(row.1.amount)),
        figure(names[9], move |row: &Row| money(row.1.off())),
        figure(names[10], move |row: &Row| money(row.1.charged())),
    ];
    columns.extend(names[11..].iter().flat_map(|name| blanks(name)));
    let rows = trade.orders.iter().flat_map(|order| order.lines.iter().map(move |line| Row(order, line)));
    let sheet = Sheet::new(columns, &ordered(rows.collect(), style), style);
    let text = titled(trade, style, words.raw_title, &[]) + &sheet.text(style);
    ("Zettle-Raw-Data-Report.csv".to_owned(), style.bytes(&text), sheet.unsettled_numbers)
}

fn fee(order: &Order) -> i64 {
    let card = |payment: &Payment| matches!(payment.means, Means::Card(_));
    let taken: i64 =
        order.payments.iter().filter(|payment| card(payment)).map(|payment| payment.amount).sum();
    taken.max(0) * 185 / 10_000
}

fn receipts_file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let words = words(trade);
    let names: Vec<&str> = words.receipts.split(',').collect();
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let amount = |name: &str, of: fn(&Order) -> i64| figure(name, move |order: &&Order| money(of(order)));
    let mut columns: Vec<Column<'_, &Order>> = vec![
        text(names[0], |order: &&Order| moment(style, order.closed)),
        text(names[1], |order: &&Order| moment(style, order.closed)),
        text(names[2], |order: &&Order| (100 + order.number).to_string()),
    ];
    for rate in trade.house.country.rates().iter().filter(|rate| **rate > 0) {
        let tax = move |order: &&Order| {
            let lines = order.lines.iter().filter(|line| line.rate == *rate);
            lines.map(|line| line.tax).sum::<i64>()
        };
        let name = format!("{} ({}.{}%)", words.vat, rate / 100, rate % 100 / 10);
        columns.push(figure(&name, move |order: &&Order| money(tax(order))));
    }
    columns.extend([
        amount(names[3], |order| order.due(true)),
        amount(names[4], fee),
        amount(names[5], |order| order.due(true) - fee(order)),
        text(names[6], |order: &&Order| {
            order.payments.first().map_or_else(|| words.cash.to_owned(), |payment| tender(trade, payment))
        }),
    ]);
    columns.extend(blanks(names[7]).into_iter().chain(blanks(names[8])));
    columns.push(text(names[9], |order: &&Order| order.server.to_owned()).optional());
    columns.push(text(names[10], |order: &&Order| {
        order.lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>().join(", ")
    }));
    columns.push(filler(names[11], "POS"));
    let orders: Vec<&Order> = ordered(trade.orders.iter().collect(), style);
    let sheet = Sheet::new(columns, &orders, style);
    let payee = [
        trade.house.name.as_str(),
        "Storgatan 1",
        "111 22 Stockholm",
        "5560000000",
        "",
        "PayPal (Europe) S.à r.l. et Cie, S.C.A.",
        "",
    ];
    let last = style.end().repeat(2) + &style.row(&[words.last.to_owned()]);
    let text = titled(trade, style, words.receipts_title, &payee) + &sheet.text(style) + &last;
    ("Zettle-Receipts-Report.csv".to_owned(), style.bytes(&text), sheet.unsettled_numbers)
}

fn expected(trade: &Trade) -> Expected {
    let date = |order: &Order| trade.house.business_date(order.closed);
    let name = |payment: &Payment| tender(trade, payment);
    let view = View { house: &trade.house, by_line: false, date: &date, means: &name, item: &name_and_size };
    let mut expected = Expected::of(&view, &trade.orders).without(&[
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Categories,
    ]);
    for order in trade.orders.iter().filter(|order| order.sum().discount != 0) {
        expected.unknown_on(date(order), &[Figure::Gross, Figure::Discounts]);
    }
    // The tax is of the receipt: what of it is a line's is not shown.
    let items = expected.days.values_mut().filter_map(|day| day.items.as_mut());
    items.flat_map(|items| items.values_mut()).for_each(|sold| sold.gross = None);
    expected
}

/// Raw data alone: prices as they stand, without a tax.
pub fn raw(trade: &Trade, style: &Style) -> Written {
    let style = at_home(trade, style);
    let (name, bytes, unsettled) = raw_file(trade, &style);
    let mut untaxed = trade.clone();
    untaxed.house.tax_inside = false;
    let date = |order: &Order| trade.house.business_date(order.closed);
    let view = View {
        house: &untaxed.house,
        by_line: true,
        date: &date,
        means: &|_| String::new(),
        item: &name_and_size,
    };
    let expected = Expected::of(&view, &untaxed.orders).without(&[
        Figure::Tax,
        Figure::Tips,
        Figure::Gratuity,
        Figure::ServiceCharges,
        Figure::Deferred,
        Figure::Rounding,
        Figure::Voids,
        Figure::Covers,
        Figure::Servers,
        Figure::Cost,
        Figure::Categories,
        Figure::Tenders,
    ]);
    let open = decimal(unsettled, &style).into_iter().chain([Ambiguity::NoTax]).collect();
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}

/// Receipts alone.
pub fn receipts(trade: &Trade, style: &Style) -> Written {
    let style = at_home(trade, style);
    let (name, bytes, unsettled) = receipts_file(trade, &style);
    let open = decimal(unsettled, &style).into_iter().collect();
    let expected = expected(trade).without(&[Figure::Items]);
    Written { files: vec![(name, bytes)], expected, open, columns: Vec::new() }
}

/// Both.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let style = at_home(trade, style);
    let (name, bytes, unsettled) = receipts_file(trade, &style);
    let (raw_name, raw_bytes, _) = raw_file(trade, &style);
    let open = decimal(unsettled, &style).into_iter().collect();
    let files = vec![(raw_name, raw_bytes), (name, bytes)];
    Written { files, expected: expected(trade), open, columns: Vec::new() }
}
