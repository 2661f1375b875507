//! Files as exporters write them come in with the figures that were worked out beside them, or the import asks.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use saffron_core::{BusinessDate, DayStart, DayStarts, Money};
use saffron_import::form::word::WordRules;
use saffron_import::judge::{Answers, Given, Judged, judge};
use saffron_import::layout::Layout;
use saffron_import::sort::Scratch;
use saffron_import::table::{self, Bytes, Limits, ReadSeek, Table};
use serde_json::Value;

struct OnDisk(PathBuf);

impl Bytes for OnDisk {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(File::open(&self.0)?))
    }
}

struct Folder;

impl Scratch for Folder {
    fn file(&self) -> io::Result<File> {
        tempfile::tempfile()
    }
}

fn folder() -> PathBuf {
    std::env::var_os("EXPORTERS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exporters"), Into::into)
}

fn tables(names: &[String]) -> Vec<Table> {
    let scratch = std::env::temp_dir();
    let opened = names.iter().map(|name| {
        let source = Arc::new(OnDisk(folder().join(name)));
        table::open(name, source, &scratch, &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"))
    });
    opened.flat_map(|opened| opened.tables).collect()
}

fn given(expected: &Value, answers: Answers) -> Given {
    let start: DayStart = expected["startOfDay"].as_str().unwrap_or("04:00").parse().unwrap();
    Given {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        zone: expected["timeZone"].as_str().unwrap_or("America/New_York").parse().unwrap(),
        starts: DayStarts::always(start),
        today: "2026-11-29".parse().unwrap(),
        layouts: Layout::known().unwrap(),
        mapped: BTreeMap::new(),
        rules: WordRules::default(),
        answers,
    }
}

fn judged(expected: &Value, answers: Answers) -> Judged {
    let names: Vec<String> = serde_json::from_value(expected["files"].clone()).unwrap();
    judge(&tables(&names), &given(expected, answers), Arc::new(Folder)).unwrap()
}

/// The figures of each day that differ from what is expected.
fn differences(judged: &Judged, expected: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    let days = expected["byDate"].as_object().unwrap();
    for (date, figures) in days {
        let date: BusinessDate = date.parse().unwrap();
        let sums = judged.summary.days.get(&date).copied().unwrap_or_default();
        for (name, found) in [
            ("grossSales", sums.gross),
            ("discounts", sums.discounts),
            ("tax", sums.tax),
            ("tips", sums.tips),
            ("gratuity", sums.gratuity),
            ("serviceCharges", sums.charges),
            ("deferred", sums.deferred),
            ("rounding", sums.rounding),
            ("voids", sums.voids),
        ] {
            let Some(text) = figures[name].as_str() else { continue };
            let wanted = Money::parse_dollars(text).unwrap();
            if wanted != found {
                differences.push(format!("{date} {name}: {found:?} is not {wanted:?}"));
            }
        }
        if let Some(checks) = figures["checks"].as_u64().filter(|checks| *checks != sums.checks) {
            differences.push(format!("{date} checks: {} is not {checks}", sums.checks));
        }
        let covers = figures["covers"].as_u64().filter(|covers| *covers != sums.covers);
        differences.extend(covers.map(|covers| format!("{date} covers: {} is not {covers}", sums.covers)));
        let Some(payments) = figures["payments"].as_object() else { continue };
        let paid: Money = payments
            .values()
            .flat_map(|payment| [&payment["amount"], &payment["tip"]])
            .filter_map(Value::as_str)
            .map(|text| Money::parse_dollars(text).unwrap())
            .sum();
        if paid != sums.paid {
            differences.push(format!("{date} paid: {:?} is not {paid:?}", sums.paid));
        }
    }
    let others = judged.summary.days.keys().filter(|date| !days.contains_key(&date.to_string()));
    differences.extend(others.map(|date| format!("{date} has trade")));
    differences
}

#[test]
fn files_of_exporters_come_in_with_their_figures() {
    let only = std::env::var("ONLY").ok();
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut wrong = Vec::new();
    for path in names.iter().filter(|path| path.to_string_lossy().ends_with(".expected.json")) {
        let name = path.file_name().unwrap().to_string_lossy().replace(".expected.json", "");
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let expected: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        if !expected["byDate"].is_object() {
            eprintln!("{name}: no figures");
            continue;
        }
        let judged = judged(&expected, Answers::default());
        let differences = differences(&judged, &expected);
        let asked: Vec<String> = judged.questions.iter().map(|question| question.subject.id()).collect();
        eprintln!(
            "{name}: {} checks, {} refused, {} left out, unused {:?}, asks {asked:?}",
            judged.summary.total.checks, judged.summary.refused, judged.summary.left_out, judged.unused
        );
        if only.is_some() {
            judged
                .checks(
                    |made, _| eprintln!("  {}", made.event("x").unwrap().json()),
                    |place, why| eprintln!("  {place:?} {why:?}"),
                )
                .unwrap();
        }
        differences.iter().for_each(|difference| eprintln!("    {difference}"));
        if !differences.is_empty() {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:?}", wrong.len());
}
