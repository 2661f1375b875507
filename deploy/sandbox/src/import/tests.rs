//! Whole files through the import, read back as the ingest call reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Parser;
use saffron_core::fact::{Check, FactBody, read_events};
use saffron_core::{Clock, Money, Quantity, Zone};
use saffron_till::Event;

use super::checks::Converter;
use super::read::survey::survey;
use super::read::tenders::Tenders;
use super::refusals::Refusals;
use super::{ImportArgs, import, read};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: ImportArgs,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services/libs/import/tests/fixtures").join(name)
}

fn pizzaplace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/data/pizzaplace.csv")
}

fn args(file: &Path, more: &[&str]) -> ImportArgs {
    let file = file.display().to_string();
    let line = ["import", &file, "--pos-id", "p1", "--revision", "7", "--dry-run"];
    Cli::parse_from(line.into_iter().chain(more.iter().copied())).args
}

/// What the ingest call makes of a file, and how many rows were refused and left out.
struct Imported {
    checks: BTreeMap<String, Check>,
    refused: u64,
    left_out: u64,
}

impl Imported {
    fn of(file: &Path, more: &[&str]) -> Imported {
        let args = args(file, more);
        let found = survey(file, &args).unwrap();
        let mut refusals = Refusals::default();
        let book = read::read(file, &args, &found, &mut refusals).unwrap();
        let mut tenders = args
            .transactions
            .as_ref()
            .map(|path| Tenders::read(path, &found.zone, args.form(), &mut refusals).unwrap());
        let converter = Converter::new(&book, args.pos_id.clone(), 7).unwrap();
        let checks = book.orders.iter().map(|order| {
            let check = converter.check(order, tenders.as_mut()).unwrap();
            let event = Event::check("import", &check).unwrap();
            let check = ingested(&event, &found.zone);
            (check.id.to_string(), check)
        });
        let checks: BTreeMap<_, _> = checks.collect();
        assert_eq!(checks.len(), book.orders.len(), "two orders got one id");
        Imported { checks, refused: refusals.refused, left_out: refusals.rows_left_out() }
    }

    fn gross(&self) -> i64 {
        self.checks.values().map(gross).sum()
    }

    fn days(&self) -> Vec<String> {
        let days: BTreeSet<_> = self.checks.values().map(|c| c.business_date.to_string()).collect();
        days.into_iter().collect()
    }

    fn lines(&self) -> usize {
        self.checks.values().map(|c| c.lines.len()).sum()
    }

    fn paid(&self) -> i64 {
        self.checks.values().flat_map(|c| &c.payments).map(|p| (p.amount + p.tip).cents()).sum()
    }

    fn discounts(&self) -> i64 {
        self.checks.values().flat_map(|c| &c.lines).map(|l| l.discount.cents()).sum()
    }
}

fn ingested(event: &Event, zone: &Zone) -> Check {
    let pos_id = "p1".parse().unwrap();
    match read_events(event.json().as_bytes(), &pos_id, &zone.clone().into()).unwrap().remove(0).body {
        FactBody::Check(check) => *check,
        other => panic!("{other:?}"),
    }
}

fn gross(check: &Check) -> i64 {
    let counted = check.lines.iter().filter(|line| !line.voided && !check.voided);
    counted.map(|line| line.amount.cents()).sum()
}

fn payments(check: &Check) -> Vec<(&str, i64, i64)> {
    check.payments.iter().map(|p| (p.tender.as_str(), p.amount.cents(), p.tip.cents())).collect()
}

