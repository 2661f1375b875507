//! Kinds of files that exports of the world have, and what is right for each: `cases/*.txt`, small files with what comes in or is
//! asked. Columns are taken as they are guessed, unless a case maps them.
//!
//! A case begins with `### ` and its name. Then come `map:`, `answer:`, `rule:`, `zone:` and `encoding:` lines, each file after a
//! line `---` (with its name, if that matters), and after `===` what is right: `sums:` by name, `asks:` the ids of questions
//! (none if there is no such line), `refused:` rows (0), `days:` gross sales, `tenders:` payments with tips, `pieces:` and
//! `cost:` of items, `closed:` the wall times of checks, `unread:` what is said of a file that cannot be read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod case;
#[path = "../memory/mod.rs"]
mod memory;

use std::collections::BTreeMap;
use std::sync::Arc;

use memory::{Folder, InMemory};
use saffron_core::fact::Check;
use saffron_core::{DayStarts, Money};
use saffron_import::form::word::{WordRule, WordRules};
use saffron_import::judge::{Answers, Given, Judged, Sums, judge};
use saffron_import::layout::{Header, Layout, Mapping};
use saffron_import::table::{self, Limits, Table};

use crate::case::Case;

/// The tables of a case's files, or what is said of one that cannot be read.
fn tables(case: &Case) -> Result<Vec<Table>, String> {
    let mut tables = Vec::new();
    for (name, bytes) in &case.files {
        let bytes = Arc::new(InMemory(bytes.clone()));
        let opened = table::open(name, bytes, &std::env::temp_dir(), &Limits::default());
        tables.extend(opened.map_err(|wrong| wrong.to_string())?.tables);
    }
    Ok(tables)
}

fn judged(case: &Case, tables: &[Table]) -> Judged {
    let mut answers: BTreeMap<String, String> = case.answers.iter().cloned().collect();
    answers.extend((0..tables.len()).map(|table| (format!("columns/{table}"), "yes".to_owned())));
    let header = Header::new(tables[0].header());
    let mapped = (!case.map.is_empty())
        .then(|| Mapping::parse(&case.map.iter().map(String::as_str).collect::<Vec<_>>(), &header).unwrap());
    let mapped = mapped.map(|mapping| (0, mapping.layout(&header).unwrap()));
    let given = Given {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        zone: case.zone.parse().unwrap(),
        starts: DayStarts::default(),
        today: "2026-11-29".parse().unwrap(),
        layouts: Layout::known().unwrap(),
        mapped: mapped.into_iter().collect(),
        rules: WordRules::new(case.rules.iter().map(|rule| WordRule::parse(rule).unwrap()).collect())
            .unwrap(),
        answers: Answers(answers),
    };
    judge(tables, &given, Arc::new(Folder)).unwrap()
}

fn named(sums: &Sums, name: &str) -> String {
    let money = match name {
        "gross" => sums.gross,
        "discounts" => sums.discounts,
        "net" => sums.gross - sums.discounts,
        "tax" => sums.tax,
        "tips" => sums.tips,
        "gratuity" => sums.gratuity,
        "charges" => sums.charges,
        "deferred" => sums.deferred,
        "rounding" => sums.rounding,
        "voids" => sums.voids,
        "paid" => sums.paid,
        "out-of-balance" => sums.out_of_balance,
        _ => {
            let count = match name {
                "checks" => sums.checks,
                "refunds" => sums.refunds,
                "voided" => sums.voided,
                "covers" => sums.covers,
                _ => panic!("there is no sum {name}"),
            };
            return count.to_string();
        }
    };
    money.to_string()
}

/// What a case expects by name, as it was found.
fn found(judged: &Judged, expected: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut checks: Vec<Check> = Vec::new();
    let mut why = Vec::new();
    judged.checks(|_, check| checks.push(check), |_, without| why.push(format!("{without:?}"))).unwrap();
    let lines = || checks.iter().filter(|check| !check.voided).flat_map(|check| &check.lines);
    let joined = |parts: Vec<String>| parts.join(", ");
    let mut found = BTreeMap::new();
    for name in expected.keys() {
        let value = match name.as_str() {
            "sums" => {
                let names = expected[name].split(", ").map(|sum| sum.split(' ').next().unwrap());
                joined(names.map(|name| format!("{name} {}", named(&judged.summary.total, name))).collect())
            }
            "asks" => joined(judged.questions.iter().map(|question| question.subject.id()).collect()),
            "refused" if expected[name] == "0" && judged.summary.refused > 0 => joined(why.clone()),
            "refused" => judged.summary.refused.to_string(),
            "days" => {
                let days = judged.summary.days.iter();
                joined(days.map(|(date, sums)| format!("{date} {}", sums.gross)).collect())
            }
            "tenders" => {
                joined(judged.summary.tenders.iter().map(|(name, paid)| format!("{name} {paid}")).collect())
            }
            "pieces" => {
                let mut pieces: BTreeMap<&str, i64> = BTreeMap::new();
                lines()
                    .for_each(|line| *pieces.entry(line.name.as_str()).or_default() += line.quantity.milli());
                let pieces = pieces.into_iter();
                joined(pieces.map(|(name, milli)| format!("{name} {}", milli as f64 / 1_000.0)).collect())
            }
            "cost" => {
                let costs =
                    lines().filter_map(|line| line.cost.map(|cost| line.quantity.milli() * cost.cents()));
                Money::from_cents((costs.sum::<i64>() as f64 / 1_000.0).round() as i64).to_string()
            }
            "closed" => joined(checks.iter().map(|check| check.closed.wall.to_string()).collect()),
            _ => panic!("there is no expectation {name}"),
        };
        found.insert(name.clone(), value);
    }
    found
}

/// Whether each case of a kind comes out right; all that do not are named.
fn expect(kind: &str) {
    let path = format!("{}/tests/kinds/cases/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
    let mut wrong = String::new();
    let cases = case::read(&std::fs::read_to_string(path).unwrap());
    assert!(cases.len() >= 11, "{} cases of {kind}", cases.len());
    for case in cases {
        let expected = &case.expected;
        let found = match (tables(&case), expected.get("unread")) {
            (Ok(tables), None) => found(&judged(&case, &tables), expected),
            (Err(said), Some(part)) if said.contains(part.as_str()) => continue,
            (Ok(_), Some(_)) => [("unread".to_owned(), "it was read".to_owned())].into(),
            (Err(said), _) => [("unread".to_owned(), said)].into(),
        };
        if found != *expected {
            wrong += &format!("\n{}\n  right {expected:?}\n  found {found:?}\n", case.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

macro_rules! kinds {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                expect(stringify!($name));
            }
        )*
    };
}

kinds! {
    discounts_between_gross_and_net
    payments_tips_and_guests
    numbers_of_other_countries
    dates_and_times
    words_instead_of_yes_and_no
    tax_inside_the_price
    rows_that_are_no_sale
    negative_rows_of_an_order
    cost_of_a_row
    what_makes_an_order
    row_for_each_payment
    file_as_a_whole
    orders_said_on_one_row
    days_above_their_rows
    names_of_own_columns
}
