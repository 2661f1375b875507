//! Random trade, written as exporters write it, comes in as it was, or the import asks. Never is it silently wrong, and what a
//! file settles is not asked. The writers share no code and no table with what reads (`writers/mod.rs`).
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

mod memory;
#[path = "writers/mod.rs"]
mod writers;

use std::collections::BTreeMap;
use std::sync::Arc;

use memory::{Folder, InMemory};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use saffron_core::{DayStart, DayStarts};
use saffron_import::form::word::WordRules;
use saffron_import::judge::{Answers, Choice, Given, Judged, Question, Subject, Summary, judge};
use saffron_import::layout::Layout as Known;
use saffron_import::table::{self, Limits, Table};
use writers::{Day, Expected, Layout, Written, case};

fn tables(written: &Written) -> Vec<Table> {
    let scratch = std::env::temp_dir();
    let opened = written.files.iter().filter_map(|(name, bytes)| {
        table::open(name, Arc::new(InMemory(bytes.clone())), &scratch, &Limits::default()).ok()
    });
    opened.flat_map(|opened| opened.tables).collect()
}

fn given(expected: &Expected, answers: Answers) -> Given {
    let start: DayStart = expected.start_of_day.strftime("%H:%M").to_string().parse().unwrap();
    Given {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        zone: expected.zone.parse().unwrap(),
        starts: DayStarts::always(start),
        today: "2027-12-31".parse().unwrap(),
        layouts: Known::known().unwrap(),
        mapped: BTreeMap::new(),
        rules: WordRules::default(),
        answers,
    }
}

/// The figures that came in, as the writers name them.
fn read(summary: &Summary, expected: &Expected) -> Expected {
    let days = summary.days.iter().map(|(date, sums)| {
        let count = |count: u64| Some(i64::try_from(count).unwrap());
        let day = Day {
            checks: count(sums.checks),
            refunds: count(sums.refunds),
            gross: Some(sums.gross.cents()),
            discounts: Some(sums.discounts.cents()),
            net: Some((sums.gross - sums.discounts).cents()),
            tax: Some(sums.tax.cents()),
            tips: Some(sums.tips.cents()),
            gratuity: Some(sums.gratuity.cents()),
            service_charges: Some(sums.charges.cents()),
            deferred: Some(sums.deferred.cents()),
            rounding: Some(sums.rounding.cents()),
            voids: Some(sums.voids.cents()),
            covers: count(sums.covers),
            ..Day::default()
        };
        (date.date(), day)
    });
    Expected { days: days.collect(), ..expected.clone() }
}

/// `of_days`: rows are totals of days, of which the question says that checks are not counted.
fn differences(summary: &Summary, expected: &Expected, of_days: bool) -> Vec<String> {
    let mut compared = expected.clone();
    for day in compared.days.values_mut() {
        *day = Day {
            cost: None,
            hours: None,
            servers: None,
            tenders: None,
            items: None,
            categories: None,
            checks: day.checks.filter(|_| !of_days),
            ..day.clone()
        };
        // A check has no discount below nothing: what was given back of one is part of what was sold.
        if let (Some(gross @ 0..), Some(discounts)) =
            (day.gross, day.discounts.filter(|cents| of_days && *cents < 0))
        {
            (day.gross, day.discounts) = (Some(gross - discounts), Some(0));
        }
    }
    // A day that gave back more than it sold comes in as one refund, with whatever else stands in its row.
    compared.days.retain(|_, day| {
        !of_days || day.net.is_none_or(|net| net >= 0) || day.covers.is_none_or(|covers| covers == 0)
    });
    let mut found = read(summary, expected);
    found
        .days
        .retain(|date, _| !of_days || compared.days.contains_key(date) || !expected.days.contains_key(date));
    compared.differences(&found)
}

/// By how much in all the figures differ.
fn distance(summary: &Summary, expected: &Expected, of_days: bool) -> u64 {
    let number = |word: &str| word.trim_matches(',').parse::<i64>().ok();
    let of = |line: &String| {
        let numbers: Vec<i64> = line.split(' ').skip(1).filter_map(number).collect();
        if let [one, other] = numbers[..] { one.abs_diff(other) } else { 1 }
    };
    differences(summary, expected, of_days).iter().map(of).sum()
}

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Right without a question.
    Right,
    /// Asked, and right once it was answered.
    Asked,
    /// Of no known layout, which is said.
    Unknown,
    /// Asked although the files leave nothing open.
    AskedInVain,
    /// Wrong whatever is answered.
    Unresolved,
    /// Wrong without a question.
    SilentlyWrong,
}

/// Whether a question is asked of every such file, whatever is in it.
fn is_always_asked(subject: &Subject) -> bool {
    matches!(subject, Subject::Columns(_) | Subject::Currency(_))
}

