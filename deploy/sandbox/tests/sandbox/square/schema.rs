//! Square's published schemas. What they do not name, no answer may have.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

const PUBLISHED: &str = include_str!("../../data/square/openapi.json");
const ADDITIONS: &str = include_str!("../../data/square/additions.json");

static API: LazyLock<Value> = LazyLock::new(|| {
    let mut api: Value = serde_json::from_str(PUBLISHED).unwrap();
    let additions: Value = serde_json::from_str(ADDITIONS).unwrap();
    let schemas = api["components"]["schemas"].as_object_mut().unwrap();
    for (name, schema) in additions["schemas"].as_object().unwrap() {
        assert!(schemas.insert(name.clone(), schema.clone()).is_none(), "{name} is published");
    }
    for (name, properties) in additions["properties"].as_object().unwrap() {
        let known = schemas[name]["properties"].as_object_mut().unwrap();
        known.extend(properties.as_object().unwrap().clone());
    }
    let named = |name: &Value| json!({ "content": { "application/json": { "schema": { "$ref": format!("#/components/schemas/{}", name.as_str().unwrap_or("None")) } } } });
    for (path, methods) in additions["paths"].as_object().unwrap() {
        for (method, names) in methods.as_object().unwrap() {
            let operation =
                json!({ "requestBody": named(&names[0]), "responses": { "200": named(&names[1]) } });
            api["paths"][path] = json!({ method: operation });
        }
    }
    strict(&mut api["components"]["schemas"], false);
    api
});

/// Turns what OpenAPI 3.0 has of its own into JSON Schema, and refuses properties that are not named.
fn strict(schema: &mut Value, is_schema: bool) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| strict(item, true)),
        Value::Object(members) => {
            members.remove("example");
            let is_object =
                members.get("properties").is_some_and(Value::is_object) && members.contains_key("type");
            if is_schema && is_object && !members.contains_key("additionalProperties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            let is_nullable = members.remove("nullable") == Some(json!(true));
            if let Some(kind) = members.get_mut("type").filter(|_| is_nullable) {
                *kind = json!([kind.take(), "null"]);
            }
            members.values_mut().for_each(|member| strict(member, true));
        }
        _ => {}
    }
}

/// Checks a value against a schema by its name.
pub fn check(name: &str, value: &Value) {
    static VALIDATORS: LazyLock<Mutex<HashMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);
    let known = VALIDATORS.lock().unwrap().get(name).copied();
    let validator = known.unwrap_or_else(|| {
        let root = json!({ "$ref": format!("#/components/schemas/{name}"), "components": API["components"] });
        let made: &'static Validator = Box::leak(Box::new(jsonschema::validator_for(&root).unwrap()));
        VALIDATORS.lock().unwrap().insert(name.to_owned(), made);
        made
    });
    let wrong: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{name}: {wrong:#?} in {value:#}");
}

/// The names of the schemas of a call: of its request and of its answer.
pub fn of_call(method: &str, path: &str) -> (Option<String>, String) {
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let known: Vec<&str> = template.split('/').collect();
        known.len() == parts.len()
            && known.iter().zip(&parts).all(|(known, part)| known == part || known.starts_with('{'))
    };
    let paths = API["paths"].as_object().unwrap();
    // A path without a parameter comes before one with it.
    let template = paths.keys().filter(fits).min_by_key(|template| template.matches('{').count());
    let template = template.unwrap_or_else(|| panic!("{path} is not published"));
    let operation = &paths[template][method];
    let name = |content: &Value| {
        let name = content["content"]["application/json"]["schema"]["$ref"].as_str();
        name.and_then(|name| name.rsplit('/').next()).filter(|name| *name != "None").map(str::to_owned)
    };
    let answer = name(&operation["responses"]["200"]);
    (name(&operation["requestBody"]), answer.unwrap_or_else(|| panic!("{method} {path} is not published")))
}

#[test]
fn unknown_members_are_refused() {
    let good = json!({ "errors": [{ "category": "API_ERROR", "code": "NOT_FOUND" }] });
    check("GetPaymentResponse", &good);
    for bad in [
        json!({ "errors": [{ "category": "API_ERROR", "code": "NONSENSE" }] }),
        json!({ "payment": { "amount": 5 } }),
        json!({ "payment": { "amount_money": { "amount": "5" } } }),
    ] {
        assert!(std::panic::catch_unwind(|| check("GetPaymentResponse", &bad)).is_err(), "{bad}");
    }
}
