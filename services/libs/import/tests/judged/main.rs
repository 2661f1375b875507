//! Small files as people keep them, judged: mappings by hand, saved layouts, several restaurants, other currencies, lists.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod by_hand;
mod known;
mod lists;
#[path = "../memory/mod.rs"]
mod memory;
mod several;

use std::collections::BTreeMap;
use std::sync::Arc;

use memory::{Folder, InMemory};
use saffron_core::DayStarts;
use saffron_import::form::word::WordRules;
use saffron_import::judge::{Answers, Given, Judged, judge};
use saffron_import::layout::{Header, Layout, Mapping};
use saffron_import::table::{self, Limits, Table};

/// The tables of texts.
fn tables(texts: &[&str]) -> Vec<Table> {
    let opened = texts.iter().enumerate().map(|(number, text)| {
        let bytes = Arc::new(InMemory(text.as_bytes().to_vec()));
        let name = format!("file{number}.csv");
        table::open(&name, bytes, &std::env::temp_dir(), &Limits::default()).unwrap()
    });
    opened.flat_map(|opened| opened.tables).collect()
}

fn given(answers: &[(&str, &str)]) -> Given {
    Given {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        zone: "America/Chicago".parse().unwrap(),
        starts: DayStarts::default(),
        today: "2026-11-29".parse().unwrap(),
        layouts: Layout::known().unwrap(),
        mapped: BTreeMap::new(),
        rules: WordRules::default(),
        answers: Answers(
            answers.iter().map(|(id, answer)| ((*id).to_owned(), (*answer).to_owned())).collect(),
        ),
    }
}

/// Files, with answers to their questions.
fn judged(texts: &[&str], answers: &[(&str, &str)]) -> Judged {
    judge(&tables(texts), &given(answers), Arc::new(Folder)).unwrap()
}

/// One file, mapped by hand.
fn mapped(text: &str, entries: &[&str], answers: &[(&str, &str)]) -> Judged {
    let tables = tables(&[text]);
    let header = Header::new(tables[0].header());
    let layout = Mapping::parse(entries, &header).unwrap().layout(&header).unwrap();
    let given = Given { mapped: [(0, layout)].into(), ..given(answers) };
    judge(&tables, &given, Arc::new(Folder)).unwrap()
}

fn asked(judged: &Judged) -> Vec<String> {
    judged.questions.iter().map(|question| question.subject.id()).collect()
}
