//! Files whose totals are known from elsewhere: small ones of several ages of an export, and a year of a pizza place.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use saffron_core::Money;
use saffron_import::judge::{Judged, judge};

use super::{Folder, asked, given, mapped, tables};

fn text(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).unwrap()
}

fn known(names: &[&str], zone: &str, answers: &[(&str, &str)]) -> Judged {
    let texts: Vec<String> = names.iter().map(|name| text(&format!("tests/fixtures/{name}"))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let given = saffron_import::judge::Given { zone: zone.parse().unwrap(), ..given(answers) };
    judge(&tables(&texts), &given, Arc::new(Folder)).unwrap()
}

/// Sales and refunds, voided checks, gross sales and discounts in cents, and the dates.
type Totals = (u64, u64, i64, i64, Vec<String>);

fn totals(judged: &Judged) -> Totals {
    let total = judged.summary.total;
    let dates = judged.summary.dates().iter().map(ToString::to_string).collect();
    (total.checks + total.refunds, total.voided, total.gross.cents(), total.discounts.cents(), dates)
}

fn dates(dates: &[&str]) -> Vec<String> {
    dates.iter().map(|date| (*date).to_owned()).collect()
}

#[test]
fn square_export_of_any_year_has_its_totals() {
    for (names, wanted) in [
        // A gift card is one of the seven.
        (vec!["square-2026.csv"], (7, 0, 118_410, 3_550, dates(&["2026-07-18", "2026-07-19", "2026-07-20"]))),
        (vec!["square-2025.csv"], (4, 0, 1_200, 100, dates(&["2025-03-08", "2025-03-09"]))),
        (vec!["square-2020.csv"], (2, 0, 5_795, 240, dates(&["2020-10-31", "2020-11-01"]))),
        (vec!["square-2016.csv"], (3, 0, 1_050, 0, dates(&["2016-05-02"]))),
    ] {
        let judged = known(&names, "America/New_York", &[]);
        assert_eq!((&judged.questions, totals(&judged)), (&vec![], wanted), "{names:?}");
    }
}

#[test]
fn square_transactions_bring_tips_and_payments() {
    let judged = known(&["square-2026.csv", "square-transactions.csv"], "America/New_York", &[]);
    let total = judged.summary.total;
    // With a sale of a dollar that has no items, and the gift card of 50 dollars.
    assert_eq!((total.gross.cents(), total.paid.cents(), total.tips.cents()), (118_510, 140_668, 10_600));
}

#[test]
fn toast_export_of_any_year_has_its_totals() {
    for (name, wanted) in [
        ("toast-2026.csv", (5, 1, 4_075, 300, dates(&["2026-10-08", "2026-10-09"]))),
        ("toast-2019.csv", (3, 0, 103_500, 140, dates(&["2026-08-03", "2026-08-04"]))),
    ] {
        // A word that no file should have.
        let judged = known(&[name], "America/New_York", &[("word/0/Void?/maybe", "skip")]);
        assert_eq!((&judged.questions, totals(&judged)), (&vec![], wanted), "{name}");
    }
}

#[test]
fn date_that_reads_two_ways_is_asked() {
    let text = text("tests/fixtures/ambiguous.csv");
    let map = ["order=order", "when=date", "item=item", "total=amount"];
    assert_eq!(asked(&mapped(&text, &map, &[])), ["dates/0"]);
    for (answer, date) in [("day-first", "2026-04-03"), ("month-first", "2026-03-04")] {
        let judged = mapped(&text, &map, &[("dates/0", answer)]);
        let (_, _, gross, _, dates) = totals(&judged);
        assert_eq!((gross, dates[0].as_str()), (800, date));
    }
}

#[test]
fn columns_named_by_a_person_have_their_totals() {
    let text = text("tests/fixtures/mapped.csv");
    let map = [
        "Bon Nr.=order",
        "Datum=date",
        "Uhrzeit=time",
        "Artikel=item",
        "Gruppe=category",
        "Preis=price",
        "Bediener=employee",
    ];
    // `3,20` among prices with a point can be nothing else than 3.20.
    let judged = mapped(&text, &map, &[]);
    assert_eq!((asked(&judged), judged.summary.refused), (Vec::new(), 0));
    assert_eq!(totals(&judged), (4, 0, 3_310, 0, dates(&["2026-07-18", "2026-07-19"])));
}

#[test]
fn year_of_a_pizza_place_comes_in_whole() {
    let text = text("../../../deploy/sandbox/data/pizzaplace.csv");
    let judged = super::judged(&[&text], &[]);
    assert_eq!(judged.questions, []);
    let total = judged.summary.total;
    assert_eq!((total.checks, total.refunds, total.gross.cents()), (21_350, 0, 81_786_005));
    // Each date against the sum taken straight from the file: no order of 2015 was placed before 4 AM.
    let mut straight: BTreeMap<String, Money> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *straight.entry(cells[1].to_owned()).or_default() += cells[6].parse().unwrap();
    }
    let days = judged.summary.days.iter();
    let read: BTreeMap<String, Money> = days.map(|(date, sums)| (date.to_string(), sums.gross)).collect();
    assert_eq!(straight.len(), 358);
    assert_eq!(read, straight);
    let mut pieces = 0;
    let take = |_, check: saffron_core::fact::Check| {
        pieces += check.lines.iter().map(|line| line.quantity.milli()).sum::<i64>();
    };
    judged.checks(take, |place, why| panic!("{place:?}: {why:?}")).unwrap();
    assert_eq!(pieces, 49_574_000);
}
