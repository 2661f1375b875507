//! SumUp's transactions in German, French and English. A card sale has two rows: the sale and its payout. Amounts hold the tip.

use super::sumup::{age, expected, number, sales_file};
use super::{Ambiguity, Written, decimal, ordered};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::expected::Figure;
use crate::writers::number::{NumberForm, Zeros};
use crate::writers::sheet::{Column, Sheet, figure, text};
use crate::writers::style::Style;
use crate::writers::trade::{Means, Order, Payment, Trade};
use jiff::ToSpan;

/// Words of an account's language.
struct Words {
    header: &'static str,
    sale: &'static str,
    done: &'static str,
    failed: &'static [&'static str],
    payout: &'static str,
    paid: &'static str,
    refund: &'static str,
}

const GERMAN: Words = Words {
    header: "E-Mail,Datum,Transaktions-ID,Transaktionsart,Status,Kartentyp,Letzte 4 Ziffern,Durchgeführt mit,Zahlungsmethode,Eingabemodus,Autorisierungscode,Beschreibung,Betrag inkl. MwSt.,Netto,Steuerbetrag,Trinkgeldbetrag,Gebühr,Auszahlung,Auszahlungsdatum,Auszahlungs-ID,Referenz",
    sale: "Umsatz",
    done: "Erfolgreich",
    failed: &["Abgebrochen", "Fehlgeschlagen"],
    payout: "Auszahlung",
    paid: "Gezahlt",
    refund: "Rückerstattung",
};

const GERMAN_BEFORE: Words = Words {
    header: "E-Mail,Datum,Transaktions-ID,Zahlungsart,Status,Kartentyp,Letzte 4 Ziffern,Durchgeführt mit,Zahlungsmethode,Eingabemodus,Autorisierungscode,Beschreibung,Betrag inkl. MwSt.,Netto,Steuerbetrag,Trinkgeldbetrag,Gebühr,Auszahlung,Auszahlungsdatum,Auszahlungs-ID,Referenz",
    ..GERMAN
};

const FRENCH: Words = Words {
    header: "Email,Date,Réf. transaction,Type de transaction,Status,Type de carte,4 derniers chiffres,Traiter en tant que,Méthode de paiement,Entry mode,Auth code,Description,Montant total,Prix net,Tax amount,Tip amount,Frais,Virement,Date du virement,Payout ID,Reference",
    sale: "Sale",
    done: "Accepté",
    failed: &["Annulé", "Échoué"],
    payout: "Virement",
    paid: "Paid",
    refund: "Remboursé",
};

/// The English header is not published: its names are those of a reader.
const ENGLISH: Words = Words {
    header: "Email,Date,Transaction ID,Transaction Type,Status,Card Type,Last 4 Digits,Process As,Payment Method,Entry Mode,Auth Code,Description,Amount incl. VAT,Net Amount,Tax Amount,Tip Amount,Fee,Payout,Payout Date,Payout ID,Reference",
    sale: "Sale",
    done: "Successful",
    failed: &["Cancelled", "Failed"],
    payout: "Payout",
    paid: "Paid",
    refund: "Refund",
};

const LANGUAGES: [Words; 4] = [GERMAN, GERMAN_BEFORE, FRENCH, ENGLISH];

/// Kinds of row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Sale,
    Failed,
    Payout,
    Refund,
}

struct Row<'a> {
    event: Event,
    order: &'a Order,
    number: String,
    payment: Payment,
}

fn tender(payment: &Payment) -> String {
    match payment.means {
        Means::Cash => "CASH",
        Means::Card(_) => "POS",
        Means::GiftCard | Means::Other(_) => "ECOM",
    }
    .to_owned()
}

fn language(style: &Style) -> usize {
    style.choice / 3
}

fn file(trade: &Trade, style: &Style) -> (String, Vec<u8>, bool) {
    let mut rows = Vec::new();
    for order in &trade.orders {
        let sale = order.refund_of.as_ref().and_then(|id| trade.orders.iter().find(|sale| sale.id == *id));
        let number = number(sale.unwrap_or(order));
        let row = |event, payment: &Payment| Row { event, order, number: number.clone(), payment: *payment };
        rows.extend(order.failed.iter().map(|payment| row(Event::Failed, payment)));
        for payment in &order.payments {
            rows.push(row(if order.refund { Event::Refund } else { Event::Sale }, payment));
            if matches!(payment.means, Means::Card(_)) && !order.refund {
                rows.push(row(Event::Payout, payment));
            }
        }
    }
    let sheet = Sheet::new(columns(trade, style), &ordered(rows, style), style);
    ("transactions.csv".to_owned(), sheet.bytes(style), sheet.unsettled_numbers)
}

