//! A second reading of plain files, by sums of their columns: what a file says is what its figures say.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime};

use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::style::{LineEnd, Quoting, Style};
use crate::writers::trade::build;
use crate::writers::{Layout, Trade, Written};

/// A style without any trap.
pub fn plain(seed: u64) -> Style {
    Style {
        seed,
        encoding: Encoding::Utf8,
        separator: ',',
        quoting: Quoting::Needed,
        line_end: LineEnd::Lf,
        last_end: true,
        number: NumberForm { quantity: QuantityForm::Three, ..NumberForm::PLAIN },
        date: DateForm::Iso,
        time: TimeForm::Seconds,
        shuffled: false,
        left_out: false,
        newest_first: false,
        titled: false,
        total: false,
        separator_line: false,
        choice: 0,
    }
}

/// A row by the names of its columns.
pub type Row = BTreeMap<String, String>;

/// Rows of a file.
pub fn rows(bytes: &[u8]) -> Vec<Row> {
    table(bytes, 0)
}

/// Rows of a file below a number of titles, up to the end or to a row without some columns.
pub fn table(bytes: &[u8], titles: usize) -> Vec<Row> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut table: Vec<Vec<String>> = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = table.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\n' if !quoted => table.push(vec![String::new()]),
            _ => row.last_mut().unwrap().push(letter),
        }
    }
    table.pop();
    let mut table = table.into_iter().skip(titles);
    let header = table.next().unwrap();
    let whole = table.take_while(|row| row.len() == header.len());
    whole.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

/// Cents or thousandths: digits without their mark.
pub fn digits(cell: &str) -> i64 {
    let digits: String = cell.chars().filter(|c| c.is_ascii_digit() || *c == '-').collect();
    digits.parse().unwrap_or(0)
}

fn written(layout: Layout, seed: u64) -> (Trade, Written) {
    let trade = build(seed, 50, 9, layout.traits());
    let written = layout.write(&trade, &plain(seed));
    (trade, written)
}

/// The bytes of a file whose name begins so.
pub fn file<'a>(written: &'a Written, name: &str) -> &'a [u8] {
    &written.files.iter().find(|file| file.0.starts_with(name)).unwrap().1
}

/// Sums of columns by business date, of rows that count.
fn sums(
    trade: &Trade,
    rows: &[Row],
    at: &dyn Fn(&Row) -> String,
    columns: &[&str],
) -> BTreeMap<Date, Vec<i64>> {
    let mut sums: BTreeMap<Date, Vec<i64>> = BTreeMap::new();
    for row in rows {
        let at: DateTime = at(row).parse().unwrap();
        let date = trade.house.business_date(at);
        let sum = sums.entry(date).or_insert_with(|| vec![0; columns.len()]);
        for (sum, column) in sum.iter_mut().zip(columns) {
            *sum += digits(&row[*column]);
        }
    }
    sums
}

#[test]
fn square_items_add_up_to_their_figures() {
    for seed in 0..30 {
        let (trade, written) = written(Layout::SquareItems, seed);
        let rows = rows(file(&written, "items"));
        let at = |row: &Row| format!("{} {}", row["Date"], row["Time"]);
        let read = sums(&trade, &rows, &at, &["Gross Sales", "Discounts", "Net Sales", "Tax"]);
        for (date, day) in &written.expected.days {
            let shown = [day.gross, day.discounts.map(|off| -off), day.net, day.tax];
            assert_eq!(read[date].iter().copied().map(Some).collect::<Vec<_>>(), shown, "{seed} {date}");
        }
        assert_eq!(read.len(), written.expected.days.len());
    }
}

#[test]
fn square_transactions_add_up_to_their_figures() {
    for seed in 0..30 {
        let (trade, written) = written(Layout::SquareTransactions, seed);
        let rows = rows(file(&written, "transactions"));
        let at = |row: &Row| format!("{} {}", row["Date"], row["Time"]);
        let tenders = ["Card", "Cash", "Square Gift Card"];
        let columns = ["Gross Sales", "Tax", "Tip", "Service Charges", "Gift Card Sales"];
        let read = sums(&trade, &rows, &at, &columns);
        let paid = sums(&trade, &rows, &at, &tenders);
        for (date, day) in &written.expected.days {
            let charges = day.gratuity.unwrap() + day.service_charges.unwrap();
            let shown = [day.gross, day.tax, day.tips, Some(charges), day.deferred];
            assert_eq!(read[date].iter().copied().map(Some).collect::<Vec<_>>(), shown, "{seed} {date}");
            for (name, paid) in tenders.iter().zip(&paid[date]) {
                let Some(shown) = &day.tenders else { continue };
                assert_eq!(
                    shown.get(*name).map_or(Some(0), |tender| tender.with_tips),
                    Some(*paid),
                    "{seed} {date}"
                );
            }
        }
    }
}

