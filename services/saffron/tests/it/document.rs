//! The OpenAPI document.

use serde_json::Value;

fn document() -> Value {
    serde_json::to_value(saffron_gateway::openapi()).unwrap()
}

#[test]
fn the_committed_document_is_the_one_the_code_makes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/openapi.json");
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(committed == document(), "proto/openapi.json is not what the code makes: run `cargo dev gen`");
}

#[test]
fn the_committed_catalogue_is_the_one_the_code_makes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/figures.json");
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(
        committed == saffron_gateway::figures(),
        "proto/figures.json is not what the code makes: run `cargo dev gen`"
    );
}

#[test]
fn calls_and_schemas_keep_their_names() {
    let document = document();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let answers = |status: &&str| call["responses"][*status].is_object();
            assert!(["200", "202", "204"].iter().any(answers), "{path}");
            calls.push(format!("{} {method} {path}", call["operationId"].as_str().unwrap()));
        }
    }
    let schemas: Vec<_> = document["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
    insta::assert_json_snapshot!(serde_json::json!({"calls": calls, "schemas": schemas}));
}