/// Sales, failed ones too, have all their fields; the other rows only some.
fn columns<'a>(trade: &'a Trade, style: &'a Style) -> Vec<Column<'a, Row<'a>>> {
    let words = &LANGUAGES[language(style)];
    let names: Vec<&str> = words.header.split(',').collect();
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let is_sale = |row: &Row| matches!(row.event, Event::Sale | Event::Failed);
    let of_sale = |name: &str, of: &'static str| {
        text(name, move |row: &Row| if is_sale(row) { of } else { "" }.to_owned()).optional()
    };
    let sum = |name: &str, of: fn(&Row) -> i64| {
        figure(name, move |row: &Row| if is_sale(row) { money(of(row)) } else { String::new() })
    };
    vec![
        of_sale(names[0], "till@example.de"),
        text(names[1], |row: &Row| {
            let at = row.order.closed + if row.event == Event::Payout { 20.seconds() } else { 0.seconds() };
            format!("{} {}", DateForm::Iso.write(at.date()), TimeForm::Seconds.write(at))
        }),
        text(names[2], |row: &Row| row.number.clone()),
        text(names[3], |row: &Row| {
            match row.event {
                Event::Sale | Event::Failed => words.sale,
                Event::Payout => words.payout,
                Event::Refund => words.refund,
            }
            .to_owned()
        }),
        text(names[4], |row: &Row| {
            match row.event {
                Event::Sale => words.done,
                Event::Failed => words.failed[row.order.lines.len() % 2],
                Event::Payout => words.paid,
                Event::Refund => "",
            }
            .to_owned()
        }),
        text(names[5], move |row: &Row| match row.payment.means {
            Means::Card(brand) if is_sale(row) => brand.to_uppercase(),
            _ => String::new(),
        })
        .optional(),
        of_sale(names[6], "**** **** **** 1111"),
        of_sale(names[7], "DEBIT"),
        text(names[8], |row: &Row| match row.event {
            Event::Payout => String::new(),
            _ => tender(&row.payment),
        }),
        of_sale(names[9], "CONTACTLESS"),
        of_sale(names[10], "U00000"),
        text(names[11], move |row: &Row| {
            let lines = row
                .order
                .lines
                .iter()
                .map(|line| format!("{} x {}", NumberForm::PLAIN.quantity(line.quantity), line.name));
            if is_sale(row) { lines.collect::<Vec<_>>().join(", ") } else { String::new() }
        }),
        figure(names[12], move |row: &Row| money(row.payment.amount + row.payment.tip)),
        sum(names[13], |row| row.payment.amount - row.order.sum().tax),
        sum(names[14], |row| row.order.sum().tax),
        sum(names[15], |row| row.payment.tip),
        figure(
            names[16],
            move |row: &Row| if row.event == Event::Refund { String::new() } else { money(fee(row)) },
        ),
        figure(names[17], move |row: &Row| match row.event {
            Event::Sale | Event::Payout => money(row.payment.amount + row.payment.tip - fee(row)),
            _ => String::new(),
        }),
        text(names[18], |row: &Row| match row.event {
            Event::Payout => DateForm::Iso.write(row.order.closed.date() + 2.days()),
            _ => String::new(),
        })
        .optional(),
        text(names[19], |row: &Row| if row.event == Event::Payout { "952982" } else { "" }.to_owned())
            .optional(),
        text(names[20], |_: &Row| String::new()).optional(),
    ]
}

fn fee(row: &Row<'_>) -> i64 {
    match row.event {
        Event::Sale | Event::Payout if matches!(row.payment.means, Means::Card(_)) => {
            (row.payment.amount + row.payment.tip) * 139 / 10_000
        }
        _ => 0,
    }
}

/// The form of numbers: this report writes 11.5, if no spreadsheet saved it.
fn own_numbers(style: &Style) -> Style {
    let mut style = style.clone();
    if style.number.decimal == '.' {
        style.number.zeros = Zeros::One;
    }
    style
}

fn open(style: &Style, unsettled: bool) -> Vec<Ambiguity> {
    let mut open: Vec<Ambiguity> = decimal(unsettled, style).into_iter().collect();
    match language(style) {
        2 => open.push(Ambiguity::Word { word: "Annulé".to_owned(), means: "failed" }),
        3 => open.extend([Ambiguity::Columns, Ambiguity::Meaning]),
        _ => (),
    }
    open
}

/// Transactions alone: discounts are in no column, and orders that nothing was paid for in no row.
pub fn transactions(trade: &Trade, style: &Style) -> Written {
    let style = own_numbers(style);
    let (name, bytes, unsettled) = file(trade, &style);
    let mut expected = expected(trade, &tender, |order| !order.payments.is_empty())
        .without(&[Figure::Items, Figure::Categories]);
    for order in trade.orders.iter().filter(|order| order.sum().discount != 0) {
        let date = trade.house.business_date(order.closed);
        expected.unknown_on(date, &[Figure::Gross, Figure::Discounts]);
    }
    // A sum of lines and their tax is divided as one: no cent of rounding remains.
    for day in expected.days.values_mut().filter(|day| day.gross.is_some()) {
        (day.gross, day.discounts) = (day.net, Some(0));
    }
    Written { files: vec![(name, bytes)], expected, open: open(&style, unsettled), columns: Vec::new() }
}

/// The sales report and the transactions: means of payment have other names in each.
pub fn set(trade: &Trade, style: &Style) -> Written {
    let style = own_numbers(style);
    let (name, bytes, unsettled) = file(trade, &style);
    let (sales_name, sales_bytes, _) = sales_file(trade, &style);
    let mut expected = expected(trade, &tender, |_| true).without(&[Figure::Tenders]);
    if age(trade, &style) != 0 {
        expected = expected.without(&[Figure::Categories]);
    }
    let open = open(&style, unsettled);
    Written { files: vec![(sales_name, sales_bytes), (name, bytes)], expected, open, columns: Vec::new() }
}