#[test]
fn square_export_of_35_columns_is_imported() {
    let file = Imported::of(&fixture("square-2026.csv"), &[]);
    assert_eq!((file.checks.len(), file.lines(), file.refused, file.left_out), (6, 7, 2, 1));
    assert_eq!((file.gross(), file.discounts()), (118_410, 3_550));
    assert_eq!(file.days(), ["2026-07-18", "2026-07-19", "2026-07-20"]);
    let first = &file.checks["kT1aBcD9"];
    assert_eq!(first.closed.at.to_string(), "2026-07-18T16:59:30Z");
    let line = &first.lines[0];
    assert_eq!((line.item.as_str(), line.name.as_str()), ("margherita-large", "Margherita Large"));
    assert_eq!(
        (line.quantity, line.price.cents(), line.discount.cents()),
        (Quantity::from_milli(2_000), 1_600, 300)
    );
    assert_eq!(line.major_category.as_ref().unwrap().as_str(), "Pizza");
    assert_eq!(first.employee.as_ref().unwrap().name.as_str(), "Ana Ruiz");
    assert_eq!(payments(first), [("Visa", 3_594, 0)]);
    // 1:00:05 in the morning, by weight, without a category.
    let night = &file.checks["kT2"];
    assert_eq!(
        (night.business_date.to_string().as_str(), night.lines[0].quantity.milli()),
        ("2026-07-18", 453)
    );
    assert_eq!(night.lines[0].major_category, None);
    let online = &file.checks["kT3"];
    assert_eq!(online.order_input_type.as_ref().unwrap().as_str(), "online");
    assert_eq!(online.order_source.as_ref().unwrap().as_str(), "Square Online");
    assert_eq!((gross(online), online.lines[0].discount.cents()), (123_450, 3_450));
    // A refund under the sale's transaction, and one under its own that shares the payment.
    let refund = &file.checks["kT1aBcD9-refund-20260718-132000"];
    assert_eq!(
        (gross(refund), refund.lines[0].quantity.milli(), refund.lines[0].price.cents()),
        (-400, -1_000, 400)
    );
    assert_eq!(refund.refund_of.as_ref().unwrap().as_str(), "kT1aBcD9");
    let other = &file.checks["kT4-refund-20260720-100000"];
    assert_eq!(
        (gross(other), other.lines[0].discount.cents(), other.lines[0].tax.cents()),
        (-10_000, -200, -800)
    );
    assert_eq!(other.refund_of.as_ref().unwrap().as_str(), "kT3");
    assert_eq!(payments(other), [("Unassigned", -10_600, 0)]);
    assert_eq!(file.checks["kT7"].lines[0].name.as_str(), "Custom Amount");
}

#[test]
fn square_transactions_bring_tips_and_tenders() {
    let second = fixture("square-transactions.csv").display().to_string();
    let file = Imported::of(&fixture("square-2026.csv"), &[&second]);
    assert_eq!((file.checks.len(), file.gross(), file.refused), (6, 118_410, 3));
    assert_eq!(payments(&file.checks["kT1aBcD9"]), [("Visa", 3_594, 600)]);
    assert_eq!(payments(&file.checks["kT2"]), [("Cash", 1_235, 0)]);
    assert_eq!(
        payments(&file.checks["kT3"]),
        [("American Express", 90_000, 10_000), ("Cash", 20_000, 0), ("House Account", 20_650, 0)]
    );
    assert_eq!(payments(&file.checks["kT1aBcD9-refund-20260718-132000"]), [("Visa", -436, 0)]);
    assert_eq!(file.paid(), 135_568);
}

#[test]
fn square_export_of_33_24_and_21_columns_is_imported() {
    let file = Imported::of(&fixture("square-2025.csv"), &[]);
    assert_eq!((file.checks.len(), file.gross(), file.discounts(), file.refused), (4, 1_200, 100, 0));
    assert_eq!(file.days(), ["2025-03-08", "2025-03-09"]);
    assert_eq!(file.checks["S2"].business_date.to_string(), "2025-03-08");
    assert_eq!(file.checks["S3"].closed.at.to_string(), "2025-03-09T11:00:00Z");
    let file = Imported::of(&fixture("square-2020.csv"), &[]);
    assert_eq!((file.checks.len(), file.lines(), file.gross(), file.discounts()), (2, 3, 5_795, 240));
    assert_eq!(file.days(), ["2020-10-31", "2020-11-01"]);
    let file = Imported::of(&fixture("square-2016.csv"), &[]);
    assert_eq!((file.checks.len(), file.gross(), file.refused), (3, 1_050, 0));
    assert_eq!(file.checks["Q1"].closed.at.to_string(), "2016-05-03T02:05:00Z");
}

#[test]
fn toast_export_of_both_ages_is_imported() {
    let file = Imported::of(&fixture("toast-2026.csv"), &[]);
    assert_eq!((file.checks.len(), file.gross(), file.refused, file.left_out), (5, 4_075, 1, 1));
    assert_eq!(file.days(), ["2026-10-08", "2026-10-09"]);
    let first = &file.checks["400001"];
    assert_eq!((first.lines.len(), gross(first), first.lines[0].discount.cents()), (3, 3_650, 300));
    assert!(first.lines[2].voided && first.lines[2].amount == Money::from_cents(650) && !first.voided);
    assert_eq!(payments(first), [("Unassigned", 3_000 - 300 + 216 + 650 + 52, 0)]);
    assert_eq!(first.table.as_ref().unwrap().as_str(), "14");
    assert_eq!(file.checks["400002"].business_date.to_string(), "2026-10-08");
    let voided = &file.checks["400003"];
    assert!(
        voided.voided && voided.lines[0].amount == Money::from_cents(1_500) && voided.payments.is_empty()
    );
    assert_eq!(gross(&file.checks["400005-refund-20261009-132000"]), -1_500);
    assert_eq!(file.checks["400007"].lines[0].quantity.milli(), 750);
    let file = Imported::of(&fixture("toast-2019.csv"), &[]);
    assert_eq!((file.checks.len(), file.gross(), file.discounts(), file.refused), (3, 103_500, 140, 0));
    assert_eq!(file.days(), ["2026-08-03", "2026-08-04"]);
}

