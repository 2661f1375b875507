//! Square's Transactions CSV, the second file of an import: how an order was paid, and its tip, which the
//! Items detail does not have.

use std::collections::HashMap;
use std::path::Path;

use csv::StringRecord;
use jiff::civil::DateTime;
use saffron_core::{Money, Zone};
use saffron_till::Payment;

use super::super::refusals::Refusals;
use super::amounts;
use super::columns::Header;
use super::dates::{self, Evidence, Form};
use super::rows::Rows;
use super::zones;

/// Columns of received money, each with its payment type where no other column names one.
const TENDERS: &[(&str, &str)] = &[
    ("Card", "Card"),
    ("Cash", "Cash"),
    ("Square Gift Card", "Square Gift Card"),
    ("Wallet", "Wallet"),
    ("Other Tender", "Other"),
];

/// Whether a header is that of a Transactions CSV.
pub fn is_transactions(header: &Header) -> bool {
    let has = |name| header.find(name).is_some();
    has("Transaction ID") && has("Tip") && has("Cash") && has("Card") && !has("Item")
}

/// One row: one payment process of an order, or of a refund of it.
#[derive(Debug)]
struct Transaction {
    line: u64,
    refund: bool,
    at: DateTime,
    payments: Vec<Payment>,
}

/// Payments by order.
#[derive(Debug, Default)]
pub struct Tenders {
    by_order: HashMap<String, Vec<Transaction>>,
}

impl Tenders {
    /// Reads a Transactions CSV. Broken rows are refused alone.
    pub fn read(
        path: &Path,
        location: &Zone,
        given: Option<Form>,
        refusals: &mut Refusals,
    ) -> anyhow::Result<Tenders> {
        let file = path.display().to_string();
        let mut rows = Rows::open(path)?;
        let header = rows.header.clone();
        let mut evidence = Evidence::default();
        while let Some((_, row)) = rows.next()? {
            if let Ok(record) = row {
                evidence.see(header.cell(record, "Date"));
            }
        }
        let form = evidence.form(given, None).map_err(anyhow::Error::msg)?;
        let mut tenders = Tenders::default();
        let mut rows = Rows::open(path)?;
        while let Some((line, row)) = rows.next()? {
            match row.and_then(|record| Transaction::read(&header, record, line, location, form)) {
                Ok((order, transaction)) => tenders.by_order.entry(order).or_default().push(transaction),
                Err(why) => refusals.row(&file, line, &why)?,
            }
        }
        Ok(tenders)
    }

    /// Takes the payments of an order, or of its refund at that time; where the two files differ in the time of a refund,
    /// those of the order's only refund.
    pub fn take(&mut self, order: &str, refund: Option<DateTime>) -> Option<Vec<Payment>> {
        let transactions = self.by_order.get_mut(order)?;
        let fits = |t: &Transaction| t.refund == refund.is_some() && refund.is_none_or(|at| t.at == at);
        let refunds = transactions.iter().filter(|t| t.refund).count();
        let is_only = refund.is_some() && refunds == 1;
        let taken = transactions.extract_if(.., |t| fits(t) || (is_only && t.refund));
        let payments: Vec<Payment> = taken.flat_map(|transaction| transaction.payments).collect();
        (!payments.is_empty()).then_some(payments)
    }

    /// The lines of transactions without an order in the first file.
    pub fn left(&self) -> impl Iterator<Item = u64> {
        self.by_order.values().flatten().map(|transaction| transaction.line)
    }
}

impl Transaction {
    /// Reads a row: its order, and what was paid.
    fn read(
        header: &Header,
        record: &StringRecord,
        line: u64,
        location: &Zone,
        form: Option<Form>,
    ) -> Result<(String, Transaction), String> {
        let cell = |name| header.cell(record, name);
        let money = |name| amounts::money(cell(name)).map(Option::unwrap_or_default);
        let order = cell("Transaction ID");
        if order.is_empty() {
            return Err("the transaction id is missing".to_owned());
        }
        let zone = Some(cell("Time Zone")).filter(|z| !z.is_empty()).map(zones::find).transpose()?;
        let at = dates::local(dates::when(cell("Date"), cell("Time"), form)?, zone.as_ref(), location)?;
        let refund = match cell("Event Type").to_lowercase().as_str() {
            "" | "payment" => false,
            "refund" => true,
            other => return Err(format!("the event type '{other}' is neither Payment nor Refund")),
        };
        let mut payments = Vec::new();
        for (column, fallback) in TENDERS {
            let named = match *column {
                "Card" => cell("Card Brand"),
                "Other Tender" => cell("Other Tender Type"),
                _ => "",
            };
            let tender = if named.is_empty() { fallback } else { named };
            payments.push(Payment::new(tender.to_owned(), money(column)?, Money::ZERO));
        }
        let tendered: Money = payments.iter().map(|p| p.amount).sum();
        let total = amounts::money(cell("Total Collected"))?.unwrap_or(tendered);
        let tender = "Other".to_owned();
        payments.push(Payment::new(tender, total - tendered, Money::ZERO));
        payments.retain(|payment| payment.amount != Money::ZERO);
        let tip = money("Tip")?;
        let bill =
            money("Net Sales")? + money("Tax")? + money("Service Charges")? + money("Gift Card Sales")?;
        put_tip(&mut payments, tip, bill == total);
        Ok((order.to_owned(), Transaction { line, refund, at, payments }))
    }
}

/// Adds the tip to the first payment that covers it. Payments include the tip, unless they are `without` it.
fn put_tip(payments: &mut Vec<Payment>, tip: Money, without: bool) {
    if tip == Money::ZERO {
        return;
    }
    let covering = payments.iter_mut().find(|p| p.amount.abs() >= tip.abs());
    match covering {
        Some(payment) => {
            payment.tip = tip;
            if !without {
                payment.amount -= tip;
            }
        }
        None => {
            let amount = if without { Money::ZERO } else { -tip };
            payments.push(Payment::new("Other".to_owned(), amount, tip));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(tender: &str, amount: i64, tip: i64) -> Payment {
        Payment::new(tender.to_owned(), Money::from_cents(amount), Money::from_cents(tip))
    }

    #[test]
    fn tip_is_taken_out_of_what_was_collected() {
        let mut payments = vec![payment("Cash", 100, 0), payment("Visa", 4_064, 0)];
        put_tip(&mut payments, Money::from_cents(600), false);
        assert_eq!(payments, [payment("Cash", 100, 0), payment("Visa", 3_464, 600)]);
        let mut payments = vec![payment("Visa", 3_464, 0)];
        put_tip(&mut payments, Money::from_cents(600), true);
        assert_eq!(payments, [payment("Visa", 3_464, 600)]);
        let mut refunded = vec![payment("Visa", -4_064, 0)];
        put_tip(&mut refunded, Money::from_cents(-600), false);
        assert_eq!(refunded, [payment("Visa", -3_464, -600)]);
    }
}
