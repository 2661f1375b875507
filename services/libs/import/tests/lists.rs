//! Random shifts, menus and guests, written as exporters write them, come in as they were, or the import asks. The writers share no
//! code and no table with what reads (`writers/mod.rs`).
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

mod memory;
#[path = "writers/mod.rs"]
mod writers;

use std::collections::BTreeMap;
use std::sync::Arc;

use memory::{Folder, InMemory};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use saffron_core::{DayStart, DayStarts, Money};
use saffron_import::form::word::WordRules;
use saffron_import::judge::{Answers, Given, Judged, Subject, judge};
use saffron_import::layout::Layout as Known;
use saffron_import::table::{self, Limits, Table};
use writers::{Ambiguity, Expected, Layout, Written, case};

fn tables(written: &Written) -> Vec<Table> {
    let scratch = std::env::temp_dir();
    let opened = written.files.iter().filter_map(|(name, bytes)| {
        table::open(name, Arc::new(InMemory(bytes.clone())), &scratch, &Limits::default()).ok()
    });
    opened.flat_map(|opened| opened.tables).collect()
}

fn judged(tables: &[Table], expected: &Expected, answers: Answers) -> Judged {
    let start: DayStart = expected.start_of_day.strftime("%H:%M").to_string().parse().unwrap();
    let given = Given {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        zone: expected.zone.parse().unwrap(),
        starts: DayStarts::always(start),
        today: "2027-12-31".parse().unwrap(),
        layouts: Known::known().unwrap(),
        mapped: BTreeMap::new(),
        rules: WordRules::default(),
        answers,
    };
    judge(tables, &given, Arc::new(Folder)).unwrap()
}

/// A name by its words, whichever comes first.
fn words(name: &str) -> String {
    let name = name.replace(',', " ");
    let mut words: Vec<&str> = name.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

/// What came in, a line a fact, and what did not.
fn read(judged: &Judged) -> Vec<String> {
    let mut lines = Vec::new();
    let mut refused = Vec::new();
    let mut without = |place, why| refused.push(format!("{place:?}: {why:?}"));
    let cents = |money: Option<Money>| money.map(Money::cents);
    judged
        .shifts(
            |_, shift| {
                let person = words(shift.employee.as_ref().unwrap().name.as_str());
                let job = shift.job.as_ref().unwrap().as_str().to_owned();
                let out = shift.clock_out.map(|out| out.wall);
                let minutes =
                    [shift.unpaid_seconds, shift.regular_seconds, shift.overtime_seconds].map(|s| s / 60);
                let (rate, tips) = (cents(shift.rate), shift.tips.cents());
                let line = (person, job, shift.clock_in.wall, out, minutes, rate, tips);
                lines.push(format!("{line:?}"));
            },
            &mut without,
        )
        .unwrap();
    judged
        .items(
            |_, item| {
                let category = item.major_category.as_ref().map(|label| label.as_str().to_owned());
                let line = (item.name.as_str(), category, cents(item.price), cents(item.cost));
                lines.push(format!("{line:?}"));
            },
            &mut without,
        )
        .unwrap();
    judged
        .guests(
            |_, guest| {
                let text = |label: &Option<saffron_core::fact::Label>| {
                    label.as_ref().map(|label| label.as_str().to_owned()).unwrap_or_default()
                };
                let line = (text(&guest.first_name), text(&guest.last_name), text(&guest.email));
                lines.push(format!("{line:?} {:?} {:?}", guest.email_consent, guest.sms_consent));
            },
            &mut without,
        )
        .unwrap();
    lines.extend(refused);
    sorted(lines)
}

/// What must come in.
fn wanted(expected: &Expected) -> Vec<String> {
    let shifts = expected.shifts.iter().flatten().map(|shift| {
        let person = words(&format!("{} {}", shift.person.0, shift.person.1));
        let minutes = [shift.unpaid, shift.regular().unwrap_or(0), shift.overtime];
        let line = (person, shift.job, shift.clock_in, shift.clock_out, minutes, shift.wage, shift.tips);
        format!("{line:?}")
    });
    let dishes = expected.menu.iter().flatten();
    let items = dishes.flat_map(|dish| {
        dish.sizes.iter().map(move |(size, price)| {
            let name = size.map_or_else(|| dish.name.to_owned(), |size| format!("{} {size}", dish.name));
            format!("{:?}", (name, dish.category, Some(price), dish.cost))
        })
    });
    let guests = expected.guests.iter().flatten().map(|guest| {
        let line = (guest.first, guest.last, guest.email.clone().unwrap_or_default());
        format!("{line:?} {:?} {:?}", guest.email_consent, guest.sms_consent)
    });
    sorted(shifts.chain(items).chain(guests).collect())
}

/// The right answer of what is always asked, and of what the writer left open.
fn answer(subject: &Subject, written: &Written) -> Option<&'static str> {
    let of_open = |find: fn(&Ambiguity) -> Option<&'static str>| written.open.iter().find_map(find);
    match subject {
        Subject::Columns(_) | Subject::Currency(_) | Subject::Consent(..) => Some("yes"),
        // 01.05.26 alone is asked about, too, though few mean January by it.
        Subject::Dates(_) => of_open(|open| match open {
            Ambiguity::DateOrder { day_first } => Some(if *day_first { "day-first" } else { "month-first" }),
            _ => None,
        })
        .or(Some("day-first")),
        Subject::Number(..) => of_open(|open| match open {
            Ambiguity::Decimal { mark } => Some(if *mark == ',' { "comma" } else { "dot" }),
            _ => None,
        }),
        _ => None,
    }
}

/// What is wrong with a case; none where it comes in right.
fn wrong(written: &Written) -> Option<String> {
    let tables = tables(written);
    let mut answers = Answers::default();
    for _ in 0..12 {
        let now = judged(&tables, &written.expected, answers.clone());
        let Some(question) = now.questions.first() else {
            let (found, wanted) = (read(&now), wanted(&written.expected));
            let differ = found.iter().filter(|line| !wanted.contains(line)).take(3);
            let lack = wanted.iter().filter(|line| !found.contains(line)).take(3);
            return (found != wanted).then(|| {
                format!("{:?} in place of {:?}", differ.collect::<Vec<_>>(), lack.collect::<Vec<_>>())
            });
        };
        let subject = &question.subject;
        let Some(answer) = answer(subject, written) else { return Some(format!("asked {}", subject.id())) };
        answers.0.insert(subject.id(), answer.to_owned());
    }
    Some("asks without end".to_owned())
}

#[test]
fn lists_of_exporters_come_in_as_they_were() {
    let cases: u32 =
        std::env::var_os("SAFFRON_TEST_STREAMS").and_then(|text| text.to_str()?.parse().ok()).unwrap_or(12);
    let mut all = Vec::new();
    for layout in [Layout::ToastTimes, Layout::OwnShifts, Layout::LoyverseMenu, Layout::ShopifyCustomers] {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        for number in 0..cases {
            let (trade, style) = case(layout).new_tree(&mut runner).unwrap().current();
            let written = layout.write(&trade, &style);
            if let Some(why) = wrong(&written) {
                all.push(format!("{layout:?} {number}: {why}; open {:?}", written.open));
                if let Some(folder) = std::env::var_os("KEEP") {
                    for (name, bytes) in &written.files {
                        let path = std::path::Path::new(&folder).join(format!("{layout:?}-{number}-{name}"));
                        std::fs::write(path, bytes).unwrap();
                    }
                }
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