#[test]
fn columns_named_by_the_caller_are_imported() {
    let map =
        "Bon Nr.=order,Datum=date,Uhrzeit=time,Artikel=item,Gruppe=category,Preis=price,Bediener=employee";
    let file = Imported::of(&fixture("mapped.csv"), &["--map", map, "--time-zone", "Europe/Vienna"]);
    assert_eq!((file.checks.len(), file.lines(), file.gross(), file.refused), (3, 4, 2_990, 1));
    assert_eq!(file.days(), ["2026-07-18", "2026-07-19"]);
    let soup = file.checks.values().flat_map(|c| &c.lines).find(|l| l.item.as_str() == "tagessuppe").unwrap();
    assert_eq!((soup.quantity.milli(), soup.amount.cents()), (2_000, 1_100));
}

#[tokio::test]
async fn ambiguous_file_is_refused_until_its_form_is_given() {
    let map = "order=order,when=date,item=item,total=amount";
    let run = async |more: &[&str]| {
        let args = args(&fixture("ambiguous.csv"), more);
        let mut out = Vec::new();
        let totals = import(&args, &Clock::system(), &mut out).await;
        totals.map(|t| (t.days.first().unwrap().to_string(), String::from_utf8(out).unwrap()))
    };
    let question = run(&["--map", map]).await.unwrap_err().to_string();
    assert!(question.contains("'3/4/2026 12:00'") && question.contains("--day-first"), "{question}");
    assert_eq!(run(&["--map", map, "--day-first"]).await.unwrap().0, "2026-04-03");
    let (day, printed) = run(&["--map", map, "--month-first"]).await.unwrap();
    assert_eq!(day, "2026-03-04");
    assert!(printed.contains("gross sales  $8.00") && printed.contains("discount: none"), "{printed}");
}

#[tokio::test]
async fn refused_rows_are_listed_with_their_lines() {
    let list = tempfile::NamedTempFile::new().unwrap();
    let path = list.path().display().to_string();
    let args = args(&fixture("square-2026.csv"), &["--refused", &path]);
    let mut out = Vec::new();
    import(&args, &Clock::system(), &mut out).await.unwrap();
    let printed = String::from_utf8(out).unwrap();
    assert!(printed.contains("line 10: 'abc' is not an amount of dollars"), "{printed}");
    assert!(printed.contains("line 11: has 3 cells where the header has 35"), "{printed}");
    assert!(printed.contains("Left out: 1 rows: a gift card"), "{printed}");
    assert!(printed.contains("Columns not used: SKU, Modifiers Applied, Net Sales"), "{printed}");
    let list = std::fs::read_to_string(list.path()).unwrap();
    assert_eq!(list.lines().count(), 4, "{list}");
}

#[test]
fn pizzaplace_is_imported_for_its_whole_year() {
    let file = Imported::of(&pizzaplace(), &[]);
    assert_eq!((file.checks.len(), file.gross(), file.refused, file.left_out), (21_350, 81_786_005, 0, 0));
    let pizzas: i64 = file.checks.values().flat_map(|c| &c.lines).map(|l| l.quantity.milli()).sum();
    assert_eq!(pizzas, 49_574_000);
    // Each day against the sum taken straight from the file: no order of 2015 was placed before 4 AM.
    let mut straight: BTreeMap<String, Money> = BTreeMap::new();
    for line in std::fs::read_to_string(pizzaplace()).unwrap().lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *straight.entry(cells[1].to_owned()).or_default() += cells[6].parse().unwrap();
    }
    let mut imported: BTreeMap<String, Money> = BTreeMap::new();
    for check in file.checks.values() {
        *imported.entry(check.business_date.to_string()).or_default() += Money::from_cents(gross(check));
    }
    assert_eq!(straight.len(), 358);
    assert_eq!(imported, straight);
}
