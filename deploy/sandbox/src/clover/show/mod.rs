//! The trade as Clover's objects.

mod lines;
mod money;
mod orders;
mod others;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

pub(super) use lines::item_id;
pub(super) use money::{credit, is_credit, payment, payments_of, refund};
pub(super) use orders::{line_items, order};
pub(super) use others::{customer, employee, item, merchant, shift, stock_changed};

/// What of an object is expanded.
#[derive(Debug, Default)]
pub(super) struct Expand(BTreeSet<String>);

impl Expand {
    /// Of names with commas; those of nested fields expand what they are in.
    pub(super) fn read(names: &[String]) -> Expand {
        let mut all = BTreeSet::new();
        for name in names.iter().flat_map(|names| names.split(',')).filter(|name| !name.is_empty()) {
            let mut prefix = String::new();
            for part in name.split('.') {
                prefix = if prefix.is_empty() { part.to_owned() } else { format!("{prefix}.{part}") };
                all.insert(prefix.clone());
            }
        }
        Expand(all)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// A list within an object, which is cut; without the expansion, its address alone.
fn nested(is_expanded: bool, elements: impl FnOnce() -> Vec<Value>) -> Value {
    if !is_expanded {
        return json!({ "href": "https://apisandbox.dev.clover.com/v3/not/expanded" });
    }
    let mut elements = elements();
    elements.truncate(100);
    json!({ "elements": elements })
}

fn time(at: Timestamp) -> i64 {
    at.as_millisecond()
}

/// The object without the members that are null.
fn tidy(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Members beside those of an object.
fn with(mut object: Value, more: Map<String, Value>) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.extend(more);
    }
    object
}
