//! A CSV file of another POS.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Arc;

use jiff::civil::date;
use saffron_core::{DayStarts, Zone};
use saffron_import::form::word::WordRules;
use saffron_import::judge::{Answers, Given, judge};
use saffron_import::layout::{Header, Layout, Mapping};
use saffron_import::sort::Scratch;
use saffron_import::table::{Limits, open};

use super::table::Memory;

/// The columns of a file that is no known export.
const MAP: [&str; 10] = [
    "a=order",
    "b=date",
    "c=item",
    "d=amount",
    "e=quantity",
    "f=price",
    "g=time",
    "h=discount",
    "i=tender",
    "j=refund",
];

struct Temporary;

impl Scratch for Temporary {
    fn file(&self) -> io::Result<File> {
        tempfile::tempfile()
    }
}

/// Judges a file and makes its checks, as many as its summary says. The first byte chooses between a recognized header and one
/// that is mapped by hand.
pub(super) fn import(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else { return };
    let limits = Limits { row: 10_000, lines: 100, sample: 2_000, unpacked: 1 << 20, ..Limits::default() };
    let file = Arc::new(Memory(text.into()));
    let Ok(opened) = open("file", file, &std::env::temp_dir(), &limits) else { return };
    let by_hand = |header: &Header| Mapping::parse(&MAP, header).ok()?.layout(header).ok();
    let mut mapped = BTreeMap::new();
    if choice % 2 == 1 {
        for (number, table) in opened.tables.iter().enumerate() {
            mapped.extend(by_hand(&Header::new(table.header())).map(|layout| (number, layout)));
        }
    }
    let (Ok(pos_id), Ok(layouts)) = ("p1".parse(), Layout::known()) else { panic!("the layouts are wrong") };
    let given = Given {
        pos_id,
        revision: 1,
        zone: Zone::utc(),
        starts: DayStarts::default(),
        today: date(2026, 11, 29),
        layouts,
        mapped,
        rules: WordRules::default(),
        answers: Answers::default(),
    };
    // Whether a file can be brought in is for its owner; that it can be read to its end is for us.
    let Ok(judged) = judge(&opened.tables, &given, Arc::new(Temporary)) else { return };
    let mut made = 0;
    if let Err(error) = judged.checks(|_, _| made += 1, |_, _| {}) {
        panic!("what was judged cannot be made: {error}");
    }
    let total = &judged.summary.total;
    assert_eq!(made, total.checks + total.refunds + total.voided, "{total:?}");
}