#[test]
fn loyverse_receipts_add_up_to_their_figures() {
    for seed in 0..30 {
        let trade = build(seed, 50, 9, Layout::LoyverseReceipts.traits());
        let written = Layout::LoyverseReceipts.write(&trade, &Style { choice: 2, ..plain(seed) });
        let mut rows = rows(file(&written, "receipts"));
        rows.retain(|row| row["Status"] == "Closed");
        let read =
            sums(&trade, &rows, &|row| row["Date"].clone(), &["Net sales", "Taxes", "Total collected"]);
        for (date, day) in &written.expected.days {
            let (net, tax) = (day.net.unwrap(), day.tax.unwrap());
            let charged = if trade.house.tax_inside { net + tax } else { net };
            let read = read.get(date).cloned().unwrap_or(vec![0; 3]);
            assert_eq!(read, [charged, tax, net + tax], "{seed} {date}");
        }
    }
}

#[test]
fn own_rows_of_an_order_add_up_to_its_figures() {
    for seed in 0..60 {
        let (trade, written) = written(Layout::OwnOrders, seed);
        if written.columns.iter().all(|column| column.0 != "Day" && column.0 != "Date") {
            continue;
        }
        let name = |meaning: &str| {
            let of = written.columns.iter().find(|column| format!("{:?}", column.1) == meaning);
            of.map(|column| column.0.clone())
        };
        let (day, time) = (name("Date").unwrap(), name("Time").unwrap());
        let mut rows = rows(file(&written, "orders"));
        if let Some(status) = name("Status") {
            rows.retain(|row| row[&status] == "Paid");
        }
        let Some(tax) = name("Tax") else { continue };
        let amount = name("Amount").unwrap();
        let at = |row: &Row| format!("{} {}", row[&day], row[&time]);
        let read = sums(&trade, &rows, &at, &[&amount, &tax]);
        for (date, day) in &written.expected.days {
            let read = read.get(date).cloned().unwrap_or(vec![0; 2]);
            assert_eq!(Some(read[1]), day.tax, "{seed} {date}");
            if !trade.house.tax_inside {
                assert_eq!(Some(read[0]), day.gross, "{seed} {date}");
            }
        }
    }
}

#[test]
fn toast_items_and_payments_add_up_to_their_figures() {
    for seed in 0..30 {
        let trade = build(seed, 50, 9, Layout::ToastItemsPayments.traits());
        let style = Style { time: TimeForm::Noon, date: DateForm::MonthShort, ..plain(seed) };
        let written = Layout::ToastItemsPayments.write(&trade, &style);
        let items = rows(file(&written, "ItemSelection"));
        let sold = items.iter().filter(|row| row["Void?"] == "false" && row["Deferred"] == "false");
        let net: i64 = sold.map(|row| digits(&row["Net Price"])).sum();
        let payments = rows(file(&written, "Payment"));
        let taken = payments.iter().filter(|row| matches!(row["Status"].as_str(), "CAPTURED" | "AUTHORIZED"));
        let (mut total, mut back) = (0, 0);
        for row in taken {
            total += digits(&row["Total"]);
            back += digits(&row["Refund Amount"]) + digits(&row["Refund Tip Amount"]);
        }
        let refunded: i64 = trade
            .orders
            .iter()
            .filter(|order| order.refund)
            .map(|order| order.sum().amount - order.sum().discount)
            .sum();
        let shown: i64 = written.expected.days.values().map(|day| day.net.unwrap()).sum();
        assert_eq!(net + refunded, shown, "{seed}");
        let tenders = written.expected.days.values().flat_map(|day| day.tenders.iter().flatten());
        let paid: i64 = tenders.map(|tender| tender.1.with_tips.unwrap()).sum();
        assert_eq!(total - back, paid, "{seed}");
    }
}
