use saffron_core::PosId;
use serde_json::Value;

/// A location's id.
pub fn pos_id(text: &str) -> PosId {
    text.parse().unwrap()
}

/// The same object with these fields changed.
pub fn with(mut object: Value, fields: Value) -> Value {
    object.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    object
}

/// A number that a variable sets: a seed to repeat, or how much a test does.
pub fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}