fn verdict(written: &Written) -> (Verdict, Vec<String>) {
    let tables = tables(written);
    let run = |answers: Answers| -> Judged {
        judge(&tables, &given(&written.expected, answers), Arc::new(Folder)).unwrap()
    };
    let first = run(Answers::default());
    let asked: Vec<String> = first
        .questions
        .iter()
        .filter(|question| !is_always_asked(&question.subject))
        .map(|question| question.subject.id())
        .collect();
    // The app says that nothing of it comes in: a person maps its columns by hand.
    if first.readings().is_empty() && first.list_readings().is_empty() {
        return (Verdict::Unknown, Vec::new());
    }
    let of_days = asked.contains(&Subject::Days.id());
    let wrong = differences(&first.summary, &written.expected, of_days);
    if asked.is_empty() {
        let verdict = if wrong.is_empty() { Verdict::Right } else { Verdict::SilentlyWrong };
        return (verdict, wrong);
    }
    if written.open.is_empty() {
        return (Verdict::AskedInVain, asked);
    }
    // The right answer of each question is the one that comes closest, with the others as they are.
    let best = |question: &Question| {
        let distance = |choice: &&Choice| distance(&choice.summary, &written.expected, of_days);
        let closest = question.choices.iter().min_by_key(distance);
        let own = is_always_asked(&question.subject).then(|| question.choices.first()).flatten();
        own.or(closest).unwrap().value.clone()
    };
    let mut answers = Answers::default();
    for _ in 0..8 {
        let now = run(answers.clone());
        let mut open = now.questions.iter().map(|question| (question.subject.id(), question));
        let Some((id, question)) = open.find(|(id, _)| !answers.0.contains_key(id)) else { break };
        answers.0.insert(id, best(question));
    }
    for id in answers.0.keys().cloned().collect::<Vec<_>>() {
        let mut others = answers.clone();
        others.0.remove(&id);
        let now = run(others);
        if let Some(question) = now.questions.iter().find(|question| question.subject.id() == id) {
            answers.0.insert(id, best(question));
        }
    }
    let wrong = differences(&run(answers.clone()).summary, &written.expected, of_days);
    if wrong.is_empty() { (Verdict::Asked, asked) } else { (Verdict::Unresolved, [asked, wrong].concat()) }
}

/// Cases of each layout.
fn cases() -> u32 {
    std::env::var_os("SAFFRON_TEST_STREAMS").and_then(|text| text.to_str()?.parse().ok()).unwrap_or(12)
}

fn survey(layout: Layout, cases: u32) -> BTreeMap<Verdict, u32> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut counts = BTreeMap::new();
    for number in 0..cases {
        let (trade, style) = case(layout).new_tree(&mut runner).unwrap().current();
        let written = layout.write(&trade, &style);
        let (verdict, why) = verdict(&written);
        *counts.entry(verdict).or_default() += 1;
        if verdict >= Verdict::Unknown && std::env::var_os("SHOW").is_some() {
            eprintln!("{layout:?} {number}: {verdict:?}, open {:?}", written.open);
            why.iter().take(6).for_each(|why| eprintln!("    {why}"));
            if let Some(folder) = std::env::var_os("KEEP") {
                for (name, bytes) in &written.files {
                    let path = std::path::Path::new(&folder).join(format!("{layout:?}-{number}-{name}"));
                    std::fs::write(path, bytes).unwrap();
                }
            }
        }
    }
    counts
}

/// Layouts of which every trade comes in as it was, or is asked about.
const HELD: [Layout; 33] = [
    Layout::SquareItems,
    Layout::SquareAbroad,
    Layout::SquareTransactions,
    Layout::SquareSet,
    Layout::ToastItems,
    Layout::ToastOrders,
    Layout::ToastItemsOrders,
    Layout::ToastPayments,
    Layout::ToastOrdersPayments,
    Layout::ToastItemsPayments,
    Layout::ToastSet,
    Layout::CloverLines,
    Layout::CloverOrders,
    Layout::CloverPayments,
    Layout::CloverSet,
    Layout::LoyverseReceipts,
    Layout::LoyverseItems,
    Layout::LoyverseSet,
    Layout::Shopify,
    Layout::SumUpSales,
    Layout::SumUpTransactions,
    Layout::SumUpSet,
    Layout::ZettleRaw,
    Layout::ZettleReceipts,
    Layout::ZettleSet,
    Layout::ShopKeep,
    Layout::AlohaItems,
    Layout::AlohaSet,
    Layout::Lightspeed,
    Layout::TouchBistro,
    Layout::OwnItems,
    Layout::OwnOrders,
    Layout::OwnDays,
];

/// Tables of one's own that say too little for some answer to be right each time: of these the import asks.
const ASKED: [Layout; 2] = [Layout::OwnRows, Layout::OwnPayments];

/// The worst that may become of a layout's files.
fn worst_of(layout: Layout) -> Verdict {
    if ASKED.contains(&layout) { Verdict::Unresolved } else { Verdict::Asked }
}

#[test]
fn trade_of_exporters_comes_in_as_it_was() {
    let only = std::env::var_os("ONLY").map(|only| only.to_string_lossy().into_owned());
    let is_chosen = |layout: &Layout| match only.as_deref() {
        Some("all") => true,
        Some(only) => format!("{layout:?}") == only,
        None => HELD.contains(layout) || ASKED.contains(layout),
    };
    let mut wrong = Vec::new();
    for layout in Layout::ALL.iter().copied().filter(is_chosen) {
        let counts = survey(layout, cases());
        eprintln!("{layout:?}: {counts:?}");
        if counts.keys().any(|verdict| *verdict > worst_of(layout)) {
            wrong.push(layout);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
