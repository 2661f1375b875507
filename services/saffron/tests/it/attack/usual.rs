//! Requests made from the contracts, for calls without a line of their own: they name the owner's things, and hold what is
//! required beside.

use prost_reflect::MethodDescriptor;
use serde_json::{Map, Value, json};

use super::calls::Call;
use super::document::Operation;
use super::rpc_calls::{For, Rpc};

/// Fields that name a thing: in the API, between services, and the owner's thing.
const THINGS: [(&str, &str, &str); 9] = [
    ("posCustomerID", "pos_customer_id", "$guest"),
    ("posItemID", "pos_item_id", "$item"),
    ("posCheckID", "pos_check_id", "$check"),
    ("campaignID", "campaign_id", "$campaign"),
    ("posCommunicationID", "communication_id", "$communication"),
    ("deviceID", "device_id", "$device"),
    ("payoutID", "payout_id", "$payout"),
    ("importID", "import_id", "$import"),
    ("connectionID", "connection_id", "$connection"),
];

/// The request of a call of the API.
pub fn usual_call(operation: &Operation) -> Call {
    let mut fields = Map::new();
    let mut names = false;
    for (name, schema) in &operation.required {
        let thing = THINGS.iter().find(|(field, _, _)| field == name);
        names |= thing.is_some();
        let value = match (thing, schema["type"].as_str()) {
            (Some((_, _, thing)), _) => json!(thing),
            (None, Some("string")) => json!("Ida"),
            (None, Some("number" | "integer")) => json!(1),
            (None, Some("boolean")) => json!(true),
            // The owner's request fails, which asks for a line.
            (None, _) => continue,
        };
        fields.insert(name.clone(), value);
    }
    Call {
        id: operation.id.clone().leak(),
        fields: Value::Object(fields),
        right: None,
        names,
        ends: false,
        gone: false,
        silent: operation.answers_nothing,
        elsewhere: 403,
        conflicts: false,
    }
}

/// The request of a call between services, which a token of a location or of a person proves.
pub fn usual_rpc(method: &MethodDescriptor) -> Rpc {
    let mut fields = Map::new();
    let mut names = false;
    let mut by = For::Person;
    for field in method.input().fields() {
        let name = field.name();
        let value = match name {
            "pos_id" => json!("$pos"),
            "pos_ids" => json!(["$pos"]),
            _ => match THINGS.iter().find(|(_, field, _)| *field == name) {
                Some((_, _, thing)) => json!(thing),
                None => continue,
            },
        };
        if value.as_str().is_some_and(|value| value != "$pos") {
            names = true;
        } else {
            by = For::Place;
        }
        fields.insert(name.to_owned(), value);
    }
    let full = format!("{}/{}", method.parent_service().full_name(), method.name());
    let name = full.strip_prefix("saffron.").unwrap_or(&full).replacen(".v1.", ".", 1);
    Rpc {
        name: name.leak(),
        by,
        fields: Value::Object(fields),
        names,
        ends: false,
        gone: false,
        conflicts: false,
        silent: method.output().fields().len() == 0,
    }
}
