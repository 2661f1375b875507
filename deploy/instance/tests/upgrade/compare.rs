//! Whether an answer has all that the one before had.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::figure::{ALL, Figure, Formula};
use serde_json::{Map, Value};

/// Half of the last decimal of a figure with two, and what floating point adds.
const ROUNDED: f64 = 0.005_001;

/// The last hour of a day for versions that let all days begin at 04:00: whatever is later counted in it. Such a fact that is sent
/// again counts in its own hour.
const LAST_HOUR: u64 = 31;

/// What a field may hold that the answer before did not have.
#[derive(Clone, Copy, PartialEq)]
pub enum News {
    /// Zero or nothing, or what its formula makes of figures that the answer before had.
    Nothing,
    /// Anything, as after facts that were sent again; rows of an hour from [`LAST_HOUR`] on are not compared.
    Any,
}

/// A value that is missing, another one, or new though it is not to be.
pub struct Difference {
    /// The names of the fields that lead to it.
    pub field: String,
    /// The keys of its rows, and how it differs.
    pub text: String,
}

/// Everything in which an answer differs from the one before.
pub fn differences(before: &Value, after: &Value, news: News) -> Vec<Difference> {
    let mut comparison = Comparison { news, found: Vec::new() };
    comparison.values(before, after, &Place::default());
    comparison.found
}

/// Where a value lies.
#[derive(Clone, Default)]
struct Place {
    field: String,
    keys: String,
}

impl Place {
    fn field(&self, name: &str) -> Self {
        Self { field: format!("{}.{name}", self.field), keys: self.keys.clone() }
    }

    fn row(&self, key: &str) -> Self {
        Self { field: self.field.clone(), keys: format!("{}[{key}] ", self.keys) }
    }
}

struct Comparison {
    news: News,
    found: Vec<Difference>,
}

impl Comparison {
    fn add(&mut self, place: &Place, text: &str) {
        self.found.push(Difference { field: place.field.clone(), text: format!("{}{text}", place.keys) });
    }

    fn values(&mut self, before: &Value, after: &Value, place: &Place) {
        match (before, after) {
            (Value::Object(before), Value::Object(after)) => {
                for (name, value) in before {
                    match after.get(name) {
                        Some(other) => self.values(value, other, &place.field(name)),
                        None => self.add(&place.field(name), &format!("is missing; it was {value}")),
                    }
                }
                for (name, value) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
                    if self.news == News::Nothing && !is_nothing(value) && !is_derived(name, value, before) {
                        self.add(&place.field(name), &format!("is new: {value}"));
                    }
                }
            }
            (Value::Array(before), Value::Array(after)) => match (objects(before), objects(after)) {
                (Some(before), Some(after)) => self.rows(&before, &after, place),
                _ if before == after => {}
                _ => self.add(place, &format!("{after:?} instead of {before:?}")),
            },
            (Value::Number(before), Value::Number(after)) if before.as_f64() == after.as_f64() => {}
            _ if before == after => {}
            _ => self.add(place, &format!("{after} instead of {before}")),
        }
    }

    /// Compares rows of equal keys: texts and hours are keys, and other numbers are figures.
    fn rows(&mut self, before: &[&Map<String, Value>], after: &[&Map<String, Value>], place: &Place) {
        let texts = |row: &&Map<String, Value>| {
            let texts = row.iter().filter(|(name, value)| value.is_string() || *name == "hour");
            texts.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let names: BTreeSet<String> = before.iter().flat_map(texts).collect();
        let by_key = |rows: &[&Map<String, Value>]| {
            let mut by_key: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            let is_late = |row: &Map<String, Value>| {
                row.get("hour").and_then(Value::as_u64).is_some_and(|hour| hour >= LAST_HOUR)
            };
            for row in rows.iter().filter(|row| self.news == News::Nothing || !is_late(row)) {
                let key = names.iter().filter_map(|name| Some(format!("{name}={}", row.get(name)?)));
                let key = key.collect::<Vec<_>>().join(" ");
                by_key.entry(key).or_default().push(Value::Object((*row).clone()));
            }
            by_key
        };
        let (before, mut after) = (by_key(before), by_key(after));
        for (key, rows) in before {
            let others = after.remove(&key).unwrap_or_default();
            if rows.len() == others.len() {
                for (row, other) in rows.iter().zip(&others) {
                    self.values(row, other, &place.row(&key));
                }
            } else {
                self.add(&place.row(&key), &format!("{} rows instead of {}", others.len(), rows.len()));
            }
        }
        for (key, rows) in after {
            self.add(&place.row(&key), &format!("is a new row: {rows:?}"));
        }
    }
}

fn objects(values: &[Value]) -> Option<Vec<&Map<String, Value>>> {
    values.iter().map(Value::as_object).collect()
}

/// Whether a value holds nothing but zero, `false`, empty texts and nulls.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.iter().all(is_nothing),
        Value::Object(fields) => fields.values().all(is_nothing),
    }
}

/// Whether a value is that of a figure which is computed from figures of the answer before.
fn is_derived(name: &str, value: &Value, before: &Map<String, Value>) -> bool {
    let figures = ALL.iter().filter(|figure| figure.key == name);
    let mut expected = figures.filter_map(|figure| derived(figure, before));
    value.as_f64().is_some_and(|value| expected.any(|expected| (value - expected).abs() < ROUNDED))
}

/// What the formula of a figure makes of the figures of a row; none of one that is a column by itself.
fn derived(figure: &Figure, row: &Map<String, Value>) -> Option<f64> {
    let of = |part: &Figure| row.get(part.key).and_then(Value::as_f64).or_else(|| derived(part, row));
    match figure.formula {
        Formula::Sum(parts) => parts.iter().map(|(times, part)| Some(*times as f64 * of(part)?)).sum(),
        Formula::Ratio { part, whole, times } => Some(of(part)? / of(whole)? * times as f64),
        Formula::Column(_) | Formula::Seconds(_) => None,
    }
}
