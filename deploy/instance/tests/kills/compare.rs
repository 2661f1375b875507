//! Comparisons of the services' data with the acknowledged facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde_json::Value;

use crate::plain::{Report, Rows};

/// The result of a comparison; the error is the difference.
pub type Found = Result<(), String>;

/// The rows of an answer with a figure.
pub fn shown(report: &Report, answer: &Value) -> Rows {
    let mut rows = Rows::new();
    for row in answer.as_array().unwrap() {
        let key = match report.splits_by.map(|name| &row[name]) {
            None => String::new(),
            Some(Value::String(name)) => name.clone(),
            Some(other) => other.to_string(),
        };
        let entry = rows.entry(key).or_default();
        for (name, one) in report.figures {
            *entry.entry(*name).or_default() += scaled(&row[*name], *one);
        }
        entry.retain(|_, figure| *figure != 0);
    }
    rows.retain(|_, figures| !figures.is_empty());
    rows
}

/// A figure of an answer in whole parts, `one` of which make 1.
pub fn scaled(figure: &Value, one: f64) -> i64 {
    (figure.as_f64().unwrap_or_default() * one).round() as i64
}

/// Money as the menu's list of edits writes it.
pub fn as_people_read_it(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

pub fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// The fields of a row of a database.
pub fn fields<const N: usize>(row: &str) -> [String; N] {
    let fields: Vec<String> = row.split('|').map(str::to_owned).collect();
    fields.try_into().unwrap_or_else(|fields| panic!("{fields:?}"))
}

pub fn same<T: PartialEq + Debug>(what: &str, found: &T, wanted: &T) -> Found {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?} is not {wanted:?}")) }
}

/// The first differences of two tables.
pub fn differs<K: Ord + Debug, V: PartialEq + Debug>(
    what: &str,
    found: &BTreeMap<K, V>,
    wanted: &BTreeMap<K, V>,
) -> Found {
    let keys: BTreeSet<&K> = found.keys().chain(wanted.keys()).collect();
    let wrong = keys.into_iter().filter(|key| found.get(key) != wanted.get(key));
    let wrong: Vec<_> = wrong.map(|key| (key, found.get(key), wanted.get(key))).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = wrong.iter().take(5).collect();
    Err(format!("{what}: {} of {} differ (found, wanted): {shown:?}", wrong.len(), wanted.len()))
}
