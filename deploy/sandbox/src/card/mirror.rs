//! Where a mirror of an account differs from the provider's truth.

use std::collections::BTreeMap;

use serde_json::Value;

/// The objects of a mirror, by the names of their kinds in [`super::Provider::truth`]. Charges are compared within their
/// payment intents.
pub type Mirror<'a> = BTreeMap<&'a str, Vec<Value>>;

/// The first difference between the truth and a mirror, if there is any.
#[must_use]
pub fn difference(truth: &Value, mirror: &Mirror<'_>) -> Option<String> {
    for (kind, objects) in mirror {
        let (ours, theirs) = (by_id(objects), by_id(listed(truth, kind)));
        if let Some(id) = theirs.keys().find(|id| !ours.contains_key(*id)) {
            return Some(format!("{kind}: {id} is not in the mirror ({} of {})", ours.len(), theirs.len()));
        }
        for (id, object) in &ours {
            let Some(other) = theirs.get(id) else {
                return Some(format!("{kind}: {id} is not the provider's"));
            };
            if let Some(what) = differs(object, other) {
                return Some(format!("{kind}: {what}"));
            }
        }
    }
    let charges = by_id(listed(truth, "charges"));
    let intents = mirror.get("payment_intents").into_iter().flatten();
    intents.filter_map(|intent| intent.get("latest_charge").filter(|charge| !charge.is_null())).find_map(
        |charge| match charges.get(id_of(charge)) {
            None => Some(format!("charge: {} is not the provider's", id_of(charge))),
            Some(other) => differs(charge, other).map(|what| format!("charge: {what}")),
        },
    )
}

/// The objects of a kind in the truth.
fn listed<'a>(truth: &'a Value, kind: &str) -> &'a [Value] {
    truth.get(kind).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn by_id(objects: &[Value]) -> BTreeMap<&str, &Value> {
    objects.iter().map(|object| (id_of(object), object)).collect()
}

fn id_of(object: &Value) -> &str {
    object.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// How a mirrored object differs from the truth, if it does. Only its own fields are compared, expanded objects by id.
fn differs(mirrored: &Value, truth: &Value) -> Option<String> {
    for (name, value) in mirrored.as_object()? {
        let other = truth.get(name).unwrap_or(&Value::Null);
        let same = match (value, other) {
            (Value::Object(_), Value::String(id)) => id_of(value) == id,
            (Value::Object(_), Value::Object(_)) => differs(value, other).is_none(),
            (Value::Array(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len()
                    && ours.iter().zip(theirs).all(|(ours, theirs)| match theirs {
                        Value::String(id) => id_of(ours) == id,
                        theirs => differs(ours, theirs).is_none(),
                    })
            }
            (ours, theirs) => ours == theirs,
        };
        if !same {
            return Some(format!("{}: {name}: {value} is not {other}", id_of(truth)));
        }
    }
    None
}
